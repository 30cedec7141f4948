// Comparing what an iteration stores with what the next one reads is left out of
// copies where the vectoriser has made the loop, as it takes long. Elsewhere it must
// not be: LLVM makes a second loop of this one, for arrays that do not meet.

// REQUIRES: x86-registered-target
// RUN: rm -f %t.tried
// RUN: env TAKT_OPTIONS="-takt-model=%S/Inputs/slow-max.yaml -takt-guide=unroll,interleave -takt-guide-budget=1000 -takt-dump-guide=%t.tried" %takt-clang --target=x86_64-linux-gnu -march=skylake -O3 -c %s -o %t.o
// RUN: FileCheck %s --input-file=%t.tried
// Of both loops and what is left over of them there are 59 instructions.
// CHECK: {{^}}decay.0{{.}}0{{.}}0{{.}}0{{.}}1024{{.[0-9.]+.}}9.0000{{.}}4{{.}}59{{.}}
void decay(double *a, const double *b, double *c, long n) {
  for (long i = 0; i < n; i++) {
    a[i + 1] = a[i] + b[i];
    c[i] = b[i];
  }
}
