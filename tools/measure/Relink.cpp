//===- Relink.cpp - Addresses that a linker fills in ----------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Relink.h"
#include "MemoryOperands.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace takt;

/// A symbol's data may be that large before they meet those of the next.
/// movz with a shift of 16 can name its begin.
static constexpr uint64_t SymbolSpace = 0x10000;
/// Behind the symbols; 2,048 of them fit before.
static constexpr uint64_t RelativeBase = LinkedBase + 0x08000000;
static constexpr int64_t PageSize = 4096;

static bool isRipRelative(const CodeTarget &T, const MCInst &I,
                          unsigned First) {
  const MCRegister Base = I.getOperand(First).getReg();
  return Base && StringRef(T.ref().MRI.getName(Base)) == "RIP";
}

/// A64's ADR and ADRP, and LDR (literal): Arm ARM DDI 0487, C4.1.
static bool isAdr(uint32_t W) { return (W & 0x1f000000) == 0x10000000; }
static bool isLiteral(uint32_t W) { return (W & 0x3b000000) == 0x18000000; }

/// What code that is not linked any more refers to relative to itself.
std::optional<int64_t> Relinker::relativeTarget(const CodeInstr &I) const {
  if (I.Linked.Symbol)
    return std::nullopt;
  const auto Begin = static_cast<int64_t>(I.Offset);
  if (T.triple().isX86()) {
    const std::optional<unsigned> First = addressOperands(T, I.Inst);
    if (!First || !isRipRelative(T, I.Inst, *First) ||
        !I.Inst.getOperand(*First + 3).isImm())
      return std::nullopt;
    return Begin + I.Size + I.Inst.getOperand(*First + 3).getImm();
  }
  const uint32_t W = support::endian::read32le(I.Bytes.data());
  if (!isAdr(W))
    return std::nullopt;
  const int64_t Value =
      SignExtend64<21>((W >> 5 & 0x7ffff) << 2 | (W >> 29 & 3));
  const bool Page = W >> 31;
  return Page ? (Begin & -PageSize) + Value * PageSize : Begin + Value;
}

void Relinker::collect(ArrayRef<CodeInstr> Code) {
  for (const CodeInstr &I : Code)
    if (const std::optional<int64_t> Target = relativeTarget(I))
      Places[*Target] = 0;
  // Neighbours stay neighbours. Each group has a page of its own; where the
  // program's addresses are not known, it begins with a line.
  std::optional<int64_t> GroupBegin;
  uint64_t Next = RelativeBase - SymbolSpace;
  for (auto &[Target, Place] : Places) {
    const int64_t Begin =
        KnowsAddresses || !T.triple().isX86() ? Target & -PageSize : Target;
    const int64_t Reach = KnowsAddresses ? PageSize : int64_t(LineSize);
    if (!GroupBegin || Target - *GroupBegin >= Reach) {
      GroupBegin = Begin;
      Next += SymbolSpace;
      // Not all at the same offset.
      if (!KnowsAddresses && T.triple().isX86())
        Next = Next / SymbolSpace * SymbolSpace +
               (Next / SymbolSpace * 5 % 64) * LineSize;
    }
    Place = Next + static_cast<uint64_t>(Target - *GroupBegin);
  }
}

uint64_t Relinker::place(int64_t Target) const {
  const auto Found = Places.find(Target);
  return Found == Places.end() ? RelativeBase : Found->second;
}

uint64_t Relinker::symbol(uint64_t Number) {
  const auto [Found, New] = Symbols.insert({Number, Symbols.size()});
  const uint64_t Index = Found->second;
  // A64's movz can name the begin of a space only.
  const uint64_t Within = T.triple().isX86() ? Index * 5 % 64 * LineSize : 0;
  return LinkedBase + Index * SymbolSpace + Within;
}

