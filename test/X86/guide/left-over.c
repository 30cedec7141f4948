// What the unroller leaves over does few iterations, so it is the loop that it
// leaves it over of which is simulated: a list is walked at a bit more than the
// 4 cycles of a load.

// REQUIRES: x86-registered-target
// RUN: rm -f %t.tried
// RUN: env TAKT_OPTIONS="-takt-guide=unroll -takt-guide-budget=1000 -takt-dump-guide=%t.tried" %takt-clang --target=x86_64-linux-gnu -march=znver4 -O3 -c %s -o %t.o
// RUN: FileCheck %s --input-file=%t.tried

// CHECK: {{^}}walk.0{{.}}1{{.}}1{{.}}4{{.}}1024{{.[0-9.]+.}}4.{{[1-9][0-9.]+.}}4{{.}}
struct Node {
  const struct Node *next;
  long value;
};
long walk(const struct Node *node, long n) {
  long sum = 0;
  for (long i = 0; i < n; i++) {
    sum += node->value;
    node = node->next;
  }
  return sum;
}
