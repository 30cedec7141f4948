"""Prints rows whose sums take `additions` additions an iteration: large.py 78."""

import sys

ADDITIONS = int(sys.argv[1])
print("""func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 64 {
    %sum = affine.for %k = 0 to %n iter_args(%s0 = %zero) -> f64 {
      %0 = affine.load %a[%i, %k] : memref<64x?xf64>""")
for number in range(ADDITIONS):
    print(f"      %s{number + 1} = arith.addf %s{number}, %0 : f64")
print(f"""      affine.yield %s{ADDITIONS} : f64
    }}
    affine.store %sum, %sums[%i] : memref<64xf64>
  }}
  return
}}""")
