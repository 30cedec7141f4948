//===- LinearSteps.cpp - By how much values move per iteration --*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/LinearSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace takt;

/// Longest chain of operations that is followed.
static constexpr unsigned MaxDepth = 64;

using Step = std::optional<int64_t>;

/// Sums and products modulo 2^64, as the values themselves.
static Step sum(Step A, Step B, bool Negate = false) {
  if (!A || !B)
    return std::nullopt;
  const uint64_t Second = static_cast<uint64_t>(*B);
  return static_cast<int64_t>(static_cast<uint64_t>(*A) +
                              (Negate ? 0 - Second : Second));
}

static Step product(Step A, uint64_t Factor) {
  if (!A)
    return std::nullopt;
  return static_cast<int64_t>(static_cast<uint64_t>(*A) * Factor);
}

/// The constant \p V, of a vector that of each lane.
static Step constantOf(const Value *V) {
  const auto *Vector = dyn_cast<Constant>(V);
  if (Vector && V->getType()->isVectorTy())
    V = Vector->getSplatValue();
  const auto *C = dyn_cast_or_null<ConstantInt>(V);
  return C && C->getValue().getSignificantBits() <= 64 ? Step(C->getSExtValue())
                                                       : std::nullopt;
}

static bool isAdd(const Instruction &I) {
  if (const auto *Or = dyn_cast<PossiblyDisjointInst>(&I))
    return Or->isDisjoint();
  return I.getOpcode() == Instruction::Add;
}

std::optional<int64_t> LinearSteps::step(const Value *V) {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I))
    return 0;
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  if (Depth == MaxDepth)
    return std::nullopt;
  ++Depth;
  const Step S = compute(*I);
  --Depth;
  Known[V] = S;
  return S;
}

/// Numbers of so many bits are taken not to wrap: it would take that long.
static constexpr unsigned WideBits = 32;

/// Whether \p I extends a number of so few bits that it begins again after
/// some iterations if it moves. (LLVM counts in more bits where it knows that
/// it does not.)
static bool isNarrowed(const Instruction &I) {
  if (!isa<SExtInst, ZExtInst>(I) ||
      I.getOperand(0)->getType()->getScalarSizeInBits() >= WideBits)
    return false;
  const auto *Cut = dyn_cast<TruncInst>(I.getOperand(0));
  return !Cut || (!Cut->hasNoSignedWrap() && !Cut->hasNoUnsignedWrap());
}

Step LinearSteps::compute(const Instruction &I) {
  if (const auto *Phi = dyn_cast<PHINode>(&I))
    return Phi->getParent() == L.getHeader() ? ofHeaderPhi(*Phi) : std::nullopt;
  if (const auto *GEP = dyn_cast<GEPOperator>(&I))
    return ofGEP(*GEP);
  if (isa<CastInst, FreezeInst>(I) && !I.getType()->isFPOrFPVectorTy())
    return isNarrowed(I) && step(I.getOperand(0)) != Step(0)
               ? std::nullopt
               : step(I.getOperand(0));
  if (const auto *Lane = dyn_cast<ExtractElementInst>(&I))
    return step(Lane->getVectorOperand());
  if (const Value *OfEachLane = getSplatValue(&I))
    return step(OfEachLane);
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return staysLoaded(*Load) ? Step(0) : std::nullopt;
  if (!isa<BinaryOperator>(I))
    return std::nullopt;
  const Value *A = I.getOperand(0), *B = I.getOperand(1);
  if (isAdd(I))
    return sum(step(A), step(B));
  if (I.getOpcode() == Instruction::Sub)
    return sum(step(A), step(B), /*Negate=*/true);
  if (I.getOpcode() == Instruction::Mul)
    if (const Step C = constantOf(B))
      return product(step(A), *C);
  if (I.getOpcode() == Instruction::Shl)
    if (const Step C = constantOf(B); C && *C >= 0 && *C < 64)
      return product(step(A), uint64_t(1) << *C);
  // A number of fewer bits is extended by shifts where it is a vector's.
  if (I.getOpcode() == Instruction::AShr && I.isExact())
    if (const Step C = constantOf(B), S = step(A);
        C && *C >= 0 && *C < 64 && S && *S % (int64_t(1) << *C) == 0 &&
        (*S == 0 || I.getType()->getScalarSizeInBits() >= *C + WideBits))
      return *S >> *C;
  // Anything else of invariants alone is invariant.
  return step(A) == Step(0) && step(B) == Step(0) ? Step(0) : std::nullopt;
}

