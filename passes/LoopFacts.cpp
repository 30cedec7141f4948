//===- LoopFacts.cpp - What only the compiler knows of a loop ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/LoopFacts.h"
#include "takt/passes/IRAnalyses.h"
#include "takt/passes/OwnBlocks.h"
#include "takt/passes/RecordedSteps.h"
#include "takt/passes/SourceWords.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Target/TargetMachine.h"
#include <algorithm>
#include <utility>

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
  case LoopRole::Empty:
    return "empty";
  case LoopRole::ForOverlaps:
    return "vectors of overlapping elements";
  case LoopRole::ForFew:
    return "vectors for few iterations";
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
  bool Less = A.Steps.LeftOver && A.Steps.Instrs < B.Steps.Instrs;
  for (auto [Key, Step] : A.Steps.Accesses)
    if (const int64_t Other = B.Steps.Accesses.lookup(Key)) {
      if (magnitude(Step) > magnitude(Other))
        return false;
      Less |= magnitude(Step) < magnitude(Other);
    }
  return Less;
}

/// True if \p A and \p B access as many elements in the same places, or one so
/// many times as the other: a statement about arrays may be several loops.
static bool haveSameAccesses(const LoopSteps &A, const LoopSteps &B) {
  std::optional<std::pair<uint64_t, uint64_t>> First;
  return A.Elements.size() == B.Elements.size() &&
         all_of(A.Elements, [&](const auto &Of) {
           const std::pair<uint64_t, uint64_t> Both = {
               Of.second, B.Elements.lookup(Of.first)};
           if (!First)
             First = Both;
           return Both.second &&
                  Both.first * First->second == Both.second * First->first;
         });
}

/// True if \p A is a copy for any strides of a loop, of which \p B is one for
/// elements side by side: only in that one it is known how far accesses move.
static bool hasAnyStride(const LoopSteps &A, const LoopSteps &B) {
  return any_of(B.Closest,
                [&](const auto &Of) {
                  return A.Elements.contains(Of.first) &&
                         !A.Closest.contains(Of.first);
                }) &&
         haveSameAccesses(A, B);
}

/// Whether the unroller has been kept from \p S, or is done with it.
static bool isLeftByUnroller(const LoopSteps &S) {
  return S.UnrollDisabled || S.RuntimeUnrollDisabled;
}

/// True if \p A is a copy of what the vectoriser made \p B of, which it has
/// left for any number of iterations. Marks tell these two apart where the copy
/// has been unrolled by as much as there are vectors, or more.
static bool isCopyBeside(const RoleEvidence &A, const RoleEvidence &B) {
  return A.Source && A.Steps.Vectorized && B.Steps.Vectorized &&
         !isLeftByUnroller(A.Steps) && isLeftByUnroller(B.Steps);
}

static LoopRole roleOf(const RoleEvidence &E, ArrayRef<RoleEvidence> Loops) {
  if (E.IsEmpty)
    return LoopRole::Empty;
  if (E.IsForOverlaps)
    return LoopRole::ForOverlaps;
  if (E.MostIterations)
    return LoopRole::ForFew;
  const LoopSteps &S = E.Steps;
  const bool Vector = E.isOfVectorizer();
  bool Less = false, Copy = false, VectorSibling = false, AnyStride = false;
  for (const RoleEvidence &Other : Loops) {
    if (&Other == &E || Other.Source != E.Source || Other.IsForOverlaps ||
        Other.MostIterations)
      continue;
    Less |= E.Source && !isCopyBeside(Other, E) && doesLess(E, Other);
    Copy |= isCopyBeside(E, Other);
    VectorSibling |= Other.isOfVectorizer();
    AnyStride |= E.HasUnknownStride && hasAnyStride(S, Other.Steps);
  }
  if (Copy)
    return LoopRole::Remainder;
  // Only the vectoriser and the unroller leave remainders, and they mark them;
  // another loop that starts at the same place (a macro) is none.
  if (Less && (S.Vectorized || S.UnrollDisabled))
    return Vector ? LoopRole::VectorRemainder : LoopRole::Remainder;
  if (Vector)
    return LoopRole::VectorBody;
  // What the vectoriser left may have been unrolled by as much as the vectors
  // do at a time.
  if (E.BesideVectors || AnyStride || (S.Vectorized && VectorSibling))
    return LoopRole::Remainder;
  if (E.SourceIterations.value_or(1) > 1)
    return LoopRole::Unrolled;
  return S.Peeled ? LoopRole::Peeled : LoopRole::Main;
}

std::vector<LoopRole> takt::assignRoles(ArrayRef<RoleEvidence> Loops) {
  std::vector<LoopRole> Roles;
  for (const RoleEvidence &E : Loops)
    Roles.push_back(roleOf(E, Loops));
  return Roles;
}

