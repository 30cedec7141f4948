//===- DataFlow.h - What µops read and write --------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_DATAFLOW_H
#define TAKT_MODELS_DATAFLOW_H

#include "InstrTemplate.h"
#include "llvm/MC/MCInstrInfo.h"

namespace takt {

/// Connects the µops of one template; connectUops is the way in.
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
  ValueRef newTemp();
  void connectLoads();
  void addReads();
  void addComputeReads();
  void addStages(llvm::ArrayRef<int> Computes, llvm::ArrayRef<TemplateRead> In);
  void addStoredValue();
  void addResults(llvm::function_ref<bool(const ValueRef &)> Wanted);
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
  void applyAdvances(TemplateRead &R) const;
  void chainLoads();

  // Shared ports of the register file, DataFlowShared.cpp.
  void shareReads();
  bool isVectorRead(const TemplateRead &R) const;
  bool isTied(const TemplateRead &R) const;
  TemplateRead &sharedRead(llvm::ArrayRef<TemplateRead *> Vectors) const;
  bool handsOn(const TemplateUop &U, ResourceMask Ports) const;

  // Data flow that the CPU's file spells, DataFlowSpelled.cpp.
  bool isSpelled() const;
  void addSpelled();
  void spelledRead(const UopValue &V, TemplateUop &U);
  void spelledWrite(const UopResult &R, TemplateUop &U);
  void spelledResults(unsigned Latency, TemplateUop &U);
  ValueRef flagsValue(unsigned Groups) const;
  ValueRef tempFor(int &Temp);
  void addMissingResults();

  const BuilderContext &Ctx;
  const InstrShape &Shape;
  const OpcodeOperands &Operands;
  const Effective &Corrected;
  InstrTemplate &T;
  const llvm::MCInstrDesc &Desc;

  /// What the instruction reads, before it is known which µop does.
  llvm::SmallVector<TemplateRead, 8> Address, Data;
  /// The µops by role; -1: there is none.
  int Load = -1, Main = -1, WriteBack = -1, StoreData = -1, FirstMemory = -1;
  bool HasStoreAddress = false;
  /// Load-to-use latency in LLVM's model, and as corrected; by how much the sum
  /// of its address makes it longer, which only the latter has.
  unsigned ModelLoadLatency = 0, LoadLatency = 0, AddressDelay = 0;
  /// Cycles by which all results of Main come earlier, because its slower
  /// operands have µops of their own in front of it.
  unsigned Staged = 0;
  /// Temps of the loaded and of the stored value, and those of the file; -1:
  /// not made yet.
  int LoadedTemp = -1, StoredTemp = -1;
  llvm::SmallVector<int, 4> SpelledTemps;
  /// Results that are written: operands and implicit registers, flags apart.
  llvm::SmallVector<ValueRef, 4> Written;
};

} // namespace takt

#endif // TAKT_MODELS_DATAFLOW_H
