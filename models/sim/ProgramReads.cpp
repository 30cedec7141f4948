//===- ProgramReads.cpp - Which operands come over shared ports -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace takt::sim {

/// Places whose values are read whenever they are asked for: made by the
/// renamer, under a name that is not theirs (docs/zen4-schedulers.md).
static BitVector neverHandedOn(const Program &P) {
  BitVector Found(P.NumValues / 2);
  for (const SimUop &U : P.Uops)
    if (!U.Ports)
      for (ValuePlace W : ArrayRef(P.Writes).slice(U.FirstWrite, U.NumWrites))
        Found.set(W / 2);
  return Found;
}

void addSharedReads(Program &P, const Kernel &K, const Cpu &C) {
  if (C.Schedule.Reads.Sides.empty())
    return;
  for (SimUop &S : P.Uops) {
    const Uop *U = uopOf(S, K);
    if (!U || !S.Ports ||
        none_of(U->Reads, [](const UopRead &R) { return R.Shared; }))
      continue;
    S.Shared = takesAtOnce(U->Uses, C.Schedule.Reads.Always)
                   ? SharedRead::Always
                   : SharedRead::Operand;
    P.HasSharedReads |= S.Shared == SharedRead::Operand;
  }
  // Those that are always read are in nobody's way but those of operands.
  if (!P.HasSharedReads)
    return;
  const BitVector Read = neverHandedOn(P);
  for (SimRead &R : P.Reads)
    R.Shared &= !Read[R.Place / 2];
}

} // namespace takt::sim
