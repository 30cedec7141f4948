//===- ValueOperands.cpp - Sources and results of instructions --*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueCompiler.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrDesc.h"

using namespace takt;
using llvm::MCOperand;
using llvm::MCRegister;

/// What a single load or store operation may access.
static constexpr unsigned MaxBytes = 8 * MaxLanes;

//===- Results ------------------------------------------------------------===//

/// Explicit registers, then implicit ones, then memory.
void ValueCompiler::findResults(Instr &In) {
  auto IsPartOf = [&](MCRegister Part, MCRegister Whole) {
    const RegisterMap::Entry &P = Ctx.Registers.entry(Part),
                             &W = Ctx.Registers.entry(Whole);
    return P.Groups == W.Groups && P.Bits < W.Bits;
  };
  auto Add = [&](MCRegister R) {
    Result New;
    New.Register = R;
    In.Results.push_back(New);
  };
  for (auto [Index, Op] : llvm::enumerate(In.I))
    if (Op.isReg() && Op.getReg() && In.O.role(Index) == OperandRole::Result &&
        !(In.O.WriteBack >> Index & 1))
      Add(Op.getReg());
  for (MCRegister R : In.Desc.implicit_defs()) {
    if (!Slots.isFollowed(R) ||
        (In.changesStack() && Ctx.Registers.isPartOfStackPointer(R)))
      continue;
    // Products of 8 bits are said to write al and ax.
    if (!In.Results.empty() && IsPartOf(In.Results.back().Register, R))
      In.Results.back().Register = R;
    else
      Add(R);
  }
  if (!In.Results.empty())
    In.Bits = Ctx.Registers.entry(In.Results.front().Register).Bits;
}

/// Which parts of memory are accessed.
void ValueCompiler::findMemory(Instr &In) {
  bool HasOperand = llvm::is_contained(In.O.Roles, OperandRole::Address);
  int16_t Moves = stackChange(In.Rule);
  In.Loads = HasOperand && In.Desc.mayLoad() && Moves <= 0;
  // Prefetches store as far as LLVM's descriptions go.
  In.Stores =
      HasOperand && In.Desc.mayStore() && Moves >= 0 &&
      (In.To.Uops.empty() || llvm::any_of(In.To.Uops, [](const Uop &U) {
         return U.Kind == UopKind::StoreData || U.Kind == UopKind::StoreAddress;
       }));
  bool Described = In.Rule && In.Rule->Memory != ValueRule::Marked;
  // LLVM says that exclusive loads store, too.
  if (Described && In.effect() == ValueRule::Copy) {
    In.Loads &= !In.Results.empty();
    In.Stores &= In.Results.empty();
  }
  unsigned Parts = 1;
  if (Described) {
    unsigned Stored = 0;
    for (auto [Index, Op] : llvm::enumerate(In.I))
      Stored += Op.isReg() && In.O.role(Index) == OperandRole::Data;
    Parts = In.Loads ? std::max<size_t>(In.Results.size(), 1) : Stored;
    In.Size = In.Rule->Bytes * Parts;
  }
  In.PartBytes = Described ? In.Rule->Bytes : In.Size;
  if (!In.Stores)
    return;
  for (unsigned I = 0; I < Parts; ++I) {
    Result New;
    New.Offset = I * In.PartBytes;
    New.Bytes = In.PartBytes;
    In.Results.push_back(New);
  }
  if (In.Results.size() == Parts)
    In.Bits = 8 * In.PartBytes;
}

void ValueCompiler::store(SlotId Address, unsigned Bytes, ValueSource V) {
  // Wide as whole lanes.
  SlotId From = Bytes <= 8 ? Slots.sized(V, 8 * Bytes, false) : V.Slot;
  if (Bytes > 8 && V.Bits < 8 * Bytes)
    From = BottomSlot;
  for (unsigned Done = 0; Done < Bytes; Done += MaxBytes)
    Slots
        .emit(ValueOp::Store, ZeroSlot, Slots.sum(Address, ZeroSlot, 1, Done),
              From)
        .Length = static_cast<uint8_t>(std::min(Bytes - Done, MaxBytes));
}

