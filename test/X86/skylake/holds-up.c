// Instructions that hold others up are named where they bind.

// REQUIRES: x86-registered-target
// RUN: %takt-clang --target=x86_64-linux-gnu -O2 -march=skylake -g -Rpass-analysis=takt -foptimization-record-file=%t.yaml -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=RECORD --input-file=%t.yaml

// CHECK: remark: {{.*}} bound by pause, which holds others up ({{[0-9.]+}} without)
// RECORD: Function:        spin
// RECORD: - BoundBy:         order
// RECORD: - Without_order:
void spin(const volatile int *lock) {
  while (*lock)
    __builtin_ia32_pause();
}

// CHECK: remark: unrolled: {{.*}} per source iteration, 8 at a time) {{.*}} bound by {{lock.*}}, which holds others up ({{[0-9.]+}} without)
void count(_Atomic long *to, long n) {
  for (long i = 0; i < n; i++)
    to[i] += i;
}
