//===- Foresee.cpp - µops whose cycle is known at issue ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The scheduler of most kernels (Scheduler::Foresees). A port takes the oldest
/// µop that is ready, each µop keeps its port, and what else it takes, for a
/// cycle, and its operands come from older ones. So no µop ever holds up an
/// older one, and taken in program order each one goes in the first cycle, from
/// that on in which it is ready, in which no older one has its port: at issue
/// all of that is known. There are no lists of who waits for whom, no queues of
/// ready µops, and nothing to search. docs/simulation.md has the proof.
///
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace takt::sim {

/// Nobody waits in front of a queue, or for several.
static bool areSimple(ArrayRef<DispatchQueue> Queues) {
  ResourceMask Ports = 0;
  return all_of(Queues, [&](const DispatchQueue &Q) {
    const bool Shared = Ports & Q.Ports;
    Ports |= Q.Ports;
    return !Shared && !Q.Waiting;
  });
}

/// Whether that holds for \p P on a machine with limits \p L. Where somebody
/// listens, he hears of µops as they wait.
bool Scheduler::canForesee(const Program &P, const Limits &L,
                           const PipelineListener *Listener, const Cpu &C) {
  const bool AtIssue = C.Rename.Ports != PortChoice::AtDispatch;
  // When a load goes is noted with what leaves the queues.
  if (L.WaitingLoads.Entries && (AtIssue || !QueueChooser::isNeeded(C)))
    return false;
  return P.Recordable && !(AtIssue ? P.AnyKeeps : P.AnyOutlasts) &&
         !P.HasFailing && !P.HasBuses && !P.HasSharedReads &&
         !P.HasLateResults && !P.HasBankReads && !P.HasDelayed &&
         !(AtIssue && L.Unlimited) && !Listener &&
         (AtIssue || areSimple(C.Queues)) &&
         none_of(P.Uops, [&](const SimUop &U) {
           const ResourceMask Unlimited = U.Ports & L.Unlimited;
           return (U.Kind == UopKind::Load && (U.Wide || U.Walks)) ||
                  (Unlimited && Unlimited != U.Ports) ||
                  (!AtIssue && U.Kind == UopKind::StoreData &&
                   C.Memory.PairedStoreReach);
         });
}

/// The µops of this cycle, in program order.
void Scheduler::foreseeCycle() {
  if (PortsAtIssue)
    foreseeIssued<true>();
  else
    foreseeIssued<false>();
}

template <bool AtIssue> void Scheduler::foreseeIssued() {
  const uint32_t First = std::exchange(Foreseen, M.NextFused);
  Agenda::Booked Of;
  for (uint32_t Entry = First; Entry != M.NextFused; ++Entry) {
    FusedEntry &E = M.Reorder[Entry];
    const uint32_t Odd = E.Iteration & 1;
    const SimUop *S = E.Static->Uops;
    UopNumber N = E.First;
    Cycle End = 0;
    for (unsigned Left = E.Static->Count; Left; --Left, ++S, ++N) {
      if (LLVM_UNLIKELY(!S->Common)) {
        End = std::max(End,
                       foreseeOther<AtIssue>(*S, N, Entry, Entry - First, Of));
        continue;
      }
      const Cycle Go =
          book<AtIssue>(*S, N, arrival(*S, Odd), Entry, Entry - First, Of);
      const ValuePlace *W = Writes + S->FirstWrite;
      for (const ValuePlace *To = W + S->NumWrites; W != To; ++W)
        Results[*W ^ Odd] = {Go, Go, S->Form};
      End = std::max(End, Go + S->FinishDelay);
    }
    E.End = End;
  }
  M.Scheduled += Of.Count;
  M.ScheduledSum += Of.Sum;
  M.MetResources |= Of.Met;
}

/// When the operands of \p S are there.
Arrival Scheduler::arrival(const SimUop &S, uint32_t Odd) const {
  Arrival A;
  const SimRead *R = Reads + S.FirstRead;
  for (const SimRead *End = R + S.NumReads; R != End; ++R)
    A.add(Results[R->Place ^ Odd], *R);
  return A;
}

/// The cycle in which \p S, which is µop \p N and whose operands are there as
/// \p A says, goes to a port, the one that it is given as the \p Slot-th of
/// this cycle or any of its own.
template <bool AtIssue>
Cycle Scheduler::book(const SimUop &S, UopNumber N, Arrival A, uint32_t Entry,
                      unsigned Slot, Agenda::Booked &Of) {
  const Cycle Earliest = M.Now + IssueToDispatch;
  // Those who wait for a µop learn of it in the cycle in which it goes.
  const Cycle Ready = std::max(readyTime(A.Time, Earliest), A.Known + 1);
  ++Of.Count;
  if constexpr (!AtIssue) {
    const Cycle Go = takeAny(S, N, Ready, Of);
    M.Times[N] = {Go, Go, Earliest,
                  HasQueues ? M.Uops[N].Set : InFlight::NoPort};
    return Go;
  }
  const unsigned Port = Ports.choose(S.PortClass, Slot);
  Cycle Go = Slots.take(Port, Ready, M.Now);
  if (LLVM_UNLIKELY(NotesDepartures)) {
    if (S.Kind == UopKind::StoreData)
      Go = withPair(S, N, Entry, Port, Go);
    Slots.at(Go).Ports |= ResourceMask(1) << Port;
  }
  Of.Met |= ResourceMask(Go != Ready) << Port;
  const uint64_t Term = Core::sumTerm(N, Port);
  Of.Sum += Term;
  Slots.sum(Go) += Term;
  M.Times[N] = {Go, Go, Earliest, Port};
  return Go;
}

/// Takes the first cycle from \p Ready on in which one of its ports is free,
/// and its units are: of several ports the one that the kernel needs least.
Cycle Scheduler::takeAny(const SimUop &S, UopNumber N, Cycle Ready,
                         Agenda::Booked &Of) {
  const ResourceMask May = HasQueues ? Waiting.sets()[M.Uops[N].Set] : S.Ports;
  Cycle Go = firstFree(May, Ready);
  if (S.Units)
    Go = takeUnitsFrom(Go, S, May);
  if (Go != Ready)
    Of.Met |= May | unitsOf(S);
  Agenda::Departure &D = Slots.at(Go);
  if (LLVM_UNLIKELY(May & M.L.Unlimited)) {
    ++D.Unlimited;
  } else {
    const unsigned Port = portFor(May & ~D.Ports);
    Slots.take(Port, Go, M.Now);
    D.Ports |= ResourceMask(1) << Port;
  }
  const uint64_t Term = Core::sumTerm(N, 1);
  Of.Sum += Term;
  Slots.sum(Go) += Term;
  if (HasQueues)
    M.Uops[N].Next = std::exchange(D.First, N);
  return Go;
}

/// The first cycle from \p From on in which one of \p Ports takes a µop.
Cycle Scheduler::firstFree(ResourceMask Ports, Cycle From) {
  if (LLVM_LIKELY(!(Ports & M.L.Unlimited)))
    return Slots.firstFree(Ports, From, M.Now);
  Slots.reach(From, M.Now);
  return From;
}

/// Takes the units of \p S in the first cycle from \p From on in which these
/// and one of \p Ports are free.
Cycle Scheduler::takeUnitsFrom(Cycle From, const SimUop &S,
                               ResourceMask Ports) {
  for (Cycle Go = From;; Go = firstFree(Ports, Go + 1)) {
    ResourceMask Taken = Slots.at(Go).Units;
    if (addUnits(S, Taken)) {
      Slots.at(Go).Units = Taken;
      return Go;
    }
  }
}

/// When µop \p N, which stores data and has taken \p Port in cycle \p Go, does
/// go: where that is not together with an older one, it keeps its port in vain.
Cycle Scheduler::withPair(const SimUop &S, UopNumber N, uint32_t Entry,
                          unsigned Port, Cycle Go) {
  InFlight &U = M.Uops[N];
  U.Static = &S;
  U.Fused = Entry;
  while (Slots.at(Go).StoredData &&
         !sameLine(M.Uops[Slots.at(Go).StoredData], U))
    Go = Slots.take(Port, Go + 1, M.Now);
  Slots.at(Go).StoredData = N;
  return Go;
}

/// \returns when \p S has executed.
template <bool AtIssue>
Cycle Scheduler::foreseeOther(const SimUop &S, UopNumber N, uint32_t Entry,
                              unsigned Slot, Agenda::Booked &Of) {
  const FusedEntry &E = M.Reorder[Entry];
  if (E.Static->Origin == UopOrigin::StackSync) {
    // Like renameSync.
    const SimRead &R = P.Instrs[E.Static->Instr].StackPointer;
    const uint32_t At = elementOf(R.Place, E.Iteration);
    Arrival A;
    A.add(Results[At], R);
    const Cycle Go = book<AtIssue>(S, N, A, Entry, Slot, Of);
    if (R.Place > 1)
      Results[At] = {Go + P.SyncLatency, Go, Fixed};
    if (R.BothElements)
      Results[At ^ 1] = Results[At];
    return Go + S.FinishDelay;
  }
  // The renamer does it, as soon as it knows when its operands come.
  const uint32_t Odd = E.Iteration & 1;
  const Arrival A = arrival(S, Odd);
  const bool IsConstant = !S.Waits && !S.NumReads;
  const Cycle Known = IsConstant ? 0 : std::max(M.Now, A.Known);
  M.Times[N] = {A.Time, Known, M.Now + IssueToDispatch,
                HasQueues ? M.Uops[N].Set : InFlight::NoPort};
  const ForeseenValue V = {A.Time, Known, IsConstant ? Fixed : uint8_t(S.Form)};
  for (ValuePlace W : ArrayRef(Writes + S.FirstWrite, S.NumWrites))
    Results[W ^ Odd] = V;
  return S.Waits ? std::max(Known, A.Time + S.FinishDelay) : M.Now;
}

void Scheduler::departEarly() {
  if (LLVM_UNLIKELY(NotesDepartures))
    return;
  M.ScheduledSum -= Slots.sum(M.Now);
  M.Scheduled -= Ports.dispatched(Slots.taken(M.Now), M.Now % 64);
  Slots.pass(M.Now);
}

void Scheduler::departLate() {
  if (LLVM_LIKELY(!NotesDepartures))
    return;
  M.ScheduledSum -= Slots.sum(M.Now);
  const Agenda::Departure &D = Slots.at(M.Now);
  M.Scheduled -= popcount(D.Ports) + D.Unlimited;
  if (PortsAtIssue)
    for (ResourceMask R = D.Ports; R; R &= R - 1)
      Ports.dispatched(countr_zero(R));
  for (UopNumber N = D.First; N; N = M.Uops[N].Next) {
    Waiting.leave(M.Uops[N], [](UopNumber) {});
    M.goes(*M.Uops[N].Static);
  }
  Slots.pass(M.Now);
}

} // namespace takt::sim
