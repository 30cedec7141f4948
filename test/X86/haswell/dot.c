// RUN: %takt-clang -O2 -march=haswell -ffp-contract=fast -fno-unroll-loops -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s

// CHECK: dot.c:[[#@LINE+3]]:3: remark: 5.00 cycles per iteration on haswell, bound by the dependency chain through xmm0 (vfmadd231sd, 5.00)
double dot(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
