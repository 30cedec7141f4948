//===- LoopFacts.cpp - What only the compiler knows of a loop ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/LoopFacts.h"
#include "takt/passes/IRAnalyses.h"
#include "takt/passes/LinearSteps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/PseudoSourceValue.h"

using namespace llvm;
using namespace takt;

StringRef takt::roleName(LoopRole R) {
  switch (R) {
  case LoopRole::Main:
    return "main";
  case LoopRole::VectorBody:
    return "vector body";
  case LoopRole::Unrolled:
    return "unrolled";
  case LoopRole::Remainder:
    return "remainder";
  case LoopRole::VectorRemainder:
    return "vector remainder";
  case LoopRole::Peeled:
    return "peeled";
  }
  llvm_unreachable("unknown role");
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

/// True if \p A does fewer source iterations at a time than \p B, another loop
/// of the same source loop.
static bool doesLess(const RoleEvidence &A, const RoleEvidence &B) {
  if (A.SourceIterations && B.SourceIterations)
    return *A.SourceIterations < *B.SourceIterations;
  bool Less = false;
  for (auto [Key, Step] : A.Steps.Accesses)
    if (const int64_t Other = B.Steps.Accesses.lookup(Key)) {
      if (std::abs(Step) > std::abs(Other))
        return false;
      Less |= std::abs(Step) < std::abs(Other);
    }
  return Less;
}

static LoopRole roleOf(const RoleEvidence &E, ArrayRef<RoleEvidence> Loops) {
  const LoopSteps &S = E.Steps;
  const bool Vector = S.Vectorized && S.HasVectors;
  bool Less = false, VectorSibling = false;
  for (const RoleEvidence &Other : Loops) {
    if (&Other == &E || Other.Source != E.Source)
      continue;
    Less |= E.Source && doesLess(E, Other);
    VectorSibling |= Other.Steps.Vectorized && Other.Steps.HasVectors;
  }
  // Only the vectoriser and the unroller leave remainders, and they mark them;
  // another loop that starts at the same place (a macro) is none.
  if (Less && (S.Vectorized || S.UnrollDisabled))
    return Vector ? LoopRole::VectorRemainder : LoopRole::Remainder;
  if (Vector)
    return LoopRole::VectorBody;
  if (E.SourceIterations.value_or(1) > 1)
    return LoopRole::Unrolled;
  if (S.Vectorized && VectorSibling)
    return LoopRole::Remainder;
  return LoopRole::Main;
}

std::vector<LoopRole> takt::assignRoles(ArrayRef<RoleEvidence> Loops) {
  std::vector<LoopRole> Roles;
  for (const RoleEvidence &E : Loops)
    Roles.push_back(roleOf(E, Loops));
  return Roles;
}

//===----------------------------------------------------------------------===//
// Facts from the IR
//===----------------------------------------------------------------------===//

FactFinder::FactFinder(MachineFunction &MF) : MF(MF) {
  Function &F = MF.getFunction();
  // MIR may come without a body.
  if (F.isDeclaration() || F.getEntryBlock().empty() ||
      !F.getEntryBlock().getTerminator())
    return;
  IR = std::make_unique<IRAnalyses>(F);
  Before = recordedSteps(F);
}

FactFinder::~FactFinder() = default;

const Loop *FactFinder::irLoop(const MachineLoop &L) const {
  if (!IR)
    return nullptr;
  // Blocks made by code generation may have no IR block, or that of a
  // neighbour: the majority decides.
  MapVector<const Loop *, unsigned> Votes;
  for (const MachineBasicBlock *MBB : L.blocks())
    if (const BasicBlock *BB = MBB->getBasicBlock())
      ++Votes[IR->loops().getLoopFor(BB)];
  const Loop *Best = nullptr;
  unsigned Most = 0;
  for (auto [Candidate, Count] : Votes)
    if (Count > Most) {
      Best = Candidate;
      Most = Count;
    }
  return Best && Best->isInnermost() ? Best : nullptr;
}

RoleEvidence FactFinder::evidence(const MachineLoop &L) const {
  RoleEvidence E;
  const Loop *IRLoop = irLoop(L);
  if (!IRLoop)
    return E;
  E.Source = sourceKey(IRLoop->getStartLoc());
  E.Steps = loopSteps(*IRLoop);
  if (MF.getFunction().hasOptNone()) {
    E.SourceIterations = 1;
  } else if (Before && E.Source) {
    auto It = Before->find(E.Source);
    if (It != Before->end())
      E.SourceIterations = sourceIterations(It->second, E.Steps);
  }
  return E;
}

std::optional<uint64_t> FactFinder::tripCount(const MachineLoop &L) const {
  const Loop *IRLoop = irLoop(L);
  const unsigned N =
      IRLoop ? IR->scalarEvolution().getSmallConstantTripCount(IRLoop) : 0;
  return N ? std::optional<uint64_t>(N) : std::nullopt;
}

/// Bytes that the address \p MMO moves per iteration; \p Steps are those of the
/// loop, or null.
static std::optional<int64_t> strideOf(const MachineMemOperand &MMO,
                                       LinearSteps *Steps) {
  // Stack slots and constants of the function stay where they are.
  if (MMO.getPseudoValue())
    return 0;
  return MMO.getValue() && Steps ? Steps->step(MMO.getValue()) : std::nullopt;
}

/// True if \p A and \p B never overlap within one iteration.
static bool neverOverlap(const MachineMemOperand &A, const MachineMemOperand &B,
                         const MachineFrameInfo &MFI, BatchAAResults &AA) {
  const PseudoSourceValue *PA = A.getPseudoValue(), *PB = B.getPseudoValue();
  if (PA && PB) {
    // Different slots of the stack frame. Constants are never written.
    const auto *FA = dyn_cast<FixedStackPseudoSourceValue>(PA);
    const auto *FB = dyn_cast<FixedStackPseudoSourceValue>(PB);
    return PA->isConstant(&MFI) || PB->isConstant(&MFI) ||
           (FA && FB && FA->getFrameIndex() != FB->getFrameIndex() &&
            !FA->isAliased(&MFI) && !FB->isAliased(&MFI));
  }
  if (PA || PB) {
    const PseudoSourceValue *P = PA ? PA : PB;
    return P->isConstant(&MFI) || !P->mayAlias(&MFI);
  }
  if (!A.getValue() || !B.getValue())
    return false;
  // The operand may be a part of the access behind the pointer, at an offset.
  if (A.getOffset() || B.getOffset())
    return false;
  const auto LocationOf = [](const MachineMemOperand &M) {
    return MemoryLocation(M.getValue(), M.getSize(), M.getAAInfo());
  };
  return AA.alias(LocationOf(A), LocationOf(B)) == AliasResult::NoAlias;
}

std::vector<MemoryFact>
FactFinder::memory(const MachineLoop &L,
                   ArrayRef<const MachineInstr *> Instrs) const {
  // Comparing all pairs: a kernel with more operands gets none of these facts.
  constexpr size_t MostOperands = 64;
  std::vector<MemoryFact> Facts;
  std::vector<const MachineMemOperand *> Operands;
  if (!IR)
    return Facts;
  std::optional<LinearSteps> Steps;
  if (const Loop *IRLoop = irLoop(L))
    Steps.emplace(*IRLoop, MF.getDataLayout());
  for (uint32_t I = 0; I != Instrs.size(); ++I) {
    // An instruction that becomes several has its operands once.
    if (!Instrs[I] || (I && Instrs[I] == Instrs[I - 1]))
      continue;
    for (const MachineMemOperand *MMO : Instrs[I]->memoperands()) {
      MemoryFact F;
      F.Instr = I;
      F.Load = MMO->isLoad();
      F.Store = MMO->isStore();
      const LocationSize Size = MMO->getSize();
      F.Size = Size.hasValue() && !Size.isScalable()
                   ? Size.getValue().getFixedValue()
                   : 0;
      F.Stride = strideOf(*MMO, Steps ? &*Steps : nullptr);
      Facts.push_back(std::move(F));
      Operands.push_back(MMO);
    }
  }
  if (Facts.size() > MostOperands ||
      none_of(Facts, [](const MemoryFact &F) { return F.Store; }))
    return Facts;
  BatchAAResults AA(IR->aliases());
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  for (uint32_t A = 0; A != Facts.size(); ++A)
    for (uint32_t B = A + 1; B != Facts.size(); ++B)
      if ((Facts[A].Store || Facts[B].Store) &&
          neverOverlap(*Operands[A], *Operands[B], MFI, AA)) {
        Facts[A].NoAlias.push_back(B);
        Facts[B].NoAlias.push_back(A);
      }
  return Facts;
}
