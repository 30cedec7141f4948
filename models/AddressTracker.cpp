//===- AddressTracker.cpp - Which addresses a kernel accesses ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressTracker.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/MathExtras.h"

using namespace takt;
using llvm::MCInst;
using llvm::MCOperand;
using llvm::MCRegister;
using Value = std::optional<SymbolicValue>;

/// A sum of more unknowns is as good as a new one.
static constexpr unsigned MaxTerms = 4;
/// Factors and constants wrap like addresses do.
static int64_t wrap(uint64_t V) { return static_cast<int64_t>(V); }

void SymbolicValue::add(const SymbolicValue &V, int64_t Factor) {
  auto Times = [&](int64_t N) { return uint64_t(N) * uint64_t(Factor); };
  Constant = wrap(uint64_t(Constant) + Times(V.Constant));
  for (auto [Unknown, N] : V.Terms) {
    auto *At =
        llvm::lower_bound(Terms, Unknown, [](const auto &Term, uint32_t U) {
          return Term.first < U;
        });
    if (At == Terms.end() || At->first != Unknown)
      At = Terms.insert(At, {Unknown, 0});
    At->second = wrap(uint64_t(At->second) + Times(N));
    if (At->second == 0)
      Terms.erase(At);
  }
}

SymbolicValue AddressTracker::just(uint32_t Unknown) {
  SymbolicValue V;
  V.Terms.push_back({Unknown, 1});
  return V;
}

SymbolicValue AddressTracker::unknown() {
  Unknowns.push_back({});
  return just(Unknowns.size() - 1);
}

/// What \p Name stands for; this: where the code lies.
SymbolicValue AddressTracker::named(const void *Name) {
  auto [At, New] = Names.try_emplace(Name, Unknowns.size());
  if (New)
    Unknowns.push_back({Name == this ? Origin::Code : Origin::Named, 0});
  return just(At->second);
}

SymbolicValue AddressTracker::entryValue(uint16_t Group) {
  auto [At, New] = Entries.try_emplace(Group, Unknowns.size());
  if (New)
    Unknowns.push_back({Origin::Entry, Group});
  return just(At->second);
}

SymbolicValue AddressTracker::valueOf(MCRegister R) {
  const auto &Groups = Ctx.Registers.entry(R).Groups;
  if (Groups.size() != 1)
    return unknown();
  auto At = Values.find(Groups.front());
  return At != Values.end() ? At->second : entryValue(Groups.front());
}

/// A symbol of the program, or a constant distance from it.
static const llvm::MCSymbol *programSymbol(const llvm::MCExpr *E,
                                           int64_t &Distance) {
  if (const auto *B = llvm::dyn_cast<llvm::MCBinaryExpr>(E)) {
    const auto *C = llvm::dyn_cast<llvm::MCConstantExpr>(B->getRHS());
    bool Adds = B->getOpcode() == llvm::MCBinaryExpr::Add;
    if (!C || (!Adds && B->getOpcode() != llvm::MCBinaryExpr::Sub))
      return nullptr;
    Distance += Adds ? C->getValue() : -C->getValue();
    E = B->getLHS();
  }
  const auto *S = llvm::dyn_cast<llvm::MCSymbolRefExpr>(E);
  return S ? &S->getSymbol() : nullptr;
}

SymbolicValue AddressTracker::valueOf(const MCOperand &Op) {
  SymbolicValue V;
  if (Op.isReg())
    return Op.getReg() ? valueOf(Op.getReg()) : V;
  if (Op.isImm()) {
    V.Constant = Op.getImm();
    return V;
  }
  int64_t Distance = 0;
  const llvm::MCSymbol *S =
      Op.isExpr() ? programSymbol(Op.getExpr(), Distance) : nullptr;
  V = S ? named(S) : unknown();
  V.Constant = Distance;
  return V;
}

