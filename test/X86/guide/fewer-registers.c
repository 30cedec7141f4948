// Sums of an array of structs, taken apart by shuffles, eight structs at a time and
// twice: LLVM runs out of registers. A chain through what it spills is none of the
// loop, so that half as wide vectors are tried, for which a file gets more budget
// once.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -O3 -ffast-math -c %s -o %t.o
// RUN: rm -f %t.tried
// RUN: env TAKT_OPTIONS="-takt-model=%S/Inputs/slow-max.yaml -takt-guide=interleave -takt-dump-guide=%t.tried" %takt-clang %{flags}
// RUN: FileCheck %s --input-file=%t.tried
// CHECK: {{^}}centre.0{{.}}0{{.}}0{{.}}0{{.}}1024{{.[0-9.]+.}}2.0000{{.}}16{{.}}
// CHECK-NEXT: {{^}}centre.0{{.}}4{{.}}2{{.}}1{{.}}
struct Point {
  float x, y, z, mass;
};

float centre(const struct Point *p, long n) {
  float x = 0, y = 0, z = 0, mass = 0;
  for (long i = 0; i < n; ++i) {
    x += p[i].x * p[i].mass;
    y += p[i].y * p[i].mass;
    z += p[i].z * p[i].mass;
    mass += p[i].mass;
  }
  return (x + y + z) / mass;
}
