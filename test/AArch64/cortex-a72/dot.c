// The numbers follow the CPU's description: accumulators are forwarded.

// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O2 -ffp-contract=fast -fno-vectorize -fno-unroll-loops -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O2 -ffp-contract=off -fno-vectorize -fno-unroll-loops -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ADD

// CHECK: dot.c:[[#@LINE+4]]:3: remark: 3.00 cycles per iteration on cortex-a72, bound by the dependency chain through d0 (fmadd, 3.00); ports alone 2.00, front end 2.33
// ADD: dot.c:[[#@LINE+3]]:3: remark: 4.00 cycles per iteration on cortex-a72, bound by the dependency chain through d0 (fadd, 4.00)
double dot(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
