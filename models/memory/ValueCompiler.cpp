//===- ValueCompiler.cpp - From instructions to operations ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueCompiler.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace takt;
using llvm::ArrayRef;
using llvm::MCRegister;

/// The condition code that stands for the carry flag, on x86 (b) and on AArch64
/// (hs).
static constexpr unsigned CarryCode = 2;

/// The slot of the first result if a whole general register is computed in one
/// operation, else a temporary one.
SlotId ValueCompiler::place(Instr &In) {
  MCRegister R = In.Results.empty() ? MCRegister() : In.Results[0].Register;
  if (!R || !Slots.isFollowed(R) || !Ctx.Registers.isGeneral(R))
    return Slots.temp();
  const RegisterMap::Entry &E = Ctx.Registers.entry(R);
  if (E.Partial || E.HighByte || In.Results.size() > 1)
    return Slots.temp();
  In.Placed = true;
  return Slots.registerSlot(R);
}

ValueSource ValueCompiler::call(const Instr &In, ValueFunction F,
                                ArrayRef<ValueSource> From, SlotId Into) {
  SlotId Args[3] = {ZeroSlot, ZeroSlot, ZeroSlot};
  for (auto [I, S] : llvm::enumerate(From.take_front(3)))
    Args[I] = Slots.sized(S, In.Bits, In.Rule->Signed);
  ValueOp &Op = Slots.emit(ValueOp::Compute, Into, Args[0], Args[1], Args[2]);
  Op.Function = F;
  Op.Bits = static_cast<uint8_t>(In.Bits);
  ValueSource S;
  S.Slot = Into;
  S.Bits = static_cast<uint16_t>(In.Bits);
  return S;
}

/// \returns true if the result is 0 (or all ones, or a borrow) whatever the
/// register that is both sources holds.
static bool cancels(ValueRule::EffectKind Effect) {
  return Effect == ValueRule::Xor || Effect == ValueRule::Subtract ||
         Effect == ValueRule::SubtractBorrow || Effect == ValueRule::XorNot ||
         Effect == ValueRule::Zero;
}

bool ValueCompiler::computeFunction(Instr &In, Sources &To) {
  ValueFunction F = functionOf(In.effect(), In.Rule->Signed);
  if (!F || In.From.empty() || In.Bits > 64)
    return false;
  bool Shifts = In.effect() >= ValueRule::ShiftLeft &&
                In.effect() <= ValueRule::RotateRight;
  if (Shifts && In.From.size() == 1)
    In.From.push_back(Slots.number(1));
  To.push_back(call(In, F, In.From, place(In)));
  return true;
}

/// Two results from the same sources.
bool ValueCompiler::computePair(Instr &In, Sources &To) {
  auto [First, Second] = functionsOf(In.effect(), In.Rule->Signed);
  if (!First || In.From.empty() || In.Bits < 16)
    return false;
  for (ValueFunction F : {First, Second})
    To.push_back(call(In, F, In.From, Slots.temp()));
  return true;
}

/// Bit fields with immediate places: Arm ARM DDI 0487 section C6.2, UBFM, SBFM,
/// BFM and MOVK.
bool ValueCompiler::computeBits(Instr &In, Sources &To) {
  unsigned N = In.I.getNumOperands();
  // Of the part of an address that the linker puts into movk nothing is known.
  if (In.From.size() < 3 || In.Code.Linked.Symbol ||
      !In.I.getOperand(N - 1).isImm() || !In.I.getOperand(N - 2).isImm())
    return false;
  auto R = static_cast<unsigned>(In.I.getOperand(N - 2).getImm());
  auto S = static_cast<unsigned>(In.I.getOperand(N - 1).getImm());
  ValueSource V;
  V.Bits = static_cast<uint16_t>(In.Bits);
  auto Deposit = [&](SlotId Old, SlotId New, unsigned Low, unsigned Length) {
    V.Slot = place(In);
    ValueOp &Op = Slots.emit(ValueOp::Deposit, V.Slot, Old, New);
    Op.Low = static_cast<uint8_t>(Low);
    Op.Length = static_cast<uint8_t>(Length);
    Op.Bits = static_cast<uint8_t>(In.Bits);
  };
  auto Extract = [&](SlotId From, unsigned Low, unsigned Length, SlotId Into) {
    ValueOp &Op =
        Slots.emit(In.Rule->Signed ? ValueOp::ExtractSigned : ValueOp::Extract,
                   Into, From);
    Op.Low = static_cast<uint8_t>(Low);
    Op.Length = static_cast<uint8_t>(Length);
    Op.Bits = static_cast<uint8_t>(In.Bits);
    return Into;
  };
  // A field from bit R on, or one that goes to bit Bits - R.
  bool Down = S >= R;
  switch (In.effect()) {
  case ValueRule::Insert:
    Deposit(In.From[0].Slot, In.From[1].Slot, S, 16);
    break;
  case ValueRule::BitfieldInsert: {
    SlotId New = In.From[1].Slot;
    if (Down)
      New = Extract(New, R, S - R + 1, Slots.temp());
    Deposit(In.From[0].Slot, New, Down ? 0 : In.Bits - R,
            Down ? S - R + 1 : S + 1);
    break;
  }
  default:
    if (Down)
      V.Slot = Extract(In.From[0].Slot, R, S - R + 1, place(In));
    else
      V = shifted(In, Extract(In.From[0].Slot, 0, S + 1, Slots.temp()),
                  ValueRule::ShiftLeft, false, In.Bits - R);
  }
  To.push_back(V);
  return true;
}

