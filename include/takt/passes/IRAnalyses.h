//===- IRAnalyses.h - Analyses of a function's IR, for ourselves -*- C++
//-*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The IR of a function is still alive while its machine code is printed, but
/// no pass manager offers analyses of it any more; and before that, using a
/// pass manager's analyses would change what is cached for the passes behind
/// us. So Takt builds the few that it needs.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_IRANALYSES_H
#define TAKT_PASSES_IRANALYSES_H

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TypeBasedAliasAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include <optional>

namespace takt {

/// Loops, scalar evolution and alias analysis of one function, each made when
/// it is first asked for.
class IRAnalyses {
public:
  explicit IRAnalyses(llvm::Function &F) : F(F), DT(F), LI(DT) {}

  const llvm::LoopInfo &loops() const { return LI; }
  const llvm::DominatorTree &dominators() const { return DT; }
  /// For LLVM's questions that change nothing, and take it so all the same.
  llvm::DominatorTree &dominators() { return DT; }

  llvm::ScalarEvolution &scalarEvolution() {
    if (!SE)
      SE.emplace(F, library(), assumptions(), DT, LI);
    return *SE;
  }

  llvm::AAResults &aliases() {
    if (!AA) {
      Basic.emplace(F.getParent()->getDataLayout(), F, library(), assumptions(),
                    &DT);
      AA.emplace(library());
      AA->addAAResult(*Basic);
      AA->addAAResult(Scoped);
      AA->addAAResult(Types);
    }
    return *AA;
  }

  /// The functions that the target's C library has.
  llvm::TargetLibraryInfo &library() {
    if (!TLI) {
      TLII.emplace(llvm::Triple(F.getParent()->getTargetTriple()));
      TLI.emplace(*TLII, &F);
    }
    return *TLI;
  }

  /// What types and scopes alone tell, for locations without a pointer.
  llvm::AAResults &tagAliases() {
    if (!TagAA) {
      TagAA.emplace(library());
      TagAA->addAAResult(Scoped);
      TagAA->addAAResult(Types);
    }
    return *TagAA;
  }

private:
  llvm::AssumptionCache &assumptions() {
    if (!AC)
      AC.emplace(F);
    return *AC;
  }

  llvm::Function &F;
  llvm::DominatorTree DT;
  llvm::LoopInfo LI;
  std::optional<llvm::TargetLibraryInfoImpl> TLII;
  std::optional<llvm::TargetLibraryInfo> TLI;
  std::optional<llvm::AssumptionCache> AC;
  std::optional<llvm::ScalarEvolution> SE;
  std::optional<llvm::BasicAAResult> Basic;
  llvm::ScopedNoAliasAAResult Scoped;
  llvm::TypeBasedAAResult Types;
  std::optional<llvm::AAResults> AA, TagAA;
};

} // namespace takt

#endif // TAKT_PASSES_IRANALYSES_H
