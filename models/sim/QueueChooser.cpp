//===- QueueChooser.cpp - The queue that a µop waits in ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QueueChooser.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstring>
#include <numeric>

using namespace llvm;

namespace takt::sim {

static constexpr unsigned Any = Limits::Any;

/// Calls \p Do with each element of \p Mask.
template <typename Fn>
static void forEach(QueueChooser::QueueMask Mask, Fn Do) {
  for (; Mask; Mask &= Mask - 1)
    Do(unsigned(countr_zero(Mask)));
}

bool QueueChooser::isNeeded(const Cpu &C) {
  if (C.hasQueuesAtIssue())
    return false;
  if (C.Together.Entries)
    return true;
  if (!dispatchesInGroups(C.Fetch.Kind))
    return !C.Queues.empty();
  return any_of(C.Queues, [](const DispatchQueue &Q) { return Q.Entries; });
}

QueueChooser::QueueChooser(const Program &P, const Limits &L, const Cpu &C)
    : P(P), AddressPorts(C.LoadPorts | C.StoreAddressPorts), Binder(C),
      Places(C, L.AnyBuffer ? Any : C.Together.Entries),
      Halves(C, L.IssueWidth, L.AnyBuffer ? Any : C.Halves.Entries),
      BindsCycles(Binder.queues() && L.IssueWidth != Any),
      BindsPlaces(Places.queues() && L.IssueWidth != Any),
      BindsHalves(Halves.queues() && L.IssueWidth != Any) {
  assert(C.Queues.size() <= MaxQueues && "checked when the CPU file is read");
  for (const DispatchQueue &From : C.Queues) {
    Queue &To = Queues.emplace_back();
    To.Ports = From.Ports;
    ByChance |= QueueMask(From.ByChance) << (Queues.size() - 1);
    To.Width =
        L.IssueWidth == Any ? Any : std::max(1u, From.Width.value_or(Any));
    To.Entries = L.AnyBuffer ? Any : std::max(1u, From.Entries.value_or(Any));
    To.Room = To.Entries + (To.Entries == Any ? 0 : From.Waiting.value_or(0));
    // The µops of one fused µop may enter past the last room.
    To.Ring.resize(NextPowerOf2(To.Room - To.Entries + P.MaxFusedSize));
  }
  if (!isNeeded(C))
    return;
  if (C.Together.Entries && !L.AnyBuffer)
    EntriesTogether = C.Together.Entries;
  for (ResourceMask Ports : P.PortClasses)
    Choices.push_back(choiceFor(Ports));
  findTurns(C);
  for (const auto &[Ports, Ch] : zip_equal(P.PortClasses, Choices))
    Branches.push_back(branchChoice(Ch, Ports, C));
  if (!BindsCycles)
    return;
  for (unsigned Q = 0; Q != Queues.size(); ++Q)
    DataSets.push_back(setFor(C.StoreDataPorts, QueueMask(1) << Q));
  findBindings();
}

/// The µops of one fused µop may enter past the last room.
bool QueueChooser::hasRoomTogether(const SimFused &F) const {
  return HeldTogether < EntriesTogether ||
         none_of(
             ArrayRef(P.Uops).slice(F.First, F.Count),
             [](const SimUop &U) { return U.Together; });
}

void QueueChooser::beginCycle() {
  for (Queue &Q : Queues) {
    Q.Entered = 0;
    Q.HasBranch = false;
  }
  if (BindsPlaces || BindsHalves) {
    SmallVector<unsigned, MaxQueues> Held;
    for (const Queue &Q : Queues)
      Held.push_back(Q.Held);
    if (BindsPlaces)
      Places.beginCycle(Held, HeldTogether);
    if (BindsHalves)
      Halves.beginCycle(Held);
  }
  if (!BindsCycles)
    return;
  SmallVector<unsigned, CycleBinding::MaxQueues> Free;
  forEach(Binder.queues(), [&](unsigned N) {
    const Queue &Q = Queues[N];
    Free.push_back(Q.Entries > Q.Held ? Q.Entries - Q.Held : 0);
  });
  Binder.beginCycle(Free);
}

/// A queue of which the fused µop has an entry already (\p Used) takes another
/// of its µops in any case.
bool QueueChooser::hasRoom(unsigned Q, QueueMask Used) const {
  const Queue &In = Queues[Q];
  return Used >> Q & 1 || (In.Entered < In.Width && In.Held < In.Room);
}

/// The queue of \p From with room whose turn it is. -1: none has room.
int QueueChooser::pick(const Choice &Ch, QueueMask From, QueueMask Used) const {
  // From the one whose turn it is on, then those in front of it.
  const QueueMask Later = ~QueueMask(0) << Turn[Ch.Family];
  for (QueueMask Part : {From & Later, From & ~Later})
    for (; Part; Part &= Part - 1)
      if (const unsigned Q = countr_zero(Part); hasRoom(Q, Used))
        return Q;
  return -1;
}

/// One of \p From, the more often the more ports it has for \p Ch, past full
/// ones. -1: none has room. It is the same in each simulation: a shift register
/// of 7 bits with taps 7 and 6, whose period is the longest, so that the state
/// comes back.
int QueueChooser::pickByChance(const Choice &Ch, QueueMask From,
                               QueueMask Used) {
  Chance = (Chance << 1 | ((Chance >> 6 ^ Chance >> 5) & 1)) & 0x7f;
  SmallVector<unsigned, MaxQueues> Of;
  const auto NumPorts = [&](unsigned Q) { return popcount(Sets[Ch.Set[Q]]); };
  int Common = 0;
  forEach(From, [&](unsigned Q) { Common = std::gcd(Common, NumPorts(Q)); });
  forEach(From, [&](unsigned Q) { Of.append(NumPorts(Q) / Common, Q); });
  for (unsigned N = 0; N != Of.size(); ++N)
    if (const unsigned Q = Of[(Chance + N) % Of.size()]; hasRoom(Q, Used))
      return Q;
  return -1;
}

/// -1: none has room.
int QueueChooser::pickForBranch(const Choice &Ch, QueueMask Used) const {
  int Best = -1;
  for (unsigned Q : Ch.Order)
    if (hasRoom(Q, Used) &&
        (Best < 0 || (Queues[Best].HasBranch && !Queues[Q].HasBranch)))
      Best = Q;
  return Best;
}

void QueueChooser::bindTo(InFlight &U, unsigned Q) {
  const Choice &Ch = choice(*U.Static);
  if (!Ch.Queues)
    U.Set = DataSets[Q];
  else
    U.Set = Ch.All ? Ch.Set[0] : Ch.Set[Q];
  Queues[Q].Held += U.HoldsEntry;
}

bool QueueChooser::findRoom(const SimFused &F) {
  return (hasRoomTogether(F) || lacks()) && findQueues(F);
}

bool QueueChooser::hasPlacesFor(ArrayRef<SimFused> Fs) {
  if (!BindsCycles)
    return true;
  SmallVector<CycleBinder::Wish, 8> All;
  for (const SimFused &F : Fs) {
    if (!F.Count)
      continue;
    const auto &Wishes = Bindings[F.First].Wishes;
    const auto *Op = find_if(Wishes, [](const auto &W) { return !W.Address; });
    if (Op != Wishes.end())
      All.push_back(*Op);
  }
  return All.empty() || Binder.add(All);
}

bool QueueChooser::findQueues(const SimFused &F) {
  return findPlans(F) && (!BindsPlaces || placesHaveRoom(F) || lacks());
}

/// The same for those µops of \p F that are bound by their places.
bool QueueChooser::placesHaveRoom(const SimFused &F) const {
  SmallVector<QueueMask, 8> Of;
  for (unsigned N = 0; N != F.Count; ++N) {
    const SimUop &U = P.Uops[F.First + N];
    if (Planned[N].ByPlace)
      Of.push_back(Planned[N].Queues);
    else if (U.Together && !Planned[N].Wish)
      Of.push_back(0);
  }
  return Of.empty() || Places.hasRoom(Of);
}

bool QueueChooser::findPlans(const SimFused &F) {
  Wants = false;
  if (BindsCycles && Binder.isClosed())
    return false;
  if (!BindsCycles || !F.Count) {
    Plans.assign(F.Count, Plan());
    return findRoomForRest(F) || lacks();
  }
  const Binding &B = Bindings[F.First];
  Wants = !B.Wishes.empty();
  if (Wants && !Binder.add(B.Wishes))
    return false;
  Planned = B.Plans.data();
  if (B.IsAll)
    return true;
  Plans.assign(B.Plans.begin(), B.Plans.end());
  return findRoomForRest(F) || lacks();
}

/// The same of those of its µops that are not bound by cycles.
bool QueueChooser::findRoomForRest(const SimFused &F) {
  Planned = Plans.data();
  // The queues that all those can use that may choose.
  QueueMask Joint = ~QueueMask(0), Used = 0, Bound = 0;
  HalfBinder::Turns InHalves = Halves.turns();
  const ArrayRef<SimUop> Uops = ArrayRef(P.Uops).slice(F.First, F.Count);
  for (const SimUop &U : Uops)
    if (const Choice &Ch = choice(U);
        U.Ports && !Ch.OutOfTurn && !isByHalf(Ch) && (Joint & Ch.Queues))
      Joint &= Ch.Queues;
  // From the back: the last µop to leave takes the entry that they share.
  for (unsigned N = F.Count; N--;) {
    const SimUop &U = Uops[N];
    if (!U.Ports || Plans[N].Wish || Plans[N].ByPlace)
      continue;
    const Choice &Ch = choice(U);
    Plan &To = Plans[N];
    if (isByPlace(Ch)) {
      To = {Ch.Queues, 0, true, true, std::nullopt};
      continue;
    }
    if (isByHalf(Ch)) {
      const unsigned Q = Halves.pick(Ch.Queues, InHalves);
      if (!Halves.isOpen())
        return false;
      To = {QueueMask(1) << Q, Ch.Set[Ch.All ? 0 : Q], true, false,
            std::nullopt};
      continue;
    }
    if (Ch.All) {
      To = {Ch.Queues, Ch.Set[0], false, false, std::nullopt};
      bool Room = true;
      forEach(Ch.Queues, [&](unsigned Q) { Room &= hasRoom(Q, Used); });
      if (!Room)
        return false;
    } else {
      const QueueMask Shared = Ch.Queues & Joint;
      const QueueMask From = Shared ? Shared : Ch.Queues;
      const int Q = Ch.OutOfTurn          ? pickForBranch(Ch, Used)
                    : From & Bound        ? countr_zero(From & Bound)
                    : !(From & ~ByChance) ? pickByChance(Ch, From, Used)
                                          : pick(Ch, From, Used);
      if (Q < 0)
        return false;
      To = {QueueMask(1) << Q, Ch.Set[Q], false, false, std::nullopt};
    }
    To.Holds = To.Queues & ~Used;
    Used |= To.Queues;
    if (!Ch.OutOfTurn)
      Bound |= To.Queues;
  }
  return true;
}

/// \p U takes an entry in each of the queues \p Of. \returns whether it waits
/// in front of one.
bool QueueChooser::takeEntries(UopNumber N, const SimUop &U, QueueMask Of) {
  // It waits where there is no entry: elsewhere nobody need leave.
  Queue *Full = nullptr;
  forEach(Of, [&](unsigned I) {
    Queue &Q = Queues[I];
    ++Q.Entered;
    Binder.enter(I);
    if (Q.Held++ >= Q.Entries && !Full)
      Full = &Q;
  });
  const Choice &Ch = choice(U);
  const unsigned Last = countr_zero(Of);
  if (BindsHalves)
    Halves.take(Last);
  // Who has no choice takes its turn, too.
  if (Ch.OutOfTurn)
    Queues[Last].HasBranch = true;
  else if (popcount(Of) == 1)
    Turn[Ch.Family] = Last + 1 == Queues.size() ? 0 : Last + 1;
  if (!Full)
    return false;
  Short = true;
  Full->Ring[Full->End++ & (Full->Ring.size() - 1)] = N;
  return true;
}

void QueueChooser::state(StateWriter &W) const {
  for (const Queue &Q : Queues)
    W.word(uint64_t(Q.Held) << 32 | (Q.End - Q.First));
  uint64_t *To = W.space(Turn.size() / sizeof(uint64_t));
  std::memcpy(To, Turn.data(), Turn.size());
  W.word(uint64_t(HeldTogether) << 8 | Chance);
  if (BindsPlaces)
    Places.state(W);
  if (BindsHalves)
    W.word(Halves.signature());
  if (BindsCycles)
    Binder.state(W);
}

uint64_t QueueChooser::signature() const {
  uint64_t S = 0;
  for (const Queue &Q : Queues)
    S = S * 131 + Q.Held;
  for (uint8_t T : Turn)
    S = S * 5 + T;
  S = S * 131 + Chance;
  if (BindsPlaces)
    S = S * 31 + Places.signature();
  if (BindsHalves)
    S = S * 31 + Halves.signature();
  return BindsCycles ? S * 7 + Binder.signature() : S;
}

} // namespace takt::sim
