//===- QueueChoices.cpp - Which queues a program's µops may go to -*- C++ -*-=//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QueueChooser.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

/// Whose turn each choice is part of.
void QueueChooser::findTurns(const Cpu &C) {
  // Queues that a µop can choose from take turns together.
  Turn.assign(alignTo<sizeof(uint64_t)>(2 * Queues.size()), 0);
  SmallVector<uint8_t, 32> Family;
  for (unsigned Q = 0; Q != Queues.size(); ++Q)
    Family.push_back(Q);
  for (const Choice &Ch : Choices)
    for (QueueMask Of = Ch.All ? 0 : Ch.Queues; Of; Of &= Of - 1) {
      const uint8_t From = Family[countr_zero(Of)];
      const uint8_t To = Family[countr_zero(Ch.Queues)];
      std::replace(Family.begin(), Family.end(), From, To);
    }
  // Loads and stores apart from operations.
  const ResourceMask Memory =
      C.LoadPorts | C.StoreAddressPorts | C.StoreDataPorts;
  for (const auto &[Ports, Ch] : zip_equal(P.PortClasses, Choices))
    if (Ch.Queues)
      Ch.Family = Family[countr_zero(Ch.Queues)] +
                  (Ports & ~Memory ? 0 : Queues.size());
}

uint8_t QueueChooser::setFor(ResourceMask Ports, QueueMask Of) {
  for (unsigned S = 0; S != Sets.size(); ++S)
    if (Sets[S] == Ports && SetQueues[S] == Of)
      return S;
  assert(Sets.size() < 255 && "a CPU has 64 ports");
  Sets.push_back(Ports);
  SetQueues.push_back(Of);
  return Sets.size() - 1;
}

QueueChooser::Choice QueueChooser::choiceFor(ResourceMask Ports) {
  Choice Ch;
  QueueMask Some = 0;
  for (const auto &[Q, From] : enumerate(Queues)) {
    if (Ports && !(Ports & ~From.Ports))
      Ch.Queues |= QueueMask(1) << Q;
    if (Ports & From.Ports)
      Some |= QueueMask(1) << Q;
  }
  if (Ch.Queues || !Some) {
    Ch.All = true;
    Ch.Set.push_back(setFor(Ports, Ch.Queues));
    return Ch;
  }
  Ch.Queues = Some;
  for (unsigned Q = 0; Q != Queues.size(); ++Q)
    Ch.Set.push_back(
        Some >> Q & 1 ? setFor(Ports & Queues[Q].Ports, QueueMask(1) << Q) : 0);
  return Ch;
}

/// \p From, which is of \p Ports, where branches have an order of their own.
QueueChooser::Choice QueueChooser::branchChoice(Choice From, ResourceMask Ports,
                                                const Cpu &C) const {
  ResourceMask Listed = 0;
  for (unsigned Port : C.BranchOrder)
    Listed |= ResourceMask(1) << Port;
  if (From.All || (Ports & ~Listed))
    return From;
  for (unsigned Port : C.BranchOrder)
    for (const auto &[Q, In] : enumerate(Queues))
      if ((Ports & In.Ports) >> Port & 1 && !is_contained(From.Order, Q))
        From.Order.push_back(Q);
  From.OutOfTurn = true;
  return From;
}

} // namespace takt::sim