/// The object and the offset in it that \p Pointer points to.
LinearSteps::Place LinearSteps::placeOf(const Value *Pointer) const {
  APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const Value *Base = Pointer->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  return {Base, Offset.getSExtValue()};
}

/// Whether \p L itself stores to where \p Load loads from.
bool LinearSteps::isStored(const LoadInst &Load) {
  if (!Stored) {
    Stored.emplace();
    for (const BasicBlock *BB : L.blocks())
      for (const Instruction &I : *BB)
        if (const auto *Store = dyn_cast<StoreInst>(&I))
          Stored->insert(placeOf(Store->getPointerOperand()));
  }
  return Stored->contains(placeOf(Load.getPointerOperand()));
}

/// Whether \p Load brings the same in each iteration.
bool LinearSteps::staysLoaded(const LoadInst &Load) {
  return NothingMeets && Load.isUnordered() && !Load.isVolatile() &&
         !isStored(Load) && step(Load.getPointerOperand()) == Step(0);
}

/// Whether \p Phi is what was loaded at one address in the iteration before,
/// and in front of the loop.
bool LinearSteps::isLoadedBefore(const PHINode &Phi) {
  const LoadInst *First = nullptr;
  for (const Value *V : Phi.incoming_values()) {
    const auto *Load = dyn_cast<LoadInst>(V);
    if (!Load ||
        (First && Load->getPointerOperand() != First->getPointerOperand()) ||
        !staysLoaded(*Load))
      return false;
    First = Load;
  }
  return First;
}

/// The step of \p Phi: what is added to it on the way round.
Step LinearSteps::ofHeaderPhi(const PHINode &Phi) {
  const BasicBlock *Latch = L.getLoopLatch();
  if (!Latch)
    return std::nullopt;
  if (isLoadedBefore(Phi))
    return 0;
  Step Total = 0;
  const Value *V = Phi.getIncomingValueForBlock(Latch);
  for (unsigned Links = 0; V != &Phi; ++Links) {
    const auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I) || Links == MaxDepth)
      return std::nullopt;
    if (const auto *GEP = dyn_cast<GEPOperator>(I)) {
      APInt Offset(DL.getIndexTypeSizeInBits(GEP->getType()), 0);
      if (GEP->getType()->isVectorTy() ||
          !GEP->accumulateConstantOffset(DL, Offset))
        return std::nullopt;
      Total = sum(Total, Offset.getSExtValue());
    } else if (isAdd(*I)) {
      Total = sum(Total, constantOf(I->getOperand(1)));
    } else if (I->getOpcode() == Instruction::Sub) {
      Total = sum(Total, constantOf(I->getOperand(1)), /*Negate=*/true);
    } else {
      return std::nullopt;
    }
    V = I->getOperand(0);
  }
  return Total;
}

Step LinearSteps::ofGEP(const GEPOperator &GEP) {
  Step Total = step(GEP.getPointerOperand());
  for (auto It = gep_type_begin(GEP), End = gep_type_end(GEP); It != End;
       ++It) {
    const Step Index = It.isStruct() ? Step(0) : step(It.getOperand());
    if (Index == Step(0))
      continue;
    const TypeSize Stride = It.getSequentialElementStride(DL);
    if (Stride.isScalable())
      return std::nullopt;
    Total = sum(Total, product(Index, Stride.getFixedValue()));
  }
  return Total;
}

//===----------------------------------------------------------------------===//
// Steps that are no constants
//===----------------------------------------------------------------------===//

LinearSteps::Growth LinearSteps::growth(const Value *V) {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I))
    return Growth::Invariant;
  if (auto It = KnownGrowth.find(V); It != KnownGrowth.end())
    return It->second;
  if (Depth == MaxDepth)
    return Growth::Other;
  ++Depth;
  const Growth G = computeGrowth(*I);
  --Depth;
  KnownGrowth[V] = G;
  return G;
}

