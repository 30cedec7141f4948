//===- SourceSteps.cpp - How far each access moves an iteration -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/SourceSteps.h"
#include "takt/passes/LinearSteps.h"
#include "takt/passes/OwnBlocks.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include <utility>

using namespace llvm;
using namespace takt;

SourceKey takt::sourceKey(const DebugLoc &DL) {
  const DILocation *Loc = DL.get();
  if (!Loc || Loc->getLine() == 0)
    return 0;
  hash_code H = hash_value(0);
  for (; Loc; Loc = Loc->getInlinedAt())
    H = hash_combine(H, Loc->getFilename(), Loc->getDirectory(), Loc->getLine(),
                     Loc->getColumn());
  // The two largest values are DenseMap's own.
  const SourceKey Key = static_cast<size_t>(H) >> 1;
  return Key ? Key : 1;
}

/// The metadata that marks \p L, or null. LLVM looks for it only where the loop
/// jumps back; but if the unroller can tell of all copies but one in the middle
/// that the loop does not end there, it stays at that one's exit.
static MDNode *markOf(const Loop &L) {
  if (MDNode *Mark = L.getLoopID())
    return Mark;
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  MDNode *Only = nullptr;
  for (const BasicBlock *BB : Exiting)
    if (MDNode *Mark = BB->getTerminator()->getMetadata(LLVMContext::MD_loop)) {
      if (Only && Only != Mark)
        return nullptr;
      Only = Mark;
    }
  return Only;
}

/// The number that the mark \p Mark gives \p Name, 1 if there is none; 0: the
/// mark does not have the name.
static uint64_t attributeOf(MDNode *Mark, StringRef Name) {
  const MDNode *Found = Mark ? findOptionMDForLoopID(Mark, Name) : nullptr;
  if (!Found)
    return 0;
  if (Found->getNumOperands() < 2)
    return 1;
  const auto *N =
      mdconst::dyn_extract_or_null<ConstantInt>(Found->getOperand(1));
  return N ? N->getLimitedValue() : 1;
}

DebugLoc takt::markedStart(const Loop &L) {
  if (const MDNode *Mark = markOf(L))
    for (const MDOperand &Op : drop_begin(Mark->operands()))
      if (auto *Loc = dyn_cast<DILocation>(Op))
        return DebugLoc(Loc);
  return DebugLoc();
}

/// So many uses are followed at most.
static constexpr unsigned MostUses = 64;

/// Where a value that \p L leaves behind is used, be it on the way through phis
/// and others without a place.
static DebugLoc placeOfUse(const Loop &L) {
  SmallVector<const Instruction *, 8> Values;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      Values.push_back(&I);
  SmallPtrSet<const Instruction *, 8> Seen;
  while (!Values.empty()) {
    for (const User *U : Values.pop_back_val()->users()) {
      const auto *I = cast<Instruction>(U);
      if (L.contains(I) || Seen.size() == MostUses || !Seen.insert(I).second)
        continue;
      if (sourceKey(I->getDebugLoc()))
        return I->getDebugLoc();
      Values.push_back(I);
    }
  }
  return DebugLoc();
}

DebugLoc takt::loopStart(const Loop &L) {
  if (DebugLoc Marked = markedStart(L))
    return Marked;
  if (DebugLoc InFront = L.getStartLoc())
    return InFront;
  if (!L.getHeader()->getParent()->getSubprogram())
    return DebugLoc();
  if (DebugLoc Use = placeOfUse(L))
    return Use;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (sourceKey(I.getDebugLoc()))
        return I.getDebugLoc();
  return DebugLoc();
}

/// The address that \p I reads or writes: of a load, a store or an atomic
/// instruction that does both, or of one of the intrinsics that stand for them
/// (masked, interleaved: ld2).
static const Value *accessedPointer(const Instruction &I) {
  if (const Value *P = getLoadStorePointerOperand(&I))
    return P;
  if (const auto *Atomic = dyn_cast<AtomicRMWInst>(&I))
    return Atomic->getPointerOperand();
  if (const auto *Atomic = dyn_cast<AtomicCmpXchgInst>(&I))
    return Atomic->getPointerOperand();
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call || !Call->onlyAccessesArgMemory())
    return nullptr;
  const Value *Only = nullptr;
  for (const Value *Arg : Call->args())
    if (Arg->getType()->isPointerTy() && std::exchange(Only, Arg))
      return nullptr;
  return Only;
}

/// Stands for the place of all accesses of a loop of which none has one: what
/// Flang makes of SUM, and the like.
static constexpr SourceKey NoPlace = 2;

SourceKey takt::accessKey(SourceKey Place, bool IsStore) {
  return IsStore ? static_cast<size_t>(hash_combine(Place, IsStore)) >> 1
                 : Place;
}

