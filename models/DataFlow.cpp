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
/// Bypass::Producer of a plain load of an integer register; LLVM's classes
/// count from 1.
static constexpr uint16_t PlainLoadClass = UINT16_MAX;

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

/// Pointer chasing: a plain load is known to the next one's address.
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

/// Gives every read to the µops that need it.
void DataFlow::addReads() {
  for (auto [Index, U] : llvm::enumerate(T.Uops)) {
    int I = static_cast<int>(Index);
    bool IsMemory = U.Kind == UopKind::Load ||
                    U.Kind == UopKind::StoreAddress ||
                    (U.Kind == UopKind::StoreData && !HasStoreAddress);
    if (IsMemory || I == WriteBack)
      U.Reads.append(Address.begin(), Address.end());
    bool Computes = U.Kind == UopKind::Compute || U.Kind == UopKind::Branch;
    if (Computes && I != WriteBack)
      U.Reads.append(Data.begin(), Data.end());
    else if (Main < 0 && U.Kind == UopKind::StoreData && Load < 0)
      U.Reads.append(Data.begin(), Data.end());
  }
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

/// Values that pass between the µops.
void DataFlow::addTemps() {
  auto Connect = [&](int From, unsigned Latency, auto IsReader) {
    bool Used = false;
    ValueRef Temp{ValueRef::Temp, static_cast<uint16_t>(T.NumTemps)};
    for (auto [Index, U] : llvm::enumerate(T.Uops))
      if (IsReader(static_cast<int>(Index), U)) {
        U.Reads.push_back({Temp, {}});
        Used = true;
      }
    if (!Used)
      return;
    T.Uops[From].Writes.push_back({Temp, static_cast<uint16_t>(Latency), 0, 0});
    ++T.NumTemps;
  };
  for (auto [Index, U] : llvm::enumerate(T.Uops))
    if (U.Kind == UopKind::Load)
      Connect(Index, LoadLatency, [&](int I, const TemplateUop &To) {
        if (Main < 0)
          return To.Kind == UopKind::StoreData;
        return (To.Kind == UopKind::Compute || To.Kind == UopKind::Branch) &&
               I != WriteBack;
      });
  if (Main >= 0 && StoreData >= 0)
    Connect(Main, std::max(1u, Corrected.Latency.value_or(1)),
            [](int, const TemplateUop &To) {
              return To.Kind == UopKind::StoreData;
            });
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
  int At = Main >= 0 ? Main : Load >= 0 ? Load : StoreData >= 0 ? StoreData : 0;
  if (At == Load && W.Latency > 0)
    W.MergeLate = W.Latency - 1;
  T.Uops[At].Writes.push_back(W);
}

void DataFlow::addResults() {
  for (unsigned I = 0; I < Desc.getNumOperands(); ++I)
    if (Operands.Roles[I] == OperandRole::Result)
      addResult({ValueRef::Operand, static_cast<uint16_t>(I)}, I,
                Operands.WriteBack >> I & 1);
  unsigned Def = Desc.getNumDefs();
  for (llvm::MCPhysReg Reg : Desc.implicit_defs()) {
    ValueRef V{ValueRef::Register, Reg};
    // The stack engine adds to the stack pointer in front of the renamer.
    if (Ctx.C.Rename.StackEngine && Shape.StackChange && isStackPointer(V))
      ++Def;
    else
      addResult(V, Def++, Operands.StackAddress && isStackPointer(V));
  }
}

void DataFlow::run() {
  if (T.Uops.empty())
    T.Uops.emplace_back();
  findUops();
  findLoadLatency();
  collectReads();
  addReads();
  addTemps();
  addResults();
  chainLoads();
}

void takt::connectUops(const BuilderContext &Ctx, const InstrShape &Shape,
                       const OpcodeOperands &Operands,
                       const Effective &Corrected, InstrTemplate &T) {
  DataFlow(Ctx, Shape, Operands, Corrected, T).run();
}
