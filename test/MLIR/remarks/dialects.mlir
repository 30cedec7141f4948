// Modules of several dialects are lowered, those of the LLVM dialect as they are.

// RUN: %takt-mlir-opt --split-input-file %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-remarks{%slow-sums opt-level=1})' \
// RUN:   | FileCheck %s --implicit-check-not=warning --implicit-check-not=remark:

// Lines count from the split on.
// CHECK: :13:8: remark: 40.00 cycles per iteration on slow-sums
func.func @scf(%a: memref<?xf64>, %n: index, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // A loop of scf.
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %start) -> f64 {
    %0 = memref.load %a[%i] : memref<?xf64>
    %1 = arith.addf %s, %0 : f64
    scf.yield %1 : f64
  }
  return %r : f64
}

// -----

// CHECK: :5:3: remark: 40.00 cycles per iteration on slow-sums
func.func @linalg(%a: memref<?xf64>, %sum: memref<f64>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                  iterator_types = ["reduction"]}
      ins(%a : memref<?xf64>) outs(%sum : memref<f64>) {
  ^bb0(%0: f64, %s: f64):
    %1 = arith.addf %s, %0 : f64
    linalg.yield %1 : f64
  }
  return
}

// -----

// CHECK: remark: 40.00 cycles per iteration on slow-sums
func.func @vector(%a: memref<?x4xf64>, %n: index, %start: vector<4xf64>) -> vector<4xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %r = affine.for %i = 0 to %n iter_args(%s = %start) -> vector<4xf64> {
    %0 = vector.transfer_read %a[%i, %c0], %zero {in_bounds = [true]} : memref<?x4xf64>, vector<4xf64>
    %1 = arith.addf %s, %0 : vector<4xf64>
    affine.yield %1 : vector<4xf64>
  }
  return %r : vector<4xf64>
}

// -----

// CHECK: remark: 40.00 cycles per iteration on slow-sums
llvm.func @llvm(%a: !llvm.ptr, %n: i64, %start: f64) -> f64 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^head(%zero, %start : i64, f64)
^head(%i: i64, %s: f64):
  %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %0 = llvm.load %p : !llvm.ptr -> f64
  %sum = llvm.fadd %s, %0 : f64
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %n : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, f64), ^end
^end:
  llvm.return %sum : f64
}
