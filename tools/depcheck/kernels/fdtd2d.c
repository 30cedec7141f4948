// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Electric and magnetic fields of a plane, by finite differences (Yee).

#include "kernel.h"

static double Ex[Short][Long], Ey[Short][Long], Hz[Short][Long];

KERNEL void kernel_fdtd2d(int Steps) {
  for (int T = 0; T < Steps; ++T) {
    for (int J = 0; J < Long; ++J)
      Ey[0][J] = T;
    for (int I = 1; I < Short; ++I)
      for (int J = 0; J < Long; ++J)
        Ey[I][J] -= 0.5 * (Hz[I][J] - Hz[I - 1][J]);
    for (int I = 0; I < Short; ++I)
      for (int J = 1; J < Long; ++J)
        Ex[I][J] -= 0.5 * (Hz[I][J] - Hz[I][J - 1]);
    for (int I = 0; I < Short - 1; ++I)
      for (int J = 0; J < Long - 1; ++J)
        Hz[I][J] -= 0.7 * (Ex[I][J + 1] - Ex[I][J] + Ey[I + 1][J] - Ey[I][J]);
  }
}

double run_fdtd2d(void) {
  fill(&Ex[0][0], Short * Long, 1);
  fill(&Ey[0][0], Short * Long, 2);
  fill(&Hz[0][0], Short * Long, 3);
  kernel_fdtd2d(1);
  return sum(&Hz[0][0], Short * Long);
}
