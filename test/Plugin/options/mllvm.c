// Options on the command line work where the plugin is given twice, and win
// over those in the environment.

// RUN: %takt-clang-opts -mllvm -takt-cpu=haswell -O2 -march=skylake -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: env TAKT_OPTIONS=-takt-cpu=znver4 %takt-clang-opts -mllvm -takt-cpu=haswell -O2 -march=skylake -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: env TAKT_OPTIONS=-takt-cpu=znver4 %takt-clang-opts -O2 -march=skylake -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ENV
// RUN: not %takt-clang-opts -mllvm -takt-nothing -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK: on haswell
// ENV: on znver4
// UNKNOWN: Unknown command line argument '-takt-nothing'
double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
