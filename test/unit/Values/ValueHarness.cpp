//===- ValueHarness.cpp - Assembly text to interpreted kernels
//-------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueHarness.h"
#include "ModelMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace takt;
using namespace takt::test;
using llvm::MCRegister;
using llvm::StringRef;

ValueTarget::ValueTarget(StringRef Arch, StringRef Name)
    : A(Arch, Name), C(findCpu(Name)), Sizes(A.target()) {
  EXPECT_TRUE(C) << Name.str();
  TargetRef T = A.target();
  Registers.emplace(llvm::cantFail(RegisterMap::create(T.MRI, *C)));
  Model.emplace(llvm::cantFail(baseModel(T.STI, *C)));
  Ctx.emplace(BuilderContext{*C, *Model, T.STI, T.MII, T.MRI, *Registers, {}});
  Index.emplace(*C);
}

const OpcodeInfo &ValueTarget::info(unsigned Opcode) {
  auto [At, New] = Infos.try_emplace(Opcode);
  if (New) {
    At->second.Operands =
        operandRoles(Ctx->MII.get(Opcode), Ctx->MRI, *Registers);
    At->second.Value = Index->valueRule(Ctx->MII.getName(Opcode));
  }
  return At->second;
}

MCRegister ValueTarget::find(StringRef Name) const {
  MCRegister R = Registers->find(Name);
  EXPECT_TRUE(R) << Name.str();
  return R;
}

ValueTarget &takt::test::x86() {
  static ValueTarget T("x86_64", "skylake");
  return T;
}

ValueTarget &takt::test::aarch64() {
  static ValueTarget T("aarch64", "cortex-a72");
  return T;
}

Compiled::Compiled(ValueTarget &T, std::vector<CodeInstr> From, Notion N)
    : T(T), Code(std::move(From)), Compiler(*T.Ctx, N) {
  for (const CodeInstr &I : Code) {
    KernelInstr K;
    Compiler.add(I, T.info(I.Inst.getOpcode()), T.accessSize(I.Inst), K);
    Bytes += I.Size;
  }
  Compiler.finish(Bytes);
}

SlotId Compiled::slotOf(StringRef Register) {
  return Compiler.slotOf(T.find(Register));
}

Running::Running(ValueTarget &T, StringRef Text,
                 std::vector<std::pair<const char *, uint64_t>> Set,
                 uint64_t Seed)
    : C(T, Text), Sites(C.Compiler.Sites.size()) {
  // Slots for what the code does not touch, too.
  for (unsigned R = 1; R < T.Ctx->MRI.getNumRegs(); ++R)
    if (const RegisterMap::Entry &E = T.Registers->entry(R);
        E.Groups.size() == 1 && (T.Registers->isGeneral(R) || E.Bits >= 128))
      C.Compiler.slotOf(R);
  I.emplace(C.Compiler.code(), 4, Seed);
  for (auto [Name, V] : Set)
    I->setSlot(C.slotOf(Name), {V, 0xff});
}

void Running::iterate() {
  Sites.assign(Sites.size(), MaybeValue());
  I->iterate(Sites.data());
}

std::string Running::get(StringRef Register) {
  const RegisterMap::Entry &E = C.T.Registers->entry(C.T.find(Register));
  PartialValue V = I->slot(C.slotOf(Register));
  unsigned Bytes = std::min(E.Bits / 8, 8);
  unsigned Skip = E.HighByte;
  if ((V.Known >> Skip & firstBytes(Bytes)) != firstBytes(Bytes))
    return "?";
  return "0x" + llvm::utohexstr(V.Value >> 8 * Skip & bitsOfBytes(Bytes), true);
}

uint64_t Running::number(StringRef Register) {
  uint64_t V = 0;
  EXPECT_FALSE(StringRef(get(Register)).getAsInteger(0, V)) << Register.str();
  return V;
}

std::string Running::addresses() const {
  std::string S;
  for (const MaybeValue &V : Sites)
    S += (S.empty() ? "" : " ") +
         (V.Known ? "0x" + llvm::utohexstr(V.Value, true) : "?");
  return S;
}

int64_t takt::test::linkedDistance(ValueTarget &T, StringRef Text,
                                   std::vector<LinkedOperand> Linked) {
  std::vector<CodeInstr> Code = T.A.assemble(Text);
  EXPECT_EQ(Code.size(), Linked.size());
  for (auto [I, L] : llvm::zip(Code, Linked))
    I.Linked = L;
  Compiled C(T, std::move(Code), Notion::Loop);
  ValueInterpreter I(C.Compiler.code(), 1, 1);
  std::vector<MaybeValue> Sites(C.Compiler.Sites.size());
  I.iterate(Sites.data());
  EXPECT_EQ(Sites.size(), 2u);
  return static_cast<int64_t>(Sites.at(1).Value - Sites.at(0).Value);
}

std::string
takt::test::result(ValueTarget &T, StringRef Text, StringRef Register,
                   std::vector<std::pair<const char *, uint64_t>> Set) {
  Running R(T, Text, std::move(Set));
  R.iterate();
  return R.get(Register);
}
