//===- BlockTest.cpp - Straight pieces of code ------------ -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;

static std::unique_ptr<CodeTarget> target(const char *Cpu = "skylake") {
  TargetChoice Choice;
  Choice.Cpu = Cpu;
  return cantFail(CodeTarget::create(Choice));
}

static std::string error(CodeTarget &T, StringRef Hex,
                         std::optional<Notion> N = std::nullopt) {
  CodeRegion R;
  Error E = readHexBlock(T, Hex, N, R);
  return E ? toString(std::move(E)) : "";
}

TEST(Block, Hex) {
  SmallVector<uint8_t, 8> Bytes;
  EXPECT_FALSE(errorToBool(parseHex(" 48 0X03 0x18\n4a\t", Bytes)));
  EXPECT_EQ(ArrayRef<uint8_t>(Bytes),
            (ArrayRef<uint8_t>{0x48, 0x03, 0x18, 0x4a}));
}

TEST(Block, HexErrors) {
  const auto T = target();
  EXPECT_EQ(error(*T, ""), "hex: no bytes");
  EXPECT_EQ(error(*T, " \n"), "hex: no bytes");
  EXPECT_EQ(error(*T, "481"), "hex: half a byte at character 3");
  EXPECT_EQ(error(*T, "48 1 2"), "hex: half a byte at character 4");
  EXPECT_EQ(error(*T, "48zz"), "hex: unexpected character 'z' at character 3");
  EXPECT_EQ(error(*T, "\x01"), "hex: unexpected character 0x1 at character 1");
  EXPECT_EQ(error(*T, "90 0x"), "hex: no digits behind '0x' at character 4");
  EXPECT_EQ(error(*T, "4803"), "no instruction at 0x0: 48 03");
  EXPECT_EQ(error(*T, "90 06 00 00 00 00 00 00 00 00 00"),
            "no instruction at 0x1: 06 00 00 00 00 00 00 00 ...");
}

TEST(Block, RepeatsAsItsLastBranchSays) {
  const auto T = target();
  CodeRegion R;
  // The block of the uiCA paper's kind: add (%rax),%rbx; add $8,%rax; dec %rcx.
  ASSERT_FALSE(errorToBool(
      readHexBlock(*T, "480318 4883c008 48ffc9 75f4", std::nullopt, R)));
  EXPECT_EQ(R.Repeats, Notion::Loop);
  EXPECT_EQ(R.Instrs.size(), 4u);
  EXPECT_TRUE(R.Instrs.back().Taken);
  EXPECT_EQ(R.Range.End, 12u);
  ASSERT_FALSE(errorToBool(
      readHexBlock(*T, "480318 4883c008 48ffc9 75f5", std::nullopt, R)));
  EXPECT_EQ(R.Repeats, Notion::Unrolled);
  EXPECT_FALSE(R.Instrs.back().Taken);
}

TEST(Block, UnrolledOnRequest) {
  const auto T = target();
  CodeRegion R;
  ASSERT_FALSE(
      errorToBool(readHexBlock(*T, "48ffc975fb", Notion::Unrolled, R)));
  EXPECT_EQ(R.Repeats, Notion::Unrolled);
  EXPECT_EQ(R.Instrs.size(), 2u);
  EXPECT_FALSE(R.Instrs.back().Taken);
}

TEST(Block, ClosedToALoop) {
  const auto T = target();
  CodeRegion R;
  ASSERT_FALSE(errorToBool(readHexBlock(*T, "480318", Notion::Loop, R)));
  EXPECT_TRUE(R.Closed);
  EXPECT_EQ(R.Repeats, Notion::Loop);
  ASSERT_EQ(R.Instrs.size(), 3u);
  EXPECT_EQ(T->print(R.Instrs[1]), "decq %r15");
  EXPECT_EQ(T->print(R.Instrs[2]), "jne 0x0");
  EXPECT_TRUE(R.Instrs[2].Taken);
  EXPECT_EQ(R.Range.End, 8u);
  // Parts of a register count: movb $0, %r15b.
  ASSERT_FALSE(errorToBool(readHexBlock(*T, "41b700", Notion::Loop, R)));
  EXPECT_EQ(T->print(R.Instrs[1]), "decq %r14");
  // It is closed already.
  ASSERT_FALSE(errorToBool(readHexBlock(*T, "48ffc975fb", Notion::Loop, R)));
  EXPECT_FALSE(R.Closed);
  EXPECT_EQ(R.Instrs.size(), 2u);
}

