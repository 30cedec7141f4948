// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define ELEMENT float
#define WIDTH 16
#define FACTOR (float)d->x[32 * (r % 4) + k]

#include "row.h"
