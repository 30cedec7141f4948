// What is unrolled in front of the vectoriser: loops that work in rows. They are
// not unrolled by as much or less behind it, if the budget is enough for the
// former, and not interleaved, which the vectoriser would do, if their accesses
// do not allow it. It is the last word on how far they are unrolled.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=znver4 -O3 -c %s -o %t.o
// RUN: rm -f %t.tried
// RUN: env TAKT_OPTIONS="-takt-guide=unroll,interleave -takt-guide-budget=1000 -takt-dump-guide=%t.tried" %takt-clang %{flags}
// RUN: FileCheck %s --input-file=%t.tried --implicit-check-not=turn.0{{.}}1 --implicit-check-not=skip.0{{.}}function

// RUN: rm -f %t.few
// RUN: env TAKT_OPTIONS="-takt-guide=unroll -takt-guide-budget=24 -takt-dump-guide=%t.few" %takt-clang %{flags}
// RUN: FileCheck %s --check-prefix=FEW --input-file=%t.few

// CHECK: {{^}}turn.0{{.}}0{{.}}0{{.}}0{{.}}
// CHECK-NEXT: {{^}}turn.0{{.}}function{{.}}4{{.}}0{{.}}{{[0-9]+.[0-9.]+.[0-9.]+.4[^0-9]}}
// Along with the first look, where the budget is enough for no more.
// FEW: {{^}}turn.0{{.}}0{{.}}0{{.}}0{{.}}
// FEW-NEXT: {{^}}turn.0{{.}}function{{.}}4{{.}}0{{.}}
// FEW-NOT: turn.0{{.}}
void turn(int *a, long n) {
  for (long i = 0; i < n / 2; i++) {
    int low = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = low;
  }
}

// Vectors of what skips elements would be made of single ones.
// CHECK: {{^}}skip.0{{.}}0{{.}}0{{.}}0{{.}}
// CHECK-NEXT: {{^}}skip.0{{.}}1{{.}}1{{.}}4{{.}}
void skip(int *a, long n) {
  for (long i = 0; i < n; i++)
    a[i] = a[3 * i + 1];
}
