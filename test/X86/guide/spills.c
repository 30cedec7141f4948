// Registers are counted by what running out of them costs: of five accumulators a
// vector two vectors at a time fit, four spill some and gain all the same, eight
// spill so much that they lose to the port of stores, though the chain would gain
// most by them.

// REQUIRES: x86-registered-target
// RUN: rm -f %t.tried
// RUN: env TAKT_OPTIONS="-takt-model=%S/Inputs/slow-max.yaml -takt-guide=interleave -takt-guide-budget=1000 -takt-dump-guide=%t.tried" %takt-clang --target=x86_64-linux-gnu -march=skylake -O3 -ffast-math -Rpass=takt -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TRIED --input-file=%t.tried
// CHECK: :[[#@LINE+6]]:3: remark: interleaved by 4 instead of 2: 2.00 → 1.31 cycles per source iteration on slow-max
// TRIED: {{^}}most.0{{.}}0{{.}}0{{.}}0{{.}}1024{{.[0-9.]+.}}2.0000{{.}}8{{.}}
// TRIED: {{^}}most.0{{.}}0{{.}}8{{.}}1{{.}}1024{{.[0-9.]+.}}1.6953{{.}}32{{.*}}bound by port p4 (
// TRIED: {{^}}most.0{{.}}0{{.}}4{{.}}1{{.}}1024{{.[0-9.]+.}}1.3125{{.}}16{{.*}}memory at [rsp+
double most(const double *restrict a, const double *restrict b, long n) {
  double p = 0, q = 0, r = 0, s = 0, t = 0;
  for (long i = 0; i < n; i++) {
    double x = a[i], y = b[i];
    p = x > p ? x : p;
    q = y > q ? y : q;
    r = x + y > r ? x + y : r;
    s = x - y > s ? x - y : s;
    t = x * y > t ? x * y : t;
  }
  return p + q + r + s + t;
}
