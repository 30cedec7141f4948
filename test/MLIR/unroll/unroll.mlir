// A loop is unrolled that a taken branch limits to an iteration a cycle, where LLVM
// does not do it; what may be left over has a loop behind it. Counts are tried from
// the smallest on, in whatever order they are given.

// RUN: env TAKT_OPTIONS= %takt-mlir-opt %s -o %t.mlir 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-unroll{cpu=znver4 triple=x86_64-linux-gnu opt-level=1 factors=4,2})' \
// RUN:   | FileCheck %s --check-prefix=SAID --implicit-check-not=remark:
// RUN: FileCheck %s --input-file=%t.mlir

// SAID: unroll.mlir:[[#@LINE+8]]:3: remark: unrolled by [[#]]: {{.*}} cycles per iteration on znver4, before bound by
// CHECK-LABEL: func.func @affine
// CHECK: affine.for
// CHECK: affine.store
// CHECK: affine.store
// CHECK: affine.for
// CHECK: return
func.func @affine(%a: memref<?xi64>, %n: index, %v: i64) {
  affine.for %i = 0 to %n {
    affine.store %v, %a[%i] : memref<?xi64>
  }
  return
}

// SAID: unroll.mlir:[[#@LINE+10]]:3: remark: unrolled by 2: {{.*}} cycles per iteration on znver4, before bound by
// CHECK-LABEL: func.func @scf
// CHECK: scf.for
// CHECK: memref.store
// CHECK: memref.store
// CHECK: return
func.func @scf(%a: memref<4096xi64>, %v: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4096 = arith.constant 4096 : index
  scf.for %i = %c0 to %c4096 step %c1 {
    memref.store %v, %a[%i] : memref<4096xi64>
  }
  return
}
