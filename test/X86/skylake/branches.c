// A loop with branches: its hottest path is the kernel, and a call beside it
// does not matter.

// RUN: %takt-clang -O2 -march=skylake -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s

// CHECK: branches.c:[[#@LINE+6]]:3: remark: {{.*}} cycles per iteration on skylake, bound by {{.*}}; along the hottest path ({{[0-9]+}} % of iterations) [-Rpass-analysis=takt]
// CHECK: branches.c:[[#@LINE+14]]:3: remark: loop not modelled: call to print [-Rpass-analysis=takt]
// CHECK: branches.c:[[#@LINE+18]]:3: remark: loop not modelled: indirect call [-Rpass-analysis=takt]
void print(int);
int rare(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (__builtin_expect(a[i] == 1000, 0))
      print(i);
    s += a[i];
  }
  return s;
}

void calls(int n) {
  for (int i = 0; i < n; i++)
    print(i);
}

void indirect(void (*f)(int), int n) {
  for (int i = 0; i < n; i++)
    f(i);
}
