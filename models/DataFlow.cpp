//===- DataFlow.cpp - What µops read and write ------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits an instruction's operands and latencies over its µops:
///
///     address registers ──> load ── t0 ──┐
///     data registers ───────────────> compute ── results, flags
///                                        └─ t1 ──> store data
///     address registers ──> store address
///
/// LLVM gives the latency of the whole instruction and, for operands that wait
/// in registers while the load runs, a read advance: the load's latency.
///
//===----------------------------------------------------------------------===//

#include "DataFlow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace takt;

/// Cycles of the addition behind a write-back of an address register.
static constexpr unsigned WriteBackLatency = 1;

void DataFlow::findUops() {
  for (auto [Index, U] : llvm::enumerate(T.Uops)) {
    int I = static_cast<int>(Index);
    switch (U.Kind) {
    case UopKind::Load:
      Load = Load < 0 ? I : Load;
      break;
    case UopKind::Compute:
    case UopKind::Branch:
      Main = Main < 0 ? I : Main;
      // A post- or pre-indexed access with an operation beside the memory µop:
      // that is the addition to the base.
      if (Operands.WriteBack)
        WriteBack = I;
      break;
    case UopKind::StoreAddress:
      HasStoreAddress = true;
      break;
    case UopKind::StoreData:
      StoreData = StoreData < 0 ? I : StoreData;
      break;
    }
    if (FirstMemory < 0 && U.Kind != UopKind::Compute)
      FirstMemory = I;
  }
  if (WriteBack == Main)
    Main = -1;
}

FlagSet DataFlow::flags(const std::vector<std::string> *Names) const {
  if (!Names)
    return AllFlags;
  FlagSet Set = 0;
  for (auto [Index, Group] : llvm::enumerate(Ctx.C.FlagGroups))
    if (llvm::is_contained(*Names, Group))
      Set |= 1u << Index;
  return Set;
}

/// Reads in the order of LLVM's UseIdx: explicit uses, immediates counted, then
/// implicit ones.
void DataFlow::collectReads() {
  for (unsigned I = 0; I < Desc.getNumOperands(); ++I) {
    OperandRole Role = Operands.Roles[I];
    if (Role == OperandRole::Result) {
      if (Corrected.ReadsDestination && !(Operands.WriteBack >> I & 1))
        Data.push_back({{ValueRef::Operand, static_cast<uint16_t>(I)}, {}});
      continue;
    }
    bool IsData = Role == OperandRole::Data;
    if (IsData &&
        (Corrected.BreaksDependence || (I < 64 && Shape.Independent >> I & 1)))
      continue;
    TemplateRead R{{ValueRef::Operand, static_cast<uint16_t>(I)},
                   advances(I - Desc.getNumDefs(), IsData)};
    applyAdvances(R);
    (IsData ? Data : Address).push_back(std::move(R));
  }
  unsigned Use = Desc.getNumOperands() - Desc.getNumDefs();
  for (llvm::MCPhysReg Reg : Desc.implicit_uses()) {
    TemplateRead R{{ValueRef::Register, Reg}, {}};
    bool IsAddress = Operands.StackAddress && isStackPointer(R.Value);
    R.Bypasses = advances(Use++, !IsAddress);
    if (isFlags(R.Value))
      R.Value.Flags = flags(Corrected.FlagsRead);
    applyAdvances(R);
    (IsAddress ? Address : Data).push_back(std::move(R));
  }
}

/// Cycles by which \p R may come later whoever makes it.
static int advanceOf(const TemplateRead &R) {
  int Cycles = 0;
  for (const Bypass &B : R.Bypasses)
    if (B.Producer == 0)
      Cycles += B.Cycles;
  return Cycles;
}

static void setAdvance(TemplateRead &R, int Cycles) {
  llvm::erase_if(R.Bypasses, [](const Bypass &B) { return B.Producer == 0; });
  if (Cycles)
    R.Bypasses.push_back({0, static_cast<int16_t>(Cycles)});
}

/// Pointer chasing: marks plain loads, and addresses that are there earlier
/// behind one, for Builder::shortenChainedLoads.
void DataFlow::chainLoads() {
  if (Ctx.C.ChainedLoadGain == 0 || Load < 0)
    return;
  TemplateUop &U = T.Uops[Load];
  if (Shape.Form.ShortAddress)
    for (TemplateRead &R : U.Reads)
      R.Bypasses.push_back(
          {PlainLoadClass, static_cast<int16_t>(Ctx.C.ChainedLoadGain)});
  // Only what goes from the load straight into an integer register.
  for (TemplateWrite &W : U.Writes)
    if (W.Value.K == ValueRef::Operand && Main < 0 && StoreData < 0 &&
        !isVector() && Shape.ChainedLoad &&
        !(Operands.WriteBack >> W.Value.Index & 1))
      W.WriteClass = PlainLoadClass;
}

