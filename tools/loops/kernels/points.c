// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Centre of mass of an array of structs.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  float x = 0, y = 0, z = 0, mass = 0;
  for (long i = 0; i < n; ++i) {
    const struct Point *p = &d->points[i];
    x += p->x * p->mass;
    y += p->y * p->mass;
    z += p->z * p->mass;
    mass += p->mass;
  }
  d->sum = x + y + z;
  d->sum2 = mass;
}
