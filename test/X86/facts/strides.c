// Where strides are counted in bytes, the vectoriser guesses that elements are
// one byte apart, as it guesses that they are one element apart, and has it
// checked in front of the loop. Such vectors never run; what does is the rest.

// REQUIRES: x86-registered-target
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -fno-math-errno -Rpass-analysis=takt -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: env TAKT_OPTIONS=-takt-remainders %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -fno-math-errno -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -fno-math-errno -gline-tables-only -foptimization-record-file=%t.yaml -c %s -o %t.o
// RUN: FileCheck %s --check-prefix=RECORD --input-file=%t.yaml

// CHECK: :[[#@LINE+4]]:3: remark: unrolled: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 4 at a time) on skylake,
// CHECK: :[[#@LINE+3]]:3: remark: vectors never run: {{[0-9.]+}} cycles per source iteration on skylake; they need a stride that is constant [-Rpass-missed=takt]
// ALL: :[[#@LINE+2]]:3: remark: vectors of overlapping elements: {{[0-9.]+}} cycles
void stores(char *restrict a, const char *restrict b, long n, long s, long t) {
  for (long i = 0; i < n; ++i)
    *(double *)(a + i * s) = __builtin_sqrt(*(const double *)(b + i * t));
}

// The vectors are gathered.
// CHECK: :[[#@LINE+8]]:3: remark: {{.*}}cycles per iteration
// CHECK: :[[#@LINE+7]]:3: remark: vectors never run:
// RECORD: --- !Missed
// RECORD: Name: Contiguity
// RECORD: Function: loads
// RECORD-NOT: CyclesAfter
int loads(const char *a, const char *b, long n, long s, long t) {
  int sum = 0;
  for (long i = 0; i < n; ++i)
    sum += *(const int *)(a + i * s) * *(const int *)(b + i * t);
  return sum;
}

// Elements may well be side by side, if they are counted.
// CHECK: :[[#@LINE+4]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration,
// CHECK-NOT: vectors never run
// ALL: :[[#@LINE+2]]:3: remark: remainder: {{[0-9.]+}} cycles
void elements(int *a, const int *b, long n, long stride) {
  for (long i = 0; i < n; ++i)
    a[i * stride] = b[i * stride] * 3;
}

// Bytes are one apart.
// CHECK: :[[#@LINE+3]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration,
// CHECK-NOT: vectors never run
void bytes(char *restrict a, const char *restrict b, long n, long stride) {
  for (long i = 0; i < n; ++i)
    a[i * stride] = b[i * stride] * 3;
}

// The source says so: windows of a row of bytes.
// CHECK: :[[#@LINE+5]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration,
// CHECK-NOT: vectors never run
typedef long unaligned __attribute__((aligned(1)));
long windows(const char *a, long n) {
  long sum = 0;
  for (long i = 0; i < n; ++i)
    sum += *(const unaligned *)(a + i);
  return sum;
}

// Several iterations read one element: no stride at all, and the vectors run.
// CHECK: :[[#@LINE+3]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration,
// CHECK-NOT: vectors never run
void halves(char *restrict o, const unsigned *restrict a, int n) {
  for (int i = 0; i < n; i++)
    o[i] = (a[i >> 5] >> (i & 31)) & 1;
}
