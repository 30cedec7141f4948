// As test/X86/skylake/advice-aliases.c, on the Cortex-A72 and on a made-up CPU:
// a value that was stored is loaded 7 cycles later, and added in one more; two
// µops a cycle are dispatched, one for each queue, so that four additions (two of them
// of addresses), the subtraction and the branch take 6 cycles in any case.

// REQUIRES: aarch64-registered-target
// DEFINE: %{flags} = --target=aarch64-linux-gnu -mcpu=cortex-a72 -O1 -g -Rpass-missed=takt -c %s -o %t.o
// RUN: %takt-clang %{flags} 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: env TAKT_OPTIONS=-takt-model=%S/../order/Inputs/one-queue-each.yaml %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefix=MADE-UP --implicit-check-not=remark:
// CHECK: :[[#@LINE+3]]:3: remark: a and s, a and t may alias: 8.00 → 4.00 cycles per iteration on cortex-a72 with `restrict`, or a copy in a local variable [-Rpass-missed=takt]
// MADE-UP: :[[#@LINE+2]]:3: remark: a and s, a and t may alias: 8.00 → 6.00 cycles per iteration on one-queue-each with
void sums(int *s, int *t, const int *a, const int *b, long n) {
  for (long i = 0; i < n; i++) {
    *s += a[i];
    *t += b[i];
  }
}
