//===- MarkApart.cpp - Marks accesses that cannot meet --------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MarkApart.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include <tuple>

using namespace llvm;
using namespace takt;

namespace {
/// An access at bytes First .. End - 1 from its pointer on, in all iterations.
struct Access {
  Instruction *I;
  int64_t First, End;
  size_t Number = 0; ///< in the function: for an order that is always the same
};
} // namespace

/// True if \p V is one value in all of a call: what is in a block that runs
/// again may be another one each time, and ranges from it on say nothing then.
static bool isSameInCall(const Value &V) {
  const auto *I = dyn_cast<Instruction>(&V);
  return !I || I->getParent()->isEntryBlock();
}

/// Where \p I goes from the value that its address starts from on; none: that
/// is no single value, or \p I may go anywhere from it.
static std::optional<std::pair<const Value *, Access>>
accessOf(Instruction &I, ScalarEvolution &SE) {
  Value *Pointer = getLoadStorePointerOperand(&I);
  if (!Pointer || !SE.isSCEVable(Pointer->getType()))
    return std::nullopt;
  const SCEV *Address = SE.getSCEV(Pointer);
  const auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
  const TypeSize Size =
      I.getModule()->getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
  if (!Base || !isSameInCall(*Base->getValue()) || Size.isScalable())
    return std::nullopt;
  const SCEV *Offset = SE.getMinusSCEV(Address, Base);
  if (isa<SCEVCouldNotCompute>(Offset))
    return std::nullopt;
  const ConstantRange Range = SE.getSignedRange(Offset);
  if (Range.isSignWrappedSet() || Range.isEmptySet() ||
      Range.getBitWidth() > 64)
    return std::nullopt;
  // So far from either end of the numbers that no sum of them wraps.
  constexpr int64_t Far = int64_t(1) << 47;
  const int64_t First = Range.getSignedMin().getSExtValue(),
                Last = Range.getSignedMax().getSExtValue();
  if (First < -Far || Last > Far)
    return std::nullopt;
  const auto Bytes = static_cast<int64_t>(Size.getFixedValue());
  return std::pair(Base->getValue(), Access{&I, First, Last + Bytes});
}

/// Puts \p Accesses from one pointer on into groups.
static SmallVector<ApartGroup, 4> groupsOf(SmallVectorImpl<Access> &Accesses) {
  llvm::sort(Accesses, [](const Access &A, const Access &B) {
    return std::tie(A.First, A.Number) < std::tie(B.First, B.Number);
  });
  SmallVector<ApartGroup, 4> Groups;
  int64_t End = 0;
  for (const Access &A : Accesses) {
    if (Groups.empty() || A.First >= End) {
      Groups.emplace_back();
      End = A.End;
    }
    End = std::max(End, A.End);
    Groups.back().Accesses.push_back(A.I);
  }
  Groups.back().IsLastOfPointer = true;
  return Groups;
}

SmallVector<ApartGroup, 4> takt::findApart(Function &F, ScalarEvolution &SE) {
  // Each access names the scopes of all others, and each pair is looked at
  // again and again.
  constexpr size_t MostGroups = 64, MostAccesses = 1024;
  MapVector<const Value *, SmallVector<Access, 8>> Accesses;
  size_t Count = 0;
  for (BasicBlock &BB : F)
    for (Instruction &I : BB)
      if (auto A = accessOf(I, SE)) {
        A->second.Number = Count++;
        Accesses[A->first].push_back(A->second);
      }
  SmallVector<ApartGroup, 4> All;
  for (auto &[Pointer, Own] : Accesses)
    if (SmallVector<ApartGroup, 4> Groups = groupsOf(Own); Groups.size() > 1)
      append_range(All, Groups);
  if (All.size() > MostGroups || Count > MostAccesses)
    All.clear();
  return All;
}

/// Adds \p Scopes to those that \p I has as \p Kind.
static void addScopes(Instruction &I, unsigned Kind,
                      ArrayRef<Metadata *> Scopes) {
  if (!Scopes.empty())
    I.setMetadata(Kind,
                  MDNode::concatenate(I.getMetadata(Kind),
                                      MDNode::get(I.getContext(), Scopes)));
}

/// Says that \p Scopes are of one call of \p F. Without that they would be of
/// all iterations of a loop that the function is inlined into, and accesses of
/// different calls may well meet.
static void declareScopes(Function &F, ArrayRef<Metadata *> Scopes) {
  IRBuilder<> Builder(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (Metadata *Scope : Scopes)
    Builder.CreateNoAliasScopeDeclaration(MDNode::get(F.getContext(), Scope));
}

/// Marks the groups of one pointer.
static void markPointer(ArrayRef<ApartGroup> Groups, bool Declare) {
  MDBuilder Builder(Groups.front().Accesses.front()->getContext());
  MDNode *Domain = Builder.createAnonymousAliasScopeDomain("takt");
  SmallVector<Metadata *, 4> Scopes;
  for (size_t N = 0; N != Groups.size(); ++N)
    Scopes.push_back(Builder.createAnonymousAliasScope(Domain));
  if (Declare)
    declareScopes(*Groups.front().Accesses.front()->getFunction(), Scopes);
  for (auto [N, Group] : enumerate(Groups)) {
    SmallVector<Metadata *, 4> Others(Scopes);
    Others.erase(Others.begin() + static_cast<ptrdiff_t>(N));
    for (Instruction *I : Group.Accesses) {
      addScopes(*I, LLVMContext::MD_alias_scope, Scopes[N]);
      addScopes(*I, LLVMContext::MD_noalias, Others);
    }
  }
}

void takt::markApart(ArrayRef<ApartGroup> Groups, bool Declare) {
  while (!Groups.empty()) {
    const auto *Last =
        find_if(Groups, [](const ApartGroup &G) { return G.IsLastOfPointer; });
    const size_t Count = Last - Groups.begin() + 1;
    markPointer(Groups.take_front(Count), Declare);
    Groups = Groups.drop_front(Count);
  }
}
