// clang-format off
// Accesses have the names that their objects have where the loop is, not those
// that a function inlined into it calls them by, which are the same for all.

// REQUIRES: x86-registered-target
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -g -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s

static inline int get(const int *p, long i) { return p[i]; }
static inline void put(int *p, long i, int v) { p[i] = v; }

// CHECK: :[[#@LINE+3]]:3: remark: {{.*}} if a and b overlap; `restrict`
void arguments(int *a, int *b, long n) {
#pragma clang loop vectorize(disable) unroll(disable)
  for (long i = 1; i < n; i++)
    put(a, i, get(b, i - 1) * 3 + get(b, i));
}

// CHECK: :[[#@LINE+4]]:3: remark: {{.*}} if u and v overlap; a runtime check
void variables(int **x, int **y, long n) {
  int *u = *x, *v = *y;
#pragma clang loop vectorize(disable) unroll(disable)
  for (long i = 1; i < n; i++)
    put(u, i, get(v, i - 1) * 3);
}

struct S { int *p; };
// CHECK: :[[#@LINE+3]]:3: remark: {{.*}} if the store at [[#@LINE-18]]:{{[0-9]+}} and the load at [[#@LINE-19]]:{{[0-9]+}} overlap
void members(struct S *x, struct S *y, long n) {
#pragma clang loop vectorize(disable) unroll(disable)
  for (long i = 1; i < n; i++)
    put(x->p, i, get(y->p, i - 1) * 3);
}

// A loop that is inlined itself has its own names.
static inline void each(int *to, int *from, long n) {
#pragma clang loop vectorize(disable) unroll(disable)
  for (long i = 1; i < n; i++)
    put(to, i, get(from, i - 1) * 3);
}
// CHECK: :[[#@LINE-3]]:3: remark: {{.*}} if to and from overlap; `restrict` {{.*}}inlined into whole
void whole(int *a, int *b, long n) { each(a, b, n); }
