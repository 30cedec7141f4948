//===- Options.h - What the user asked Takt for -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The options. Each works as `-mllvm -takt-<name>` and, because clang 19 does
/// not know a plugin's options under plain -fpass-plugin, in the environment
/// variable TAKT_OPTIONS, which is read like a command line:
///
///     TAKT_OPTIONS="-takt-remainders -takt-cpu=skylake"
///
/// An option on the command line wins over one in the environment.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_OPTIONS_H
#define TAKT_PASSES_OPTIONS_H

#include "takt/models/MemoryFacts.h"
#include "takt/models/Prediction.h"
#include "takt/passes/FunctionShape.h"
#include "takt/passes/LoopShape.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace takt {

struct Options {
  /// Machine description to use instead of the ones compiled in.
  std::string ModelFile;
  /// CPU to predict for instead of the one that code is compiled for.
  std::string Cpu;
  /// Report remainder loops, too.
  bool Remainders = false;
  /// File that gets every function's instructions with offsets and bytes.
  std::string DumpLayout;
  /// File ("-": standard output) that gets every kernel in its text form.
  std::string DumpKernels;
  /// File ("-": standard output) that gets what is known of every kernel's
  /// accesses.
  std::string DumpFacts;
  /// File ("-": standard output) that gets what each shape tried for a loop
  /// would cost.
  std::string DumpGuide;
  /// What to assume of accesses that may meet.
  AliasAssumption Alias = AliasAssumption::None;
  /// What predicts the loops that remarks are about.
  PredictorKind Predictor = PredictorKind::Simulation;
  /// Look for dependences through memory.
  bool MemoryDependences = true;
  /// Print how long the analysis took when the process ends.
  bool Time = false;
  /// Also run the machine pass in the real pipeline, after funclet layout.
  bool MachinePass = false;

  /// What the model chooses: unroll counts; interleave counts and widths of
  /// vectors.
  bool GuideUnroll = false, GuideInterleave = false;
  /// The model also chooses vectors as wide as the CPU has them where LLVM
  /// prefers narrower ones, since they may lower the clock.
  bool GuideWide = false;
  /// The model also chooses where loops are aligned.
  bool GuideAlign = false;
  /// The model also chooses the order of instructions.
  bool GuideOrder = false;
  /// GuideOrder does not ask the model, but changes the order in every loop as
  /// far as dependences allow: for tests.
  bool AnyOrder = false;
  /// What choosing may cost, in percent of the work of compiling the file.
  unsigned GuideBudget = 20;
  /// Source iterations of a loop of which neither code nor profile says it.
  unsigned GuideTrips = 1024;
  /// The shape of all loops that may be guided, without asking the model.
  std::optional<LoopShape> GuideShape;
  /// The same for functions.
  std::optional<FunctionShape> GuideFunction;

  /// What following an advice must gain to be said, in percent.
  unsigned AdviceThreshold = 10;
  /// Remarks that say the same of copies of one loop of the source, at most.
  unsigned Copies = 3;

  /// True if shapes of loops are chosen.
  bool guides() const {
    return GuideUnroll || GuideInterleave || GuideWide || GuideShape ||
           GuideFunction;
  }
  /// How many machine passes share GuideBudget.
  unsigned sharersOfBudget() const { return GuideAlign && GuideOrder ? 2 : 1; }
  /// True if something other than remarks needs the analysis.
  bool wantsAnalysis() const { return !DumpLayout.empty() || dumpsLoops(); }
  /// True if the analysis of loops is written somewhere.
  bool dumpsLoops() const { return !DumpKernels.empty() || !DumpFacts.empty(); }
  /// True if the user chose the CPU or its description.
  bool namesCpu() const { return !ModelFile.empty() || !Cpu.empty(); }
};

/// Reads \p Text as a command line of Takt's options into \p O. The error names
/// the option that is unknown or has a bad value.
llvm::Error parseOptions(llvm::StringRef Text, Options &O);

/// The options of this process: TAKT_OPTIONS overruled by the command line.
/// Valid once the command line has been parsed. Thread-safe.
const Options &options();

/// What is wrong with TAKT_OPTIONS; empty if nothing is.
llvm::StringRef optionsError();

} // namespace takt

#endif // TAKT_PASSES_OPTIONS_H
