//===- LackedFeatures.cpp - What a CPU lacks for code --------- -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/LackedFeatures.h"
#include "X86Features.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace llvm;
using namespace takt;

std::vector<StringRef> takt::lackedFeatures(ArrayRef<CodeInstr> Code,
                                            TargetRef T) {
  // In 32-bit mode the same bytes may be others' opcodes.
  if (T.STI.getTargetTriple().getArch() != Triple::x86_64)
    return {};
  std::vector<StringRef> Needed;
  for (const CodeInstr &I : Code)
    if (const StringRef F = x86Feature(I.Bytes);
        !F.empty() && !is_contained(Needed, F))
      Needed.push_back(F);
  erase_if(Needed,
           [&](StringRef F) { return T.STI.checkFeatures(("+" + F).str()); });
  return Needed;
}
