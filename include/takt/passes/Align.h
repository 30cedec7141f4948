//===- Align.h - Heads of loops aligned where that helps --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Aligns a loop where the model says that its place costs cycles: lines of the
/// µop cache, the erratum of jumps at the ends of 32 byte blocks. See
/// docs/guide.md.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_ALIGN_H
#define TAKT_PASSES_ALIGN_H

#include <functional>
#include <memory>

namespace llvm {
class MachineBlockFrequencyInfo;
class MachineFunction;
class MachineOptimizationRemarkEmitter;
} // namespace llvm

namespace takt {

class InstrSource;

/// What the compilation at hand offers.
struct AlignContext {
  /// Lowers machine instructions; with their exact lengths, or nothing happens.
  InstrSource *Source = nullptr;
  /// Null: nobody asked for remarks.
  llvm::MachineOptimizationRemarkEmitter *ORE = nullptr;
  /// Computes block frequencies; may be empty or return null.
  std::function<const llvm::MachineBlockFrequencyInfo *()> BlockFrequencies;
};

/// Aligns loops of the functions of a compilation, one after the other, right
/// before they are written out. Not thread-safe: one for each compilation.
class LoopAligner {
public:
  LoopAligner();
  ~LoopAligner();

  /// Aligns the hot innermost loops of \p MF to 32 or 64 bytes where the
  /// slowest place that this leaves is at least 3 % faster than the slowest
  /// one without. Does nothing unless -takt-guide asks for it, nor to functions
  /// that are not to be fast (optnone, optsize, minsize, cold), nor for targets
  /// whose assembler does not lengthen jumps. \returns how many were aligned.
  unsigned run(llvm::MachineFunction &MF, const AlignContext &Ctx);

private:
  class Impl;
  std::unique_ptr<Impl> I;
};

} // namespace takt

#endif // TAKT_PASSES_ALIGN_H
