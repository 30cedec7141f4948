// The sums of a matrix's rows: each addition waits for the one before.
func.func @row_sums(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 64 {
    %sum = affine.for %k = 0 to %n iter_args(%s = %zero) -> f64 {
      %0 = affine.load %a[%i, %k] : memref<64x?xf64>
      %1 = arith.addf %s, %0 : f64
      affine.yield %1 : f64
    }
    affine.store %sum, %sums[%i] : memref<64xf64>
  }
  return
}
