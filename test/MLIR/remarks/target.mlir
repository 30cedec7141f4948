// The CPU, triple, features and level are the pass's options.

// REQUIRES: aarch64-registered-target
// RUN: env TAKT_OPTIONS= %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-remarks{triple=aarch64-linux-gnu cpu=cortex-a72 opt-level=1},takt-remarks{triple=x86_64-linux-gnu cpu=skylake features=-avx opt-level=1},takt-remarks{triple=x86_64-linux-gnu cpu=penryn opt-level=1},takt-remarks{triple=x86_64-linux-gnu cpu=penryn features=avx opt-level=1},takt-remarks{triple=x86_64-linux-gnu cpu=skylake opt-level=0})' \
// RUN:   | FileCheck %s --implicit-check-not=remark:

// CHECK: remark: {{.*}} on cortex-a72, bound by the dependency chain through d0 (fadd,
// CHECK: remark: {{.*}} on skylake, bound by the dependency chain through xmm0 (addsd,
// CHECK: remark: {{.*}} on penryn (generic),
// A feature without a sign is wanted.
// CHECK: remark: {{.*}} on penryn (generic), {{.*}}(vaddsd,
// Without optimisation the sum is kept in memory.
// CHECK: remark: {{.*}} on skylake, {{.*}} and memory
func.func @sum(%a: memref<?xf64>, %n: index, %start: f64) -> f64 {
  %sum = affine.for %i = 0 to %n iter_args(%s = %start) -> f64 {
    %0 = affine.load %a[%i] : memref<?xf64>
    %1 = arith.addf %s, %0 : f64
    affine.yield %1 : f64
  }
  return %sum : f64
}
