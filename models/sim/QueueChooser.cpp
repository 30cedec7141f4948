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
  if (C.Together.Entries)
    return true;
  const FrontEndKind Kind = C.Fetch.Kind;
  if (Kind != FrontEndKind::NoCross && Kind != FrontEndKind::DispatchQueues)
    return !C.Queues.empty();
  return any_of(C.Queues, [](const DispatchQueue &Q) { return Q.Entries; });
}

QueueChooser::QueueChooser(const Program &P, const Limits &L, const Cpu &C)
    : P(P), Imbalance(C.QueueImbalance ? C.QueueImbalance : Any), Binder(C),
      BindsCycles(Binder.queues() && L.IssueWidth != Any) {
  assert(C.Queues.size() <= MaxQueues && "checked when the CPU file is read");
  for (const DispatchQueue &From : C.Queues) {
    Queue &To = Queues.emplace_back();
    To.Ports = From.Ports;
    To.Width =
        L.IssueWidth == Any ? Any : std::max(1u, From.Width.value_or(Any));
    To.Entries = L.AnyBuffer ? Any : std::max(1u, From.Entries.value_or(Any));
    To.Room = To.Entries + (To.Entries == Any ? 0 : From.Waiting.value_or(0));
    // The µops of one fused µop may enter past the last room.
    To.Ring.resize(NextPowerOf2(To.Room - To.Entries + P.MaxFusedSize));
  }
  if (C.Together.Entries && !L.AnyBuffer)
    findTogether(C);
  for (ResourceMask Ports : P.PortClasses)
    Choices.push_back(choiceFor(Ports));
  // Queues that a µop can choose from take turns together.
  Turn.assign(2 * Queues.size(), 0);
  std::vector<uint8_t> Family(Queues.size());
  for (auto [Q, F] : enumerate(Family))
    F = Q;
  for (const Choice &Ch : Choices)
    if (!Ch.All)
      forEach(Ch.Queues, [&](unsigned Q) {
        const uint8_t To = Family[countr_zero(Ch.Queues)];
        std::replace(Family.begin(), Family.end(), uint8_t(Family[Q]), To);
      });
  // Loads and stores apart from operations.
  const ResourceMask Memory =
      C.LoadPorts | C.StoreAddressPorts | C.StoreDataPorts;
  for (const auto &[Ports, Ch] : zip_equal(P.PortClasses, Choices))
    if (Ch.Queues)
      Ch.Family = Family[countr_zero(Ch.Queues)] +
                  (Ports & ~Memory ? 0 : Queues.size());
  for (const auto &[Ports, Ch] : zip_equal(P.PortClasses, Choices))
    Branches.push_back(branchChoice(Ch, Ports, C));
  if (!BindsCycles)
    return;
  for (unsigned Q = 0; Q != Queues.size(); ++Q)
    DataSets.push_back(setFor(C.StoreDataPorts, QueueMask(1) << Q));
  findUnplaceable();
}

/// The µops of one fused µop may enter past the last room.
bool QueueChooser::hasRoomTogether(const SimFused &F) const {
  return HeldTogether < EntriesTogether ||
         none_of(
             ArrayRef(P.Uops).slice(F.First, F.Count),
             [&](const SimUop &U) { return isTogether(U); });
}

void QueueChooser::beginCycle() {
  QueueMask Room = 0, Ample = 0;
  for (auto [N, Q] : enumerate(Queues)) {
    Q.Before = Q.Held;
    Q.Entered = 0;
    Q.HasBranch = false;
    Room |= QueueMask(Q.Held < Q.Entries) << N;
    Ample |= QueueMask(Q.Held + 1 < Q.Entries) << N;
  }
  if (BindsCycles)
    Binder.beginCycle(Room, Ample);
}

/// A queue of which the fused µop has an entry already (\p Used) takes another
/// of its µops in any case.
bool QueueChooser::hasRoom(unsigned Q, QueueMask Used) const {
  const Queue &In = Queues[Q];
  return Used >> Q & 1 || (In.Entered < In.Width && In.Held < In.Room);
}