/// A slot with 1 if the condition \p Code holds, else 0. Which one is random,
/// but opposite conditions on the same flags are opposite.
SlotId ValueCompiler::conditionBit(const Instr &In, unsigned Code) {
  uint16_t Group = 0;
  for (MCRegister R : In.Desc.implicit_uses())
    if (!Ctx.Registers.isGeneral(R) && !Ctx.Registers.entry(R).Groups.empty())
      Group = Ctx.Registers.entry(R).Groups.front();
  SlotId To = Slots.temp();
  if (LastWriter[Group] == NoWriter)
    EarlierConditions.push_back({Slots.code().Ops.size(), Group});
  ValueOp &Op =
      Slots.emit(ValueOp::Condition, To, LastWriter[Group], ZeroSlot, Code & 1);
  Op.Low = static_cast<uint8_t>(Code >> 1);
  return To;
}

/// The function of the source that conditional selects may change.
static ValueFunction changeOf(ValueRule::EffectKind Effect) {
  switch (Effect) {
  case ValueRule::SelectNext:
    return functionOf(ValueRule::Increment, false);
  case ValueRule::SelectNot:
    return functionOf(ValueRule::Not, false);
  case ValueRule::SelectNegate:
    return functionOf(ValueRule::Negate, false);
  default:
    return nullptr;
  }
}

bool ValueCompiler::computeConditional(Instr &In, Sources &To) {
  const llvm::MCOperand &Code = In.I.getOperand(In.I.getNumOperands() - 1);
  if (!Code.isImm())
    return false;
  SlotId Bit = conditionBit(In, static_cast<unsigned>(Code.getImm()));
  ValueSource V;
  V.Slot = Bit;
  if (In.effect() != ValueRule::Condition) {
    if (In.From.size() != 2)
      return false;
    if (ValueFunction F = changeOf(In.effect()))
      In.From[1] = call(In, F, In.From[1], Slots.temp());
    if (In.effect() == ValueRule::ConditionalMove)
      std::swap(In.From[0], In.From[1]);
    V.Slot = place(In);
    ValueOp &Op = Slots.emit(ValueOp::Choose, V.Slot, In.From[0].Slot,
                             In.From[1].Slot, Bit);
    Op.Bits = static_cast<uint8_t>(In.Bits);
  }
  V.Bits = static_cast<uint16_t>(In.Bits);
  To.push_back(V);
  return true;
}

bool ValueCompiler::copy(Instr &In, Sources &To) {
  for (ValueSource S : In.From) {
    if (In.Rule->Bytes && In.Rule->Memory == ValueRule::Marked)
      S.Bits = std::min<uint16_t>(S.Bits, 8 * In.Rule->Bytes);
    if (In.Rule->Signed && S.Bits < In.Bits) {
      S.Slot = Slots.sized(S, In.Bits, true);
      S.Bits = static_cast<uint16_t>(In.Bits);
      S.High = false;
    }
    To.push_back(S);
  }
  return !In.From.empty();
}

bool ValueCompiler::compute(Instr &In, Sources &To) {
  bool Same = In.From.size() == 2 && !In.From[0].Constant &&
              In.From[0].Slot == In.From[1].Slot &&
              In.From[0].Bits == In.From[1].Bits &&
              In.From[0].High == In.From[1].High;
  if (Same && cancels(In.effect()))
    In.From[0] = In.From[1] = Slots.number(0);
  // A vector or'ed with itself is how vectors are copied.
  if (Same && In.effect() == ValueRule::Or && In.Bits > 64)
    return copy(In, To);
  switch (In.effect()) {
  case ValueRule::Opaque:
    return false;
  case ValueRule::Copy:
  case ValueRule::Push:
  case ValueRule::Pop:
    return copy(In, To);
  case ValueRule::Zero:
    To.push_back(Slots.number(0));
    return Same;
  case ValueRule::Exchange:
    if (In.From.size() != 2)
      return false;
    for (ValueSource &S : In.From) {
      SlotId Held = Slots.temp();
      Slots.emit(ValueOp::Lanes, Held, S.Slot).Length = 1;
      S.Slot = Held;
    }
    To = {In.From[1], In.From[0]};
    return true;
  case ValueRule::Address:
  case ValueRule::Page: {
    ValueSource S;
    if (std::optional<SlotId> A = markedAddress(In))
      S.Slot = *A;
    else if (In.I.getNumOperands() == 2)
      S = literalAddress(In, In.I.getOperand(1),
                         In.effect() == ValueRule::Page);
    else
      return false;
    To.push_back(S);
    return true;
  }
  case ValueRule::Insert:
  case ValueRule::Bitfield:
  case ValueRule::BitfieldInsert:
    return computeBits(In, To);
  case ValueRule::AddCarry:
  case ValueRule::SubtractBorrow: {
    ValueSource Carry;
    Carry.Slot = conditionBit(In, CarryCode);
    In.From.push_back(Carry);
    return computeFunction(In, To);
  }
  case ValueRule::MultiplyWide:
  case ValueRule::MultiplyWideHigh:
  case ValueRule::DivideWide:
    return computePair(In, To);
  case ValueRule::SignSpread:
    // LLVM says that the source, which comes first, is written, too.
    In.Results.erase(In.Results.begin(), In.Results.end() - 1);
    return computeFunction(In, To);
  default:
    return In.effect() >= ValueRule::Condition ? computeConditional(In, To)
                                               : computeFunction(In, To);
  }
}

