// What would help is said where that is asked for.

// RUN: %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-remarks{%slow-sums advice=true})' \
// RUN:   | FileCheck %s
// RUN: %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-remarks{%slow-sums})' \
// RUN:   | FileCheck %s --check-prefix=NONE --implicit-check-not=needed

// CHECK: [[#@LINE+4]]:10: remark: {{.*}}bound by the dependency chain
// CHECK: [[#@LINE+3]]:10: remark: reassociation needed: 40.00 →
// NONE: remark: {{.*}}bound by the dependency chain
func.func @sum(%a: memref<?xf64>, %n: index, %start: f64) -> f64 {
  %sum = affine.for %i = 0 to %n iter_args(%s = %start) -> f64 {
    %0 = affine.load %a[%i] : memref<?xf64>
    %1 = arith.addf %s, %0 : f64
    affine.yield %1 : f64
  }
  return %sum : f64
}
