// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps until points leave the circle (Mandelbrot); their number depends on the point.

#include "kernel.h"

KERNEL_SIZE(64);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    double cr = d->x[i] - 1.5, ci = d->y[i] - 0.5, re = 0, im = 0;
    uint32_t steps = 0;
    while (steps < 64 && re * re + im * im < 4) {
      double next = re * re - im * im + cr;
      im = 2 * re * im + ci;
      re = next;
      steps++;
    }
    d->j[i] = steps;
  }
}
