// The vectoriser takes elements at a remainder, a[i & 31], for neighbours, and
// checks in front that there are no more iterations than that holds for. Such
// vectors run where there are few; any number is done by what looks like what
// they leave over.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -O2 -Rpass-analysis=takt -Rpass-missed=takt -c %s -o %t.o
// RUN: %takt-clang %{flags} 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: env TAKT_OPTIONS=-takt-remainders %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefix=ALL

// 256 at most. The loop for any number has loads of one element.
// CHECK: :[[#@LINE+6]]:3: remark: unrolled: {{[0-9.]+}} cycles per iteration
// CHECK: :[[#@LINE+5]]:3: remark: vectors for 256 iterations at most: 1.{{[0-9]+}} → 0.{{[0-9]+}} cycles per source iteration on skylake with a loop of 256 iterations within another [-Rpass-missed=takt]
// ALL-DAG: :[[#@LINE+4]]:3: remark: vectors for few iterations: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 32 at a time)
// ALL-DAG: :[[#@LINE+3]]:3: remark: unrolled: {{[0-9.]+}} cycles per iteration
void byte(const float *restrict a, const float *restrict b, float *restrict c,
          unsigned n) {
  for (unsigned i = 0; i < n; i++)
    c[i] = a[(unsigned char)i] * b[i];
}

// Every second element: the mask needs no lowest bit.
// CHECK: :[[#@LINE+5]]:3: remark: unrolled: {{[0-9.]+}} cycles per iteration
// CHECK: :[[#@LINE+4]]:3: remark: vectors for 512 iterations at most:
// ALL-DAG: :[[#@LINE+3]]:3: remark: vectors for few iterations:
void second(const float *restrict a, const float *restrict b,
            float *restrict c, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    c[i] = a[2 * i & 1023] * b[i];
}

// 32 iterations are a row, and no loop.
// CHECK: :[[#@LINE+4]]:3: remark: unrolled: {{[0-9.]+}} cycles per iteration
// CHECK: :[[#@LINE+3]]:3: remark: vectors for 32 iterations at most: {{[0-9.]+}} cycles per source iteration on skylake; they need a loop of 32 iterations within another [-Rpass-missed=takt]
void row(const float *restrict a, const float *restrict b, float *restrict c,
         long n) {
  for (long i = 0; i < n; i++)
    c[i] = a[i & 31] * b[i];
}

// That there are few is known: nothing is checked.
// CHECK: :[[#@LINE+4]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration
void few(const float *restrict a, const float *restrict b, float *restrict c,
         unsigned n) {
  n &= 1023;
  for (unsigned i = 0; i < n; i++)
    c[i] = a[i & 1023] * b[i];
}

// Gathered elements may be anywhere.
// CHECK: :[[#@LINE+3]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration
void gathered(const float *restrict a, const float *restrict b,
              float *restrict c, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    c[i] = a[(i >> 1 ^ 5) & 31] * b[i];
}

// Several iterations have one element, and vectors have it for all.
// CHECK: :[[#@LINE+3]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration
void shared(const float *restrict a, const float *restrict b,
            float *restrict c, long n) {
  for (long i = 0; i < n; i++)
    c[i] = a[i >> 5] * b[i];
}
