// Where the vectoriser's loop is unrolled completely, all that is a loop yet is
// the one for accesses that meet. It stands for nothing, and the loop around it
// is looked at with the vectors in it.

// REQUIRES: x86-registered-target
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -g -Rpass-analysis=takt -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: env TAKT_OPTIONS=-takt-remainders %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -g -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -g -foptimization-record-file=%t.yaml -c %s -o %t.o
// RUN: FileCheck %s --check-prefix=RECORD --input-file=%t.yaml

// No loop is left but the one for a and b that overlap.
// ALL: :[[#@LINE+2]]:3: remark: remainder: {{.*}} per source iteration, 8 at a time)
void alone(float *a, const float *b) {
  for (int i = 0; i < 64; ++i)
    a[i] = b[i] * 2.0f + a[i];
}

// CHECK: :[[#@LINE+7]]:3: remark: {{[0-9.]+}} cycles per iteration on skylake,
// CHECK-SAME: ; the loop at [[#@LINE+7]]:5 in it as vectors in a row [-Rpass-analysis=takt]
// ALL: :[[#@LINE+5]]:3: remark: {{[0-9.]+}} cycles per iteration on skylake,
// ALL: :[[#@LINE+5]]:5: remark: remainder: {{.*}} per source iteration, 8 at a time)
// RECORD: Function:        inside
// RECORD: - InRows:          'the loop at [[#@LINE+3]]:5'
void inside(float *a, const float *b) {
  for (int j = 0; j < 100; ++j)
    for (int i = 0; i < 32; ++i)
      a[j * 32 + i] += b[i];
}

// CHECK: :[[#@LINE+4]]:3: remark: {{[0-9.]+}} cycles per iteration on skylake,
// CHECK-SAME: ; the loops at [[#@LINE+4]]:5 and [[#@LINE+6]]:5 in it as vectors in a row [-Rpass-analysis=takt]
// RECORD: - InRows:          'the loops at [[#@LINE+3]]:5 and [[#@LINE+5]]:5'
void two(float *a, float *c, const float *b) {
  for (int j = 0; j < 100; ++j) {
    for (int i = 0; i < 32; ++i)
      a[j * 32 + i] += b[i];
    for (int i = 0; i < 64; ++i)
      c[j * 64 + i] *= b[i];
  }
}

// What is beside the row may meet it for all that is known.
// CHECK: :[[#@LINE+4]]:3: remark: {{[0-9.]+}} cycles per iteration on skylake,
// CHECK-SAME: if {{.*}}overlap{{.*}}; the loop at [[#@LINE+5]]:5 in it as vectors in a row [-Rpass-analysis=takt]
void beside(float *a, const float *b, float *c, const float *d) {
  float x = 1;
  for (int j = 0; j < 100; ++j) {
    c[j] = x = x * d[j];
    for (int i = 0; i < 32; ++i)
      a[j * 32 + i] += b[i];
  }
}

// What the vectors leave runs behind them, in each iteration of the loop around
// it: 31 more on the way of that.
// CHECK: :[[#@LINE+3]]:3: remark: {{[0-9.]+}} cycles per iteration on skylake, {{.*}}; the loop at [[#@LINE+5]]:5 in it as vectors in a row [
// ALL: :[[#@LINE+4]]:5: remark: remainder: {{.*}} on skylake,
void rest(float *restrict a, const float *restrict b) {
  for (int j = 0; j < 100; ++j)
#pragma clang loop vectorize_width(8) interleave_count(4)
    for (int i = 0; i < 2 * 32 + 31; ++i)
      a[j * 96 + i] = b[i] * b[i + 96] + b[i + 192] - a[j * 96 + i];
}

// Interleaved, but not vectorised: this is the main loop.
// CHECK: :[[#@LINE+4]]:3: remark: unrolled: {{.*}} per source iteration, 2 at a time)
long interleaved(const long *p) {
  long sum = 0;
#pragma clang loop vectorize_width(1) interleave_count(2) unroll(disable)
  for (long i = 0; i < 64; ++i)
    sum += p[i] * p[i];
  return sum;
}
