// Of a loop in another shape debug information stays right: the tables are sound,
// its instructions are still of its lines, and LLVM's remarks and those of the
// analysis are at its place.

// REQUIRES: x86-registered-target
// DEFINE: %{clang} = %takt-clang --target=x86_64-linux-gnu -march=skylake -O3 -ffast-math -g -c %s
// DEFINE: %{guide} = -takt-model=%S/Inputs/slow-max.yaml -takt-guide=interleave -takt-guide-budget=1000
// RUN: env TAKT_OPTIONS="%{guide}" %{clang} -Rpass='takt|loop-vectorize' -Rpass-analysis=takt -o %t.o 2>&1 | FileCheck %s
// CHECK: :[[#@LINE+10]]:3: remark: interleaved by 8 instead of 4
// CHECK: :[[#@LINE+9]]:3: remark: vectorized loop (vectorization width: 4, interleaved count: 8)
// CHECK: :[[#@LINE+8]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration (0.50 per source iteration, 32 at a time) on slow-max
// RUN: llvm-dwarfdump --verify %t.o | FileCheck %s --check-prefix=SOUND
// SOUND: No errors.
// RUN: llvm-objdump -d --line-numbers %t.o | FileCheck %s --check-prefix=LINES --implicit-check-not=debug.c:1677
// LINES: debug.c:[[#@LINE+5]]
// LINES: vmaxpd
double largest(const double *a, long n) {
  double m = a[0];
  for (long i = 0; i < n; i++)
    m = a[i] > m ? a[i] : m;
  return m;
}
