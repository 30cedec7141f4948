// The vectorised loop of 64 iterations is unrolled completely by LLVM. The loop that
// is left for accesses that meet says nothing of it.

// RUN: env TAKT_OPTIONS= %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline="builtin.module(takt-unroll{cpu=graniterapids triple=x86_64-linux-gnu lowering='%bare-pointers'})" \
// RUN:   | count 0
// Of more iterations the loop is there, and is known to be good as it is.
// RUN: sed 's/x64x/x1024x/g; s/to 64/to 1024/' %s > %t.mlir
// RUN: env TAKT_OPTIONS= %takt-mlir-opt %t.mlir -o /dev/null 2>&1 \
// RUN:   --pass-pipeline="builtin.module(takt-remarks{cpu=graniterapids triple=x86_64-linux-gnu lowering='%bare-pointers'})" \
// RUN:   | FileCheck %s
// CHECK: remark: vector body:

func.func @scaled(%a: memref<16x64xf64>, %b: memref<f64>, %c: memref<16x64xf64>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i, %j] : memref<16x64xf64>
      %1 = affine.load %b[] : memref<f64>
      %2 = affine.load %c[%i, %j] : memref<16x64xf64>
      %3 = arith.mulf %0, %1 : f64
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %c[%i, %j] : memref<16x64xf64>
    }
  }
  return
}