ValueRef DataFlow::newTemp() {
  return {ValueRef::Temp, static_cast<uint16_t>(T.NumTemps++)};
}

/// What loads hand to the operation, as an input of it; without an operation to
/// the store.
void DataFlow::connectLoads() {
  unsigned Advance = 0;
  for (const OperandAdvance *A : Corrected.Advances)
    if (A->Operand == "memory")
      Advance = A->Cycles;
  for (TemplateUop &U : T.Uops) {
    if (U.Kind != UopKind::Load || (Main < 0 && StoreData < 0))
      continue;
    TemplateRead R{newTemp(), {}};
    U.Writes.push_back(
        {R.Value, static_cast<uint16_t>(LoadLatency), /*WriteClass=*/0, 0});
    if (Advance)
      R.Bypasses.push_back({0, static_cast<int16_t>(Advance)});
    if (Main >= 0)
      Data.push_back(std::move(R));
    else
      T.Uops[StoreData].Reads.push_back(std::move(R));
  }
}

/// Operands that may come late go to the first µop, which makes the results;
/// each slower class of operands goes through another µop in front of it, as
/// long as there are µops (uiCA-model, section 6). \p Computes has at least
/// two, \p In two classes.
void DataFlow::addStages(llvm::ArrayRef<int> Computes,
                         llvm::ArrayRef<TemplateRead> In) {
  llvm::SmallVector<int, 4> Classes;
  for (const TemplateRead &R : In)
    Classes.push_back(advanceOf(R));
  llvm::sort(Classes, std::greater<>());
  Classes.erase(llvm::unique(Classes), Classes.end());
  Staged = Classes.front();
  size_t Stages = std::min(Classes.size(), Computes.size());
  // The first µop, which takes divider and the like, goes behind the stages
  // that it waits for.
  for (size_t S = 1; S < Stages; ++S)
    std::swap(T.Uops[Computes[S - 1]], T.Uops[Computes[S]]);
  Main = Computes[Stages - 1];
  for (size_t S = 0; S < Stages; ++S) {
    TemplateUop &U = T.Uops[S == 0 ? Main : Computes[S - 1]];
    for (TemplateRead R : In) {
      int Advance = advanceOf(R);
      bool Mine =
          Advance == Classes[S] || (S + 1 == Stages && Advance < Classes[S]);
      if (!Mine)
        continue;
      // What is slower than the last stage makes it longer.
      setAdvance(R, Advance - Classes[S]);
      U.Reads.push_back(std::move(R));
    }
    if (S == 0)
      continue;
    ValueRef Temp = newTemp();
    U.Writes.push_back(
        {Temp, static_cast<uint16_t>(Staged - Classes[S]), 0, 0});
    T.Uops[Main].Reads.push_back({Temp, {}});
  }
  for (int Rest : Computes.drop_front(Stages))
    for (TemplateRead R : In) {
      setAdvance(R, 0);
      T.Uops[Rest].Reads.push_back(std::move(R));
    }
}

void DataFlow::addComputeReads() {
  llvm::SmallVector<int, 4> Computes;
  bool Branches = false, Staged = false;
  for (auto [Index, U] : llvm::enumerate(T.Uops)) {
    int I = static_cast<int>(Index);
    if ((U.Kind != UopKind::Compute && U.Kind != UopKind::Branch) ||
        I == WriteBack)
      continue;
    Computes.push_back(I);
    Branches |= U.Kind == UopKind::Branch;
  }
  for (const TemplateRead &R : Data)
    Staged |= advanceOf(R) != advanceOf(Data.front());
  if (Computes.size() > 1 && Staged && !Branches)
    return addStages(Computes, Data);
  for (int I : Computes)
    T.Uops[I].Reads.append(Data.begin(), Data.end());
}

