// Interleaved accesses (ld2, st2) are known by their one address, so that the
// vector body's source iterations are counted, and its remainder stays quiet.
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=neoverse-n1 -O2 -c %s \
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
