// Of copies that the compiler made within a function, and that take the same,
// one is said; the record has all.

// REQUIRES: x86-registered-target
// DEFINE: %{clang} = %takt-clang --target=x86_64-linux-gnu -march=skylake -O3 -Rpass-analysis=takt -c %s -o %t.o
// RUN: %{clang} 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %{clang} -fsave-optimization-record -foptimization-record-file=%t.yaml 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: FileCheck %s --check-prefix=RECORD --input-file=%t.yaml

// CHECK: :[[#@LINE+7]]:5: remark: {{.*}} on skylake
// RECORD-COUNT-2: {{^}}Name:            Cycles
void rows(double *restrict to, const double *restrict from,
          const double *restrict by, long n) {
#pragma clang loop unroll_count(2)
  for (long r = 0; r < 64; r++)
#pragma clang loop vectorize(disable) unroll(disable)
    for (long c = 0; c < n; c++)
      to[c] += from[r * n + c] * by[r];
}
