//===- Order.h - Instruction order chosen by the model ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A CPU that dispatches in order cares in which order independent instructions
/// come: two that go to the same queue in one cycle hold up all behind them. In
/// hot innermost loops the instructions of each block are put into an order
/// that the simulation finds faster. See docs/guide.md.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_ORDER_H
#define TAKT_PASSES_ORDER_H

#include <functional>
#include <memory>

namespace llvm {
class AAResults;
class MachineBlockFrequencyInfo;
class MachineFunction;
class MachineOptimizationRemarkEmitter;
} // namespace llvm

namespace takt {

/// What the compilation at hand offers.
struct OrderContext {
  /// Null: memory is told apart by what machine instructions say alone.
  llvm::AAResults *AA = nullptr;
  /// Null: nobody asked for remarks.
  llvm::MachineOptimizationRemarkEmitter *ORE = nullptr;
  /// Computes block frequencies; may be empty.
  std::function<const llvm::MachineBlockFrequencyInfo *()> BlockFrequencies;
};

/// Orders the functions of a compilation, one after the other, behind register
/// allocation. Not thread-safe: one for each compilation.
class LoopOrderer {
public:
  LoopOrderer();
  ~LoopOrderer();

  /// Reorders the hot innermost loops of \p MF. Does nothing unless -takt-guide
  /// asks for it, nor to functions that are not to be fast (optnone, optsize,
  /// minsize, cold), nor for CPUs to which order does not matter. \returns
  /// whether anything has changed.
  bool run(llvm::MachineFunction &MF, const OrderContext &Ctx);

private:
  class Impl;
  std::unique_ptr<Impl> I;
};

} // namespace takt

#endif // TAKT_PASSES_ORDER_H
