//===- LoopCounter.cpp - What a loop counts with --------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCounter.h"
#include "MemoryOperands.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace takt;

namespace {

/// How a branch goes on.
struct Condition {
  bool Equality = false; ///< while not equal
  bool Unsigned = false;
  bool Inclusive = false; ///< goes on when equal
};

/// A register that one instruction changes by a constant.
struct Induction {
  MCRegister Register;
  int64_t Step = 0;
  size_t At = 0;
};

/// What the condition is taken from.
struct Comparison {
  MCRegister Left, Right; ///< Right: none, then with Number
  int64_t Number = 0;
  size_t At = 0;
};

class Finder {
public:
  Finder(CodeTarget &T, ArrayRef<CodeInstr> Code)
      : T(T), MII(T.ref().MII), MRI(T.ref().MRI), Code(Code) {}
  std::optional<CountRegister> find();

private:
  StringRef name(size_t I) const {
    return MII.getName(Code[I].Inst.getOpcode());
  }
  std::optional<Condition> condition();
  std::optional<Comparison> comparison();
  std::optional<int64_t> stepOf(size_t I, MCRegister Reg);
  std::optional<Induction> induction(MCRegister Reg);
  bool writes(size_t I, MCRegister Reg) const;
  std::optional<CountRegister> againstNumber(const Induction &X,
                                             const Comparison &By,
                                             const Condition &C) const;
  std::optional<CountRegister> againstRegister(const Induction &X,
                                               MCRegister Bound,
                                               const Comparison &By,
                                               const Condition &C) const;
  MCRegister accumulator() const;
  int64_t number(MCRegister R) const { return MRI.getEncodingValue(R); }

  CodeTarget &T;
  const MCInstrInfo &MII;
  const MCRegisterInfo &MRI;
  ArrayRef<CodeInstr> Code;
};

} // namespace

std::optional<Condition> Finder::condition() {
  const std::string Text = T.print(Code.back());
  const StringRef Mnemonic =
      StringRef(Text).trim().split('\t').first.split(' ').first;
  const int Kind = StringSwitch<int>(Mnemonic)
                       .Cases("jne", "jnz", "b.ne", "cbnz", 0)
                       .Cases("jl", "jg", "b.lt", "b.gt", 1)
                       .Cases("jle", "jge", "b.le", "b.ge", 2)
                       .Cases("jb", "ja", "b.lo", "b.hi", 3)
                       .Cases("jbe", "jae", "b.ls", "b.hs", 4)
                       .Default(-1);
  if (Kind < 0)
    return std::nullopt;
  return Condition{Kind == 0, Kind >= 3, Kind == 2 || Kind == 4};
}

bool Finder::writes(size_t I, MCRegister Reg) const {
  const MCInst &Inst = Code[I].Inst;
  const MCInstrDesc &D = MII.get(Inst.getOpcode());
  for (unsigned O = 0; O != D.getNumDefs() && O < Inst.getNumOperands(); ++O)
    if (Inst.getOperand(O).isReg() && Inst.getOperand(O).getReg() &&
        MRI.regsOverlap(Inst.getOperand(O).getReg(), Reg))
      return true;
  return any_of(D.implicit_defs(),
                [&](MCPhysReg R) { return MRI.regsOverlap(R, Reg); });
}

MCRegister Finder::accumulator() const {
  for (unsigned R = 1; R != MRI.getNumRegs(); ++R)
    if (StringRef(MRI.getName(R)) == "RAX")
      return R;
  return {};
}

/// The comparison that the last branch looks at.
std::optional<Comparison> Finder::comparison() {
  const MCInst &Last = Code.back().Inst;
  const size_t End = Code.size() - 1;
  if (name(End).starts_with("CBNZ"))
    return Comparison{Last.getOperand(0).getReg(), {}, 0, End};
  MCRegister Flags;
  for (const MCPhysReg R : MII.get(Last.getOpcode()).implicit_uses())
    if (StringRef(MRI.getName(R)) == "EFLAGS" ||
        StringRef(MRI.getName(R)) == "NZCV")
      Flags = R;
  size_t At = End;
  while (Flags && At > 0 && !writes(At - 1, Flags))
    --At;
  if (!Flags || At == 0)
    return std::nullopt;
  const MCInst &I = Code[--At].Inst;
  const StringRef Name = name(At);
  const auto Is = [&](ArrayRef<StringRef> Names) {
    return is_contained(Names, Name);
  };
  const auto Reg = [&](unsigned O) { return I.getOperand(O).getReg(); };
  if (Is({"CMP64rr", "CMP64rr_REV", "CMP32rr", "CMP32rr_REV"}))
    return Comparison{Reg(0), Reg(1), 0, At};
  if (Is({"CMP64ri8", "CMP64ri32", "CMP32ri8", "CMP32ri"}) &&
      I.getOperand(1).isImm())
    return Comparison{Reg(0), {}, I.getOperand(1).getImm(), At};
  // The short forms name no register: it is rax.
  if (Is({"CMP64i32", "CMP32i32"}) && I.getOperand(0).isImm())
    return Comparison{accumulator(), {}, I.getOperand(0).getImm(), At};
  if (Is({"TEST64rr", "TEST32rr"}) && Reg(0) == Reg(1))
    return Comparison{Reg(0), {}, 0, At};
  const bool Discards = Name.starts_with("SUBS") &&
                        StringRef(MRI.getName(Reg(0))).ends_with("ZR");
  if (Discards && Is({"SUBSXri", "SUBSWri"}) && I.getOperand(3).getImm() == 0)
    return Comparison{Reg(1), {}, I.getOperand(2).getImm(), At};
  if (Discards && Is({"SUBSXrs", "SUBSWrs"}) && I.getOperand(3).getImm() == 0)
    return Comparison{Reg(1), Reg(2), 0, At};
  // The step itself, whose result is compared with zero.
  if (MII.get(I.getOpcode()).getNumDefs() == 1 && I.getOperand(0).isReg() &&
      stepOf(At, Reg(0)))
    return Comparison{Reg(0), {}, 0, At};
  return std::nullopt;
}

