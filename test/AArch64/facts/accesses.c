// What the IR tells of accesses, where instructions access two elements at once
// (ldp, stp) and move their pointer (post-index).

// DEFINE: %{flags} = --target=aarch64-linux-gnu -mcpu=neoverse-n1 -g -c %s -o %t.o
// RUN: env TAKT_OPTIONS=-takt-dump-facts=- %takt-clang -O1 %{flags} | FileCheck %s --check-prefixes=CHECK,O1
// RUN: env TAKT_OPTIONS=-takt-dump-facts=- %takt-clang -O3 %{flags} | FileCheck %s --check-prefixes=CHECK,O3

// A pair is at the address of its first element: what was loaded first, and
// named the base, is the second one.
// CHECK-LABEL: facts pairs.
// O1-NEXT: access 0 {{.*}} load ldp base 0 -8 stride 16 object b
// O1-NEXT: access 1 {{.*}} store stp base 1 +0 stride 16 object a
// O1-NEXT: apart 0: 1
// O3: apart
struct pair { double x, y; };
void pairs(struct pair *restrict a, const struct pair *restrict b, long n) {
  for (long i = 0; i < n; i++) {
    a[i].x = b[i].y;
    a[i].y = b[i].x;
  }
}

// CHECK-LABEL: facts plain.
// CHECK: base 0 {{.*}} object b
// CHECK: base 1 {{.*}} object a
// CHECK-NOT: apart
void plain(double *a, const double *b, long n) {
  for (long i = 0; i < n; i++)
    a[i] = b[i] + 1;
}

// Eight elements further, through a pointer of its own.
// CHECK-LABEL: facts derived.
// O1-NEXT: access 0 {{.*}} load ldur base 0 +0 stride 8 object a
// O1-NEXT: access 1 {{.*}} store str base 0 +64 stride 8 object a
// CHECK-NOT: apart
void derived(volatile long *a, long n) {
  volatile long *b = a + 8;
  for (long i = 0; i < n; i++)
    b[i] = a[i] + 1;
}

// CHECK-LABEL: facts halves.
// CHECK: apart 0: {{[12]}}
void halves(double *p, long n) {
  double *q = p + n;
  for (long i = 0; i < n; i++)
    q[i] = p[i] + 1;
}

// CHECK-LABEL: facts types.
// CHECK: apart 0: {{[12]}}
void types(float *a, const int *b, long n) {
  for (long i = 0; i < n; i++)
    a[i] = b[i] > 3 ? 1.5f : 2.5f;
}

// CHECK-LABEL: facts locals.
// CHECK: object x
// CHECK: object y
// CHECK: apart 0: {{[12]}}
void use(double *, double *);
double locals(long n) {
  double x[100], y[100];
  use(x, y);
  for (long i = 0; i < n; i++)
    y[i] = x[i] * 2;
  use(x, y);
  return y[3];
}

// CHECK-LABEL: facts histogram.
// O1: load ldrsw base 0 +0 stride 4 object k
// O1-NEXT: load ldr base 1 +0 object h
// O1-NEXT: store str base 1 +0 object h
// CHECK-NOT: apart
void histogram(int *h, const int *k, long n) {
  for (long i = 0; i < n; i++)
    h[k[i]]++;
}
