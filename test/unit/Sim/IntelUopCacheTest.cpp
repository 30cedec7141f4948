//===- IntelUopCacheTest.cpp - Tests of µop cache and loop stream ---------===//
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

bool isCached(const Kernel &K, const Cpu &C) {
  const FrontEndLimits L = frontEndLimits(K, C);
  EXPECT_EQ(L.UopCache.has_value(), !L.Decode.has_value());
  return L.UopCache.has_value();
}

//===----------------------------------------------------------------------===//
// What is in it
//===----------------------------------------------------------------------===//

TEST(UopCache, holdsThreeLinesOfAWindow) {
  Cpu C = madeUpCpu();
  // 17 µops and the branch in one window of 32 bytes, and one more.
  EXPECT_TRUE(isCached(loop(repeat(17, op(1))), C));
  EXPECT_FALSE(isCached(loop(repeat(18, op(1))), C));
  C.Fetch.Intel.CacheLines = 4;
  EXPECT_TRUE(isCached(loop(repeat(18, op(1))), C));
  C.Fetch.Intel.CacheLines = 3;
  C.Fetch.Intel.CacheLineUops = 7;
  EXPECT_TRUE(isCached(loop(repeat(18, op(1))), C));
}

TEST(UopCache, doesNotSplitInstructions) {
  // Each takes four of a line's six slots.
  const Cpu C = madeUpCpu();
  EXPECT_TRUE(isCached(loop(repeat(2, complexOp(3, 4))), C));
  EXPECT_TRUE(isCached(loop(repeat(3, complexOp(3, 4))), C));
  EXPECT_FALSE(isCached(loop(repeat(4, complexOp(3, 4))), C));
  EXPECT_FALSE(isCached(loop({complexOp(3, 7)}), C));
}

TEST(UopCache, givesImmediatesAndMicrocodeRoom) {
  const Cpu C = madeUpCpu();
  // Two slots each: 8 of them, the branch and no more.
  const KernelInstr Large = withExtraSlot(op(2));
  EXPECT_TRUE(isCached(loop(repeat(8, Large)), C));
  EXPECT_FALSE(isCached(loop(repeat(9, Large)), C));
  // A line of its own.
  const KernelInstr Long = complexOp(0, 1, 4);
  EXPECT_TRUE(isCached(loop({op(), Long}), C));
  EXPECT_TRUE(isCached(loop({Long, Long}), C));
  EXPECT_FALSE(isCached(loop({op(), Long, Long}), C));
}

TEST(UopCache, countsAnInstructionWhereItBegins) {
  Cpu C = madeUpCpu();
  // The 19th µop begins in the first window and ends in the second.
  const Code Full = repeat(12, op(1)) + repeat(6, op(3));
  EXPECT_FALSE(isCached(loop(Full + Code{op(8)}), C));
  EXPECT_TRUE(isCached(loop(Full + Code{op(8)}, 2), C));
}

TEST(UopCache, hasNoWindowWithAnErratumBranch) {
  Cpu C = madeUpCpu();
  const Code Before = repeat(7, op(4)); // up to 28
  const Kernel Inside = loop(Before, 0, 2), EndsAtEnd = loop(Before, 2, 2),
               Crosses = loop(Before, 3, 2), Behind = loop(Before, 4, 2);
  for (const Kernel *K : {&Inside, &EndsAtEnd, &Crosses, &Behind})
    EXPECT_TRUE(isCached(*K, C));
  C.Fetch.Intel.JumpErratum = true;
  EXPECT_TRUE(isCached(Inside, C));
  EXPECT_FALSE(isCached(EndsAtEnd, C));
  EXPECT_FALSE(isCached(Crosses, C));
  EXPECT_TRUE(isCached(Behind, C));
}

