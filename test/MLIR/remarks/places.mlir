// Remarks are at the operations that loops come from, in the words of clang's.

// RUN: %takt-mlir-opt --pass-pipeline='builtin.module(takt-remarks{%slow-sums})' \
// RUN:   %s -o /dev/null 2>&1 | FileCheck %s -DFILE=%s --implicit-check-not=remark:

// CHECK: {{^}}[[FILE]]:[[#@LINE+2]]:10: remark: unrolled: 320.00 cycles per iteration (40.00 per source iteration, 8 at a time) on slow-sums, bound by the dependency chain through xmm0 (vaddsd → vaddsd → vaddsd → vaddsd … 4 more, 320.00)
func.func @sum(%a: memref<?xf64>, %n: index, %start: f64) -> f64 {
  %sum = affine.for %i = 0 to %n iter_args(%s = %start) -> f64 {
    %0 = affine.load %a[%i] : memref<?xf64>
    %1 = arith.addf %s, %0 : f64
    affine.yield %1 : f64
  }
  return %sum : f64
}

// CHECK: {{^}}[[FILE]]:[[#@LINE+3]]:5: remark: unrolled: 160.00 cycles per iteration (40.00 per source iteration, 4 at a time) on slow-sums, bound by the dependency chain through xmm0
func.func @matvec(%a: memref<64x64xf64>, %x: memref<64xf64>, %y: memref<64xf64>) {
  affine.for %i = 0 to 64 {
    affine.for %k = 0 to 64 {
      %0 = affine.load %a[%i, %k] : memref<64x64xf64>
      %1 = affine.load %x[%k] : memref<64xf64>
      %2 = affine.load %y[%i] : memref<64xf64>
      %3 = arith.mulf %0, %1 : f64
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %y[%i] : memref<64xf64>
    }
  }
  return
}

// LLVM leaves a loop for accesses that meet and the vectors in a row: the loop
// around is said what they cost.
// CHECK: {{^}}[[FILE]]:[[#@LINE+3]]:3: remark: {{[0-9.]+}} cycles per iteration on slow-sums,
// CHECK-SAME: ; the loop at [[#@LINE+3]]:5 in it as vectors in a row
func.func @rows(%a: memref<?x32xf32>, %b: memref<32xf32>) {
  affine.for %j = 0 to 100 {
    affine.for %i = 0 to 32 {
      %0 = affine.load %a[%j, %i] : memref<?x32xf32>
      %1 = affine.load %b[%i] : memref<32xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %a[%j, %i] : memref<?x32xf32>
    }
  }
  return
}
