//===- SchedModel.cpp - Reading LLVM's scheduling models --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SchedModel.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace takt;
using llvm::MCProcResourceDesc;
using llvm::MCSchedClassDesc;
using llvm::StringRef;

llvm::Expected<SchedModel> SchedModel::create(const llvm::MCSubtargetInfo &STI,
                                              StringRef LLVMCpu) {
  SchedModel M;
  M.STI = &STI;
  if (LLVMCpu.empty()) {
    M.CpuName = (STI.getTuneCPU().empty() ? STI.getCPU() : STI.getTuneCPU());
    M.SM = &STI.getSchedModel();
  } else {
    M.CpuName = LLVMCpu.str();
    if (!STI.isCPUStringValid(LLVMCpu))
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "LLVM knows no CPU '" + LLVMCpu +
                                         "' for " +
                                         STI.getTargetTriple().str());
    M.SM = &STI.getSchedModelForCPU(LLVMCpu);
  }
  if (!M.SM->hasInstrSchedModel())
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "LLVM has no scheduling model of instructions for '" + M.CpuName + "'");
  M.findUnits();
  if (M.TooManyUnits)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "LLVM's scheduling model of '" + M.CpuName +
                                       "' has more than 64 units");
  return M;
}

/// Fills Units and Masks.
void SchedModel::findUnits() {
  Masks.assign(SM->getNumProcResourceKinds(), 0);
  // Index 0 is LLVM's invalid unit.
  for (unsigned R = 1; R < Masks.size(); ++R)
    unitsOf(R);
}

/// The units that resource \p R means, made on first use: a group means its
/// members, a resource with children (SuperIdx) its children and the units of
/// its own that remain.
UnitMask SchedModel::unitsOf(unsigned R) {
  if (Masks[R])
    return Masks[R];
  const MCProcResourceDesc &Desc = *SM->getProcResource(R);
  UnitMask Mask = 0;
  unsigned Own = Desc.NumUnits;
  if (Desc.SubUnitsIdxBegin) {
    // Members may be named more than once.
    for (unsigned I = 0; I < Desc.NumUnits; ++I)
      Mask |= unitsOf(Desc.SubUnitsIdxBegin[I]);
    Own = 0;
  }
  for (unsigned Child = 1; Child < Masks.size(); ++Child) {
    const MCProcResourceDesc &ChildDesc = *SM->getProcResource(Child);
    if (ChildDesc.SuperIdx != R || ChildDesc.SubUnitsIdxBegin)
      continue;
    Mask |= unitsOf(Child);
    Own -= std::min(Own, ChildDesc.NumUnits);
  }
  for (unsigned I = 0; I < Own; ++I) {
    if (Units.size() == 64) {
      TooManyUnits = true;
      break;
    }
    Mask |= UnitMask(1) << Units.size();
    Units.push_back(
        Desc.NumUnits == 1
            ? std::string(Desc.Name)
            : (Desc.Name + llvm::Twine("[") + llvm::Twine(I) + "]").str());
  }
  return Masks[R] = Mask;
}

const MCSchedClassDesc *
SchedModel::classOf(const llvm::MCInst &I, const llvm::MCInstrInfo &MII) const {
  unsigned Class = MII.get(I.getOpcode()).getSchedClass();
  const MCSchedClassDesc *Desc = SM->getSchedClassDesc(Class);
  while (Desc->isVariant()) {
    Class =
        STI->resolveVariantSchedClass(Class, &I, &MII, SM->getProcessorID());
    if (Class == 0)
      return nullptr;
    Desc = SM->getSchedClassDesc(Class);
  }
  return Desc->isValid() ? Desc : nullptr;
}

llvm::SmallVector<UnitUse, 4>
SchedModel::uses(const MCSchedClassDesc &Class) const {
  // Resources of equal mask (a group and its only member) are one.
  llvm::SmallMapVector<UnitMask, int, 8> Booked;
  for (const llvm::MCWriteProcResEntry *E = STI->getWriteProcResBegin(&Class),
                                       *End = STI->getWriteProcResEnd(&Class);
       E != End; ++E) {
    int &Cycles = Booked[Masks[E->ProcResourceIdx]];
    Cycles = std::max<int>(Cycles, E->ReleaseAtCycle - E->AcquireAtCycle);
  }
  auto Sorted = llvm::to_vector<8>(Booked);
  llvm::sort(Sorted, [](const auto &A, const auto &B) {
    return std::make_pair(llvm::popcount(A.first), A.first) <
           std::make_pair(llvm::popcount(B.first), B.first);
  });
  // What a set books beyond its strict subsets is its own.
  llvm::SmallVector<UnitUse, 4> Own;
  for (auto [Mask, Cycles] : Sorted) {
    for (const UnitUse &Smaller : Own)
      if ((Smaller.Units & ~Mask) == 0)
        Cycles -= Smaller.Cycles;
    if (Cycles > 0)
      Own.push_back({Mask, static_cast<unsigned>(Cycles)});
  }
  return Own;
}
