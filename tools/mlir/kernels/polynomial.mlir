// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Polynomials of 128 terms, one for each element, by Horner's rule.

func.func @kernel(%a: memref<16x16xf64>, %b: memref<16x128xf64>, %c: memref<16x16xf64>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %x = affine.load %a[%i, %j] : memref<16x16xf64>
      %start = affine.load %b[0, 0] : memref<16x128xf64>
      %sum = affine.for %k = 1 to 128 iter_args(%s = %start) -> f64 {
        %0 = affine.load %b[0, %k] : memref<16x128xf64>
        %1 = arith.mulf %s, %x : f64
        %2 = arith.addf %1, %0 : f64
        affine.yield %2 : f64
      }
      affine.store %sum, %c[%i, %j] : memref<16x16xf64>
    }
  }
  return
}
