//===- LoopShape.cpp - How a loop is to be vectorised and unrolled --------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/LoopShape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace takt;

std::string takt::describe(const LoopShape &S) {
  SmallVector<std::string, 3> Parts;
  if (S.Width > 1)
    Parts.push_back("vectors of " + std::to_string(S.Width));
  if (S.Width == 1)
    Parts.push_back("not vectorised");
  if (S.Interleave)
    Parts.push_back("interleaved by " + std::to_string(S.Interleave));
  if (S.Unroll)
    Parts.push_back("unrolled by " + std::to_string(S.Unroll));
  return Parts.empty() ? "as LLVM does" : join(Parts, ", ");
}

/// The name of an attribute in a loop's metadata; empty for places.
static StringRef attributeName(const MDOperand &Op) {
  const auto *Node = dyn_cast<MDNode>(Op);
  if (!Node || isa<DILocation>(Node) || Node->getNumOperands() == 0)
    return {};
  const auto *Name = dyn_cast<MDString>(Node->getOperand(0));
  return Name ? Name->getString() : StringRef();
}

bool takt::hasWishes(const Loop &L) {
  const MDNode *ID = L.getLoopID();
  if (!ID)
    return false;
  return any_of(drop_begin(ID->operands()), [](const MDOperand &Op) {
    const StringRef Name = attributeName(Op);
    // What every loop has in languages that promise progress, and what profiles
    // say, are no wishes.
    return Name.starts_with("llvm.loop.") && Name != "llvm.loop.mustprogress" &&
           Name != "llvm.loop.estimated_trip_count" &&
           Name != "llvm.loop.peeled.count";
  });
}

bool takt::mayAskForWidth(const Loop &L) {
  if (none_of(L.getHeader()->phis(), [](const PHINode &Phi) {
        return Phi.getType()->isFPOrFPVectorTy();
      }))
    return true;
  return all_of(L.blocks(), [](const BasicBlock *BB) {
    return all_of(*BB, [](const Instruction &I) {
      return isa<PHINode>(I) || !isa<FPMathOperator>(I) || I.hasAllowReassoc();
    });
  });
}

static MDNode *number(LLVMContext &C, StringRef Name, unsigned N) {
  return MDNode::get(
      C, {MDString::get(C, Name),
          ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), N))});
}

static MDNode *mark(LLVMContext &C, StringRef Name) {
  return MDNode::get(C, MDString::get(C, Name));
}

/// The attributes of the remainder of an interleaved loop that is not
/// vectorised: it would be unrolled beyond what it ever has to do.
static MDNode *remainderAttributes(LLVMContext &C,
                                   ArrayRef<Metadata *> Places) {
  SmallVector<Metadata *, 6> Parts = {
      MDString::get(C, "llvm.loop.vectorize.followup_epilogue")};
  Parts.append(Places.begin(), Places.end());
  Parts.push_back(number(C, "llvm.loop.isvectorized", 1));
  Parts.push_back(mark(C, "llvm.loop.unroll.disable"));
  return MDNode::get(C, Parts);
}

/// The attributes that the vectorised loop of \p S gets: with none said, those
/// of the loop that it was made from, whose unroll count it would take for its
/// remainder, too.
static MDNode *vectorisedAttributes(LLVMContext &C, const LoopShape &S,
                                    ArrayRef<Metadata *> Places) {
  SmallVector<Metadata *, 6> Parts = {
      MDString::get(C, "llvm.loop.vectorize.followup_vectorized")};
  Parts.append(Places.begin(), Places.end());
  Parts.push_back(number(C, "llvm.loop.isvectorized", 1));
  Parts.push_back(S.Unroll > 1 ? number(C, "llvm.loop.unroll.count", S.Unroll)
                               : mark(C, "llvm.loop.unroll.disable"));
  return MDNode::get(C, Parts);
}

void takt::applyShape(Loop &L, const LoopShape &Asked) {
  LoopShape S = Asked;
  if (S.Width > 1 && !mayAskForWidth(L))
    S.Width = 0;
  if (S.isDefault())
    return;
  LLVMContext &C = L.getHeader()->getContext();
  SmallVector<Metadata *, 8> Parts = {nullptr};
  SmallVector<Metadata *, 2> Places;
  if (const MDNode *Old = L.getLoopID())
    for (const MDOperand &Op : drop_begin(Old->operands())) {
      Parts.push_back(Op);
      if (isa<DILocation>(Op))
        Places.push_back(Op);
    }
  if (S.Width)
    Parts.push_back(number(C, "llvm.loop.vectorize.width", S.Width));
  if (S.Interleave)
    Parts.push_back(number(C, "llvm.loop.interleave.count", S.Interleave));
  if (S.Unroll) {
    if (S.Width == 1 && S.Interleave <= 1)
      Parts.push_back(S.Unroll > 1
                          ? number(C, "llvm.loop.unroll.count", S.Unroll)
                          : mark(C, "llvm.loop.unroll.disable"));
    else
      Parts.push_back(vectorisedAttributes(C, S, Places));
  }
  if (S.Width == 1 && S.Interleave > 1)
    Parts.push_back(remainderAttributes(C, Places));
  MDNode *ID = MDNode::getDistinct(C, Parts);
  ID->replaceOperandWith(0, ID);
  L.setLoopID(ID);
}
