// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of columns, a column at a time.

func.func @kernel(%a: memref<128x16xf64>, %b: memref<128x16xf64>, %c: memref<16x128xf64>) {
  affine.for %j = 0 to 16 {
    affine.for %i = 0 to 128 {
      %0 = affine.load %a[%i, %j] : memref<128x16xf64>
      %1 = affine.load %c[0, %j] : memref<16x128xf64>
      %2 = arith.addf %1, %0 : f64
      affine.store %2, %c[0, %j] : memref<16x128xf64>
    }
  }
  return
}
