//===- RecordedSteps.h - Steps for code generation --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What loops did per iteration before the vectoriser, kept from the middle end
/// until code generation, which nothing else hands it to.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_RECORDEDSTEPS_H
#define TAKT_PASSES_RECORDEDSTEPS_H

#include "takt/passes/SourceSteps.h"
#include "llvm/IR/PassManager.h"
#include <memory>

namespace llvm {
class Module;
} // namespace llvm

namespace takt {

/// Remembers the steps of a function's innermost loops. Runs where the
/// vectoriser starts and changes nothing: it builds its analyses for itself,
/// so that not even a cached one differs. Does nothing if nobody has asked for
/// Takt's remarks.
class RecordSteps : public llvm::PassInfoMixin<RecordSteps> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Remembers the steps of \p F's innermost loops, whoever asks.
void recordSteps(const llvm::Function &F);

/// Remembers which modules come straight from a front end, so that a mark on a
/// loop (not to be unrolled) is the user's and not the unroller's. Runs at the
/// start of the pipeline and changes nothing.
class RecordOrigin : public llvm::PassInfoMixin<RecordOrigin> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
};

/// What RecordSteps found in \p F; null if it did not see it. Thread-safe.
std::shared_ptr<const FunctionSteps> recordedSteps(const llvm::Function &F);

/// Drops what was found in \p M.
void forgetSteps(const llvm::Module &M);

} // namespace takt

#endif // TAKT_PASSES_RECORDEDSTEPS_H
