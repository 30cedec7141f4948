// Sums that LLVM has put side by side into one vector, when it made vectors of
// straight code, still wait for themselves. Vectors over iterations take less.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -g -c %s -o %t.o
// RUN: %takt-clang -O3 %{flags} -Rpass-missed=takt 2>&1 | FileCheck %s --implicit-check-not=remark:
// Such vectors it makes if it may.
// RUN: %takt-clang -O3 %{flags} -Rpass-missed=takt -Rpass-analysis=takt -fassociative-math -fno-signed-zeros -fno-trapping-math 2>&1 | FileCheck %s --check-prefix=LEAVE
// LEAVE-NOT: reassociation needed

// CHECK: :[[#@LINE+4]]:3: remark: reassociation needed: 4.00 → 1.00 cycles per source iteration on skylake with -fassociative-math -fno-signed-zeros -fno-trapping-math, or '#pragma clang fp reassociate(on)' at the start of the block around it [-Rpass-missed=takt]
// LEAVE: :[[#@LINE+3]]:3: remark: vector body: {{.*}} ({{0\.[0-9]+|1\.00}} per source iteration
void pairs(const float *a, const float *b, long n, float *out) {
  float s = 0, t = 0;
  for (long i = 0; i < n; i++) {
    s += a[2 * i] * b[2 * i];
    t += a[2 * i + 1] * b[2 * i + 1];
  }
  out[0] = s;
  out[1] = t;
}

// Lanes are chosen from a difference and a sum.
// CHECK: :[[#@LINE+4]]:3: remark: reassociation needed: {{[45]}}.{{[0-9]+}} → {{[0-9.]+}} cycles per source iteration
// LEAVE: :[[#@LINE+3]]:3: remark: vector body: {{.*}} ({{[01]\.[0-9]+}} per source iteration
void signs(const float *a, long n, float *out) {
  float s = 0, t = 0;
  for (long i = 0; i < n; i++) {
    s -= a[2 * i];
    t += a[2 * i + 1];
  }
  out[0] = s;
  out[1] = t;
}

// CHECK: :[[#@LINE+4]]:3: remark: reassociation needed: 4.00 → {{[0-3]\.[0-9]+}} cycles per source iteration
// LEAVE: :[[#@LINE+3]]:3: remark: vector body: {{.*}} (2.00 per source iteration
void complexDot(const double *a, const double *b, long n, double *out) {
  double re = 0, im = 0;
  for (long i = 0; i < n; i++) {
    re += a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
    im += a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
  }
  out[0] = re;
  out[1] = im;
}

// CHECK: :[[#@LINE+4]]:3: remark: reassociation needed: 4.00 → {{[0-9.]+}} cycles per source iteration
// LEAVE: :[[#@LINE+3]]:3: remark: vector body: {{.*}} ({{[01]\.[0-9]+}} per source iteration
void products(const double *a, const double *b, long n, double *out) {
  double p = 1, q = 1;
  for (long i = 0; i < n; i++) {
    p *= a[i];
    q *= b[i];
  }
  out[0] = p;
  out[1] = q;
}

// CHECK: :[[#@LINE+4]]:3: remark: reassociation needed: 4.00 → {{[0-9.]+}} cycles per source iteration
// LEAVE: :[[#@LINE+3]]:3: remark: vector body: {{.*}} (2.00 per source iteration
void four(const float (*a)[4], long n, float *out) {
  float s[4] = {0};
  for (long i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      s[j] += a[i][j];
  for (int j = 0; j < 4; j++)
    out[j] = s[j];
}

// Of eight vectors take longer than they wait.
// LEAVE: remark: slower as vectors: {{.*}} → 4.00 cycles
void eight(const float (*a)[8], long n, float *out) {
  float s[8] = {0};
  for (long i = 0; i < n; i++)
    for (int j = 0; j < 8; j++)
      s[j] += a[i][j];
  for (int j = 0; j < 8; j++)
    out[j] = s[j];
}

// No sums: each is made of the other one, is used within the loop, or is added
// and multiplied.
void crossed(const float *a, const float *b, long n, float *out) {
  float s = 0, t = 0;
  for (long i = 0; i < n; i++) {
    const float old = s;
    s = t + a[2 * i];
    t = old + a[2 * i + 1];
  }
  out[0] = s;
  out[1] = t;
}
void prefix(const float *a, long n, float *restrict out) {
  float s = 0, t = 0;
  for (long i = 0; i < n; i++) {
    out[2 * i] = s += a[2 * i];
    out[2 * i + 1] = t += a[2 * i + 1];
  }
}
void horner(const float *a, long n, float x, float *out) {
  float s = 0, t = 0;
  for (long i = 0; i < n; i++) {
    s = s * x + a[2 * i];
    t = t * x + a[2 * i + 1];
  }
  out[0] = s;
  out[1] = t;
}
