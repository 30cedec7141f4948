// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forces of Lennard and Jones between one and the other points, within a distance.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  const double x = d->factor;
  double force = 0, energy = 0;
  for (long i = 0; i < n; i++) {
    double dx = d->x[i] - x, dy = d->y[i] - x;
    double square = dx * dx + dy * dy + 0.25;
    double inverse = 1 / square, sixth = inverse * inverse * inverse;
    double part = sixth * (sixth - 0.5);
    energy += square < 0.5 ? part : 0;
    force += square < 0.5 ? part * inverse * dx : 0;
  }
  d->sum = force;
  d->sum2 = energy;
}
