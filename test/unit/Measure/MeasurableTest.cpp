//===- MeasurableTest.cpp - Tests of what can be run
//-----------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Measurable.h"
#include "Block.h"
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

Expected<Measurable> make(CodeTarget &T, ArrayRef<uint8_t> Bytes, Form F) {
  CodeRegion R;
  if (Error E = decodeBlock(T, Bytes, 0, R))
    return std::move(E);
  return JobMaker(T).make(R, F);
}

std::string whyNot(ArrayRef<uint8_t> Bytes, Form F) {
  const std::unique_ptr<CodeTarget> T = target();
  Expected<Measurable> M = make(*T, Bytes, F);
  return M ? "" : toString(M.takeError());
}

TEST(Measurable, ALoopIsClosedWithAFreeRegister) {
  const std::unique_ptr<CodeTarget> T = target();
  const uint8_t Add[] = {0x4c, 0x01, 0xf8}; // add rax, r15
  Expected<Measurable> M = make(*T, Add, Form::Loop);
  ASSERT_TRUE(bool(M));
  EXPECT_EQ(M->Work.Count->Register, 14u);
  EXPECT_EQ(M->Work.Count->Step, 1);
  EXPECT_EQ(M->Flags, 0u);
  EXPECT_EQ(toHex(M->Work.Body), "4C01F849FFCE75F8");
  EXPECT_LT(M->Work.Few, M->Work.Many);
}

TEST(Measurable, ALoopOfItsOwnCountsWithItsRegister) {
  const std::unique_ptr<CodeTarget> T = target();
  const uint8_t Loop[] = {0x48, 0xff, 0xcb, 0x75, 0xfb}; // dec rbx; jnz
  Expected<Measurable> M = make(*T, Loop, Form::Loop);
  ASSERT_TRUE(bool(M));
  EXPECT_EQ(M->Work.Count->Register, 3u);
  EXPECT_EQ(M->Flags, 0u);
  EXPECT_EQ(toHex(M->Work.Body), "48FFCB75FB");
}

TEST(Measurable, UnrolledCopiesAreTwoThousandInstructions) {
  const std::unique_ptr<CodeTarget> T = target();
  const uint8_t Nops[] = {0x90, 0x90, 0x90};
  Expected<Measurable> M = make(*T, Nops, Form::Unrolled);
  ASSERT_TRUE(bool(M));
  EXPECT_FALSE(M->Work.Count);
  EXPECT_EQ(M->Work.Few, 334u);
  EXPECT_EQ(M->Work.Many, 668u);
}

TEST(Measurable, WhatLeavesTheBlockIsRefused) {
  EXPECT_EQ(whyNot({0x0f, 0x05}, Form::Loop), "'syscall' leaves the block");
  EXPECT_EQ(whyNot({0xc3}, Form::Loop), "'ret' leaves the block");
  EXPECT_NE(whyNot({0xcd, 0x80}, Form::Loop), "");
  EXPECT_NE(whyNot({0xcc}, Form::Loop), "");
  EXPECT_NE(whyNot({0xff, 0xe0}, Form::Loop), "");       // jmp rax
  EXPECT_NE(whyNot({0xff, 0xd0}, Form::Unrolled), "");   // call rax
  EXPECT_NE(whyNot({0xff, 0x20}, Form::Unrolled), "");   // jmp [rax]
  EXPECT_NE(whyNot({0xeb, 0x40, 0x90}, Form::Loop), ""); // far behind it
  // Into the middle of an instruction.
  EXPECT_NE(whyNot({0xeb, 0x01, 0x48, 0x01, 0xc8}, Form::Loop), "");
  EXPECT_EQ(whyNot({0x74, 0x03, 0x48, 0x01, 0xc8}, Form::Loop), "");
}

TEST(Measurable, ALoopThatEndsByDataIsClosedInstead) {
  const std::unique_ptr<CodeTarget> T = target();
  // mov rax, [rax]; test rax, rax; jne
  const uint8_t List[] = {0x48, 0x8b, 0, 0x48, 0x85, 0xc0, 0x75, 0xf8};
  Expected<Measurable> M = make(*T, List, Form::Loop);
  ASSERT_TRUE(bool(M));
  EXPECT_EQ(M->Flags, FlagClosed);
  EXPECT_EQ(toHex(M->Work.Body), "488B004885C049FFCF75F5");
  EXPECT_EQ(whyNot({0xeb, 0xfe}, Form::Loop),
            "nothing is left of the loop without its branch, and what it "
            "counts is not known");
  EXPECT_EQ(whyNot({0x48, 0xff, 0xcb, 0x75, 0xfb}, Form::Loop5),
            "a loop of its own is not repeated within one");
}

