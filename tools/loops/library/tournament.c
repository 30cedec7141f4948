// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Winners of a tournament of 1024, from each leaf up to the root (a loser tree).

#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  uint32_t *losers = d->i;
  for (long i = 0; i < n; i++) {
    uint32_t winner = d->j[i];
    for (long node = (i + 1024) >> 1; node; node >>= 1) {
      uint32_t other = losers[node];
      uint32_t most = winner > other ? winner : other;
      winner = winner > other ? other : winner;
      losers[node] = most;
    }
    d->j[i] = winner + 12345;
  }
}
