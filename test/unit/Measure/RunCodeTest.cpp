//===- RunCodeTest.cpp - Tests of the code of a measurement ---------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunCode.h"
#include "CodeTarget.h"
#include "Measurable.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;

namespace {

std::unique_ptr<CodeTarget> target() {
  initializeTargets();
  TargetChoice Choice;
  Choice.Cpu = "skylake";
  Choice.IntelSyntax = true;
  return cantFail(CodeTarget::create(Choice));
}

/// The instructions of \p Code in Intel syntax, with blanks for tabs.
std::vector<std::string> listing(CodeTarget &T, ArrayRef<uint8_t> Code) {
  std::vector<std::string> Lines;
  CodeRegion R;
  if (Error E = decodeBlock(T, Code, 0, R))
    return {toString(std::move(E))};
  for (const CodeInstr &I : R.Instrs) {
    std::string Text = StringRef(T.print(I)).trim().str();
    std::replace(Text.begin(), Text.end(), '\t', ' ');
    Lines.push_back(Text);
  }
  return Lines;
}

/// Where \p Line stands in \p Lines from \p From on.
size_t find(const std::vector<std::string> &Lines, StringRef Line,
            size_t From = 0) {
  return std::find(Lines.begin() + From, Lines.end(), Line) - Lines.begin();
}

TEST(RunCode, TheBodyStandsBetweenFencedTimeStamps) {
  const std::unique_ptr<CodeTarget> T = target();
  const uint8_t Imul[] = {0x48, 0x0f, 0xaf, 0xc1};
  const std::vector<std::string> L = listing(*T, runCode(Imul, 3, true));
  const size_t Begin = find(L, "rdtsc");
  const size_t Body = find(L, "imul rax, rcx");
  ASSERT_LT(Body, L.size());
  EXPECT_EQ(L[Begin - 1], "lfence");
  // The fence behind the first time stamp; nothing but nops follows it.
  size_t Before = Body - 1;
  while (L[Before] == "nop")
    --Before;
  EXPECT_EQ(L[Before], "lfence");
  EXPECT_EQ(L[Body + 1], "imul rax, rcx");
  EXPECT_EQ(L[Body + 2], "imul rax, rcx");
  EXPECT_EQ(L[Body + 3], "lfence");
  EXPECT_EQ(L[Body + 4], "rdtsc");
  EXPECT_EQ(L.back(), "ret");
}

TEST(RunCode, EveryRegisterIsSetAndTheCallersAreKept) {
  const std::unique_ptr<CodeTarget> T = target();
  const uint8_t Nop[] = {0x90};
  const std::vector<std::string> L = listing(*T, runCode(Nop, 1, true));
  const char *const Names[] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp",
                               "rsi", "rdi", "r8",  "r9",  "r10", "r11",
                               "r12", "r13", "r14", "r15"};
  for (unsigned I = 0; I != 16; ++I)
    EXPECT_LT(find(L, ("mov " + Twine(Names[I]) + ", qword ptr [" +
                       Twine(FrameAddress + 8 * I) + "]")
                          .str()),
              L.size())
        << Names[I];
  const size_t Restored =
      find(L, ("mov rsp, qword ptr [" +
               Twine(FrameAddress + offsetof(RunFrame, StackPointer)) + "]")
                  .str());
  for (const char *Name : {"rbx", "rbp", "r12", "r13", "r14", "r15"}) {
    EXPECT_LT(find(L, ("push " + Twine(Name)).str()), find(L, "rdtsc"));
    EXPECT_LT(find(L, ("pop " + Twine(Name)).str(), Restored), L.size());
  }
  EXPECT_LT(find(L, "vzeroupper"), L.size());
  const std::vector<std::string> Sse = listing(*T, runCode(Nop, 1, false));
  EXPECT_EQ(find(Sse, "vzeroupper"), Sse.size());
}

TEST(RunCode, TheBodyIsAligned) {
  const uint8_t Ud2[] = {0x0f, 0x0b};
  const CodeBytes Code = runCode(Ud2, 1, true);
  const StringRef Text(reinterpret_cast<const char *>(Code.data()),
                       Code.size());
  EXPECT_EQ(Text.find(StringRef("\x0f\x0b", 2)) % BodyAlignment, 0u);
}

