//===- ApartAccesses.cpp - Which accesses never meet ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Alias analysis answers for one moment: a[i] and a[i + 1] do not alias, and
/// yet one iteration reads what the one before wrote. What is asked here holds
/// for any two iterations, so it is about objects (a place anywhere in the
/// object, pointers from different iterations), types, scopes that outlive an
/// iteration, and the ranges that the loop runs over. LoopAccessAnalysis asks
/// alias analysis in the same way.
///
//===----------------------------------------------------------------------===//

#include "AccessPlaces.h"
#include "takt/passes/IRAnalyses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;
using namespace takt;

/// All pairs are looked at: a kernel with more accesses gets no such facts.
static constexpr size_t MostAccesses = 256;

namespace {

/// The bytes [Low, High) that a group of places covers while the loop runs.
struct Range {
  const SCEV *Low = nullptr, *High = nullptr; ///< null: not known
};

class ApartFinder {
public:
  ApartFinder(IRAnalyses *IR, const Loop *L, bool InOrder,
              const std::vector<AccessPlace> &Places)
      : IR(IR), L(L), InOrder(InOrder), Places(Places) {
    if (IR) {
      AA.emplace(IR->aliases());
      AA->enableCrossIterationMode();
      TagAA.emplace(IR->tagAliases());
    }
  }

  bool areApart(const AccessPlace &A, const AccessPlace &B);

private:
  using Pair = std::pair<uint32_t, uint32_t>;
  uint32_t locationOf(const AccessPlace &P);
  bool isConstant(const AccessPlace &P);
  bool haveApartObjects(const AccessPlace &A, const AccessPlace &B);
  bool haveApartSources(const Value *A, const Value *B);
  bool haveApartRanges(uint32_t A, uint32_t B);
  bool haveApartStrides(const AccessPlace &A, const AccessPlace &B);
  bool endsBefore(const Range &A, const Range &B);
  const Range &rangeOf(uint32_t Group);
  Range computeRange(uint32_t Group);
  bool cannotWrap(const SCEV *Step, const SCEV *Count, bool Always);

  IRAnalyses *IR;
  const Loop *L;
  const bool InOrder;
  const std::vector<AccessPlace> &Places;
  std::optional<BatchAAResults> AA, TagAA;
  DenseMap<std::pair<const Value *, AAMDNodes>, uint32_t> Locations;
  DenseMap<Pair, bool> Objects, GroupsApart;
  DenseMap<const Value *, bool> Constants;
  DenseMap<uint32_t, Range> Ranges;
  std::optional<ScalarEvolution::LoopGuards> Guards;
};

} // namespace

/// Equal numbers have equal objects and tags.
uint32_t ApartFinder::locationOf(const AccessPlace &P) {
  return Locations.try_emplace({P.Object, P.Tags}, Locations.size())
      .first->second;
}

/// True if nothing writes where \p P is.
bool ApartFinder::isConstant(const AccessPlace &P) {
  if (P.Constant || !P.Object)
    return P.Constant;
  auto [It, New] = Constants.try_emplace(P.Object, false);
  if (New)
    It->second =
        AA->pointsToConstantMemory(MemoryLocation::getBeforeOrAfter(P.Object));
  return It->second;
}

/// True if no pointer that \p A may be chosen from, where it is a phi or
/// select, or derived from one, can point to the object of one that \p B may
/// be. Alias analysis does not look into phis behind an offset if it is told no
/// sizes.
bool ApartFinder::haveApartSources(const Value *A, const Value *B) {
  auto *LI = const_cast<LoopInfo *>(&IR->loops());
  SmallVector<const Value *, 4> Of[2];
  getUnderlyingObjects(A, Of[0], LI);
  getUnderlyingObjects(B, Of[1], LI);
  return all_of(Of[0], [&](const Value *SourceA) {
    return all_of(Of[1], [&](const Value *SourceB) {
      return AA->alias(MemoryLocation::getBeforeOrAfter(SourceA),
                       MemoryLocation::getBeforeOrAfter(SourceB)) ==
             AliasResult::NoAlias;
    });
  });
}

bool ApartFinder::haveApartObjects(const AccessPlace &A, const AccessPlace &B) {
  const uint32_t LA = locationOf(A), LB = locationOf(B);
  auto [It, New] = Objects.try_emplace(std::minmax(LA, LB), false);
  if (!New)
    return It->second;
  const auto LocationOf = [](const AccessPlace &P) {
    return MemoryLocation::getBeforeOrAfter(P.Object, P.Tags);
  };
  const bool Tags = !A.Object || !B.Object;
  It->second = (Tags ? TagAA : AA)->alias(LocationOf(A), LocationOf(B)) ==
               AliasResult::NoAlias;
  if (!It->second && !Tags)
    It->second = haveApartSources(A.Object, B.Object);
  return It->second;
}

