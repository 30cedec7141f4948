// The numbers follow the CPU's description.

// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=tsv110 -O2 -ffp-contract=fast -fno-vectorize -fno-unroll-loops -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s

// CHECK: dot.c:[[#@LINE+3]]:3: remark: 7.00 cycles per iteration on tsv110, bound by the dependency chain through d0 (fmadd, 7.00)
double dot(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
