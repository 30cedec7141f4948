// Where the budget is not enough to look at loops, it is said once in a file.

// REQUIRES: x86-registered-target
// DEFINE: %{clang} = %takt-clang --target=x86_64-linux-gnu -march=znver4 -O3 -Rpass=takt -Rpass-missed=takt -c %s -o %t.o
// RUN: env TAKT_OPTIONS="-takt-guide=unroll,interleave -takt-guide-budget=1" %{clang} 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: env TAKT_OPTIONS="-takt-guide=unroll,interleave -takt-guide-budget=1000" %{clang} 2>&1 | FileCheck %s --check-prefix=ENOUGH --implicit-check-not="not guided"

// CHECK: :[[#@LINE+5]]:5: remark: not guided: more than -takt-guide-budget=1 is needed to look at this loop, and maybe at others of the file [-Rpass-missed=takt]
// ENOUGH: :[[#@LINE+4]]:5: remark: outer loops unrolled by
void sums(double *restrict to, const double *restrict from,
          const double *restrict by, long rows, long n) {
  for (long r = 0; r < rows; r++)
    for (long c = 0; c < n; c++)
      to[c] += from[r * n + c] * by[r];
}

// ENOUGH: :[[#@LINE+4]]:5: remark: outer loops unrolled by
void differences(double *restrict to, const double *restrict from,
                 const double *restrict by, long rows, long n) {
  for (long r = 0; r < rows; r++)
    for (long c = 0; c < n; c++)
      to[c] -= from[r * n + c] * by[r];
}
