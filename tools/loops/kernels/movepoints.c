// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Points of an array of structs are moved, in place.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i) {
    struct Point *p = &d->points[i];
    p->x += 0.01f * p->mass;
    p->y -= 0.01f * p->mass;
    p->z *= 0.99f;
  }
}
