// clang-format off
// A counter of eight bits may do as many iterations as it can tell.

// REQUIRES: x86-registered-target
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -g -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not='not modelled'

// CHECK: :[[#@LINE+2]]:3: remark: {{[0-9.]+}} cycles per iteration {{.*}}; the loop at [[#@LINE+6]]:5 in it as vectors in a row
void rows(double *y, const double *x, long n, double a) {
  for (long i = 0; i < n; i++) {
    unsigned char k = 59;
    double *p = y + i * 64;
    const double *q = x;
    do {
      *p = *p * a + *q;
      p++, q++;
    } while (--k);
  }
}
