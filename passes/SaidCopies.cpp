//===- SaidCopies.cpp - Copies of a loop of which all is said ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/SaidCopies.h"
#include "takt/passes/FunctionAnalysis.h"
#include "takt/passes/Remarks.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;
using namespace takt;

bool SaidCopies::isEnough(const LoopReport &R, StringRef What) {
  return isEnough(R.Loc, (roleName(R.Facts.Role) + ": " + What).str());
}

/// What tells the function apart whose code \p Loc is in, inlined or not.
static std::string functionOf(const DebugLoc &Loc) {
  const DILocation *At = Loc.get();
  while (const DILocation *Call = At->getInlinedAt())
    At = Call;
  const DISubprogram *Function = At->getScope()->getSubprogram();
  return (Function->getName() + " " + Function->getLinkageName()).str();
}

bool SaidCopies::isEnough(const DebugLoc &Loc, StringRef What) {
  if (!Loc)
    return false;
  // The whole path: files of one name are not one.
  const std::string Key = (Loc->getDirectory() + "/" + Loc->getFilename() +
                           ":" + placeText(Loc, Loc) + " " + What)
                              .str();
  // Of copies that the compiler made within a function what would be the same
  // to the letter tells nothing new.
  if (!Letters.insert(Key + "; " + inlinedInto(Loc) + "; " + functionOf(Loc))
           .second)
    return true;
  unsigned &Count = Said[Key];
  if (Count == Most)
    return true;
  ++Count;
  return false;
}
