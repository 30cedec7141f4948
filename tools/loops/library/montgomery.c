// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Squares modulo an odd number by Montgomery's reduction, one chain.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  const uint64_t modulus = d->divisor * 4294967311u | 1;
  uint64_t inverse = modulus;
  for (int i = 0; i < 5; i++)
    inverse *= 2 - modulus * inverse;
  uint64_t value = d->seed % modulus;
  for (long i = 0; i < n; i++) {
    unsigned __int128 square = (unsigned __int128)value * value;
    uint64_t times = (uint64_t)square * inverse;
    uint64_t high = (uint64_t)((unsigned __int128)times * modulus >> 64);
    uint64_t upper = (uint64_t)(square >> 64);
    value = upper - high + (upper < high ? modulus : 0);
  }
  d->total = (int64_t)value;
}
