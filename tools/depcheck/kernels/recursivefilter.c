// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recursive filter of second order along each row, forwards and backwards, as
// edge detectors use (after Deriche); earlier outputs are read from memory.

#include "kernel.h"

enum { Signals = 28 };
static float In[Signals][Long], Forth[Signals][Long], Back[Signals][Long];

KERNEL void kernel_recursivefilter(int Rows, int Columns, float (*X)[Long],
                                   float (*Y)[Long], float (*Z)[Long]) {
  for (int I = 0; I < Rows; ++I) {
    for (int J = 2; J < Columns; ++J)
      Y[I][J] = 0.2f * X[I][J] + 0.1f * X[I][J - 1] + 0.5f * Y[I][J - 1] -
                0.1f * Y[I][J - 2];
    for (int J = Columns - 3; J >= 0; --J)
      Z[I][J] = 0.3f * X[I][J + 1] + 0.5f * Z[I][J + 1] - 0.1f * Z[I][J + 2];
    for (int J = 0; J < Columns; ++J)
      X[I][J] = Y[I][J] + Z[I][J];
  }
}

double run_recursivefilter(void) {
  fillFloats(&In[0][0], Signals * Long, 1);
  kernel_recursivefilter(Signals, Long, In, Forth, Back);
  double Total = 0;
  for (int I = 0; I < Signals; ++I)
    for (int J = 0; J < Long; ++J)
      Total += In[I][J];
  return Total;
}
