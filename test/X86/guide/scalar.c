// Structures that are loaded in vectors, shuffled, and scattered: one element
// after the other is faster, as the remainder shows. The steps of the scattered
// stores tell nothing, but their lanes do.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=znver4 -O3 -c %s
// DEFINE: %{guide} = -takt-guide=interleave -takt-guide-budget=1000 -takt-dump-guide=%t.tried

// RUN: rm -f %t.tried
// RUN: env TAKT_OPTIONS="%{guide}" %takt-clang %{flags} -Rpass=takt -o %t.o 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TRIED --input-file=%t.tried
// CHECK: :[[#@LINE+8]]:3: remark: not vectorised, interleaved by 4: {{[0-9.]+}} → 2.0{{[0-9]}} cycles per source iteration on znver4
// TRIED: {{^}}move.0{{.}}0{{.}}0{{.}}0{{.}}1024{{.}}{{[0-9.]+}}{{.[0-9.]+.}}16{{.}}
// The remainder is not unrolled, or it would be taken for the loop.
// TRIED: {{^}}move.0{{.}}1{{.}}4{{.}}1{{.}}1024{{.}}{{[0-9.]+}}{{.}}2.0{{[0-9]+}}{{.}}4{{.}}
struct Point {
  float x, y, z, mass;
};
void move(struct Point *restrict p, long n) {
  for (long i = 0; i < n; i++) {
    p[i].x += 0.01f * p[i].mass;
    p[i].y -= 0.01f * p[i].mass;
    p[i].z *= 0.99f;
  }
}
