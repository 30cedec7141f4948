// Interleaved accesses (ld2, st2) are known by their one address, so that the
// vector body's source iterations are counted, and its remainder stays quiet.
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=neoverse-n1 -O2 -ffast-math -c %s \
// RUN:   -o /dev/null -Rpass-analysis=takt 2>&1 | FileCheck %s

struct complex {
  float re, im;
};

void conjugate(int n, const struct complex *restrict in,
               struct complex *restrict out) {
  // CHECK: :[[#@LINE+2]]:3: remark: vector body: {{.*}} per source iteration, {{[0-9]+}} at a time) on neoverse-n1
  // CHECK-NOT: remark:
  for (int i = 0; i < n; i++) {
    out[i].re = in[i].re;
    out[i].im = -in[i].im;
  }
}

// What interleaving leaves of a loop may be unrolled by more than it is
// interleaved, and runs once at most.
void product(int n, double *restrict c, const double *a, const double *b) {
  for (int j = 0; j < n; j++)
    // CHECK: :[[#@LINE+2]]:5: remark: unrolled: {{.*}} per source iteration, 2 at a time) on neoverse-n1
    // CHECK-NOT: remark:
    for (int k = 0; k < n; k++)
      c[j] += a[k] * b[k * n + j];
}
