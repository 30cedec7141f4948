//===- AsmTest.cpp - Assembly and its markers ----------- -*- C++ -*-===//
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

TEST(Asm, McaMarkers) {
  const Reading Got = read("f: nop\n"
                           "# LLVM-MCA-BEGIN first one\n"
                           " inc %eax\n"
                           "  #LLVM-MCA-BEGIN second\n"
                           "1: inc %ebx\n jne 1b\n"
                           "// LLVM-MCA-END first one\n"
                           " inc %edx\n"
                           "; LLVM-MCA-END second\n"
                           " ret\n",
                           ReadOptions());
  EXPECT_EQ(Got.Error, "");
  ASSERT_EQ(Got.Regions.size(), 2u);
  EXPECT_EQ(Got.Regions[0].Name, "first one");
  EXPECT_EQ(Got.Regions[0].Kind, RegionKind::Marked);
  EXPECT_EQ(Got.Regions[0].Instrs.size(), 3u);
  EXPECT_EQ(Got.Regions[0].Repeats, Notion::Unrolled);
  EXPECT_EQ(Got.Regions[0].Line, 3u);
  EXPECT_EQ(Got.Regions[1].Name, "second");
  EXPECT_EQ(Got.Regions[1].Instrs.size(), 3u);
}

TEST(Asm, MarkedLoop) {
  const Reading Got = read("# OSACA-BEGIN\n1: inc %ebx\n jne 1b\n"
                           "# OSACA-END\n",
                           ReadOptions());
  ASSERT_EQ(Got.Regions.size(), 1u);
  EXPECT_EQ(Got.Regions[0].Repeats, Notion::Loop);
}

TEST(Asm, AnOpenRegionGoesOnToTheEnd) {
  const Reading Got = read("nop\n# LLVM-MCA-BEGIN\n nop\n nop", ReadOptions());
  ASSERT_EQ(Got.Regions.size(), 1u);
  EXPECT_EQ(Got.Regions[0].Instrs.size(), 2u);
}

TEST(Asm, MarkerErrors) {
  EXPECT_EQ(read("# LLVM-MCA-END\nnop\n", ReadOptions()).Error.substr(0, 52),
            "in.s:1:2: error: end of a region that has not begun\n");
  EXPECT_EQ(read("# LLVM-MCA-END x\nnop\n", ReadOptions()).Error.substr(0, 55),
            "in.s:1:2: error: end of region 'x', which has not begun");
  EXPECT_NE(
      read("# LLVM-MCA-BEGIN\nnop\n# LLVM-MCA-BEGIN\nnop\n", ReadOptions())
          .Error.find("in.s:3:2: error: region begins inside a region "
                      "without a name"),
      std::string::npos);
  EXPECT_NE(
      read("# LLVM-MCA-BEGIN x\nnop\n# LLVM-MCA-BEGIN x\nnop\n", ReadOptions())
          .Error.find("in.s:3:2: error: region 'x' has begun already"),
      std::string::npos);
  EXPECT_NE(read("nop\n# LLVM-MCA-BEGIN\n# LLVM-MCA-END\n", ReadOptions())
                .Error.find("in.s:2:2: error: the region has no instructions"),
            std::string::npos);
  EXPECT_NE(read("# LLVM-MCA-BEGIN\nnop\n.section .t,\"ax\"\nnop\n"
                 "# LLVM-MCA-END\n",
                 ReadOptions())
                .Error.find("in.s:1:2: error: the region spans several "
                            "sections"),
            std::string::npos);
  ReadOptions O;
  O.Regions = RegionChoice::Markers;
  EXPECT_EQ(read("nop\n", O).Error, "there are no markers");
}

TEST(Asm, SyntaxErrors) {
  EXPECT_EQ(read(" nop\n movfoo %eax\n", ReadOptions()).Error,
            "in.s:2:2: error: invalid instruction mnemonic 'movfoo'\n"
            " movfoo %eax\n ^~~~~~");
  EXPECT_NE(read(".zero 99999999999\n", ReadOptions())
                .Error.find("more than 64 MiB of padding"),
            std::string::npos);
  EXPECT_EQ(read("", ReadOptions()).Error, "the input is empty");
  EXPECT_EQ(read("# nothing\n", ReadOptions()).Error, "there is no code");
  ReadOptions O;
  O.Target.Triple = "x86_64-apple-macos";
  EXPECT_EQ(read("nop\n", O).Error,
            "assembly is read for ELF targets only, not x86_64-apple-macos");
}

