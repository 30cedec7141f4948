//===- OrderedLoop.h - What orders of a loop cost ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_ORDER_ORDEREDLOOP_H
#define TAKT_PASSES_ORDER_ORDEREDLOOP_H

#include "OrderSearch.h"
#include "takt/models/MemoryFacts.h"
#include "takt/models/Prediction.h"
#include "takt/passes/PathCode.h"
#include "takt/passes/WorkBudget.h"

namespace takt {

/// True if it can matter for \p C in which order independent instructions come:
/// it dispatches in order into queues or groups, or chooses a µop's port when
/// the µop is issued.
bool dispatchDependsOnOrder(const Cpu &C);

/// A loop whose instructions may get another order, and the judge of orders.
class OrderedLoop final : public OrderJudge {
public:
  /// \p P is the code of the nodes of \p G that are code, in the same order.
  OrderedLoop(const OrderGraph &G, PathCode P, MemoryFacts Facts,
              KernelBuilder &Builder, WorkBudget &Budget);

  /// Predicts the loop as it is. \returns false if it is not modelled.
  bool predictOriginal();
  /// Its cycles and bounds, not what binds.
  const Prediction &original() const { return Original; }
  /// What binds it as it is; takes a simulation for each limit.
  Binder boundBy() const;
  /// Cycles that it takes in any order.
  Rational floor() const;

  /// The best order found. To be called after predictOriginal.
  FoundOrder search();

  std::optional<OrderCost> cost(llvm::ArrayRef<unsigned> Order,
                                Rational Below) override;
  bool exhausted() const override { return Budget.exhausted(); }

private:
  /// The kernel of \p Order, if it can be built.
  std::optional<Kernel> kernelOf(llvm::ArrayRef<unsigned> Order);
  DispatchLimits limits(std::vector<OrderDemand> &Demand) const;

  const OrderGraph &G;
  PathCode P;
  MemoryFacts Facts;
  /// By node: its index in P.Code, or none.
  std::vector<std::optional<unsigned>> CodeOf;
  KernelBuilder &Builder;
  WorkBudget &Budget;
  Kernel K;
  Prediction Original;
  unsigned Fused = 0; ///< macro-fused pairs in K
};

} // namespace takt

#endif // TAKT_PASSES_ORDER_ORDEREDLOOP_H
