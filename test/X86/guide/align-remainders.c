// What the vectoriser and the unroller leave over runs a few times behind the
// loop that does the work: its place is not worth a look, with or without debug
// information.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = -O3 -march=znver4 --target=x86_64-linux-gnu %s
// DEFINE: %{guide} = env TAKT_OPTIONS="-takt-guide=align -takt-guide-budget=1000 -takt-time" %takt-clang

// RUN: %{guide} -DWIDEN %{flags} -c -o %t.o 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %{guide} -DWIDEN -g %{flags} -c -o %t.o 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %takt-clang -DWIDEN %{flags} -S -emit-llvm -o %t.ll
// RUN: FileCheck %s --input-file=%t.ll --check-prefix=FOUR
// ONE: takt: {{[01]}} of 1 loops aligned
// There are four: of 64 elements at a time, of 8, of one, and of 8 by copies.
// FOUR-COUNT-4: !llvm.loop
// FOUR-NOT: br {{.*}}!llvm.loop
#ifdef WIDEN
void widen(float *to, const unsigned char *from, long n) {
  for (long i = 0; i < n; i++)
    to[i] = from[i] * (1.0f / 255);
}
#endif

// A vectorised loop behind another one, over the same array, is no remainder of
// it, nor is one that goes on where the other one ended.
// RUN: %{guide} -DTWO %{flags} -c -o %t.o 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: takt: {{[012]}} of 2 loops aligned
#ifdef TWO
void two(int *restrict a, long m, long n) {
  long i = 0;
  for (; i < m; i++)
    a[i] += 3;
  for (; i < n; i++)
    a[i] *= 5;
}
#endif

// Nor is a loop that is not to be unrolled, which may run often, or one that is
// short in the source.
// RUN: %{guide} -DMARKED %{flags} -c -o %t.o 2>&1 | FileCheck %s --check-prefix=TWO
#ifdef MARKED
long marked(const long *a, long n) {
  long at = 0;
#pragma clang loop unroll(disable)
  for (long i = 0; i < n; i++)
    at = a[at];
  return at;
}

void often(double *a, unsigned n) {
  for (long k = 0; k < 1000; k++)
    for (unsigned i = 0; i < (n & 15); i++)
      a[i] = 1 / a[i];
}
#endif

// Nor is the unrolled loop itself, where it has few iterations; what it leaves is.
// RUN: %{guide} -DSHORT %{flags} -fno-vectorize -fno-slp-vectorize -c -o %t.o 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %takt-clang -DSHORT %{flags} -fno-vectorize -fno-slp-vectorize -S -emit-llvm -o %t.ll
// RUN: grep -c "br i1.*!llvm.loop" %t.ll | FileCheck %s --check-prefix=COPIES
// COPIES: {{^3$}}
#ifdef SHORT
void few(double *restrict a, const double *restrict b, unsigned n) {
  for (long k = 0; k < 1000; k++)
#pragma clang loop unroll_count(8)
    for (unsigned i = 0; i < (n & 255); i++)
      a[i] += 1 / b[i];
}
#endif
