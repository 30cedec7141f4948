//===- WiderCode.cpp - The same code with wider vectors -------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/WiderCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace takt;

CodeWidener::CodeWidener(const MCInstrInfo &MII, const MCRegisterInfo &MRI)
    : MII(MII), MRI(MRI) {
  for (unsigned Opcode = 0; Opcode != MII.getNumOpcodes(); ++Opcode)
    if (const StringRef Name = MII.getName(Opcode); Name.starts_with("V"))
      Opcodes[Name] = Opcode;
}

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

/// Instructions on parts of a vector of 128 or 256 bits: what they do for
/// vectors of another width is another thing. Any order of elements that a
/// vector has for its operand is as many instructions for wider ones.
static bool movesParts(StringRef Name) {
  static constexpr StringLiteral Parts[] = {"INSERT", "EXTRACT", "PERM2F",
                                            "PERM2I", "F128",    "I128",
                                            "X2",     "X4",      "X8"};
  return any_of(Parts, [&](StringRef P) { return Name.contains(P); });
}

/// The name of the form with 512 bits, before what tells the operands, of one
/// with VEX whose name is \p Base.
static std::string evexBase(StringRef Base) {
  // These name their result among the operands.
  if (Base.consume_front("VROUND"))
    return ("VRNDSCALE" + Base + "Zr").str();
  const StringRef Name = StringSwitch<StringRef>(Base)
                             .Case("VMOVDQA", "VMOVDQA64")
                             .Case("VMOVDQU", "VMOVDQU64")
                             .Case("VPAND", "VPANDQ")
                             .Case("VPANDN", "VPANDNQ")
                             .Case("VPOR", "VPORQ")
                             .Case("VPXOR", "VPXORQ")
                             .Case("VRCPPS", "VRCP14PS")
                             .Case("VRSQRTPS", "VRSQRT14PS")
                             .Default(Base);
  return (Name + "Z").str();
}

/// \p Name without what tells the operands at its end ("rr", "rmi"), which goes
/// to \p Operands.
static StringRef withoutOperands(StringRef Name, StringRef &Operands) {
  const StringRef Base = Name.rtrim("rmi");
  Operands = Name.substr(Base.size());
  return Base;
}

/// Loads and stores of a part of a vector.
static StringRef widerPart(StringRef Name) {
  return StringSwitch<StringRef>(Name)
      .Case("VMOVDI2PDIrm", "VMOVQI2PQIrm")
      .Case("VMOVPDI2DImr", "VMOVPQI2QImr")
      .Case("VMOVPQI2QImr", "VMOVDQUmr")
      .Case("VMOVQI2PQIrm", "VMOVDQUrm")
      .Default({});
}

/// The name of the form with registers of 256 bits instead of 128, or of 512
/// instead of 256.
static std::string widerName(StringRef Name, bool From128) {
  if (const StringRef Part = widerPart(Name); !Part.empty())
    return Part.str();
  const StringRef Bits = From128 ? "Z128" : "Z256";
  if (const size_t At = Name.find(Bits); At != StringRef::npos)
    return (Name.take_front(At) + (From128 ? "Z256" : "Z") +
            Name.drop_front(At + Bits.size()))
        .str();
  StringRef Operands;
  StringRef Base = withoutOperands(Name, Operands);
  if (From128)
    return (Base + "Y" + Operands).str();
  return Base.consume_back("Y") ? evexBase(Base) + Operands.str() : "";
}