TEST(UopCache, countsAPairAsOneBranchForTheErratum) {
  Cpu C = madeUpCpu();
  C.Fetch.Intel.JumpErratum = true;
  // The first half ends with the window, the second half begins the next one.
  Kernel K = straight(repeat(7, op(4)) + Code{fusible(4), fused(2)});
  K.Repeats = Notion::Loop;
  K.Instrs.back().Taken = true;
  EXPECT_FALSE(isCached(K, C));
}

TEST(UopCache, leavesTheRestOfTheIterationToTheDecoders) {
  Cpu C = madeUpCpu();
  // Window 0 has 8 µops, window 1 has 32, window 2 has 5 with the branch.
  const Kernel K =
      loop(repeat(8, op(4)) + repeat(32, op(1)) + repeat(4, op(4)));
  const FrontEndLimits L = frontEndLimits(K, C);
  EXPECT_EQ(L.UopCache, Rational(2));
  // Four cycles for each half of window 1, then four instructions and one.
  EXPECT_EQ(L.Predecode, Rational(4 + 4 + 1 + 1));
  EXPECT_EQ(L.Decode, Rational(10)); // 37 instructions
  EXPECT_EQ(L.Together, Rational(12));
  EXPECT_EQ(cycles(K, C), Rational(12));
  // With whole lines, all of the first 64 bytes.
  C.Fetch.Intel.CachesWholeLines = true;
  EXPECT_FALSE(frontEndLimits(K, C).UopCache);
}

TEST(UopCache, rejectsAnOddPatternOfPrefixes) {
  const Cpu C = madeUpCpu();
  const KernelInstr Odd = withPrefix(fusible(4));
  const Code Half = repeat(3, op(4));
  EXPECT_FALSE(isCached(loop(Half + Code{Odd, Odd, Odd}), C));
  EXPECT_TRUE(isCached(loop(Half + Code{Odd, Odd, op(4)}), C));
  EXPECT_TRUE(isCached(loop(Half + Code{op(4), Odd, Odd}), C));
  EXPECT_TRUE(isCached(loop(Half + Code{Odd, Odd, Odd}, 16), C));
}

//===----------------------------------------------------------------------===//
// Delivery
//===----------------------------------------------------------------------===//

TEST(UopCache, endsTheCycleWithALoopInOneWindow) {
  const Cpu C = madeUpCpu();
  EXPECT_EQ(cycles(loop(repeat(3, op())), C), Rational(1));
  EXPECT_EQ(cycles(loop(repeat(5, op())), C), Rational(1));
  EXPECT_EQ(cycles(loop(repeat(6, op())), C), Rational(2));
}

TEST(UopCache, goesOnInAnotherWindow) {
  const Cpu C = madeUpCpu();
  // A line of 2 µops and a line of 5. Cycles: 2+4, 1+2, 5+1, 1+5: three
  // iterations in four.
  EXPECT_EQ(cycles(loop(repeat(6, op()), 24), C), Rational(4, 3));
  // Two lines of 3. Cycles: 3+2, 1+3, 3+2, 1+3: the same.
  EXPECT_EQ(cycles(loop(repeat(5, op()), 20), C), Rational(4, 3));
}

TEST(UopCache, deliversAnyFourSlotsWhereItIsNarrow) {
  Cpu C = madeUpCpu();
  C.Fetch.Intel.CacheWidth = 4;
  // One line of 5: 4, 1+3, 2+2, 3+1, 4+0.
  EXPECT_EQ(cycles(loop(repeat(4, op())), C), Rational(5, 4));
  // Lines of 6 and 1: 4, 2+1; a third line in a cycle there is not.
  EXPECT_EQ(cycles(loop(repeat(6, op())), C), Rational(2));
}

TEST(UopCache, endsTheCycleAtAnExtraSlot) {
  const Cpu C = madeUpCpu();
  // lea, mov [mem], imm32, dec+jnz: the branch goes with the next iteration.
  EXPECT_EQ(cycles(loop({op(), withExtraSlot(op())}), C), Rational(1));
  EXPECT_EQ(cycles(loop(repeat(2, withExtraSlot(op()))), C), Rational(2));
}

