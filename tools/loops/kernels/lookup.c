// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each byte replaced by one of a table.

#include "kernel.h"

KERNEL_SIZE(Most2);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->b[i] = d->text[d->a[i]];
}
