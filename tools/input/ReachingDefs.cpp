//===- ReachingDefs.cpp - Which instruction made a value --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReachingDefs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace takt;

/// Blocks that are looked through; bounds the time in a library without
/// symbols.
static constexpr unsigned MaxBlocks = 2000;

ReachingDefs::ReachingDefs(FlowGraph &G, TargetRef T) : G(G), T(T) {
  for (FlowBlock &B : drop_begin(G.blocks()))
    if (B.Indirect && B.Leaves)
      Unresolved.push_back(&B);
}

bool ReachingDefs::writes(size_t I, MCRegister Reg) const {
  const MCInst &Inst = G.code()[I].Code.Inst;
  const MCInstrDesc &Desc = T.MII.get(Inst.getOpcode());
  for (unsigned Op = 0, N = std::min<unsigned>(Desc.getNumDefs(), Inst.size());
       Op != N; ++Op)
    if (const MCOperand &O = Inst.getOperand(Op);
        O.isReg() && O.getReg() && T.MRI.regsOverlap(O.getReg(), Reg))
      return true;
  return any_of(Desc.implicit_defs(),
                [&](MCPhysReg Def) { return T.MRI.regsOverlap(Def, Reg); });
}

FlowBlock &ReachingDefs::blockOf(size_t I) const {
  auto It = std::upper_bound(
      std::next(G.blocks().begin()), G.blocks().end(), I,
      [](size_t At, const FlowBlock &B) { return At < B.First; });
  return *std::prev(It);
}

std::vector<size_t> ReachingDefs::of(size_t Use, MCRegister Reg) const {
  std::vector<size_t> Found;
  SmallPtrSet<const FlowBlock *, 16> Seen;
  SmallVector<std::pair<FlowBlock *, size_t>, 16> Work{{&blockOf(Use), Use}};
  while (!Work.empty()) {
    const auto [B, Before] = Work.pop_back_val();
    if (B == &G.front() || Seen.size() > MaxBlocks)
      return {};
    size_t I = Before;
    while (I != B->First && !writes(I - 1, Reg))
      --I;
    if (I != B->First) {
      Found.push_back(I - 1);
      continue;
    }
    const ArrayRef<FlowBlock *> Preds =
        B->Preds.empty() ? ArrayRef(Unresolved) : ArrayRef(B->Preds);
    for (FlowBlock *P : Preds)
      if (Seen.insert(P).second)
        Work.emplace_back(P, P->Last);
  }
  llvm::sort(Found);
  Found.erase(llvm::unique(Found), Found.end());
  return Found;
}

std::optional<size_t> ReachingDefs::onlyOf(size_t Use, MCRegister Reg) const {
  const std::vector<size_t> Found = of(Use, Reg);
  return Found.size() == 1 ? std::optional(Found.front()) : std::nullopt;
}
