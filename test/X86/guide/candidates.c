// The budget may not be enough for all shapes, so the promising ones come first:
// more accumulators where a loop waits for a chain, more iterations at a time
// where neighbouring ones share loads, else other vectors.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -O3 -ffast-math -c %s -o %t.o
// DEFINE: %{guide} = -takt-model=%S/Inputs/slow-max.yaml -takt-guide=interleave -takt-dump-guide=%t.tried

// RUN: rm -f %t.tried
// RUN: env TAKT_OPTIONS="%{guide} -takt-guide-budget=1000" %takt-clang %{flags}
// RUN: FileCheck %s --input-file=%t.tried

// CHECK: {{^}}chain.0{{.}}0{{.}}0{{.}}0{{.}}
// CHECK-NEXT: {{^}}chain.0{{.}}0{{.}}8{{.}}1{{.}}
// What LLVM does by itself, 4 vectors in flight, is not tried again, nor two
// vectors of twice a register, nor fewer or half as wide ones, for which the
// chain is as long.
// CHECK-NEXT: {{^}}stencil.0{{.}}0{{.}}0{{.}}0{{.}}
double chain(const double *a, long n) {
  double m = a[0];
  for (long i = 0; i < n; i++)
    m = a[i] > m ? a[i] : m;
  return m;
}

// The first shape of a stencil is tried at once.
// CHECK-NEXT: {{^}}stencil.0{{.}}0{{.}}4{{.}}1{{.}}
// CHECK-NEXT: {{^}}stencil.0{{.}}0{{.}}8{{.}}1{{.}}
void stencil(double *restrict b, const double *a, long n) {
  for (long i = 0; i < n; i++)
    b[i] = a[i] + a[i + 1] + a[i + 2];
}

// CHECK: {{^}}members.0{{.}}0{{.}}0{{.}}0{{.}}
// CHECK-NEXT: {{^}}members.0{{.}}{{[1-9]}}
struct Pair {
  double x, y;
};
void members(double *restrict b, const struct Pair *a, long n) {
  for (long i = 0; i < n; i++)
    b[i] = a[i].x + a[i].y;
}

// Sixteen short ones fill a register, of which LLVM takes eight at a time.
// CHECK: {{^}}wider.0{{.}}0{{.}}0{{.}}0{{.}}
// CHECK: {{^}}wider.0{{.}}16{{.}}2{{.}}1{{.}}
// CHECK: {{^}}extended.0{{.}}0{{.}}0{{.}}0{{.}}
void wider(int *restrict b, const short *a, short c, short d, long n) {
  for (long i = 0; i < n; i++)
    b[i] = (short)((a[i] ^ c) & d);
}

// Extended as they are loaded they are two vectors.
// CHECK-NOT: {{^}}extended.0{{.}}16{{.}}
// CHECK: {{^}}triangle.0{{.}}0{{.}}0{{.}}0{{.}}
void extended(int *restrict b, const short *a, int c, int d, long n) {
  for (long i = 0; i < n; i++)
    b[i] = (a[i] ^ c) & d;
}

// Of at most 31 iterations, half as many on average, most would be left over.
// CHECK-NOT: {{^}}triangle.0{{.}}0{{.}}
double triangle(const double *a, const double *b) {
  double sum = 0;
  for (long r = 0; r < 32; r++) {
    double m = 0;
    for (long c = 0; c < r; c++)
      m = a[32 * r + c] * b[c] > m ? a[32 * r + c] * b[c] : m;
    sum += m;
  }
  return sum;
}
