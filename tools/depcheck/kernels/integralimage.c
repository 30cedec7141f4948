// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over all pixels above and to the left, of an image of three channels.

#include "kernel.h"

enum { Channels = 3 };
static int Image[Short][Long * Channels], Sums[Short][Long * Channels];

KERNEL void kernel_integralimage(int Rows, int Columns,
                                 int (*In)[Long * Channels],
                                 int (*Out)[Long * Channels]) {
  for (int I = 1; I < Rows; ++I)
    for (int J = Channels; J < Columns * Channels; ++J)
      Out[I][J] = In[I][J] + Out[I][J - Channels] + Out[I - 1][J] -
                  Out[I - 1][J - Channels];
}

double run_integralimage(void) {
  fillInts(&Image[0][0], Short * Long * Channels, 1, 256);
  kernel_integralimage(30, Long, Image, Sums);
  double Total = 0;
  for (int J = 0; J < Long * Channels; ++J)
    Total += Sums[29][J];
  return Total;
}
