//===- DataFlowShared.cpp - What comes over shared ports --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which operands come over the register file's shared ports (SharedReads).
///
//===----------------------------------------------------------------------===//

#include "DataFlow.h"
#include "ResourceUses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace takt;

/// A vector register, or what another µop made: of those that read more than
/// two values only operations on vectors are asked for.
bool DataFlow::isVectorRead(const TemplateRead &R) const {
  constexpr unsigned LeastBits = 128;
  if (R.Value.K == ValueRef::Temp)
    return true;
  if (R.Value.K != ValueRef::Operand)
    return false;
  const llvm::MCOperandInfo &Op = Desc.operands()[R.Value.Index];
  if (Op.RegClass < 0 || Op.isLookupPtrRegClass())
    return false;
  const llvm::MCRegisterClass &RC = Ctx.MRI.getRegClass(Op.RegClass);
  return RC.getNumRegs() && !Ctx.Registers.isGeneral(*RC.begin()) &&
         Ctx.Registers.groupBits(
             Ctx.Registers.entry(*RC.begin()).Groups.front()) >= LeastBits;
}

bool DataFlow::isTied(const TemplateRead &R) const {
  return R.Value.K == ValueRef::Operand &&
         Desc.getOperandConstraint(R.Value.Index, llvm::MCOI::TIED_TO) >= 0;
}

/// The one of \p Vectors that the file says.
TemplateRead &
DataFlow::sharedRead(llvm::ArrayRef<TemplateRead *> Vectors) const {
  const auto Result =
      llvm::find_if(Vectors, [&](TemplateRead *R) { return isTied(*R); });
  const bool IsFirst = Result == Vectors.begin();
  switch (Corrected.Shared.value_or(SharedOperand::Result)) {
  case SharedOperand::Result:
    return Result == Vectors.end() ? *Vectors.back() : **Result;
  case SharedOperand::First:
    return *Vectors[IsFirst ? 1 : 0];
  case SharedOperand::Last:
    return *Vectors.back();
  }
  llvm_unreachable("all operands are dealt with");
}

/// Whether \p U hands on what another operation on \p Ports made. Nothing says
/// so, but that is what it is there for.
bool DataFlow::handsOn(const TemplateUop &U, ResourceMask Ports) const {
  return U.Kind == UopKind::Compute &&
         llvm::any_of(T.Uops, [&](const TemplateUop &Other) {
           return &Other != &U && Other.Kind == UopKind::Compute &&
                  takesAtOnce(Other.Uses, Ports) &&
                  !takesAtOnce(Other.Uses, Ctx.C.Schedule.Reads.Always);
         });
}

void DataFlow::shareReads() {
  const SharedReads &Reads = Ctx.C.Schedule.Reads;
  ResourceMask Sides = 0;
  for (ResourceMask Ports : Reads.Sides)
    Sides |= Ports;
  if (!Sides)
    return;
  for (TemplateUop &U : T.Uops) {
    llvm::SmallVector<TemplateRead *, 4> Vectors;
    for (TemplateRead &R : U.Reads)
      if (isVectorRead(R))
        Vectors.push_back(&R);
    if (Vectors.empty())
      continue;
    if (takesAtOnce(U.Uses, Reads.Always)) {
      if (!handsOn(U, Sides))
        Vectors.front()->Shared = true;
    } else if (Vectors.size() > 2 && takesAtOnce(U.Uses, Sides)) {
      sharedRead(Vectors).Shared = true;
    }
  }
}