TEST(UopCache, stallsForMicrocode) {
  Cpu C = madeUpCpu();
  C.Fetch.Intel.MicrocodeEnterFromCache = 2;
  // Its own µop and what is before it, 2 to switch, 1 for four µops; then the
  // branch.
  EXPECT_EQ(cycles(loop({op(), complexOp(0, 1, 4)}), C), Rational(6));
  C.Fetch.Intel.MicrocodeEnterFromCache = 4;
  EXPECT_EQ(cycles(loop({op(), complexOp(0, 1, 4)}), C), Rational(8));
}

TEST(UopCache, keepsIterationsApart) {
  Cpu C = madeUpCpu();
  C.Fetch.Intel.CacheWindow = 64;
  C.Fetch.Intel.CacheLines = 6;
  // Lines of 4 and 1; 2 to switch and 1 for four µops. The branch comes with
  // the next iteration's line.
  const auto Before = [](unsigned N, unsigned Behind) {
    return loop(repeat(N, op()) + Code{complexOp(0, 1, 4)} +
                repeat(Behind, op()));
  };
  EXPECT_EQ(cycles(Before(4, 0), C), Rational(5));
  C.Fetch.Intel.EndsApart = true;
  EXPECT_EQ(cycles(Before(4, 0), C), Rational(6));
  // But for one behind a single one.
  EXPECT_EQ(cycles(Before(1, 0), C), Rational(5));
  EXPECT_EQ(cycles(Before(1, 1), C), Rational(6));
  EXPECT_EQ(cycles(Before(2, 0), C), Rational(6));
  EXPECT_EQ(cycles(Before(7, 0), C), Rational(6));
  EXPECT_EQ(cycles(Before(7, 1), C), Rational(7));
}

TEST(UopCache, findsOneWindowACycle) {
  Cpu C = madeUpCpu();
  C.Fetch.Intel.CacheWindow = 64;
  C.Fetch.Intel.CacheLines = 6;
  C.Fetch.Intel.WindowACycle = true;
  // Six a cycle, and none of the next iteration.
  EXPECT_EQ(cycles(loop(repeat(5, op())), C), Rational(1));
  EXPECT_EQ(cycles(loop(repeat(6, op())), C), Rational(2));
  EXPECT_EQ(cycles(loop(repeat(11, op())), C), Rational(2));
  EXPECT_EQ(cycles(loop(repeat(12, op())), C), Rational(3));
  // Four µops in one window, two in the next one.
  EXPECT_EQ(cycles(loop(repeat(5, op()), 48), C), Rational(2));
  // Those of two windows may go together, if as many were found.
  EXPECT_EQ(cycles(loop(repeat(11, op()), 56), C), Rational(2));
  // A branch that begins in one window and ends in the next one needs both.
  EXPECT_EQ(cycles(loop(repeat(3, op()), 50), C), Rational(1));
  EXPECT_EQ(cycles(loop(repeat(3, op()), 51), C), Rational(2));
  EXPECT_EQ(frontEndLimits(loop(repeat(3, op()), 51), C).UopCache, Rational(2));
  // Lines of 6, 1 and 2.
  EXPECT_EQ(cycles(loop(repeat(8, op(10))), C), Rational(2));
  // Three windows of 5, 5 and 3.
  EXPECT_EQ(cycles(loop(repeat(12, op(13))), C), Rational(3));
}

