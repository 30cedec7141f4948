//===- Program.cpp - A kernel laid out for simulation -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "FrontEnd.h"
#include "takt/models/DependenceGraph.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

ResourceMask portMask(const Cpu &C) {
  ResourceMask Mask = 0;
  for (const auto &[I, R] : enumerate(C.Resources))
    if (R.IsPort)
      Mask |= ResourceMask(1) << I;
  return Mask;
}

ResourceMask relaxedResources(const Cpu &C, const Relaxation &Without) {
  const ResourceMask Ports = portMask(C);
  return (Without.Ports ? Ports : 0) | (Without.Units ? ~Ports : 0) |
         Without.Resources;
}

namespace {

/// Lays out one kernel, instruction by instruction.
class Compiler {
public:
  Compiler(Program &P, const Kernel &K, const Cpu &C, const Relaxation &Without)
      : P(P), K(K), C(C), Without(Without), PortMask(portMask(C)),
        Unlimited(relaxedResources(C, Without)), Last(K.Locations.size(), None),
        Own(K.Locations.size(), None) {
    // As much as most kernels need at once.
    const size_t N = K.Instrs.size();
    P.Uops.reserve(2 * N);
    P.Fused.reserve(2 * N);
    P.Queued.reserve(N);
    P.Reads.reserve(4 * N);
    P.Writes.reserve(2 * N);
    P.WrittenLocations.reserve(2 * N);
    P.PortClasses.reserve(MostClasses);
    Producers.reserve(3 * N + 1);
    Open.reserve(2 * N);
    CurrentWrites.reserve(MostUops);
    P.Accesses.reserve(N);
    P.Units.emplace_back();
    newPlace(); // the place of constants: nobody writes it
    P.NumLocations = K.Locations.size();
  }

  void compile();

private:
  static constexpr uint32_t None = ~0u;
  /// Of port classes in a kernel, and of µops in an instruction, mostly.
  static constexpr size_t MostClasses = 8, MostUops = 8;
  /// The write behind each value place, by form.
  struct Producer {
    const UopWrite *Write[2] = {nullptr, nullptr};
  };

  void addInstr(uint32_t I);
  void addForm(uint32_t I, ArrayRef<Uop> Uops, Variant Form);
  void addMerges(uint32_t I, ArrayRef<Uop> Merges);
  SimUop makeUop(uint32_t I, uint32_t U, const Uop &Op, Variant Form);
  void addUses(SimUop &S, const Uop &Op, bool First);
  void addReads(SimUop &S, const Uop &Op);
  void addWrites(uint32_t FirstUop);
  void addSync();
  uint16_t portClass(ResourceMask Ports);
  void connectOpenReads();
  uint32_t newPlace() {
    Producers.emplace_back();
    return Producers.size() - 1;
  }
  void connect(SimRead &R, ValuePlace Place, const UopRead &Read);

  Program &P;
  const Kernel &K;
  const Cpu &C;
  const Relaxation &Without;
  const ResourceMask PortMask, Unlimited;
  PoolVector<Producer> Producers;
  /// The place of each location's value as the current instruction finds it,
  /// and of what the current instruction wrote so far.
  PoolVector<uint32_t> Last, Own;
  /// Reads of values from the previous iteration.
  PoolVector<std::pair<uint32_t, const UopRead *>> Open;
  PoolVector<uint32_t> OpenStackPointers; ///< instructions
  /// Writes of the current instruction's µops in the order of Program::Uops.
  PoolVector<ArrayRef<UopWrite>> CurrentWrites;
  DenseMap<uint16_t, uint32_t> Repeats;
  std::optional<LocationId> StackPointer;
  bool KnowsFiles = false;
  /// The stack pointer's value where only sync µops write it.
  uint32_t SyncedPlace = None;
};

} // namespace

void Compiler::compile() {
  if (C.Rename.StackEngine)
    for (const auto &[L, Loc] : enumerate(K.Locations))
      if (Loc.Name == C.StackPointer.Name && !C.StackPointer.Name.empty())
        StackPointer = L;
  P.HasLater = asksForLater(K, [](const ResourceUse &) { return true; });
  KnowsFiles = knowsFiles(K);
  P.Instrs.resize(K.Instrs.size());
  for (uint32_t I = 0; I != K.Instrs.size(); ++I)
    addInstr(I);
  connectOpenReads();
  addSync();
  P.NumValues = 2 * Producers.size();
}