/// The value of base + scale * index + displacement, in a segment; none for a
/// vector of addresses and where LLVM does not mark the parts.
Value AddressTracker::address(const CodeInstr &Code, const OpcodeOperands &O) {
  const MCInst &I = Code.Inst;
  if (O.Displacement < 2 || O.Displacement + 1u >= I.getNumOperands())
    return std::nullopt;
  const MCOperand &Base = I.getOperand(O.Index - 2),
                  &Scale = I.getOperand(O.Index - 1),
                  &Index = I.getOperand(O.Index),
                  &Displacement = I.getOperand(O.Displacement),
                  &Segment = I.getOperand(O.Displacement + 1);
  if (!Base.isReg() || !Scale.isImm() || !Index.isReg() || !Segment.isReg() ||
      (Index.getReg() && !Ctx.Registers.isGeneral(Index.getReg())))
    return std::nullopt;
  SymbolicValue V = valueOf(Displacement);
  if (isPcRelative(I, O, Ctx.Registers)) {
    // A number counts from the end of the instruction; a symbol is meant.
    if (Displacement.isImm()) {
      V.add(named(this), 1);
      V.Constant += static_cast<int64_t>(Code.Offset + Code.Size);
    }
  } else {
    V.add(valueOf(Base), 1);
  }
  V.add(valueOf(Index), Scale.getImm());
  if (Segment.getReg())
    V.add(named(&Ctx.Registers.entry(Segment.getReg())), 1);
  return V;
}

/// The sum of the sources, later ones with \p Sign.
Value AddressTracker::sum(const CodeInstr &Code, const OpcodeOperands &O,
                          int64_t Sign) {
  SymbolicValue V;
  int64_t Factor = 1;
  auto Add = [&](const SymbolicValue &Source) {
    V.add(Source, Factor);
    Factor = Sign;
  };
  // add rax, imm32 does not name rax.
  for (llvm::MCPhysReg R : Ctx.MII.get(Code.Inst.getOpcode()).implicit_uses())
    if (Ctx.Registers.isGeneral(R))
      Add(valueOf(MCRegister(R)));
  for (auto [Index, Op] : llvm::enumerate(Code.Inst))
    if (O.role(Index) == OperandRole::Data) {
      // Disassembled 32 bit immediates have no sign.
      bool Unsigned = Op.isImm() && llvm::isUInt<32>(Op.getImm());
      Add(Unsigned ? valueOf(MCOperand::createImm(int32_t(Op.getImm())))
                   : valueOf(Op));
    }
  return V;
}

/// The value of the explicit result.
Value AddressTracker::result(const CodeInstr &Code, const OpcodeInfo &Info) {
  const OpcodeOperands &O = Info.Operands;
  Value V;
  const llvm::MCInstrDesc &Desc = Ctx.MII.get(Code.Inst.getOpcode());
  const ValueRule &Rule = *Info.Value;
  if (Desc.mayLoad() || Desc.mayStore() || Rule.Signed || Rule.Bytes ||
      (Rule.Operand != ValueRule::Plain &&
       Rule.Operand != ValueRule::Immediate64))
    return std::nullopt;
  switch (Info.Value->Effect) {
  case ValueRule::Copy:
  case ValueRule::Add:
    return sum(Code, O, 1);
  case ValueRule::Subtract:
    return sum(Code, O, -1);
  case ValueRule::Increment:
  case ValueRule::Decrement:
    V = sum(Code, O, 1);
    V->Constant += Info.Value->Effect == ValueRule::Increment ? 1 : -1;
    return V;
  case ValueRule::ShiftLeft: {
    const MCOperand &By = Code.Inst.getOperand(Code.Inst.getNumOperands() - 1);
    if (!By.isImm() || By.getImm() < 0 || By.getImm() > 63)
      return std::nullopt;
    V.emplace();
    V->add(valueOf(Code.Inst.getOperand(1)), wrap(uint64_t(1) << By.getImm()));
    return V;
  }
  case ValueRule::Address:
    return address(Code, O);
  case ValueRule::Xor:
  case ValueRule::Zero:
    if (isSameRegister(Code.Inst, O, Ctx.Registers))
      V.emplace();
    return V;
  default:
    return std::nullopt;
  }
}

void AddressTracker::set(MCRegister R, const Value &V) {
  const RegisterMap::Entry &E = Ctx.Registers.entry(R);
  bool Known =
      V && !E.Partial && E.Groups.size() == 1 && V->Terms.size() <= MaxTerms;
  for (uint16_t Group : E.Groups)
    Values[Group] = Known ? *V : unknown();
}

uint32_t AddressTracker::symbolOf(const SymbolicValue &Address) {
  uint64_t Hash = 0;
  for (auto [Unknown, Factor] : Address.Terms)
    Hash = llvm::hash_combine(Hash, Unknown, Factor);
  // Two keys are DenseMap's own.
  auto &Candidates = SymbolsByHash[Hash >> 1];
  for (uint32_t S : Candidates)
    if (Symbols[S].Terms == Address.Terms)
      return S;
  Candidates.push_back(Symbols.size());
  Symbols.push_back(Address);
  return Candidates.back();
}