/// True if Count steps of \p Step do not take an address around. If each of
/// them is taken and there is an access after each, \p Always, all of them are
/// in one object, and no object is that large.
bool ApartFinder::cannotWrap(const SCEV *Step, const SCEV *Count, bool Always) {
  ScalarEvolution &SE = IR->scalarEvolution();
  if (Always && !isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(L)))
    return true;
  const APInt Steps = SE.getUnsignedRangeMax(Count).zext(128);
  const APInt Size =
      SE.getSignedRange(Step).sextOrTrunc(128).abs().getUnsignedMax();
  return (Steps * Size).getActiveBits() < 62;
}

/// Something not less than \p S, in which no division rounds where that can be
/// told: an unrolled loop runs over 4 * (n / 4) elements, which is no more than
/// n. A mask that clears upper bits of the quotient goes, too, if nothing is
/// left of them in the product.
static const SCEV *roundedUp(const SCEV *S, ScalarEvolution &SE) {
  if (const auto *Add = dyn_cast<SCEVAddExpr>(S)) {
    SmallVector<const SCEV *, 4> Ops;
    for (const SCEV *Op : Add->operands())
      Ops.push_back(roundedUp(Op, SE));
    return SE.getAddExpr(Ops);
  }
  const auto *Mul = dyn_cast<SCEVMulExpr>(S);
  if (!Mul || Mul->getNumOperands() != 2)
    return S;
  const auto *Factor = dyn_cast<SCEVConstant>(Mul->getOperand(0));
  const SCEV *Quotient = Mul->getOperand(1);
  unsigned Bits = SE.getTypeSizeInBits(S->getType());
  const auto *Extended = dyn_cast<SCEVZeroExtendExpr>(Quotient);
  const auto *Mask =
      Extended ? dyn_cast<SCEVTruncateExpr>(Extended->getOperand()) : nullptr;
  if (Mask && Mask->getOperand()->getType() == S->getType()) {
    Bits = SE.getTypeSizeInBits(Mask->getType());
    Quotient = Mask->getOperand();
  }
  const auto *Div = dyn_cast<SCEVUDivExpr>(Quotient);
  const auto *By = Div ? dyn_cast<SCEVConstant>(Div->getRHS()) : nullptr;
  if (!Factor || Factor->getAPInt().isNegative() || !By ||
      !By->getAPInt().isPowerOf2() ||
      Factor->getAPInt().urem(By->getAPInt()) != 0 ||
      Bits + Factor->getAPInt().countr_zero() < By->getAPInt().getBitWidth())
    return S;
  const SCEV *Left = SE.getConstant(Factor->getAPInt().udiv(By->getAPInt()));
  return roundedUp(SE.getMulExpr(Left, Div->getLHS()), SE);
}

Range ApartFinder::computeRange(uint32_t Group) {
  ScalarEvolution &SE = IR->scalarEvolution();
  const SCEV *First = nullptr;
  int64_t Least = INT64_MAX, Most = INT64_MIN;
  bool Always = true;
  for (const AccessPlace &P : Places) {
    if (P.Group != Group)
      continue;
    if (!P.Size || !P.Address)
      return {};
    if (P.Distance == 0)
      First = P.Address;
    Always &= P.Always;
    Least = std::min(Least, P.Distance + P.Offset);
    Most = std::max<int64_t>(Most, P.Distance + P.Offset + P.Size);
  }
  const SCEV *Low = First, *High = First;
  if (!SE.isLoopInvariant(First, L)) {
    const auto *Moving = dyn_cast<SCEVAddRecExpr>(First);
    const SCEV *Count = SE.getSymbolicMaxBackedgeTakenCount(L);
    if (!Moving || Moving->getLoop() != L || !Moving->isAffine() ||
        isa<SCEVCouldNotCompute>(Count))
      return {};
    const SCEV *Step = Moving->getStepRecurrence(SE);
    Count = SE.getTruncateOrZeroExtend(Count, Step->getType());
    if (!cannotWrap(Step, Count, Always))
      return {};
    Low = High = Moving->getStart();
    if (SE.isKnownNonNegative(Step))
      High = SE.getAddExpr(Low, roundedUp(SE.getMulExpr(Step, Count), SE));
    else if (SE.isKnownNegative(Step))
      Low = SE.getAddExpr(
          Low, SE.getNegativeSCEV(roundedUp(
                   SE.getMulExpr(SE.getNegativeSCEV(Step), Count), SE)));
    else
      return {};
  }
  const auto Add = [&](const SCEV *To, int64_t Bytes) {
    return SE.getAddExpr(
        To, SE.getConstant(SE.getEffectiveSCEVType(To->getType()), Bytes,
                           /*isSigned=*/true));
  };
  return {Add(Low, Least), Add(High, Most)};
}

const Range &ApartFinder::rangeOf(uint32_t Group) {
  auto [It, New] = Ranges.try_emplace(Group);
  if (New)
    It->second = computeRange(Group);
  return It->second;
}

