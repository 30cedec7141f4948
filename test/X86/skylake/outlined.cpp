// What the compiler makes of a parallel loop is named after the function around
// it, as linkers know that one. People know it as the source has it.
// clang-format off

// REQUIRES: x86-registered-target
// RUN: %takt-clang++ --target=x86_64-linux-gnu -march=skylake -O2 -g -fopenmp -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=_Z5scale

// CHECK: remark: {{.*}}; inlined into scale(float*, int) (.omp_outlined) at
void scale(float *a, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] *= 3;
}
