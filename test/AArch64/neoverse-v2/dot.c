// The numbers follow the CPU's description; cmp and b.ne, of which LLVM makes subs
// and b.ne here, stay two.

// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=neoverse-v2 -O2 -ffp-contract=fast -fno-vectorize -fno-unroll-loops -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s

// CHECK: dot.c:[[#@LINE+3]]:3: remark: 2.00 cycles per iteration on neoverse-v2, bound by the dependency chain through d0 (fmadd, 2.00)
double dot(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
