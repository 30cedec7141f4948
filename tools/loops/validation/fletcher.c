// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fletcher's checksum, with a remainder at each step.

#include "kernel.h"

KERNEL_SIZE(Most2 / 2);

FUNCTION uint32_t fletcher(long n, const uint16_t *in) {
  uint32_t low = 0, high = 0;
  for (long i = 0; i < n; i++) {
    low = (low + in[i]) % 65535;
    high = (high + low) % 65535;
  }
  return high << 16 | low;
}

void kernel(long n, struct Data *d) { d->total = fletcher(n, (const uint16_t *)d->s); }
