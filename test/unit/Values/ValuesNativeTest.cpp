//===- ValuesNativeTest.cpp - The interpreter against the processor
//-----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random straight code is interpreted and run natively; registers, vectors and
// memory must be the same.
//
//===----------------------------------------------------------------------===//

#include "NativeX86.h"
#include "RandomX86.h"
#include "ValueHarness.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/Regex.h"
#include <cstring>
#include <set>

using namespace takt;
using namespace takt::test;

namespace {

struct NativeTest : testing::Test {
  void SetUp() override {
    if (!NativeX86::isPossible())
      GTEST_SKIP() << "this processor does not run code of Haswell";
    Native.emplace(x86().A);
  }

  /// Random registers, and random bytes in data and stack.
  void randomize(uint64_t Seed) {
    std::mt19937_64 Random(Seed);
    for (uint64_t &R : State.General)
      R = Random() >> Random() % 64;
    for (auto &V : State.Vector)
      for (uint64_t &Half : V)
        Half = Random();
    for (size_t I = 0; I < NativeX86::DataBytes; ++I) {
      Native->data()[I] = static_cast<uint8_t>(Random());
      Native->stack()[I] = static_cast<uint8_t>(Random());
    }
    State.General[3] = reinterpret_cast<uint64_t>(Native->data());
    State.General[4] = reinterpret_cast<uint64_t>(Native->stack() + 512);
  }

  static void storeAll(Running &R, const uint8_t *From, size_t Bytes) {
    for (size_t I = 0; I < Bytes; ++I)
      R.I->memory().store(reinterpret_cast<uint64_t>(From + I), 1,
                          {From[I], 1});
  }

  /// The interpreter starts with what the processor starts with.
  void start(Running &R) {
    for (unsigned I = 0; I < MachineState::NumGeneral; ++I)
      R.I->setSlot(R.C.slotOf(MachineState::GeneralNames[I]),
                   {State.General[I], 0xff});
    for (unsigned I = 0; I < MachineState::NumVector; ++I)
      for (unsigned Half = 0; Half < 2; ++Half)
        R.I->setSlot(R.C.slotOf("xmm" + std::to_string(I)) + Half,
                     {State.Vector[I][Half], 0xff});
    storeAll(R, Native->data(), NativeX86::DataBytes);
    storeAll(R, Native->stack(), NativeX86::StackBytes);
  }

  void compareMemory(Running &R, const uint8_t *At, size_t Bytes) {
    for (size_t I = 0; I < Bytes; ++I)
      EXPECT_EQ(R.I->memory().load(reinterpret_cast<uint64_t>(At + I), 1),
                (PartialValue{At[I], 0xff}))
          << "byte " << I;
  }

  void compare(Running &R) {
    for (unsigned I = 0; I < MachineState::NumGeneral; ++I)
      EXPECT_EQ(R.I->slot(R.C.slotOf(MachineState::GeneralNames[I])),
                (PartialValue{State.General[I], 0xff}))
          << MachineState::GeneralNames[I];
    for (unsigned I = 0; I < MachineState::NumVector; ++I)
      for (unsigned Half = 0; Half < 2; ++Half)
        EXPECT_EQ(R.I->slot(R.C.slotOf("xmm" + std::to_string(I)) + Half),
                  (PartialValue{State.Vector[I][Half], 0xff}))
            << "xmm" << I;
    compareMemory(R, Native->data(), NativeX86::DataBytes);
    compareMemory(R, Native->stack(), NativeX86::StackBytes);
  }

