//===- IssueQueues.h - Schedulers of µops that have their port --*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Several schedulers where ports are chosen at issue (Cpu::hasQueuesAtIssue):
/// a µop has an entry in that of its port until it goes there. In a cycle that
/// begins with a full one nothing is issued; what is issued in a cycle may
/// take more than there was room for. Measured on a Granite Rapids
/// (docs/granite-rapids.md, "Schedulers"): chains of products, of which so many
/// run side by side as find room, are then right to 5 %, of up to 80 a chain.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_ISSUEQUEUES_H
#define TAKT_MODELS_SIM_ISSUEQUEUES_H

#include "Core.h"
#include "PortChooser.h"
#include "llvm/ADT/STLExtras.h"

namespace takt::sim {

class IssueQueues {
public:
  IssueQueues(const Cpu &C, const Limits &L) {
    if (C.hasQueuesAtIssue() && !L.AnyBuffer)
      for (const DispatchQueue &Q : C.Queues)
        Queues.push_back({Q.Ports, *Q.Entries});
  }
  /// Whether one is, by what \p Ports have been given and not sent on.
  bool isFull(const PortChooser &Ports) const {
    return llvm::any_of(Queues, [&](const Queue &Q) {
      return Ports.waiting(Q.Ports) >= Q.Entries;
    });
  }

private:
  struct Queue {
    ResourceMask Ports;
    unsigned Entries;
  };
  llvm::SmallVector<Queue, 4> Queues;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_ISSUEQUEUES_H