/// Gives every read to the µops that need it.
void DataFlow::addReads() {
  for (auto [Index, U] : llvm::enumerate(T.Uops)) {
    bool IsMemory = U.Kind == UopKind::Load ||
                    U.Kind == UopKind::StoreAddress ||
                    (U.Kind == UopKind::StoreData && !HasStoreAddress);
    if (IsMemory || static_cast<int>(Index) == WriteBack)
      U.Reads.append(Address.begin(), Address.end());
    if (Main < 0 && U.Kind == UopKind::StoreData && Load < 0)
      U.Reads.append(Data.begin(), Data.end());
  }
  connectLoads();
  addComputeReads();
  // Data of a load that nothing computes on: merged into when the load is done.
  if (Main < 0 && StoreData < 0 && Load >= 0)
    for (TemplateRead R : Data) {
      R.Bypasses.assign(
          1, {0, static_cast<int16_t>(std::max(LoadLatency, 1u) - 1)});
      T.Uops[Load].Reads.push_back(std::move(R));
    }
  // String stores and exchanges: data that no operation takes.
  if (Main < 0 && StoreData >= 0 && Load >= 0)
    T.Uops[StoreData].Reads.append(Data.begin(), Data.end());
}

/// What the operation hands to the store.
void DataFlow::addStoredValue() {
  if (Main < 0 || StoreData < 0)
    return;
  ValueRef Temp = newTemp();
  unsigned Latency = std::max(1u, Corrected.Latency.value_or(1));
  Latency = Latency > Staged ? Latency - Staged : 1;
  T.Uops[Main].Writes.push_back({Temp, static_cast<uint16_t>(Latency), 0, 0});
  for (TemplateUop &U : T.Uops)
    if (U.Kind == UopKind::StoreData)
      U.Reads.push_back({Temp, {}});
}

void DataFlow::addResult(ValueRef Value, unsigned DefIndex, bool IsWriteBack) {
  TemplateWrite W;
  W.Value = Value;
  if (isFlags(Value))
    W.Value.Flags = flags(Corrected.FlagsWritten);
  unsigned Whole = modelLatency(DefIndex, W.WriteClass);
  if (IsWriteBack) {
    llvm::StringRef Name = "write-back";
    std::optional<unsigned> Own = corrected(Name);
    if (!Own && Value.K == ValueRef::Register)
      Own = corrected(Ctx.Registers.name(Value.Index));
    W.Latency = Own.value_or(WriteBackLatency);
    W.WriteClass = 0;
    int At = WriteBack >= 0 ? WriteBack : std::max(FirstMemory, 0);
    T.Uops[At].Writes.push_back(W);
    return;
  }
  W.Latency = resultLatency(Value, Whole);
  for (const OperandAdvance *A : Corrected.Advances)
    if (A->Operand == "merge")
      W.MergeLate = A->Cycles;
  if (Main >= 0)
    W.Latency -= std::min<unsigned>(W.Latency, Staged);
  int At = Main >= 0 ? Main : Load >= 0 ? Load : StoreData >= 0 ? StoreData : 0;
  if (At == Load && W.Latency > 0)
    W.MergeLate = W.Latency - 1;
  T.Uops[At].Writes.push_back(W);
}

/// Adds the results that \p Wanted says.
void DataFlow::addResults(llvm::function_ref<bool(const ValueRef &)> Wanted) {
  for (unsigned I = 0; I < Desc.getNumOperands(); ++I) {
    ValueRef V{ValueRef::Operand, static_cast<uint16_t>(I)};
    if (Operands.Roles[I] == OperandRole::Result && Wanted(V))
      addResult(V, I, Operands.WriteBack >> I & 1);
  }
  if (Corrected.KeepsRegisters)
    return;
  unsigned Def = Desc.getNumDefs();
  for (llvm::MCPhysReg Reg : Desc.implicit_defs()) {
    ValueRef V{ValueRef::Register, Reg};
    unsigned Index = Def++;
    // The stack engine adds to the stack pointer in front of the renamer. What
    // takes no time is not written at all: the stack pointer, where the file
    // says no more of it, and rax by cdq.
    const bool ByEngine =
        Shape.StackChange && isStackPointer(V) && Ctx.C.Rename.StackEngine;
    const bool Keeps = corrected(Ctx.Registers.name(V.Index)) == 0u;
    if (!ByEngine && !Keeps && Wanted(V))
      addResult(V, Index, Operands.StackAddress && isStackPointer(V));
  }
}

void DataFlow::run() {
  if (T.Uops.empty())
    T.Uops.emplace_back();
  findUops();
  findLoadLatency();
  collectReads();
  if (isSpelled()) {
    addSpelled();
  } else {
    addReads();
    addStoredValue();
    addResults([](const ValueRef &) { return true; });
  }
  chainLoads();
  shareReads();
}

void takt::connectUops(const BuilderContext &Ctx, const InstrShape &Shape,
                       const OpcodeOperands &Operands,
                       const Effective &Corrected, InstrTemplate &T) {
  DataFlow(Ctx, Shape, Operands, Corrected, T).run();
}
