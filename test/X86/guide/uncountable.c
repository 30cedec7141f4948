// How often a loop runs that ends where it finds something is not known before: it
// is unrolled, but neither vectorised nor interleaved, so that no copy is made to
// see that.

// REQUIRES: x86-registered-target
// RUN: rm -f %t.tried
// RUN: env TAKT_OPTIONS="-takt-guide=unroll,interleave -takt-guide-budget=1000 -takt-dump-guide=%t.tried" %takt-clang --target=x86_64-linux-gnu -march=skylake -O3 -c %s -o %t.o
// RUN: FileCheck %s --input-file=%t.tried --implicit-check-not=length.0 --implicit-check-not=find.0

// CHECK: {{^}}length.0{{.}}0{{.}}0{{.}}0{{.}}
// CHECK-NEXT: {{^}}length.0{{.}}1{{.}}1{{.}}4{{.}}
// CHECK-NEXT: {{^}}length.0{{.}}1{{.}}1{{.}}8{{.}}
// CHECK-NEXT: {{^}}length.0{{.}}1{{.}}1{{.}}2{{.}}
long length(const char *a) {
  long i = 0;
  while (a[i])
    i++;
  return i;
}

// Each iteration keeps its two branches, and these take what the loop takes.
// CHECK: {{^}}find.0{{.}}0{{.}}0{{.}}0{{.}}
long find(const char *a, long n, char c) {
  long i = 0;
  while (i < n && a[i] != c)
    i++;
  return i;
}
