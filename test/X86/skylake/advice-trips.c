// With a profile of 20 iterations, 8 at a time leave on average as many over as
// are likely without knowing more: 3.5.

// REQUIRES: x86-64-host, x86-registered-target
// RUN: %clang -O1 -fprofile-instr-generate %s -o %t.run
// RUN: env LLVM_PROFILE_FILE=%t.raw %t.run
// RUN: llvm-profdata merge %t.raw -o %t.prof
// DEFINE: %{flags} = -O3 --target=x86_64-linux-gnu -march=skylake -Rpass-missed=takt -c %s -o %t.o
// RUN: %takt-clang %{flags} -fprofile-instr-use=%t.prof 2>&1 | FileCheck %s --implicit-check-not=remark:
// Without a profile nothing is claimed.
// RUN: %takt-clang %{flags} 2>&1 | count 0
// Nothing is left over if clang knows. (32 at a time, without the profile.)
// RUN: env TAKT_OPTIONS=-takt-remainders %takt-clang %{flags} -Rpass-analysis=takt -DASSUME 2>&1 | FileCheck %s --check-prefix=KNOWN
// KNOWN: :[[#@LINE+9]]:3: remark: vector body:
// KNOWN-NOT: :[[#@LINE+8]]:3:

// CHECK: :[[#@LINE+6]]:3: remark: unknown trip count: 0.57 → 0.38 cycles per source iteration on skylake with a constant one, or `__builtin_assume(n % 8 == 0)`, at 20 iterations (profile) [-Rpass-missed=takt]
__attribute__((noinline)) void add(float *restrict a, const float *restrict b,
                                   long n) {
#ifdef ASSUME
  __builtin_assume(n % 32 == 0);
#endif
  for (long i = 0; i < n; i++)
    a[i] += b[i];
}

// Four thousand iterations leave so few over that it does not matter.
__attribute__((noinline)) void scale(float *a, long n) {
  for (long i = 0; i < n; i++)
    a[i] *= 3;
}

int main(void) {
  static float a[4000], b[4000];
  for (int k = 0; k < 1000; k++) {
    add(a, b, 20);
    scale(a, 4000);
  }
  return 0;
}
