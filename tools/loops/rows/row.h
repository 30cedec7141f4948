// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of WIDTH numbers of type ELEMENT are added up, each times a FACTOR; one
// element is a row of sums. Both arrays are reached from one struct, of which
// LLVM does not see that they are apart.

#include "kernel.h"

KERNEL_SIZE(16);

void kernel(long n, struct Data *d) {
  ELEMENT *to = (ELEMENT *)d->result, *from = (ELEMENT *)d->matrix;
  for (long r = 0; r < n; ++r)
    for (long k = 0; k < Side; ++k) {
      ELEMENT factor = FACTOR;
      for (long c = 0; c < WIDTH; ++c)
        to[r % Side * 32 + c] += factor * from[k * 32 + c];
    }
}
