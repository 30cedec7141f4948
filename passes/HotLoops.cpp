//===- HotLoops.cpp - Loops whose code is worth a change ------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/HotLoops.h"
#include "takt/passes/LoopFacts.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
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

/// What the vectoriser left over, which others leave little to do. Of copies by
/// the unroller only debug locations would tell.
static bool isScalarRemainder(const FactFinder &Facts, const MachineLoop &L) {
  const LoopSteps Steps = Facts.evidence(L).Steps;
  return Steps.Vectorized && !Steps.HasVectors;
}

std::vector<HotLoop> takt::hotLoops(const MachineLoopInfo &MLI,
                                    const MachineBlockFrequencyInfo *MBFI,
                                    const FactFinder &Facts) {
  std::vector<HotLoop> Hot;
  for (const MachineLoop *L :
       const_cast<MachineLoopInfo &>(MLI).getLoopsInPreorder()) {
    if (!L->isInnermost() || isScalarRemainder(Facts, *L))
      continue;
    const double Frequency =
        MBFI && MBFI->getEntryFreq() != BlockFrequency(0)
            ? MBFI->getBlockFreqRelativeToEntryBlock(L->getHeader())
            : 1;
    if (Frequency >= 1)
      Hot.push_back({L, Frequency});
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
