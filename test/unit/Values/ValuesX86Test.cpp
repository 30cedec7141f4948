//===- ValuesX86Test.cpp - Tests of interpreted x86 kernels
//----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueHarness.h"

using namespace takt;
using namespace takt::test;
using Set = std::vector<std::pair<const char *, uint64_t>>;

namespace {

std::string after(llvm::StringRef Text, llvm::StringRef Register,
                  Set Registers = {}) {
  return result(x86(), Text, Register, std::move(Registers));
}

/// The addresses of an iteration as offsets from what rdi holds.
std::vector<int64_t> offsets(Running &R) {
  std::vector<int64_t> To;
  uint64_t Base = R.I->slot(R.C.slotOf("rdi")).Value;
  R.iterate();
  for (const MaybeValue &V : R.Sites) {
    EXPECT_TRUE(V.Known);
    To.push_back(static_cast<int64_t>(V.Value - Base));
  }
  return To;
}

TEST(ValuesX86, PartsOfRegisters) {
  const Set Start = {{"rax", 0x1122334455667788}, {"rcx", 0xff}};
  EXPECT_EQ(after("mov eax, ecx", "rax", Start), "0xff");
  EXPECT_EQ(after("mov eax, eax", "rax", Start), "0x55667788");
  EXPECT_EQ(after("mov ax, cx", "rax", Start), "0x11223344556600ff");
  EXPECT_EQ(after("mov al, cl", "rax", Start), "0x11223344556677ff");
  EXPECT_EQ(after("mov ah, cl", "rax", Start), "0x112233445566ff88");
  EXPECT_EQ(after("mov cl, ah", "rcx", Start), "0x77");
  EXPECT_EQ(after("add al, 0x80", "rax", Start), "0x1122334455667708");
  EXPECT_EQ(after("movsx eax, ah", "rax", {{"rax", 0x8000}}), "0xffffff80");
}

TEST(ValuesX86, ResultsOf32BitsWrap) {
  EXPECT_EQ(after("add eax, 1", "rax", {{"rax", 0xffffffff}}), "0x0");
  EXPECT_EQ(after("lea eax, [rax + 4*rax]", "rax", {{"rax", 0x40000000}}),
            "0x40000000");
  EXPECT_EQ(after("lea rax, [eax + 16]", "rax", {{"rax", 0xfffffff8}}), "0x8");
  Running R(x86(), "inc ecx\nmov eax, ecx\nmov rdx, [rdi + 4*rax]",
            {{"rdi", 0x1000}, {"rcx", 0xfffffffe}});
  EXPECT_EQ(offsets(R), std::vector<int64_t>{4 * 0xffffffffLL});
  EXPECT_EQ(offsets(R), std::vector<int64_t>{0});
  EXPECT_EQ(offsets(R), std::vector<int64_t>{4});
}

TEST(ValuesX86, Immediates) {
  EXPECT_EQ(after("mov rax, -2", "rax"), "0xfffffffffffffffe");
  EXPECT_EQ(after("movabs rax, 0x80000001", "rax"), "0x80000001");
  EXPECT_EQ(after("add rax, -128", "rax", {{"rax", 128}}), "0x0");
  EXPECT_EQ(after("mov eax, -1", "rax"), "0xffffffff");
}

/// A register minus itself is 0 whatever it holds.
TEST(ValuesX86, WhatCancels) {
  for (const char *Text : {"xor eax, eax", "sub eax, eax", "xor rax, rax"})
    EXPECT_EQ(after(Text, "rax"), "0x0") << Text;
  EXPECT_EQ(after("cvttsd2si rax, xmm0\nxor eax, eax", "rax"), "0x0");
  EXPECT_EQ(after("movq xmm0, rax\npxor xmm0, xmm0\nmovq rcx, xmm0", "rcx"),
            "0x0");
  EXPECT_EQ(after("pxor xmm0, xmm1\nmovq rcx, xmm0", "rcx"), "?");
  EXPECT_EQ(after("and eax, eax", "rax", {{"rax", 7}}), "0x7");
}

TEST(ValuesX86, NothingIsKnownOfSomeResults) {
  Running R(x86(), "cvttsd2si rax, xmm0\nlea rcx, [rax + 8]\nmov [rcx], rdx\n"
                   "mov rbx, [rcx]\nmov [rdi], rax\nmov rsi, [rdi]\n"
                   "mov r8d, eax");
  R.iterate();
  for (const char *Name : {"rax", "rcx", "rbx", "rsi", "r8d"})
    EXPECT_EQ(R.get(Name), "?") << Name;
  // Results of 32 bits have an upper half that is known.
  EXPECT_EQ(R.I->slot(R.C.slotOf("r8")).Known, 0xf0);
  ASSERT_EQ(R.Sites.size(), 4u);
  EXPECT_FALSE(R.Sites[0].Known);
  EXPECT_FALSE(R.Sites[1].Known);
  EXPECT_TRUE(R.Sites[2].Known);
  // Floating point is not what is counted.
  EXPECT_EQ(R.unsupported(), 0u);
}

/// A byte of ⊥ does not make its neighbours unknown.
TEST(ValuesX86, PartlyKnownValues) {
  const char *Unknown = "pmovmskb eax, xmm0\nmov ecx, 0x1234\n";
  EXPECT_EQ(after(std::string(Unknown) + "mov cl, al\nmovzx edx, ch", "rdx"),
            "0x12");
  EXPECT_EQ(after(std::string(Unknown) + "mov cl, al", "rcx"), "?");
  EXPECT_EQ(after(std::string(Unknown) + "mov cl, al\nmov cl, 1", "rcx"),
            "0x1201");
  // Stored with one unknown byte, loaded with and without it.
  std::string Stored =
      std::string(Unknown) + "mov ch, al\nmov [rdi], ecx\nmov [rdi + 4], ecx\n";
  EXPECT_EQ(after(Stored + "movzx edx, byte ptr [rdi]", "rdx"), "0x34");
  EXPECT_EQ(after(Stored + "movzx edx, byte ptr [rdi + 1]", "rdx"), "?");
  EXPECT_EQ(after(Stored + "movzx edx, word ptr [rdi + 2]", "rdx"), "0x0");
  EXPECT_EQ(after(Stored + "mov edx, [rdi + 2]", "rdx"), "?");
}

TEST(ValuesX86, StoresAndLoadsThatOverlap) {
  const Set Start = {{"rax", 0x8877665544332211}, {"rcx", 0xccdd}};
  auto Loaded = [&](const char *Text) {
    return after(std::string("mov [rdi], rax\n") + Text, "rdx", Start);
  };
  EXPECT_EQ(Loaded("mov rdx, [rdi]"), "0x8877665544332211");
  EXPECT_EQ(Loaded("mov edx, [rdi + 3]"), "0x77665544");
  EXPECT_EQ(Loaded("mov [rdi + 3], cx\nmov rdx, [rdi]"), "0x887766ccdd332211");
  EXPECT_EQ(Loaded("mov [rdi + 8], rcx\nmov rdx, [rdi + 4]"), "0xccdd88776655");
  // What nobody stored is the same every time, in parts as well.
  EXPECT_EQ(Loaded("mov rdx, [rdi + 5]\nsub rdx, [rdi + 5]"), "0x0");
  EXPECT_EQ(
      Loaded("mov rdx, [rsi]\nshr rdx, 24\nmovzx ecx, byte ptr [rsi + 3]\n"
             "movzx edx, dl\nsub edx, ecx"),
      "0x0");
  EXPECT_EQ(Loaded("mov rdx, [rsi + 3]\nmov r8d, [rsi + 5]\nshr rdx, 16\n"
                   "sub edx, r8d"),
            "0x0");
}

TEST(ValuesX86, SpillsComeBack) {
  const Set Start = {{"rax", 0x123456789abcdef0}, {"rcx", 42}};
  for (const char *Text :
       {"push rax\npop rdx", "mov [rsp - 8], rax\nmov rdx, [rsp - 8]",
        "movq xmm0, rax\nmovq rdx, xmm0",
        "movq xmm0, rax\nmovups [rsp - 16], xmm0\nmov rdx, [rsp - 16]",
        "mov [rsp - 8], rax\nmovups xmm0, [rsp - 16]\nmovups [rsi], xmm0\n"
        "mov rdx, [rsi + 8]",
        "mov [rsp - 8], rax\nvmovdqu ymm0, [rsp - 32]\nvmovdqu [rsi], ymm0\n"
        "mov rdx, [rsi + 24]",
        "push rax\npush rcx\npop rsi\npop rdx"})
    EXPECT_EQ(after(Text, "rdx", Start), "0x123456789abcdef0") << Text;
  EXPECT_EQ(after("movd xmm0, eax\nmovq rdx, xmm0", "rdx", Start),
            "0x9abcdef0");
  EXPECT_EQ(
      after("movq xmm0, rax\naddsd xmm0, xmm1\nmovq rdx, xmm0", "rdx", Start),
      "?");
}

/// Push and pop access the stack before and after they move it, and their
/// memory operand by the moved pointer (Intel SDM vol. 2, PUSH and POP).
TEST(ValuesX86, Stack) {
  const Set Start = {{"rsp", 0x1000}, {"rax", 5}};
  Running Push(x86(), "push rax\npush qword ptr [rsp]\npush 3", Start);
  Push.iterate();
  EXPECT_EQ(Push.addresses(), "0xff8 0xff8 0xff0 0xfe8");
  EXPECT_EQ(Push.get("rsp"), "0xfe8");
  Running Pop(x86(), "pop rax\npop qword ptr [rsp + 8]\npop ax", Start);
  Pop.iterate();
  EXPECT_EQ(Pop.addresses(), "0x1000 0x1008 0x1018 0x1010");
  EXPECT_EQ(Pop.get("rsp"), "0x1012");
  EXPECT_EQ(after("push rax\npop rsp", "rsp", Start), "0x5");
  EXPECT_EQ(after("pushfq\npop rcx", "rcx", Start), "?");
  Running Call(x86(), "call foo\npush rax\npop rax\nret", Start);
  Call.iterate();
  EXPECT_EQ(Call.addresses(), "0xff8 0xff0 0xff0 0xff8");
  EXPECT_EQ(Call.get("rsp"), "0x1000");
  // Loads come first among the accesses of an instruction.
  std::string Kinds;
  for (const AccessSite &S : Pop.C.Compiler.Sites)
    Kinds += S.Load ? "L" : S.Store ? "S" : "-";
  EXPECT_EQ(Kinds, "LLSL");
}

TEST(ValuesX86, Accesses) {
  Running R(x86(), "add dword ptr [rdi + 4*rsi], eax\nmovups xmm0, [rdi]\n"
                   "vmovups [rdi], ymm0\nlea rax, [rdi]\nnop dword ptr [rax]\n"
                   "vgatherdps xmm0, [rax + xmm1], xmm2");
  std::string Text;
  for (const AccessSite &S : R.C.Compiler.Sites)
    Text += std::to_string(S.Instr) + (S.Load ? "L" : "") +
            (S.Store ? "S" : "") + std::to_string(S.Size) + " ";
  EXPECT_EQ(Text, "0LS4 1L16 2S32 ");
}

TEST(ValuesX86, SymbolsSegmentsAndCode) {
  auto Addresses = [](const char *Text) {
    Running R(x86(), Text);
    R.iterate();
    return R.Sites;
  };
  auto Distance = [&](const char *Text) {
    std::vector<MaybeValue> V = Addresses(Text);
    return static_cast<int64_t>(V.at(1).Value - V.at(0).Value);
  };
  EXPECT_EQ(Distance("mov rax, [rip + foo]\nmov rbx, [rip + foo + 8]"), 8);
  EXPECT_EQ(Distance("mov rax, [foo]\nmov rbx, [rip + foo]"), 0);
  EXPECT_EQ(Distance("mov rax, [foo + 4*rcx]\nmov rbx, [foo + 4*rcx + 4]"), 4);
  EXPECT_NE(Distance("mov rax, [rip + foo]\nmov rbx, [rip + bar]"), 0);
  // The entry of the global offset table is not where the symbol is.
  EXPECT_NE(Distance("mov rax, [rip + foo@GOTPCREL]\nmov rbx, [rip + foo]"), 0);
  EXPECT_EQ(Distance("mov rax, [rip + foo@GOTPCREL]\n"
                     "mov rbx, [rip + foo@GOTPCREL]"),
            0);
  // Both instructions have 7 bytes.
  EXPECT_EQ(Distance("mov rax, [rip + 16]\nmov rbx, [rip + 9]"), 0);
  EXPECT_EQ(Distance("mov rax, fs:[0]\nmov rbx, fs:[8]"), 8);
  EXPECT_NE(Distance("mov rax, fs:[0]\nmov rbx, gs:[0]"), 0);
}

/// What an object's relocations say, in place of operands that are 0.
TEST(ValuesX86, LinkedOperands) {
  // The displacement counts from behind the instruction; the addend makes up
  // for that: -4, or -8 if an immediate of 4 bytes is behind it.
  EXPECT_EQ(linkedDistance(x86(), "mov rax, [rip]\nmov [rip], rax",
                           {{1, -4, 3}, {1, -4, 3}}),
            0);
  EXPECT_EQ(linkedDistance(x86(), "mov rax, [rip]\nmov dword ptr [rip], 5",
                           {{1, -4, 3}, {1, 0, 2}}),
            8);
  EXPECT_NE(linkedDistance(x86(), "mov rax, [rip]\nmov [rip], rax",
                           {{1, -4, 3}, {2, -4, 3}}),
            0);
  // An immediate is what is added up, not the displacement.
  EXPECT_EQ(linkedDistance(x86(), "mov ecx, 0\nmov eax, [rcx]\nmov ebx, [0]",
                           {{1, 16, 1}, {}, {1, 24, 3}}) &
                0xffffffff,
            8);
  EXPECT_EQ(linkedDistance(x86(), "mov dword ptr [rdi + 8], 0\nmov eax, [rdi]",
                           {{1, 16, 3}, {}}),
            -8);
}

/// Unrolled, a copy of the code lies behind the other.
TEST(ValuesX86, CodeMovesWhenUnrolled) {
  for (Notion N : {Notion::Loop, Notion::Unrolled}) {
    Compiled C(x86(), "mov rax, [rip + 16]\ninc rcx", N);
    ValueInterpreter I(C.Compiler.code(), 2, 1);
    MaybeValue First, Second;
    I.iterate(&First);
    I.iterate(&Second);
    EXPECT_EQ(Second.Value - First.Value, N == Notion::Loop ? 0u : 10u);
  }
}

TEST(ValuesX86, SeedsDecide) {
  auto Run = [](uint64_t Seed) {
    Running R(x86(), "mov rax, [rdi]\nmov rcx, [rax]", {}, Seed);
    R.iterate();
    return R.addresses();
  };
  EXPECT_EQ(Run(1), Run(1));
  EXPECT_NE(Run(1), Run(2));
  // What is not known has no sign, whatever its size and place.
  for (uint64_t Seed = 0; Seed < 50; ++Seed) {
    Running R(x86(), "mov rax, [rdi]\nmov ecx, [rdi + 3]", {}, Seed);
    R.iterate();
    for (const char *Name : {"rax", "rcx", "rdi"})
      EXPECT_EQ(R.number(Name) & 0x8080808080808080, 0u) << Name;
  }
}

/// Conditions are random bits, which exclude and include each other as far as
/// their codes tell.
TEST(ValuesX86, Conditions) {
  unsigned Moved = 0, Set = 0, Carried = 0;
  for (uint64_t Seed = 0; Seed < 200; ++Seed) {
    Running R(x86(),
              "cmp rsi, rdi\ncmovl rax, rcx\ncmovge rdx, rcx\nsetl bl\n"
              "adc r8, 0\nsbb r9d, r9d\nsetae bpl",
              {{"rax", 1},
               {"rcx", 2},
               {"rdx", 1},
               {"r8", 10},
               {"rbx", 0},
               {"rbp", 0}},
              Seed);
    R.iterate();
    uint64_t Less = R.number("rbx");
    EXPECT_EQ(R.number("rax"), Less ? 2u : 1u);
    EXPECT_EQ(R.number("rdx"), Less ? 1u : 2u);
    Moved += R.number("rax") == 2;
    Set += Less;
    uint64_t Carry = R.number("r8") - 10;
    EXPECT_LE(Carry, 1u);
    Carried += Carry;
    // adc has written other flags.
    uint64_t Mask = R.number("r9");
    EXPECT_TRUE(Mask == 0 || Mask == 0xffffffff) << Mask;
    EXPECT_EQ(R.unsupported(), 0u);
  }
  // Within five standard deviations of a half.
  for (unsigned N : {Moved, Set, Carried}) {
    EXPECT_GT(N, 64u);
    EXPECT_LT(N, 136u);
  }
}

/// Every execution decides anew, also by flags of the iteration before.
TEST(ValuesX86, ConditionsChange) {
  for (const char *Text :
       {"cmp rsi, rdi\ncmove rax, rcx\nmov rdx, rax\nmov eax, 1",
        "cmove rax, rcx\nmov rdx, rax\nmov eax, 1\ncmp rsi, rdi"}) {
    Running R(x86(), Text, {{"rax", 1}, {"rcx", 2}});
    std::string Seen;
    for (unsigned I = 0; I < 40; ++I) {
      R.iterate();
      Seen += R.get("rdx").back();
    }
    EXPECT_NE(Seen.find("12"), std::string::npos) << Seen;
    EXPECT_NE(Seen.find("21"), std::string::npos) << Seen;
  }
}

/// Where one source is ⊥, so is the result when it is taken.
TEST(ValuesX86, ConditionalMovesOfUnknowns) {
  bool Known = false, Unknown = false;
  for (uint64_t Seed = 0; Seed < 40; ++Seed) {
    Running R(x86(), "pmovmskb ecx, xmm0\ncmp rsi, rdi\ncmove rax, rcx",
              {{"rax", 1}}, Seed);
    R.iterate();
    std::string V = R.get("rax");
    EXPECT_TRUE(V == "0x1" || V == "?") << V;
    (V == "?" ? Unknown : Known) = true;
  }
  EXPECT_TRUE(Known);
  EXPECT_TRUE(Unknown);
}

TEST(ValuesX86, Divisions) {
  const Set Start = {{"rax", 100}, {"rcx", 7}, {"rdx", 0}};
  EXPECT_EQ(after("div rcx", "rax", Start), "0xe");
  EXPECT_EQ(after("div rcx", "rdx", Start), "0x2");
  EXPECT_EQ(after("idiv ecx", "edx",
                  {{"rax", 0xffffff9c}, {"rdx", 0xffffffff}, {"rcx", 7}}),
            "0xfffffffe");
  // The processor traps.
  for (Set Trap : {Set{{"rax", 1}, {"rcx", 0}, {"rdx", 0}},
                   Set{{"rax", 1}, {"rcx", 7}, {"rdx", 7}}})
    EXPECT_EQ(after("div rcx", "rax", Trap), "?");
  EXPECT_EQ(
      after("idiv rcx", "rax",
            {{"rax", 0}, {"rdx", 0x8000000000000000}, {"rcx", ~uint64_t(0)}}),
      "?");
}

TEST(ValuesX86, CountsWhatItDoesNotFollow) {
  auto Unsupported = [](const char *Text) {
    Running R(x86(), Text);
    R.iterate();
    return R.unsupported();
  };
  EXPECT_EQ(Unsupported("pdep rax, rcx, rdx"), 1u);
  EXPECT_EQ(after("pdep rax, rcx, rdx", "rax"), "?");
  EXPECT_EQ(Unsupported("xadd rax, rcx\ncrc32 eax, ecx"), 2u);
  EXPECT_EQ(Unsupported("cmp rax, rcx\ntest eax, eax\njne foo\nnop"), 0u);
  EXPECT_EQ(Unsupported("addsd xmm0, [rdi]\ncvtsi2sd xmm0, rax\n"
                        "pextrw eax, xmm0, 1\nmovups [rdi], xmm0"),
            0u);
  // An unknown operation on memory leaves what it wrote unknown.
  EXPECT_EQ(Unsupported("rcl qword ptr [rdi], 1"), 1u);
  EXPECT_EQ(
      after("mov [rdi], rax\nrcl qword ptr [rdi], 1\nmov rdx, [rdi]", "rdx"),
      "?");
}

} // namespace
