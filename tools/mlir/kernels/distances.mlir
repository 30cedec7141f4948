// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Squared distances of all pairs of rows.

func.func @kernel(%a: memref<16x128xf64>, %b: memref<16x128xf64>, %c: memref<16x16xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %sum = affine.for %k = 0 to 128 iter_args(%s = %zero) -> f64 {
        %0 = affine.load %a[%i, %k] : memref<16x128xf64>
        %1 = affine.load %b[%j, %k] : memref<16x128xf64>
        %2 = arith.subf %0, %1 : f64
        %3 = arith.mulf %2, %2 : f64
        %4 = arith.addf %s, %3 : f64
        affine.yield %4 : f64
      }
      affine.store %sum, %c[%i, %j] : memref<16x16xf64>
    }
  }
  return
}
