//===- LoopsTest.cpp - Loops of disassembled code --------- -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reading.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;
using namespace takt::test;

static ReadOptions loops(bool All = false) {
  ReadOptions O;
  O.Regions = RegionChoice::Loops;
  O.AllLoops = All;
  return O;
}

static std::vector<uint64_t> offsets(const CodeRegion &R) {
  std::vector<uint64_t> Offsets;
  for (const CodeInstr &I : R.Instrs)
    Offsets.push_back(I.Offset);
  return Offsets;
}

TEST(Loops, OneBlock) {
  const Reading Got = read("f: xor %eax, %eax\n"
                           "1: add (%rdi), %rax\n add $8, %rdi\n"
                           " cmp %rdi, %rsi\n jne 1b\n ret\n",
                           loops());
  ASSERT_EQ(Got.Regions.size(), 1u);
  const CodeRegion &R = Got.Regions[0];
  EXPECT_EQ(R.Kind, RegionKind::Loop);
  EXPECT_EQ(R.Repeats, Notion::Loop);
  EXPECT_EQ(R.Range.Start, 2u);
  EXPECT_EQ(R.Range.End, 14u);
  EXPECT_EQ(offsets(R), (std::vector<uint64_t>{2, 5, 9, 12}));
  EXPECT_TRUE(R.Instrs.back().Taken);
  EXPECT_FALSE(R.Instrs.front().Taken);
  EXPECT_EQ(R.Function, "f");
  EXPECT_EQ(R.Depth, 1u);
  EXPECT_EQ(R.WhyNot, "");
  ASSERT_EQ(R.Positions.size(), 4u);
  EXPECT_EQ(R.Positions[0].Line, 2u);
  EXPECT_EQ(R.Positions[0].Column, 4u);
  EXPECT_EQ(R.Line, 2u);
}

TEST(Loops, ThePathIsTheLikeliest) {
  // Both ways at the first branch are alike; the one that leaves out "inc" has
  // its blocks first. This is what the plugin does without a profile.
  const Reading Got = read("1: test %eax, %eax\n je 2f\n inc %ebx\n"
                           "2: dec %ecx\n jne 1b\n ret\n",
                           loops());
  ASSERT_EQ(Got.Regions.size(), 1u);
  const CodeRegion &R = Got.Regions[0];
  EXPECT_EQ(R.Kind, RegionKind::Path);
  EXPECT_EQ(R.Blocks, 3u);
  EXPECT_EQ(R.Path.size(), 2u);
  EXPECT_FALSE(R.Assumption.empty());
  EXPECT_DOUBLE_EQ(R.PathProbability, 0.5);
  EXPECT_EQ(offsets(R), (std::vector<uint64_t>{0, 2, 6, 8}));
  EXPECT_TRUE(R.Instrs[1].Taken);
  EXPECT_TRUE(R.Instrs[3].Taken);
}

TEST(Loops, WaysBackAreAlikeAndExitsAreRare) {
  // Two ways back: 1/2 by the first branch; 1/2 * 31/32 by the second, which
  // may also leave the loop.
  const Reading Got = read("1: inc %ebx\n test %eax, %eax\n je 1b\n"
                           " dec %ecx\n jne 1b\n ret\n",
                           loops());
  ASSERT_EQ(Got.Regions.size(), 1u);
  EXPECT_EQ(Got.Regions[0].Kind, RegionKind::Path);
  EXPECT_EQ(Got.Regions[0].Instrs.size(), 3u);
  EXPECT_TRUE(Got.Regions[0].Instrs.back().Taken);
  EXPECT_DOUBLE_EQ(Got.Regions[0].PathProbability, 32.0 / 63.0);
}

TEST(Loops, ExitsInTheMiddleLeaveOnePath) {
  const Reading Got = read("1: test %eax, %eax\n je 2f\n inc %ebx\n jmp 1b\n"
                           "2: ret\n",
                           loops());
  ASSERT_EQ(Got.Regions.size(), 1u);
  const CodeRegion &R = Got.Regions[0];
  EXPECT_EQ(R.Kind, RegionKind::Loop);
  EXPECT_EQ(R.Assumption, "");
  EXPECT_EQ(R.Path.size(), 2u);
  EXPECT_EQ(R.Instrs.size(), 4u);
}

TEST(Loops, TheBackEdgeMayFallThrough) {
  // The loop's start lies behind its end.
  const Reading Got = read("f: jmp 2f\n"
                           "1: inc %eax\n"
                           "2: cmp %eax, %ebx\n jne 1b\n ret\n",
                           loops());
  ASSERT_EQ(Got.Regions.size(), 1u);
  const CodeRegion &R = Got.Regions[0];
  EXPECT_EQ(R.Kind, RegionKind::Loop);
  EXPECT_EQ(offsets(R), (std::vector<uint64_t>{4, 6, 2}));
  EXPECT_FALSE(R.Instrs.back().Taken);
  EXPECT_TRUE(R.Instrs[1].Taken);
  EXPECT_EQ(R.Range.Start, 2u);
}

