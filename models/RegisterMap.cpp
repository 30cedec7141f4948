//===- RegisterMap.cpp - Registers as locations -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace takt;
using llvm::MCRegister;

/// A register of its own, not a tuple and not a part made up by LLVM: debug
/// information can name it.
static bool isArchitectural(const llvm::MCRegisterInfo &MRI, MCRegister R) {
  return MRI.getDwarfRegNum(R, /*isEH=*/false) >= 0;
}

/// What OperandAdvance::Operand may be beside a register.
static bool isOperandName(llvm::StringRef Name) {
  unsigned Index;
  return Name == "tied" || Name == "flags" || Name == "merge" ||
         Name == "memory" ||
         (Name.consume_front("op") && !Name.getAsInteger(10, Index));
}

/// Registers that µops of \p K name.
static std::vector<LLVMName> namedByUops(const Correction &K) {
  std::vector<LLVMName> Names;
  auto Add = [&](const UopValue &V) {
    if (V.What == UopValue::Register)
      Names.push_back({V.Name, V.Where});
  };
  if (K.Uops)
    for (const UopSpec &S : *K.Uops) {
      if (S.Reads)
        llvm::for_each(*S.Reads, Add);
      if (S.Writes)
        for (const UopResult &R : *S.Writes)
          Add(R.Value);
    }
  return Names;
}

llvm::Expected<RegisterMap> RegisterMap::create(const llvm::MCRegisterInfo &MRI,
                                                const Cpu &C) {
  RegisterMap M(MRI);
  for (unsigned R = 1; R < MRI.getNumRegs(); ++R)
    M.ByName[llvm::StringRef(MRI.getName(R)).lower()] = R;
  M.makeGroups();
  for (const llvm::MCRegisterClass &RC : MRI.regclasses())
    for (MCRegister R : RC) {
      uint16_t &Bits = M.Entries[R.id()].Bits;
      Bits = std::max<uint16_t>(Bits, RC.getSizeInBits());
    }
  M.GroupBits.resize(M.NumGroups);
  for (const Entry &E : M.Entries)
    if (E.Groups.size() == 1)
      M.GroupBits[E.Groups[0]] = std::max(M.GroupBits[E.Groups[0]], E.Bits);
  for (const LLVMName &N : C.IgnoredRegisters) {
    llvm::Expected<MCRegister> R = M.resolve(N);
    if (!R)
      return R.takeError();
    M.Entries[R->id()].Groups.clear();
  }
  for (const LLVMName &N : C.HighByteRegisters) {
    llvm::Expected<MCRegister> R = M.resolve(N);
    if (!R)
      return R.takeError();
    M.Entries[R->id()].HighByte = true;
    for (MCRegister Super : MRI.superregs(*R))
      M.Entries[Super.id()].HoldsHighByte = true;
  }
  for (auto [Name, To] : {std::make_pair(&C.FlagsRegister, &M.Flags),
                          std::make_pair(&C.StackPointer, &M.StackPointer),
                          std::make_pair(&C.MaskRegister, &M.Mask)}) {
    if (Name->Name.empty())
      continue;
    llvm::Expected<MCRegister> R = M.resolve(*Name);
    if (!R)
      return R.takeError();
    *To = *R;
  }
  M.General = M.findLike(M.StackPointer);
  M.Masks = M.findLike(M.Mask);
  if (M.Mask && M.isGeneral(M.Mask))
    return errorAt(C.MaskRegister.Where, "'" + C.MaskRegister.Name +
                                             "' is a general register, no "
                                             "mask");
  // Those compiled in are read as they are needed, not all at once.
  if (!C.CompiledIn)
    if (llvm::Error E = M.checkCorrections(C))
      return std::move(E);
  return M;
}

