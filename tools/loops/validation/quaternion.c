// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of quaternions.

#include "kernel.h"

KERNEL_SIZE(512);

typedef struct {
  float w, x, y, z;
} Quaternion;

FUNCTION void product(long n, const Quaternion *a, const Quaternion *b, Quaternion *c) {
  for (long i = 0; i < n; i++) {
    Quaternion p = a[i], q = b[i];
    c[i].w = p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z;
    c[i].x = p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y;
    c[i].y = p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x;
    c[i].z = p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w;
  }
}

void kernel(long n, struct Data *d) {
  product(n, (const Quaternion *)d->u, (const Quaternion *)d->v, (Quaternion *)d->w);
}
