// clang-format off
// `restrict` does not help where accesses keep their order with another one.

// REQUIRES: x86-registered-target
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -g -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:

void acquired(int *a, int *s, int *flag) {
  for (long i = 0; __atomic_load_n(flag, __ATOMIC_ACQUIRE); i++)
    *s += a[i];
}

void exchanged(int *a, int *s, int *flag) {
  for (long i = 0; __atomic_exchange_n(flag, 1, __ATOMIC_SEQ_CST); i++)
    *s += a[i];
}

void fenced(int *a, int *s, long n) {
  for (long i = 0; i < n; i++) {
    *s += a[i];
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  }
}

// Assembly cannot know of a place that only `restrict` pointers lead to.
// CHECK: :[[#@LINE+2]]:3: remark: a and s may alias: 6.00 →
void assembled(int *a, int *s, long n) {
  for (long i = 0; i < n; i++) {
    *s += a[i];
    asm volatile("" ::: "memory");
  }
}