TEST(Measurable, ShortCodeIsRepeatedToFiveInstructions) {
  const std::unique_ptr<CodeTarget> T = target();
  const uint8_t Two[] = {0x90, 0xf8}; // nop; clc
  Expected<Measurable> M = make(*T, Two, Form::Loop5);
  ASSERT_TRUE(bool(M));
  EXPECT_EQ(M->Copies, 3u);
  EXPECT_EQ(toHex(M->Work.Body), "90F890F890F849FFCF75F5");
}

TEST(Measurable, AccessesAreRegistersAndNumbers) {
  const std::unique_ptr<CodeTarget> T = target();
  // mov [rbx+8*rcx-16], ax; push rdx; add [rip+4], esi
  const uint8_t Code[] = {0x66, 0x89, 0x44, 0xcb, 0xf0, 0x52,
                          0x01, 0x35, 4,    0,    0,    0};
  Expected<Measurable> M = make(*T, Code, Form::Unrolled);
  ASSERT_TRUE(bool(M));
  const std::vector<AccessSite> &A = M->Work.Accesses;
  ASSERT_EQ(A.size(), 3u);
  EXPECT_TRUE(A[0].Store && !A[0].Load && A[0].Size == 2 && A[0].Base == 3u &&
              A[0].Index == 1u && A[0].Scale == 8 && A[0].Displacement == -16);
  EXPECT_TRUE(A[1].Store && !A[1].Load && A[1].Size == 8 && A[1].Base == 4u &&
              !A[1].Index && A[1].Displacement == -8 && A[1].Instr == 1);
  EXPECT_TRUE(A[2].Store && A[2].Load && A[2].Size == 4 && !A[2].Base);
  // What is relative to the instruction is where the runner puts it.
  ASSERT_EQ(M->Work.Fields.size(), 1u);
  EXPECT_EQ(M->Work.Fields[0].Offset, 8u);
  EXPECT_EQ(M->Work.Fields[0].End, 12u);
  EXPECT_EQ(M->Work.Fields[0].Target, uint64_t(A[2].Displacement));
  EXPECT_EQ(M->Flags, 0u);
}

TEST(Measurable, WhatIsNotTracedIsMarked) {
  const std::unique_ptr<CodeTarget> T = target();
  const uint8_t Rep[] = {0xf3, 0xa4}, // rep movsb
      Gs[] = {0x65, 0x48, 0x8b, 0x03},
                Gather[] = {0xc4, 0xe2, 0xe9, 0x92, 0x04, 0xc8};
  for (const ArrayRef<uint8_t> Code :
       {ArrayRef(Rep), ArrayRef(Gs), ArrayRef(Gather)}) {
    Expected<Measurable> M = make(*T, Code, Form::Unrolled);
    ASSERT_TRUE(bool(M));
    EXPECT_EQ(M->Flags, FlagUntraced);
  }
}

TEST(Measurable, MemoryHoldsWhatIsComputedWith) {
  const std::unique_ptr<CodeTarget> T = target();
  const auto FillOf = [&](ArrayRef<uint8_t> Code) {
    return cantFail(make(*T, Code, Form::Unrolled)).Work.Memory;
  };
  EXPECT_EQ(FillOf({0x48, 0x8b, 0x03}), Fill::Pointers);
  EXPECT_EQ(FillOf({0xf2, 0x0f, 0x58, 0x00}), Fill::Doubles); // addsd
  EXPECT_EQ(FillOf({0x0f, 0x58, 0x00}), Fill::Floats);        // addps
  EXPECT_EQ(FillOf({0xf2, 0x0f, 0x58, 0x00, 0x48, 0x8b, 0x03}), Fill::Pointers);
}

TEST(Measurable, TheDecodersErrorsGetThrough) {
  EXPECT_EQ(whyNot({0x06}, Form::Loop), "no instruction at 0x0: 06");
}

} // namespace
