// RUN: %takt-clang -O2 -march=znver4 -ffp-contract=fast -fno-unroll-loops -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s

// CHECK: dot.c:[[#@LINE+3]]:3: remark: 4.00 cycles per iteration on znver4, bound by the dependency chain through xmm0 (vfmadd231sd, 4.00)
double dot(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
