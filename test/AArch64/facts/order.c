// Sums whose order may not change are vectorised on AArch64, lane by lane: the
// chain stays, and what would break it is said as of other loops.

// REQUIRES: aarch64-registered-target
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O3 -g -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=neoverse-v2 -O3 -g -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O3 -ffast-math -g -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=FAST --allow-empty

// CHECK: :[[#@LINE+4]]:3: remark: reassociation needed: {{.*}} cycles per source iteration on {{.*}} with -fassociative-math
// FAST-NOT: reassociation
double dot(const float *x, const float *y, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += (double)(x[i] * y[i]);
  return s;
}
