// TAKT_OPTIONS is read like a command line.

// RUN: %takt-clang -O2 -march=skylake -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: env TAKT_OPTIONS="-takt-remainders --takt-cpu=skylake" %takt-clang -O2 -march=haswell -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ALL

// QUIET-NOT: remainder
// QUIET: unrolled: {{.*}} on skylake
// QUIET-NOT: remainder
// ALL: remainder: {{.*}} on skylake
// ALL: unrolled: {{.*}} on skylake
double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
