// REQUIRES: x86-registered-target, aarch64-registered-target
//
// Inline assembly without code is a barrier for the compiler only.
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O1 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O1 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s

#ifdef __x86_64__
#define NOTE "# a comment"
#else
#define NOTE "// a comment"
#endif

void barrier(int *a, int n) {
  // CHECK: barriers.c:[[#@LINE+1]]:3: remark: {{.*}}cycles per iteration
  for (int i = 0; i < n; i++) {
    a[i] += 1;
    __asm__ volatile("" ::: "memory");
    __asm__ volatile(NOTE);
  }
  // CHECK: barriers.c:[[#@LINE+1]]:3: remark: loop not modelled: {{.*}}inline assembly
  for (int i = 0; i < n; i++) {
    a[i] += 1;
    __asm__ volatile("nop");
  }
}