std::optional<unsigned> CodeWidener::widerOpcode(unsigned Opcode,
                                                 Width From) const {
  const StringRef Name = MII.getName(Opcode);
  if (movesParts(Name))
    return std::nullopt;
  const auto It = Opcodes.find(widerName(Name, From == Width::Bits128));
  if (It == Opcodes.end())
    return std::nullopt;
  return It->second;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

CodeWidener::Width CodeWidener::widthOf(unsigned Reg) const {
  return StringSwitch<Width>(StringRef(MRI.getName(Reg)).take_front(3))
      .Case("XMM", Width::Bits128)
      .Case("YMM", Width::Bits256)
      .Case("ZMM", Width::Bits512)
      .Default(Width::None);
}

/// The widest vector of \p I, which may be in memory.
CodeWidener::Width CodeWidener::widthOf(const MCInst &I) const {
  const StringRef Name = MII.getName(I.getOpcode());
  StringRef Operands;
  const bool HasWideMemory =
      Name.starts_with("V") &&
      (Name.contains("Z256") || withoutOperands(Name, Operands).ends_with("Y"));
  Width Widest = HasWideMemory ? Width::Bits256 : Width::None;
  for (const MCOperand &O : I)
    if (O.isReg() && O.getReg())
      Widest = std::max(Widest, widthOf(O.getReg()));
  return Widest;
}

bool CodeWidener::carriesVectors(ArrayRef<CodeInstr> Code) const {
  SmallVector<MCRegister, 16> Written, Before;
  const auto Overlaps = [&](MCRegister R) {
    return [&, R](MCRegister Other) { return MRI.regsOverlap(R, Other); };
  };
  for (const CodeInstr &I : Code) {
    const unsigned Defs = MII.get(I.Inst.getOpcode()).getNumDefs();
    const auto ForEach = [&](unsigned From, unsigned To, auto Do) {
      for (const MCOperand &O :
           ArrayRef(I.Inst.begin(), I.Inst.end()).slice(From, To - From))
        if (O.isReg() && O.getReg() && widthOf(O.getReg()) != Width::None)
          Do(O.getReg());
    };
    ForEach(Defs, I.Inst.getNumOperands(), [&](MCRegister R) {
      if (none_of(Written, Overlaps(R)))
        Before.push_back(R);
    });
    ForEach(0, Defs, [&](MCRegister R) { Written.push_back(R); });
  }
  return any_of(Before,
                [&](MCRegister R) { return any_of(Written, Overlaps(R)); });
}

/// The register of class \p Class that is \p Reg, or has it as a part, or is
/// a part of it; 0: there is none.
unsigned CodeWidener::inClass(unsigned Reg, unsigned Class) const {
  const MCRegisterClass &C = MRI.getRegClass(Class);
  if (C.contains(Reg))
    return Reg;
  const auto *It =
      find_if(C, [&](MCPhysReg R) { return MRI.regsOverlap(R, Reg); });
  return It == C.end() ? 0 : *It;
}

bool CodeWidener::widen(MCInst &I, Width From) const {
  const std::optional<unsigned> Opcode = widerOpcode(I.getOpcode(), From);
  if (!Opcode)
    return false;
  const MCInstrDesc &D = MII.get(*Opcode);
  if (D.getNumOperands() != I.getNumOperands())
    return false;
  I.setOpcode(*Opcode);
  int Address = -1;
  for (unsigned N = 0; N != I.getNumOperands(); ++N) {
    const MCOperandInfo &Info = D.operands()[N];
    if (Address < 0 && Info.OperandType == MCOI::OPERAND_MEMORY)
      Address = N;
    MCOperand &O = I.getOperand(N);
    if (!O.isReg() || !O.getReg() || Info.RegClass < 0 ||
        Info.isLookupPtrRegClass())
      continue;
    const unsigned Reg = inClass(O.getReg(), Info.RegClass);
    if (!Reg)
      return false;
    O.setReg(Reg);
  }
  // Base, scale, index, displacement. Vectors that follow each other lie twice
  // as far apart.
  constexpr unsigned Displacement = 3;
  if (Address >= 0)
    if (MCOperand &O = I.getOperand(Address + Displacement); O.isImm())
      O.setImm(2 * O.getImm());
  return true;
}

std::optional<std::vector<CodeInstr>>
CodeWidener::widen(ArrayRef<CodeInstr> Code, const MCSubtargetInfo &STI,
                   const MCCodeEmitter &Emitter) const {
  bool Any = false;
  std::vector<CodeInstr> Wider = Code.vec();
  uint64_t Offset = Code.empty() ? 0 : Code.front().Offset;
  for (CodeInstr &I : Wider) {
    const Width From = widthOf(I.Inst);
    Any |= From == Width::Bits256;
    I.Offset = Offset;
    if (From != Width::None) {
      if (From == Width::Bits512 || !widen(I.Inst, From))
        return std::nullopt;
      SmallVector<char, 16> Bytes;
      SmallVector<MCFixup, 4> Fixups;
      Emitter.encodeInstruction(I.Inst, Bytes, Fixups, STI);
      I.Bytes.assign(Bytes.begin(), Bytes.end());
      I.Size = Bytes.size();
    }
    Offset += I.Size;
  }
  if (!Any)
    return std::nullopt;
  return Wider;
}
