// Another order of sums is only advised where LLVM can do something with it:
// nothing else goes from iteration to iteration, the loop may have vectors, and
// it is known how often it runs.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -g -c %s -o %t.o -Rpass-missed=takt
// RUN: %takt-clang -O2 %{flags} 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %takt-clang -O1 %{flags} 2>&1 | FileCheck %s --check-prefix=ONE --implicit-check-not=remark:
// RUN: %takt-clang -Os %{flags} 2>&1 | count 0

// CHECK: :[[#@LINE+4]]:3: remark: reassociation needed: 4.00 → {{.*}} with -fassociative-math
// ONE: :[[#@LINE+3]]:3: remark: reassociation needed: 4.00 → {{.*}} with -O2 and -fassociative-math
float sum(const float *a, long n) {
  float s = 0;
  for (long i = 0; i < n; i++)
    s += a[i];
  return s;
}

struct node {
  struct node *next;
  float value;
};
float list(const struct node *p) {
  float s = 0;
  for (; p; p = p->next)
    s += p->value;
  return s;
}

float random_places(const float *a, long n) {
  float s = 0;
  unsigned x = 1;
  for (long i = 0; i < n; i++) {
    s += a[x >> 24];
    x = x * 1664525 + 1013904223;
  }
  return s;
}

float up_to_zero(const float *a) {
  float s = 0;
  do
    s += *a;
  while (*a++ != 0);
  return s;
}

float by_order(const float *a, long n) {
  float s = 0;
#pragma clang loop vectorize(disable) unroll(disable)
  for (long i = 0; i < n; i++)
    s += a[i];
  return s;
}

float prefixes(const float *a, long n) {
  float s = 0, t = 0;
  for (long i = 0; i < n; i++) {
    s += a[i];
    t += s;
  }
  return t;
}

float device(const volatile float *a, long n) {
  float s = 0;
  for (long i = 0; i < n; i++)
    s += *a;
  return s;
}

float filtered(const float *a, long n, float *out) {
  float s = 0, q = 0;
  for (long i = 0; i < n; i++) {
    s += a[i];
    q = q * 0.5f + a[i];
  }
  *out = q;
  return s;
}

// That is not all where roots set errno.
// CHECK: advice-order.c:[[#@LINE+4]]:3: remark: no vectors while square roots set errno: {{.*}}; they need -fno-math-errno and -fassociative-math
// ONE: advice-order.c:[[#@LINE+3]]:3: remark: no vectors while square roots set errno: {{.*}}; they need -O2 and -fno-math-errno and -fassociative-math
float roots(const float *a, long n) {
  float s = 0;
  for (long i = 0; i < n; i++)
    s += __builtin_sqrtf(a[i]) * a[i];
  return s;
}