void Compiler::addInstr(uint32_t I) {
  const KernelInstr &Instr = K.Instrs[I];
  SimInstr &S = P.Instrs[I];
  S.Order = Without.Order ? Ordering::None : Instr.Order;
  S.FirstQueued = P.Queued.size();
  P.HasKinds |= C.Rename.StackEngine && Instr.StackChange != 0;
  if (StackPointer) {
    if (Last[*StackPointer] == None)
      OpenStackPointers.push_back(I);
    else
      connect(S.StackPointer, 2 * Last[*StackPointer], UopRead());
  }
  if (Instr.MacroFused)
    return;
  P.HasFences |= S.Order != Ordering::None && S.Order != Ordering::Serializing;
  const uint32_t FirstUop = P.Uops.size();
  ArrayRef<Uop> Uops = Instr.Uops;
  size_t Merges = 0;
  while (Merges != Uops.size() && Uops[Merges].Merge)
    ++Merges;
  addMerges(I, Uops.take_front(Merges));
  S.FirstWritten = P.WrittenLocations.size();
  addWrites(FirstUop);
  const uint32_t FirstOwn = P.Uops.size();
  addForm(I, Uops.drop_front(Merges), Listed);
  // Further queued µops of the instruction carry nothing.
  S.NumQueued = P.Queued.size() - S.FirstQueued;
  if (Instr.Move != MoveKind::None && !Instr.Executed.empty()) {
    S.Move = Instr.Move;
    S.HasExecuted = true;
    addForm(I, Instr.Executed, Executed);
  }
  addWrites(FirstOwn);
  for (ArrayRef<Uop> Form : {Uops, ArrayRef(Instr.Executed)})
    for (const Uop &Op : Form)
      for (const UopWrite &W : Op.Writes)
        if (K.Locations[W.Loc].Internal)
          Own[W.Loc] = None;
  S.NumWritten = P.WrittenLocations.size() - S.FirstWritten;
}

void Compiler::addMerges(uint32_t I, ArrayRef<Uop> Merges) {
  SimInstr &S = P.Instrs[I];
  const uint32_t First = P.Uops.size();
  for (const auto &[U, Op] : enumerate(Merges))
    P.Uops.push_back(makeUop(I, U, Op, Listed));
  S.FirstMerge = P.Fused.size();
  S.NumMerges = Merges.size();
  for (unsigned M = 0; M != Merges.size(); ++M) {
    P.Fused.push_back(makeFused(P, First + M, 1, M));
    P.Fused.back().Instr = I;
    P.Fused.back().Origin = UopOrigin::Merge;
  }
}

void Compiler::addForm(uint32_t I, ArrayRef<Uop> Uops, Variant Form) {
  const KernelInstr &Instr = K.Instrs[I];
  const uint32_t FirstUop = P.Uops.size(), FirstFused = P.Fused.size();
  const unsigned Merges = Form == Listed ? P.Instrs[I].NumMerges : 0;
  for (const auto &[U, Op] : enumerate(Uops))
    P.Uops.push_back(makeUop(I, Merges + U, Op, Form));
  const unsigned Fused = std::max<unsigned>(1, Instr.FusedUops);
  groupUops(P, FirstUop, Fused, std::min(Fused, queuedUops(Instr, C)));
  for (SimFused &F : elements(P.Fused).drop_front(FirstFused)) {
    F.Instr = I;
    F.Form = Form;
  }
}

