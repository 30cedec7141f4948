//===- Scheduler.h - From issue to execution --------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// µops wait here for operands and ports (uiCA paper, section 4.1.3;
/// uiCA-model, sections 3 to 5). Driven by events: a µop whose time becomes
/// known tells those who wait for it, which go into the bucket of the cycle in
/// which they are ready, and from there into the queue of their port, oldest
/// first. Where all is known at issue there is none of that (Foresee.cpp).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_SCHEDULER_H
#define TAKT_MODELS_SIM_SCHEDULER_H

#include "Agenda.h"
#include "BankReads.h"
#include "CacheReads.h"
#include "Core.h"
#include "CycleLoads.h"
#include "Fences.h"
#include "Foreseen.h"
#include "IssueQueues.h"
#include "LateResults.h"
#include "LoadRepeats.h"
#include "PortChooser.h"
#include "QueueChooser.h"
#include "ReadPorts.h"
#include "ReadyQueue.h"
#include "ResultBuses.h"
#include "Values.h"
#include <memory>
#include <queue>

// What is inlined lies in Issue.cpp and Operands.cpp, which are compiled in one
// piece with all that calls it (models/CMakeLists.txt). Tools that look at one
// file miss it.
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-inline"
#endif

namespace takt::sim {

class Scheduler {
public:
  Scheduler(const Program &P, const Limits &L, PipelineListener *Listener,
            const Cpu &C);
  Core &core() { return M; }
  /// µops that are ready now go to their ports.
  LLVM_ATTRIBUTE_NOINLINE void wake();
  /// Starts the issue of this cycle's µops.
  void beginIssue() {
    Ports.beginCycle();
    if (HasQueues)
      Waiting.beginCycle();
  }
  bool hasFullQueue() const { return AtIssue.isFull(Ports); }
  /// µops wait for their ports in queues that may be full.
  bool hasQueues() const { return HasQueues; }
  /// All of this cycle's µops were issued.
  void bindCycle() {
    if (HasQueues)
      bindQueues();
    if (Foresees && Foreseen != M.NextFused)
      foreseeCycle();
  }
  /// What becomes of a µop is known at issue; FusedEntry::End is.
  bool foresees() const { return Foresees; }
  /// Whether queues had no room in some cycle so far.
  bool wasShort() const { return HasQueues && Waiting.wasShort(); }
  /// Whether all of \p F finds room in the queues; to be asked right before it
  /// is issued.
  bool hasRoom(const SimFused &F) { return !HasQueues || Waiting.findRoom(F); }
  /// Whether the places of a cycle do for all of \p Fs together.
  bool hasRoomForAll(llvm::ArrayRef<SimFused> Fs) {
    return !HasQueues || Waiting.hasPlacesFor(Fs);
  }
  /// After countBuffers: the \p Slot-th of them enters reorder buffer and more.
  void issue(const SimFused &F, uint32_t Iteration, bool Eliminated,
             unsigned Slot);
  /// The loads, stores and registers of \p Group, before issue or issueWhole.
  void countBuffers(const BufferUse &Group) {
    M.Loads += Group.Loads;
    M.WaitingLoads.enter(Group.Loads);
    M.Stores += Group.Stores;
    M.Registers += Group.Registers;
  }
  /// All else of \p Group, which goes as a whole, from the \p Slot-th on.
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  void issueWhole(const SimQueued &Group, uint32_t Iteration, unsigned Slot,
                  bool Eliminated) {
    if (!Foresees)
      return issueGroup(Group, Iteration, Slot, Eliminated);
    const SimFused *F = P.Fused.data() + Group.First;
    for (unsigned Left = Group.Count; Left; --Left)
      enter(*F++, Iteration);
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  void enter(const SimFused &F, uint32_t Iteration); ///< one, if it foresees
  /// Several, where there are no queues: \p Next tells for each one which it is
  /// and its iteration.
  template <typename NextT>
  LLVM_ATTRIBUTE_ALWAYS_INLINE void enterEach(unsigned Count, NextT Next);
  /// To be called after µops were issued.
  void endIssue() {
    if (!Settling.empty())
      settleAll();
  }
  /// \p F retires; asked for only if Program::HasFailing.
  void retired(const FusedEntry &F);
  /// Each port takes a µop.
  void dispatch();
  /// The same where it foresees: those go that were to go in this cycle, which
  /// were issued before it. Early is before its own are issued: what was noted
  /// of the others has long been written to memory, whatever its size.
  void departEarly();
  /// Where somebody notes what departs, and may wait for it: after that.
  void departLate();
  /// Tells the listener what has executed.
  void emitExecuted();
  void state(StateWriter &W, uint32_t Iteration) const;
  /// What of it is not about µops.
  void portState(StateWriter &W) const;
  /// A digest of the state.
  uint64_t signature() const;
  /// A digest of what was dispatched since the last call.
  uint64_t takeActivity() { return std::exchange(Activity, 0); }

private:
  // Issue (Issue.cpp); values and who waits for them (Operands.cpp).
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  InFlight &add(const SimUop &S, uint32_t Entry, unsigned Slot);
  LLVM_ATTRIBUTE_NOINLINE
  void issueGroup(const SimQueued &Group, uint32_t Iteration, unsigned Slot,
                  bool Eliminated);
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  void issueUops(const SimFused &F, uint32_t Iteration, bool Eliminated,
                 unsigned Slot);
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  void issueCommon(const SimUop &S, uint32_t Entry, uint32_t Iteration,
                   unsigned Slot);
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  bool enterQueue(UopNumber N, const SimUop &S, const SimFused &F, uint8_t &Set,
                  bool &HoldsEntry);
  LLVM_ATTRIBUTE_NOINLINE
  void enterQueues(const SimFused &F);
  LLVM_ATTRIBUTE_NOINLINE void bindQueues();
  LLVM_ATTRIBUTE_NOINLINE
  void issueOther(const SimUop &S, uint32_t Entry, uint32_t Iteration,
                  bool Eliminated, unsigned Slot);
  void rename(InFlight &U, const SimUop &S, uint32_t Iteration);
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  unsigned readOperands(UopNumber N, const SimUop &S, uint32_t Odd, Cycle &Time,
                        Cycle &SharedAt);
  LLVM_ATTRIBUTE_NOINLINE
  bool triedEarly(UopNumber N, const SimUop &S, uint32_t Odd) const;
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  unsigned delayOf(UopNumber N, const SimUop &S, uint32_t Odd) const;
  void writeResults(UopNumber N, const SimUop &S, uint32_t Odd,
                    unsigned Delay = 0);
  LLVM_ATTRIBUTE_NOINLINE
  void renameSync(InFlight &U, const SimRead &R, uint32_t Iteration);
  LLVM_ATTRIBUTE_NOINLINE
  void alias(InFlight &U, const SimUop &S, uint32_t Iteration);
  LLVM_ATTRIBUTE_NOINLINE
  void renameMemory(InFlight &U, const SimUop &S, uint32_t Iteration);
  void track(const InFlight &U, const SimUop &S, uint32_t Iteration);
  void forward(InFlight &U, const SimUop &S, uint32_t Iteration);
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  void waitFor(InFlight &U, UopNumber Producer, int32_t Latency, bool Memory);
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  void addConsumer(UopNumber Producer, UopNumber N, int32_t Latency,
                   bool Memory, bool Shared = false);
  void moreConsumers();
  LLVM_ATTRIBUTE_ALWAYS_INLINE void operandsKnown(InFlight &U);
  /// When a µop with operands by cycle \p Time can be dispatched. An operand
  /// that arrives just in time costs a cycle (uiCA-model, section 4).
  Cycle readyTime(Cycle Time, Cycle Earliest) const {
    // The difference is unsigned: from a time before, it is large.
    const bool Late = Time - Earliest < LateWindow;
    return std::max(Time, Earliest) + Late;
  }
  /// Those that get ready in cycle \p Time; if that is too far away, of the
  /// last one, where they are looked at again.
  UopNumber &bucket(Cycle Time) {
    return Buckets[std::min<Cycle>(Time, M.Now + BucketMask) & BucketMask];
  }
  /// Whether \p Producer of an operand of \p N is long gone, or 0.
  bool isGone(UopNumber Producer, UopNumber N) const {
    return N - Producer >= M.Times.size();
  }
  void settleAll();
  LLVM_ATTRIBUTE_ALWAYS_INLINE void settle(InFlight &U, Cycle Time);
  void tell(InFlight &U, Cycle Time);
  void settleAlias(InFlight &U, Cycle Time);
  Cycle forwardedTime(const InFlight &U) const;
  void finishFences(InFlight &U, Cycle End);
  void executed(const InFlight &U, Cycle At);
  void valueState(StateWriter &W, uint32_t Iteration) const;

  // Where all is known at issue (Foresee.cpp).
  static bool canForesee(const Program &P, const Limits &L,
                         const PipelineListener *Listener, const Cpu &C);
  LLVM_ATTRIBUTE_NOINLINE void foreseeCycle();
  template <bool AtIssue> void foreseeIssued();
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  Arrival arrival(const SimUop &S, uint32_t Odd) const;
  template <bool AtIssue>
  LLVM_ATTRIBUTE_ALWAYS_INLINE Cycle book(const SimUop &S, UopNumber N,
                                          Arrival A, uint32_t Entry,
                                          unsigned Slot, Agenda::Booked &Of);
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  Cycle takeAny(const SimUop &S, UopNumber N, Cycle Ready, Agenda::Booked &Of);
  Cycle firstFree(ResourceMask Ports, Cycle From);
  Cycle takeUnitsFrom(Cycle From, const SimUop &S, ResourceMask Ports);
  LLVM_ATTRIBUTE_NOINLINE
  Cycle withPair(const SimUop &S, UopNumber N, uint32_t Entry, unsigned Port,
                 Cycle Go);
  template <bool AtIssue>
  LLVM_ATTRIBUTE_NOINLINE Cycle foreseeOther(const SimUop &S, UopNumber N,
                                             uint32_t Entry, unsigned Slot,
                                             Agenda::Booked &Of);

  // Ports (Scheduler.cpp).
  void findPressure(const Cpu &C);
  void makeQueues(const Cpu &C);
  LLVM_ATTRIBUTE_ALWAYS_INLINE void putInQueue(const InFlight &U);
  LLVM_ATTRIBUTE_ALWAYS_INLINE void enqueue(InFlight &U);
  /// The queue in which \p U waits for its port.
  unsigned queueOf(const InFlight &U) const {
    if (PortsAtIssue && UnitClasses == 1)
      return U.Port;
    const unsigned Set = PortsAtIssue ? U.Port
                         : HasQueues  ? U.Set
                                      : U.Static->PortClass;
    return Set * UnitClasses +
           std::min<unsigned>(U.Static->Units, UnitClasses - 1);
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE void enqueueEach(InFlight &U);
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  void insert(ReadyQueue &Q, UopNumber N);
  void popQueue(unsigned Set, unsigned Queue);
  bool unitsFree(const SimUop &S) const;
  bool addUnits(const SimUop &S, ResourceMask &Taken) const;
  /// All resources that \p S may take besides its port.
  ResourceMask unitsOf(const SimUop &S) const {
    return UnitResources[std::min<unsigned>(S.Units, UnitClasses - 1)];
  }
  bool crosses(const InFlight &U) const {
    return U.Static->Crossing &&
           P.crosses(*U.Static, M.Reorder[U.Fused].Iteration);
  }
  bool losesPort(InFlight &U, unsigned Port);
  bool findsBanks(const InFlight &U);
  void askForLater(const SimUop &S);
  void takeUnits(const SimUop &S);
  void repeatLoads();
  void freeResources();
  Cycle keptUntil(unsigned Resource, unsigned Cycles) const;
  ResourceMask freeLater(const ResourceUse &U) const;
  unsigned oldestIn(unsigned Set) const;
  ResourceMask portsOf(const ReadyQueue &Q, const SimUop &S) const;
  /// The same of the oldest one of queue \p Q.
  ResourceMask portsOf(unsigned Q) const {
    return portsOf(Queues[Q], *M.Uops[oldest(Q)].Static);
  }
  bool goTo(InFlight &U, unsigned Port);
  UopNumber oldestReader(unsigned Queue, ResourceMask Free) const;
  ReadyUop nextReader(ResourceMask Free) const;
  void takeOut(const ReadyUop &Of);
  LLVM_ATTRIBUTE_NOINLINE void enterReaders();
  // Apart, so that tools/bench/profile finds them.
  LLVM_ATTRIBUTE_NOINLINE void dispatchEach();
  LLVM_ATTRIBUTE_NOINLINE void dispatchPorts();
  LLVM_ATTRIBUTE_NOINLINE void dispatchByAge();
  LLVM_ATTRIBUTE_NOINLINE void dispatchByReads();
  bool mayGo(const InFlight &U, const SimUop &S);
  bool sameLine(const InFlight &A, const InFlight &B) const;
  void holdPort(const InFlight &U, unsigned Port);
  void keepPort(const InFlight &U, unsigned Port);
  void leaveQueue(const InFlight &U);
  LLVM_ATTRIBUTE_ALWAYS_INLINE void dispatchTo(InFlight &U, unsigned Port);
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  void dispatchLight(InFlight &U, unsigned Port);
  void noteWaiting();
  unsigned portFor(ResourceMask Ports) const;
  void uopState(StateWriter &W) const;

  Core M;
  const Program &P;
  /// Of P, where they begin.
  const SimRead *const Reads;
  const ValuePlace *const Writes;
  const MemoryPipes Memory;
  const bool PortsAtIssue, HasQueues, HasKinds, Foresees;
  const Cycle IssueToDispatch, LateWindow;
  /// What departs does not follow from Slots.taken.
  const bool NotesDepartures;
  Agenda Slots;
  PoolVector<ForeseenValue> Results; ///< by ValuePlace
  uint32_t Foreseen = 0; ///< fused-domain µops whose times are known
  PortChooser Ports;
  const IssueQueues AtIssue;
  QueueChooser Waiting;
  Fences Barriers;
  ResultBuses Buses;
  LateResults Late;
  ReadPorts SharedPorts;
  /// µops with SharedRead::Operand that were issued in this cycle.
  llvm::SmallVector<UopNumber, 8> Readers;
  /// µops that a full bus or a bank held back in this cycle.
  llvm::SmallVector<UopNumber, 4> Held;

  PoolVector<Value> Values;
  PoolVector<Consumer> Consumers; ///< [0] is not used
  uint32_t FreeConsumer = 0;
  /// µops whose times became known and whose consumers do not know yet.
  llvm::SmallVector<std::pair<UopNumber, Cycle>, 16> Settling;
  /// Recent ones of each store µop that forwards, by iteration.
  PoolVector<StoredValue> Tracked;
  uint32_t TrackedMask = 0;
  /// Loads that wait for a store to retire.
  PoolVector<FailedForward> Failing;

  /// µops by the cycle in which they get ready, modulo size.
  PoolVector<UopNumber> Buckets;
  size_t BucketMask = 0;
  /// By port (at issue), set of ports (QueueChooser) or port class, then class
  /// of units.
  PoolVector<ReadyQueue> Queues;
  static constexpr unsigned NoQueue = ~0u;
  UopNumber oldest(unsigned Queue) const {
    const ReadyQueue &Q = Queues[Queue];
    return Ready[Q.First + (Q.Head & ReadyMask)];
  }
  PoolVector<ResourceMask> UnitResources; ///< by class of units
  /// Classes of units with ready µops, by port or port class.
  PoolVector<uint32_t> NonEmpty;
  ResourceMask ReadyPorts = 0; ///< at issue: ports with ready µops
  /// At dispatch: sets with ready µops, in no order; those that could go next.
  llvm::SmallVector<uint16_t, 32> ReadySets;
  llvm::SmallVector<ReadyUop, 32> Candidates;
  void findCandidates(ResourceMask Free);
  ReadyUop *oldestCandidate(ResourceMask Free);
  /// µops may get in each other's way, so that which one goes first matters.
  bool Ordered = false;
  std::unique_ptr<UopNumber[]> Ready;
  uint32_t ReadyMask = 0; ///< size of each queue less 1
  unsigned UnitClasses = 1;
  /// Until when resources, and equal instructions, are taken.
  PoolVector<Cycle> TakenUntil, RepeatsFrom;
  ResourceMask Taken = 0;
  /// In which cycles from this one on each resource is asked for
  /// (ResourceUse::After): bit i stands for i cycles on. Empty: never.
  PoolVector<uint32_t> Later;
  /// Those whose result bus is taken in this cycle.
  ResourceMask RegistersTaken = 0, FlagsTaken = 0;
  ResourceMask resultsTaken() const { return RegistersTaken | FlagsTaken; }
  /// How much the kernel wants each resource, for ports chosen at dispatch.
  PoolVector<float> Pressure;
  CycleLoads Loads;
  UopNumber StoredData = 0; ///< that went in this cycle
  CacheReads Cache;
  BankReads Banks;
  LoadRepeats Repeats;
  uint64_t Activity = 0;
  /// µops by when they will have executed; only for a listener.
  using End = std::pair<Cycle, UopNumber>;
  std::priority_queue<End, std::vector<End>, std::greater<End>> Executing;
};

} // namespace takt::sim

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif // TAKT_MODELS_SIM_SCHEDULER_H
