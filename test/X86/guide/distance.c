// What an iteration writes is read some iterations later. LLVM's vectoriser takes
// no more than these at a time, but for the interleave count that it is given,
// which it obeys. So such loops get none, from the model or by hand.

// REQUIRES: x86-64-host, x86-registered-target
// RUN: %takt-clang -O1 %s -o %t.right
// RUN: %t.right > %t.expected
// RUN: FileCheck %s --check-prefix=RESULT --input-file=%t.expected
// RUN: env TAKT_OPTIONS="-takt-guide=unroll,interleave -takt-guide-budget=1000" %takt-clang -mtune=skylake -O3 -Rpass=takt %s -o %t.guided 2> %t.remarks
// RUN: %t.guided | diff %t.expected -
// RUN: env TAKT_OPTIONS="-takt-guide=unroll,interleave -takt-guide-shape=0,4,2" %takt-clang -mtune=skylake -O3 %s -o %t.forced
// RUN: %t.forced | diff %t.expected -
// RUN: env TAKT_OPTIONS="-takt-guide=unroll,interleave -takt-guide-shape=2,4,0" %takt-clang -mtune=skylake -O3 %s -o %t.narrow
// RUN: %t.narrow | diff %t.expected -
// The loop behind them has no such distance.
// RUN: FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:

#include <stdio.h>

#define BEHIND(D)                                                              \
  void behind##D(float *restrict a, const float *restrict b, long n) {         \
    for (long i = 0; i < n; i++)                                               \
      a[i + D] = a[i] + b[i];                                                  \
  }
BEHIND(1) BEHIND(2) BEHIND(3) BEHIND(5) BEHIND(8) BEHIND(12) BEHIND(16)
BEHIND(24) BEHIND(32) BEHIND(100)

float sum(const float *a, long n) {
#pragma clang fp reassociate(on)
  float s = 0;
  // CHECK: distance.c:[[@LINE+1]]:3: remark: {{.*}} on skylake
  for (long i = 0; i < n; i++)
    s += a[i];
  return s;
}

static float a[4000], b[4000];

__attribute__((noinline, optnone)) int main(void) {
  void (*volatile all[])(float *restrict, const float *restrict, long) = {
      behind1,  behind2,  behind3,  behind5,  behind8,
      behind12, behind16, behind24, behind32, behind100};
  for (unsigned k = 0; k != sizeof all / sizeof *all; k++) {
    for (int i = 0; i != 4000; i++)
      a[i] = i % 7, b[i] = 1;
    all[k](a, b, 3000);
    double s = 0;
    for (int i = 0; i != 4000; i++)
      s += a[i] * (i % 13);
    printf("%.0f\n", s);
  }
  // RESULT: {{^}}13547917{{$}}
  return sum(a, 16) < 0;
}
