// clang-format off
// What LLVM has no vectors of stands in the way of a sum in any order, too.

// REQUIRES: x86-registered-target
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:

float prefetched(const float *a, long n) {
  float r = 0;
  for (long i = 0; i < n; i++) {
    __builtin_prefetch(a + i + 64);
    r += a[i];
  }
  return r;
}

float checked(const float *restrict a, const unsigned *restrict b, unsigned *restrict c, long n) {
  float r = 0;
  for (long i = 0; i < n; i++) {
    c[i] = __builtin_ia32_crc32si(7, b[i]);
    r += a[i];
  }
  return r;
}

float past(const float *a, long n) {
  float r = 0;
  for (long i = 0; i < n; i++)
    r += __builtin_nontemporal_load(a + i);
  return r;
}

long double wide(const double *restrict a, double *restrict b, long n) {
  float r = 0;
  for (long i = 0; i < n; i++) {
    b[i] = (double)((long double)a[i] / 3);
    r += (float)a[i];
  }
  return r;
}

// CHECK: :[[#@LINE+3]]:3: remark: reassociation needed: 4.00 → {{[0-9.]+}} cycles per source iteration
float rounded(const float *restrict a, float *restrict b, long n) {
  float r = 0;
  for (long i = 0; i < n; i++) {
    b[i] = __builtin_floorf(a[i]);
    r += a[i];
  }
  return r;
}
