//===- OverlapReport.cpp - Accesses that may meet, for people ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/OverlapReport.h"
#include "takt/passes/ApartWords.h"
#include "takt/passes/Remarks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/DebugLoc.h"
#include <map>

using namespace llvm;
using namespace takt;

namespace {

/// One side of a dependence.
struct Side : AccessName {
  uint32_t Instr;
};

class Reporter {
public:
  Reporter(const Kernel &K, const MemoryFacts &Facts,
           ArrayRef<const MachineInstr *> Origin, const DebugLoc &At)
      : K(K), Facts(Facts), Origin(Origin), At(At) {}

  OverlapReport run(const Cpu &C, const Prediction &P, bool Always);

private:
  struct Pair {
    Side Store, Load;
  };
  Side sideOf(uint32_t Instr, bool Store) const;
  std::string clause(const OverlapPrediction &O) const;

  const Kernel &K;
  const MemoryFacts &Facts;
  const ArrayRef<const MachineInstr *> Origin;
  const DebugLoc &At; ///< of the remark
  /// In order of appearance, and by the keys of both sides, the smaller first.
  std::vector<Pair> Pairs;
  std::map<std::pair<std::string, std::string>, unsigned> Numbers;
};

} // namespace

AccessName takt::accessName(const MemoryFacts &Facts,
                            ArrayRef<const MachineInstr *> Origin,
                            uint32_t Instr, bool Store, const DebugLoc &At) {
  const auto Fact = find_if(Facts.Accesses, [&](const AccessFact &F) {
    return F.Instr == Instr && F.Store == Store;
  });
  const bool Known = Fact != Facts.Accesses.end();
  if (Known && !Fact->Object.empty())
    return {Fact->Object, Fact->Object, /*HasName=*/true, Fact->Can};
  AccessName N;
  if (Known)
    N.Can = Fact->Can;
  N.Key = Known && Fact->Root   ? "#" + utostr(*Fact->Root)
          : Known && Fact->Base ? "#b" + utostr(*Fact->Base)
                                : (Store ? "#s" : "#l") + utostr(Instr);
  const DebugLoc Loc =
      Origin[Instr] ? Origin[Instr]->getDebugLoc() : DebugLoc();
  if (Loc && Loc.getLine())
    N.Name = (Store ? "the store at " : "the load at ") + placeText(Loc, At);
  return N;
}

Side Reporter::sideOf(uint32_t Instr, bool Store) const {
  return {accessName(Facts, Origin, Instr, Store, At), Instr};
}

std::string Reporter::clause(const OverlapPrediction &O) const {
  if (!O.Group)
    return O.Cycles.str() + " if all overlap that may";
  const Pair &P = Pairs[*O.Group];
  const std::string Cycles = O.GroupCycles.str() + " if ";
  // Different iterations of one object: no `restrict` helps.
  if (P.Store.Key == P.Load.Key)
    return Cycles + "iterations meet in " +
           (P.Store.Key[0] == '#' ? "memory" : P.Store.Name);
  const bool Named = !P.Store.Name.empty() && !P.Load.Name.empty();
  ApartWords Apart;
  Apart.add(P.Store, AccessName(P.Load));
  const std::string Words = Apart.text(At);
  return Cycles +
         (Named ? P.Store.Name + " and " + P.Load.Name : "two pointers") +
         " overlap; " + Words + (Words.empty() ? "" : " or ") +
         "a runtime check settles it";
}

OverlapReport Reporter::run(const Cpu &C, const Prediction &P, bool Always) {
  std::vector<unsigned> GroupOf;
  for (const MemoryDependence &D : K.PossibleDependences) {
    Side Store = sideOf(D.Store, true), Load = sideOf(D.Load, false);
    const auto [It, New] =
        Numbers.try_emplace(std::minmax({Store.Key, Load.Key}), Pairs.size());
    GroupOf.push_back(It->second);
    if (New)
      Pairs.push_back({std::move(Store), std::move(Load)});
  }
  OverlapReport R;
  R.Predicted = predictOverlap(K, C, P, GroupOf, Always);
  if (R.Predicted && R.Predicted->Matters)
    R.Clause = clause(*R.Predicted);
  const auto Label = [](const Side &S) {
    return S.Name.empty() ? "instruction " + utostr(S.Instr) : S.Name;
  };
  for (const Pair &Found : Pairs)
    R.Pairs.push_back(Label(Found.Store) + " and " + Label(Found.Load));
  return R;
}

OverlapReport takt::reportOverlap(const Kernel &K, const Cpu &C,
                                  const Prediction &P, const MemoryFacts &Facts,
                                  ArrayRef<const MachineInstr *> Origin,
                                  const DebugLoc &At, bool Always) {
  if (K.PossibleDependences.empty())
    return {};
  return Reporter(K, Facts, Origin, At).run(C, P, Always);
}
