// Modules within a module are compiled at the same time, and hear nothing of each other.

// Which of them is last is chance, so it is done twice.
// RUN: %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(builtin.module(takt-remarks{%slow-sums},takt-unroll{%slow-sums}))' \
// RUN:   | FileCheck %s
// RUN: %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(builtin.module(takt-unroll{%slow-sums},takt-remarks{%slow-sums}))' \
// RUN:   | FileCheck %s
// Of the outer module nothing is known that has loops.
// RUN: %takt-mlir-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(takt-remarks{%slow-sums})' | count 0

// CHECK-COUNT-16: remark: unrolled and jammed by 8: 40.00 → 5.00
// CHECK-NOT: jammed
module @m0 {
  func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
}
module @m1 {
  func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
}
module @m2 {
  func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
}
module @m3 {
  func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
}
module @m4 {
  func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
}
module @m5 {
  func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
}
module @m6 {
  func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
}
module @m7 {
  func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
}
module @m8 {
  func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
}
module @m9 {
  func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
}
module @m10 {
  func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
}
module @m11 {
  func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
}
module @m12 {
  func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
}
module @m13 {
  func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
}
module @m14 {
  func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
}
module @m15 {
  func.func @rows(%a: memref<64x?xf64>, %sums: memref<64xf64>, %n: index) {
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
}