/// Counts an instruction that is not followed unless it is about vectors and
/// floating point.
void ValueCompiler::count(const Instr &In) {
  bool General = false;
  for (const Result &R : In.Results)
    General |= !R.Register || (Ctx.Registers.isGeneral(R.Register) &&
                               Slots.isFollowed(R.Register));
  for (const llvm::MCOperand &Op : In.I)
    if (Op.isReg() && Op.getReg() && !Ctx.Registers.isGeneral(Op.getReg()) &&
        Ctx.Registers.entry(Op.getReg()).Bits >= 8)
      return;
  Unsupported += General;
}

/// Pop loads before it moves the stack pointer, which its memory operand is
/// relative to; push moves it when it has read everything.
std::optional<SlotId> ValueCompiler::stackAddress(Instr &In) {
  int16_t Moves = stackChange(In.Rule);
  if (!Moves)
    return std::nullopt;
  SlotId Pointer = Slots.registerSlot(Ctx.Registers.stackPointer());
  if (Moves < 0)
    return Slots.sum(Pointer, ZeroSlot, 1, static_cast<uint64_t>(Moves));
  SlotId Old = Slots.temp();
  Slots.emit(ValueOp::Lanes, Old, Pointer).Length = 1;
  In.From.push_back(loaded(Old, static_cast<unsigned>(Moves)));
  Slots.sum(Pointer, ZeroSlot, 1, static_cast<uint64_t>(Moves), 64, Pointer);
  return Old;
}

void ValueCompiler::follow(Instr &In) {
  std::optional<SlotId> Stack = stackAddress(In);
  findAddress(In);
  access(In, Stack);
  if (SitesOnly)
    return;
  bool Pushes = stackChange(In.Rule) < 0;
  if (In.Rule && In.From.empty())
    findSources(In);
  Sources Values;
  bool Followed = compute(In, Values);
  if (Pushes) {
    store(*Stack, In.Rule->Bytes,
          Followed ? Values.front() : ValueSource::bottom(64));
    Slots
        .emit(ValueOp::Lanes, Slots.registerSlot(Ctx.Registers.stackPointer()),
              *Stack)
        .Length = 1;
  }
  if (Followed) {
    write(In, Values);
  } else {
    writeBottom(In);
    count(In);
  }
}

void ValueCompiler::add(const CodeInstr &Code, const OpcodeInfo &Info,
                        unsigned Size, KernelInstr &To) {
  Slots.nextInstr();
  Instr In(Code, Info, Ctx.MII.get(Code.Inst.getOpcode()), Size, To);
  findResults(In);
  findMemory(In);
  follow(In);
  ++NumInstrs;
  if (SitesOnly)
    return;
  for (auto [Index, Op] : llvm::enumerate(In.I))
    if (Op.isReg() && Op.getReg() && In.O.WriteBack >> Index & 1) {
      ValueSource Base = ValueSource::bottom(64);
      if (In.WrittenBack)
        Base.Slot = *In.WrittenBack;
      Slots.write(Op.getReg(), Base);
    }
  for (MCRegister R : In.Desc.implicit_defs())
    for (uint16_t Group : Ctx.Registers.entry(R).Groups)
      LastWriter[Group] = NumInstrs - 1;
}

void ValueCompiler::finish(uint64_t Bytes) {
  for (auto [Index, Group] : EarlierConditions) {
    ValueOp &Op = Slots.code().Ops[Index];
    Op.A = LastWriter[Group];
    Op.Length = 1;
  }
  // Unrolled, the copies follow each other.
  if (Repeats == Notion::Unrolled) {
    SlotId Code = Slots.named(this);
    Slots.sum(Code, ZeroSlot, 1, Bytes, 64, Code);
  }
  Slots.code().NumSites = static_cast<uint32_t>(Sites.size());
}
