// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A filter of 32 taps over each row.

func.func @kernel(%a: memref<16x128xf64>, %b: memref<16x128xf64>, %c: memref<16x128xf64>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 96 {
      affine.for %k = 0 to 32 {
        %0 = affine.load %a[%i, %j + %k] : memref<16x128xf64>
        %1 = affine.load %b[0, %k] : memref<16x128xf64>
        %2 = affine.load %c[%i, %j] : memref<16x128xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<16x128xf64>
      }
    }
  }
  return
}
