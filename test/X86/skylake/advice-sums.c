// A sum in any order waits for its accumulators where the vectoriser takes too
// few for the latency.

// REQUIRES: x86-registered-target
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O3 -ffast-math -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:

// Two cycles for each sum, and two for what its ports do: the one is in the other's
// way.
// RUN: %takt-clang --target=x86_64-linux-gnu -march=graniterapids -O3 -ffast-math -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: :[[#@LINE+5]]:3: remark: more accumulators needed: {{.*}} on graniterapids with '#pragma clang loop interleave_count(8)'

// CHECK: :[[#@LINE+3]]:3: remark: more accumulators needed: 0.25 → {{[0-9.]+}} cycles per source iteration on skylake with '#pragma clang loop interleave_count(8)' [-Rpass-missed=takt]
double sum(const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += a[i];
  return s;
}

// CHECK: :[[#@LINE+3]]:3: remark: more accumulators needed: {{.*}} with '#pragma clang loop interleave_count(8)'
float largest(const float *a, long n) {
  float m = a[0];
  for (long i = 1; i < n; i++)
    m = a[i] > m ? a[i] : m;
  return m;
}

// Sixteen would be better yet, but are all registers.
// CHECK: :[[#@LINE+4]]:3: remark: more accumulators needed: {{.*}} with '#pragma clang loop interleave_count(8)'
// BOTH: :[[#@LINE+3]]:3: remark: more accumulators needed:
int product(const int *a, long n) {
  int p = 1;
  for (long i = 0; i < n; i++)
    p *= a[i];
  return p;
}

// Two loads for each product: Skylake's ports are no less busy than the chain.
// BOTH: :[[#@LINE+3]]:3: remark: more accumulators needed:
double dot(const double *a, const double *b, long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

// It does what is advised.
double followed(const double *a, long n) {
  double s = 0;
#pragma clang loop interleave_count(8)
  for (long i = 0; i < n; i++)
    s += a[i];
  return s;
}

// Too few iterations.
double few(const double *a) {
  double s = 0;
#pragma clang loop unroll(disable)
  for (long i = 0; i < 48; i++)
    s += a[i];
  return s;
}

// What goes from one element to the next is no sum alone.
void recurrence(double *restrict a, const double *restrict b, long n, double f) {
  double s = 0;
  for (long i = 0; i < n; i++) {
    s = s * f + b[i];
    a[i] = s;
  }
}

// The chain is not the sum's: gathers share a register of masks.
// BOTH-NOT: more accumulators needed
int gathered(const int *table, const unsigned *keys, long n) {
  int found = 0;
  for (long i = 0; i < n; i++) {
    const unsigned slot = keys[i] * 2654435761u >> 22;
    found += table[slot] == keys[i] | table[slot + 1] == keys[i];
  }
  return found;
}
