// Accesses without a name are named by their places: those two that may meet,
// of which one is a store, the file where it is not the remark's, and no column
// where there is none. Two accesses of one object are none that `restrict`
// helps, whether it has a name or not.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -O1 -Rpass-missed=takt -c %s -o %t.o
// RUN: %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefix=COLUMNS --implicit-check-not=remark:
// RUN: %takt-clang %{flags} -gno-column-info 2>&1 | FileCheck %s --check-prefix=LINES --implicit-check-not=remark:
// RUN: %takt-clang %{flags} -g 2>&1 | FileCheck %s --check-prefix=NAMES --implicit-check-not=remark:

// What is stored to s[i] is in the way of *r, and what is to *q of all loads.
// (A load is part of the addition.)
// COLUMNS: :[[#@LINE+4]]:3: remark: the load at [[#@LINE+5]]:17 and the store at [[#@LINE+5]]:10, the load at [[#@LINE+5]]:12 and the store at [[#@LINE+6]]:8 may alias: 9.00 →
// LINES: :[[#@LINE+3]]:1: remark: the load at [[#@LINE+4]] and the store at [[#@LINE+4]], the load at [[#@LINE+4]] and the store at [[#@LINE+5]] may alias: 9.00 →
// NAMES: :[[#@LINE+2]]:3: remark: r and s, a and q may alias: 9.00 →
void two(double *s, double *q, const double *r, const double *a, long n) {
  for (long i = 0; i < n; i++) {
    s[i] = a[i] + *r;
    *q += a[i];
  }
}

// The members of *g are no pointers of their own.
// COLUMNS: access-places.c:[[#@LINE+5]]:3: remark: the load at generator.h:6:30 and the store at [[#@LINE+6]]:12, {{.*}} may alias:
// LINES: access-places.c:[[#@LINE+4]]:1: remark: the load at generator.h:6 and the store at [[#@LINE+5]] may alias:
// NAMES: access-places.c:[[#@LINE+3]]:3: remark: g and out may alias:
#include "Inputs/generator.h"
void fill(struct Generator *g, unsigned char *out, long n) {
  for (long i = 0; i < n; i++)
    out[i] = next(g);
}
