//===- Guide.h - Loop shapes chosen by the model ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Chooses, for the innermost loops of a function, how they are vectorised,
/// interleaved and unrolled: compiles copies of the function with candidate
/// shapes, predicts the cycles of their machine loops, and leaves the best
/// shape as metadata for LLVM's own passes. See docs/guide.md.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_H
#define TAKT_PASSES_GUIDE_H

#include "takt/passes/FunctionAnalysis.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Passes/PassBuilder.h"
#include <map>
#include <memory>

namespace llvm {
class PassInstrumentationCallbacks;
class TargetMachine;
} // namespace llvm

namespace takt {

/// What the compilation at hand is made with.
struct GuideContext {
  /// Null: none (opt without a target); then nothing is guided.
  llvm::TargetMachine *TM = nullptr;
  llvm::PipelineTuningOptions Tuning;
  llvm::OptimizationLevel Level;
};

/// While one lives, code generation in this thread analyses each function
/// for it, without remarks or dumps.
class ScratchScope {
public:
  explicit ScratchScope(FunctionAnalyzer &Analyzer);
  ~ScratchScope();
  ScratchScope(const ScratchScope &) = delete;
  ScratchScope &operator=(const ScratchScope &) = delete;

  /// The one that lives in this thread; null: none.
  static ScratchScope *current();

  /// Called by code generation for each function.
  void analyse(llvm::MachineFunction &MF, const CodeGenContext &Ctx);

  FunctionAnalyzer &Analyzer;
  struct SeenFunction {
    unsigned Instrs = 0; ///< machine instructions
    /// Of its innermost loops; only those with the place of a copy's loop are
    /// modelled.
    std::vector<LoopReport> Reports;
    /// By such a place's line, the machine instructions around the loop: in
    /// each loop around it and in the function those outside of innermost
    /// loops, shared out among all such places in it.
    std::map<unsigned, double> InstrsAround;
  };
  /// By name.
  llvm::StringMap<SeenFunction> Seen;
};

/// Leaves out what is in vain in loops that guiding has shaped, and takes long.
/// Nothing else is changed by it.
void leaveOutInRows(llvm::PassInstrumentationCallbacks &PIC);

/// The pass; where the vectoriser starts, for every loop is still the source's
/// then. Does nothing unless -takt-guide asks for it.
class GuideLoops : public llvm::PassInfoMixin<GuideLoops> {
public:
  explicit GuideLoops(GuideContext Ctx);
  GuideLoops(GuideLoops &&);
  ~GuideLoops();

  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);

private:
  class Impl;
  std::unique_ptr<Impl> I;
};

} // namespace takt

#endif // TAKT_PASSES_GUIDE_H
