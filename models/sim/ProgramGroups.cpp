//===- ProgramGroups.cpp - Micro-fusion and store forwarding ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "StoreForwarding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

using namespace llvm;

namespace takt::sim {

bool SimUnits::isSame(const SimUnits &O) const {
  return O.RepeatCycles == RepeatCycles && O.Repeat == Repeat &&
         O.Results.Registers == Results.Registers &&
         O.Results.Flags == Results.Flags &&
         equal(O.Uses, Uses, [](const ResourceUse &A, const ResourceUse &B) {
           return A.Resources == B.Resources && A.Cycles == B.Cycles &&
                  A.After == B.After && A.OfFlags == B.OfFlags;
         });
}

bool hasRegistersEach(RegisterCounts Taken, RegisterCounts Needed,
                      RegisterCounts Limits) {
  const auto Has = [&](RegisterCounts One, unsigned Bits) {
    const RegisterCounts Lane = (One << Bits) - One;
    const RegisterCounts Now = Taken & Lane;
    return !Now || (Now + (Needed & Lane)) / One <= (Limits & Lane) / One;
  };
  return Has(oneRegister(RegisterKind::General), RegisterBits) &&
         Has(oneRegister(RegisterKind::Vector), RegisterBits) &&
         Has(oneRegister(RegisterKind::Mask), RegisterBits) &&
         Has(OneBlock, RegisterBits / 2) && Has(OneLine, RegisterBits / 2);
}

SimFused makeFused(const Program &P, uint32_t First, unsigned Count,
                   unsigned Index) {
  SimFused F;
  F.First = First;
  F.Count = Count;
  F.Index = Index;
  for (const SimUop &U : ArrayRef(P.Uops).slice(First, Count)) {
    // One that has no port goes nowhere, and holds no place.
    F.Loads += U.Kind == UopKind::Load && U.Ports;
    F.Stores += U.Kind == UopKind::StoreAddress;
    F.Registers += U.Registers;
  }
  return F;
}

void groupUops(Program &P, uint32_t FirstUop, unsigned NumFused,
               unsigned NumQueued) {
  const uint32_t FirstFused = P.Fused.size();
  for (unsigned G = 0, U = FirstUop; G != NumFused; ++G) {
    const unsigned Left = P.Uops.size() - U;
    const unsigned Take =
        Left ? groupSize(Left, NumFused - G, P.Uops[U].Kind) : 0;
    P.Fused.push_back(makeFused(P, U, Take, G));
    U += Take;
  }
  for (unsigned G = 0, F = FirstFused; G != NumQueued; ++G) {
    const unsigned Left = P.Fused.size() - F;
    const SimFused &First = P.Fused[F];
    const UopKind Kind =
        First.Count == 1 ? P.Uops[First.First].Kind : UopKind::Compute;
    const unsigned Take = groupSize(Left, NumQueued - G, Kind);
    SimQueued Q;
    Q.First = F;
    Q.Count = Take;
    for (SimFused &Part : elements(P.Fused).slice(F, Take)) {
      Part.Queued = G;
      Q.Loads += Part.Loads;
      Q.Stores += Part.Stores;
      Q.Registers += Part.Registers;
    }
    P.Queued.push_back(Q);
    F += Take;
  }
}

void addStackSyncs(Program &P, const Cpu &C, const SimUop &Sync) {
  P.SyncUop = P.Uops.size();
  P.Uops.push_back(Sync);
  if (!C.Rename.StackEngine)
    return;
  const auto AddTo = [&](uint32_t Uop, UopOrigin Origin) {
    SimFused F = makeFused(P, Uop, 1, 0);
    F.Origin = Origin;
    for (; F.Instr != P.Instrs.size(); ++F.Instr)
      P.Syncs.push_back(F);
  };
  AddTo(P.SyncUop, UopOrigin::StackSync);
  if (!C.Rename.StackSyncsEveryUse)
    return;
  P.Uops.emplace_back();
  AddTo(P.SyncUop + 1, UopOrigin::StackPlace);
}

/// The range of Program::Uops of each instruction's Listed form.
static PoolVector<std::pair<uint32_t, uint32_t>> findUops(const Program &P,
                                                          size_t NumInstrs) {
  PoolVector<std::pair<uint32_t, uint32_t>> Ranges(NumInstrs, {0, 0});
  for (const auto &[N, U] : enumerate(P.Uops)) {
    if (N >= P.SyncUop || U.Form != Listed)
      continue;
    auto &[First, End] = Ranges[U.Instr];
    if (First == End)
      First = N;
    End = N + 1;
  }
  return Ranges;
}

bool areNear(const MemoryAccess *A, const MemoryAccess *B, int64_t Iterations,
             const MemoryPipes &M) {
  if (!A || !B || !M.PairedStoreReach)
    return true;
  if (A->Symbol != B->Symbol || A->Step != B->Step || (!A->Step && Iterations))
    return false;
  const int64_t Apart =
      B->Offset - A->Offset + A->Step.value_or(0) * Iterations;
  return std::abs(Apart) < int64_t(M.PairedStoreReach);
}

void pairStores(Program &P, const Cpu &C) {
  PoolVector<const MemoryAccess *> &Stores = P.Stores;
  for (const SimUop &U : P.Uops)
    if (U.Kind == UopKind::StoreAddress)
      Stores.push_back(P.access(U));
  for (size_t I = 0; I != Stores.size(); ++I) {
    const bool Last = I + 1 == Stores.size();
    P.WrittenWithNext.push_back(
        areNear(Stores[I], Stores[Last ? 0 : I + 1], Last, C.Memory));
  }
}

/// In which iterations \p U goes over the end of a line with one of its passes,
/// as Program::Crossings says.
static uint64_t crossings(const Program &P, const SimUop &U, uint64_t Line) {
  const MemoryAccess &A = *P.access(U);
  const uint64_t Passes = U.PortCycles;
  const uint64_t Size = A.Size / Passes, Step = A.Step.value_or(0);
  uint64_t In = 0;
  for (uint64_t I = 0; I != 64 && A.Step; ++I)
    for (uint64_t N = 0; N != Passes; ++N)
      if ((A.Offset + I * Step + N * Size) % Line + Size > Line)
        In |= uint64_t(1) << I;
  return In;
}

void findCrossings(Program &P, const Cpu &C) {
  const uint64_t Line = C.Memory.LineBytes; // at most 64, a power of two
  for (SimUop &U : P.Uops) {
    if (!Line || U.Kind != UopKind::Load || !P.access(U))
      continue;
    const uint64_t In = crossings(P, U, Line);
    if (!In)
      continue;
    U.Crossing = P.Crossings.size();
    P.Crossings.push_back(In);
    const uint64_t Period =
        Line / std::gcd(Line, uint64_t(*P.access(U)->Step) % Line);
    P.CrossingPeriod = std::max<uint32_t>(P.CrossingPeriod, Period);
  }
}

/// Whether more of \p Loads read a bank in iteration \p I than can in a cycle.
static bool readTooOften(ArrayRef<const MemoryAccess *> Loads, int64_t I,
                         const CacheBanks &Banks) {
  std::array<unsigned, 64> Reads = {};
  for (const MemoryAccess *A : Loads)
    for (uint64_t In = Banks.banks(A->Offset + *A->Step * I, A->Size); In;
         In &= In - 1)
      if (++Reads[countr_zero(In)] > Banks.Reads)
        return true;
  return false;
}

/// Only where the loads of one iteration get into each other's way: those of
/// several hardly ever do so alone, and most loops are quicker to simulate. An
/// iteration takes a cycle at least, for its taken branch; of copies without
/// one any number goes in a cycle.
static void findBankReads(Program &P, const Kernel &K, const Cpu &C) {
  const CacheBanks &Banks = C.Memory.Banks;
  if (!Banks.Reads)
    return;
  const uint64_t Row = Banks.Bytes * Banks.Count; // a power of two
  uint64_t Period = 1;
  SmallVector<const MemoryAccess *, 16> Loads;
  for (const SimUop &U : P.Uops) {
    const MemoryAccess *const A = P.access(U);
    if (U.Kind != UopKind::Load || U.Form != Listed || !A || !A->Step)
      continue;
    Loads.push_back(A);
    Period = std::max(Period, Row / std::gcd(Row, uint64_t(*A->Step) % Row));
  }
  P.HasBankReads = K.Repeats == Notion::Unrolled && !Loads.empty();
  for (uint64_t I = 0; I != Period && !P.HasBankReads; ++I)
    P.HasBankReads = readTooOften(Loads, I, Banks);
  if (P.HasBankReads)
    P.CrossingPeriod = std::max<uint32_t>(P.CrossingPeriod, Period);
}

/// Which loads may be in one another's way there.
static void findMeetings(Program &P, const Cpu &C) {
  const CacheBanks &Banks = C.Memory.Banks;
  if (!Banks.Ways)
    return;
  const int64_t Row = int64_t(Banks.Bytes) * Banks.Count;
  for (SimUop &U : P.Uops) {
    const MemoryAccess *const A = P.access(U);
    // What is elsewhere in every iteration is not known to move far.
    if (!Row || U.Kind != UopKind::Load || !A || !A->Step || !A->Size)
      continue;
    U.Walks = std::abs(*A->Step) >= Row;
    const uint64_t All = ~uint64_t(0) >> (64 - Banks.Count);
    if (A->Size >= Row || *A->Step % Row) {
      U.Banks = All;
      continue;
    }
    for (unsigned I = 0; I != A->Size; ++I)
      U.Banks |= uint64_t(1) << ((A->Offset + I) & (Row - 1)) / Banks.Bytes;
  }
}

void findBanks(Program &P, const Kernel &K, const Cpu &C) {
  findMeetings(P, C);
  findBankReads(P, K, C);
}

void addForwards(Program &P, const Kernel &K, const Cpu &C,
                 unsigned FusedInFlight) {
  if (K.MemoryDependences.empty())
    return;
  const uint64_t Reach =
      FusedInFlight / std::max<uint64_t>(1, K.fusedUops()) + 2;
  const auto Ranges = findUops(P, K.Instrs.size());
  PoolVector<std::pair<uint32_t, SimForward>> Found; // with the load µop
  for (const MemoryDependence &D : K.MemoryDependences) {
    if (D.Distance > Reach)
      continue;
    const bool Retired = waitsForRetirement(D, K, C);
    P.HasFailing |= Retired;
    for (uint32_t S = Ranges[D.Store].first; S != Ranges[D.Store].second; ++S) {
      SimUop &Store = P.Uops[S];
      if (Store.Kind != UopKind::StoreAddress &&
          Store.Kind != UopKind::StoreData)
        continue;
      if (D.Renamed && Store.Kind == UopKind::StoreAddress)
        continue;
      // Only a register has a name that can be handed on.
      const bool HandsOn = D.Renamed && Store.NumReads == 1;
      uint32_t &Slot = HandsOn ? Store.TrackedValue : Store.Tracked;
      if (Slot == SimUop::NotTracked)
        Slot = P.NumTracked++;
      const uint32_t Latency =
          Store.Kind == UopKind::StoreData ? D.Latency : D.AddressLatency;
      P.MaxLatency = std::max(P.MaxLatency, Latency);
      for (uint32_t L = Ranges[D.Load].first; L != Ranges[D.Load].second; ++L)
        if (P.Uops[L].Kind == UopKind::Load)
          Found.push_back({L, {Slot, D.Distance, Latency, Retired}});
    }
    P.MaxDistance = std::max(P.MaxDistance, D.Distance);
  }
  // A load's in a row; in which order makes no difference.
  llvm::sort(Found, [](const auto &A, const auto &B) {
    return std::tie(A.first, A.second.Store, A.second.Distance) <
           std::tie(B.first, B.second.Store, B.second.Distance);
  });
  for (const auto &[Load, Forward] : Found) {
    SimUop &U = P.Uops[Load];
    if (U.NumForwards++ == 0)
      U.FirstForward = P.Forwards.size();
    P.Forwards.push_back(Forward);
  }
}

} // namespace takt::sim
