// A loop that works on vectors whose length the CPU chooses is guided like any
// other: it has no number of elements that fill a register.

// RUN: env TAKT_OPTIONS="-takt-guide=unroll,interleave -takt-guide-budget=1000" %takt-clang --target=aarch64-linux-gnu -mcpu=neoverse-v2 -ffreestanding -O3 -S %s -o - | FileCheck %s

#include <arm_sve.h>

void sum(float *to, const float *from, long n) {
  // CHECK-LABEL: sum:
  // CHECK: fadd {{z[0-9]+}}.s
  for (long i = 0; i < n; i += svcntw())
    svst1(svptrue_b32(), to + i,
          svadd_x(svptrue_b32(), svld1(svptrue_b32(), from + i),
                  svld1(svptrue_b32(), to + i)));
}
