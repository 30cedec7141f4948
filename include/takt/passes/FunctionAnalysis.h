//===- FunctionAnalysis.h - Predictions for a machine function --*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The analysis of one machine function: loops → kernels → predictions. The
/// hook on the assembly printer, the machine pass and (later) the guided
/// transformations all call it.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_FUNCTIONANALYSIS_H
#define TAKT_PASSES_FUNCTIONANALYSIS_H

#include "takt/models/KernelBuilder.h"
#include "takt/models/Prediction.h"
#include "takt/passes/Advice.h"
#include "takt/passes/LoopFacts.h"
#include "takt/passes/OverlapReport.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class MachineBasicBlock;
class MachineBlockFrequencyInfo;
class MachineFunction;
class MachineInstr;
class MachineOptimizationRemarkEmitter;
} // namespace llvm

namespace takt {

/// Gives the MCInsts of a machine instruction, as LLVM's own lowering makes
/// them. Different for the assembly printer and for tests on MIR alone.
class InstrSource;

/// The verdict on one innermost loop.
struct LoopReport {
  const llvm::MachineBasicBlock *Header = nullptr;
  llvm::DebugLoc Loc;
  /// Where the IR loop that it was made from starts, if there is one: code
  /// generation may lose the mark that Loc is read from.
  llvm::DebugLoc SourceStart;
  LoopFacts Facts;
  /// Where the loops in it start whose iterations stand in a row in its path;
  /// what is a loop yet runs instead, where accesses meet.
  std::vector<llvm::DebugLoc> InRows;
  std::shared_ptr<const Cpu> C;
  /// Either the prediction, or why there is none.
  bool Modelled = false;
  Kernel K;
  Prediction P;
  /// As KernelBuilder::clockPercent.
  unsigned ClockPercent = 0;
  OverlapReport Overlap;
  std::vector<Advice> Advised;
  /// The instruction and the reason when not modelled: "call: printf".
  std::string Reason;
};

/// What the caller of the analysis can give.
struct CodeGenContext {
  /// Lowers machine instructions; not null.
  InstrSource *Source = nullptr;
  /// Where remarks go; null: nobody asked for them.
  llvm::MachineOptimizationRemarkEmitter *ORE = nullptr;
  /// Computes block frequencies; may be empty or return null.
  std::function<const llvm::MachineBlockFrequencyInfo *()> BlockFrequencies;
  /// Keep the assembly text of every instruction in the kernels.
  bool WithText = false;
  /// Only kernels and cycles are wanted, of all loops: nothing explained, no
  /// dumps.
  bool Scratch = false;
  /// Tells by LoopReport::SourceStart which loops are wanted; empty: all. The
  /// others are not modelled.
  std::function<bool(const LoopReport &)> IsWanted;
};

/// Processor time of this thread in seconds: links with ThinLTO analyse in
/// several.
double threadSeconds();

/// How long the analysis took.
struct AnalysisStats {
  unsigned Functions = 0, Loops = 0;
  double Seconds = 0;
};

/// Analyses functions one after the other, as they come out of one compilation.
/// Keeps kernel builders between functions. Not thread-safe: one for each
/// compilation.
class FunctionAnalyzer {
public:
  FunctionAnalyzer();
  ~FunctionAnalyzer();

  /// Analyses all innermost loops of \p MF, reports them to Ctx.ORE and writes
  /// the dumps that the options ask for. Changes nothing in \p MF. Wrong
  /// options (an unreadable model) become errors of the compilation.
  std::vector<LoopReport> run(llvm::MachineFunction &MF,
                              const CodeGenContext &Ctx);

  /// Checks the options that name a CPU or a model file for \p MF, so that a
  /// wrong one is an error even if nobody asks for remarks. Costs nothing
  /// without these options.
  void checkOptions(const llvm::MachineFunction &MF);

  const AnalysisStats &stats() const;

private:
  class Impl;
  std::unique_ptr<Impl> I;
};

} // namespace takt

#endif // TAKT_PASSES_FUNCTIONANALYSIS_H