/// True if \p A is known to end where \p B begins, or before it.
bool ApartFinder::endsBefore(const Range &A, const Range &B) {
  ScalarEvolution &SE = IR->scalarEvolution();
  // Within one object the difference is less than half the address space.
  if (isa<SCEVUnknown>(SE.getPointerBase(A.High))) {
    const SCEV *Gap = SE.getMinusSCEV(B.Low, A.High);
    if (!isa<SCEVCouldNotCompute>(Gap)) {
      if (SE.isKnownNonNegative(Gap))
        return true;
      if (!Guards)
        Guards.emplace(ScalarEvolution::LoopGuards::collect(L, SE));
      return SE.isKnownNonNegative(Guards->rewrite(Gap));
    }
  }
  // Somebody has compared the pointers in front of the loop.
  return SE.isLoopEntryGuardedByCond(L, ICmpInst::ICMP_UGE, B.Low, A.High);
}

bool ApartFinder::haveApartRanges(uint32_t A, uint32_t B) {
  if (A == B || A == NoGroup || B == NoGroup)
    return false;
  auto [It, New] = GroupsApart.try_emplace(std::minmax(A, B), false);
  if (!New)
    return It->second;
  // Asking for the second one may move the first one.
  const Range RA = rangeOf(A);
  const Range RB = rangeOf(B);
  It->second = RA.Low && RB.Low && (endsBefore(RA, RB) || endsBefore(RB, RA));
  return It->second;
}

/// \p S as a constant times something; null: it is 0.
static std::pair<APInt, const SCEV *> asMultiple(const SCEV *S,
                                                 ScalarEvolution &SE) {
  const unsigned Bits = SE.getTypeSizeInBits(S->getType());
  if (S->isZero())
    return {APInt(Bits, 0), nullptr};
  const auto *Mul = dyn_cast<SCEVMulExpr>(S);
  const auto *Times =
      Mul ? dyn_cast<SCEVConstant>(Mul->getOperand(0)) : nullptr;
  if (!Times)
    return {APInt(Bits, 1), S};
  SmallVector<const SCEV *, 4> Rest(drop_begin(Mul->operands()));
  return {Times->getAPInt(), SE.getMulExpr(Rest)};
}

/// True if both move by a multiple of the same stride, and are another multiple
/// of it apart. The stride is not known but stays the same (that of an array's
/// section, or of a row); what makes sense is none less than an element. An
/// address that is loaded from and then stored to is never loaded again.
bool ApartFinder::haveApartStrides(const AccessPlace &A, const AccessPlace &B) {
  ScalarEvolution &SE = IR->scalarEvolution();
  const auto MovingOf = [&](const AccessPlace &P) {
    const auto *R = dyn_cast_or_null<SCEVAddRecExpr>(P.Address);
    return R && R->getLoop() == L && R->isAffine() ? R : nullptr;
  };
  const SCEVAddRecExpr *MA = MovingOf(A), *MB = MovingOf(B);
  if (!MA || !MB || A.Offset != B.Offset || A.Size != B.Size)
    return false;
  const SCEV *Step = MA->getStepRecurrence(SE);
  if (isa<SCEVConstant>(Step) || Step != MB->getStepRecurrence(SE))
    return false;
  const SCEV *Gap = SE.getMinusSCEV(MA->getStart(), MB->getStart());
  if (isa<SCEVCouldNotCompute>(Gap))
    return false;
  const auto [Times, Stride] = asMultiple(Step, SE);
  const auto [Away, Same] = asMultiple(Gap, SE);
  if (!Same)
    return InOrder && A.Store != B.Store &&
           (A.Store ? B : A).Access < (A.Store ? A : B).Access;
  return Same == Stride && Away.srem(Times) != 0;
}

bool ApartFinder::areApart(const AccessPlace &A, const AccessPlace &B) {
  if ((!A.Store && isConstant(A)) || (!B.Store && isConstant(B)))
    return true;
  if (A.Slot || B.Slot) {
    if (A.Slot && B.Slot)
      return *A.Slot != *B.Slot && A.Private && B.Private;
    return (A.Slot ? A : B).Private;
  }
  return IR &&
         (haveApartObjects(A, B) ||
          (L && (haveApartRanges(A.Group, B.Group) || haveApartStrides(A, B))));
}

void takt::findApartAccesses(IRAnalyses *IR, const Loop *L, bool InOrder,
                             const std::vector<AccessPlace> &Places,
                             MemoryFacts &Facts) {
  const size_t Count = Facts.Accesses.size();
  if (Count > MostAccesses)
    return;
  // The places of access A are [First[A], First[A + 1]).
  std::vector<size_t> First(Count + 1, Places.size());
  for (size_t P = Places.size(); P-- != 0;)
    First[Places[P].Access] = P;
  ApartFinder Finder(IR, L, InOrder, Places);
  for (uint32_t A = 0; A != Count; ++A)
    for (uint32_t B = A + 1; B != Count; ++B) {
      if (!Facts.Accesses[A].Store && !Facts.Accesses[B].Store)
        continue;
      bool Apart = true;
      for (size_t PA = First[A]; Apart && PA != First[A + 1]; ++PA)
        for (size_t PB = First[B]; Apart && PB != First[B + 1]; ++PB)
          Apart = Finder.areApart(Places[PA], Places[PB]);
      if (Apart)
        Facts.Apart.insert({A, B});
    }
}