/// What \p I gathers or scatters: a vector; null: it does not.
static Type *scattered(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return nullptr;
  const Intrinsic::ID ID = Call->getIntrinsicID();
  return ID == Intrinsic::masked_gather    ? Call->getType()
         : ID == Intrinsic::masked_scatter ? Call->getArgOperand(0)->getType()
                                           : nullptr;
}

static unsigned lanesOf(const Type *T, unsigned VScale) {
  const auto *V = dyn_cast_or_null<VectorType>(T);
  if (!V)
    return 1;
  const ElementCount N = V->getElementCount();
  return N.getKnownMinValue() * (N.isScalable() ? VScale : 1);
}

/// Lanes of the result of \p I if that is computed and not just put together:
/// interleaved accesses have wider vectors, and shuffles all kinds.
static unsigned computedLanes(const Instruction &I, unsigned VScale) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  const bool Computes =
      isa<BinaryOperator, UnaryOperator, CmpInst, CastInst, SelectInst>(I) ||
      (Call && Call->doesNotAccessMemory());
  return I.getType()->isVectorTy() && Computes ? lanesOf(I.getType(), VScale)
                                               : 0;
}

SourceKey takt::vectorAccess(const Instruction &I) {
  if (!getLoadStorePointerOperand(&I) ||
      !getLoadStoreType(const_cast<Instruction *>(&I))->isVectorTy())
    return 0;
  const SourceKey Key = sourceKey(I.getDebugLoc());
  return Key ? accessKey(Key, I.mayWriteToMemory()) : 0;
}

static void addLeast(DenseMap<SourceKey, uint64_t> &To, SourceKey Key,
                     uint64_t N) {
  const auto [It, New] = To.try_emplace(Key, N);
  if (!New)
    It->second = std::min(It->second, N);
}

namespace {
/// Adds up the accesses of a loop.
class AccessCounter {
public:
  AccessCounter(const Loop &L, unsigned VScale, LoopSteps &S)
      : S(S), VScale(VScale), DL(L.getHeader()->getModule()->getDataLayout()),
        Linear(L, DL) {}

  void add(const Instruction &I, SourceKey Place);
  /// All have been added.
  void finish();

private:
  /// An access moves by \p Step, if not 0, and is of \p Accessed.
  void addClosest(SourceKey Key, int64_t Step, Type *Accessed);

  LoopSteps &S;
  const unsigned VScale;
  const DataLayout &DL;
  LinearSteps Linear;
  /// As LoopSteps::Accesses; 0 where it is not known, or accesses disagree.
  DenseMap<SourceKey, int64_t> Steps;
};
} // namespace

void AccessCounter::addClosest(SourceKey Key, int64_t Step, Type *Accessed) {
  if (Step == 0)
    return;
  const LoopSteps::Span Span = {
      magnitude(Step),
      DL.getTypeStoreSize(Accessed->getScalarType()).getKnownMinValue()};
  const auto [Closest, New] = S.Closest.try_emplace(Key, Span);
  if (!New && Span.Step < Closest->second.Step)
    Closest->second = Span;
}

void AccessCounter::add(const Instruction &I, SourceKey Place) {
  const SourceKey Key = accessKey(Place, I.mayWriteToMemory());
  if (Type *Vector = scattered(I)) {
    S.Lanes[Key] += lanesOf(Vector, VScale);
    const Value *Pointers = I.getOperand(I.mayWriteToMemory() ? 1 : 0);
    addClosest(Key, Linear.step(Pointers).value_or(0), Vector);
    return;
  }
  const Value *Pointer = accessedPointer(I);
  if (!Pointer)
    return;
  ++S.Counts[Key];
  if (I.mayWriteToMemory())
    S.Stores.insert(Key);
  const int64_t Step = Linear.step(Pointer).value_or(0);
  if (isa<LoadInst, StoreInst>(I)) {
    Type *T = getLoadStoreType(const_cast<Instruction *>(&I));
    S.Elements[Key] += lanesOf(T, VScale);
    addClosest(Key, Step, T);
    if (!Linear.step(Pointer)) {
      if (Linear.growth(Pointer) == LinearSteps::Growth::Affine)
        S.UnknownSteps.insert(Key);
      if (const auto Period = Linear.period(Pointer))
        addLeast(S.Remainders, Key, *Period);
    }
  }
  const auto [It, New] = Steps.try_emplace(Place, Step);
  if (!New && It->second != Step)
    It->second = 0;
}

void AccessCounter::finish() {
  for (auto [Place, Step] : Steps)
    if (Step)
      S.Accesses[Place] = Step;
}