llvm::Error RegisterMap::checkCorrections(const Cpu &C) const {
  for (const Correction &K : C.Corrections) {
    for (const LLVMName &N : namedByUops(K))
      if (llvm::Expected<MCRegister> R = resolve(N); !R)
        return R.takeError();
    for (const std::string &Name : K.Form.Registers)
      if (llvm::Expected<MCRegister> R = resolve({Name, K.Where}); !R)
        return R.takeError();
    for (const RegisterLatency &L : K.Latencies)
      if (L.Register != "write-back")
        if (llvm::Expected<MCRegister> R = resolve({L.Register, K.Where}); !R)
          return R.takeError();
    for (const OperandAdvance &A : K.Advances)
      if (!isOperandName(A.Operand))
        if (llvm::Expected<MCRegister> R = resolve({A.Operand, K.Where}); !R)
          return R.takeError();
  }
  return llvm::Error::success();
}

MCRegister RegisterMap::find(llvm::StringRef Name) const {
  return MCRegister(ByName.lookup(Name));
}

llvm::Expected<MCRegister> RegisterMap::resolve(const LLVMName &N) const {
  if (MCRegister R = find(N.Name))
    return R;
  return errorAt(N.Where, "LLVM knows no register '" + N.Name + "'");
}

/// Joins the register units of every architectural register.
void RegisterMap::makeGroups() {
  llvm::IntEqClasses Classes(MRI->getNumRegUnits());
  for (unsigned R = 1; R < MRI->getNumRegs(); ++R) {
    if (!isArchitectural(*MRI, R))
      continue;
    std::optional<unsigned> First;
    for (unsigned Unit : MRI->regunits(R)) {
      if (First)
        Classes.join(*First, Unit);
      First = First.value_or(Unit);
    }
  }
  Classes.compress();
  NumGroups = Classes.getNumClasses();
  std::vector<unsigned> UnitsInGroup(NumGroups, 0);
  for (unsigned Unit = 0; Unit < MRI->getNumRegUnits(); ++Unit)
    ++UnitsInGroup[Classes[Unit]];

  Entries.resize(MRI->getNumRegs());
  for (unsigned R = 1; R < MRI->getNumRegs(); ++R) {
    // Zero registers never carry a value.
    if (MRI->isConstant(R))
      continue;
    Entry &E = Entries[R];
    unsigned NumUnits = 0, NumGroupUnits = 0;
    for (unsigned Unit : MRI->regunits(R)) {
      ++NumUnits;
      uint16_t Group = Classes[Unit];
      if (llvm::is_contained(E.Groups, Group))
        continue;
      E.Groups.push_back(Group);
      NumGroupUnits += UnitsInGroup[Group];
    }
    E.Partial = NumUnits < NumGroupUnits;
  }
}

llvm::BitVector RegisterMap::findLike(MCRegister Like) const {
  llvm::BitVector Found(NumGroups);
  if (!Like)
    return Found;
  for (const llvm::MCRegisterClass &RC : MRI->regclasses())
    if (RC.contains(Like))
      for (MCRegister R : RC)
        for (uint16_t Group : Entries[R.id()].Groups)
          Found.set(Group);
  return Found;
}

bool RegisterMap::isIn(const llvm::BitVector &Groups, MCRegister R) const {
  return llvm::any_of(entry(R).Groups,
                      [&](uint16_t G) { return Groups.test(G); });
}

std::string RegisterMap::name(MCRegister R) const {
  for (MCRegister Super : MRI->superregs_inclusive(R))
    if (isArchitectural(*MRI, Super))
      return llvm::StringRef(MRI->getName(Super)).lower();
  return llvm::StringRef(MRI->getName(R)).lower();
}

std::string RegisterMap::name(MCRegister R, uint16_t Group) const {
  if (entry(R).Groups.size() < 2)
    return name(R);
  // The largest part of a tuple within the group.
  for (MCRegister Sub : MRI->subregs(R))
    if (entry(Sub).Groups.size() == 1 && entry(Sub).Groups[0] == Group)
      return name(Sub);
  return name(R);
}
