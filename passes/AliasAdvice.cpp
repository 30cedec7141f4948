//===- AliasAdvice.cpp - What pointers that may alias cost ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop that goes to memory in every iteration for a value at an address that
/// stays the same does so because another access might meet it. What the loop
/// would take with the value in a register is predicted by the kernel without
/// the work of these accesses: their µops take no port, and a value that was
/// stored is there at once. They keep their slots of the renamer, so the
/// prediction is on the safe side.
///
/// What vectors would take nobody knows before LLVM has made some: where what
/// may meet alone keeps LLVM from them, just that is said.
///
//===----------------------------------------------------------------------===//

#include "takt/passes/Advice.h"
#include "takt/passes/ApartWords.h"
#include "takt/passes/FunctionAnalysis.h"
#include "takt/passes/Options.h"
#include "takt/passes/Vectorizable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Target/TargetMachine.h"
#include <map>

using namespace llvm;
using namespace takt;

namespace {

/// An access of the kernel, and what the compiler knows of it.
struct Access {
  uint32_t Instr;
  int8_t Index; ///< in KernelInstr::Accesses
  bool Store;
  const MemoryAccess *At;
  std::optional<uint32_t> Fact; ///< index into MemoryFacts::Accesses
  AccessName Name;
};

/// Bytes at an address that stays the same.
using Place = std::tuple<uint32_t, int64_t, uint16_t>;

class AliasAdviser {
public:
  AliasAdviser(const LoopReport &R, ArrayRef<const MachineInstr *> Origin,
               Loop &L, IRAnalyses &IR)
      : R(R), Origin(Origin), L(L), IR(IR) {
    collect();
  }

  std::optional<Advice> run();

private:
  void collect();
  bool mayBeKept(const Access &A) const;
  std::string hindrance(ArrayRef<const Access *> Group,
                        ApartWords &Apart) const;
  bool mayMeet(const Access &A, const Access &B) const;
  void free(Kernel &K, ArrayRef<const Access *> Group) const;
  bool mayGainVectors() const;

  const LoopReport &R;
  const ArrayRef<const MachineInstr *> Origin;
  Loop &L;
  IRAnalyses &IR;
  std::vector<Access> All;
};

} // namespace

void AliasAdviser::collect() {
  for (const auto &[N, I] : enumerate(R.K.Instrs))
    for (bool Store : {false, true})
      for (int8_t Index = 0; Index != int8_t(I.Accesses.size()); ++Index) {
        const bool Does = any_of(I.Uops, [&](const Uop &U) {
          return U.Access == Index && (U.Kind == UopKind::Load) != Store;
        });
        if (!Does)
          continue;
        Access A{
            uint32_t(N),  Index,
            Store,        &I.Accesses[Index],
            std::nullopt, accessName(R.Facts.Memory, Origin, N, Store, R.Loc)};
        for (const auto &[F, Fact] : enumerate(R.Facts.Memory.Accesses))
          if (Fact.Instr == N && Fact.Store == Store)
            A.Fact = F;
        All.push_back(A);
      }
}

/// Whether accesses are in order with \p I, wherever they are.
static bool isOrdering(const Instruction &I) {
  if (const auto *A = dyn_cast<LoadInst>(&I))
    return isStrongerThanMonotonic(A->getOrdering());
  if (const auto *A = dyn_cast<StoreInst>(&I))
    return isStrongerThanMonotonic(A->getOrdering());
  if (const auto *A = dyn_cast<AtomicRMWInst>(&I))
    return isStrongerThanMonotonic(A->getOrdering());
  if (const auto *A = dyn_cast<AtomicCmpXchgInst>(&I))
    return isStrongerThanMonotonic(A->getMergedOrdering());
  return isa<FenceInst>(I);
}

/// An access of one variable of the program, which the compiler may leave out.
bool AliasAdviser::mayBeKept(const Access &A) const {
  const MachineInstr *MI = Origin[A.Instr];
  return A.Fact && MI && !MI->hasOrderedMemoryRef() &&
         all_of(MI->memoperands(),
                [](const MachineMemOperand *MMO) { return MMO->getValue(); });
}

bool AliasAdviser::mayMeet(const Access &A, const Access &B) const {
  if (!A.Fact || !B.Fact || A.At->Symbol == B.At->Symbol)
    return false;
  return !R.Facts.Memory.Apart.contains(std::minmax(*A.Fact, *B.Fact));
}

