//===- ReadyQueue.h - Who waits for a port ----------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Queues of µops that have their operands and wait for a port.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_READYQUEUE_H
#define TAKT_MODELS_SIM_READYQUEUE_H

#include "Core.h"

namespace takt::sim {

/// µops that are ready for the same port(s), the oldest one first: a ring in
/// Scheduler::Ready from First on. Most µops that get ready are younger than
/// all others.
struct ReadyQueue {
  ResourceMask Ports = 0;
  /// Port or port class, and the class of units as a bit.
  uint32_t Set = 0, Bit = 0;
  uint32_t First = 0, Head = 0, Tail = 0;
};

/// One that could go next, the ports that it may use, and its queue.
struct ReadyUop {
  ResourceMask Ports = 0;
  UopNumber Uop = 0; ///< 0: none
  uint32_t Queue = 0;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_READYQUEUE_H
