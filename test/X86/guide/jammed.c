// clang-format off
// A loop that guiding has put rows of the loop around it into is the loop, and
// does so many source iterations more; what runs for the rows that are left is a
// remainder.

// REQUIRES: x86-registered-target
// RUN: env TAKT_OPTIONS="-takt-guide=unroll,interleave -takt-guide-budget=1000 -takt-remainders" \
// RUN:   %takt-clang --target=x86_64-linux-gnu -march=znver4 -O3 -Rpass=takt -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s

// CHECK: :[[#@LINE+8]]:5: remark: outer loops unrolled by 4 and jammed: {{0.[0-9]+}} → [[AFTER:0.[0-9]+]] cycles per source iteration
// CHECK: :[[#@LINE+7]]:5: remark: vector body: {{[0-9.]+}} cycles per iteration ([[AFTER]] per source iteration, 64 at a time)
// CHECK: :[[#@LINE+6]]:5: remark: remainder: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 4 at a time)
// CHECK: :[[#@LINE+5]]:5: remark: vector remainder: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 32 at a time)
// CHECK: :[[#@LINE+4]]:5: remark: remainder: {{[0-9.]+}} cycles per iteration on znver4
void sums(double *restrict to, const double *restrict from,
          const double *restrict by, long rows, long n) {
  for (long r = 0; r < rows; r++)
    for (long c = 0; c < n; c++)
      to[c] += from[r * n + c] * by[r];
}
