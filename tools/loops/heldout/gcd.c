// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Greatest common divisors by Euclid's algorithm.

#include "kernel.h"

KERNEL_SIZE(64);

FUNCTION uint32_t gcd(uint32_t a, uint32_t b) {
  while (b) {
    uint32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++)
    d->j[i] = gcd(d->i[i] | 1, d->i[i + 1]);
}
