// Where accesses do not tell by their steps how many iterations of the source
// one of the machine's does, the elements of vectors do: lanes of gathers and
// scatters, each of which is one load or store, and of vectors that are in
// order.

// REQUIRES: x86-registered-target
// RUN: %takt-clang --target=x86_64-linux-gnu -march=znver4 -mprefer-vector-width=512 -O2 -g -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
struct point { float x, y, z, w; };

// At one place of the source it loads, in rows, and stores, in a scatter.
// CHECK: :[[#@LINE+3]]:3: remark: vector body: {{.*}} per source iteration, 16 at a time)
void scale(struct point *restrict p, float by, int n) {
#pragma clang loop vectorize_width(16) interleave(disable)
  for (int i = 0; i < n; i++) {
    p[i].x *= by;
    p[i].y *= by;
    p[i].z *= by;
  }
}

// The step is known only of the vectors' version, in which m is 1.
// CHECK: :[[#@LINE+3]]:3: remark: vector body: {{.*}} per source iteration, 32 at a time)
void column(double *a, long n, long m, long j) {
#pragma clang loop vectorize_width(8) interleave_count(4)
  for (long i = 0; i < n; i++)
    a[i * m + j] *= 2;
}

// Nothing is computed.
// CHECK: :[[#@LINE+3]]:3: remark: vector body: {{.*}} per source iteration, 32 at a time)
void fill(double *a, long n, long m, double to) {
#pragma clang loop vectorize_width(8) interleave_count(4)
  for (long i = 0; i < n; i++)
    a[i * m] = to;
}
