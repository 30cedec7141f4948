// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where rays meet a sphere, or a far limit.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  const float x = d->factor4, y = d->factor4 * 2, z = d->factor4 * 3;
  for (long i = 0; i < n; i++) {
    float dx = d->u[i], dy = d->v[i], dz = d->u[i + 1024];
    float along = x * dx + y * dy + z * dz;
    float square = dx * dx + dy * dy + dz * dz;
    float rest = along * along - square * (x * x + y * y + z * z - 1);
    float root = __builtin_elementwise_sqrt(rest < 0 ? -rest : rest);
    float near = (along - root) / square;
    d->w[i] = rest < 0 ? 1e9f : near;
  }
}