  std::optional<NativeX86> Native;
  MachineState State;
};

TEST_F(NativeTest, RandomSequences) {
  std::set<unsigned> Opcodes;
  for (uint64_t Seed = 0; Seed < 6000; ++Seed) {
    std::string Text = RandomX86(Seed).code(20);
    Running R(x86(), Text);
    randomize(Seed);
    start(R);
    R.iterate();
    Native->run(R.C.Code, State);
    compare(R);
    EXPECT_EQ(R.unsupported(), 0u);
    for (const CodeInstr &I : R.C.Code)
      Opcodes.insert(I.Inst.getOpcode());
    ASSERT_FALSE(HasFailure()) << "seed " << Seed << ":\n" << Text;
  }
  // Every opcode with a rule was run, except those that the assembler does not
  // choose or that depend on flags, and calls and returns, which are not
  // straight code; of vector moves only some of each kind.
  llvm::Regex Others(
      "^(.*(_REV|_NOREX|_alt)|CALL64pcrel32|RET64|(ADC|SBB|SETCC|CMOV)[0-9rm].*"
      "|PUSHF.*|POPF.*|"
      "PUSH(16|64)rmr|POP(16|64)rmr|PUSH16i8?|LEA32r|MOVSX(16|32)r[rm](16|32)|"
      "V?(MOV(A|U|D[IQ]|SDZ?[rmt]|SSZ?[r2m]|ZPQ|P[DQ]|64to|Q|NT).*|"
      "LDDQUY?rm|P?XOR(P[SD])?.*))$");
  const llvm::MCInstrInfo &MII = x86().Ctx->MII;
  for (unsigned Opcode = 0; Opcode < MII.getNumOpcodes(); ++Opcode) {
    const ValueRule *Rule = x86().info(Opcode).Value;
    if (Rule && !Opcodes.count(Opcode) && !Others.match(MII.getName(Opcode)))
      ADD_FAILURE() << MII.getName(Opcode).str() << " was never run";
  }
}

/// What is removed because no address needs it changes no address.
TEST_F(NativeTest, OnlyAddressesAreKept) {
  for (uint64_t Seed = 0; Seed < 500; ++Seed) {
    std::string Text = RandomX86(Seed).code(20);
    Running All(x86(), Text);
    ValueCode Kept = All.C.Compiler.code();
    keepAddressesOnly(Kept);
    EXPECT_LE(Kept.Ops.size(), All.C.Compiler.code().Ops.size());
    ValueInterpreter I(Kept, 1, 1);
    std::vector<MaybeValue> Sites(Kept.NumSites);
    for (unsigned Iteration = 0; Iteration < 4; ++Iteration) {
      std::fill(Sites.begin(), Sites.end(), MaybeValue());
      I.iterate(Sites.data());
      All.iterate();
      for (size_t S = 0; S < Sites.size(); ++S) {
        EXPECT_EQ(Sites[S].Known, All.Sites[S].Known);
        EXPECT_EQ(Sites[S].Value, All.Sites[S].Value);
      }
    }
    ASSERT_FALSE(HasFailure()) << "seed " << Seed << ":\n" << Text;
  }
}

/// The addresses of \p Text, by a program.
static AddressTrace traceOf(const std::string &Text, uint32_t Iterations) {
  ValueProgram P(*x86().Ctx, Notion::Loop);
  uint64_t Bytes = 0;
  for (const CodeInstr &I : x86().A.assemble(Text)) {
    KernelInstr K;
    P.add(I, x86().info(I.Inst.getOpcode()), x86().accessSize(I.Inst), K);
    Bytes += I.Size;
  }
  P.finish(Bytes);
  return P.run(Iterations, 1);
}

/// What comes again is not run again, which changes no address.
TEST_F(NativeTest, WhatComesAgainIsAsBefore) {
  constexpr uint32_t Iterations = 9;
  unsigned Steady = 0;
  for (uint64_t Seed = 0; Seed < 600; ++Seed) {
    const std::string Text = RandomX86(Seed).code(1 + Seed % 8);
    const AddressTrace T = traceOf(Text, Iterations);
    Steady += T.Steady;
    Compiled All(x86(), Text);
    ValueInterpreter I(All.Compiler.code(), Iterations, 1);
    const size_t NumSites = All.Compiler.Sites.size();
    for (uint32_t Iteration = 0; Iteration < Iterations; ++Iteration) {
      std::vector<MaybeValue> Sites(NumSites);
      I.iterate(Sites.data());
      for (size_t S = 0; S < NumSites; ++S)
        EXPECT_EQ(T.Addresses[Iteration * NumSites + S], Sites[S]);
    }
    ASSERT_FALSE(HasFailure()) << "seed " << Seed << ":\n" << Text;
  }
  EXPECT_GT(Steady, 50u);
  EXPECT_LT(Steady, 550u);
}

TEST_F(NativeTest, Steady) {
  const auto Is = [](const char *Text) { return traceOf(Text, 8).Steady; };
  EXPECT_TRUE(Is("mov [rbx], rax\nmov rcx, [rbx + 8]"));
  // Pointers in memory, and one that is put there again and again.
  EXPECT_TRUE(Is("mov rax, [rbp - 8]\nmov [rax], ecx"));
  EXPECT_TRUE(Is("mov [rbp - 8], rdi\nmov rax, [rbp - 8]\nmov [rax], ecx"));
  // What moves by as much each time, through copies and scales.
  EXPECT_TRUE(Is("mov [rbx], rax\nadd rbx, 8"));
  EXPECT_TRUE(Is("push rax"));
  EXPECT_TRUE(Is("mov [rbx + 4 * rcx + 8], eax\nmov rdx, rcx\ninc rdx\n"
                 "mov rcx, rdx\nsub rbx, 16"));
  EXPECT_TRUE(Is("add rbx, [rbp]\nmov ecx, [rbx]"));
  // The first iteration has another address than the others.
  EXPECT_FALSE(Is("mov [rbx], rax\nmov rbx, rcx"));
  EXPECT_FALSE(Is("mov [rbx], rax\nmov rbx, rcx\nadd rcx, 8"));
  // Numbers of 32 bits wrap, steps that grow or are multiplied are others.
  EXPECT_FALSE(Is("mov [rbx + rcx], eax\nadd ecx, 4"));
  EXPECT_FALSE(Is("mov [rbx], rax\nadd rbx, rcx\nadd rcx, 8"));
  EXPECT_FALSE(Is("mov [rbx], rax\nadd rbx, rbx"));
  EXPECT_FALSE(Is("mov rbx, [rbx]\nmov [rcx], eax"));
  EXPECT_FALSE(Is("mov rax, [rbp - 8]\nmov [rax], ecx\n"
                  "add qword ptr [rbp - 8], 4"));
  EXPECT_FALSE(Is("mov rax, [rbp]\nadd rbp, 8\nmov [rax], ecx"));
  // Another one is taken as flags are.
  EXPECT_FALSE(Is("cmp rsi, rdi\ncmove rax, rcx\nmov rbx, rdx\n"
                  "cmovne rbx, rcx\nmov [rbx], edi"));
}

} // namespace
