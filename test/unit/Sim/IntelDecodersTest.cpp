//===- IntelDecodersTest.cpp - Tests of predecoder and decoders -----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MadeUpCode.h"

using namespace takt;
using namespace takt::test;

namespace {

//===----------------------------------------------------------------------===//
// Predecoder
//===----------------------------------------------------------------------===//

TEST(Predecoder, takesFiveInstructionsOfABlockPerCycle) {
  const Cpu C = wideDecoders();
  // Eight in a block: five, then three.
  EXPECT_EQ(cycles(straight({op(2)}), C), Rational(2, 8));
  EXPECT_EQ(cycles(straight({op(4)}), C), Rational(1, 4));
  EXPECT_EQ(cycles(straight({op(1)}), C), Rational(4, 16));
}

TEST(Predecoder, waitsForInstructionsThatEndInTheNextBlock) {
  const Cpu C = wideDecoders();
  // Three blocks of 5, 5 and 6 instructions that end in them. After five, an
  // opcode of the next one in the same block costs a cycle.
  EXPECT_EQ(cycles(straight({op(3, 0)}), C), Rational(2 + 2 + 2, 16));
  EXPECT_EQ(cycles(straight({op(3, 1)}), C), Rational(1 + 2 + 2, 16));
  EXPECT_EQ(cycles(straight({op(3, 2)}), C), Rational(1 + 1 + 2, 16));
}

TEST(Predecoder, restartsAtTheLoopsHead) {
  Cpu C = wideDecoders();
  C.Fetch.Intel.CacheLines = 0;
  // 4 + 4 bytes in one block; from offset 14 they touch two.
  EXPECT_EQ(cycles(loop({op(4)}, 0, 4), C), Rational(1));
  EXPECT_EQ(cycles(loop({op(4)}, 14, 4), C), Rational(2));
  // The branch ends in a third block, in which nothing else is.
  EXPECT_EQ(cycles(loop(repeat(4, op(4)), 15, 2), C), Rational(3));
}

TEST(Predecoder, losesThreeCyclesPerLengthChangingPrefix) {
  Cpu C = madeUpCpu();
  // add ax,0x1234; dec r15: 16 copies in 7 blocks (uiCA paper, section 1).
  const Code Paper = {withPrefix(fusible(4)), fusible(3)};
  EXPECT_EQ(cycles(straight(Paper), C), Rational(16 * 3 + 7, 16));
  C.Fetch.Intel.PrefixPenalty = 5;
  EXPECT_EQ(cycles(straight(Paper), C), Rational(16 * 5 + 7, 16));
}

TEST(Predecoder, findsLengthsBesideTheBlockBefore) {
  const Cpu C = wideDecoders();
  // A block of 16 instructions takes 4 cycles; the next one's penalty of 3 is
  // hidden, its own cycle is not.
  const Code Mixed = repeat(16, op(1)) + Code{withPrefix(op(8)), op(8)};
  EXPECT_EQ(cycles(straight(Mixed), C), Rational(4 + 1));
}

TEST(Predecoder, countsAPrefixInTheBlockOfTheOpcode) {
  const Cpu C = wideDecoders();
  // Blocks of 4, 1 and 1 cycles; the last instruction begins at the end of the
  // second one. With its opcode there, the penalty is hidden by the first.
  const auto Crossing = [](uint8_t Opcode) {
    return repeat(16, op(1)) + Code{op(15), withPrefix(op(17, Opcode))};
  };
  EXPECT_EQ(cycles(straight(Crossing(0)), C), Rational(4 + 1 + 1));
  EXPECT_EQ(cycles(straight(Crossing(1)), C), Rational(4 + 1 + 3 + 1));
}

TEST(Predecoder, staysWithinTheInstructionQueue) {
  Cpu C = madeUpCpu();
  C.Fetch.Intel.InstructionQueue = 6;
  // Of five instructions four are decoded 3 cycles later, then there is room
  // for five; behind the last one of the round it is there at once.
  EXPECT_EQ(cycles(straight({op(3, 2)}), C), Rational(4 + 4 + 4 + 1, 16));
}

//===----------------------------------------------------------------------===//
// Decoders
//===----------------------------------------------------------------------===//

TEST(Decoders, takeFourSimpleInstructions) {
  EXPECT_EQ(cycles(straight({op(2), op(2), op(2), op(2)}), madeUpCpu()),
            Rational(1));
}

TEST(Decoders, startWithTheComplexInstruction) {
  const Cpu C = madeUpCpu();
  // All four; two complex ones; a complex one that leaves one other decoder.
  EXPECT_EQ(cycles(straight({complexOp(3), op(), op(), op()}), C), Rational(1));
  EXPECT_EQ(cycles(straight({complexOp(3), op(), complexOp(3), op()}), C),
            Rational(2));
  EXPECT_EQ(cycles(straight({complexOp(1), op(), op(), op()}), C), Rational(2));
  EXPECT_EQ(cycles(straight({complexOp(0), op()}), C), Rational(2));
}

TEST(Decoders, takeMoreThanOneUopOnlyOnTheFirst) {
  KernelInstr Two = op();
  Two.Decode.QueuedUops = 2;
  EXPECT_EQ(cycles(straight({Two, Two}), madeUpCpu()), Rational(2));
}

TEST(Decoders, keepFusibleInstructionsOffTheLast) {
  Cpu C = madeUpCpu();
  const Kernel K = straight({fusible(2), fusible(2), fusible(2), fusible(2)});
  EXPECT_EQ(cycles(K, C), Rational(1));
  C.Fetch.Intel.FusibleOnLastDecoder = false;
  EXPECT_EQ(cycles(K, C), Rational(4, 3));
}

TEST(Decoders, stopBehindBranchesAndPairs) {
  const Cpu C = madeUpCpu();
  EXPECT_EQ(cycles(straight({branch(false), op()}), C), Rational(1));
  EXPECT_EQ(cycles(straight({branch(false, 4), branch(false, 4)}), C),
            Rational(2));
  EXPECT_EQ(cycles(straight({fusible(), fused(), op(), op()}), C), Rational(1));
  EXPECT_EQ(cycles(straight({fusible(), fused(), fusible(), fused()}), C),
            Rational(2));
}

TEST(Decoders, waitForMicrocode) {
  Cpu C = madeUpCpu();
  // One cycle for its own µop, one to switch, two for eight µops, one back.
  EXPECT_EQ(cycles(straight({complexOp(0, 1, 8)}), C), Rational(5));
  C.Fetch.Intel.MicrocodeWidth = 2;
  EXPECT_EQ(cycles(straight({complexOp(0, 1, 8)}), C), Rational(7));
  C.Fetch.Intel.MicrocodeEnter = 3;
  EXPECT_EQ(cycles(straight({complexOp(0, 1, 8)}), C), Rational(9));
  C.Fetch.Intel.MicrocodeLeave = 0;
  EXPECT_EQ(cycles(straight({complexOp(0, 1, 8)}), C), Rational(8));
}

TEST(Decoders, countUnknownSizesAsFourBytes) {
  const Cpu C = madeUpCpu();
  EXPECT_EQ(cycles(straight({op(0)}), C), Rational(1, 4));
  EXPECT_EQ(cycles(straight(repeat(9, op(0))), C), Rational(9, 4));
}

} // namespace
