// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// s = A' r, q = A p.

#include "kernel.h"

static double A[Short][Long], P[Long], Q[Short], R[Short], S[Long];

KERNEL void kernel_bicg(void) {
  for (int I = 0; I < Short; ++I)
    for (int J = 0; J < Long; ++J) {
      S[J] += R[I] * A[I][J];
      Q[I] += A[I][J] * P[J];
    }
}

double run_bicg(void) {
  fill(&A[0][0], Short * Long, 1);
  fill(P, Long, 2);
  fill(R, Short, 3);
  kernel_bicg();
  return sum(S, Long) + sum(Q, Short);
}
