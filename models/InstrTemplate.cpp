//===- InstrTemplate.cpp - An instruction before its registers --*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstrTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace takt;

/// The µops that a correction spells.
static void takeUops(const Cpu &C, const std::vector<UopSpec> &Specs,
                     InstrTemplate &T) {
  T.Uops.clear();
  for (const UopSpec &S : Specs) {
    TemplateUop U;
    U.Kind = S.Kind;
    U.Uses = S.Uses;
    // A generic CPU learns its ports after its corrections.
    ResourceMask Ports = C.portsOf(S.Kind);
    if (S.DefaultPorts && U.Uses.empty() && Ports)
      U.Uses.push_back({Ports, 1});
    T.Uops.push_back(std::move(U));
  }
}

/// Bypass::Producer of instructions with Correction::AccumulateLatency; LLVM's
/// classes count from 1, and DataFlow's plain loads are UINT16_MAX.
static constexpr uint16_t AccumulatorClass = UINT16_MAX - 1;

/// The same of instructions with Correction::ForwardLatency.
static constexpr uint16_t ForwardClass = UINT16_MAX - 2;

/// Operands for which \p Takes are needed late, \p Latency cycles before the
/// result, if they come from an instruction of the same \p Class.
static void forwardResults(uint16_t Class, unsigned Latency,
                           llvm::function_ref<bool(unsigned)> Takes,
                           InstrTemplate &T) {
  for (TemplateUop &U : T.Uops)
    for (TemplateWrite &W : U.Writes) {
      if (W.Value.K != ValueRef::Operand)
        continue;
      W.WriteClass = Class;
      int Gain = W.Latency - static_cast<int>(Latency);
      for (TemplateRead &R : U.Reads)
        if (R.Value.K == ValueRef::Operand && Takes(R.Value.Index))
          R.Bypasses.assign(1, {Class, static_cast<int16_t>(Gain)});
    }
}

/// The same of instructions with Correction::FlagsTogether.
static constexpr uint16_t TogetherClass = UINT16_MAX - 3;

/// Flags that a correction with FlagsTogether is about.
static void delayTogether(const RegisterMap &Registers, unsigned Cycles,
                          InstrTemplate &T) {
  const auto IsFlags = [&](const ValueRef &V) {
    return V.K == ValueRef::Register && Registers.isFlags(V.Index);
  };
  for (TemplateUop &U : T.Uops) {
    for (TemplateWrite &W : U.Writes)
      if (IsFlags(W.Value))
        W.WriteClass = TogetherClass;
    for (TemplateRead &R : U.Reads)
      if (IsFlags(R.Value))
        R.Bypasses.push_back(
            {TogetherClass, static_cast<int16_t>(-int(Cycles)), true});
  }
}

/// Addresses with an index register may fit fewer ports.
static void restrictStoreAddresses(const Cpu &C, InstrTemplate &T) {
  if (C.IndexedStoreAddressPorts == 0)
    return;
  for (TemplateUop &U : T.Uops)
    if (U.Kind == UopKind::StoreAddress)
      for (ResourceUse &Use : U.Uses)
        if (Use.Resources == C.StoreAddressPorts)
          Use.Resources = C.IndexedStoreAddressPorts;
}

/// Fused-domain µops: what the file says, else what the file's rule gives. The
/// loads of a gather have one together.
static unsigned fusedUops(const BuilderContext &Ctx, const InstrShape &Shape,
                          const OpcodeOperands &Operands,
                          const Effective &Corrected, const InstrTemplate &T) {
  if (Corrected.FusedUops)
    return *Corrected.FusedUops;
  if (Shape.Class && (Ctx.C.FusedUopsFromModel || Ctx.C.Generic))
    return std::max<unsigned>(Shape.Class->NumMicroOps, 1);
  const unsigned Fused = countFusedUops(Ctx.C, T.Uops, Corrected.Unlaminated);
  const unsigned Loads = llvm::count_if(
      T.Uops, [](const TemplateUop &U) { return U.Kind == UopKind::Load; });
  return Operands.VectorIndex && !Corrected.Uops && Loads ? Fused - (Loads - 1)
                                                          : Fused;
}

/// The file of the register that a move writes.
static MoveKind moveKind(const BuilderContext &Ctx, unsigned Opcode,
                         const OpcodeOperands &Operands) {
  for (auto [I, Op] : llvm::enumerate(Ctx.MII.get(Opcode).operands())) {
    if (Operands.Roles[I] != OperandRole::Result || Op.RegClass < 0)
      continue;
    const llvm::MCRegisterClass &RC = Ctx.MRI.getRegClass(Op.RegClass);
    return RC.getNumRegs() && Ctx.Registers.isGeneral(*RC.begin())
               ? MoveKind::General
               : MoveKind::Vector;
  }
  return MoveKind::None;
}

/// What a move is if the renamer does not eliminate it.
static void addExecuted(const BuilderContext &Ctx, const InstrShape &Shape,
                        const OpcodeOperands &Operands, Effective Corrected,
                        InstrTemplate &T) {
  Corrected.Eliminated = false;
  InstrTemplate Plain =
      makeTemplate(Ctx, Shape, Operands, Corrected, Corrected);
  // Without a port there is nothing to execute.
  if (!Plain.NotModelled.empty() || Plain.Uops.front().Uses.empty())
    return;
  T.Move = moveKind(Ctx, Shape.Opcode, Operands);
  T.Executed = std::move(Plain.Uops);
  T.NumTemps = std::max(T.NumTemps, Plain.NumTemps);
}

InstrTemplate takt::makeTemplate(const BuilderContext &Ctx,
                                 const InstrShape &Shape,
                                 const OpcodeOperands &Operands,
                                 const Effective &Corrected,
                                 const Effective &Plain) {
  InstrTemplate T;
  if (Corrected.NotModelled && !Corrected.NotModelled->empty()) {
    T.NotModelled = *Corrected.NotModelled;
    return T;
  }
  if (!Shape.Class && !Corrected.Uops) {
    T.NotModelled =
        "no scheduling information in LLVM's model of " + Ctx.Model.cpu();
    return T;
  }
  if (Corrected.Eliminated)
    T.Uops.assign(1, TemplateUop());
  else if (Corrected.Uops)
    takeUops(Ctx.C, *Corrected.Uops, T);
  else
    T.Uops = modelUops(Ctx, Ctx.MII.get(Shape.Opcode), *Shape.Class, Operands);
  if (Shape.Form.Indexed)
    restrictStoreAddresses(Ctx.C, T);
  T.FusedUops = fusedUops(Ctx, Shape, Operands, Corrected, T);
  T.Results = Corrected.Results;
  T.Decode =
      decodingOf(Ctx.C, Corrected, fusedUops(Ctx, Shape, Operands, Plain, T));
  T.Order = Corrected.Order.value_or(Ordering::None);
  T.RepeatCycles = Corrected.RepeatCycles.value_or(0);
  T.RenamedStore = Corrected.RenamedStore;
  connectUops(Ctx, Shape, Operands, Corrected, T);
  if (Corrected.ForwardLatency)
    forwardResults(
        ForwardClass, *Corrected.ForwardLatency, [](unsigned) { return true; },
        T);
  if (Corrected.AccumulateLatency)
    forwardResults(
        AccumulatorClass, *Corrected.AccumulateLatency,
        [&](unsigned Operand) { return int(Operand) == Operands.Accumulator; },
        T);
  if (Corrected.FlagsTogether)
    delayTogether(Ctx.Registers, *Corrected.FlagsTogether, T);
  if (Corrected.Eliminated)
    addExecuted(Ctx, Shape, Operands, Corrected, T);
  return T;
}
