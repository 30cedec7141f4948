//===- ValueAddresses.cpp - Where an instruction accesses memory *- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueCompiler.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCValue.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/raw_ostream.h"

using namespace takt;
using llvm::MCExpr;
using llvm::MCOperand;
using llvm::MCRegister;
using llvm::StringRef;

/// Base, scale, index, displacement and segment, relative to the index.
static constexpr int MarkedBase = -2, MarkedScale = -1;
/// What adrp leaves out: Arm ARM DDI 0487 section C6.2, ADRP.
static constexpr unsigned PageBits = 12;
/// The size of displacements and immediates that are addresses (x86).
static constexpr unsigned LinkedBytes = 4;
/// Tells the linker's numbers of symbols from the symbols of assembly.
static constexpr unsigned LinkedVariant = 1u << 30;

/// Tells a symbol's own address from what else its name stands for: its entry
/// in the global offset table, its offset in thread-local storage. ":lo12:x"
/// and ":pg_hi21:x" are parts of one value, ":got_lo12:x" of another.
static unsigned variantOf(const MCExpr *E) {
  if (const auto *S = llvm::dyn_cast<llvm::MCSymbolRefExpr>(E))
    return S->getKind();
  if (const auto *B = llvm::dyn_cast<llvm::MCBinaryExpr>(E))
    return variantOf(B->getLHS());
  if (E->getKind() != MCExpr::Target)
    return 0;
  llvm::SmallString<32> Text;
  llvm::raw_svector_ostream OS(Text);
  E->print(OS, nullptr);
  StringRef Part = StringRef(Text).drop_front().split(':').first;
  if (!Text.starts_with(":"))
    return 0;
  for (StringRef End : {"lo12", "hi12", "pg_hi21"})
    Part = Part.take_front(Part.find(End));
  Part = Part.rtrim('_');
  return Part.empty() ? 0 : static_cast<unsigned>(llvm::hash_value(Part));
}

/// A symbol and a distance; what else assembly can say is an unknown.
ValueSource ValueCompiler::expression(const MCExpr *E, bool LowPart) {
  ValueSource S;
  llvm::MCValue V;
  if (E->evaluateAsRelocatable(V, nullptr, nullptr) && V.getSymA() &&
      !V.getSymB())
    S.Slot = Slots.sum(Slots.named(&V.getSymA()->getSymbol(), variantOf(E)),
                       ZeroSlot, 1, static_cast<uint64_t>(V.getConstant()));
  else
    S.Slot = Slots.named(E);
  if (!LowPart || E->getKind() != MCExpr::Target)
    return S;
  S.Slot = lowPart(S.Slot);
  return S;
}

/// What adrp leaves out of \p Address.
SlotId ValueCompiler::lowPart(SlotId Address) {
  SlotId Low = Slots.temp();
  Slots.emit(ValueOp::Extract, Low, Address).Length = PageBits;
  return Low;
}

/// The linker fills in an immediate, not a displacement, which comes before it.
bool ValueCompiler::isLinkedImmediate(const Instr &In) const {
  if (!In.Code.Linked.Symbol || isPcRelative(In.I, In.O, Ctx.Registers))
    return false;
  unsigned Behind = In.Code.Size - In.Code.Linked.Offset;
  return In.O.Displacement < 0 ||
         (hasImmediate(In.I, In.O) && Behind == LinkedBytes);
}

/// The address that the linker fills in, if it does. \p Behind is how many
/// bytes the address counts from behind the field.
std::optional<SlotId> ValueCompiler::linked(const Instr &In, unsigned Behind) {
  const LinkedOperand &L = In.Code.Linked;
  if (!L.Symbol)
    return std::nullopt;
  // Numbers are no addresses of anything in this process.
  const void *Key = reinterpret_cast<const void *>(L.Symbol);
  return Slots.sum(Slots.named(Key, LinkedVariant), ZeroSlot, 1,
                   static_cast<uint64_t>(L.Addend) + Behind);
}

ValueSource ValueCompiler::operand(const MCOperand &Op) {
  if (Op.isReg())
    return Slots.read(Op.getReg());
  if (Op.isImm())
    return Slots.number(static_cast<uint64_t>(Op.getImm()));
  if (Op.isExpr())
    return expression(Op.getExpr(), /*LowPart=*/true);
  return ValueSource::bottom(64);
}

