//===- HotLoops.cpp - Loops whose code is worth a change ------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/HotLoops.h"
#include "takt/passes/IRAnalyses.h"
#include "takt/passes/LoopFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace takt;

bool takt::isToBeFast(const MachineFunction &MF) {
  const Function &F = MF.getFunction();
  return !F.hasOptNone() && !F.hasOptSize() && !F.hasMinSize() &&
         !F.hasFnAttribute(Attribute::Cold) &&
         !F.hasFnAttribute(Attribute::Naked) &&
         MF.getTarget().getOptLevel() != CodeGenOptLevel::None;
}

/// Unroll counts are at most this much (-takt-guide-shape), so what is left
/// over runs less often.
static constexpr unsigned MostUnrolled = 64;

namespace {
/// An innermost machine loop with what tells whether it is the work of a loop,
/// or what a copy of that loop left over. Without debug locations: the code
/// must not depend on them.
struct Copy {
  const MachineLoop *L;
  const Loop *IRLoop; ///< may be null
  LoopSteps Steps;

  bool isVectorBody() const { return Steps.Vectorized && Steps.HasVectors; }
};
} // namespace

/// The narrower vectors behind a vectorised loop, which do what is too little
/// for an iteration of it: the vectoriser enters them from that loop, or past
/// it where there are too few iterations. Another vectorised loop is entered by
/// a check of its own iterations.
static bool isVectorRemainder(const Copy &C, ArrayRef<Copy> Copies,
                              const DominatorTree &DT) {
  if (!C.isVectorBody())
    return false;
  const BasicBlock *Entry = C.IRLoop->getHeader();
  if (const BasicBlock *Preheader = C.IRLoop->getLoopPreheader())
    Entry = Preheader;
  return any_of(Copies, [&](const Copy &Other) {
    if (!Other.isVectorBody() || Other.IRLoop == C.IRLoop)
      return false;
    bool From = false, Past = false;
    for (const BasicBlock *Pred : predecessors(Entry))
      if (!C.IRLoop->contains(Pred))
        (DT.dominates(Other.IRLoop->getHeader(), Pred) ? From : Past) = true;
    return From && Past;
  });
}

/// What the unroller left over: it forbids itself to unroll that again, how
/// often it runs is the rest of a division, and beside it is the unrolled loop,
/// which is larger. (That may be short, too, where its iterations are few.)
static bool isUnrollRemainder(const Copy &C, ArrayRef<Copy> Copies,
                              ScalarEvolution &SE) {
  if (!C.Steps.UnrollDisabled || SE.getSmallConstantTripCount(C.IRLoop) ||
      none_of(Copies, [&](const Copy &Other) {
        return Other.Steps.Instrs > C.Steps.Instrs &&
               Other.IRLoop->getParentLoop() == C.IRLoop->getParentLoop();
      }))
    return false;
  const unsigned Most = SE.getSmallConstantMaxTripCount(C.IRLoop);
  return Most && Most < MostUnrolled;
}

/// What others leave little to do.
static bool isLeftOver(const Copy &C, ArrayRef<Copy> Copies,
                       IRAnalyses *Analyses) {
  if (!C.IRLoop || !Analyses)
    return false;
  return (C.Steps.Vectorized && !C.Steps.HasVectors) ||
         isVectorRemainder(C, Copies, Analyses->dominators()) ||
         isUnrollRemainder(C, Copies, Analyses->scalarEvolution());
}

static double frequencyOf(const MachineLoop &L,
                          const MachineBlockFrequencyInfo *MBFI) {
  return MBFI && MBFI->getEntryFreq() != BlockFrequency(0)
             ? MBFI->getBlockFreqRelativeToEntryBlock(L.getHeader())
             : 1;
}

std::vector<HotLoop> takt::hotLoops(const MachineLoopInfo &MLI,
                                    const MachineBlockFrequencyInfo *MBFI,
                                    const FactFinder &Facts) {
  std::vector<Copy> Copies;
  for (const MachineLoop *L :
       const_cast<MachineLoopInfo &>(MLI).getLoopsInPreorder())
    if (L->isInnermost())
      Copies.push_back({L, Facts.irLoop(*L), Facts.evidence(*L).Steps});
  std::vector<HotLoop> Hot;
  for (const Copy &C : Copies) {
    const double Frequency = frequencyOf(*C.L, MBFI);
    if (Frequency >= 1 && !isLeftOver(C, Copies, Facts.analyses()))
      Hot.push_back({C.L, Frequency});
  }
  return Hot;
}

std::vector<HotLoop> takt::hottestFirst(std::vector<HotLoop> Hot) {
  llvm::sort(Hot, [](const HotLoop &A, const HotLoop &B) {
    return std::pair(-A.Frequency, A.L->getHeader()->getNumber()) <
           std::pair(-B.Frequency, B.L->getHeader()->getNumber());
  });
  return Hot;
}

unsigned takt::countInstrs(const MachineFunction &MF) {
  unsigned Instrs = 0;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      Instrs += !MI.isDebugOrPseudoInstr();
  return Instrs;
}
