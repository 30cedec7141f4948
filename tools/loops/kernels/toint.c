// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floats to integers, with truncation.

#include "kernel.h"

KERNEL_SIZE(3 * Most4 / 4);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->i[i] = (uint32_t)(int32_t)(d->u[i] * 100);
}
