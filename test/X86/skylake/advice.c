// What the user could allow, and what it would gain, most first: remarks of kind
// "missed".

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -g -c %s -o %t.o
// RUN: %takt-clang -O1 %{flags} -Rpass-missed=takt 2>&1 | FileCheck %s --implicit-check-not=remark:
// With the permission there is nothing left to say.
// RUN: %takt-clang -O1 -ffast-math %{flags} -Rpass-missed=takt 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: reassociation
// RUN: %takt-clang -O3 %{flags} -Rpass-missed=takt 2>&1 | FileCheck %s --check-prefix=UNROLLED
// Nothing is looked for where nobody asks.
// RUN: %takt-clang -O1 %{flags} 2>&1 | count 0

// The chain is the same in both, but the second is run more often.
// CHECK: :[[#@LINE+8]]:5: remark: reassociation needed: 4.00 → {{[12].[0-9]+}} cycles per iteration on skylake with -O2 and -fassociative-math -fno-signed-zeros -fno-trapping-math, or '#pragma clang fp reassociate(on)' at the start of the block around it [-Rpass-missed=takt]
// CHECK: :[[#@LINE+4]]:3: remark: reassociation needed: 4.00 →
// UNROLLED: :[[#@LINE+6]]:5: remark: reassociation needed: 4.00 → {{[01].[0-9]+}} cycles per source iteration on skylake
float sums(const float *a, const float *b, long n, long m) {
  float sum = 0, all = 0;
  for (long i = 0; i < n; i++)
    sum += a[i] * b[i];
  for (long j = 0; j < m; j++)
    for (long i = 0; i < n; i++)
      all += a[i] * b[i + j];
  return sum + all;
}

// No order of these would be another one: each step needs the one before.
float polynomial(const float *c, float x, long n) {
  float sum = 0;
  for (long i = 0; i < n; i++)
    sum = sum * x + c[i];
  return sum;
}

// Integers need no permission.
unsigned product(const unsigned *a, long n) {
  unsigned all = 1;
  for (long i = 0; i < n; i++)
    all *= a[i];
  return all;
}
