// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass of a Fourier transform with factors (radix 2), complex floats side by side.

#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    float ar = d->u[2 * i], ai = d->u[2 * i + 1];
    float br = d->u[2 * i + 1024], bi = d->u[2 * i + 1025];
    float wr = d->v[2 * i], wi = d->v[2 * i + 1];
    float tr = br * wr - bi * wi, ti = br * wi + bi * wr;
    d->w[2 * i] = ar + tr;
    d->w[2 * i + 1] = ai + ti;
    d->w[2 * i + 1024] = ar - tr;
    d->w[2 * i + 1025] = ai - ti;
  }
}
