// clang-format off
// `restrict` is advised where clang honours it only: for parameters, those of
// inlined functions, too, and the object of a member function. A global cannot
// have it, and on a local variable clang forgets it.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -g -c %s -o %t.o
// RUN: %takt-clang -O2 %{flags} -Rpass-missed=takt 2>&1 | FileCheck %s --implicit-check-not=remark:
// Where it is followed nothing is left to say.
// RUN: %takt-clang -O2 %{flags} -Rpass-missed=takt -DAPART=__restrict 2>&1 | FileCheck %s --check-prefix=APART --implicit-check-not=remark:
// The same of what may cost if it meets.
// RUN: %takt-clang -O1 %{flags} -Rpass-analysis=takt 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: %takt-clang -O1 %{flags} -Rpass-analysis=takt -DAPART=__restrict 2>&1 | FileCheck %s --check-prefix=SETTLED
// SETTLED: on skylake
// SETTLED-NOT: {{[pb] overlap|overlap;.*__restrict}}
// Without debug information nobody knows what is the object of a member
// function, and what is a reference.
// RUN: %takt-clang -O2 %{flags} -g0 -Rpass-missed=takt 2>&1 | FileCheck %s --check-prefix=NOTHING

#ifndef APART
#define APART
#endif

int Total, Count, *Data;
float Table[1000];

// All that is in the way of a global has to have it.
// CHECK: :[[#@LINE+3]]:3: remark: Total and q may alias: 6.00 → 2.00 cycles per source iteration on skylake with `__restrict` on q and p, or a copy in a local variable [-Rpass-missed=takt]
// NOTHING: remark: Total and the load at {{.*}} may alias: {{.*}} with `__restrict`, or a copy in a local variable [
void copyAndSum(int *APART p, const int *APART q, int n) {
  for (int i = 0; i < n; i++) {
    Total += q[i];
    p[i] = q[i];
  }
}

// CHECK: :[[#@LINE+2]]:3: remark: no vectors while Count and p may alias: {{.*}}; they need `__restrict` on p, or a copy in a local variable [-Rpass-missed=takt]
void countedByGlobal(int *APART p) {
  for (int i = 0; i < Count; i++)
    p[i] += 3;
}

// CHECK: :[[#@LINE+3]]:3: remark: no vectors while Count and the store at [[#@LINE+4]]:13 may alias: {{.*}}; they need a copy in a local variable [-Rpass-missed=takt]
// APART: :[[#@LINE+2]]:3: remark: no vectors while Count and the store
void onlyGlobals(int v) {
  for (int i = 0; i < Count; i++)
    Data[i] = v;
}

// The variables of a function are no parameters.
// CHECK: :[[#@LINE+5]]:3: remark: q and t may alias: 6.00 → 2.00 cycles per source iteration on skylake with a copy in a local variable [-Rpass-missed=takt]
// APART: :[[#@LINE+4]]:3: remark: q and t may alias:
void locals(int **pointers, int n) {
  int *APART t = pointers[0];
  int *APART q = pointers[1];
  for (int i = 0; i < n; i++) {
    *t += q[i];
    q[i] = n;
  }
}

// Those of an inlined function are, whatever it is called with.
// CHECK: :[[#@LINE+3]]:3: remark: Total and d may alias: {{.*}} with `__restrict` on d, or a copy in a local variable; inlined into caller at
__attribute__((always_inline)) static inline void inlined(int *APART d, int n,
                                                          int *t) {
  for (int i = 0; i < n; i++) {
    d[i] = n;
    *t += i ^ d[i + 1];
  }
}
void caller(int **d, int n) { inlined(d[0], n, &Total); }

// Both may: it is left to the reader which of them shall have it.
// CHECK: :[[#@LINE+2]]:3: remark: q and t may alias: {{.*}} with `__restrict`, or a copy
void reference(int &APART t, int *q, int n) {
  for (int i = 0; i < n; i++) {
    t += q[i];
    q[i] = n;
  }
}

struct Array {
  int Size, *Begin;
  Array(int v);
  void addTo(int *APART b);
  void fill(int v) APART;
  void addFloats(float *APART b, int n);
  float *Floats;
};

// CHECK: :[[#@LINE+3]]:3: remark: no vectors while b and this may alias: {{.*}}; they need `__restrict` on b, or a copy in a local variable [-Rpass-missed=takt]
// NOTHING: remark: no vectors while the load {{.*}}; they need `__restrict`, or a copy in a local variable
void Array::addTo(int *APART b) {
  for (int i = 0; i < Size; i++)
    b[i] += 3;
}

// CHECK: :[[#@LINE+3]]:3: remark: no vectors while the store at [[#@LINE+4]]:14 and this may alias: {{.*}}; they need `__restrict` behind the parameters of the member function, or a copy in a local variable [-Rpass-missed=takt]
// NOTHING: remark: no vectors while {{.*}}; they need a copy in a local variable
void Array::fill(int v) APART {
  for (int i = 0; i < Size; i++)
    Begin[i] = v;
}

// Not allowed there.
// CHECK: :[[#@LINE+3]]:3: remark: no vectors while the store at [[#@LINE+4]]:14 and this may alias: {{.*}}; they need a copy in a local variable
// APART: :[[#@LINE+2]]:3: remark: no vectors while
Array::Array(int v) {
  for (int i = 0; i < Size; i++)
    Begin[i] = v;
}

// OVERLAP: :[[#@LINE+2]]:3: remark: {{.*}}; 9.00 if Table and p overlap; `__restrict` on p or a runtime check settles it [-Rpass
void table(float *APART p, int n) {
  for (int i = 0; i < n; i++)
    Table[i] = p[i] * 2 + Table[i];
}

// OVERLAP: :[[#@LINE+2]]:3: remark: {{.*}}; 9.00 if the store at [[#@LINE+3]]:15 and b overlap; `__restrict` on b or a runtime check settles it [-Rpass
void Array::addFloats(float *APART b, int n) {
  for (int i = 0; i < n; i++)
    Floats[i] += b[i];
}

// OVERLAP: :[[#@LINE+2]]:3: remark: {{.*}}; 9.00 if {{.*}} overlap; a runtime check settles it [-Rpass
void pair(float **rows, int n) {
  for (int i = 0; i < n; i++)
    rows[0][i] = rows[1][i] + 1;
}
