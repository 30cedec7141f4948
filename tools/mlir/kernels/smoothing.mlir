// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponential smoothing along rows.

func.func @kernel(%a: memref<16x128xf64>, %b: memref<16x128xf64>, %c: memref<16x128xf64>) {
  affine.for %i = 0 to 16 {
    %start = affine.load %a[%i, 0] : memref<16x128xf64>
    %factor = affine.load %b[0, 0] : memref<16x128xf64>
    affine.for %j = 0 to 128 iter_args(%s = %start) -> f64 {
      %0 = affine.load %a[%i, %j] : memref<16x128xf64>
      %1 = arith.subf %0, %s : f64
      %2 = arith.mulf %1, %factor : f64
      %3 = arith.addf %s, %2 : f64
      affine.store %3, %c[%i, %j] : memref<16x128xf64>
      affine.yield %3 : f64
    }
  }
  return
}
