// Of two files of one name in different folders a remark has the right one.

// RUN: %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-remarks{cpu=skylake})' \
// RUN:   | FileCheck %s --implicit-check-not=remark:
// CHECK: one/k.mlir:6:3: remark: {{.*}}cycles per iteration

func.func @f(%a: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cst = arith.constant 3.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf64> loc("one/k.mlir":7:5)
    %y = arith.mulf %x, %cst : f64 loc("one/k.mlir":7:5)
    memref.store %y, %a[%i] : memref<?xf64> loc("one/k.mlir":7:5)
  } loc("one/k.mlir":6:3)
  return loc("two/k.mlir":9:3)
} loc("two/k.mlir":1:1)
