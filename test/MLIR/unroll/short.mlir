// Of short loops the core begins the next one while the chain of the last still
// waits: of the 128 iterations of a row 64 fit into the scheduler (40 / (1 + 64/128)
// cycles each), of eight rows 8 of each (5 / (1 + 8/128)).

// RUN: %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-unroll{%slow-sums factors=8})' | FileCheck %s

// CHECK: short.mlir:[[#@LINE+3]]:3: remark: unrolled and jammed by 8: 26.67 → 4.71 cycles per iteration of the loop in it on slow-sums, before bound by the dependency chain
func.func @rows(%a: memref<64x128xf64>, %sums: memref<64xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 64 {
    %sum = affine.for %k = 0 to 128 iter_args(%s = %zero) -> f64 {
      %0 = affine.load %a[%i, %k] : memref<64x128xf64>
      %1 = arith.addf %s, %0 : f64
      affine.yield %1 : f64
    }
    affine.store %sum, %sums[%i] : memref<64xf64>
  }
  return
}
