// A function that is called twice, and seen by nobody outside of the module, has its
// loop once.

// RUN: %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-unroll{%slow-sums factors=8})' | FileCheck %s

// CHECK: functions.mlir:[[#@LINE+3]]:3: remark: unrolled and jammed by 8: 40.00 → 5.00
func.func private @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) attributes {llvm.linkage = #llvm.linkage<internal>} {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 64 {
    %sum = affine.for %k = 0 to %n iter_args(%s = %zero) -> f64 {
      %0 = affine.load %a[%i, %k] : memref<64x?xf64>
      %1 = arith.addf %s, %0 : f64
      affine.yield %1 : f64
    }
    affine.store %sum, %sums[%i] : memref<64xf64>
  }
  return
}

func.func @twice(%a: memref<64x?xf64>, %b: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
  call @rows(%a, %sums, %n) : (memref<64x?xf64>, memref<64xf64>, index) -> ()
  call @rows(%b, %sums, %n) : (memref<64x?xf64>, memref<64xf64>, index) -> ()
  return
}

// CHECK: functions.mlir:[[#@LINE+3]]:3: remark: unrolled and jammed by 8: 40.00 → 5.00
func.func private @unused(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) attributes {llvm.linkage = #llvm.linkage<internal>} {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 64 {
    %sum = affine.for %k = 0 to %n iter_args(%s = %zero) -> f64 {
      %0 = affine.load %a[%i, %k] : memref<64x?xf64>
      %1 = arith.addf %s, %0 : f64
      affine.yield %1 : f64
    }
    affine.store %sum, %sums[%i] : memref<64xf64>
  }
  return
}