/// Memory first: its address may be one of the registers.
void ValueCompiler::write(Instr &In, llvm::ArrayRef<ValueSource> Values) {
  auto ValueOf = [&](size_t I) {
    return I < Values.size() ? Values[I] : ValueSource::bottom(8 * MaxBytes);
  };
  for (auto [I, R] : llvm::enumerate(In.Results))
    if (!R.Register && In.Address && R.Bytes)
      store(Slots.sum(*In.Address, ZeroSlot, 1, R.Offset), R.Bytes, ValueOf(I));
  // If one register is both results of mulx, it holds the first.
  for (size_t I = In.Results.size(); I-- > 0;) {
    MCRegister R = In.Results[I].Register;
    if (!R || (I == 0 && In.Placed))
      continue;
    if (I < Values.size())
      Slots.write(R, Values[I]);
    else
      Slots.writeBottom(R);
  }
}

void ValueCompiler::writeBottom(Instr &In) { write(In, {}); }

//===- Sources ------------------------------------------------------------===//

ValueSource ValueCompiler::loaded(std::optional<SlotId> Address, unsigned Bytes,
                                  std::optional<SlotId> Into) {
  if (!Address || Bytes == 0 || Bytes > MaxBytes)
    return ValueSource::bottom(8 * MaxBytes);
  ValueSource S;
  S.Bits = static_cast<uint16_t>(8 * Bytes);
  S.Vector = Bytes > 8;
  S.Slot = Into ? *Into : Slots.temp((Bytes + 7) / 8);
  Slots.emit(ValueOp::Load, S.Slot, *Address).Length =
      static_cast<uint8_t>(Bytes);
  return S;
}

/// The loaded parts of memory: as many as there are results, where each is one.
void ValueCompiler::addMemory(Instr &In) {
  unsigned Parts = In.PartBytes ? In.Size / In.PartBytes : 1;
  // Loads clear what is above the loaded bytes, as results of 32 bits do.
  bool Plain = In.effect() == ValueRule::Copy && !In.Rule->Signed &&
               In.Address && Parts == 1 && In.Results.size() == 1 &&
               In.Results[0].Register &&
               Ctx.Registers.isGeneral(In.Results[0].Register) &&
               In.PartBytes > 0 && 8 * In.PartBytes <= In.Bits;
  if (Plain) {
    In.From.push_back(loaded(In.Address, In.PartBytes, place(In)));
    return;
  }
  for (unsigned I = 0; I < Parts; ++I) {
    std::optional<SlotId> Address = In.Address;
    if (Address)
      Address = Slots.sum(*Address, ZeroSlot, 1, I * In.PartBytes);
    In.From.push_back(loaded(Address, In.PartBytes));
  }
}

/// Shifts name their count last.
static bool takesImplicitLast(ValueRule::EffectKind Effect) {
  switch (Effect) {
  case ValueRule::ShiftLeft:
  case ValueRule::ShiftRight:
  case ValueRule::RotateLeft:
  case ValueRule::RotateRight:
  case ValueRule::FunnelLeft:
  case ValueRule::FunnelRight:
  case ValueRule::Exchange:
    return true;
  default:
    return false;
  }
}

void ValueCompiler::findSources(Instr &In) {
  auto AddImplicit = [&] {
    for (MCRegister R : In.Desc.implicit_uses())
      if (Ctx.Registers.isGeneral(R) && !Ctx.Registers.isPartOfStackPointer(R))
        In.From.push_back(Slots.read(R));
  };
  bool Last = takesImplicitLast(In.effect());
  if (!Last)
    AddImplicit();
  findExplicitSources(In);
  if (Last)
    AddImplicit();
}

/// Effects from Condition on have a condition code as their last operand.
static bool hasConditionCode(ValueRule::EffectKind Effect) {
  return Effect >= ValueRule::Condition;
}

