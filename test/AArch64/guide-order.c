// A sum of floating-point numbers stays in the order of the source, whatever
// shape the loop is given: LLVM would take a width of vectors for permission to
// reorder it, and AArch64 vectorises such loops with ordered additions.

// REQUIRES: aarch64-registered-target
// DEFINE: %{flags} = -O3 --target=aarch64-linux-gnu -mcpu=neoverse-n1 -S %s
// RUN: env TAKT_OPTIONS="-takt-guide=unroll,interleave -takt-guide-budget=1000 -takt-dump-guide=%t.tried" %takt-clang %{flags} -o - | FileCheck %s
// RUN: env TAKT_OPTIONS=-takt-guide-shape=8,2,1 %takt-clang %{flags} -o - | FileCheck %s
// CHECK-LABEL: {{^}}sum:
// CHECK-NOT: {{fadd[[:space:]]+v|faddp}}
// CHECK: {{^}}.Lfunc_end0:

// Other interleave counts are tried, but no other width of vectors.
// RUN: FileCheck %s --check-prefix=TRIED --input-file=%t.tried --implicit-check-not='{{^}}sum.0{{.}}{{[2-9]}}'
// TRIED: {{^}}sum.0{{.}}0{{.}}8{{.}}1{{.}}
float sum(const float *a, long n) {
  float s = 0;
  for (long i = 0; i < n; i++)
    s += a[i];
  return s;
}

// Where reordering is allowed the width is obeyed.
// RUN: env TAKT_OPTIONS=-takt-guide-shape=8,2,1 %takt-clang -ffast-math %{flags} -o %t.s -Rpass=loop-vectorize 2>&1 | FileCheck %s --check-prefix=FAST
// FAST: vectorized loop (vectorization width: 8, interleaved count: 2)
