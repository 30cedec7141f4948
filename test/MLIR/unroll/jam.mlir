// Rows whose sums wait for nothing but themselves are summed up together: the
// first count is taken than which no larger one is much faster.

// RUN: %takt-mlir-opt %s -o %t.mlir 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-unroll{%slow-sums},takt-remarks{%slow-sums})' \
// RUN:   | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s --input-file=%t.mlir

// SAID: jam.mlir:[[#@LINE+15]]:3: remark: unrolled and jammed by 8: 40.00 → 5.00 cycles per iteration of the loop in it on slow-sums, before bound by the dependency chain through xmm0 (vaddsd → vaddsd → vaddsd → vaddsd … 4 more, 320.00)
// What the remark behind it says of the loop is the same.
// SAID: jam.mlir:[[#@LINE+14]]:12: remark: {{.*}}40.00 {{(per source iteration|cycles per iteration)}}

// CHECK-LABEL: func.func @rows
// CHECK: affine.for %[[I:.*]] = 0 to 64 step 8
// CHECK-NEXT: %[[SUMS:.*]]:8 = affine.for {{.*}} = 0 to %{{.*}} iter_args(
// CHECK-COUNT-8: arith.addf
// CHECK-NOT: arith.addf
// CHECK: affine.store %[[SUMS]]#0, %{{.*}}[%[[I]]]
// CHECK: affine.store %[[SUMS]]#7,
// CHECK-NOT: affine.for
// CHECK: return
func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
