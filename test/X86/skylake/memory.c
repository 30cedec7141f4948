// A value that goes through memory from one iteration to the next: the builder
// follows the addresses, the compiler's and the program's view agree.

// RUN: %takt-clang -O2 -march=skylake -fno-vectorize -fno-unroll-loops -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s

// CHECK: memory.c:[[#@LINE+2]]:3: remark: 6.00 cycles per iteration on skylake, bound by the dependency chain through memory
void count(volatile long *a, long n) {
  for (long i = 0; i < n; i++)
    *a += 1;
}

// Moves on by an element: nothing that is loaded was stored.
// CHECK: memory.c:[[#@LINE+2]]:3: remark: 1.{{[0-9]+}} cycles per iteration on skylake
void each(volatile long *a, long n) {
  for (long i = 0; i < n; i++)
    a[i] += 1;
}
