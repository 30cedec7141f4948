// How often a loop runs that the code does not tell: half of the most, where
// that is known and small, else -takt-guide-trips.

// REQUIRES: x86-registered-target
// RUN: rm -f %t.tried
// RUN: env TAKT_OPTIONS="-takt-guide=interleave -takt-guide-budget=100 -takt-dump-guide=%t.tried" %takt-clang --target=x86_64-linux-gnu -march=skylake -O3 -ffast-math -c %s -o %t.o
// RUN: FileCheck %s --input-file=%t.tried

// CHECK: {{^}}triangle.0{{.}}0{{.}}0{{.}}0{{.}}16{{.}}
void triangle(double *restrict x, const double *a) {
  for (long r = 1; r < 32; r++)
    for (long c = 0; c < r; c++)
      x[r] -= a[32 * r + c] * x[c];
}

// CHECK: {{^}}sum.0{{.}}0{{.}}0{{.}}0{{.}}1024{{.}}
double sum(const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += a[i];
  return s;
}

// Loops with calls are not modelled, so no copy is made to see them.
// CHECK-NOT: calls.0
int next(int);
int calls(int n, int x) {
  for (int i = 0; i < n; i++)
    x = next(x);
  return x;
}

// The most that a counter allows says nothing.
// CHECK: {{^}}most.0{{.}}0{{.}}0{{.}}0{{.}}1024{{.}}
unsigned most(const unsigned *next, unsigned at, unsigned n) {
  while (n > 1 && at) {
    at = next[at];
    n--;
  }
  return at;
}
