// What cannot be changed, or would gain nothing, stays as it is.

// RUN: %takt-mlir-opt %s -o %t.after --pass-pipeline='builtin.module(takt-unroll{%slow-sums})' 2>&1 | count 0
// RUN: %takt-mlir-opt %s -o %t.before
// RUN: cmp %t.before %t.after

func.func private @f(f64) -> f64

// Each row begins with the sum of the one before.
func.func @carried(%a: memref<64x64xf64>, %x: memref<65xf64>) {
  affine.for %i = 0 to 64 {
    affine.for %k = 0 to 64 {
      %0 = affine.load %a[%i, %k] : memref<64x64xf64>
      %1 = affine.load %x[%i] : memref<65xf64>
      %2 = affine.load %x[%i + 1] : memref<65xf64>
      %3 = arith.addf %1, %0 : f64
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %x[%i + 1] : memref<65xf64>
    }
  }
  return
}

// Nothing is known of what is called.
func.func @calls(%a: memref<64x64xf64>, %x: memref<64xf64>) {
  affine.for %i = 0 to 64 {
    affine.for %k = 0 to 64 {
      %0 = affine.load %a[%i, %k] : memref<64x64xf64>
      %1 = affine.load %x[%i] : memref<64xf64>
      %2 = arith.addf %1, %0 : f64
      %3 = func.call @f(%2) : (f64) -> f64
      affine.store %3, %x[%i] : memref<64xf64>
    }
  }
  return
}

// The same place is read and written at an index that nothing is known of.
func.func @anywhere(%a: memref<64x64xf64>, %x: memref<64xf64>, %n: index) {
  affine.for %i = 0 to 64 {
    affine.for %k = 0 to 64 {
      %0 = affine.load %a[%i, %k] : memref<64x64xf64>
      %1 = memref.load %x[%n] : memref<64xf64>
      %2 = arith.addf %1, %0 : f64
      memref.store %2, %x[%n] : memref<64xf64>
    }
  }
  return
}

// One sum, which cannot be taken apart.
func.func @sum(%a: memref<?xf64>, %n: index, %start: f64) -> f64 {
  %sum = affine.for %i = 0 to %n iter_args(%s = %start) -> f64 {
    %0 = affine.load %a[%i] : memref<?xf64>
    %1 = arith.addf %s, %0 : f64
    affine.yield %1 : f64
  }
  return %sum : f64
}

// Two loops in one: they cannot be jammed.
func.func @two(%a: memref<64x64xf64>, %x: memref<64xf64>, %y: memref<64xf64>) {
  affine.for %i = 0 to 64 {
    affine.for %k = 0 to 64 {
      %0 = affine.load %a[%i, %k] : memref<64x64xf64>
      %1 = affine.load %x[%i] : memref<64xf64>
      %2 = arith.addf %1, %0 : f64
      affine.store %2, %x[%i] : memref<64xf64>
    }
    affine.for %k = 0 to 64 {
      %0 = affine.load %a[%i, %k] : memref<64x64xf64>
      %1 = affine.load %y[%i] : memref<64xf64>
      %2 = arith.addf %1, %0 : f64
      affine.store %2, %y[%i] : memref<64xf64>
    }
  }
  return
}

// Rows of different lengths.
func.func @triangle(%a: memref<64x64xf64>, %x: memref<64xf64>) {
  affine.for %i = 0 to 64 {
    affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
      %0 = affine.load %a[%i, %k] : memref<64x64xf64>
      %1 = affine.load %x[%i] : memref<64xf64>
      %2 = arith.addf %1, %0 : f64
      affine.store %2, %x[%i] : memref<64xf64>
    }
  }
  return
}

// A loop that does nothing, and loops that never run.
func.func @none(%a: memref<64x64xf64>, %x: memref<64xf64>) {
  affine.for %i = 0 to 8 {
  }
  affine.for %i = 0 to 0 {
    affine.for %k = 0 to 64 {
      %0 = affine.load %a[%i, %k] : memref<64x64xf64>
      %1 = affine.load %x[%i] : memref<64xf64>
      %2 = arith.addf %1, %0 : f64
      affine.store %2, %x[%i] : memref<64xf64>
    }
  }
  affine.for %i = 0 to 64 {
    affine.for %k = 64 to 0 {
      %0 = affine.load %a[%i, %k] : memref<64x64xf64>
      %1 = affine.load %x[%i] : memref<64xf64>
      %2 = arith.addf %1, %0 : f64
      affine.store %2, %x[%i] : memref<64xf64>
    }
  }
  return
}
