// RUN: env TAKT_OPTIONS=-takt-time %takt-clang -O1 -march=skylake -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: env TAKT_OPTIONS=-takt-time %takt-clang -O1 -march=skylake -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: takt: 1 loops in 2 functions analysed in {{[0-9.]+}} ms, {{[0-9.]+}} ms per loop
// Nobody has asked, so nothing runs.
// NONE: takt: 0 loops in 0 functions analysed in 0.000 ms, 0.000 ms per loop
int one(void) { return 1; }
int find(const int *a, int x) {
  int i = 0;
  while (a[i] != x)
    i++;
  return i;
}