/// The address of the code's byte \p Offset.
SlotId ValueCompiler::codeAt(uint64_t Offset) {
  return Slots.sum(Slots.named(this), ZeroSlot, 1, Offset);
}

/// Base + scale * index + displacement, in a segment; none for a vector of
/// addresses.
std::optional<SlotId> ValueCompiler::markedAddress(const Instr &In) {
  const llvm::MCInst &I = In.I;
  const OpcodeOperands &O = In.O;
  if (O.Displacement < 2 || O.Displacement + 1u >= I.getNumOperands())
    return std::nullopt;
  const MCOperand &Base = I.getOperand(O.Index + MarkedBase),
                  &Scale = I.getOperand(O.Index + MarkedScale),
                  &Index = I.getOperand(O.Index),
                  &Displacement = I.getOperand(O.Displacement),
                  &Segment = I.getOperand(O.Displacement + 1);
  if (!Base.isReg() || !Scale.isImm() || !Index.isReg() || !Segment.isReg())
    return std::nullopt;
  MCRegister X = Index.getReg();
  // The index that stands for none is in no class.
  bool IsIndexed = X && Ctx.Registers.entry(X).Bits;
  if (IsIndexed && !Ctx.Registers.isGeneral(X))
    return std::nullopt;
  SlotId Start = ZeroSlot;
  unsigned Bits = 64;
  std::optional<SlotId> Linked;
  if (isPcRelative(I, O, Ctx.Registers)) {
    // A number counts from the end of the instruction; a symbol is meant.
    Linked = linked(In, In.Code.Size - In.Code.Linked.Offset);
    if (Displacement.isImm() && !Linked)
      Start = codeAt(In.Code.Offset + In.Code.Size);
  } else if (Base.getReg()) {
    Start = operand(Base).Slot;
    Bits = Ctx.Registers.entry(Base.getReg()).Bits;
  }
  if (IsIndexed)
    Bits = Ctx.Registers.entry(X).Bits;
  if (!Linked && !isLinkedImmediate(In))
    Linked = linked(In);
  uint64_t Distance = 0;
  if (Linked)
    Start = Slots.sum(*Linked, Start, 1, 0);
  else if (Displacement.isImm())
    Distance = static_cast<uint64_t>(Displacement.getImm());
  else
    Start = Slots.sum(operand(Displacement).Slot, Start, 1, 0);
  SlotId A = Slots.sum(Start, IsIndexed ? operand(Index).Slot : ZeroSlot,
                       static_cast<unsigned>(Scale.getImm()), Distance, Bits);
  if (Segment.getReg())
    A = Slots.sum(A, Slots.named(&Ctx.Registers.entry(Segment.getReg())), 1, 0);
  return A;
}

/// The offset that \p Op says in units of \p Scale bytes; a symbol's is in
/// bytes.
SlotId ValueCompiler::offsetOf(const Instr &In, const MCOperand &Op,
                               unsigned Scale) {
  if (std::optional<SlotId> Linked = linked(In))
    return lowPart(*Linked);
  if (Op.isImm())
    return Slots.constant(static_cast<uint64_t>(Op.getImm()) * Scale);
  return operand(Op).Slot;
}

/// Index register, whether it has a sign, whether it is scaled: operands from
/// \p First on.
SlotId ValueCompiler::indexOf(const Instr &In, unsigned First) {
  const MCOperand &Index = In.I.getOperand(First);
  bool Signed = In.I.getOperand(First + 1).getImm() != 0;
  bool Scaled = In.I.getOperand(First + 2).getImm() != 0;
  SlotId X = Slots.sized(operand(Index), 64, Signed);
  return Scaled ? Slots.sum(ZeroSlot, X, In.Rule->Bytes, 0) : X;
}

