// What pragmas of the source say, and where none of it is heard.
// clang-format off

// REQUIRES: x86-registered-target
// RUN: %takt-clang++ --target=x86_64-linux-gnu -march=skylake -O2 -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:

// A pragma only says that the order does not matter, not that zeros may lose
// their sign.
// CHECK: advice-pragmas.cpp:[[#@LINE+4]]:3: remark: more accumulators needed: {{.*}} cycles per source iteration on skylake with '#pragma clang loop interleave_count(8)' [-Rpass-missed=takt]
double sum(const double *a, long n) {
#pragma clang fp reassociate(on)
  double s = 0;
  for (long i = 0; i < n; i++)
    s += a[i];
  return s;
}

// CHECK: remark: reassociation needed: {{.*}} or '#pragma clang fp reassociate(on)' at the start of the block around it; inlined into written at
// CHECK: remark: reassociation needed: {{.*}} or '#pragma clang fp reassociate(on)' at the start of the block around it in a loop of your own; inlined into installed at
#line 10 "own.h"
static inline float add(const float *a, long n) {
  float s = 0;
  for (long i = 0; i < n; i++)
    s += a[i];
  return s;
}
#line 20 "/usr/lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/numeric"
static inline float accumulate(const float *a, long n) {
  float s = 0;
  for (long i = 0; i < n; i++)
    s += a[i];
  return s;
}
#line 100 "advice-pragmas.cpp"
float written(const float *a, long n) { return add(a, n); }
float installed(const float *a, long n) { return accumulate(a, n); }
