// A square root that may set errno is an instruction, and a call where the
// operand is negative, which LLVM takes for half of all operands. Takt does not:
// else a loop would have no path worth a word.

// REQUIRES: x86-registered-target
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
// Without such an instruction it is the source's call, as often as it says.
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -mllvm -disable-partial-libcall-inlining -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CALL
double sqrt(double);
float sqrtf(float);

// CHECK: :[[#@LINE+2]]:3: remark: unrolled: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 8 at a time) on skylake, bound by the divider unit fpdiv {{.*}}; along the hottest path (99 % of iterations)
void roots(double *restrict to, const double *of, int n) {
  for (int i = 0; i < n; i++)
    to[i] = sqrt(of[i]);
}

// CALL: remark: {{.*}}loop not modelled: call to sqrt

// Another branch has the share that it had.
// CHECK: :[[#@LINE+4]]:3: remark: {{[0-9.]+}} cycles per iteration on skylake, {{.*}}; along the hottest path ([[#]] % of iterations)
float some(const float *of, const char *which, int n) {
  float sum = 0;
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; i++)
    if (__builtin_expect_with_probability(which[i], 1, 0.75))
      sum += sqrtf(of[i]);
  return sum;
}
// CALL: remark: loop not modelled: call to sqrtf
