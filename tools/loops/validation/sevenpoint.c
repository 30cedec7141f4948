// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Seven points of a grid in three dimensions.

#include "kernel.h"

KERNEL_SIZE(16);

enum { Width = 12 };

static long at(long z, long y, long x) { return (z * Width + y) * Width + x; }

void kernel(long n, struct Data *d) {
  const float *in = d->u;
  for (long z = 1; z <= n; z++)
    for (long y = 1; y < Width - 1; y++)
      for (long x = 1; x < Width - 1; x++)
        d->v[at(z, y, x)] =
            0.4f * in[at(z, y, x)] +
            0.1f * (in[at(z - 1, y, x)] + in[at(z + 1, y, x)] + in[at(z, y - 1, x)] +
                    in[at(z, y + 1, x)] + in[at(z, y, x - 1)] + in[at(z, y, x + 1)]);
}