/// True if \p Source has an access at all places where \p S has one, be it of
/// many lanes.
static bool hasPlacesOf(const LoopSteps &Source, const LoopSteps &S) {
  const auto IsThere = [&](const auto &Count) {
    return Source.Counts.contains(Count.first);
  };
  return all_of(S.Counts, IsThere) && all_of(S.Lanes, IsThere);
}

SourceKey takt::sourceByPlaces(const FunctionSteps &Before,
                               const LoopSteps &S) {
  const auto OnlyOne = [&](auto IsSource) -> SourceKey {
    SourceKey Only = 0;
    for (const auto &[Key, Source] : Before)
      if (IsSource(Source) && hasPlacesOf(Source, S) &&
          std::exchange(Only, Key))
        return 0;
    return Only;
  };
  const SourceKey Source = OnlyOne(
      [&](const LoopSteps &Source) { return S.End && Source.End == S.End; });
  if (Source || (S.Counts.empty() && S.Lanes.empty()) || (S.End && !S.LeftOver))
    return Source;
  return OnlyOne([](auto &) { return true; });
}

void takt::shareStarts(MutableArrayRef<RoleEvidence> Loops) {
  for (RoleEvidence &E : Loops) {
    if (E.Start || !E.Source)
      continue;
    const auto Other = find_if(Loops, [&](const RoleEvidence &O) {
      return O.Source == E.Source && O.Start;
    });
    if (Other != Loops.end())
      E.Start = Other->Start;
  }
}

//===----------------------------------------------------------------------===//
// Facts from the IR
//===----------------------------------------------------------------------===//

/// As loopSteps() takes it: what the function was compiled for, or the CPU has.
static unsigned vectorScale(const MachineFunction &MF) {
  const Function &F = MF.getFunction();
  const Attribute Range = F.getFnAttribute(Attribute::VScaleRange);
  if (Range.isValid() && Range.getVScaleRangeMin() == Range.getVScaleRangeMax())
    return Range.getVScaleRangeMin();
  // LLVM has a guess for these.
  const StringRef CPU = MF.getSubtarget().getCPU();
  if (CPU.empty() || CPU == "generic")
    return 0;
  return MF.getTarget().getTargetTransformInfo(F).getVScaleForTuning().value_or(
      0);
}

FactFinder::FactFinder(MachineFunction &MF) : MF(MF) {
  Function &F = MF.getFunction();
  // MIR may come without a body.
  if (F.isDeclaration() || F.getEntryBlock().empty() ||
      !F.getEntryBlock().getTerminator())
    return;
  IR = std::make_unique<IRAnalyses>(F);
  Before = recordedSteps(F);
  VScale = vectorScale(MF);
}

FactFinder::~FactFinder() = default;

const Loop *FactFinder::irLoop(const MachineLoop &L) const {
  if (!IR)
    return nullptr;
  // Blocks made by code generation may have no IR block, or that of a
  // neighbour: the majority decides.
  MapVector<const Loop *, unsigned> Votes;
  for (const MachineBasicBlock *MBB : ownBlocks(L))
    if (const BasicBlock *BB = MBB->getBasicBlock())
      ++Votes[IR->loops().getLoopFor(BB)];
  const Loop *Best = nullptr;
  unsigned Most = 0;
  for (auto [Candidate, Count] : Votes)
    if (Count > Most) {
      Best = Candidate;
      Most = Count;
    }
  return Best && Best->isInnermost() == L.isInnermost() ? Best : nullptr;
}

/// As mostIterations, of vectors in \p Row.
static std::optional<uint64_t> mostIterationsIn(ArrayRef<BasicBlock *> Row,
                                                const LoopSteps &Source) {
  std::optional<uint64_t> Most;
  for (const BasicBlock *BB : Row)
    for (const Instruction &I : *BB)
      if (const auto It = Source.Remainders.find(vectorAccess(I));
          It != Source.Remainders.end())
        Most = std::min(It->second, Most.value_or(It->second));
  return Most;
}

