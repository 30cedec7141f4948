//===- KernelAssembler.cpp - Templates into a kernel ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelAssembler.h"
#include "llvm/ADT/STLExtras.h"

using namespace takt;
using llvm::MCInst;
using llvm::MCRegister;

KernelAssembler::KernelAssembler(const BuilderContext &Ctx, Kernel &K,
                                 llvm::BitVector Dirty, bool Names)
    : Ctx(Ctx), K(K), Names(Names), OfGroup(Ctx.Registers.numGroups(), None),
      OfHigh(Ctx.Registers.numGroups(), None),
      OfFlags(Ctx.C.FlagGroups.size(), None), Dirty(std::move(Dirty)) {
  this->Dirty.resize(Ctx.Registers.numGroups());
}

/// The file of \p R, a part of \p Group, if one of the CPU's is limited or
/// results are told apart by them.
static RegisterKind kindOf(const BuilderContext &Ctx, uint16_t Group,
                           MCRegister R) {
  constexpr unsigned LeastVector = 128;
  if (!Ctx.C.Registers.any() && !Ctx.C.Schedule.IntegerResults)
    return RegisterKind::None;
  if (Ctx.Registers.isGeneral(R))
    return RegisterKind::General;
  if (Ctx.Registers.isMask(R))
    return RegisterKind::Mask;
  return Ctx.Registers.groupBits(Group) >= LeastVector ? RegisterKind::Vector
                                                       : RegisterKind::None;
}

LocationId KernelAssembler::registerLocation(uint16_t Group, MCRegister R) {
  LocationId &Id = OfGroup[Group];
  if (Id == None) {
    Id = K.Locations.size();
    // The models know the stack pointer by its name.
    K.Locations.push_back({Names || Ctx.Registers.isPartOfStackPointer(R)
                               ? Ctx.Registers.name(R, Group)
                               : std::string(),
                           /*Internal=*/false, kindOf(Ctx, Group, R)});
  }
  return Id;
}

/// The second byte of \p Group, where it is renamed apart; \p R is it.
LocationId KernelAssembler::highLocation(uint16_t Group, MCRegister R) {
  LocationId &Id = OfHigh[Group];
  if (Id == None) {
    Id = K.Locations.size();
    K.Locations.push_back({Names ? Ctx.Registers.name(R) + ".h" : std::string(),
                           /*Internal=*/false, kindOf(Ctx, Group, R)});
  }
  return Id;
}

LocationId KernelAssembler::flagsLocation(unsigned Group, MCRegister R) {
  LocationId &Id = OfFlags[Group];
  if (Id == None) {
    Id = K.Locations.size();
    K.Locations.push_back(
        {Names ? Ctx.C.FlagsRegister.Name + "." + Ctx.C.FlagGroups[Group]
               : std::string(),
         false});
  }
  return Id;
}

/// Internal values are written before they are read in every instruction, so
/// all instructions share them.
LocationId KernelAssembler::tempLocation(unsigned Index) {
  while (OfTemp.size() <= Index) {
    OfTemp.push_back(K.Locations.size());
    K.Locations.push_back(
        {Names ? "t" + std::to_string(OfTemp.size() - 1) : std::string(),
         true});
  }
  return OfTemp[Index];
}

static MCRegister registerOf(const ValueRef &V, const MCInst &I) {
  if (V.K == ValueRef::Temp)
    return MCRegister();
  if (V.K == ValueRef::Register)
    return V.Index;
  if (V.Index >= I.getNumOperands() || !I.getOperand(V.Index).isReg())
    return MCRegister();
  return I.getOperand(V.Index).getReg();
}

KernelAssembler::Locations KernelAssembler::locations(const ValueRef &V,
                                                      const MCInst &I) {
  Locations List;
  if (V.K == ValueRef::Temp) {
    List.push_back(tempLocation(V.Index));
    return List;
  }
  MCRegister R = registerOf(V, I);
  if (!R)
    return List;
  if (!OfFlags.empty() && Ctx.Registers.isFlags(R)) {
    for (unsigned Group = 0; Group < OfFlags.size(); ++Group)
      if (V.Flags >> Group & 1)
        List.push_back(flagsLocation(Group, R));
    return List;
  }
  for (uint16_t Group : Ctx.Registers.entry(R).Groups)
    List.push_back(registerLocation(Group, R));
  return List;
}

