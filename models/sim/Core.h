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
#include "LoadPlaces.h"
#include "Program.h"
#include "Recycler.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace takt::sim {

/// A cycle of the run. A run ends before it overflows.
using Cycle = uint32_t;
/// A µop's number; 0: none.
using UopNumber = uint32_t;

/// Sizes and delays of the back end after relaxation; "any" is a large number.
struct Limits {
  Limits(const Cpu &C, const Relaxation &Without, bool LoneStores = false);

  static constexpr unsigned Any = 1u << 20;
  unsigned IssueWidth, RetireWidth, ReorderBuffer, Scheduler, LoadBuffer,
      StoreBuffer;
  LoadWait WaitingLoads;
  RegisterCounts Registers;
  /// Stores written to memory per cycle, as many as there are ports for their
  /// data, or one (LoneStores).
  unsigned StoreWrites;
  ResourceMask StorePorts;
  /// Entries that reorder buffer and scheduler must have free for the renamer
  /// to run at all.
  unsigned Headroom;
  unsigned IssueToDispatch, LateWindow;
  /// Buffers are as large as it takes.
  bool AnyBuffer;
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

/// Of a time: not known yet. Larger than all times.
constexpr Cycle NotYet = ~Cycle(0);

/// An unfused-domain µop between issue and retirement.
/// Filled at issue.
struct InFlight {
  const SimUop *Static;
  UopNumber Number;
  uint32_t Fused;     ///< its fused-domain µop's number
  Cycle Earliest;     ///< cycle in which it can be dispatched at the earliest
  Cycle End;          ///< when it has executed, or NotYet
  Cycle MemoryTime;   ///< when the value of the stores known so far is there
  uint32_t Consumers; ///< list of those who wait for it
  uint16_t Pending, PendingStores;
  /// By state: of the operands known so far the latest; when it is ready; when
  /// it was dispatched.
  Cycle Time;
  uint32_t Next; ///< of those that get ready in the same cycle
  static constexpr uint8_t NoPort = 0xff;
  uint8_t Port;
  UopState State;
  /// Where there are queues between dispatch and ports (QueueChooser): the
  /// ports that its queue leaves it; it has an entry there.
  uint8_t Set;
  bool HoldsEntry;
  /// Only if a read of it is Shared: when that was made; 0: long ago.
  Cycle SharedAt;
  /// Only if SimUop::Tried: it had all operands at issue, so that it can go in
  /// cycle Earliest; it takes its port for a cycle more.
  bool Prompt, Early;
  /// If it is ready: it had all operands as soon as it could go.
  bool hadAll() const { return Time == Earliest; }
};

/// What became of a µop. NotYet: not known.
struct UopTimes {
  /// When it was as if dispatched, and the cycle in which that became known.
  Cycle Settled, Known;
  Cycle Earliest; ///< as of InFlight
  /// The port (InFlight::Set where there are queues) that was chosen for it at
  /// issue, if any.
  uint32_t Port;
};

/// A fused-domain µop in the reorder buffer. Filled at issue.
struct FusedEntry {
  const SimFused *Static;
  UopNumber First;
  uint32_t Iteration;
  Cycle End; ///< when it has executed, where the scheduler foresees that
};

/// A ring of at least so many elements in which element N is the one with
/// number N. They have no values before they are given one.
template <typename T> class NumberedRing {
public:
  explicit NumberedRing(size_t AtLeast)
      : Mask(llvm::NextPowerOf2(AtLeast - 1) - 1), Elements(Mask + 1) {}
  T &operator[](uint32_t N) { return Elements[N & Mask]; }
  const T &operator[](uint32_t N) const { return Elements[N & Mask]; }
  size_t size() const { return Mask + 1; }
  /// Whether the \p Count elements from number \p M on and those from \p N on
  /// are the same.
  bool areEqual(uint32_t M, uint32_t N, size_t Count) const {
    for (size_t Part; Count; Count -= Part, M += Part, N += Part) {
      const size_t I = M & Mask, J = N & Mask;
      Part = std::min({Count, size() - I, size() - J});
      if (!std::equal(&Elements[I], &Elements[I] + Part, &Elements[J]))
        return false;
    }
    return true;
  }

private:
  size_t Mask;
  RecycledVector<T> Elements;
};

/// Whom a load waits for that reads what was stored, and for how long after
/// that: the store µop, or what makes the value that the renamer hands on.
struct StoredValue {
  UopNumber Producer = 0;
  int32_t Delay = 0;
};

/// A load that waits for a store to retire.
struct FailedForward {
  UopNumber Store = 0, Load = 0;
  uint32_t Latency = 0;
};

/// What renamer, scheduler and retirement work on.
struct Core {
  Core(const Program &P, const Limits &L, PipelineListener *Listener);

  const Program &P;
  const Limits &L;
  PipelineListener *Listener;
  Cycle Now = 0;

  NumberedRing<InFlight> Uops;
  /// Of more µops than are in flight, for a value's time is asked for a while
  /// after retirement.
  NumberedRing<UopTimes> Times;
  UopNumber NextUop, OldestUop;
  NumberedRing<FusedEntry> Reorder;
  /// SimFused::kind of as many fused-domain µops, where it is not the same in
  /// all iterations (Program::HasKinds).
  NumberedRing<uint8_t> Kinds;
  /// Numbers of the oldest fused-domain µop and of the next one to be issued.
  uint32_t OldestFused = 0, NextFused = 0;
  /// Entries taken.
  unsigned Scheduled = 0, Loads = 0, Stores = 0;
  RegisterCounts Registers = 0;
  LoadPlaces WaitingLoads;
  /// Of the µops in the scheduler the sum of number times port, and above bit
  /// SumBits of ports. Where ports are chosen at dispatch each counts as 1.
  uint64_t ScheduledSum = 0;
  static constexpr unsigned SumBits = 48;
  static uint64_t sumTerm(UopNumber N, uint64_t Port) {
    return Port * (N | uint64_t(1) << SumBits);
  }
  /// What tells which µops wait for which ports, with their ages.
  uint64_t scheduledDigest() const {
    return (ScheduledSum >> SumBits) * NextUop - ScheduledSum;
  }

  /// Ports and units that some µop has waited for (LimitsMet::Resources);
  /// whether loads have met in a bank.
  ResourceMask MetResources = 0;
  bool MetBanks = false;

  /// Whether nobody knows any more when µop \p N settled, long after it
  /// retired. Number 0, which no µop has, is gone.
  bool isGone(UopNumber N) const { return NextUop - N > Times.size(); }
  /// \p S goes to its port.
  void goes(const SimUop &S) {
    if (S.Kind == UopKind::Load && WaitingLoads.inUse())
      WaitingLoads.go(Now);
  }
  unsigned reordered() const { return NextFused - OldestFused; }
  void emit(Stage What, const InFlight &U, Cycle At, bool Eliminated = false);
  /// Of a fused-domain µop that is a mere slot.
  void emitSlot(Stage What, const FusedEntry &F);
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_CORE_H
