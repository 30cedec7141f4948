//===- Scheduler.cpp - From issue to execution ------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The half of the scheduler that deals with ports: queues of ready µops,
/// dispatch, units that stay taken.
///
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <functional>

using namespace llvm;

namespace takt::sim {

/// Unit classes with queues of their own; µops of further classes share the
/// last one.
static constexpr unsigned MaxUnitClasses = 32;

Scheduler::Scheduler(const Program &P, const Limits &L,
                     PipelineListener *Listener, const Cpu &C)
    : M(P, L, Listener), P(P), Reads(P.Reads.data()), Writes(P.Writes.data()),
      Memory(C.Memory), PortsAtIssue(C.Rename.Ports != PortChoice::AtDispatch),
      HasQueues(!PortsAtIssue && QueueChooser::isNeeded(C)),
      HasKinds(P.HasKinds), Foresees(canForesee(P, L, Listener, C)),
      IssueToDispatch(M.L.IssueToDispatch), LateWindow(M.L.LateWindow),
      NotesDepartures(!PortsAtIssue || Memory.PairedStoreReach),
      Slots(Foresees ? std::max<size_t>(1, C.Resources.size()) : 0,
            NotesDepartures),
      Results(Foresees ? P.NumValues : 0),
      Ports(C.Rename, C.Resources.size(), P.PortClasses), AtIssue(C, L),
      Waiting(P, L, C), Barriers(M), Buses(P, C, L.Unlimited),
      Late(P, C, L.Unlimited), SharedPorts(P, C, L.Unlimited),
      UnitClasses(std::min<unsigned>(P.Units.size(), MaxUnitClasses)),
      Loads(Memory.Crossings), Cache(P, Memory), Banks(P, Memory),
      Repeats(P, C, L.Unlimited) {
  findPressure(C);
  UnitResources.assign(UnitClasses, 0);
  for (const auto &[Class, Units] : enumerate(P.Units))
    for (const ResourceUse &Use : Units.Uses)
      UnitResources[std::min<unsigned>(Class, UnitClasses - 1)] |=
          Use.Resources;
  if (Foresees)
    return;
  Values.resize(P.NumValues);
  Consumers.resize(1);
  Buckets.resize(NextPowerOf2(std::clamp(P.MaxLatency, 30u, 1000u)));
  BucketMask = Buckets.size() - 1;
  TakenUntil.resize(C.Resources.size());
  RepeatsFrom.resize(P.NumRepeats);
  Later.resize(P.HasLater ? C.Resources.size() : 0);
  moreConsumers();
  if (P.NumTracked) {
    TrackedMask = NextPowerOf2(P.MaxDistance) - 1;
    Tracked.assign(size_t(P.NumTracked) * (TrackedMask + 1), {});
  }
  makeQueues(C);
  // Loads and stores that do not go together, and units used from several
  // ports: the oldest one wins, or some would wait for ever.
  Ordered = !PortsAtIssue || P.Units.size() > 1 || M.L.Unlimited ||
            P.HasBuses || P.HasBankReads ||
            any_of(P.Uops, [&](const SimUop &U) {
              return (U.Kind == UopKind::Load && (U.Wide || U.Crossing)) ||
                     (U.Kind == UopKind::StoreData && Memory.PairedStoreReach);
            });
}

void Scheduler::findPressure(const Cpu &C) {
  if (PortsAtIssue)
    return;
  Pressure.assign(C.Resources.size(), 0);
  for (const SimUop &U : P.Uops)
    for (ResourceMask R = U.Ports; R; R &= R - 1)
      Pressure[countr_zero(R)] += float(U.PortCycles) / popcount(U.Ports);
}

void Scheduler::makeQueues(const Cpu &C) {
  PoolVector<ResourceMask> Sets;
  if (PortsAtIssue) {
    for (unsigned R = 0; R != C.Resources.size(); ++R)
      Sets.push_back(ResourceMask(1) << R);
  } else {
    const ArrayRef<ResourceMask> All =
        HasQueues ? Waiting.sets() : P.PortClasses;
    Sets.assign(All.begin(), All.end());
  }
  const size_t Capacity = std::min<size_t>(
      M.Uops.size(), M.L.Scheduler + M.L.IssueWidth * P.MaxFusedSize);
  const size_t Size = NextPowerOf2(Capacity);
  ReadyMask = Size - 1;
  Queues.resize(Sets.size() * UnitClasses);
  for (uint32_t Q = 0; Q != Queues.size(); ++Q) {
    const uint32_t Set = Q / UnitClasses, Class = Q % UnitClasses;
    Queues[Q] = {Sets[Set], Set, 1u << Class, uint32_t(Q * Size), 0, 0};
  }
  NonEmpty.assign(Sets.size(), 0);
  Ready.reset(new UopNumber[Queues.size() * Size]);
}

//===----------------------------------------------------------------------===//
// Queues
//===----------------------------------------------------------------------===//

void Scheduler::insert(ReadyQueue &Q, UopNumber N) {
  UopNumber *Ring = &Ready[Q.First];
  uint32_t At = Q.Tail++;
  for (; At != Q.Head && Ring[(At - 1) & ReadyMask] > N; --At)
    Ring[At & ReadyMask] = Ring[(At - 1) & ReadyMask];
  Ring[At & ReadyMask] = N;
}

void Scheduler::putInQueue(const InFlight &U) {
  ReadyQueue &Q = Queues[queueOf(U)];
  insert(Q, U.Number);
  if (LLVM_UNLIKELY(SharedPorts.inUse()))
    SharedPorts.countReady(*U.Static, Q.Ports, U.Time, U.hadAll(), 1, M.Now);
  uint32_t &Classes = NonEmpty[Q.Set];
  if (!Classes && !PortsAtIssue)
    ReadySets.push_back(Q.Set);
  Classes |= Q.Bit;
  ReadyPorts |= Q.Ports;
}

void Scheduler::enqueue(InFlight &U) {
  U.State = UopState::Ready;
  putInQueue(U);
  if (LLVM_UNLIKELY(M.Listener))
    M.emit(Stage::Ready, U, M.Now);
}

/// Takes the oldest µop out of \p Queue of port or port class \p Set.
void Scheduler::popQueue(unsigned Set, unsigned Queue) {
  ReadyQueue &Q = Queues[Queue];
  if (++Q.Head != Q.Tail)
    return;
  uint32_t &Classes = NonEmpty[Set];
  Classes &= ~Q.Bit;
  if (Classes)
    return;
  if (PortsAtIssue) {
    ReadyPorts &= ~Q.Ports;
    return;
  }
  *llvm::find(ReadySets, Set) = ReadySets.back();
  ReadySets.pop_back();
}

/// The same where each port has one queue and takes µops regardless of others.
void Scheduler::enqueueEach(InFlight &U) {
  U.State = UopState::Ready;
  insert(Queues[U.Port], U.Number);
  ReadyPorts |= ResourceMask(1) << U.Port;
  if (LLVM_UNLIKELY(M.Listener))
    M.emit(Stage::Ready, U, M.Now);
}

void Scheduler::wake() {
  if (Foresees)
    return;
  UopNumber N = std::exchange(Buckets[M.Now & BucketMask], UopNumber(0));
  while (N) {
    InFlight &U = M.Uops[N];
    const UopNumber Next = U.Next;
    if (LLVM_UNLIKELY(U.Time > M.Now))
      U.Next = std::exchange(bucket(U.Time), N);
    else if (Ordered)
      enqueue(U);
    else
      enqueueEach(U);
    N = Next;
  }
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

void Scheduler::dispatch() {
  if (Taken || P.HasLater)
    freeResources();
  if (LLVM_UNLIKELY(!Repeats.isEmpty()))
    repeatLoads();
  Loads.beginCycle();
  StoredData = 0;
  Cache.beginCycle(M.Now);
  Banks.beginCycle();
  if (!Ordered)
    return dispatchEach();
  if (P.HasBuses)
    Buses.beginCycle();
  if (P.HasLateResults)
    Late.beginCycle();
  if (PortsAtIssue)
    dispatchPorts();
  else if (LLVM_UNLIKELY(SharedPorts.inUse()))
    dispatchByReads();
  else
    dispatchByAge();
  for (UopNumber N : Held)
    putInQueue(M.Uops[N]);
  Held.clear();
  noteWaiting();
}

/// Whatever is in a queue after dispatch would go if its ports and units took
/// any number of µops.
void Scheduler::noteWaiting() {
  ResourceMask &Met = M.MetResources;
  const auto Note = [&](unsigned Set) {
    Met |= Queues[Set * UnitClasses].Ports;
    for (uint32_t Bits = NonEmpty[Set] >> 1; LLVM_UNLIKELY(Bits);
         Bits &= Bits - 1)
      Met |= UnitResources[countr_zero(Bits) + 1];
  };
  if (!PortsAtIssue) {
    for_each(ReadySets, Note);
    return;
  }
  for (ResourceMask R = ReadyPorts; R; R &= R - 1)
    Note(countr_zero(R));
}

/// The ports that \p S of queue \p Q may use in this cycle, taken or not: one
/// whose result bus is taken if it has no such result.
ResourceMask Scheduler::portsOf(const ReadyQueue &Q, const SimUop &S) const {
  if (!(Q.Ports & resultsTaken()))
    return Q.Ports;
  const ResultKinds &Of = P.Units[S.Units].Results;
  return Q.Ports &
         ~((Of.Registers ? RegistersTaken : 0) | (Of.Flags ? FlagsTaken : 0));
}

/// The queue with the oldest µop of set \p Set that finds its units free, or
/// NoQueue.
unsigned Scheduler::oldestIn(unsigned Set) const {
  if (NonEmpty[Set] == 1 && !resultsTaken())
    return Set * UnitClasses; // they need no units
  unsigned Best = NoQueue;
  for (uint32_t Bits = NonEmpty[Set]; Bits; Bits &= Bits - 1) {
    const unsigned Class = countr_zero(Bits);
    const unsigned Q = Set * UnitClasses + Class;
    if (Best != NoQueue && oldest(Q) > oldest(Best))
      continue;
    if (Class && !unitsFree(*M.Uops[oldest(Q)].Static))
      continue;
    if (resultsTaken() && !(portsOf(Q) & ~Taken))
      continue;
    Best = Q;
  }
  return Best;
}

/// \returns whether all that \p U reads of the cache can be read. Else it is
/// held back until the next cycle.
bool Scheduler::findsBanks(const InFlight &U) {
  if (LLVM_LIKELY(!Banks.inUse()) ||
      Banks.take(*U.Static, M.Reorder[U.Fused].Iteration))
    return true;
  M.MetBanks = true;
  Held.push_back(U.Number);
  return false;
}

/// Whether loads and stores of this cycle leave \p U its port.
bool Scheduler::mayGo(const InFlight &U, const SimUop &S) {
  if (S.Kind == UopKind::Load && !Loads.take(S.Wide, crosses(U)))
    return false;
  if (S.Kind == UopKind::StoreData && Memory.PairedStoreReach) {
    if (StoredData && !sameLine(M.Uops[StoredData], U))
      return false;
    StoredData = U.Number;
  }
  return true;
}

/// Whether two stores may be dispatched in one cycle.
bool Scheduler::sameLine(const InFlight &A, const InFlight &B) const {
  const int64_t Iterations = int64_t(M.Reorder[B.Fused].Iteration) -
                             int64_t(M.Reorder[A.Fused].Iteration);
  return areNear(P.access(*A.Static), P.access(*B.Static), Iterations, Memory);
}

/// \p U makes room for another one.
void Scheduler::leaveQueue(const InFlight &U) {
  Waiting.leave(U, [&](UopNumber N) {
    InFlight &Next = M.Uops[N];
    if (--Next.Pending == 0)
      operandsKnown(Next);
  });
}

void Scheduler::dispatchTo(InFlight &U, unsigned Port) {
  const SimUop &S = *U.Static;
  if (S.Keeps)
    keepPort(U, Port);
  Activity =
      (Activity ^ (M.NextUop - U.Number) ^ Port << 16) * 0x9e3779b97f4a7c15u;
  U.Port = Port;
  --M.Scheduled;
  M.ScheduledSum -= Core::sumTerm(U.Number, PortsAtIssue ? Port : 1);
  if (PortsAtIssue)
    Ports.dispatched(Port);
  if (HasQueues)
    leaveQueue(U);
  M.goes(S);
  if (LLVM_UNLIKELY(M.Listener))
    M.emit(Stage::Dispatched, U, M.Now);
  U.Time = M.Now;
  if (LLVM_UNLIKELY(U.PendingStores)) {
    if (Repeats.inUse() && S.Rewrites)
      Repeats.add(U.Number, M.Now);
    U.State = UopState::Dispatched;
    return;
  }
  Cycle Delay = crosses(U) ? Memory.CrossingDelay : 0;
  if (P.HasLateResults)
    if (const Cycle Later = Late.take(S, Port)) {
      M.MetResources |= ResourceMask(1) << Port;
      Delay += Later;
    }
  settle(U, U.MemoryTime ? forwardedTime(U) : M.Now + Delay);
  endIssue();
}

void Scheduler::emitExecuted() {
  while (!Executing.empty() && Executing.top().first <= M.Now) {
    const InFlight &U = M.Uops[Executing.top().second];
    Executing.pop();
    M.emit(Stage::Executed, U, M.Now);
  }
}

} // namespace takt::sim
