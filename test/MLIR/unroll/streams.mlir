// A loop that waits for no chain is jammed for a clear gain only: three of its four
// loads remain, an eighth is gained by two rows at a time.

// DEFINE: %{options} =
// DEFINE: %{run} = env TAKT_OPTIONS=-takt-model=%S/../Inputs/slow-loads.yaml \
// DEFINE:   %takt-mlir-opt %s -o /dev/null 2>&1 \
// DEFINE:   --pass-pipeline='builtin.module(takt-unroll{%slow-sums opt-level=1 factors=2 %{options}})'

// RUN: %{run} | count 0
// REDEFINE: %{options} = threshold=4
// RUN: %{run} | count 0
// REDEFINE: %{options} = threshold=3
// RUN: %{run} | FileCheck %s

// CHECK: streams.mlir:[[#@LINE+3]]:3: remark: unrolled and jammed by 2: 16.00 → 14.00 cycles per iteration of the loop in it on slow-loads, before bound by ports p2 and p3 (16.00 each)
func.func @streams(%b: memref<?xf64>, %c: memref<64x?xf64>, %d: memref<64x?xf64>, %e: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 64 {
    %sum = affine.for %k = 0 to %n iter_args(%s = %zero) -> f64 {
      %0 = affine.load %b[%k] : memref<?xf64>
      %1 = affine.load %c[%i, %k] : memref<64x?xf64>
      %2 = affine.load %d[%i, %k] : memref<64x?xf64>
      %3 = affine.load %e[%i, %k] : memref<64x?xf64>
      %4 = arith.mulf %0, %3 : f64
      %5 = arith.addf %4, %2 : f64
      %6 = arith.addf %5, %1 : f64
      %7 = arith.addf %s, %6 : f64
      affine.yield %7 : f64
    }
    affine.store %sum, %sums[%i] : memref<64xf64>
  }
  return
}
