// A loop that runs out of registers, but is the user's own matter, promises nothing:
// its neighbour, of which a second shape is more than the budget is enough for, is
// looked at and no more.

// REQUIRES: x86-registered-target
// RUN: rm -f %t.tried
// RUN: env TAKT_OPTIONS="-takt-model=%S/Inputs/slow-max.yaml -takt-guide=interleave -takt-dump-guide=%t.tried" %takt-clang --target=x86_64-linux-gnu -march=skylake -O3 -ffast-math -c %s -o %t.o
// RUN: FileCheck %s --input-file=%t.tried
// CHECK: {{^}}beside.1{{.}}0{{.}}0{{.}}0{{.}}
// CHECK-NOT: beside
struct Point {
  float x, y, z, mass;
};
float beside(const struct Point *p, float *restrict a, const float *restrict b, long n) {
  float x = 0, y = 0, z = 0, mass = 0;
#pragma clang loop vectorize(enable)
  for (long i = 0; i < n; ++i) {
    x += p[i].x * p[i].mass;
    y += p[i].y * p[i].mass;
    z += p[i].z * p[i].mass;
    mass += p[i].mass;
  }
  for (long i = 0; i < n; ++i)
    a[i] = b[2 * i] + b[2 * i + 1];
  return (x + y + z) / mass;
}
