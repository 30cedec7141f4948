// Which counts are tried, and whether loops are jammed, are options.

// RUN: %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-unroll{%slow-sums factors=5,3})' \
// RUN:   | FileCheck %s
// RUN: %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-unroll{%slow-sums jam=false})' \
// RUN:   | count 0

// RUN: %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-unroll{%slow-sums factors=5 threshold=90})' \
// RUN:   | count 0
// RUN: %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-unroll{%slow-sums factors=5 threshold=70})' \
// RUN:   | FileCheck %s

// CHECK: remark: unrolled and jammed by 5: 40.00 → 8.{{.*}} cycles per iteration of the loop in it

// RUN: not %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-unroll{%slow-sums factors=2,1})' \
// RUN:   | FileCheck %s --check-prefix=ONE
// ONE: options.mlir:0:0: error: takt-unroll: factors: 1 is not from 2 to 64
// RUN: not %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-unroll{%slow-sums factors=65})' \
// RUN:   | FileCheck %s --check-prefix=MANY
// MANY: error: takt-unroll: factors: 65 is not from 2 to 64
// RUN: not %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-unroll{triple=x86_64-linux-gnu cpu=penguin})' \
// RUN:   | FileCheck %s --check-prefix=CPU
// CPU: error: takt-unroll: cpu: 'penguin' is none that LLVM knows
// RUN: not env TAKT_OPTIONS=-takt-model=nowhere.yaml %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-unroll{%slow-sums})' \
// RUN:   | FileCheck %s --check-prefix=MODEL
// MODEL: error: takt-unroll: {{.*}}'nowhere.yaml'
// RUN: %takt-mlir-opt %s -o %t.mlir 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-unroll{%slow-sums lowering=lower-affine})' \
// RUN:   | FileCheck %s --check-prefix=LOWERING
// LOWERING: warning: takt-unroll: {{.*}}options.mlir:[[#@LINE+2]]:1: cannot be converted to LLVM IR

func.func @rows(%a: memref<60x?xf64>, %sums: memref<60xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 60 {
    %sum = affine.for %k = 0 to %n iter_args(%s = %zero) -> f64 {
      %0 = affine.load %a[%i, %k] : memref<60x?xf64>
      %1 = arith.addf %s, %0 : f64
      affine.yield %1 : f64
    }
    affine.store %sum, %sums[%i] : memref<60xf64>
  }
  return
}