static const char Nested[] = "f: mov %edi, %ecx\n"
                             "1: mov %esi, %edx\n"
                             "2: dec %edx\n jne 2b\n"
                             " dec %ecx\n jne 1b\n ret\n";

TEST(Loops, InnermostByDefault) {
  const Reading Got = read(Nested, loops());
  ASSERT_EQ(Got.Regions.size(), 1u);
  EXPECT_EQ(Got.Regions[0].Depth, 2u);
  EXPECT_EQ(Got.Regions[0].Range.Start, 4u);
}

TEST(Loops, AllOnRequest) {
  const Reading Got = read(Nested, loops(true));
  ASSERT_EQ(Got.Regions.size(), 2u);
  EXPECT_EQ(Got.Regions[0].Depth, 1u);
  EXPECT_EQ(Got.Regions[0].WhyNot,
            "it holds another loop (at 0x4) whose trip count is not known");
  EXPECT_EQ(Got.Regions[1].WhyNot, "");
}

TEST(Loops, WithoutExit) {
  const Reading Got = read("1: inc %eax\n jmp 1b\n", loops());
  ASSERT_EQ(Got.Regions.size(), 1u);
  EXPECT_EQ(Got.Regions[0].WhyNot, "the loop has no exit");
}

TEST(Loops, Irreducible) {
  const Reading Got = read("f: test %eax, %eax\n je 2f\n"
                           "1: inc %eax\n"
                           "2: dec %ecx\n jne 1b\n ret\n",
                           loops());
  ASSERT_EQ(Got.Regions.size(), 1u);
  EXPECT_NE(Got.Regions[0].WhyNot.find("irreducible control flow"),
            std::string::npos);
  EXPECT_EQ(Got.Regions[0].Range.Start, 4u);
  EXPECT_EQ(Got.Regions[0].Range.End, 10u);
}

TEST(Loops, PaddingIsNoEntry) {
  // What falls from the padding into the loop is never executed.
  const Reading Got = read("f: jmp 2f\n .p2align 4\n"
                           "1: inc %eax\n"
                           "2: dec %ecx\n jne 1b\n ret\n",
                           loops());
  ASSERT_EQ(Got.Regions.size(), 1u);
  EXPECT_EQ(Got.Regions[0].WhyNot, "");
}

TEST(Loops, JumpTableOnThePath) {
  const Reading Got = read("f: cmp %rsi, %rdi\n je 4f\n"
                           " jmp *(%rax,%rcx,8)\n"
                           " inc %eax\n jmp f\n"
                           " inc %ebx\n jmp f\n"
                           "4: ret\n",
                           loops());
  ASSERT_EQ(Got.Regions.size(), 1u);
  EXPECT_EQ(Got.Regions[0].WhyNot,
            "the likely path goes through an indirect jump (block at 0x5)");
}

TEST(Loops, CallsStayInTheLoop) {
  const Reading Got = read("1: call g\n dec %ebx\n jne 1b\n ret\n", loops());
  ASSERT_EQ(Got.Regions.size(), 1u);
  EXPECT_EQ(Got.Regions[0].Instrs.size(), 3u);
}

TEST(Loops, BranchesThatTheLinkerFillsIn) {
  // The assembler leaves branches to global names to the linker.
  ReadOptions O = loops();
  O.Kind = InputKind::Object;
  const Reading X86 =
      read(object(".globl f\nf: dec %ecx\n jne f\n jmp g\n"), O);
  ASSERT_EQ(X86.Regions.size(), 1u);
  EXPECT_EQ(X86.Regions[0].Range.End, 8u);
  O.Target.Cpu = "cortex-a72";
  const Reading Arm = read(
      object(".globl f\nf: subs x0, x0, #1\n b.ne f\n b g\n", "cortex-a72"), O);
  ASSERT_EQ(Arm.Regions.size(), 1u);
  EXPECT_EQ(Arm.Regions[0].Range.End, 8u);
}

TEST(Loops, CounterBranchOfX86) {
  // LLVM does not call "loop" a branch.
  const Reading Got = read("1: inc %eax\n loop 1b\n ret\n", loops());
  ASSERT_EQ(Got.Regions.size(), 1u);
  EXPECT_EQ(Got.Regions[0].Instrs.size(), 2u);
}

TEST(Loops, AArch64) {
  ReadOptions O = loops();
  O.Target.Cpu = "cortex-a72";
  const Reading Got = read("f: mov x2, #0\n"
                           "1: ldr x3, [x0], #8\n .inst 0xd503201f\n"
                           " add x2, x2, x3\n subs x1, x1, #1\n b.ne 1b\n"
                           " ret\n .word 0xffffffff\n",
                           O);
  EXPECT_TRUE(Got.Problems.empty());
  ASSERT_EQ(Got.Regions.size(), 1u);
  EXPECT_EQ(offsets(Got.Regions[0]), (std::vector<uint64_t>{4, 8, 12, 16, 20}));
  EXPECT_EQ(Got.Regions[0].Positions[1].Line, 3u);
}
