// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define ELEMENT int
#define WIDTH 32
#define FACTOR (int)(r + k)

#include "row.h"
