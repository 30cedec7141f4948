//===- ProgramFinish.cpp - What all µops together tell ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "QueueChooser.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

/// Leaves out operands that are there from the start or occur twice.
static void dropReads(Program &P, SimUop &U) {
  const auto All = elements(P.Reads).slice(U.FirstRead, U.NumReads);
  auto *End = All.begin();
  for (const SimRead &R : All)
    if (R.Place > 1) {
      SimRead *Same = find_if(make_range(All.begin(), End), [&](SimRead &O) {
        return O.Place == R.Place && O.Latency[0] == R.Latency[0] &&
               O.Latency[1] == R.Latency[1];
      });
      if (Same == End)
        *End++ = R;
      else
        Same->Shared |= R.Shared;
    }
  U.NumReads = End - All.begin();
}

/// Leaves out such operands, and then results that nobody reads.
static void dropUnused(Program &P) {
  // What the renamer hands on must be found as it is.
  for (SimUop &U : P.Uops)
    if ((U.Ports || U.Waits) && U.TrackedValue == SimUop::NotTracked)
      dropReads(P, U);
  BitVector IsRead(P.NumValues / 2);
  for (const SimUop &U : P.Uops)
    for (const SimRead &R : ArrayRef(P.Reads).slice(U.FirstRead, U.NumReads))
      IsRead.set(R.Place / 2);
  for (const SimInstr &I : P.Instrs)
    IsRead.set(I.StackPointer.Place / 2);
  for (SimUop &U : P.Uops) {
    const auto All = elements(P.Writes).slice(U.FirstWrite, U.NumWrites);
    U.NumWrites = remove_if(All, [&](ValuePlace W) { return !IsRead[W / 2]; }) -
                  All.begin();
  }
}

/// The registers that a move gives two names for.
static void findMoveRegisters(SimInstr &S, const KernelInstr &Instr) {
  for (const Uop &U : Instr.Uops) {
    if (U.Reads.empty() || U.Writes.empty())
      continue;
    S.From = U.Reads.front().Loc;
    S.To = U.Writes.front().Loc;
    return;
  }
  S.Move = MoveKind::None;
}

/// Only of locations that a move gives a name is of interest who writes them.
/// Numbers them anew, by those alone.
static void keepMoveLocations(Program &P) {
  PoolVector<LocationId> Kept;
  const auto Find = [&](LocationId L) { return find(Kept, L) - Kept.begin(); };
  const auto Add = [&](LocationId &L) {
    const LocationId Number = Find(L);
    if (Number == Kept.size())
      Kept.push_back(L);
    L = Number;
  };
  for (SimInstr &I : P.Instrs)
    if (I.HasExecuted) {
      Add(I.From);
      Add(I.To);
    }
  for (SimInstr &I : P.Instrs) {
    const auto All =
        elements(P.WrittenLocations).slice(I.FirstWritten, I.NumWritten);
    LocationId *End = All.begin();
    for (LocationId L : All)
      if (const LocationId Number = Find(L); Number != Kept.size())
        *End++ = Number;
    I.NumWritten = End - All.begin();
  }
  P.NumLocations = Kept.size();
}

/// Whether both forms of \p I make the same of renamer and buffers.
static bool formsAreAlike(const Program &P, const SimInstr &I) {
  for (unsigned Q = I.FirstQueued; Q != I.FirstQueued + I.NumQueued; ++Q) {
    const SimQueued &L = P.Queued[Q], &E = P.Queued[Q + I.NumQueued];
    if (L.Count != E.Count || L.Loads != E.Loads || L.Stores != E.Stores ||
        L.Registers != E.Registers)
      return false;
  }
  return true;
}

/// Which instructions are issued as a whole, and which come from microcode.
static void findWhole(Program &P, const Cpu &C) {
  const unsigned Most = C.Rename.WholeUops;
  for (SimInstr &I : P.Instrs) {
    unsigned Fused = 0;
    for (const SimQueued &Q :
         ArrayRef(P.Queued).slice(I.FirstQueued, I.NumQueued))
      Fused += Q.Count;
    if (Fused > 1 && Fused <= Most)
      I.Whole = Fused;
    I.Microcode = Fused > Most && C.Rename.MicrocodeApart;
  }
}

