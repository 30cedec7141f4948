// Of copies of an inlined loop that are guided alike three are said, as of other
// remarks.

// REQUIRES: x86-registered-target
// DEFINE: %{guide} = -takt-model=%S/Inputs/slow-max.yaml -takt-guide=interleave -takt-guide-budget=1000
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -O3 -ffast-math -Rpass=takt -c %s -o %t.o
// RUN: env TAKT_OPTIONS="%{guide}" %takt-clang %{flags} 2>&1 | grep "remark: interleaved by 8" | count 3
// RUN: env TAKT_OPTIONS="%{guide} -takt-copies=1" %takt-clang %{flags} 2>&1 | grep "remark: interleaved by 8" | count 1
__attribute__((always_inline)) static inline double largest(const double *a, long n) {
  double m = a[0];
  for (long i = 0; i < n; i++)
    m = a[i] > m ? a[i] : m;
  return m;
}
double first(const double *a, long n) { return largest(a, n); }
double second(const double *a, long n) { return largest(a, n) + 1; }
double third(const double *a, long n) { return largest(a, n) + 2; }
double fourth(const double *a, long n) { return largest(a, n) + 3; }
double fifth(const double *a, long n) { return largest(a, n) + 4; }