bool KernelAssembler::isPartial(const ValueRef &V, const MCInst &I) const {
  if (!Ctx.C.PartialWritesMerge)
    return false;
  MCRegister R = registerOf(V, I);
  return R && Ctx.Registers.entry(R).Partial;
}

/// The same value read twice is one read; the earlier need counts.
static void addRead(Uop &U, LocationId Loc, llvm::ArrayRef<Bypass> Bypasses,
                    bool Shared = false) {
  for (UopRead &R : U.Reads)
    if (R.Loc == Loc) {
      R.Shared |= Shared;
      // Different forwarding of one value to two operands: the slower one.
      if (R.Bypasses.size() != Bypasses.size() ||
          !llvm::equal(
              R.Bypasses, Bypasses, [](const Bypass &A, const Bypass &B) {
                return A.Producer == B.Producer && A.Cycles == B.Cycles &&
                       A.Together == B.Together;
              }))
        R.Bypasses.clear();
      return;
    }
  UopRead R;
  R.Loc = Loc;
  R.Bypasses.assign(Bypasses.begin(), Bypasses.end());
  R.Shared = Shared;
  U.Reads.push_back(std::move(R));
}

/// Cycles that reading a high byte out of the whole register takes (uiCA,
/// section 4.1.3; Intel Optimization Reference Manual 248966-046 section
/// 3.5.2.3).
static constexpr int HighByteLatency = 1;

void KernelAssembler::read(const TemplateRead &R, const MCInst &I, Uop &U) {
  MCRegister Reg = registerOf(R.Value, I);
  bool High =
      Ctx.C.Rename.HighBytesApart && Reg && Ctx.Registers.isHighByte(Reg);
  for (LocationId Loc : locations(R.Value, I)) {
    if (!High) {
      addRead(U, Loc, R.Bypasses, R.Shared);
      continue;
    }
    uint16_t Group = Ctx.Registers.entry(Reg).Groups.front();
    llvm::SmallVector<Bypass, 1> Bypasses = R.Bypasses;
    if (Dirty.test(Group))
      Loc = highLocation(Group, Reg);
    else
      Bypasses.push_back({0, -HighByteLatency});
    addRead(U, Loc, Bypasses);
  }
}

void KernelAssembler::write(const TemplateWrite &W, const MCInst &I, Uop &U) {
  MCRegister Reg = registerOf(W.Value, I);
  if (Ctx.C.Rename.HighBytesApart && Reg && Ctx.Registers.isHighByte(Reg)) {
    uint16_t Group = Ctx.Registers.entry(Reg).Groups.front();
    U.Writes.push_back({highLocation(Group, Reg), W.Latency, W.WriteClass});
    return;
  }
  bool Merges = isPartial(W.Value, I);
  for (LocationId Loc : locations(W.Value, I)) {
    U.Writes.push_back({Loc, W.Latency, W.WriteClass});
    if (!Merges)
      continue;
    llvm::SmallVector<Bypass, 1> Late;
    if (W.MergeLate)
      Late.push_back({0, static_cast<int16_t>(W.MergeLate)});
    addRead(U, Loc, Late);
  }
}

/// Puts a µop in front of \p To for every register that it reads and whose high
/// byte is newer.
void KernelAssembler::mergeHighBytes(const InstrTemplate &T, const MCInst &I,
                                     KernelInstr &To) {
  for (const TemplateUop &From : T.Uops)
    for (const TemplateRead &R : From.Reads) {
      MCRegister Reg = registerOf(R.Value, I);
      if (!Reg || !Ctx.Registers.entry(Reg).HoldsHighByte)
        continue;
      uint16_t Group = Ctx.Registers.entry(Reg).Groups.front();
      if (!Dirty.test(Group))
        continue;
      Dirty.reset(Group);
      Uop &U = To.Uops.emplace_back();
      U.Merge = true;
      U.Uses.push_back({Ctx.C.Rename.MergePorts, 1});
      LocationId Whole = registerLocation(Group, Reg);
      addRead(U, Whole, {});
      addRead(U, highLocation(Group, Reg), {});
      U.Writes.push_back({Whole, /*Latency=*/1, /*WriteClass=*/0});
    }
}

