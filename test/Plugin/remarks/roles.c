// Which loop of a source loop is reported, and how many source iterations one
// of its iterations does.

// RUN: %takt-clang -O2 -march=skylake -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: env TAKT_OPTIONS=-takt-remainders %takt-clang -O2 -march=skylake -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: %takt-clang -O0 -march=skylake -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=O0

// With a factor, the number of source iterations is in the text; 1 is not.
// CHECK: roles.c:[[#@LINE+6]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 32 at a time) on skylake
// CHECK-NOT: roles.c:[[#@LINE+5]]
// ALL-DAG: roles.c:[[#@LINE+4]]:3: remark: vector body:
// ALL-DAG: roles.c:[[#@LINE+3]]:3: remark: remainder: {{[0-9.]+}} cycles per iteration on
// O0-NOT: at a time
void scale(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] *= 3;
}

// Backwards, and two accesses of different size.
// CHECK: roles.c:[[#@LINE+2]]:3: remark: vector body: {{.*}} at a time) on skylake
void widen(double *restrict d, const float *restrict s, int n) {
  for (int i = n - 1; i >= 0; i--)
    d[i] = s[i];
}

// Nothing moves by a constant number of bytes: neither touched nor claimed.
// CHECK: roles.c:[[#@LINE+4]]:3: remark: {{[0-9.]+}} cycles per iteration on skylake
struct list { struct list *next; int v; };
int sum(const struct list *p) {
  int s = 0;
  while (p) {
    s += p->v;
    p = p->next;
  }
  return s;
}