void ValueCompiler::findExplicitSources(Instr &In) {
  unsigned End = In.I.getNumOperands() - hasConditionCode(In.effect());
  unsigned Taken = 0;
  switch (In.Rule->Operand) {
  case ValueRule::Plain:
  case ValueRule::Immediate64:
    break;
  case ValueRule::LogicalImm:
    Taken = 1;
    break;
  default:
    Taken = 2;
  }
  if (End < Taken)
    return;
  bool MemoryDone = false;
  for (unsigned I = 0; I < End - Taken; ++I) {
    const MCOperand &Op = In.I.getOperand(I);
    if (In.O.role(I) == OperandRole::Address) {
      if (In.Loads && !MemoryDone)
        addMemory(In);
      MemoryDone = true;
    } else if (In.O.role(I) == OperandRole::Data && Op.isImm() &&
               isLinkedImmediate(In)) {
      In.From.push_back(ValueSource());
      In.From.back().Slot = *linked(In);
    } else if (In.O.role(I) == OperandRole::Data) {
      // Disassembled 32 bit immediates have no sign.
      if (Op.isImm() && llvm::isUInt<32>(Op.getImm()) &&
          In.Rule->Operand != ValueRule::Immediate64)
        In.From.push_back(Slots.number(
            static_cast<uint64_t>(static_cast<int32_t>(Op.getImm()))));
      else
        In.From.push_back(operand(Op));
    }
  }
  if (Taken)
    In.From.push_back(
        combined(In, In.I.getOperand(End - Taken), In.I.getOperand(End - 1)));
}

ValueSource ValueCompiler::shifted(const Instr &In, SlotId V,
                                   ValueRule::EffectKind How, bool Signed,
                                   unsigned By) {
  ValueSource S;
  S.Slot = V;
  S.Bits = static_cast<uint16_t>(In.Bits);
  if (By == 0)
    return S;
  S.Slot = Slots.temp();
  SlotId Count = Slots.constant(By);
  ValueOp &Op = Slots.emit(ValueOp::Compute, S.Slot, V, Count);
  Op.Function = functionOf(How, Signed);
  Op.Bits = static_cast<uint8_t>(In.Bits);
  return S;
}

/// Arm ARM DDI 0487, DecodeBitMasks(): elements of a power of two of bits with
/// a run of ones, rotated, all over.
static uint64_t logicalImmediate(uint64_t Encoding, unsigned Bits) {
  unsigned N = Encoding >> 12 & 1, R = Encoding >> 6 & 63, S = Encoding & 63;
  unsigned Length = llvm::Log2_32(N << 6 | (~S & 63));
  unsigned Element = 1u << Length;
  uint64_t Ones = lowBits((S & (Element - 1)) + 1);
  R &= Element - 1;
  uint64_t V = R ? Ones >> R | Ones << (Element - R) : Ones;
  V &= lowBits(Element);
  for (; Element < Bits; Element *= 2)
    V |= V << Element;
  return V;
}

/// ValueRule::OperandKind. The encodings of shift and extension are LLVM's:
/// llvm/lib/Target/AArch64/MCTargetDesc/AArch64AddressingModes.h,
/// getShifterImm and getArithExtendImm.
ValueSource ValueCompiler::combined(const Instr &In, const MCOperand &First,
                                    const MCOperand &Second) {
  ValueSource S = operand(First);
  uint64_t How = Second.isImm() ? static_cast<uint64_t>(Second.getImm()) : 0;
  static constexpr std::pair<ValueRule::EffectKind, bool> Shifts[] = {
      {ValueRule::ShiftLeft, false},
      {ValueRule::ShiftRight, false},
      {ValueRule::ShiftRight, true},
      {ValueRule::RotateRight, false}};
  switch (In.Rule->Operand) {
  case ValueRule::LogicalImm:
    return Slots.number(logicalImmediate(How, In.Bits));
  case ValueRule::ShiftedImm:
    if (std::optional<SlotId> Linked = linked(In)) {
      // Add takes the part of an address that adrp leaves out; of the parts
      // that movz and movk take nothing is known.
      if (In.effect() != ValueRule::Add)
        return ValueSource::bottom(64);
      S.Slot = lowPart(*Linked);
      S.Bits = static_cast<uint16_t>(In.Bits);
      S.Constant = false;
      return S;
    }
    if (First.isImm())
      return Slots.number(static_cast<uint64_t>(First.getImm()) << (How & 63));
    return shifted(In, S.Slot, ValueRule::ShiftLeft, false, How & 63);
  case ValueRule::Shifted: {
    auto [Kind, Signed] = Shifts[How >> 6 & 3];
    return shifted(In, S.Slot, Kind, Signed, How & 63);
  }
  default: {
    S.Bits = std::min<uint16_t>(S.Bits, 8u << (How >> 3 & 3));
    SlotId V = Slots.sized(S, In.Bits, How >> 5 & 1);
    return shifted(In, V, ValueRule::ShiftLeft, false, How & 7);
  }
  }
}
