// What was unrolled in front of the vectoriser the loop vectoriser does not look
// at again, but where one iteration may read what another has stored.

// REQUIRES: x86-registered-target
// RUN: env TAKT_OPTIONS="-takt-guide=unroll -takt-guide-function=0,0,4,0" %takt-clang --target=x86_64-linux-gnu -march=znver4 -O3 -c %s -o %t.o -Rpass-missed=loop-vectorize 2>&1 | FileCheck %s --implicit-check-not="explicitly disabled ["

void turn(int *a, long n) {
  // CHECK: :[[@LINE+2]]:3: remark: loop not vectorized: vectorization is explicitly disabled [
  // CHECK: :[[@LINE+1]]:3: remark: loop not vectorized: vectorization is explicitly disabled [
  for (long i = 0; i < n / 2; i++) {
    int low = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = low;
  }
}

void pass(double *a, const double *b, long n) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not vectorized [
  for (long i = 0; i < n; i++)
    a[i + 2] = a[i] * b[i];
}
