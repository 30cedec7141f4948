// A nest beside other loops: code around these is not the nest's, and what
// jamming adds around them is no loss of theirs.

// REQUIRES: x86-registered-target
// RUN: env TAKT_OPTIONS="-takt-guide=unroll -takt-guide-trips=128 -takt-guide-budget=1000" %takt-clang --target=x86_64-linux-gnu -march=znver4 -O3 -c %s -o %t.o -Rpass=takt 2>&1 | FileCheck %s --implicit-check-not=remark:

// CHECK: :[[#@LINE+6]]:5: remark: outer loops unrolled by 4 and jammed: 4.00 → 1.00 cycles per source iteration on znver4
void besideLoop(double *restrict to, double *restrict out,
                const double *restrict from, const double *restrict by,
                long rows, long n) {
  for (long r = 0; r < rows; r++) {
    double sum = 0;
    for (long c = 0; c < n; c++)
      sum += from[r * n + c] * by[c];
    to[r] = sum;
  }
  for (long c = 0; c < n; c++)
    out[c] *= by[c];
}

// Both of two nests.
// CHECK: :[[#@LINE+6]]:5: remark: outer loops unrolled by 4 and jammed: 4.00 → 1.00 cycles
// CHECK: :[[#@LINE+11]]:5: remark: outer loops unrolled by 4 and jammed: 3.00 → 0.75 cycles
void two(double *restrict to, double *restrict out, const double *restrict from,
         const double *restrict by, long rows, long n) {
  for (long r = 0; r < rows; r++) {
    double product = 1;
    for (long c = 0; c < n; c++)
      product = product * from[r * n + c] + by[c];
    to[r] = product;
  }
  for (long r = 0; r < rows; r++) {
    double sum = 0;
    for (long c = 0; c < n; c++)
      sum += from[r * n + c];
    out[r] = sum;
  }
}
