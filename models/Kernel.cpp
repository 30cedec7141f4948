//===- Kernel.cpp - One iteration of a loop, in µops ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Kernel.h"

using namespace takt;

uint64_t Kernel::fusedUops() const {
  uint64_t N = 0;
  for (const KernelInstr &I : Instrs)
    N += I.FusedUops;
  return N;
}

uint64_t Kernel::unfusedUops() const {
  uint64_t N = 0;
  for (const KernelInstr &I : Instrs)
    N += I.Uops.size();
  return N;
}
