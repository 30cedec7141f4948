//===- AddressText.cpp - Addresses as people write them ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressText.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace takt;

static std::string nameOf(MCRegister R, const TargetRef &T) {
  return StringRef(T.MRI.getName(R)).lower();
}

/// The sum of base, index and displacement between brackets; empty where LLVM
/// does not mark the parts.
static std::string markedAddress(const MCInst &I, const OpcodeOperands &O,
                                 const TargetRef &T) {
  if (O.Index < 2 || O.Displacement < 0 ||
      O.Displacement + 1u >= I.getNumOperands())
    return "";
  const MCOperand &Base = I.getOperand(O.Index - 2),
                  &Scale = I.getOperand(O.Index - 1),
                  &Index = I.getOperand(O.Index),
                  &Displacement = I.getOperand(O.Displacement),
                  &Segment = I.getOperand(O.Displacement + 1);
  if (!Base.isReg() || !Scale.isImm() || !Index.isReg() || !Segment.isReg())
    return "";
  std::string Sum;
  if (Base.getReg())
    Sum = nameOf(Base.getReg(), T);
  if (Index.getReg()) {
    Sum += Sum.empty() ? "" : "+";
    if (Scale.getImm() != 1)
      Sum += std::to_string(Scale.getImm()) + "*";
    Sum += nameOf(Index.getReg(), T);
  }
  if (Displacement.isExpr()) {
    raw_string_ostream OS(Sum);
    OS << (Sum.empty() ? "" : "+");
    Displacement.getExpr()->print(OS, nullptr);
  } else if (Displacement.isImm() && (Displacement.getImm() || Sum.empty())) {
    Sum += Sum.empty() || Displacement.getImm() < 0 ? "" : "+";
    Sum += std::to_string(Displacement.getImm());
  }
  const std::string Prefix =
      Segment.getReg() ? nameOf(Segment.getReg(), T) + ":" : "";
  return Prefix + "[" + Sum + "]";
}

/// What the assembler writes between brackets.
static std::string printedAddress(const MCInst &I, const TargetRef &T) {
  if (!T.Printer)
    return "";
  SmallString<64> Text;
  raw_svector_ostream OS(Text);
  T.Printer->printInst(&I, /*Address=*/0, /*Annot=*/"", T.STI, OS);
  const size_t Open = Text.find('['), Close = Text.find(']');
  if (Open == StringRef::npos || Close == StringRef::npos || Close < Open)
    return "";
  return Text.slice(Open, Close + 1).str();
}

/// The place that push writes, or pop reads.
static std::string stackAddress(int16_t Moves, const TargetRef &T,
                                const RegisterMap &Registers) {
  const std::string Pointer = nameOf(Registers.stackPointer(), T);
  return "[" + Pointer + (Moves < 0 ? std::to_string(Moves) : "") + "]";
}

void takt::describeAddresses(const CodeInstr &Code, const OpcodeInfo &Info,
                             const TargetRef &T, const RegisterMap &Registers,
                             KernelInstr &To) {
  const int16_t Moves = stackChange(Info.Value);
  const bool HasOperand =
      is_contained(Info.Operands.Roles, OperandRole::Address);
  for (const Uop &U : To.Uops) {
    if (U.Access < 0 || !To.Accesses[U.Access].Address.empty())
      continue;
    // push [x] loads from x, pop [x] from the stack.
    const bool Loads = U.Kind == UopKind::Load;
    std::string &Address = To.Accesses[U.Access].Address;
    if (Moves && (!HasOperand || Loads == (Moves > 0)))
      Address = stackAddress(Moves, T, Registers);
    else
      Address = markedAddress(Code.Inst, Info.Operands, T);
    if (Address.empty())
      Address = printedAddress(Code.Inst, T);
  }
}
