//===- TableBound.cpp - How many entries a jump table has -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableBound.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace takt;

/// Blocks that are looked through from the table's use back.
static constexpr unsigned MaxBlocksBack = 4;

namespace {

/// What a branch says of the compare before it on the way that is followed.
enum class Limit : uint8_t { None, Below, BelowOrEqual };

class BoundSearch {
public:
  BoundSearch(FlowGraph &G, const ReachingDefs &Defs, TargetRef T)
      : G(G), Defs(Defs), T(T) {}

  std::optional<uint64_t> before(const FlowBlock &B, size_t At,
                                 MCRegister Index, Limit L, unsigned Depth);

private:
  Limit limit(const FlowBlock &From, const FlowBlock &To) const;
  std::optional<uint64_t> mask(const MCInst &I) const;
  MCRegister copied(const MCInst &I) const;
  std::optional<uint64_t> compared(const MCInst &I, MCRegister Index) const;
  bool writesFlags(size_t I) const;
  StringRef name(const MCInst &I) const { return T.MII.getName(I.getOpcode()); }

  FlowGraph &G;
  const ReachingDefs &Defs;
  TargetRef T;
};

} // namespace

/// x86's condition codes: Intel SDM vol. 2 appendix B.1.4.7 (tttn); AArch64's:
/// Arm ARM DDI 0487 section C1.2.4.
Limit BoundSearch::limit(const FlowBlock &From, const FlowBlock &To) const {
  const MCInst &I = G.code()[From.Last - 1].Code.Inst;
  const StringRef Name = name(I);
  const bool Taken = From.Taken == &To;
  if (Taken == (From.Fallthrough == &To))
    return Limit::None;
  if (Name.starts_with("JCC_")) {
    const int64_t Condition = I.getOperand(1).getImm();
    return Condition == (Taken ? 2 : 3)   ? Limit::Below
           : Condition == (Taken ? 6 : 7) ? Limit::BelowOrEqual
                                          : Limit::None;
  }
  if (Name == "Bcc") {
    const int64_t Condition = I.getOperand(0).getImm();
    return Condition == (Taken ? 3 : 2)   ? Limit::Below
           : Condition == (Taken ? 9 : 8) ? Limit::BelowOrEqual
                                          : Limit::None;
  }
  return Limit::None;
}

/// The number of values that \p I leaves its destination, if it is a mask of
/// low bits.
std::optional<uint64_t> BoundSearch::mask(const MCInst &I) const {
  const StringRef Name = name(I);
  if (Name == "AND32ri8" || Name == "AND32ri" || Name == "AND64ri8" ||
      Name == "AND64ri32") {
    const int64_t Mask = I.getOperand(2).getImm();
    if (Mask >= 0)
      return static_cast<uint64_t>(Mask) + 1;
    return std::nullopt;
  }
  // Arm ARM DDI 0487, DecodeBitMasks: ones of a length, not rotated.
  if (Name == "ANDWri" || Name == "ANDXri") {
    const uint64_t Encoded = static_cast<uint64_t>(I.getOperand(2).getImm());
    const uint64_t Ones = (Encoded & 63) + 1, Rotate = (Encoded >> 6) & 63;
    const bool Whole = Name == "ANDXri" ? (Encoded >> 12) == 1 : Ones < 32;
    if (Whole && Rotate == 0 && Ones < 32)
      return uint64_t(1) << Ones;
    return std::nullopt;
  }
  if (Name == "UBFMWri" || Name == "UBFMXri") {
    const int64_t Low = I.getOperand(2).getImm(),
                  High = I.getOperand(3).getImm();
    if (High >= Low && High - Low < 31)
      return uint64_t(1) << (High - Low + 1);
  }
  return std::nullopt;
}

/// The register whose value \p I copies, extended with zeros or not at all.
MCRegister BoundSearch::copied(const MCInst &I) const {
  const StringRef Name = name(I);
  if (StringSwitch<bool>(Name)
          .Cases("MOV32rr", "MOV64rr", "MOV32rr_REV", "MOV64rr_REV", true)
          .Cases("MOVZX32rr8", "MOVZX32rr16", "MOVZX64rr8", "MOVZX64rr16", true)
          .Default(false))
    return I.getOperand(1).getReg();
  if ((Name == "ORRWrs" || Name == "ORRXrs") && I.getOperand(3).getImm() == 0 &&
      StringRef(T.MRI.getName(I.getOperand(1).getReg())).ends_with("ZR"))
    return I.getOperand(2).getReg();
  return MCRegister();
}

/// The constant that \p I compares \p Index with.
std::optional<uint64_t> BoundSearch::compared(const MCInst &I,
                                              MCRegister Index) const {
  StringRef Name = name(I);
  MCRegister Reg;
  int64_t Value = -1;
  if (Name == "SUBSWri" || Name == "SUBSXri") {
    if (I.getOperand(3).getImm() != 0)
      return std::nullopt;
    Reg = I.getOperand(1).getReg();
    Value = I.getOperand(2).getImm();
  } else if (Name.consume_front("CMP") && I.getNumOperands() == 2 &&
             I.getOperand(0).isReg() && I.getOperand(1).isImm() &&
             Name.contains("ri")) {
    Reg = I.getOperand(0).getReg();
    Value = I.getOperand(1).getImm();
  } else if (Name == "8i8" || Name == "16i16" || Name == "32i32" ||
             Name == "64i32") {
    // The accumulator, which the description names as read.
    Value = I.getOperand(0).getImm();
    const ArrayRef<MCPhysReg> Uses = T.MII.get(I.getOpcode()).implicit_uses();
    Reg = Uses.empty() ? MCRegister() : MCRegister(Uses.front());
  }
  if (!Reg || Value < 0 || !T.MRI.regsOverlap(Reg, Index))
    return std::nullopt;
  return static_cast<uint64_t>(Value);
}

bool BoundSearch::writesFlags(size_t I) const {
  const MCInstrDesc &Desc = T.MII.get(G.code()[I].Code.Inst.getOpcode());
  return any_of(Desc.implicit_defs(), [&](MCPhysReg R) {
    const StringRef Name = T.MRI.getName(R);
    return Name == "EFLAGS" || Name == "NZCV";
  });
}

std::optional<uint64_t> BoundSearch::before(const FlowBlock &B, size_t At,
                                            MCRegister Index, Limit L,
                                            unsigned Depth) {
  for (size_t I = At; I != B.First;) {
    const MCInst &Inst = G.code()[--I].Code.Inst;
    if (L != Limit::None && writesFlags(I)) {
      if (const auto Value = compared(Inst, Index))
        return *Value + (L == Limit::BelowOrEqual);
      L = Limit::None;
    }
    if (!Defs.writes(I, Index))
      continue;
    if (const auto Values = mask(Inst))
      return Values;
    Index = copied(Inst);
    if (!Index)
      return std::nullopt;
  }
  // A compare in another block than its branch.
  if (L != Limit::None || Depth == MaxBlocksBack || B.Preds.empty())
    return std::nullopt;
  uint64_t Most = 0;
  for (const FlowBlock *P : B.Preds) {
    if (P == &G.front())
      return std::nullopt;
    const auto Values = before(*P, P->Last, Index, limit(*P, B), Depth + 1);
    if (!Values)
      return std::nullopt;
    Most = std::max(Most, *Values);
  }
  return Most;
}

std::optional<uint64_t> takt::tableBound(FlowGraph &G, const ReachingDefs &Defs,
                                         TargetRef T, size_t Use,
                                         MCRegister Index) {
  return BoundSearch(G, Defs, T)
      .before(Defs.blockOf(Use), Use, Index, Limit::None, 0);
}
