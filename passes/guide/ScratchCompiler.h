//===- ScratchCompiler.h - Compiles a function to see its loops -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the rest of the optimisation pipeline and code generation on a copy of
/// a function and hands back the analysis of its machine loops. Nothing is
/// written anywhere.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_SCRATCHCOMPILER_H
#define TAKT_PASSES_GUIDE_SCRATCHCOMPILER_H

#include "ScratchFunction.h"
#include "takt/passes/FunctionShape.h"
#include "takt/passes/Guide.h"
#include "takt/passes/LoopShape.h"
#include <functional>

namespace takt {

/// One machine loop of a scratch compilation.
struct ScratchLoop {
  unsigned Loop = 0; ///< the number of its source loop
  /// It is the loop around that one, which is unrolled completely in it.
  bool IsOuter = false;
  bool IsRest = false; ///< does what is left over of an unrolled nest
  LoopRole Role = LoopRole::Main;
  /// Source iterations per machine iteration, if known.
  std::optional<unsigned> SourceIterations;
  unsigned VectorLanes = 0; ///< as LoopFacts has them
  /// Cycles of a machine iteration; none: not modelled.
  std::optional<double> Cycles;
  /// At how many per cent of its clock the core runs it, as far as is known.
  unsigned ClockPercent = 100;
  /// What its ports need for all but its last branch, and its dependences, in
  /// cycles of a machine iteration: unrolling takes away branches and counters
  /// only.
  double WorkCycles = 0, ChainCycles = 0;
  /// What its ports need for all of it, and its front end if each instruction
  /// is a single µop at least.
  double PortCycles = 0, FrontEndCycles = 0;
  /// It is vectorised and short of registers: values are stored and loaded
  /// again at one place in all iterations. ChainCycles leaves that out.
  bool Spills = false;
  /// The largest bound: of ports, front end, or dependences.
  double BoundCycles = 0;
  /// µops in the fused domain, and instructions, of a machine iteration.
  unsigned Uops = 0, Instrs = 0;
  /// Its share of the instructions of the function outside of innermost loops
  /// (ScratchScope::SeenFunction::InstrsAround).
  double InstrsAround = 0;
  /// What was predicted and for which CPU; null: not modelled.
  std::shared_ptr<const Kernel> K;
  std::shared_ptr<const Cpu> C;
};

/// Shapes by the numbers of a function's loops; those beyond get the default.
using LoopShapes = llvm::SmallVector<LoopShape, 8>;

/// How a copy is compiled.
struct ScratchVariant {
  LoopShapes Loops;
  FunctionShape Function;
  /// Find out ScratchResult::MayJam.
  bool AskForJam = false;
};

/// What came out of a scratch compilation.
struct ScratchResult {
  std::vector<ScratchLoop> Loops;
  unsigned Instrs = 0; ///< machine instructions of the function
  /// Loops that its FunctionShape has unrolled, and the numbers of those that
  /// were jammed.
  unsigned Unrolled = 0;
  llvm::SmallVector<unsigned, 2> Jammed;
  /// As mayJam() says, where it was asked.
  bool MayJam = false;
  /// µops that were simulated to predict its loops.
  uint64_t SimulatedUops = 0;
};

class ScratchCompiler {
public:
  explicit ScratchCompiler(const GuideContext &Ctx);
  ~ScratchCompiler();

  /// Compiles \p F once for each of \p Variants, all in one module, because
  /// setting up the passes takes as long as a small function. Fails if the
  /// copies cannot be compiled; the message says why.
  llvm::Expected<std::vector<ScratchResult>>
  compile(const ScratchFunction &F, llvm::ArrayRef<ScratchVariant> Variants);

private:
  class Impl;
  std::unique_ptr<Impl> I;
};

} // namespace takt

#endif // TAKT_PASSES_GUIDE_SCRATCHCOMPILER_H
