// Vectors of twice the width may well halve the cycles, so that a copy with them is
// compiled although a file this small leaves too little of the default budget for one
// of that size.

// REQUIRES: x86-registered-target
// RUN: env TAKT_OPTIONS="-takt-model=%S/Inputs/slow-adds.yaml -takt-guide=wide" %takt-clang --target=x86_64-linux-gnu -march=skylake-avx512 -O2 -Rpass=takt -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: remark: vectors of 512 bits:
void sum(float *restrict to, const float *restrict a, const float *restrict b, long n) {
#pragma clang fp contract(off)
  for (long i = 0; i < n; i++) {
    float s = a[i] + b[i];
    s = s * b[i + 1] + a[i + 1];
    s = s * b[i + 2] + a[i + 2];
    s = s * b[i + 3] + a[i + 3];
    s = s * b[i + 4] + a[i + 4];
    s = s * b[i + 5] + a[i + 5];
    s = s * b[i + 6] + a[i + 6];
    to[i] = s * b[i + 7] + a[i + 7];
  }
}
