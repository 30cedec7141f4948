// A value that goes through memory in every iteration, because another pointer
// might point to it, and what the loop would take with it in a register.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -Rpass-missed=takt -c %s -o %t.o
// RUN: %takt-clang -O1 -g %{flags} 2>&1 | FileCheck %s --check-prefix=NAMES --implicit-check-not=remark:
// RUN: %takt-clang -O1 %{flags} 2>&1 | FileCheck %s --check-prefix=PLACES --implicit-check-not=remark:
// What is not optimised at all is no topic.
// RUN: %takt-clang -O0 %{flags} 2>&1 | count 0
// Nothing gains as much as this.
// RUN: env TAKT_OPTIONS=-takt-advice-threshold=90 %takt-clang -O1 %{flags} 2>&1 | count 0
// RUN: env TAKT_OPTIONS=-takt-advice-threshold=60 %takt-clang -O1 -g %{flags} 2>&1 | FileCheck %s --check-prefix=SOME --implicit-check-not=remark:
// SOME: remark: a and s, a and t may alias: 6.00 →
// RUN: not env TAKT_OPTIONS=-takt-advice-threshold=0 %takt-clang -O1 %{flags} 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: error: takt: in TAKT_OPTIONS: '0' is not a value of option '-takt-advice-threshold': a number from 1 to 4294967295

// Stored, loaded 5 cycles later, and an addition; the µops alone take 2. Of
// floating point an addition takes 4.
// NAMES: :[[#@LINE+5]]:3: remark: a and s, a and t may alias: 6.00 → {{2\.[0-9]+}} cycles per iteration on skylake with `restrict`, or a copy in a local variable [-Rpass-missed=takt]
// NAMES: :[[#@LINE+10]]:3: remark: a and s, a and t may alias: 9.00 → 4.00 cycles per iteration on skylake with `restrict`, or a copy in a local variable [-Rpass-missed=takt]
// PLACES: remark: the load at [[#@LINE+4]]:11 and the store at [[#@LINE+4]]:8, the load at [[#@LINE+4]]:11 and the store at [[#@LINE+5]]:8 may alias: 6.00 →
// PLACES: remark: the load at {{.*}} may alias: 9.00 → 4.00
void sums(int *s, int *t, const int *a, long n) {
  for (long i = 0; i < n; i++) {
    *s += a[i];
    *t += a[i] * 2;
  }
}
void floating(float *s, float *t, const float *a, long n) {
  for (long i = 0; i < n; i++) {
    *s += a[i];
    *t += a[i] * 2;
  }
}

// With `restrict` they are in registers.
void restricted(int *restrict s, int *restrict t, const int *restrict a,
                long n) {
  for (long i = 0; i < n; i++) {
    *s += a[i];
    *t += a[i] * 2;
  }
}

// No float is in the way of an int.
void types(int *s, const float *a, long n) {
  for (long i = 0; i < n; i++)
    *s += a[i];
}

// Whoever says volatile wants memory.
void asked(volatile int *s, int *t, const int *a, long n) {
  for (long i = 0; i < n; i++) {
    *s += a[i];
    *t = a[i];
  }
}

// Reloaded for nothing, but the chain takes longer.
float chain(float *p, const float *q, long n) {
  float x = 1;
  for (long i = 0; i < n; i++) {
    x = x * 3 + *q;
    p[i] = x;
  }
  return x;
}
