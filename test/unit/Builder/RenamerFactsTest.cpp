//===- RenamerFactsTest.cpp - Tests of what the renamer is told -----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToyCpu.h"

using namespace takt;
using namespace takt::test;

namespace {

/// ToyX86 with \p Renamer's keys, and what follows.
std::string toy(llvm::StringRef Renamer, llvm::StringRef Rest = "") {
  std::string S = ToyX86;
  S.insert(S.find("micro-fusion"), (Renamer + ", ").str());
  return S + Rest.str();
}

constexpr const char *StackEngine =
    "stack-engine: {enabled: true, sync-ports: ['0']}";
constexpr const char *PushPop =
    "values:\n"
    "  - {match: PUSH64r, effect: push, bytes: 8, source: x}\n"
    "  - {match: POP64r, effect: pop, bytes: 8, source: x}\n";

/// What an instruction does with the stack pointer: "-8 reads writes".
std::string stack(Toy &T, llvm::StringRef Text) {
  auto K = T.B->build(T.A.assemble(Text), Notion::Loop);
  if (!K)
    return llvm::toString(K.takeError());
  const KernelInstr &I = K->Instrs[0];
  return std::to_string(I.StackChange) + (I.ReadsStackPointer ? " reads" : "") +
         (I.WritesStackPointer ? " writes" : "");
}

TEST(StackEngine, FollowsTheStackPointer) {
  Toy T(toy(StackEngine, PushPop));
  ASSERT_EQ(T.Message, "");
  EXPECT_EQ(stack(T, "push rax"), "-8");
  EXPECT_EQ(stack(T, "pop rax"), "8");
  EXPECT_EQ(stack(T, "push rsp"), "-8 reads");
  EXPECT_EQ(stack(T, "pop rsp"), "8 writes");
  EXPECT_EQ(stack(T, "mov rax, [rsp + 8]"), "0 reads");
  EXPECT_EQ(stack(T, "mov [rax], esp"), "0 reads");
  EXPECT_EQ(stack(T, "add rsp, 8"), "0 reads writes");
  EXPECT_EQ(stack(T, "mov rsp, rbp"), "0 writes");
  // Implicit, as LLVM has it, but nothing that the stack engine knows.
  EXPECT_EQ(stack(T, "leave"), "0 reads writes");
  EXPECT_EQ(stack(T, "add rax, rbx"), "0");
}

TEST(StackEngine, AddsToAddresses) {
  Toy T(toy("stack-engine: {enabled: true, sync-ports: ['0'], in-addresses: "
            "true}",
            PushPop));
  ASSERT_EQ(T.Message, "");
  for (const char *Text :
       {"mov rax, [rsp + 8]", "mov [rsp + 8*rbx], rax", "add [rsp], rax",
        "lea rax, [rsp]", "lea eax, [rsp + 8]", "lea rax, [rsp + rbx + 8]",
        "mov rax, rsp", "mov eax, esp"})
    EXPECT_EQ(stack(T, Text), "0") << Text;
  EXPECT_EQ(stack(T, "lea rsp, [rsp + 8]"), "0 writes");
  for (const char *Text : {"lea rax, [rsp + rbx]", "mov ax, sp", "mov al, spl",
                           "add rax, rsp", "mov [rsp + 8], rsp"})
    EXPECT_EQ(stack(T, Text), "0 reads") << Text;
  EXPECT_EQ(stack(T, "add rsp, 8"), "0 reads writes");
  EXPECT_EQ(stack(T, "push rsp"), "-8 reads");
}

TEST(StackEngine, PushAndPopDoNotWriteTheStackPointer) {
  Toy T(toy(StackEngine, PushPop));
  check(T,
        {{"pop rax", "pop 1 ; L 23 : rsp -> t0/5 ; C 0156 : t0 -> rax/1\n"}});
  Toy U(ToyX86);
  EXPECT_EQ(stack(U, "mov rax, [rsp + 8]"), "0");
}

TEST(Moves, SayWhatTheyAreIfExecuted) {
  Toy T(corrected("  - {match: MOV64rr, eliminated: true, source: x}\n"
                  "  - {match: VMOVAPSrr, eliminated: true, source: x}\n"));
  auto K = T.B->build(T.A.assemble("mov rax, rbx\nvmovaps xmm1, xmm2\n"
                                   "mov eax, ebx"),
                      Notion::Loop);
  ASSERT_TRUE(bool(K)) << llvm::toString(K.takeError());
  EXPECT_EQ(dump(*K, *T.C), "mov 1 ; C : rbx -> rax/0\n"
                            "vmovaps 1 ; C : xmm2 -> xmm1/0\n"
                            "mov 1 ; C 0156 : rbx -> rax/1\n");
  EXPECT_EQ(K->Instrs[0].Move, MoveKind::General);
  EXPECT_EQ(K->Instrs[1].Move, MoveKind::Vector);
  EXPECT_EQ(K->Instrs[2].Move, MoveKind::None);
  EXPECT_TRUE(K->Instrs[2].Executed.empty());
  for (KernelInstr &I : K->Instrs)
    if (I.Move != MoveKind::None)
      I.Uops = I.Executed;
  EXPECT_EQ(dump(*K, *T.C), "mov 1 ; C 0156 : rbx -> rax/1\n"
                            "vmovaps 1 ; C 015 : xmm2 -> xmm1/1\n"
                            "mov 1 ; C 0156 : rbx -> rax/1\n");
}

TEST(Moves, PassChainedLoadsOn) {
  Toy T(
      corrected("  - {match: 'MOV(32|64)rr', eliminated: true, source: x}\n"));
  // The load's 5 cycles are behind the move, where the next load may be faster.
  check(T, {{"mov rax, [rbx]\nmov rcx, rax\nmov rbx, [rcx]",
             "mov 1 ; L 23 : rbx -> rax/4*\nmov 1 ; C : rax -> rcx/0\n"
             "mov 1 ; L 23 : rcx -> rbx/4*\n"},
            {"mov rcx, rax\nmov rax, [rcx]",
             "mov 1 ; C : rax -> rcx/0\nmov 1 ; L 23 : rcx -> rax/4*\n"},
            // 32 bits do not name the same register.
            {"mov ecx, eax\nmov rax, [rcx]",
             "mov 1 ; C : rax -> rcx/0\nmov 1 ; L 23 : rcx -> rax/5*\n"},
            {"mov rcx, rax\ninc rax",
             "mov 1 ; C : rax -> rcx/0\n"
             "inc 1 ; C 0156 : rax -> rax/1 eflags.c/1 eflags.z/1\n"}});
}

TEST(Forms, RegistersAndHighBytes) {
  Toy T(corrected("  - {match: 'POP64r', form: {registers: [r12, rsp]}, "
                  "fused-uops: 3, source: x}\n"
                  "  - {match: 'MOV8rr', form: {registers: [r12]}, "
                  "fused-uops: 4, source: x}\n"
                  "  - {match: 'MOV8rr', form: {high-byte: true}, "
                  "fused-uops: 2, source: x}\n") +
        "high-byte-registers: [ah, bh, ch, dh]\n");
  ASSERT_EQ(T.Message, "");
  auto Fused = [&](llvm::StringRef Text) {
    auto K = T.B->build(T.A.assemble(Text), Notion::Loop);
    return K ? K->Instrs[0].FusedUops : 0;
  };
  EXPECT_EQ(Fused("pop r12"), 3);
  EXPECT_EQ(Fused("pop rsp"), 3);
  EXPECT_EQ(Fused("pop rbx"), 1);
  EXPECT_EQ(Fused("mov al, r12b"), 4);
  EXPECT_EQ(Fused("mov r12b, al"), 4);
  EXPECT_EQ(Fused("mov al, bh"), 2);
  EXPECT_EQ(Fused("mov ah, bl"), 2);
  EXPECT_EQ(Fused("mov al, bl"), 1);
}

TEST(Forms, RegistersHaveToExist) {
  Toy T(corrected("  - {match: POP64r, form: {registers: [r99]}, "
                  "fused-uops: 3, source: x}\n"));
  EXPECT_EQ(T.Message, "toy.yaml:43:13: LLVM knows no register 'r99'");
  Toy U(ToyX86 + std::string("high-byte-registers: [xh]\n"));
  EXPECT_EQ(U.Message, "toy.yaml:42:23: LLVM knows no register 'xh'");
}

TEST(MacroFusion, NotAtTheStartOfALine) {
  std::string Description = ToyX86;
  Description.insert(Description.find("width: 4"), "fusion-line: 64, ");
  Toy T(Description);
  ASSERT_EQ(T.Message, "");
  std::vector<CodeInstr> Code = T.A.assemble("1: dec rax\njne 1b");
  auto Fuses = [&](uint64_t Offset, Notion N) {
    Code[0].Offset = Offset;
    Code[1].Offset = Offset + Code[0].Size;
    auto K = T.B->build(Code, N);
    return K && K->Instrs[1].MacroFused;
  };
  EXPECT_TRUE(Fuses(0, Notion::Loop));
  EXPECT_FALSE(Fuses(61, Notion::Loop));
  EXPECT_TRUE(Fuses(62, Notion::Loop));
  EXPECT_TRUE(Fuses(61, Notion::Unrolled));
}

} // namespace
