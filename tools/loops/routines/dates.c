// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Days to year, month and day.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    uint32_t z = (d->i[i] >> 10) + 719468;
    uint32_t era = z / 146097, doe = z % 146097;
    uint32_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    uint32_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    uint32_t mp = (5 * doy + 2) / 153;
    d->j[i] = (yoe + era * 400) << 9 | (mp < 10 ? mp + 3 : mp - 9) << 5 | (doy - (153 * mp + 2) / 5 + 1);
  }
}
