//===- MemoryOperands.cpp - Where instructions access memory --------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryOperands.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace takt;

/// Encoding numbers.
static constexpr unsigned Rsp = 4, Rbp = 5, Rsi = 6, Rdi = 7;

/// An address has this many operands.
static constexpr unsigned AddressParts = 5;

std::optional<unsigned> takt::addressOperands(const CodeTarget &T,
                                              const MCInst &I) {
  const ArrayRef<MCOperandInfo> Operands =
      T.ref().MII.get(I.getOpcode()).operands();
  for (unsigned O = 0; O + AddressParts <= Operands.size(); ++O)
    if (Operands[O].OperandType == MCOI::OPERAND_MEMORY)
      return Operands[O + AddressParts - 1].OperandType == MCOI::OPERAND_MEMORY
                 ? std::optional<unsigned>(O)
                 : std::nullopt;
  return std::nullopt;
}

/// The number of a 64-bit general register; \p Reg is one or nothing (0, riz).
/// \returns false if it is something else.
static bool readRegister(const MCRegisterInfo &MRI, MCRegister Reg,
                         std::optional<unsigned> &Number) {
  const StringRef Name = Reg ? MRI.getName(Reg) : "RIZ";
  if (Name == "RIZ")
    return true;
  if (!Name.starts_with("R") || Name == "RIP" || Name.ends_with("D"))
    return false;
  Number = MRI.getEncodingValue(Reg);
  return true;
}

/// Bytes of the elements of a string instruction, or 0: it is none.
static unsigned stringSize(StringRef Opcode) {
  // A repeated one says d for doubleword, as Intel does.
  return StringSwitch<unsigned>(Opcode)
      .Cases("MOVSB", "STOSB", "LODSB", "SCASB", "CMPSB", 1)
      .Cases("MOVSW", "STOSW", "LODSW", "SCASW", "CMPSW", 2)
      .Cases("MOVSL", "STOSL", "LODSL", "SCASL", "CMPSL", 4)
      .Cases("MOVSD", "STOSD", 4)
      .Cases("MOVSQ", "STOSQ", "LODSQ", "SCASQ", "CMPSQ", 8)
      .Default(0);
}

static void appendString(StringRef Opcode, AccessSite Site,
                         std::vector<AccessSite> &To) {
  auto Add = [&](unsigned Base, bool Store) {
    Site.Base = Base;
    Site.Load = !Store;
    Site.Store = Store;
    To.push_back(Site);
  };
  if (Opcode.starts_with("MOVS") || Opcode.starts_with("LODS") ||
      Opcode.starts_with("CMPS"))
    Add(Rsi, false);
  if (!Opcode.starts_with("LODS"))
    Add(Rdi, Opcode.starts_with("MOVS") || Opcode.starts_with("STOS"));
}

/// The part of push, pop and leave that is on the stack.
bool MemoryOperands::appendStack(const CodeInstr &I, AccessSite Site,
                                 StringRef Name, std::vector<AccessSite> &To) {
  const bool Push = Name.starts_with("PUSH"), Leave = Name.starts_with("LEAVE");
  if (!Push && !Leave && !Name.starts_with("POP"))
    return false;
  // POPCNT and its like.
  const MCInstrDesc &D = T.ref().MII.get(I.Inst.getOpcode());
  if (none_of(D.implicit_defs(), [&](MCPhysReg R) {
        return StringRef(T.ref().MRI.getName(R)) == "RSP";
      }))
    return false;
  Site.Size = Name.contains("16") ? 2 : 8;
  Site.Base = Leave ? Rbp : Rsp;
  Site.Load = !Push;
  Site.Store = Push;
  Site.Displacement = Push ? -static_cast<int64_t>(Site.Size) : 0;
  To.push_back(Site);
  return true;
}

bool MemoryOperands::appendX86(const CodeInstr &I, AccessSite Site,
                               std::optional<uint64_t> Linked,
                               std::vector<AccessSite> &To) {
  StringRef Name = T.ref().MII.getName(I.Inst.getOpcode());
  const bool Repeated = Name.consume_front("REP_");
  const StringRef Element = Repeated ? Name.split('_').first : Name;
  Site.Size = stringSize(Element);
  if (Site.Size) {
    appendString(Element, Site, To);
    return !Repeated && I.Bytes[0] != 0xf2 && I.Bytes[0] != 0xf3;
  }
  const bool OnStack = appendStack(I, Site, Name, To);
  const std::optional<unsigned> First = addressOperands(T, I.Inst);
  if (!First)
    return OnStack;
  auto Operand = [&](unsigned Part) {
    return I.Inst.getOperand(*First + Part);
  };
  const MCRegisterInfo &MRI = T.ref().MRI;
  if (Operand(4).getReg() ||
      !readRegister(MRI, Operand(2).getReg(), Site.Index))
    return false;
  Site.Scale = static_cast<unsigned>(Operand(1).getImm());
  Site.Size = std::max(1u, Sizes.sizeOf(I.Inst));
  if (Linked)
    Site.Displacement = static_cast<int64_t>(*Linked);
  else if (readRegister(MRI, Operand(0).getReg(), Site.Base) &&
           Operand(3).isImm())
    Site.Displacement = Operand(3).getImm();
  else
    return false;
  if (OnStack) {
    Site.Load = Name.starts_with("PUSH");
    Site.Store = !Site.Load;
  }
  To.push_back(Site);
  return true;
}

bool MemoryOperands::append(const CodeInstr &I, unsigned Number,
                            std::optional<uint64_t> Linked,
                            std::vector<AccessSite> &To) {
  const MCInstrDesc &D = T.ref().MII.get(I.Inst.getOpcode());
  AccessSite Site;
  Site.Instr = Number;
  Site.Load = D.mayLoad();
  Site.Store = D.mayStore();
  const StringRef Name = T.ref().MII.getName(I.Inst.getOpcode());
  // LLVM does not say that string instructions access memory.
  const bool IsString =
      T.triple().isX86() && (stringSize(Name) || Name.starts_with("REP_"));
  if (!Site.Load && !Site.Store && !IsString)
    return true;
  const std::string Text = T.print(I);
  const StringRef Mnemonic = StringRef(Text).trim();
  // Fences and prefetches, which are said to access memory.
  if (Mnemonic.contains("fence") || Mnemonic.starts_with("prefetch") ||
      Mnemonic.starts_with("prfm") || Mnemonic.starts_with("dmb") ||
      Mnemonic.starts_with("dsb"))
    return true;
  if (T.triple().isX86())
    return appendX86(I, Site, Linked, To);
  // Hints, which LLVM knows nothing of.
  if (!Mnemonic.contains('['))
    return true;
  const std::optional<AccessSite> Read = readAArch64Access(Text);
  if (!Read || Linked)
    return false;
  AccessSite Known = *Read;
  Known.Instr = Number;
  Known.Load = Site.Load;
  Known.Store = Site.Store;
  To.push_back(Known);
  return true;
}
