// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two samples of 12 bits out of three bytes.

#include "kernel.h"

KERNEL_SIZE(Most2 / 2);

FUNCTION void unpack(long n, const uint8_t *in, uint16_t *out) {
  for (long i = 0; i < n; i++) {
    out[2 * i] = (uint16_t)(in[3 * i] | (in[3 * i + 1] & 15) << 8);
    out[2 * i + 1] = (uint16_t)(in[3 * i + 1] >> 4 | in[3 * i + 2] << 4);
  }
}

void kernel(long n, struct Data *d) { unpack(n / 2, d->a, (uint16_t *)d->i); }
