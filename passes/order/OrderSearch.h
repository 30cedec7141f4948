//===- OrderSearch.h - A faster order of instructions -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Looks for the order of a loop's instructions that the model likes best: list
/// schedules (Landskov et al., "Local Microcode Compaction Techniques", ACM
/// Computing Surveys 1980) by several priorities, then the best of them, one
/// instruction after the other moved up or down as long as that gains (hill
/// climbing). The same input gives the same order.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_ORDER_ORDERSEARCH_H
#define TAKT_PASSES_ORDER_ORDERSEARCH_H

#include "OrderGraph.h"
#include "takt/models/Rational.h"
#include <optional>

namespace takt {

struct OrderCost {
  Rational Cycles; ///< per iteration
  /// Macro-fused pairs of the original order that are no longer.
  unsigned Torn = 0;
};

/// What an instruction takes of a cycle of dispatch.
struct OrderDemand {
  unsigned Uops = 0;
  /// Queues or sets of ports, by number, each as often as µops go there.
  llvm::SmallVector<unsigned, 4> Queues;
};

/// What dispatch gives a cycle.
struct DispatchLimits {
  unsigned Width = 1;
  llvm::SmallVector<unsigned, 8> QueueWidths;
};

/// Says what orders cost.
class OrderJudge {
public:
  virtual ~OrderJudge();
  /// The cost of \p Order; none: it cannot be told, or is not below \p Below.
  virtual std::optional<OrderCost> cost(llvm::ArrayRef<unsigned> Order,
                                        Rational Below) = 0;
  /// No more costs can be asked for.
  virtual bool exhausted() const = 0;
};

struct FoundOrder {
  NodeOrder Order;
  OrderCost Cost;
};

/// The best order found for \p G. That of the code costs \p Original, and none
/// costs less than \p Floor cycles. \p Demand has what each node takes of \p
/// Limits.
FoundOrder searchOrder(const OrderGraph &G, OrderJudge &Judge,
                       const OrderCost &Original, Rational Floor,
                       llvm::ArrayRef<OrderDemand> Demand,
                       const DispatchLimits &Limits);

/// How a list schedule chooses among the instructions that may come next.
enum class OrderPriority : uint8_t {
  Height,       ///< the one that most depends on
  Packed,       ///< the first that fits into the cycle of dispatch
  PackedHeight, ///< of those that fit the one that most depends on
  Even,         ///< of the queue of which most is left
  Last,         ///< the last in the order of the code: what differs most
};

/// The list schedule of \p G by \p By.
NodeOrder listSchedule(const OrderGraph &G, OrderPriority By,
                       llvm::ArrayRef<OrderDemand> Demand,
                       const DispatchLimits &Limits);

} // namespace takt

#endif // TAKT_PASSES_ORDER_ORDERSEARCH_H