/// Adds what the mark of \p L and its end say.
static void addMark(LoopSteps &S, const Loop &L) {
  MDNode *Mark = markOf(L);
  S.Vectorized = attributeOf(Mark, "llvm.loop.isvectorized");
  S.UnrollDisabled = attributeOf(Mark, "llvm.loop.unroll.disable");
  S.RuntimeUnrollDisabled =
      attributeOf(Mark, "llvm.loop.unroll.runtime.disable");
  if (const BasicBlock *Latch = L.getLoopLatch())
    S.End = sourceKey(Latch->getTerminator()->getDebugLoc());
  S.LeftOver = S.UnrollDisabled && !markedStart(L);
  S.Jammed = std::max<unsigned>(1, attributeOf(Mark, JammedMark));
  S.Peeled = attributeOf(Mark, "llvm.loop.peeled.count");
  if (L.getHeader()->getParent()->hasProfileData())
    S.ProfiledTrips =
        getLoopEstimatedTripCount(const_cast<Loop *>(&L)).value_or(0);
}

const ICmpInst *takt::comparisonAtEnd(const Loop &L) {
  const BasicBlock *Exiting = L.getExitingBlock();
  const auto *Branch =
      Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
  return Branch && Branch->isConditional()
             ? dyn_cast<ICmpInst>(Branch->getCondition())
             : nullptr;
}

/// As LoopSteps::Counter.
static uint64_t counterOf(const Loop &L) {
  const ICmpInst *Compare = comparisonAtEnd(L);
  if (!Compare || !Compare->getOperand(0)->getType()->isIntegerTy())
    return 0;
  LinearSteps Linear(L, L.getHeader()->getModule()->getDataLayout());
  const auto A = Linear.step(Compare->getOperand(0)),
             B = Linear.step(Compare->getOperand(1));
  return A && B && (*A == 0 || *B == 0) ? magnitude(*A ? *A : *B) : 0;
}

static void addVectors(LoopSteps &S, const Type &T, unsigned VScale) {
  S.HasVectors |= T.isVectorTy();
  S.HasUnknownLanes |= isa<ScalableVectorType>(T) && VScale == 0;
}

LoopSteps takt::loopSteps(const Loop &L, unsigned VScale) {
  LoopSteps S;
  SmallSet<unsigned, 2> Lanes;
  addMark(S, L);
  AccessCounter Accesses(L, VScale, S);
  for (const BasicBlock *BB : ownBlocks(L))
    for (const Instruction &I : BB->instructionsWithoutDebug()) {
      S.Instrs += !isa<PHINode>(I) && !I.isTerminator();
      addVectors(S, *I.getType(), VScale);
      for (const Use &Operand : I.operands())
        addVectors(S, *Operand->getType(), VScale);
      if (const unsigned Computed = computedLanes(I, VScale))
        Lanes.insert(Computed);
      S.HasShuffles |= isa<ShuffleVectorInst>(I);
      if (const SourceKey Place = sourceKey(I.getDebugLoc()))
        Accesses.add(I, Place);
    }
  if (S.Counts.empty() && S.Lanes.empty())
    for (const BasicBlock *BB : ownBlocks(L))
      for (const Instruction &I : *BB)
        Accesses.add(I, NoPlace);
  Accesses.finish();
  S.Counter = counterOf(L);
  if (Lanes.size() == 1)
    S.VectorLanes = *Lanes.begin();
  S.HasSeveralLanes = Lanes.size() > 1;
  return S;
}

void takt::addLoopSteps(FunctionSteps &Steps, SourceKey Loop,
                        const LoopSteps &New) {
  auto [It, First] = Steps.try_emplace(Loop, New);
  if (First)
    return;
  LoopSteps &Old = It->second;
  // A place that only one copy has says nothing about the other one.
  DenseMap<SourceKey, int64_t> Common;
  for (auto [Key, Step] : Old.Accesses)
    if (New.Accesses.lookup(Key) == Step)
      Common[Key] = Step;
  Old.Accesses = std::move(Common);
  DenseMap<SourceKey, unsigned> Counts;
  for (auto [Key, Count] : Old.Counts)
    if (New.Counts.lookup(Key) == Count)
      Counts[Key] = Count;
  Old.Counts = std::move(Counts);
  DenseMap<SourceKey, LoopSteps::Span> Closest;
  for (auto [Key, Span] : Old.Closest)
    if (New.Closest.lookup(Key) == Span)
      Closest[Key] = Span;
  Old.StepsDiffer |= Closest.size() != Old.Closest.size() ||
                     Closest.size() != New.Closest.size();
  Old.Closest = std::move(Closest);
  for (const SourceKey Key : New.UnknownSteps)
    Old.UnknownSteps.insert(Key);
  for (auto [Key, Period] : New.Remainders)
    addLeast(Old.Remainders, Key, Period);
  if (Old.Counter != New.Counter)
    Old.Counter = 0;
  if (Old.End != New.End)
    Old.End = 0;
  Old.Vectorized |= New.Vectorized;
  Old.UnrollDisabled &= New.UnrollDisabled;
  if (Old.ProfiledTrips != New.ProfiledTrips)
    Old.ProfiledTrips = 0;
}
