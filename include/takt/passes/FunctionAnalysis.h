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
#include "takt/passes/LoopFacts.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace takt {

/// Gives the MCInsts of a machine instruction, as LLVM's own lowering makes
/// them. Different for the assembly printer and for tests on MIR alone.
class InstrSource;

/// The verdict on one innermost loop.
struct LoopReport {
  const llvm::MachineBasicBlock *Header = nullptr;
  llvm::DebugLoc Loc;
  LoopFacts Facts;
  std::shared_ptr<const Cpu> C;
  /// Either the prediction, or why there is none.
  bool Modelled = false;
  Kernel K;
  Prediction P;
  /// The instruction and the reason when not modelled: "call: printf".
  std::string Reason;
};

} // namespace takt

#endif // TAKT_PASSES_FUNCTIONANALYSIS_H
