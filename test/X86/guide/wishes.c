// What the user says of a loop stands, and code that is not to be fast, or whose
// loops cannot gain, is not touched.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -ffast-math -Rpass=takt -c %s
// DEFINE: %{guide} = -takt-model=%S/Inputs/slow-max.yaml -takt-guide=unroll,interleave -takt-guide-budget=1000

// RUN: env TAKT_OPTIONS="%{guide} -takt-dump-guide=%t.tried" %takt-clang -O3 %{flags} -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
// CHECK: :[[#@LINE+6]]:3: remark: interleaved by 8
// No copy with a loop that nobody may change is compiled at all.
// RUN: FileCheck %s --check-prefix=TRIED --input-file=%t.tried
// TRIED-NOT: {{unrolled_by_user|interleaved_by_user|untouched|cold}}
double guided(const double *a, long n) {
  double m = a[0];
  for (long i = 0; i < n; i++)
    m = a[i] > m ? a[i] : m;
  return m;
}

double unrolled_by_user(const double *a, long n) {
  double m = a[0];
#pragma clang loop unroll_count(2)
  for (long i = 0; i < n; i++)
    m = a[i] > m ? a[i] : m;
  return m;
}

double interleaved_by_user(const double *a, long n) {
  double m = a[0];
#pragma clang loop interleave_count(2)
  for (long i = 0; i < n; i++)
    m = a[i] > m ? a[i] : m;
  return m;
}

__attribute__((optnone, noinline)) double untouched(const double *a, long n) {
  double m = a[0];
  for (long i = 0; i < n; i++)
    m = a[i] > m ? a[i] : m;
  return m;
}

__attribute__((cold)) double cold(const double *a, long n) {
  double m = a[0];
  for (long i = 0; i < n; i++)
    m = a[i] > m ? a[i] : m;
  return m;
}

// RUN: env TAKT_OPTIONS="%{guide}" %takt-clang -Os %{flags} -o %t.os.o 2>&1 | count 0
// RUN: env TAKT_OPTIONS="%{guide}" %takt-clang -Oz %{flags} -o %t.oz.o 2>&1 | count 0
// RUN: env TAKT_OPTIONS="%{guide}" %takt-clang -O0 %{flags} -o %t.o0.o 2>&1 | count 0

// Only what was asked for is tried: no interleaving here.
// RUN: env TAKT_OPTIONS="-takt-model=%S/Inputs/slow-max.yaml -takt-guide=unroll -takt-guide-budget=1000 -takt-dump-guide=%t.unroll" %takt-clang -O3 %{flags} -o %t.o
// RUN: FileCheck %s --check-prefix=UNROLL --input-file=%t.unroll
// UNROLL-NOT: guided.0{{.}}0{{.}}8
