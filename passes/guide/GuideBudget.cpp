//===- GuideBudget.cpp - How much choosing may cost -----------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuideBudget.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace takt;

/// Work of a compilation besides that of a scratch compilation, which has no
/// front end and only the second half of the optimisation: for the whole file
/// and for each instruction that arrives at the vectoriser.
static constexpr double FileWork = 4000, WorkPerInstr = 2.5;
/// Work of a scratch compilation that does not depend on its size: two
/// pipelines are set up.
static constexpr double ScratchWork = 250;

static bool hasLoops(const Function &F) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> Edges;
  if (!F.isDeclaration())
    FindFunctionBackedges(F, Edges);
  return !Edges.empty();
}

GuideBudget::GuideBudget(const Module &M, unsigned Percent) {
  double Work = FileWork;
  for (const Function &F : M) {
    Work += WorkPerInstr * F.getInstructionCount();
    if (hasLoops(F))
      ToCome += F.getInstructionCount();
  }
  Left = Work * Percent / 100;
}

void GuideBudget::begin(const Function &F) {
  // Functions grow on the way to the vectoriser.
  const uint64_t Size = F.getInstructionCount();
  const uint64_t All = std::max(Size, ToCome);
  Share = All ? Left * static_cast<double>(Size) / static_cast<double>(All) : 0;
  ToCome -= std::min(ToCome, Size);
}

bool GuideBudget::spend(unsigned Instrs) {
  const double Work = ScratchWork + Instrs;
  if (Work > Share)
    return false;
  Share -= Work;
  Left -= Work;
  return true;
}