/// \returns the index of the access, -1 if nothing is known.
int8_t AddressTracker::addAccess(const Value &Address, unsigned Size,
                                 KernelInstr &To) {
  if (!Address)
    return -1;
  MemoryAccess A;
  A.Symbol = symbolOf(*Address);
  A.Offset = Address->Constant;
  A.Size = static_cast<uint16_t>(Size);
  To.Accesses.push_back(A);
  return static_cast<int8_t>(To.Accesses.size() - 1);
}

/// Where the memory µops go: an operand, or the stack pointer of push and pop,
/// or one for the load and the other for the store.
void AddressTracker::access(const CodeInstr &Code, const OpcodeInfo &Info,
                            unsigned Size, KernelInstr &To) {
  int16_t Moves = stackChange(Info.Value);
  Value Stack;
  if (Moves) {
    Stack = valueOf(Ctx.Registers.stackPointer());
    Stack->Constant += std::min<int16_t>(Moves, 0);
  }
  bool HasOperand =
      llvm::is_contained(Info.Operands.Roles, OperandRole::Address);
  int8_t Operand =
      HasOperand ? addAccess(address(Code, Info.Operands), Size, To) : -1;
  int8_t OfStack = addAccess(Stack, std::abs(Moves), To);
  for (Uop &U : To.Uops) {
    bool Loads = U.Kind == UopKind::Load;
    if (!Loads && U.Kind != UopKind::StoreAddress &&
        U.Kind != UopKind::StoreData)
      continue;
    // push [x] loads from x, pop [x] from the stack.
    bool UsesStack = Moves && (!HasOperand || Loads == (Moves > 0));
    U.Access = UsesStack ? OfStack : Operand;
  }
}

void AddressTracker::step(const CodeInstr &Code, const OpcodeInfo &Info,
                          unsigned Size, KernelInstr &To) {
  const llvm::MCInstrDesc &Desc = Ctx.MII.get(Code.Inst.getOpcode());
  access(Code, Info, Size, To);
  Value Explicit = Info.Value ? result(Code, Info) : std::nullopt;
  Value Stack;
  if (int16_t Moves = stackChange(Info.Value)) {
    Stack = valueOf(Ctx.Registers.stackPointer());
    Stack->Constant += Moves;
  }
  for (llvm::MCPhysReg R : Desc.implicit_defs())
    set(R, Stack && Ctx.Registers.isStackPointer(R) ? Stack : Explicit);
  for (auto [Index, Op] : llvm::enumerate(Code.Inst))
    if (Op.isReg() && Op.getReg() &&
        Info.Operands.role(Index) == OperandRole::Result)
      set(Op.getReg(), Explicit);
}

/// By how much \p Unknown grows in an iteration; none: it is another one.
std::optional<int64_t>
AddressTracker::stepOf(uint32_t Unknown, llvm::ArrayRef<CodeInstr> Code) const {
  const Origin &From = Unknowns[Unknown];
  switch (From.K) {
  case Origin::New:
    return std::nullopt;
  case Origin::Named:
    return 0;
  case Origin::Code:
    // Unrolled, the copies follow each other.
    if (Repeats == Notion::Loop)
      return 0;
    return static_cast<int64_t>(Code.back().Offset + Code.back().Size -
                                Code.front().Offset);
  case Origin::Entry:
    break;
  }
  auto At = Values.find(From.Group);
  if (At == Values.end())
    return 0;
  const SymbolicValue &End = At->second;
  if (End.Terms == just(Unknown).Terms)
    return End.Constant;
  return std::nullopt;
}

void AddressTracker::finish(llvm::ArrayRef<CodeInstr> Code, Kernel &K) {
  std::vector<std::optional<int64_t>> Steps(Symbols.size());
  for (auto [Index, S] : llvm::enumerate(Symbols)) {
    uint64_t Sum = 0;
    bool Known = true;
    for (auto [Unknown, Factor] : S.Terms) {
      std::optional<int64_t> Step = stepOf(Unknown, Code);
      Known &= Step.has_value();
      Sum += uint64_t(Step.value_or(0)) * uint64_t(Factor);
    }
    if (Known)
      Steps[Index] = wrap(Sum);
  }
  for (KernelInstr &I : K.Instrs)
    for (MemoryAccess &A : I.Accesses)
      A.Step = Steps[A.Symbol];
}