TEST(Asm, IntelSyntax) {
  const Reading Directive =
      read(".intel_syntax noprefix\n1: dec rcx\n jne 1b\n", ReadOptions());
  EXPECT_EQ(Directive.Error, "");
  EXPECT_EQ(Directive.Regions.size(), 1u);
  ReadOptions O;
  O.Target.IntelSyntax = true;
  const Reading Option = read("1: mov rax, [rbx]\n jne 1b\n", O);
  EXPECT_EQ(Option.Error, "");
  EXPECT_EQ(Option.Regions.size(), 1u);
}

TEST(Asm, Macros) {
  const Reading Got = read(".macro twice x\n inc \\x\n inc \\x\n.endm\n"
                           "# LLVM-MCA-BEGIN\n twice %eax\n"
                           "# LLVM-MCA-END\n twice %ebx\n"
                           "# LLVM-MCA-BEGIN\n twice %ecx\n nop\n"
                           "# LLVM-MCA-END\n",
                           ReadOptions());
  ASSERT_EQ(Got.Regions.size(), 2u);
  EXPECT_EQ(Got.Regions[0].Range.Start, 0u);
  EXPECT_EQ(Got.Regions[0].Range.End, 4u);
  EXPECT_EQ(Got.Regions[1].Range.Start, 8u);
  EXPECT_EQ(Got.Regions[1].Range.End, 13u);
  ASSERT_EQ(Got.Regions[1].Positions.size(), 3u);
  EXPECT_EQ(Got.Regions[1].Positions[0].Line, 0u);
  EXPECT_EQ(Got.Regions[1].Line, 11u);
}

TEST(Asm, LayoutIsTheAssemblers) {
  // The jump needs its long form; padding in the loop is executed.
  std::string Text = "1: inc %eax\n.p2align 4\n";
  for (int I = 0; I != 130; ++I)
    Text += " nop\n";
  const Reading Got = read(Text + " jne 1b\n", ReadOptions());
  ASSERT_EQ(Got.Regions.size(), 1u);
  const CodeRegion &R = Got.Regions[0];
  EXPECT_EQ(R.Range.End, 16u + 130u + 6u);
  EXPECT_EQ(R.Positions[1].Line, 0u);
}

TEST(Asm, LockedInstructions) {
  const Reading Got =
      read("1: lock incl (%rax)\n dec %ecx\n jne 1b\n", ReadOptions());
  ASSERT_EQ(Got.Regions.size(), 1u);
  for (const TextPosition P : Got.Regions[0].Positions)
    EXPECT_NE(P.Line, 0u);
}

TEST(Asm, WithoutLoopsAllOfIt) {
  const Reading Got = read(" inc %eax\n inc %ebx\n", ReadOptions());
  ASSERT_EQ(Got.Regions.size(), 1u);
  EXPECT_EQ(Got.Regions[0].Kind, RegionKind::Section);
  EXPECT_EQ(Got.Regions[0].Instrs.size(), 2u);
}

TEST(Asm, AllOfItOnRequest) {
  ReadOptions O;
  O.Regions = RegionChoice::Whole;
  const Reading Got = read("1: inc %eax\n jne 1b\n nop\n", O);
  ASSERT_EQ(Got.Regions.size(), 1u);
  EXPECT_EQ(Got.Regions[0].Instrs.size(), 3u);
}

TEST(Asm, NotionOnRequest) {
  ReadOptions O;
  O.Repeats = Notion::Loop;
  const Reading Closed = read(" inc %eax\n", O);
  ASSERT_EQ(Closed.Regions.size(), 1u);
  EXPECT_TRUE(Closed.Regions[0].Closed);
  EXPECT_EQ(Closed.Regions[0].Instrs.size(), 3u);
  EXPECT_EQ(Closed.Regions[0].Positions.size(), 3u);
  O.Repeats = Notion::Unrolled;
  const Reading Unrolled = read("1: inc %eax\n jne 1b\n", O);
  ASSERT_EQ(Unrolled.Regions.size(), 1u);
  EXPECT_EQ(Unrolled.Regions[0].Repeats, Notion::Unrolled);
  EXPECT_FALSE(Unrolled.Regions[0].Instrs.back().Taken);
}
