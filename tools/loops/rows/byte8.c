// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define ELEMENT uint8_t
#define WIDTH 8
#define FACTOR (uint8_t)(r + k)

#include "row.h"
