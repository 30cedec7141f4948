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

namespace takt {

/// True if it can matter for \p C in which order independent instructions come:
/// it dispatches in order into queues or groups, or chooses a µop's port when
/// the µop is issued.
bool dispatchDependsOnOrder(const Cpu &C);

/// How much looking for orders may cost. Counts work, not seconds, so that the
/// same file is compiled the same however busy the machine is; the unit is the
/// work of simulating a cycle or a µop. docs/guide.md has the measurements
/// behind the constants.
class OrderBudget {
public:
  explicit OrderBudget(unsigned Percent) : Percent(Percent) {}
  /// A function of \p Instrs machine instructions is compiled: more may be
  /// spent.
  void earn(unsigned Instrs);
  void spend(uint64_t Work) { Spent += Work; }
  bool exhausted() const { return Spent >= Earned; }

  uint64_t Spent = 0;

private:
  const unsigned Percent;
  uint64_t Earned = 0;
};

/// A loop whose instructions may get another order, and the judge of orders.
class OrderedLoop final : public OrderJudge {
public:
  /// \p P is the code of the nodes of \p G that are code, in the same order.
  OrderedLoop(const OrderGraph &G, PathCode P, MemoryFacts Facts,
              KernelBuilder &Builder, OrderBudget &Budget);

  /// Predicts the loop as it is. \returns false if it is not modelled.
  bool predictOriginal();
  const Prediction &original() const { return Original; }
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
  OrderBudget &Budget;
  Kernel K;
  Prediction Original;
  unsigned Fused = 0; ///< macro-fused pairs in K
};

} // namespace takt

#endif // TAKT_PASSES_ORDER_ORDEREDLOOP_H
