//===- MoveEliminator.cpp - Moves that the renamer executes -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MoveEliminator.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

MoveEliminator::MoveEliminator(const Renamer &R, const Program &P,
                               bool EveryMove)
    : P(P), Policy(EveryMove ? MoveElimination::Always : R.Moves),
      Limited(
          Policy == MoveElimination::Slots &&
          (R.GeneralMoveSlots || R.VectorMoveSlots) &&
          any_of(P.Instrs, [](const SimInstr &I) { return I.HasExecuted; })),
      PerCycle(EveryMove ? ~0u : R.MovesPerCycle.value_or(~0u)),
      Length(std::max(1u, R.MovePipeline)) {
  if (!Limited)
    return;
  Classes[General].Slots = R.GeneralMoveSlots;
  Classes[General].UntilOverwritten = R.MoveSlotsUntilOverwritten;
  Classes[Vector].Slots = R.VectorMoveSlots;
  for (ClassState &C : Classes) {
    C.Eliminated.assign(Length, 0);
    C.Entries.assign(Length, 0);
  }
  EntryOf.assign(P.NumLocations, None);
}

bool MoveEliminator::hasRoom(const SimInstr &I) {
  if (Policy != MoveElimination::Slots)
    return Policy == MoveElimination::Always;
  ClassState &C = Classes[I.Move == MoveKind::Vector ? Vector : General];
  if (!Limited || !C.Slots)
    return true;
  // The ring's element At is the one of Length cycles ago: what was eliminated
  // then is among its entries.
  unsigned Taken = C.Now + C.Entries[At] - C.Eliminated[At];
  for (unsigned Eliminated : C.Eliminated)
    Taken += Eliminated;
  if (Taken >= *C.Slots)
    return false;
  ++C.Now;
  return true;
}

void MoveEliminator::rename(const SimInstr &I, bool Eliminated) {
  if (Eliminated && EntryOf[I.From] != None && EntryOf[I.From] == EntryOf[I.To])
    return; // it has that name already
  for (LocationId L :
       ArrayRef(P.WrittenLocations).slice(I.FirstWritten, I.NumWritten))
    dropName(L);
  if (!Eliminated || I.From == I.To)
    return;
  const Class Of = I.Move == MoveKind::Vector ? Vector : General;
  if (!Classes[Of].Slots)
    return;
  if (EntryOf[I.From] == None) {
    auto Free = find_if(Entries, [](const Entry &E) { return !E.Names; });
    EntryOf[I.From] = Free - Entries.begin();
    if (Free == Entries.end())
      Free = Entries.insert(Free, Entry());
    *Free = {1, uint8_t(Of), false};
    ++Classes[Of].Live;
  }
  EntryOf[I.To] = EntryOf[I.From];
  ++Entries[EntryOf[I.To]].Names;
}

void MoveEliminator::dropName(LocationId L) {
  const uint16_t E = std::exchange(EntryOf[L], None);
  if (E != None && --Entries[E].Names == 0)
    --Classes[Entries[E].Of].Live;
}

/// Frees the entries of \p Of that only one register names, and named before
/// this cycle (uiCA predictions tell: MoveElimination tests).
void MoveEliminator::dropSingles(unsigned Of) {
  if (!Classes[Of].Live)
    return;
  for (uint16_t &E : EntryOf)
    if (E != None && Entries[E].Of == Of && Entries[E].Names == 1 &&
        Entries[E].WasSingle)
      dropName(&E - EntryOf.data());
}

void MoveEliminator::advance() {
  for (unsigned Of = 0; Of != NumClasses; ++Of) {
    ClassState &C = Classes[Of];
    if (!C.Now && !C.UntilOverwritten)
      dropSingles(Of);
    C.Entries[At] = C.Live;
    C.Eliminated[At] = std::exchange(C.Now, 0);
  }
  for (Entry &E : Entries)
    E.WasSingle = E.Names == 1;
  if (++At == Length)
    At = 0;
}

void MoveEliminator::state(StateWriter &W) const {
  if (!Limited)
    return;
  uint64_t *To = W.space(NumClasses * Length);
  for (const ClassState &C : Classes)
    for (unsigned Ago = 0, I = At; Ago != Length; ++Ago) {
      *To++ = uint64_t(C.Eliminated[I]) << 32 | C.Entries[I];
      I = I + 1 == Length ? 0 : I + 1;
    }
  if (!anyNames())
    return;
  // Entries have no order: they are numbered as they occur. What has no entry
  // is left out.
  SmallVector<uint16_t, 32> Number(Entries.size(), None);
  unsigned Known = 0;
  for (uint32_t L = 0; L != EntryOf.size(); ++L) {
    const uint16_t E = EntryOf[L];
    if (E == None)
      continue;
    if (Number[E] == None)
      Number[E] = Known++;
    W.word(uint64_t(L) << 32 | uint64_t(Number[E]) << 8 |
           Entries[E].WasSingle << 4 | Entries[E].Of);
  }
}

} // namespace takt::sim
