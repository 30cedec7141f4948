// clang-format off
// Numbers of few bits begin again, with a sign or without: vectors of what they
// index run for so many iterations at most, and what does any number is not one
// of their remainders.

// REQUIRES: x86-registered-target
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -Rpass-analysis=takt -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=body:

// CHECK: :[[#@LINE+3]]:3: remark: unrolled: {{.*}} per source iteration, 4 at a time)
// CHECK: :[[#@LINE+2]]:3: remark: vectors for 65536 iterations at most: {{.*}} → {{.*}} with a loop of 65536 iterations within another
void shorts(int *restrict b, const int *restrict a, long n) {
  for (long i = 0; i < n; i++)
    b[i] = a[(short)i] * 3;
}

// CHECK: :[[#@LINE+2]]:3: remark: vectors for 65536 iterations at most:
void unsignedShorts(int *restrict b, const int *restrict a, long n) {
  for (long i = 0; i < n; i++)
    b[i] = a[(unsigned short)i] * 3;
}

// CHECK: :[[#@LINE+3]]:3: remark: unrolled: {{.*}} per source iteration, 4 at a time)
// CHECK: :[[#@LINE+2]]:3: remark: vectors for 256 iterations at most:
void chars(int *restrict b, const int *restrict a, long n) {
  for (long i = 0; i < n; i++)
    b[i] = a[(signed char)i] * 3;
}

// CHECK: :[[#@LINE+4]]:3: remark: unrolled: {{.*}} per source iteration, 4 at a time)
// CHECK: :[[#@LINE+3]]:3: remark: vectors for 256 iterations at most:
void counted(int *restrict b, const int *restrict a, long n) {
  signed char k = 0;
  for (long i = 0; i < n; i++, k++)
    b[i] = a[k] * 3;
}

// As many at a time as there are remainders: vectors of them are loaded in front
// of the loop.
// CHECK: :[[#@LINE+3]]:3: remark: unrolled: {{.*}} per source iteration, 4 at a time)
// CHECK: :[[#@LINE+2]]:3: remark: vectors for 32 iterations at most:
void masked(float *restrict o, const float *restrict w, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    o[i] = x[i] * w[i & 31];
}