TEST(Block, ClosedToALongLoop) {
  const auto T = target();
  CodeRegion R;
  std::string Hex;
  for (int I = 0; I != 200; ++I)
    Hex += "90";
  ASSERT_FALSE(errorToBool(readHexBlock(*T, Hex, Notion::Loop, R)));
  EXPECT_EQ(R.Instrs.back().Size, 6u);
  EXPECT_EQ(T->print(R.Instrs.back()), "jne 0x0");
}

TEST(Block, ClosedOnAArch64) {
  const auto T = target("cortex-a72");
  CodeRegion R;
  // add x15, x15, #1
  ASSERT_FALSE(errorToBool(readHexBlock(*T, "ef050091", Notion::Loop, R)));
  ASSERT_EQ(R.Instrs.size(), 3u);
  EXPECT_EQ(T->print(R.Instrs[1]), "subs x14, x14, #1");
  EXPECT_EQ(T->print(R.Instrs[2]), "b.ne 0x0");
}

TEST(Block, NoRegisterToCloseIt) {
  const auto T = target();
  std::string Hex;
  for (const char *Inc : {"48ffc0", "48ffc1", "48ffc2", "48ffc3", "48ffc5",
                          "48ffc6", "48ffc7", "49ffc0", "49ffc1", "49ffc2",
                          "49ffc3", "49ffc4", "49ffc5", "49ffc6", "49ffc7"})
    Hex += Inc;
  EXPECT_EQ(error(*T, Hex, Notion::Loop),
            "cannot close the block to a loop: it uses every register that "
            "could count");
}

TEST(Block, ClosingIsKnownForSomeArchitecturesOnly) {
  TargetChoice Choice;
  Choice.Cpu = "skylake";
  Choice.Triple = "i386-linux-gnu";
  const auto T = cantFail(CodeTarget::create(Choice));
  EXPECT_EQ(error(*T, "90", Notion::Loop),
            "cannot close a block to a loop on i386");
}

TEST(Block, ForeignInstruction) {
  const auto T = target("cortex-a72");
  // ptrue p0.s
  EXPECT_EQ(error(*T, "e0e39825"),
            "'ptrue p0.s, all' at 0x0 is not an instruction "
            "of cortex-a72");
}

TEST(Block, LockPrefixBelongsToItsInstruction) {
  const auto T = target();
  CodeRegion R;
  // lock addq %rbx, (%rax); addq %rbx, (%rax)
  ASSERT_FALSE(
      errorToBool(readHexBlock(*T, "f0480118 480118", Notion::Unrolled, R)));
  ASSERT_EQ(R.Instrs.size(), 2u);
  EXPECT_EQ(R.Instrs[0].Size, 4u);
  EXPECT_EQ(R.Instrs[0].Bytes.size(), 4u);
  EXPECT_EQ(R.Instrs[1].Offset, 4u);
  EXPECT_EQ(R.Instrs[0].Inst.getOpcode(), R.Instrs[1].Inst.getOpcode());
  EXPECT_EQ(T->print(R.Instrs[0]), "lock addq %rbx, (%rax)");
  EXPECT_EQ(T->print(R.Instrs[1]), "addq %rbx, (%rax)");
  // A prefix that nothing follows stays what it is.
  ASSERT_FALSE(errorToBool(readHexBlock(*T, "f0", Notion::Unrolled, R)));
  EXPECT_EQ(R.Instrs[0].Size, 1u);
}
