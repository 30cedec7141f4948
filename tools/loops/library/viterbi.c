// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of Viterbi's algorithm in 64 states; one element is a step.

#include "kernel.h"

KERNEL_SIZE(64);

FUNCTION void step(const uint16_t *from, uint16_t *to, uint8_t *ways, const uint8_t *costs) {
  for (int s = 0; s < 32; s++) {
    uint16_t cost = costs[s], other = (uint16_t)(255 - cost);
    uint16_t a = (uint16_t)(from[s] + cost), b = (uint16_t)(from[s + 32] + other);
    uint16_t c = (uint16_t)(from[s] + other), e = (uint16_t)(from[s + 32] + cost);
    to[2 * s] = a < b ? a : b;
    ways[2 * s] = b < a;
    to[2 * s + 1] = c < e ? c : e;
    ways[2 * s + 1] = e < c;
  }
}

void kernel(long n, struct Data *d) {
  uint16_t *states = (uint16_t *)d->i;
  for (long i = 0; i < n; i++)
    step(states + 64 * (i & 1), states + 64 * (~i & 1), d->b + 64 * i, d->a + 32 * i);
}