SimUop Compiler::makeUop(uint32_t I, uint32_t U, const Uop &Op, Variant Form) {
  const KernelInstr &Instr = K.Instrs[I];
  SimUop S;
  S.Instr = I;
  S.Index = U;
  S.Kind = Op.Kind;
  S.Form = Form;
  S.Fence = P.HasFences && Instr.Order != Ordering::None &&
            Instr.Order != Ordering::Serializing;
  if (Op.Access >= 0 && size_t(Op.Access) < Instr.Accesses.size()) {
    S.Access = P.Accesses.size();
    P.Accesses.push_back(Instr.Accesses[Op.Access]);
    S.Wide = C.Memory.FullWidth && P.Accesses.back().Size > C.Memory.FullWidth;
  }
  addUses(S, Op, U == P.Instrs[I].NumMerges && Form == Listed);
  addReads(S, Op);
  for (const UopWrite &W : Op.Writes) {
    S.Own = std::max(S.Own, W.Latency);
    if (S.Ports)
      S.Registers += oneRegister(K.Locations[W.Loc].Kind);
  }
  S.FinishDelay = std::max<uint32_t>(C.Schedule.ExecuteDelay, S.Own);
  if (Op.Kind == UopKind::StoreAddress)
    S.FinishDelay = std::max(S.FinishDelay, C.Memory.StoreAddressLatency);
  if (Op.Kind == UopKind::StoreData) {
    S.FinishDelay = std::max(S.FinishDelay, C.Memory.StoreDataLatency);
    if (S.Wide)
      S.PortCycles *= 2;
  }
  S.FinishDelay =
      std::max<uint32_t>(S.FinishDelay, P.Units[S.Units].RepeatCycles);
  S.Waits = !S.Ports && (S.NumReads > 1 || S.Fence);
  CurrentWrites.push_back(Op.Writes);
  return S;
}

void Compiler::addUses(SimUop &S, const Uop &Op, bool First) {
  const KernelInstr &Instr = K.Instrs[S.Instr];
  const ResourceUse *Main = find_if(Op.Uses, [&](const ResourceUse &U) {
    return U.Resources & PortMask && !U.After;
  });
  if (Main == Op.Uses.end())
    Main = find_if(Op.Uses, [](const ResourceUse &U) { return !U.After; });
  if (Main == Op.Uses.end())
    return;
  S.Ports = Main->Resources;
  S.PortCycles = Main->Cycles;
  S.PortClass = portClass(S.Ports);

  SimUnits Units;
  for (const ResourceUse &U : Op.Uses) {
    if (&U == Main || !U.Resources)
      continue;
    if (U.Resources & ~Unlimited)
      Units.Uses.push_back(U);
  }
  if (First && Instr.RepeatCycles && !Without.Units && !Without.Order) {
    Units.RepeatCycles = Instr.RepeatCycles;
    Units.Repeat =
        Repeats.try_emplace(Instr.RepeatId, Repeats.size()).first->second;
    P.NumRepeats = Repeats.size();
  }
  if (P.HasLater && KnowsFiles)
    Units.Results = resultsOf(K, Op);
  if (Units.isSame(SimUnits()))
    return;
  auto Found = find_if(drop_begin(P.Units),
                       [&](const SimUnits &O) { return O.isSame(Units); });
  S.Units = Found - P.Units.begin();
  if (Found == P.Units.end())
    P.Units.push_back(std::move(Units));
}

