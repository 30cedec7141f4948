//===- RecordedSteps.cpp - Steps for code generation ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/RecordedSteps.h"
#include "takt/passes/Errors.h"
#include "takt/passes/Options.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <mutex>
#include <utility>

using namespace llvm;
using namespace takt;

namespace {
struct StepsTable {
  std::mutex Mutex;
  DenseMap<const Module *, StringMap<std::shared_ptr<const FunctionSteps>>>
      Modules;
  /// Modules that came into the pipeline straight from a front end.
  DenseSet<const Module *> FromFrontEnd;
};
} // namespace

static StepsTable &stepsTable() {
  static StepsTable Table;
  return Table;
}

static bool isWanted(const Function &F) {
  const LLVMContext &C = F.getContext();
  return options().wantsAnalysis() ||
         const_cast<LLVMContext &>(C).getLLVMRemarkStreamer() ||
         C.getDiagHandlerPtr()->isAnyRemarkEnabled("takt");
}

static bool isWanted(const Module &M) {
  return any_of(M, [](const Function &F) { return !F.isDeclaration(); }) &&
         isWanted(*M.begin());
}

/// True if no loop of \p M has been touched by an optimiser: a block that jumps
/// back to itself and has phis was made by one.
static bool isFromFrontEnd(const Module &M) {
  for (const Function &F : M)
    for (const BasicBlock &BB : F)
      for (const PHINode &Phi : BB.phis())
        if (Phi.getBasicBlockIndex(&BB) >= 0)
          return false;
  return true;
}

PreservedAnalyses RecordOrigin::run(Module &M, ModuleAnalysisManager &) {
  // Where no code is generated nobody else says so.
  emitOptionsError(M);
  if (isWanted(M) && isFromFrontEnd(M)) {
    StepsTable &Table = stepsTable();
    const std::lock_guard<std::mutex> Lock(Table.Mutex);
    Table.FromFrontEnd.insert(&M);
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses RecordSteps::run(Function &F, FunctionAnalysisManager &) {
  if (isWanted(F))
    recordSteps(F);
  return PreservedAnalyses::all();
}

void takt::recordSteps(const Function &F) {
  // Those without a name could not be told from each other later.
  if (!F.hasName())
    return;
  auto Steps = std::make_shared<FunctionSteps>();
  const DominatorTree DT(const_cast<Function &>(F));
  LoopInfo LI(DT);
  for (Loop *L : LI.getLoopsInPreorder())
    if (L->isInnermost())
      if (SourceKey Key = sourceKey(loopStart(*L)))
        addLoopSteps(*Steps, Key, loopSteps(*L));
  StepsTable &Table = stepsTable();
  const std::lock_guard<std::mutex> Lock(Table.Mutex);
  // The user's mark, then; the unroller comes only now.
  if (Table.FromFrontEnd.contains(F.getParent()))
    for (auto &[Key, S] : *Steps)
      S.UnrollDisabled = false;
  Table.Modules[F.getParent()][F.getName()] = std::move(Steps);
}

std::shared_ptr<const FunctionSteps> takt::recordedSteps(const Function &F) {
  StepsTable &Table = stepsTable();
  const std::lock_guard<std::mutex> Lock(Table.Mutex);
  auto It = Table.Modules.find(F.getParent());
  return It == Table.Modules.end() ? nullptr : It->second.lookup(F.getName());
}

void takt::forgetSteps(const Module &M) {
  StepsTable &Table = stepsTable();
  const std::lock_guard<std::mutex> Lock(Table.Mutex);
  Table.Modules.erase(&M);
  Table.FromFrontEnd.erase(&M);
}