std::optional<unsigned> Relinker::fieldOf(const CodeInstr &I,
                                          unsigned Operand) {
  if (I.Linked.Symbol)
    return I.Linked.Offset;
  const int64_t Value = I.Inst.getOperand(Operand).getImm();
  for (unsigned At = 1; At + 4 <= I.Size; ++At) {
    SmallVector<uint8_t, 16> Bytes(I.Bytes.begin(), I.Bytes.end());
    if (static_cast<int32_t>(support::endian::read32le(&Bytes[At])) != Value)
      continue;
    // An immediate may look the same: change it and see.
    support::endian::write32le(&Bytes[At], static_cast<uint32_t>(Value) ^ 1);
    MCInst Changed;
    uint64_t Size = 0;
    if (T.decode(Bytes, I.Offset, Changed, Size) == CodeTarget::Decode::Ok &&
        Size == I.Size && Changed.getNumOperands() > Operand &&
        Changed.getOperand(Operand).isImm() &&
        Changed.getOperand(Operand).getImm() == (Value ^ 1))
      return At;
  }
  return std::nullopt;
}

Expected<std::optional<uint64_t>>
Relinker::linkX86(CodeInstr &I, unsigned At, std::vector<PcField> &Fields) {
  const std::optional<unsigned> First = addressOperands(T, I.Inst);
  if (First && isRipRelative(T, I.Inst, *First)) {
    const std::optional<unsigned> Field = fieldOf(I, *First + 3);
    if (!Field)
      return createStringError("the address of an operand is not found in '" +
                               StringRef(T.print(I)).trim() + "'");
    uint64_t Target = 0;
    if (I.Linked.Symbol)
      Target = symbol(I.Linked.Symbol) +
               static_cast<uint64_t>(I.Linked.Addend + I.Size - *Field);
    else
      Target = place(*relativeTarget(I));
    Fields.push_back({At + *Field, At + I.Size, Target});
    return Target;
  }
  if (!I.Linked.Symbol || I.Linked.Offset + 4u > I.Size)
    return std::nullopt;
  // Addresses are below 2 GiB: four bytes hold them, with and without a sign.
  const uint64_t Address =
      symbol(I.Linked.Symbol) + static_cast<uint64_t>(I.Linked.Addend);
  support::endian::write32le(&I.Bytes[I.Linked.Offset],
                             static_cast<uint32_t>(Address));
  // Accesses are read off the instruction.
  uint64_t Size = 0;
  T.decode(I.Bytes, I.Offset, I.Inst, Size);
  return std::nullopt;
}

/// How far the 12 bits of an immediate are shifted; none: there are none. ADD
/// (immediate), and loads and stores (unsigned immediate).
static std::optional<unsigned> lowPartShift(uint32_t W) {
  if ((W & 0x7f800000) == 0x11000000)
    return 0;
  if ((W & 0x3b000000) != 0x39000000)
    return std::nullopt;
  const bool Quad = (W & 0x04800000) == 0x04800000;
  return Quad ? 4 : W >> 30;
}

Expected<std::optional<uint64_t>> Relinker::linkAArch64(CodeInstr &I) {
  uint32_t W = support::endian::read32le(I.Bytes.data());
  if (isLiteral(W))
    return createStringError("'" + StringRef(T.print(I)).trim() +
                             "' loads from its own code");
  if (isAdr(W)) {
    // movz xd, #part, lsl #16: no instruction reaches from anywhere.
    const uint64_t Address =
        I.Linked.Symbol ? symbol(I.Linked.Symbol) : place(*relativeTarget(I));
    W = 0xd2a00000 | static_cast<uint32_t>(Address >> 16 & 0xffff) << 5 |
        (W & 31);
  } else if (I.Linked.Symbol) {
    const std::optional<unsigned> Shift = lowPartShift(W);
    if (!Shift)
      return std::nullopt;
    const auto Low = static_cast<uint32_t>(I.Linked.Addend & (PageSize - 1));
    W = (W & ~(0xfffu << 10)) | Low >> *Shift << 10;
  }
  support::endian::write32le(I.Bytes.data(), W);
  return std::nullopt;
}

Expected<std::optional<uint64_t>> Relinker::link(CodeInstr &I, unsigned At,
                                                 std::vector<PcField> &Fields) {
  const MCInstrDesc &D = T.ref().MII.get(I.Inst.getOpcode());
  if (D.isBranch() || D.isCall())
    return std::nullopt;
  return T.triple().isX86() ? linkX86(I, At, Fields) : linkAArch64(I);
}