LinearSteps::Growth LinearSteps::computeGrowth(const Instruction &I) {
  if (const auto *Phi = dyn_cast<PHINode>(&I))
    return Phi->getParent() == L.getHeader() && growsByInvariants(*Phi)
               ? Growth::Affine
               : Growth::Other;
  if (!isa<GEPOperator, CastInst, FreezeInst, BinaryOperator>(I))
    return Growth::Other;
  unsigned Affine = 0;
  for (const Value *Operand : I.operands()) {
    const Growth Of = growth(Operand);
    if (Of == Growth::Other)
      return Of;
    Affine += Of == Growth::Affine;
  }
  if (!Affine)
    return Growth::Invariant;
  const bool Adds = isa<GEPOperator, CastInst, FreezeInst>(I) || isAdd(I) ||
                    I.getOpcode() == Instruction::Sub;
  const bool Scales = I.getOpcode() == Instruction::Mul ||
                      (I.getOpcode() == Instruction::Shl &&
                       growth(I.getOperand(1)) == Growth::Invariant);
  return Adds || (Scales && Affine == 1) ? Growth::Affine : Growth::Other;
}

/// Whether only invariants are added to \p Phi on the way round.
bool LinearSteps::growsByInvariants(const PHINode &Phi) {
  const BasicBlock *Latch = L.getLoopLatch();
  const Value *V = Latch ? Phi.getIncomingValueForBlock(Latch) : nullptr;
  for (unsigned Links = 0; V != &Phi; ++Links) {
    const auto *I = dyn_cast_or_null<Instruction>(V);
    if (!I || !L.contains(I) || Links == MaxDepth)
      return false;
    if (!isa<GEPOperator>(I) && !isAdd(*I) &&
        I->getOpcode() != Instruction::Sub)
      return false;
    // Where it could be the second operand LLVM has the phi first.
    for (const Value *Added : drop_begin(I->operands()))
      if (growth(Added) != Growth::Invariant)
        return false;
    V = I->getOperand(0);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Remainders
//===----------------------------------------------------------------------===//

std::optional<uint64_t> LinearSteps::period(const Value *V) {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I) || Depth == MaxDepth)
    return std::nullopt;
  if (auto It = KnownPeriods.find(V); It != KnownPeriods.end())
    return It->second;
  ++Depth;
  const std::optional<uint64_t> P = computePeriod(*I);
  --Depth;
  KnownPeriods[V] = P;
  return P;
}

/// Of the lowest \p Bits of \p V.
std::optional<uint64_t> LinearSteps::periodOfBits(const Value *V,
                                                  unsigned Bits) {
  const Step S = step(V);
  if (!S || *S == 0)
    return std::nullopt;
  // A step's lowest bits that are zero are so in all.
  const unsigned Fixed = countr_zero(static_cast<uint64_t>(*S));
  const unsigned Moving = Fixed < Bits ? Bits - Fixed : 0;
  const uint64_t P = Moving < 64 ? uint64_t(1) << Moving : UINT64_MAX;
  return P <= MostPeriod ? std::optional<uint64_t>(P) : std::nullopt;
}

std::optional<uint64_t> LinearSteps::computePeriod(const Instruction &I) {
  if (!isa<GEPOperator, CastInst, FreezeInst, BinaryOperator>(I))
    return std::nullopt;
  std::optional<uint64_t> Least;
  const auto Add = [&](std::optional<uint64_t> P) {
    if (P && (!Least || *P < *Least))
      Least = P;
  };
  for (const Value *Operand : I.operands())
    Add(period(Operand));
  if (isa<TruncInst>(I))
    Add(periodOfBits(I.getOperand(0), I.getType()->getScalarSizeInBits()));
  // So sign extensions of what was cut off are written as well. (The value
  // shifted to the left has no lowest bits.)
  if (I.getOpcode() == Instruction::AShr && I.isExact())
    if (const Step C = constantOf(I.getOperand(1)); C && *C >= 0 && *C < 64)
      Add(periodOfBits(I.getOperand(0), I.getType()->getScalarSizeInBits()));
  // What has no use of the lowest bits has no mask for them.
  if (I.getOpcode() == Instruction::And)
    if (const Step Mask = constantOf(I.getOperand(1));
        Mask && *Mask > 0 && isShiftedMask_64(static_cast<uint64_t>(*Mask)))
      Add(periodOfBits(I.getOperand(0),
                       Log2_64(static_cast<uint64_t>(*Mask)) + 1));
  return Least;
}
