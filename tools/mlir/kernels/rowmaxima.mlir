// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The largest element of each row.

func.func @kernel(%a: memref<16x128xf64>, %b: memref<16x128xf64>, %c: memref<16x128xf64>) {
  %least = arith.constant -1.0e300 : f64
  affine.for %i = 0 to 16 {
    %most = affine.for %k = 0 to 128 iter_args(%m = %least) -> f64 {
      %0 = affine.load %a[%i, %k] : memref<16x128xf64>
      %1 = arith.cmpf ogt, %0, %m : f64
      %2 = arith.select %1, %0, %m : f64
      affine.yield %2 : f64
    }
    affine.store %most, %c[0, %i] : memref<16x128xf64>
  }
  return
}
