// What a remark says of a recurrence through memory: where, and how far back.

// REQUIRES: TaktPlugin, x86-registered-target, aarch64-registered-target
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O1 -fno-unroll-loops -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O1 -fno-unroll-loops -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=A72
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O0 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=SPILLED
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O0 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=SPILLED-A72

// On Skylake forwarding takes 5 cycles and the multiply-add 4, once around in
// three iterations; on the Cortex-A72 7 each.
// CHECK: remark.c:[[#@LINE+4]]:3: remark: 3.00 cycles per iteration on skylake, bound by the dependency chain through xmm2 and memory at [rdi+4*rax-12], 3 iterations back (vmovss → vfmadd132ss → vmovss, 9 cycles every 3 iterations);
// A72: remark.c:[[#@LINE+3]]:3: remark: 4.67 cycles per iteration on cortex-a72, bound by the dependency chain through s2 and memory at [x0], 3 iterations back (ldr → fmadd → str, 14 cycles every 3 iterations);
void smooth(float *a, long n) {
#pragma STDC FP_CONTRACT ON
  for (long i = 3; i < n; i++)
    a[i] = a[i - 3] * 0.5f + 1.0f;
}

// Without optimisation the counter, or the sum, is in memory: forwarding and an
// addition of one cycle.
// SPILLED: dependency chain through rax and memory at [rbp-{{[0-9]+}}], 1 iteration back ({{.*}}, 6.00
// SPILLED-A72: dependency chain through x{{[0-9]+}} and memory at [sp, #{{[0-9]+}}], 1 iteration back (ldr → add → str, 8.00
long total(const long *v, long n) {
  long sum = 0;
  for (long i = 0; i < n; i++)
    sum += v[i];
  return sum;
}