/// What the renamer need not look at closely.
static void findSimple(Program &P, const Cpu &C) {
  // Where queues may be full, a queued µop may go in parts.
  const unsigned Most =
      C.Rename.Ports == PortChoice::AtDispatch && QueueChooser::isNeeded(C)
          ? 1
          : C.Fetch.Width;
  for (SimInstr &I : P.Instrs) {
    const auto Queued = ArrayRef(P.Queued).slice(I.FirstQueued, I.NumQueued);
    if (I.Order != Ordering::Serializing && !I.NumMerges &&
        all_of(
            Queued,
            [&](const SimQueued &Q) { return Q.Count && Q.Count <= Most; }) &&
        (!I.HasExecuted || (Most > 1 && formsAreAlike(P, I))))
      I.NumSimple = I.NumQueued;
  }
  for (SimUop &U : P.Uops) {
    U.Delayed = any_of(ArrayRef(P.Reads).slice(U.FirstRead, U.NumReads),
                       [](const SimRead &R) { return R.Together != 0; });
    P.HasDelayed |= U.Delayed;
    U.Common = U.Ports && !U.Memory && !U.Delayed;
  }
  P.Uops[P.SyncUop].Common = false;
  const bool LoadsHold = C.WaitingLoads.Entries;
  for (SimUop &U : P.Uops)
    U.Light = U.Common && !U.Keeps && P.Recordable &&
              !(LoadsHold && U.Kind == UopKind::Load);
  P.HasKinds |=
      any_of(P.Instrs, [](const SimInstr &I) { return I.HasExecuted; });
}

/// Whether \p U holds one of the entries of \p C's Together. What it takes
/// later is no matter of schedulers.
static bool isTogether(const Program &P, const SimUop &U, const Cpu &C) {
  const ResourceMask Ports = C.Together.Ports;
  return U.Ports && ((U.Ports & Ports) ||
                     any_of(P.Units[U.Units].Uses, [&](const ResourceUse &Use) {
                       return Use.Resources & Ports && !Use.After;
                     }));
}

/// Whether what \p Units says are units for a cycle, and all are to be had in
/// one: a µop that never goes must not be waited for.
static bool areBrief(const SimUnits &Units, const Cpu &C) {
  const ResourceMask Ports = portMask(C);
  ResourceMask Taken = 0;
  return !Units.RepeatCycles && all_of(Units.Uses, [&](const ResourceUse &Use) {
    const ResourceMask Free = Use.Resources & ~Taken;
    Taken |= Free & -Free;
    return Use.Cycles == 1 && !Use.After && Free && !(Use.Resources & Ports);
  });
}

void finish(Program &P, const Kernel &K, const Cpu &C) {
  addEntries(P, K);
  addBuses(P, K, C);
  addLateResults(P, K, C);
  addSharedReads(P, K, C);
  dropUnused(P);
  for (auto [S, Instr] : zip(P.Instrs, K.Instrs))
    if (S.Move != MoveKind::None)
      findMoveRegisters(S, Instr);
  keepMoveLocations(P);
  P.Horizon = P.MaxLatency;
  for (SimUop &U : P.Uops) {
    P.Horizon = std::max(P.Horizon, U.FinishDelay + 1);
    U.Together = isTogether(P, U, C);
    U.Tried = U.Ports && !(U.Ports & ~C.Schedule.EarlyTries);
    U.Keeps = U.PortCycles > 1 || U.Units || U.Crossing || U.Tried;
    P.AnyKeeps |= U.Keeps;
    P.AnyOutlasts |= U.PortCycles > 1 || U.Crossing || U.Tried ||
                     !areBrief(P.Units[U.Units], C);
    U.Memory = P.HasFences || U.NumForwards ||
               U.Tracked != SimUop::NotTracked ||
               U.TrackedValue != SimUop::NotTracked;
  }
  if (P.HasSharedReads)
    P.Horizon += C.Schedule.Reads.HandedOn + 1;
  // Loads that wait for stores, and fences, have more to them. What the renamer
  // hands on takes no time, or values would change long after retirement.
  P.Recordable =
      !P.NumTracked && !P.HasFences && none_of(P.Uops, [](const SimUop &U) {
        return !U.Ports && !U.Waits && U.NumReads && U.Own;
      });
  findSimple(P, C);
  findWhole(P, C);
  for (SimFused &F : P.Fused) {
    F.Uops = P.Uops.data() + F.First;
    P.MaxFusedSize = std::max<uint32_t>(P.MaxFusedSize, F.Count);
  }
  for (SimFused &F : P.Syncs)
    F.Uops = P.Uops.data() + F.First;
}

} // namespace takt::sim
