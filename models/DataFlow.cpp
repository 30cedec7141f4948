//===- DataFlow.cpp - What µops read and write -------------------- -*- C++
//-*-===//
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

#include "InstrTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace takt;
using llvm::MCInstrDesc;

namespace {

/// LLVM's word for "latency not known" is negative; llvm-mca takes this.
constexpr unsigned UnknownLatency = 100;
/// Cycles of the addition behind a write-back of an address register.
constexpr unsigned WriteBackLatency = 1;

/// Cycles that LLVM counts for the store of a read-modify-write.
constexpr unsigned RewriteLatency = 1;

class DataFlow {
public:
  DataFlow(const BuilderContext &Ctx, const InstrShape &Shape,
           const OpcodeOperands &Operands, const Effective &Corrected,
           InstrTemplate &T)
      : Ctx(Ctx), Shape(Shape), Operands(Operands), Corrected(Corrected), T(T),
        Desc(Ctx.MII.get(Shape.Opcode)) {}

  void run();

private:
  void findUops();
  void collectReads();
  void findLoadLatency();
  void addReads();
  void addTemps();
  void addResults();
  void addResult(ValueRef Value, unsigned DefIndex, bool IsWriteBack);

  unsigned modelLatency(unsigned DefIndex, uint16_t &WriteClass) const;
  unsigned resultLatency(const ValueRef &Value, unsigned Whole) const;
  llvm::SmallVector<Bypass, 1> advances(unsigned UseIndex, bool IsData) const;
  bool isVector() const;
  FlagSet flags(const std::vector<std::string> *Names) const;
  bool isFlags(const ValueRef &V) const {
    return V.K == ValueRef::Register && Ctx.Registers.isFlags(V.Index);
  }
  bool isStackPointer(const ValueRef &V) const {
    return V.K == ValueRef::Register && Ctx.Registers.isStackPointer(V.Index);
  }
  std::optional<unsigned> corrected(llvm::StringRef Register) const;

  const BuilderContext &Ctx;
  const InstrShape &Shape;
  const OpcodeOperands &Operands;
  const Effective &Corrected;
  InstrTemplate &T;
  const MCInstrDesc &Desc;

  /// What the instruction reads, before it is known which µop does.
  llvm::SmallVector<TemplateRead, 8> Address, Data;
  /// The µops by role; -1: there is none.
  int Load = -1, Main = -1, WriteBack = -1, StoreData = -1, FirstMemory = -1;
  bool HasStoreAddress = false;
  /// Load-to-use latency in LLVM's model, and as corrected.
  unsigned ModelLoadLatency = 0, LoadLatency = 0;
};

} // namespace

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

/// LLVM's read advances of one operand. Under a load, what counts is by how
/// much the operand may come later than the loaded value; an operand without an
/// advance does not wait for the load either, though LLVM's model says so
/// (cmp, setcc).
llvm::SmallVector<Bypass, 1> DataFlow::advances(unsigned UseIndex,
                                                bool IsData) const {
  llvm::SmallVector<Bypass, 1> Result;
  if (!Shape.Class)
    return Result;
  for (const llvm::MCReadAdvanceEntry &E :
       Ctx.STI.getReadAdvanceEntries(*Shape.Class)) {
    if (E.UseIdx != UseIndex)
      continue;
    int Cycles = E.Cycles;
    if (IsData && Load >= 0 && Main >= 0 && Cycles > 0)
      Cycles -= ModelLoadLatency;
    if (Cycles != 0)
      Result.push_back({static_cast<uint16_t>(E.WriteResourceID),
                        static_cast<int16_t>(Cycles)});
  }
  return Result;
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
    (IsData ? Data : Address).push_back(std::move(R));
  }
  unsigned Use = Desc.getNumOperands() - Desc.getNumDefs();
  for (llvm::MCPhysReg Reg : Desc.implicit_uses()) {
    TemplateRead R{{ValueRef::Register, Reg}, {}};
    bool IsAddress = Operands.StackAddress && isStackPointer(R.Value);
    R.Bypasses = advances(Use++, !IsAddress);
    if (isFlags(R.Value))
      R.Value.Flags = flags(Corrected.FlagsRead);
    (IsAddress ? Address : Data).push_back(std::move(R));
  }
}

