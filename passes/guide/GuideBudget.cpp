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

/// Work of compiling a file, for the whole of it and for each instruction that
/// arrives at the vectoriser; of a scratch compilation, whatever is in it, for
/// its passes are set up first; and of each copy in it, beside its
/// instructions. docs/guide.md has the measurements.
static constexpr double FileWork = 300, WorkPerInstr = 1.1, ScratchWork = 30,
                        CopyWork = 15;
/// Smaller files count as one of this work: a look at one loop and two copies
/// for the default percentage.
static constexpr double LeastWork = 900;

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
  Left = std::max(Work, LeastWork) * Percent / 100;
}

void GuideBudget::begin(const Function &F) {
  // Functions grow on the way to the vectoriser.
  const uint64_t Size = F.getInstructionCount();
  const uint64_t All = std::max(Size, ToCome);
  Share = All ? Left * static_cast<double>(Size) / static_cast<double>(All) : 0;
  ToCome -= std::min(ToCome, Size);
}

unsigned GuideBudget::spend(unsigned Instrs, unsigned Copies) {
  const double Copy = CopyWork + Instrs;
  if (!Copies || Share < ScratchWork + Copy)
    return 0;
  const unsigned Most =
      static_cast<unsigned>(std::min(1e6, (Share - ScratchWork) / Copy));
  Copies = std::min(Copies, Most);
  const double Work = ScratchWork + Copies * Copy;
  Share -= Work;
  Left -= Work;
  return Copies;
}