uint16_t Compiler::portClass(ResourceMask Ports) {
  const size_t Class = find(P.PortClasses, Ports) - P.PortClasses.begin();
  if (Class == P.PortClasses.size())
    P.PortClasses.push_back(Ports);
  return Class;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// \p R finds its value at \p Place.
void Compiler::connect(SimRead &R, ValuePlace Place, const UopRead &Read) {
  R.Place = Place;
  const Producer &From = Producers[Place / 2];
  for (unsigned F = 0; F != 2; ++F)
    if (From.Write[F]) {
      R.Latency[F] = dependenceLatency(*From.Write[F], Read);
      P.MaxLatency = std::max<uint32_t>(P.MaxLatency, R.Latency[F]);
    }
  for (const Bypass &B : Read.Bypasses)
    if (B.Together && From.Write[Listed] &&
        B.Producer == From.Write[Listed]->WriteClass)
      R.Together = std::max<int>(R.Together, -B.Cycles);
}

void Compiler::addReads(SimUop &S, const Uop &Op) {
  S.FirstRead = P.Reads.size();
  S.FirstWrite = P.Writes.size();
  if (!Without.Dependences)
    for (const UopRead &R : Op.Reads) {
      const bool Internal = K.Locations[R.Loc].Internal;
      const uint32_t Place = Internal ? Own[R.Loc] : Last[R.Loc];
      if (Place == None && Internal)
        continue;
      if (Place == None)
        Open.push_back({P.Reads.size(), &R});
      SimRead &Read = P.Reads.emplace_back();
      Read.General = K.Locations[R.Loc].Kind == RegisterKind::General;
      Read.Shared = R.Shared;
      ++S.NumReads;
      if (Place == None)
        continue;
      connect(Read, 2 * Place, R);
    }
  // The next µop of the instruction already sees internal values.
  for (const UopWrite &W : Op.Writes) {
    if (!K.Locations[W.Loc].Internal)
      continue;
    Own[W.Loc] = newPlace();
    Producers.back().Write[Listed] = Producers.back().Write[Executed] = &W;
    P.Writes.push_back(2 * Own[W.Loc]);
    ++S.NumWrites;
  }
}

/// What the µops from \p FirstUop on write is there for those that come next.
void Compiler::addWrites(uint32_t FirstUop) {
  const uint32_t FirstWritten = P.WrittenLocations.size();
  for (const auto &[N, Writes] : enumerate(CurrentWrites)) {
    SimUop &S = P.Uops[FirstUop + N];
    // Its internal writes are elsewhere in Program::Writes.
    SmallVector<ValuePlace, 4> Places(
        ArrayRef(P.Writes).slice(S.FirstWrite, S.NumWrites));
    for (const UopWrite &W : Writes) {
      if (K.Locations[W.Loc].Internal)
        continue;
      uint32_t &Place = Own[W.Loc];
      if (Place == None) {
        Place = newPlace();
        P.WrittenLocations.push_back(W.Loc);
      }
      Producers[Place].Write[S.Form] = &W;
      Places.push_back(2 * Place);
    }
    if (Places.size() == S.NumWrites)
      continue;
    S.FirstWrite = P.Writes.size();
    S.NumWrites = Places.size();
    P.Writes.insert(P.Writes.end(), Places.begin(), Places.end());
  }
  for (LocationId L : ArrayRef(P.WrittenLocations).drop_front(FirstWritten))
    Last[L] = std::exchange(Own[L], None);
  CurrentWrites.clear();
}

void Compiler::connectOpenReads() {
  for (const auto &[Index, R] : Open) {
    SimRead &Read = P.Reads[Index];
    if (const uint32_t Place = Last[R->Loc]; Place != None) {
      connect(Read, 2 * Place + 1, *R);
      continue;
    }
    if (StackPointer && R->Loc == *StackPointer && SyncedPlace == None)
      SyncedPlace = newPlace();
    const bool Synced = StackPointer && R->Loc == *StackPointer;
    Read.Place = Synced ? 2 * SyncedPlace : 0;
  }
  for (uint32_t I : OpenStackPointers) {
    SimRead &Read = P.Instrs[I].StackPointer;
    if (const uint32_t Place = Last[*StackPointer]; Place != None)
      connect(Read, 2 * Place + 1, UopRead());
    else if (SyncedPlace != None) {
      connect(Read, 2 * SyncedPlace, UopRead());
      Read.BothElements = true;
    }
  }
}

void Compiler::addSync() {
  SimUop S;
  S.Ports = C.Rename.StackSyncPorts;
  S.Own = P.SyncLatency;
  S.FinishDelay = std::max<uint32_t>(C.Schedule.ExecuteDelay, S.Own);
  P.MaxLatency = std::max(P.MaxLatency, P.SyncLatency);
  S.PortClass = portClass(S.Ports);
  addStackSyncs(P, C, S);
}

Program::Program(const Kernel &K, const Cpu &C, const Relaxation &Without,
                 unsigned FusedInFlight) {
  Compiler(*this, K, C, Without).compile();
  if (!Without.Dependences && !Without.MemoryDependences)
    addForwards(*this, K, C, FusedInFlight);
  pairStores(*this, C);
  findCrossings(*this, C);
  if (!Without.Banks)
    findBanks(*this, K, C);
  addCode(*this, K, C, Without);
  finish(*this, K, C);
}

} // namespace takt::sim