TEST(UopCache, findsTwoWindowsInARowInACycle) {
  Cpu C = madeUpCpu();
  C.Fetch.Intel.CacheWindow = 64;
  C.Fetch.Intel.CacheLines = 6;
  C.Fetch.Intel.WindowACycle = C.Fetch.Intel.PairsWindows = true;
  const auto Takes = [&](const Kernel &K, Rational Cycles) {
    EXPECT_EQ(cycles(K, C), Cycles);
    EXPECT_EQ(frontEndLimits(K, C).UopCache, Cycles);
  };
  // Four µops in one window, two in the next one; no third one.
  Takes(loop(repeat(5, op()), 48), 1);
  Takes(loop(repeat(5, op(13)), 63), 2);
  // Not of the next iteration.
  Takes(loop(repeat(6, op()), 48), 2);
  // Not where the branch begins in one window and ends in the next one.
  Takes(loop(repeat(3, op()), 51), 2);
  Takes(loop(repeat(8, op(13)), 23), 3);
  // Nor behind a branch that is taken.
  Kernel K = loop(Code{branch(true)} + repeat(3, op()));
  for (size_t I = 1; I != K.Instrs.size(); ++I)
    K.Instrs[I].Offset += 64;
  Takes(K, 2);
}

TEST(UopCache, followsABranchInsideThePath) {
  const Cpu C = madeUpCpu();
  // Two windows with a jump between them; the loop's end is in the second one.
  Kernel K = loop(repeat(2, op()) + Code{branch(true)} + repeat(2, op()));
  for (size_t I = 3; I != K.Instrs.size(); ++I)
    K.Instrs[I].Offset += 86;
  EXPECT_EQ(frontEndLimits(K, C).UopCache, Rational(1));
  EXPECT_EQ(cycles(K, C), Rational(4, 3));
  // The decoders too go on at the target.
  Cpu Uncached = C;
  Uncached.Fetch.Intel.CacheLines = 0;
  EXPECT_EQ(frontEndLimits(K, Uncached).Predecode, Rational(2));
  EXPECT_EQ(cycles(K, Uncached), Rational(2));
}

//===----------------------------------------------------------------------===//
// Loop stream
//===----------------------------------------------------------------------===//

Cpu streamingCpu() {
  Cpu C = madeUpCpu();
  C.Fetch.Width = 4;
  C.Fetch.Intel.LoopStream = true;
  C.Fetch.Intel.UopQueue = 28;
  C.Fetch.Intel.LoopUnrollings = {{4, 6}, {6, 3}};
  return C;
}

TEST(LoopStream, issuesWholeChunks) {
  const Cpu C = streamingCpu();
  // Six copies of 3 µops, three of 5 and of 6, one of 7.
  EXPECT_EQ(cycles(loop(repeat(2, op())), C), Rational(5, 6));
  EXPECT_EQ(cycles(loop(repeat(4, op())), C), Rational(4, 3));
  EXPECT_EQ(cycles(loop(repeat(5, op())), C), Rational(5, 3));
  EXPECT_EQ(cycles(loop(repeat(6, op())), C), Rational(2));
}

TEST(LoopStream, needsTheWholeLoopInQueueAndCache) {
  Cpu C = streamingCpu();
  EXPECT_TRUE(frontEndLimits(loop(repeat(27, op())), C).LoopStream);
  EXPECT_FALSE(frontEndLimits(loop(repeat(28, op())), C).LoopStream);
  EXPECT_FALSE(frontEndLimits(loop(repeat(18, op(1))), C).LoopStream);
  EXPECT_FALSE(frontEndLimits(straight({op()}), C).LoopStream);
  C.Fetch.Intel.LoopStream = false;
  EXPECT_FALSE(frontEndLimits(loop({op()}), C).LoopStream);
}

TEST(LoopStream, takesNoMicrocodeStackOperationsAndHighBytes) {
  const Cpu C = streamingCpu();
  EXPECT_FALSE(frontEndLimits(loop({complexOp(0, 1, 4)}), C).LoopStream);
  KernelInstr Push = op();
  Push.StackChange = -8;
  EXPECT_FALSE(frontEndLimits(loop({Push}), C).LoopStream);
  KernelInstr High = op();
  High.Decode.WritesHighByte = true;
  EXPECT_FALSE(frontEndLimits(loop({High}), C).LoopStream);
}

} // namespace
