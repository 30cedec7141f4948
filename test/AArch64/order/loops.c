// From C to the object: the remark says what the analysis of the final code says,
// the code is the same with and without debug information and each time, and
// nobody who did not ask for fast code gets another order.

// REQUIRES: aarch64-registered-target
// DEFINE: %{flags} = --target=aarch64-linux-gnu -mcpu=cortex-a72 %s
// DEFINE: %{order} = env TAKT_OPTIONS=-takt-guide=order %takt-clang
// RUN: %{order} -O3 %{flags} -mllvm -verify-machineinstrs -S -o %t1.s -Rpass=takt -Rpass-analysis=takt 2>&1 | FileCheck %s
// The narrower vector loop behind it (9.00, which could be 8.00) is left alone.
// CHECK-NOT: remark: reordered: 9.00
// CHECK: :[[#@LINE+12]]:3: remark: reordered: 17.00 → [[AFTER:[0-9.]+]] cycles per iteration on cortex-a72 (dispatch) [-Rpass=takt]
// CHECK: :[[#@LINE+11]]:3: remark: vector body: [[AFTER]] cycles per iteration
// RUN: %{order} -O3 %{flags} -S -o %t2.s
// RUN: cmp %t1.s %t2.s
// RUN: %takt-clang -O3 %{flags} -S -o %t3.s
// RUN: not cmp %t1.s %t3.s
// RUN: %{order} -O3 %{flags} -g -c -o %t4.o
// RUN: %{order} -O3 %{flags} -c -o %t5.o
// RUN: llvm-objdump -d %t4.o | tail -n +3 > %t4.s
// RUN: llvm-objdump -d %t5.o | tail -n +3 > %t5.s
// RUN: cmp %t4.s %t5.s
void widen(float *restrict to, const unsigned char *restrict from, long n) {
  for (long i = 0; i < n; i++)
    to[i] = from[i];
}

// RUN: %{order} -Os %{flags} -c -o %t.o -Rpass=takt 2>&1 | count 0
// RUN: %{order} -Oz %{flags} -c -o %t.o -Rpass=takt 2>&1 | count 0
// RUN: %{order} -O0 %{flags} -c -o %t.o -Rpass=takt 2>&1 | count 0
// A workaround that looks at neighbours has had its turn.
// RUN: %{order} -O3 -mfix-cortex-a53-835769 %{flags} -c -o %t.o -Rpass=takt 2>&1 | count 0
