// What cannot be modelled is said, with the reason.

// RUN: %takt-clang -O2 -march=skylake -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s

// CHECK: remark: loop not modelled: inline assembly
void assembly(int n) {
  for (int i = 0; i < n; i++)
    __asm__ volatile("pause");
}

// CHECK: remark: {{.*}}loop not modelled: fldt: dependences through the x87 register stack
long double x87(const long double *a, int n) {
  long double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
