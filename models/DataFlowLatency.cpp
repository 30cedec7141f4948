//===- DataFlowLatency.cpp - Latencies of µops ------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where DataFlow's latencies come from: LLVM's latency of the instruction, its
/// read advances, and the CPU's file.
///
//===----------------------------------------------------------------------===//

#include "DataFlow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace takt;

/// LLVM's word for "latency not known" is negative; llvm-mca takes this.
static constexpr unsigned UnknownLatency = 100;
/// Cycles that LLVM counts for the store of a read-modify-write.
static constexpr unsigned RewriteLatency = 1;

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

/// The advances that the CPU's file gives \p R replace LLVM's.
void DataFlow::applyAdvances(TemplateRead &R) const {
  for (const OperandAdvance *A : Corrected.Advances) {
    bool Is = R.Value.K == ValueRef::Register
                  ? (A->Operand == "flags" && isFlags(R.Value)) ||
                        A->Operand == Ctx.Registers.name(R.Value.Index)
                  : A->Operand == ("op" + llvm::Twine(R.Value.Index)).str() ||
                        (A->Operand == "tied" &&
                         Desc.getOperandConstraint(R.Value.Index,
                                                   llvm::MCOI::TIED_TO) >= 0);
    if (Is)
      R.Bypasses.assign(1, {0, static_cast<int16_t>(A->Cycles)});
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
  // Those of gathers are in vectors, and part of their latency.
  if ((Shape.Form.Scaled || Shape.Form.ThreeParts) && !Operands.VectorIndex)
    AddressDelay = Ctx.C.ComplexAddressLatency;
  LoadLatency = Corrected.LoadLatency.value_or(ModelLoadLatency) + AddressDelay;
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
    return Corrected.LoadLatency.value_or(Whole) + AddressDelay;
  if (Corrected.Latency)
    return *Corrected.Latency;
  if (Load < 0)
    return Whole;
  // LLVM's sequence of load, operation and store counts a cycle for the store.
  unsigned Rest = ModelLoadLatency + (StoreData >= 0 ? RewriteLatency : 0);
  return Whole > Rest ? Whole - Rest : 1;
}