TEST(RunCode, CalibrationIsALoopOfDependentAdds) {
  const std::unique_ptr<CodeTarget> T = target();
  const CodeBytes Code = calibrationLoop();
  const std::vector<std::string> L = listing(*T, Code);
  ASSERT_EQ(L.size(), CalibrationAdds + 2);
  for (unsigned I = 0; I != CalibrationAdds; ++I)
    EXPECT_EQ(L[I], "add rax, rcx");
  EXPECT_EQ(L[CalibrationAdds], "dec r15");
  CodeRegion R;
  ASSERT_FALSE(errorToBool(decodeBlock(*T, Code, 0, R)));
  EXPECT_EQ(R.Repeats, Notion::Loop);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

std::string whyNot(ArrayRef<uint8_t> Bytes, Notion N) {
  const std::unique_ptr<CodeTarget> T = target();
  Expected<Measurable> M = makeMeasurable(*T, Bytes, N);
  return M ? "" : toString(M.takeError());
}

TEST(Measurable, ALoopIsClosedWithAFreeRegister) {
  const std::unique_ptr<CodeTarget> T = target();
  const uint8_t Add[] = {0x4c, 0x01, 0xf8}; // add rax, r15
  Expected<Measurable> M = makeMeasurable(*T, Add, Notion::Loop);
  ASSERT_TRUE(bool(M));
  EXPECT_EQ(M->Counter, 14u);
  EXPECT_EQ(toHex(M->Body), "4C01F849FFCE75F8");
  EXPECT_LT(M->Few, M->Many);
}

TEST(Measurable, ALoopOfItsOwnCountsWithItsRegister) {
  const std::unique_ptr<CodeTarget> T = target();
  const uint8_t Loop[] = {0x48, 0xff, 0xcb, 0x75, 0xfb}; // dec rbx; jnz
  Expected<Measurable> M = makeMeasurable(*T, Loop, Notion::Loop);
  ASSERT_TRUE(bool(M));
  EXPECT_EQ(M->Counter, 3u);
  EXPECT_EQ(toHex(M->Body), "48FFCB75FB");
}

TEST(Measurable, UnrolledCopiesAreTwoThousandInstructions) {
  const std::unique_ptr<CodeTarget> T = target();
  const uint8_t Nops[] = {0x90, 0x90, 0x90};
  Expected<Measurable> M = makeMeasurable(*T, Nops, Notion::Unrolled);
  ASSERT_TRUE(bool(M));
  EXPECT_FALSE(M->Counter);
  EXPECT_EQ(M->Few, 334u);
  EXPECT_EQ(M->Many, 668u);
}

TEST(Measurable, WhatLeavesTheBlockIsRefused) {
  EXPECT_EQ(whyNot({0x0f, 0x05}, Notion::Loop), "'syscall' leaves the block");
  EXPECT_EQ(whyNot({0xc3}, Notion::Loop), "'ret' leaves the block");
  EXPECT_NE(whyNot({0xcd, 0x80}, Notion::Loop), "");
  EXPECT_NE(whyNot({0xcc}, Notion::Loop), "");
  EXPECT_NE(whyNot({0xff, 0xe0}, Notion::Loop), "");       // jmp rax
  EXPECT_NE(whyNot({0xff, 0xd0}, Notion::Unrolled), "");   // call rax
  EXPECT_NE(whyNot({0xff, 0x20}, Notion::Unrolled), "");   // jmp [rax]
  EXPECT_NE(whyNot({0xeb, 0x40, 0x90}, Notion::Loop), ""); // far behind it
  // Into the middle of an instruction.
  EXPECT_NE(whyNot({0xeb, 0x01, 0x48, 0x01, 0xc8}, Notion::Loop), "");
  EXPECT_EQ(whyNot({0x74, 0x03, 0x48, 0x01, 0xc8}, Notion::Loop), "");
}

TEST(Measurable, ALoopOfItsOwnWithoutACounterIsRefused) {
  EXPECT_EQ(whyNot({0xeb, 0xfe}, Notion::Loop),
            "the block ends in a branch to its start that is not 'dec r64; "
            "jnz': it is not known how often it is taken");
  EXPECT_EQ(whyNot({0xeb, 0xfe}, Notion::Unrolled), "");
}

TEST(Measurable, TheDecodersErrorsGetThrough) {
  EXPECT_EQ(whyNot({0x06}, Notion::Loop), "no instruction at 0x0: 06");
}

} // namespace