/// The queue of \p From whose turn it is, without those that held more by the
/// imbalance than the emptiest when the cycle began; if there is no other,
/// among these the emptiest. -1: none has room.
int QueueChooser::pick(const Choice &Ch, QueueMask From, QueueMask Used) const {
  unsigned Least = Any;
  forEach(From, [&](unsigned Q) { Least = std::min(Least, Queues[Q].Before); });
  // From the one whose turn it is on, then those in front of it.
  const QueueMask Later = ~QueueMask(0) << Turn[Ch.Family];
  int Best = -1;
  for (QueueMask Part : {From & Later, From & ~Later})
    for (; Part; Part &= Part - 1) {
      const unsigned Q = countr_zero(Part);
      if (!hasRoom(Q, Used))
        continue;
      if (Queues[Q].Before < Least + Imbalance)
        return Q;
      if (Best < 0 || Queues[Q].Before < Queues[Best].Before)
        Best = Q;
    }
  return Best;
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

static bool isAddress(const SimUop &U) {
  return U.Kind == UopKind::Load || U.Kind == UopKind::StoreAddress;
}

/// The entries that the µops of \p F want in queues that are bound by cycles.
/// An operation goes with its load, unless there is an index register: an entry
/// has two operands. What is stored goes with its address. \returns whether
/// this cycle has places for them.
bool QueueChooser::wish(const SimFused &F) {
  const QueueMask Bound = Binder.queues();
  const ArrayRef<SimUop> Uops = ArrayRef(P.Uops).slice(F.First, F.Count);
  Wishes.clear();
  std::optional<uint8_t> Address, Operation;
  bool Indexed = false;
  auto Want = [&](unsigned N, QueueMask Queues, bool IsAddress) {
    Plans[N].Wish = Wishes.size();
    Wishes.push_back({Queues, IsAddress, Uops[N].Kind == UopKind::Branch});
    return uint8_t(Wishes.size() - 1);
  };
  for (const auto &[N, U] : enumerate(Uops)) {
    const Choice &Ch = choice(U);
    const bool Data = U.Kind == UopKind::StoreData && !U.Units;
    if (!U.Ports || (!Data && (!Ch.Queues || (Ch.Queues & ~Bound))))
      continue;
    if (isAddress(U) && !Address) {
      Indexed = U.Indexed;
      Address = Want(N, Ch.Queues, true);
    } else if (isAddress(U)) {
      if (Ch.Queues & Wishes[*Address].Queues) {
        Plans[N].Wish = Address;
        Wishes[*Address].Queues &= Ch.Queues;
      } else {
        Want(N, Ch.Queues, true);
      }
    } else if (Data && Address) {
      Plans[N].Wish = Address;
    } else if (!Data && !Operation && Address && !Indexed &&
               U.Kind != UopKind::Branch &&
               (Ch.Queues & Wishes[*Address].Queues)) {
      Operation = Plans[N].Wish = Address;
      Wishes[*Address].Queues &= Ch.Queues;
      Wishes[*Address].Address = false;
    } else if (!Data) {
      Operation = Want(N, Ch.Queues, false);
    }
  }
  if (Wishes.size() > 2 * CycleBinding::MaxQueues)
    return false;
  // The last µop to leave holds the entry.
  QueueMask Seen = 0;
  for (unsigned N = F.Count; N--;)
    if (const auto W = Plans[N].Wish) {
      Plans[N].Holds = !(Seen >> *W & 1);
      Seen |= QueueMask(1) << *W;
    }
  return Wishes.empty() || Binder.add(Wishes);
}

void QueueChooser::bindTo(InFlight &U, unsigned Q) {
  const Choice &Ch = choice(*U.Static);
  if (!Ch.Queues)
    U.Set = DataSets[Q];
  else
    U.Set = Ch.All ? Ch.Set[0] : Ch.Set[Q];
  Queues[Q].Held += U.HoldsEntry;
}

bool QueueChooser::findRoomForOne(const SimUop &U) {
  Plans.resize(1);
  Plans[0] = Plan();
  Wishes.clear();
  if (!U.Ports)
    return true;
  const Choice &Ch = choice(U);
  if (BindsCycles && Ch.Queues && !(Ch.Queues & ~Binder.queues()) &&
      U.Kind != UopKind::StoreData) {
    Plans[0].Wish = 0;
    Plans[0].Holds = true;
    Wishes.push_back({Ch.Queues, isAddress(U), U.Kind == UopKind::Branch});
    return Binder.add(Wishes);
  }
  if (Ch.All) {
    for (QueueMask Of = Ch.Queues; Of; Of &= Of - 1)
      if (!hasRoom(countr_zero(Of), 0))
        return false;
    Plans[0] = {Ch.Queues, Ch.Set[0], Ch.Queues != 0, std::nullopt};
    return true;
  }
  const int Q =
      Ch.OutOfTurn ? pickForBranch(Ch, 0) : pick(Ch, Ch.Queues, /*Used=*/0);
  if (Q < 0)
    return false;
  Plans[0] = {QueueMask(1) << Q, Ch.Set[Q], true, std::nullopt};
  return true;
}

bool QueueChooser::findRoom(const SimFused &F) {
  return hasRoomTogether(F) && findQueues(F);
}

bool QueueChooser::findQueues(const SimFused &F) {
  if (F.Count == 1)
    return findRoomForOne(P.Uops[F.First]);
  // The queues that all those can use that may choose.
  QueueMask Joint = ~QueueMask(0), Used = 0, Bound = 0;
  const ArrayRef<SimUop> Uops = ArrayRef(P.Uops).slice(F.First, F.Count);
  for (const SimUop &U : Uops)
    if (const Choice &Ch = choice(U);
        U.Ports && !Ch.OutOfTurn && (Joint & Ch.Queues))
      Joint &= Ch.Queues;
  Plans.assign(F.Count, Plan());
  Wishes.clear();
  if (BindsCycles && !Unplaceable[F.First] && !wish(F))
    return false;
  // From the back: the last µop to leave takes the entry that they share.
  for (unsigned N = F.Count; N--;) {
    const SimUop &U = Uops[N];
    if (!U.Ports || Plans[N].Wish)
      continue;
    const Choice &Ch = choice(U);
    Plan &To = Plans[N];
    if (Ch.All) {
      To = {Ch.Queues, Ch.Set[0], false, std::nullopt};
      bool Room = true;
      forEach(Ch.Queues, [&](unsigned Q) { Room &= hasRoom(Q, Used); });
      if (!Room)
        return false;
    } else {
      const QueueMask Shared = Ch.Queues & Joint;
      const QueueMask From = Shared ? Shared : Ch.Queues;
      const int Q = Ch.OutOfTurn   ? pickForBranch(Ch, Used)
                    : From & Bound ? countr_zero(From & Bound)
                                   : pick(Ch, From, Used);
      if (Q < 0)
        return false;
      To = {QueueMask(1) << Q, Ch.Set[Q], false, std::nullopt};
    }
    To.Holds = To.Queues & ~Used;
    Used |= To.Queues;
    if (!Ch.OutOfTurn)
      Bound |= To.Queues;
  }
  return true;
}

bool QueueChooser::enter(UopNumber N, const SimUop &U, unsigned Index,
                         uint8_t &Set, bool &HoldsEntry) {
  HeldTogether += isTogether(U);
  const Plan &To = Plans[Index];
  Set = To.Set;
  HoldsEntry = To.Holds;
  if (Index == 0 && !Wishes.empty())
    FirstWish = Binder.keep();
  if (To.Wish) {
    Unbound.push_back({N, FirstWish + *To.Wish});
    return false;
  }
  if (!To.Holds)
    return false;
  // It waits where there is no entry: elsewhere nobody need leave.
  Queue *Full = nullptr;
  forEach(To.Queues, [&](unsigned I) {
    Queue &Q = Queues[I];
    ++Q.Entered;
    Binder.enter(I);
    if (Q.Held++ >= Q.Entries && !Full)
      Full = &Q;
  });
  const Choice &Ch = choice(U);
  const unsigned Last = countr_zero(To.Queues);
  // Who has no choice takes its turn, too.
  if (Ch.OutOfTurn)
    Queues[Last].HasBranch = true;
  else if (popcount(To.Queues) == 1)
    Turn[Ch.Family] = Last + 1 == Queues.size() ? 0 : Last + 1;
  if (!Full)
    return false;
  Full->Ring[Full->End++ & (Full->Ring.size() - 1)] = N;
  return true;
}

void QueueChooser::state(StateWriter &W) const {
  for (const Queue &Q : Queues)
    W.word(uint64_t(Q.Held) << 32 | (Q.End - Q.First));
  for (uint8_t T : Turn)
    W.word(T);
  W.word(HeldTogether);
  if (BindsCycles)
    Binder.state(W);
}

uint64_t QueueChooser::signature() const {
  uint64_t S = 0;
  for (const Queue &Q : Queues)
    S = S * 131 + Q.Held;
  for (uint8_t T : Turn)
    S = S * 5 + T;
  return BindsCycles ? S * 7 + Binder.signature() : S;
}

} // namespace takt::sim