/// What instruction \p I adds to \p Reg, if that is all that it does to it.
std::optional<int64_t> Finder::stepOf(size_t I, MCRegister Reg) {
  const MCInst &Inst = Code[I].Inst;
  const StringRef Name = name(I);
  const auto Amount = [&](unsigned O) -> std::optional<int64_t> {
    if (!Inst.getOperand(O).isImm())
      return std::nullopt;
    return Inst.getOperand(O).getImm();
  };
  if (Name == "INC64r" || Name == "INC32r")
    return 1;
  if (Name == "DEC64r" || Name == "DEC32r")
    return -1;
  const bool Sub = Name.starts_with("SUB");
  if (is_contained<StringRef>({"ADD64i32", "ADD32i32", "SUB64i32", "SUB32i32"},
                              Name)) {
    const std::optional<int64_t> By = Amount(0);
    return By ? std::optional<int64_t>(Sub ? -*By : *By) : std::nullopt;
  }
  if (is_contained<StringRef>({"ADD64ri8", "ADD64ri32", "ADD32ri8", "ADD32ri",
                               "SUB64ri8", "SUB64ri32", "SUB32ri8", "SUB32ri"},
                              Name)) {
    const std::optional<int64_t> By = Amount(2);
    return By ? std::optional<int64_t>(Sub ? -*By : *By) : std::nullopt;
  }
  if (is_contained<StringRef>({"ADDXri", "ADDWri", "SUBXri", "SUBWri",
                               "ADDSXri", "ADDSWri", "SUBSXri", "SUBSWri"},
                              Name)) {
    const std::optional<int64_t> By = Amount(2), Shift = Amount(3);
    if (!By || !Shift ||
        Inst.getOperand(0).getReg() != Inst.getOperand(1).getReg())
      return std::nullopt;
    return (Sub ? -*By : *By) * (int64_t(1) << *Shift);
  }
  if (Name == "LEA64r" && Inst.getOperand(1).isReg() &&
      Inst.getOperand(1).getReg() == Reg && !Inst.getOperand(3).getReg())
    return Amount(4);
  if (T.triple().getArch() == Triple::aarch64) {
    const std::string Text = T.print(Code[I]);
    const std::optional<AccessSite> Site = readAArch64Access(Text);
    const int64_t By = writeBackOf(Text);
    if (By && Site && Site->Base == MRI.getEncodingValue(Reg))
      return By;
  }
  return std::nullopt;
}

std::optional<Induction> Finder::induction(MCRegister Reg) {
  std::optional<Induction> Found;
  for (size_t I = 0; I != Code.size(); ++I) {
    if (!writes(I, Reg))
      continue;
    const std::optional<int64_t> Step = stepOf(I, Reg);
    if (Found || !Step || *Step == 0)
      return std::nullopt;
    Found = {Reg, *Step, I};
  }
  return Found;
}

/// How much further the loop goes than to equality at its last comparison.
static int64_t beyond(int64_t Step, const Condition &C) {
  return C.Inclusive ? (Step > 0 ? 1 : -1) : 0;
}

/// The first value of \p X.
std::optional<CountRegister> Finder::againstNumber(const Induction &X,
                                                   const Comparison &By,
                                                   const Condition &C) const {
  // The value would have to be negative.
  if (C.Unsigned)
    return std::nullopt;
  CountRegister R;
  R.Register = static_cast<unsigned>(number(X.Register));
  R.Step = -X.Step;
  // A comparison before the step sees one step less.
  R.Constant = By.Number + beyond(X.Step, C) + (By.At < X.At ? X.Step : 0);
  return R;
}

/// The value of \p Bound.
std::optional<CountRegister> Finder::againstRegister(const Induction &X,
                                                     MCRegister Bound,
                                                     const Comparison &By,
                                                     const Condition &C) const {
  CountRegister R;
  R.Register = static_cast<unsigned>(number(Bound));
  R.Base = static_cast<unsigned>(number(X.Register));
  R.Step = X.Step;
  R.Constant = -beyond(X.Step, C) - (By.At < X.At ? X.Step : 0);
  return R;
}

std::optional<CountRegister> Finder::find() {
  const std::optional<Condition> C = condition();
  if (!C)
    return std::nullopt;
  const std::optional<Comparison> By = comparison();
  if (!By)
    return std::nullopt;
  if (const std::optional<Induction> X = induction(By->Left)) {
    if (!By->Right)
      return againstNumber(*X, *By, *C);
    if (none_of(seq(Code.size()),
                [&](size_t I) { return writes(I, By->Right); }))
      return againstRegister(*X, By->Right, *By, *C);
    return std::nullopt;
  }
  if (!By->Right ||
      any_of(seq(Code.size()), [&](size_t I) { return writes(I, By->Left); }))
    return std::nullopt;
  if (const std::optional<Induction> X = induction(By->Right))
    return againstRegister(*X, By->Left, *By, *C);
  return std::nullopt;
}

std::optional<CountRegister> takt::loopCounter(CodeTarget &T,
                                               ArrayRef<CodeInstr> Code) {
  return Finder(T, Code).find();
}