void FactFinder::findVectorsBeside(const Loop &L, const LoopSteps *Source,
                                   RoleEvidence &E) const {
  const LoopInfo &LI = IR->loops();
  const Loop *const Around = L.getParentLoop();
  SmallPtrSet<BasicBlock *, 1> NextIteration;
  if (Around)
    NextIteration.insert(Around->getHeader());
  SmallVector<BasicBlock *, 4> Row;
  const auto Reaches = [&](BasicBlock *From, BasicBlock *To) {
    // From the block's successors, since it may be the header itself, where the
    // search ends, and which is in the next iteration.
    if (NextIteration.contains(To))
      return false;
    SmallVector<BasicBlock *, 4> Next(successors(From));
    return isPotentiallyReachableFromMany(Next, To, &NextIteration,
                                          &IR->dominators(), &LI);
  };
  for (BasicBlock &BB : MF.getFunction())
    if (LI.getLoopFor(&BB) == Around && any_of(BB, [&](const Instruction &I) {
          return E.Steps.Counts.contains(vectorAccess(I));
        }))
      Row.push_back(&BB);
  E.BesideFew = Source ? mostIterationsIn(Row, *Source) : std::nullopt;
  if (E.BesideFew)
    return;
  E.BesideVectors = !Row.empty();
  E.InsteadOfVectors = E.BesideVectors && none_of(Row, [&](BasicBlock *BB) {
                         return Reaches(BB, L.getHeader());
                       });
  if (!E.BesideVectors || E.InsteadOfVectors || !Around)
    return;
  E.Behind.Iterations =
      iterationsBehindRow(L, IR->scalarEvolution(), [&](BasicBlock &At) {
        return any_of(
            Row, [&](BasicBlock *BB) { return BB == &At || Reaches(BB, &At); });
      });
  E.Behind.Row.assign(Row.begin(), Row.end());
  E.InsteadOfVectors = E.Behind.Iterations == 0u;
}

/// What only tells the optimiser something, or reads and writes no memory and
/// is used in \p L alone.
static bool isForNothing(const Instruction &I, const Loop &L) {
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    if (Call->isAssumeLikeIntrinsic())
      return true;
  return !I.mayReadOrWriteMemory() && !I.mayHaveSideEffects() &&
         all_of(I.users(), [&](const User *U) {
           return L.contains(cast<Instruction>(U));
         });
}

static bool isEmpty(const Loop &L) {
  return all_of(L.blocks(), [&](const BasicBlock *BB) {
    return all_of(*BB,
                  [&](const Instruction &I) { return isForNothing(I, L); });
  });
}

bool FactFinder::hasUnknownStride(const Loop &L) const {
  ScalarEvolution &SE = IR->scalarEvolution();
  return any_of(L.blocks(), [&](BasicBlock *BB) {
    return any_of(*BB, [&](Instruction &I) {
      Value *Pointer = getLoadStorePointerOperand(&I);
      const auto *Moving =
          Pointer ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Pointer)) : nullptr;
      return Moving && Moving->getLoop() == &L && Moving->isAffine() &&
             !isa<SCEVConstant>(Moving->getStepRecurrence(SE));
    });
  });
}

void FactFinder::compareWithSource(const Loop &L, const LoopSteps &Source,
                                   RoleEvidence &E) const {
  E.SourceIterations = sourceIterations(Source, E.Steps);
  E.IsForOverlaps = isForOverlaps(Source, E.Steps);
  E.MostIterations = mostIterations(Source, E.Steps);
  E.HasUnknownStride =
      (Source.StepsDiffer || wordsAt(loopStart(L)).HidesStrides) &&
      hasUnknownStride(L);
  E.ProfiledTrips = Source.ProfiledTrips;
}

RoleEvidence FactFinder::evidence(const MachineLoop &L) const {
  RoleEvidence E;
  const Loop *IRLoop = irLoop(L);
  if (!IRLoop)
    return E;
  const DebugLoc Start = loopStart(*IRLoop);
  E.Start = markedStart(*IRLoop);
  E.Source = sourceKey(Start);
  E.Steps = loopSteps(*IRLoop, VScale);
  E.IsEmpty = isEmpty(*IRLoop);
  // Where no mark tells the place, what is in front of the loop does, which may
  // have become something else's.
  if (Before && (E.Steps.LeftOver || (!E.Start && !Before->contains(E.Source))))
    if (const SourceKey Source = sourceByPlaces(*Before, E.Steps))
      E.Source = Source;
  if (E.Source == sourceKey(Start))
    E.Start = Start;
  const LoopSteps *Source = nullptr;
  if (Before && E.Source && !MF.getFunction().hasOptNone())
    if (const auto It = Before->find(E.Source); It != Before->end())
      Source = &It->second;
  if (Source)
    compareWithSource(*IRLoop, *Source, E);
  else if (MF.getFunction().hasOptNone())
    E.SourceIterations = 1;
  if (E.Steps.Vectorized ? !E.isOfVectorizer()
                         : E.Steps.LeftOver && !E.Steps.HasVectors)
    findVectorsBeside(*IRLoop, Source, E);
  return E;
}

std::optional<uint64_t> FactFinder::tripCount(const MachineLoop &L) const {
  const Loop *IRLoop = irLoop(L);
  const unsigned N =
      IRLoop ? IR->scalarEvolution().getSmallConstantTripCount(IRLoop) : 0;
  return N ? std::optional<uint64_t>(N) : std::nullopt;
}

MemoryFacts FactFinder::memory(const MachineLoop &L,
                               const KernelCode &K) const {
  MemoryFacts Facts = findAccessFacts(MF, IR.get(), irLoop(L), K);
  if (!Facts.Accesses.empty())
    Facts.TripCount = tripCount(L);
  return Facts;
}