/// Some result or data operand is a register that cannot hold an address.
bool DataFlow::isVector() const {
  for (auto [I, Op] : llvm::enumerate(Desc.operands())) {
    if (Operands.Roles[I] == OperandRole::Address || Op.RegClass < 0 ||
        Op.isLookupPtrRegClass())
      continue;
    const llvm::MCRegisterClass &RC = Ctx.MRI.getRegClass(Op.RegClass);
    if (RC.getNumRegs() && !Ctx.Registers.isGeneral(*RC.begin()))
      return true;
  }
  return false;
}

void DataFlow::findLoadLatency() {
  // The read advance of a register operand tells how long the load runs.
  int Advance = 0;
  if (Shape.Class && Load >= 0)
    for (const llvm::MCReadAdvanceEntry &E :
         Ctx.STI.getReadAdvanceEntries(*Shape.Class)) {
      unsigned Operand = E.UseIdx + Desc.getNumDefs();
      if (E.WriteResourceID == 0 &&
          (Operand >= Desc.getNumOperands() ||
           Operands.Roles[Operand] == OperandRole::Data))
        Advance = std::max(Advance, E.Cycles);
    }
  ModelLoadLatency = Advance > 0  ? Advance
                     : isVector() ? Ctx.C.VectorLoadLatency
                                  : Ctx.C.LoadLatency;
  LoadLatency = Corrected.LoadLatency.value_or(ModelLoadLatency);
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

/// LLVM's latency of the whole instruction to result \p DefIndex; results
/// beyond its table have the largest one, as in llvm-mca.
unsigned DataFlow::modelLatency(unsigned DefIndex, uint16_t &WriteClass) const {
  WriteClass = 0;
  if (!Shape.Class)
    return 1;
  auto Cycles = [](const llvm::MCWriteLatencyEntry &E) {
    return E.Cycles < 0 ? UnknownLatency : static_cast<unsigned>(E.Cycles);
  };
  unsigned Max = 0;
  for (unsigned I = 0; I < Shape.Class->NumWriteLatencyEntries; ++I) {
    const llvm::MCWriteLatencyEntry &E =
        *Ctx.STI.getWriteLatencyEntry(Shape.Class, I);
    if (I == DefIndex) {
      WriteClass = E.WriteResourceID;
      return Cycles(E);
    }
    Max = std::max(Max, Cycles(E));
  }
  return Max;
}

std::optional<unsigned> DataFlow::corrected(llvm::StringRef Register) const {
  for (const RegisterLatency *L : llvm::reverse(Corrected.Latencies))
    if (L->Register == Register)
      return L->Latency;
  return std::nullopt;
}

/// The latency from the µop that writes \p Value; \p Whole is LLVM's for the
/// instruction.
unsigned DataFlow::resultLatency(const ValueRef &Value, unsigned Whole) const {
  if (Value.K == ValueRef::Register)
    if (auto L = corrected(Ctx.Registers.name(Value.Index)))
      return *L;
  if (Corrected.Eliminated)
    return 0;
  if (isFlags(Value) && Corrected.FlagsLatency)
    return *Corrected.FlagsLatency;
  if (Main < 0 && Load >= 0)
    return Corrected.LoadLatency.value_or(Whole);
  if (Corrected.Latency)
    return *Corrected.Latency;
  if (Load < 0)
    return Whole;
  // LLVM's sequence of load, operation and store counts a cycle for the store.
  unsigned Rest = ModelLoadLatency + (StoreData >= 0 ? RewriteLatency : 0);
  return Whole > Rest ? Whole - Rest : 1;
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
}

void takt::connectUops(const BuilderContext &Ctx, const InstrShape &Shape,
                       const OpcodeOperands &Operands,
                       const Effective &Corrected, InstrTemplate &T) {
  DataFlow(Ctx, Shape, Operands, Corrected, T).run();
}
