// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Means of neighbours, in place.

func.func @kernel(%a: memref<16x128xf64>, %b: memref<16x128xf64>, %c: memref<16x128xf64>) {
  affine.for %i = 1 to 15 {
    affine.for %j = 1 to 127 {
      %0 = affine.load %c[%i - 1, %j] : memref<16x128xf64>
      %1 = affine.load %c[%i, %j - 1] : memref<16x128xf64>
      %2 = affine.load %c[%i, %j + 1] : memref<16x128xf64>
      %3 = affine.load %b[0, 0] : memref<16x128xf64>
      %4 = arith.addf %0, %1 : f64
      %5 = arith.addf %4, %2 : f64
      %6 = arith.mulf %5, %3 : f64
      affine.store %6, %c[%i, %j] : memref<16x128xf64>
    }
  }
  return
}