/// An address in the form that the rule says, operands from \p First on.
void ValueCompiler::describedAddress(Instr &In, unsigned First) {
  const ValueRule::AddressKind Kind = In.Rule->Memory;
  if (Kind == ValueRule::Literal) {
    In.Address = literalAddress(In, In.I.getOperand(First), false).Slot;
    return;
  }
  SlotId Base = operand(In.I.getOperand(First)).Slot;
  unsigned Operands = Kind == ValueRule::Base      ? 1
                      : Kind == ValueRule::Indexed ? 4
                                                   : 2;
  if (First + Operands > In.I.getNumOperands())
    return;
  bool Scales = Kind == ValueRule::Scaled || Kind == ValueRule::AfterScaled;
  SlotId Offset = ZeroSlot;
  if (Kind == ValueRule::Indexed)
    Offset = indexOf(In, First + 1);
  else if (Kind == ValueRule::AfterIndex &&
           Ctx.Registers.entry(In.I.getOperand(First + 1).getReg())
               .Groups.empty())
    Offset = Slots.constant(In.Size);
  else if (Kind != ValueRule::Base)
    Offset =
        offsetOf(In, In.I.getOperand(First + 1), Scales ? In.Rule->Bytes : 1);
  SlotId Sum = Slots.sum(Base, Offset, 1, 0);
  bool After = Kind == ValueRule::After || Kind == ValueRule::AfterScaled ||
               Kind == ValueRule::AfterIndex;
  In.Address = After ? Base : Sum;
  if (In.O.WriteBack)
    In.WrittenBack = Sum;
}

/// What adr and adrp compute, and where literals are: words from the
/// instruction, or a symbol.
ValueSource ValueCompiler::literalAddress(const Instr &In, const MCOperand &Op,
                                          bool Page) {
  ValueSource S;
  if (std::optional<SlotId> Linked = linked(In)) {
    S.Slot = *Linked;
  } else if (!Op.isImm()) {
    S = Op.isExpr() ? expression(Op.getExpr(), /*LowPart=*/false)
                    : ValueSource::bottom(64);
  } else {
    auto Distance = static_cast<uint64_t>(Op.getImm());
    if (Page)
      Distance <<= PageBits;
    else if (In.effect() != ValueRule::Address)
      Distance *= 4;
    S.Slot = codeAt(In.Code.Offset + Distance);
  }
  if (!Page)
    return S;
  SlotId To = Slots.temp();
  ValueOp &Op2 = Slots.emit(ValueOp::Deposit, To, S.Slot, ZeroSlot);
  Op2.Length = PageBits;
  S.Slot = To;
  return S;
}

void ValueCompiler::findAddress(Instr &In) {
  auto At = llvm::find(In.O.Roles, OperandRole::Address);
  if (At == In.O.Roles.end())
    return;
  if (In.O.Displacement >= 0)
    In.Address = markedAddress(In);
  else if (In.Rule && In.Rule->Memory != ValueRule::Marked)
    describedAddress(In, At - In.O.Roles.begin());
}

/// \returns the index of the access, -1 if nothing is known of it.
int8_t ValueCompiler::addAccess(std::optional<SlotId> Address, unsigned Size,
                                bool Loads, bool Stores, KernelInstr &To) {
  if (!Address)
    return -1;
  auto Index = static_cast<uint8_t>(To.Accesses.size());
  To.Accesses.emplace_back().Size = static_cast<uint16_t>(Size);
  AccessSite S;
  S.Instr = NumInstrs;
  S.Access = Index;
  S.Load = Loads;
  S.Store = Stores;
  S.Size = static_cast<uint16_t>(Size);
  Slots.emit(ValueOp::Site, static_cast<SlotId>(Sites.size()), *Address);
  Sites.push_back(S);
  return static_cast<int8_t>(Index);
}

/// Where the memory µops go: an operand, or the stack pointer of push and pop,
/// or one for the load and the other for the store.
void ValueCompiler::access(Instr &In, std::optional<SlotId> Stack) {
  int16_t Moves = stackChange(In.Rule);
  int8_t Operand = -1, OfStack = -1;
  auto AddStack = [&] {
    OfStack = addAccess(Stack, std::abs(Moves), Moves > 0, Moves < 0, In.To);
  };
  // Loads come first.
  if (Moves > 0)
    AddStack();
  Operand = addAccess(In.Address, In.Size, In.Loads, In.Stores, In.To);
  if (Moves < 0)
    AddStack();
  bool HasOperand = llvm::is_contained(In.O.Roles, OperandRole::Address);
  for (Uop &U : In.To.Uops) {
    bool Loads = U.Kind == UopKind::Load;
    if (!Loads && U.Kind != UopKind::StoreAddress &&
        U.Kind != UopKind::StoreData)
      continue;
    // push [x] loads from x, pop [x] from the stack.
    bool UsesStack = Moves && (!HasOperand || Loads == (Moves > 0));
    U.Access = UsesStack ? OfStack : Operand;
  }
}