/// Writing the whole register leaves no high byte that is newer.
void KernelAssembler::markHighBytes(const InstrTemplate &T, const MCInst &I) {
  for (const TemplateUop &From : T.Uops)
    for (const TemplateWrite &W : From.Writes) {
      MCRegister Reg = registerOf(W.Value, I);
      if (!Reg)
        continue;
      const RegisterMap::Entry &E = Ctx.Registers.entry(Reg);
      if (E.HighByte)
        Dirty.set(E.Groups.front());
      else if (E.HoldsHighByte)
        Dirty.reset(E.Groups.front());
    }
}

void KernelAssembler::fill(const TemplateUop &From, const MCInst &I, bool Taken,
                           Uop &U) {
  U.Kind = From.Kind;
  U.Uses = From.Uses;
  if (U.Kind == UopKind::Branch && Taken && Ctx.C.TakenBranchPorts)
    for (ResourceUse &Use : U.Uses)
      if (Use.Resources & Ctx.C.TakenBranchPorts)
        Use.Resources &= Ctx.C.TakenBranchPorts;
  for (const TemplateRead &R : From.Reads)
    read(R, I, U);
  for (const TemplateWrite &W : From.Writes)
    write(W, I, U);
}

void KernelAssembler::fill(const InstrTemplate &T, const MCInst &I,
                           KernelInstr &To) {
  To.FusedUops = T.FusedUops;
  To.Decode = T.Decode;
  To.Order = T.Order;
  To.RepeatCycles = T.RepeatCycles;
  To.Move = T.Move;
  To.Uops.reserve(T.Uops.size());
  if (Ctx.C.Rename.HighBytesApart && Dirty.any())
    mergeHighBytes(T, I, To);
  for (const TemplateUop &From : T.Uops)
    fill(From, I, To.Taken, To.Uops.emplace_back());
  for (const TemplateUop &From : T.Executed)
    fill(From, I, To.Taken, To.Executed.emplace_back());
  if (Ctx.C.Rename.HighBytesApart)
    markHighBytes(T, I);
}

/// Makes \p To do the work of \p From, too.
static void takeOver(const Uop &From, Uop &To) {
  auto AtLoc = [](LocationId L) {
    return [L](const auto &Value) { return Value.Loc == L; };
  };
  for (const UopRead &R : From.Reads)
    if (llvm::none_of(To.Writes, AtLoc(R.Loc)) &&
        llvm::none_of(To.Reads, AtLoc(R.Loc)))
      To.Reads.push_back(R);
  uint16_t Latency = 0;
  for (const UopWrite &W : To.Writes)
    Latency = std::max(Latency, W.Latency);
  for (UopWrite W : From.Writes) {
    llvm::erase_if(To.Writes, AtLoc(W.Loc));
    W.Latency = Latency;
    To.Writes.push_back(W);
  }
}

void takt::fusePair(KernelInstr &First, KernelInstr &Second,
                    ResourceMask Ports) {
  // What the renamer does alone it does not do for two.
  if (First.Move != MoveKind::None) {
    First.Move = MoveKind::None;
    First.Uops = std::exchange(First.Executed, {});
  }
  auto IsBranch = [](const Uop &U) { return U.Kind == UopKind::Branch; };
  // One without a port only takes a place.
  auto IsCompute = [](const Uop &U) {
    return U.Kind == UopKind::Compute && !U.Uses.empty();
  };
  auto Branch = llvm::find_if(Second.Uops, IsBranch);
  auto Work = llvm::find_if(Second.Uops, IsCompute);
  auto Last = llvm::find_if(llvm::reverse(First.Uops), IsCompute);
  if (Last != First.Uops.rend()) {
    if (Branch != Second.Uops.end() || Work == Second.Uops.end()) {
      Last->Kind = UopKind::Branch;
      if (Ports)
        Last->Uses.assign(1, {Ports, 1});
      else if (Branch != Second.Uops.end())
        Last->Uses = Branch->Uses;
    } else {
      takeOver(*Work, *Last);
    }
  }
  // One register is named, at most.
  First.Results = std::max(First.Results, Second.Results);
  Second.Results = 0;
  Second.MacroFused = true;
  Second.FusedUops = 0;
  Second.Decode.QueuedUops = 0;
  Second.Decode.MicrocodeUops = 0;
  Second.Uops.clear();
}
