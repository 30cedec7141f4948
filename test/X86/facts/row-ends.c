// Loops whose vectors stand in a row, and which go on behind it: the loop around
// is looked at by the row, and with as many iterations as are left.

// REQUIRES: x86-registered-target
// RUN: rm -f %t.txt
// RUN: env TAKT_OPTIONS="-takt-dump-kernels=%t.txt -takt-predictor=combined" %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -g -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t.txt

// 48 elements in a row, three one by one, and two times four. What the arrays
// may meet in, the vectoriser has compared.
// CHECK: :[[#@LINE+11]]:3: remark: {{[0-9.]+}} cycles per iteration on skylake, {{[^;]*}}; dependences alone {{[^;]*}}; the loop at [[#@LINE+12]]:5 in it as vectors in a row [
// KERNEL: kernel inRow
// KERNEL-NOT: vfmadd{{[0-9]+}}ss
// KERNEL-COUNT-6: vfmadd{{[0-9]+}}ps
// KERNEL-NOT: vfmadd{{[0-9]+}}ps
// KERNEL-COUNT-11: vfmadd{{[0-9]+}}ss
// KERNEL-NOT: vfmadd
// KERNEL: jne macro-fused taken
// KERNEL-NOT: vfmadd
// KERNEL: kernel
void inRow(float (*a)[60], const float (*b)[60], const float *x) {
  for (int j = 0; j < 100; ++j)
    for (int i = 0; i < 59; ++i)
      a[j][i] = a[j][i] * x[i] + b[j][i];
}

// The second of the two loops behind the row only runs where there are no
// vectors: 196 elements and one.
// CHECK: :[[#@LINE+7]]:3: remark: {{[0-9.]+}} cycles per iteration on skylake, {{[^;]*}}; dependences alone {{[^;]*}}; the loop at [[#@LINE+8]]:5 in it as vectors in a row [
// KERNEL-NOT: imull
// KERNEL: vpmaddwd
// KERNEL: imull
// KERNEL-NOT: imull
void bytes(unsigned char (*a)[200], const unsigned char (*b)[200],
           const unsigned char *x) {
  for (int j = 0; j < 100; ++j)
    for (int i = 0; i < 197; ++i)
      a[j][i] = (a[j][i] + b[j][i] * x[i]) >> 2;
}

// The loop behind the row is left in the middle of its eighth iteration.
// CHECK: :[[#@LINE+10]]:3: remark: {{[0-9.]+}} cycles per iteration on skylake, {{[^;]*}}; dependences alone {{[^;]*}}; the loop at [[#@LINE+12]]:5 in it as vectors in a row [
// KERNEL: kernel middle
// KERNEL-NOT: vsubss
// KERNEL-COUNT-8: vsubps
// KERNEL-NOT: vsubps
// KERNEL-COUNT-31: vsubss
// KERNEL-NOT: vsub
// KERNEL: {{^}}  j{{.*}} taken
// KERNEL-NOT: vsub
void middle(float *restrict a, const float *restrict b) {
  for (int j = 0; j < 100; ++j)
#pragma clang loop vectorize_width(8) interleave_count(4)
    for (int i = 0; i < 2 * 32 + 31; ++i)
      a[j * 96 + i] = b[i] * b[i + 96] + b[i + 192] - a[j * 96 + i];
}

// LLVM asks in two places here whether accesses meet. Both lead past the row, as
// does a block for both, and the path by none. One block of the loop around is
// not on it, which is said though the loops behind the row make it longer.
// KERNEL: kernel branch
// KERNEL-COUNT-6: vfmadd{{[0-9]+}}ps
// KERNEL-COUNT-11: vfmadd{{[0-9]+}}ss
// KERNEL-NOT: vfmadd
// CHECK: :[[#@LINE+4]]:3: remark: {{.*}}; the loop at [[#@LINE+7]]:5 in it as vectors in a row; along the hottest path ({{[0-9]+}} % of iterations) [
int sometimes;
void branch(float (*a)[60], const float (*b)[60], const float *x,
            const int *when) {
  for (int j = 0; j < 100; ++j) {
    if (__builtin_expect(when[j], 0))
      *(volatile int *)&sometimes = j;
    for (int i = 0; i < 59; ++i)
      a[j][i] = a[j][i] * x[i] + b[j][i];
  }
}
