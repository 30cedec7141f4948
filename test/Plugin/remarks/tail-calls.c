// clang-format off
// A tail call under a condition is a branch out of the loop, which is not taken.

// REQUIRES: x86-registered-target
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s

void found(int *, int);

// CHECK: :[[#@LINE+2]]:3: remark: {{[0-9.]+}} cycles per iteration on skylake
void search(int *a, int n) {
  for (int i = 0; i < n; i++) {
    if (__builtin_expect(a[i] == 7, 0))
      return found(a, n);
    a[i] += 3;
  }
}

// One that the path comes by is a call as any other.
// CHECK: :[[#@LINE+2]]:3: remark: loop not modelled: call to found
void each(int *a, int n) {
  for (int i = 0; i < n; i++)
    found(a, i);
}
