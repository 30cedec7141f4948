//===- QueueBindings.cpp - Entries that a fused µop wants -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What fused µops want of queues that are bound by cycles (CycleBinder): the
/// same each time, so it is found once.
///
//===----------------------------------------------------------------------===//

#include "QueueChooser.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace takt::sim {

static bool isAddress(const SimUop &U) {
  return U.Kind == UopKind::Load || U.Kind == UopKind::StoreAddress;
}

/// The entries that the \p Uops of a fused one want in queues that are bound by
/// cycles. An operation goes with its load, in the place of an operation, and
/// what is stored with its address, in that of an address, unless either is
/// apart: in one of an operation then, what is stored in a queue for addresses.
/// Another µop of the address pipes, the second half of a wide store, has an
/// entry of its own.
void QueueChooser::wish(Binding &B, ArrayRef<SimUop> Uops) const {
  const QueueMask Bound = Binder.queues();
  auto &Wishes = B.Wishes;
  auto &Plans = B.Plans;
  std::optional<uint8_t> Address, Operation;
  // There is an address, of a load, with whose entry an operation goes.
  bool Load = false, Joins = false;
  auto Want = [&](unsigned N, QueueMask Queues, bool IsAddress) {
    Plans[N].Wish = Wishes.size();
    Wishes.push_back({Queues, IsAddress});
    return uint8_t(Wishes.size() - 1);
  };
  for (const auto &[N, U] : enumerate(Uops)) {
    const Choice &Ch = choice(U);
    // Where its ports have queues it is bound there.
    const bool Data = U.Kind == UopKind::StoreData && !U.Units && !Ch.Queues;
    if (!U.Ports || (!Data && (!Ch.Queues || (Ch.Queues & ~Bound))))
      continue;
    const bool Half =
        U.Kind == UopKind::Compute && Ch.Queues && !(U.Ports & ~AddressPorts);
    if (Half) {
      Want(N, Ch.Queues, true);
      Wishes.back().Half = true;
    } else if (isAddress(U) && !Address) {
      Load = U.Kind == UopKind::Load;
      Joins = !Load || !U.Apart;
      Address = Want(N, Ch.Queues, true);
    } else if (isAddress(U)) {
      if (Ch.Queues & Wishes[*Address].Queues) {
        Plans[N].Wish = Address;
        Wishes[*Address].Queues &= Ch.Queues;
      } else {
        Want(N, Ch.Queues, true);
      }
    } else if (Data && Address) {
      Plans[N].Wish =
          U.Apart ? Want(N, Wishes[*Address].Queues, false) : *Address;
      if (U.Apart)
        Wishes.back().Alike = Bound;
    } else if (!Data && !Operation && Joins && U.Kind != UopKind::Branch &&
               (Ch.Queues & Wishes[*Address].Queues)) {
      Operation = Plans[N].Wish = Address;
      Wishes[*Address].Queues &= Ch.Queues;
      Wishes[*Address].Address = !Load;
      if (Load)
        Wishes[*Address].Alike = Ch.Queues;
    } else if (!Data) {
      Operation = Want(N, Ch.Queues, false);
    }
  }
  if (Wishes.size() > 2 * CycleBinding::MaxQueues)
    return;
  // The last µop to leave holds the entry.
  QueueMask Seen = 0;
  for (unsigned N = Uops.size(); N--;)
    if (const auto W = Plans[N].Wish) {
      Plans[N].Holds = !(Seen >> *W & 1);
      Seen |= QueueMask(1) << *W;
    }
}

/// The same of one that is a µop by itself.
void QueueChooser::wishForOne(Binding &B, const SimUop &U) const {
  const Choice &Ch = choice(U);
  if (!U.Ports || !Ch.Queues || (Ch.Queues & ~Binder.queues()) ||
      U.Kind == UopKind::StoreData)
    return;
  B.Plans[0].Wish = 0;
  B.Plans[0].Holds = true;
  B.Wishes.push_back({Ch.Queues, isAddress(U)});
}

void QueueChooser::findBindings() {
  Bindings.resize(P.Uops.size());
  // What may go depends on the cycle before, too (CycleBinder).
  beginCycle();
  beginCycle();
  for (const SimFused &F : P.Fused)
    addBinding(F);
  for (const SimFused &F : P.Syncs)
    addBinding(F);
}

void QueueChooser::addBinding(const SimFused &F) {
  if (!F.Count)
    return;
  Binding &B = Bindings[F.First];
  const ArrayRef<SimUop> Uops = ArrayRef(P.Uops).slice(F.First, F.Count);
  B.Plans.assign(F.Count, Plan());
  B.Wishes.clear();
  if (F.Count == 1)
    wishForOne(B, Uops[0]);
  else
    wish(B, Uops);
  // What finds no places even in a cycle of its own would wait for ever: it
  // goes where other queues' µops would.
  if (F.Count > 1 && !B.Wishes.empty() &&
      (B.Wishes.size() > 2 * CycleBinding::MaxQueues ||
       !Binder.add(B.Wishes))) {
    B.Plans.assign(F.Count, Plan());
    B.Wishes.clear();
  }
  for (const auto &[U, To] : zip_equal(Uops, B.Plans))
    if (U.Ports && !To.Wish && isByPlace(choice(U)))
      To = {choice(U).Queues, 0, true, true, std::nullopt};
  B.IsAll = all_of(zip_equal(Uops, B.Plans), [](const auto &Of) {
    const auto &[U, To] = Of;
    return !U.Ports || To.Wish || To.ByPlace;
  });
}

} // namespace takt::sim