/// Because of what the compiler must go to memory for those of \p Group, which
/// are at one place: the first two accesses with names of which one stores,
/// "a and s"; empty: there are none. Adds to \p Apart all of what it takes.
std::string AliasAdviser::hindrance(ArrayRef<const Access *> Group,
                                    ApartWords &Apart) const {
  std::string Pair;
  std::vector<AccessName> Others;
  for (const Access &Other : All) {
    const AccessName &Its = Other.Name;
    if (Its.Name.empty() || is_contained(Group, &Other))
      continue;
    const auto Met = find_if(Group, [&](const Access *A) {
      return !A->Name.Name.empty() && A->Name.Key != Its.Key &&
             (A->Store || Other.Store) && mayMeet(*A, Other);
    });
    if (Met == Group.end())
      continue;
    const std::string &Name = (*Met)->Name.Name;
    if (Pair.empty())
      Pair = std::min(Name, Its.Name) + " and " + std::max(Name, Its.Name);
    Others.push_back(Its);
  }
  if (!Others.empty())
    Apart.add(Group.front()->Name, Others);
  return Pair;
}

/// Takes the work of \p Group out of \p K.
void AliasAdviser::free(Kernel &K, ArrayRef<const Access *> Group) const {
  for (const Access *A : Group)
    for (Uop &U : K.Instrs[A->Instr].Uops)
      if (U.Access == A->Index && (U.Kind == UopKind::Load) != A->Store)
        U.Uses.clear();
  const auto In = [&](uint32_t Instr, bool Store) {
    return any_of(Group, [&](const Access *A) {
      return A->Instr == Instr && A->Store == Store;
    });
  };
  for (MemoryDependence &D : K.MemoryDependences)
    if (In(D.Store, true) && In(D.Load, false)) {
      D.Renamed = true;
      D.Partial = false;
      D.Latency = 0;
    }
}

/// Whether LLVM, asked to optimise as here, may make vectors of the loop if
/// nothing meets. Of few iterations it makes none.
bool AliasAdviser::mayGainVectors() const {
  constexpr uint64_t FewIterations = 16;
  const LoopFacts &F = R.Facts;
  const unsigned N = F.SourceIterations.value_or(1);
  const bool Vectorizes = R.Header->getParent()->getTarget().getOptLevel() >=
                          CodeGenOptLevel::Default;
  return Vectorizes && (!F.TripCount || *F.TripCount * N >= FewIterations) &&
         mayBecomeVectors(L, IR, N);
}

std::optional<Advice> AliasAdviser::run() {
  std::map<Place, SmallVector<const Access *, 4>> Places;
  for (const Access &A : All)
    if (A.At->Step == 0)
      Places[{A.At->Symbol, A.At->Offset, A.At->Size}].push_back(&A);

  Kernel Without = R.K;
  SmallSet<std::string, 4> Pairs;
  std::string Text;
  ApartWords Apart;
  for (const auto &[Where, Group] : Places) {
    if (!all_of(Group, [&](const Access *A) { return mayBeKept(*A); }))
      continue;
    const std::string Pair = hindrance(Group, Apart);
    if (Pair.empty())
      continue;
    free(Without, Group);
    if (Pairs.insert(Pair).second)
      Text += (Text.empty() ? "" : ", ") + Pair;
  }
  if (Text.empty())
    return std::nullopt;
  const double N = R.Facts.SourceIterations.value_or(1);
  // A µop without a port does not wait for its operands in the simulation.
  const Rational After = std::max(predict(Without, *R.C, Detail::Cycles).Cycles,
                                  dependenceBound(Without).Cycles);
  const std::string Words = Apart.text(R.Loc);
  Advice A{"MayAlias", Text + " may alias",
           Words + (Words.empty() ? "" : ", or ") +
               "a copy in a local variable",
           R.P.Cycles.toDouble() / N, After.toDouble() / N};
  if (!mayGainVectors())
    return A;
  if (isWorthSaying(A)) {
    A.How += "; vectors may gain more";
  } else {
    A.Needed = "no vectors while " + A.Needed;
    A.After.reset();
  }
  return A;
}

std::optional<Advice>
takt::adviseOnAliases(const LoopReport &R,
                      ArrayRef<const MachineInstr *> Origin, Loop &L,
                      IRAnalyses &IR) {
  // Where an iteration can go another way LLVM may not move accesses out of the
  // loop for that reason alone.
  if (!R.Modelled || R.Facts.Blocks != R.Facts.PathBlocks ||
      R.Facts.PathProbability < 1 ||
      any_of(
          L.blocks(),
          [](const BasicBlock *BB) { return any_of(*BB, isOrdering); }))
    return std::nullopt;
  return AliasAdviser(R, Origin, L, IR).run();
}
