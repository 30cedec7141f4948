//===- Core.h - What the parts of the back end share ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The µops between renamer and retirement, in rings that are sized once. µops
/// have consecutive numbers in order of issue, from 1; number and ring give the
/// element.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_CORE_H
#define TAKT_MODELS_SIM_CORE_H

#include "FrontEnd.h"
#include "Program.h"
#include "llvm/Support/MathExtras.h"

namespace takt::sim {

/// A cycle of the run. A run ends before it overflows.
using Cycle = uint32_t;
/// A µop's number; 0: none.
using UopNumber = uint32_t;

/// Sizes and delays of the back end after relaxation; "any" is a large number.
struct Limits {
  Limits(const Cpu &C, const Relaxation &Without);

  static constexpr unsigned Any = 1u << 20;
  unsigned IssueWidth, RetireWidth, ReorderBuffer, Scheduler, LoadBuffer,
      StoreBuffer;
  /// Stores written to memory per cycle.
  unsigned StoreWrites;
  /// Entries that reorder buffer and scheduler must have free for the renamer
  /// to run at all.
  unsigned Headroom;
  unsigned IssueToDispatch, LateWindow;
  /// Resources that take any number of µops.
  ResourceMask Unlimited = 0;
  bool EveryMove;
};

enum class UopState : uint8_t {
  Waiting,    ///< for operands
  Scheduled,  ///< all operands known; ready in cycle Time
  Ready,      ///< in the queue of its port
  Dispatched, ///< a load that waits for a store's address or data
  Done,       ///< as if dispatched in cycle Time
};

/// An unfused-domain µop between issue and retirement, and a while beyond.
struct InFlight {
  UopNumber Number = 0;
  uint32_t Static = 0; ///< index into Program::Uops
  /// By state: of the operands known so far the latest; when it is ready; when
  /// it was dispatched.
  Cycle Time = 0;
  Cycle Earliest = 0;   ///< cycle in which it can be dispatched at the earliest
  Cycle MemoryTime = 0; ///< when the value of the stores known so far is there
  uint32_t Consumers = 0; ///< list of those who wait for it
  uint32_t Next = 0;      ///< of those that get ready in the same cycle
  uint32_t Fused = 0;     ///< its fused-domain µop's number
  static constexpr uint8_t NoPort = 0xff;
  uint16_t Pending = 0, PendingStores = 0;
  uint8_t Port = NoPort;
  UopState State = UopState::Waiting;
};

/// A fused-domain µop in the reorder buffer.
struct FusedEntry {
  UopNumber First = 0;
  uint16_t Count = 0;
  uint16_t Open = 0; ///< µops whose end is not known yet
  Cycle Finish = 0;  ///< when all those whose end is known have executed
  uint32_t Iteration = 0, Instr = 0;
  uint16_t Queued = 0, Fused = 0;
  uint8_t Loads = 0, Stores = 0;
  UopOrigin Origin = UopOrigin::Instruction;
  uint8_t Form = Listed;
};

/// A ring in which element N is the one with number N.
template <typename T> class NumberedRing {
public:
  explicit NumberedRing(size_t AtLeast)
      : Mask(llvm::NextPowerOf2(AtLeast) - 1), Elements(Mask + 1) {}
  T &operator[](uint32_t N) { return Elements[N & Mask]; }
  const T &operator[](uint32_t N) const { return Elements[N & Mask]; }
  size_t size() const { return Elements.size(); }

private:
  uint32_t Mask;
  std::vector<T> Elements;
};

/// What renamer, scheduler and retirement work on.
struct Core {
  Core(const Program &P, const Limits &L, PipelineListener *Listener);

  const Program &P;
  const Limits &L;
  PipelineListener *Listener;
  Cycle Now = 0;

  NumberedRing<InFlight> Uops;
  UopNumber NextUop = 1, OldestUop = 1;
  NumberedRing<FusedEntry> Reorder;
  /// Numbers of the oldest fused-domain µop and of the next one to be issued.
  uint32_t OldestFused = 0, NextFused = 0;
  /// Entries taken.
  unsigned Scheduled = 0, Loads = 0, Stores = 0;

  unsigned reordered() const { return NextFused - OldestFused; }
  void emit(Stage What, const InFlight &U, Cycle At, bool Eliminated = false);
  /// Of a fused-domain µop that is a mere slot.
  void emitSlot(Stage What, const FusedEntry &F);
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_CORE_H
