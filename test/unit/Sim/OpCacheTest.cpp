//===- OpCacheTest.cpp - Tests of the front end with an op cache --------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sim/OpCache.h"
#include "MadeUpCode.h"
#include "takt/models/Bounds.h"
#include <random>

using namespace takt;
using namespace takt::test;

namespace {

/// Dispatch takes so much that it does not hide what the front end does.
Cpu opCacheCpu() {
  Cpu C;
  C.Name = "made-up";
  C.Fetch.Kind = FrontEndKind::OpCache;
  C.Fetch.Width = 12;
  return C;
}

KernelInstr nop() {
  KernelInstr I = op();
  I.FusedUops = 0;
  return I;
}

TEST(OpCache, endsACycleAtATakenBranch) {
  const Cpu C = opCacheCpu();
  EXPECT_EQ(cycles(loop({}), C), Rational(1));
  // 8 and the branch.
  EXPECT_EQ(cycles(loop(repeat(8, op())), C), Rational(1));
  EXPECT_EQ(cycles(loop(repeat(9, op())), C), Rational(2));
  EXPECT_EQ(frontEndLimits(loop(repeat(9, op())), C).UopCache, Rational(2));
  // Another one inside.
  EXPECT_EQ(cycles(loop({op(), branch(true), op()}), C), Rational(2));
  EXPECT_EQ(cycles(loop({op(), branch(false), op()}), C), Rational(1));
}

TEST(OpCache, readsEntriesOfLines) {
  Cpu C = opCacheCpu();
  const Kernel K = straight(repeat(10, op()));
  EXPECT_EQ(cycles(K, C), Rational(10, 9));
  // A line has 16 instructions: entries of 9 and 7.
  C.Fetch.OpCache.EntriesPerCycle = 1;
  EXPECT_EQ(cycles(K, C), Rational(10, 8));
  C.Fetch.OpCache.EntryOps = 8;
  EXPECT_EQ(cycles(K, C), Rational(10, 8));
  C.Fetch.OpCache.LineBytes = 16;
  EXPECT_EQ(cycles(K, C), Rational(10, 4));
  // A loop that crosses a line takes one cycle more, wherever it does.
  C = opCacheCpu();
  C.Fetch.OpCache.EntriesPerCycle = 1;
  EXPECT_EQ(cycles(loop(repeat(4, op()), 0), C), Rational(1));
  EXPECT_EQ(cycles(loop(repeat(4, op()), 56), C), Rational(2));
}

TEST(OpCache, waitsForLinesToBePredicted) {
  Cpu C = opCacheCpu();
  // Four of 4 bytes and a branch of 2 in two lines.
  EXPECT_EQ(cycles(loop(repeat(4, op()), 48), C), Rational(1));
  C.Fetch.OpCache.LinesAhead = 16;
  EXPECT_EQ(cycles(loop(repeat(4, op()), 44), C), Rational(1));
  const Kernel K = loop(repeat(4, op()), 48);
  EXPECT_EQ(cycles(K, C), Rational(2));
  EXPECT_EQ(frontEndLimits(K, C).UopCache, Rational(2));
  // 12 bytes each: 62 bytes, 74, 134.
  EXPECT_EQ(cycles(loop(repeat(5, op(12))), C), Rational(1));
  EXPECT_EQ(cycles(loop(repeat(6, op(12))), C), Rational(2));
  EXPECT_EQ(cycles(loop(repeat(11, op(12))), C), Rational(3));
  // What shares a macro-op lies in lines, too.
  C.Fetch.OpCache.FusesNops = true;
  EXPECT_EQ(cycles(loop({op(), nop()}, 54), C), Rational(1));
  EXPECT_EQ(cycles(loop({op(), nop()}, 55), C), Rational(2));
  // A jump begins a line anew, also to where it is.
  EXPECT_EQ(cycles(loop({op(), branch(true), op()}, 60), C), Rational(3));
  // Copies have one line in 64 bytes: 12 bytes need no more than dispatch.
  EXPECT_EQ(cycles(straight(repeat(3, op())), C), Rational(3, 9));
  EXPECT_EQ(cycles(straight(repeat(8, op(15))), C), Rational(120, 64));
}

/// \p K as a loop that is entered at instruction \p At.
Kernel enteredAt(Kernel K, size_t At) {
  std::rotate(K.Instrs.begin(), K.Instrs.begin() + At, K.Instrs.end());
  return K;
}

TEST(OpCache, doesNotEndACycleWhereALoopIsEntered) {
  Cpu C = opCacheCpu();
  for (const size_t At : {0, 1, 5}) {
    const Kernel K = enteredAt(loop(repeat(8, op())), At);
    EXPECT_EQ(cycles(K, C), Rational(1)) << At;
    EXPECT_EQ(frontEndLimits(K, C).UopCache, Rational(1)) << At;
  }
  // Nor a line.
  C.Fetch.OpCache.LinesAhead = 16;
  for (const size_t At : {0, 1, 3}) {
    const Kernel K = enteredAt(loop(repeat(4, op()), 48), At);
    EXPECT_EQ(cycles(K, C), Rational(2)) << At;
    EXPECT_EQ(frontEndLimits(K, C).UopCache, Rational(2)) << At;
  }
}

TEST(OpCache, readsLinesThatWereAhead) {
  Cpu C = opCacheCpu();
  C.Fetch.Width = 6;
  C.Fetch.OpCache.LinesAhead = 16;
  // 15 macro-ops in two lines, out of three entries: 9 and 6 a cycle, of which
  // dispatch takes 6.
  EXPECT_EQ(cycles(loop(repeat(14, op(5))), C), Rational(15, 6));
}

TEST(OpCache, waitsBeforeItReadsMoreOfALine) {
  Cpu C = opCacheCpu();
  C.Fetch.OpCache.LineAgain = 2;
  // 9 a cycle: what else is in the line comes two cycles later.
  EXPECT_EQ(cycles(loop(repeat(8, op())), C), Rational(1));
  EXPECT_EQ(cycles(loop(repeat(9, op())), C), Rational(3));
  EXPECT_EQ(cycles(loop(repeat(15, op())), C), Rational(3));
  EXPECT_EQ(frontEndLimits(loop(repeat(15, op())), C).UopCache, Rational(3));
  // 9 and 7 of the first line, then apart from these what is in the next.
  EXPECT_EQ(cycles(loop(repeat(20, op())), C), Rational(4));
  EXPECT_EQ(frontEndLimits(loop(repeat(20, op())), C).UopCache, Rational(4));
  // In cycles 0, 2, 3, 5 and 6 9, 7, 9, 7 of the second line with 2 of the
  // third, and 3.
  EXPECT_EQ(cycles(loop(repeat(36, op())), C), Rational(7));
  EXPECT_EQ(frontEndLimits(loop(repeat(36, op())), C).UopCache, Rational(6));
  C.Fetch.OpCache.LineAgain = 4;
  EXPECT_EQ(cycles(loop(repeat(15, op())), C), Rational(5));
  // Another line does not wait, nor what lies behind a taken branch.
  C.Fetch.OpCache.EntriesPerCycle = 1;
  EXPECT_EQ(cycles(loop(repeat(10, op(8))), C), Rational(2));
  EXPECT_EQ(cycles(loop({op(), branch(true), op()}), C), Rational(2));
  // 3 instructions of a line of 16 bytes in one cycle, the fourth in the fifth.
  C.Fetch.OpCache.LineBytes = 16;
  C.Fetch.OpCache.CacheWidth = 3;
  EXPECT_EQ(cycles(straight(repeat(4, op())), C), Rational(5));
}

TEST(OpCache, countsInstructions) {
  Cpu C = opCacheCpu();
  KernelInstr Double = op();
  Double.FusedUops = 2;
  // 10 and the branch, two of them with two macro-ops.
  Code Instrs = repeat(6, op());
  Instrs.insert(Instrs.end(), {Double, Double});
  EXPECT_EQ(cycles(loop(Instrs), C), Rational(2));
  C.Fetch.OpCache.CountsInstrs = true;
  EXPECT_EQ(cycles(loop(Instrs), C), Rational(1));
  EXPECT_EQ(frontEndLimits(loop(Instrs), C).UopCache, Rational(1));
  Instrs.push_back(op());
  EXPECT_EQ(cycles(loop(Instrs), C), Rational(2));
  // Entries count them, too: the 16 of a line take 6 cycles.
  C.Fetch.OpCache.EntriesPerCycle = 1;
  C.Fetch.OpCache.EntryOps = 3;
  EXPECT_EQ(cycles(straight({Double, Double, Double}), C), Rational(9, 8));
}

KernelInstr withFields(bool Evex, unsigned All, unsigned Wide) {
  KernelInstr I = op();
  I.Decode.Fields = {Evex, uint8_t(All), uint8_t(Wide)};
  return I;
}

/// Cycles of a loop, which are the bound as well.
Rational fitting(const Code &Instrs, const Cpu &C) {
  const Kernel K = loop(Instrs);
  EXPECT_EQ(frontEndLimits(K, C).UopCache, cycles(K, C));
  return cycles(K, C);
}

TEST(OpCache, deliversTogetherWhatFits) {
  Cpu C = opCacheCpu();
  constexpr unsigned Any = OpCacheFit::Any;
  // With the branch that closes the loop.
  C.Fetch.OpCache.Fits = {{3, Any, 3, Any}, {5, 1, 2, 3}};
  const KernelInstr Evex = withFields(true, 0, 0);
  const KernelInstr Narrow = withFields(false, 1, 0);
  const KernelInstr Wide = withFields(false, 1, 1);
  EXPECT_EQ(fitting({op(), op(), op(), Evex}, C), Rational(1));
  EXPECT_EQ(fitting({Evex, op(), op(), Evex}, C), Rational(2));
  EXPECT_EQ(fitting({Evex, Evex}, C), Rational(1));
  EXPECT_EQ(fitting({Narrow, Narrow, Narrow, op()}, C), Rational(1));
  EXPECT_EQ(fitting({Narrow, Narrow, Narrow, Narrow}, C), Rational(2));
  EXPECT_EQ(fitting({Wide, Wide, Narrow, op()}, C), Rational(1));
  EXPECT_EQ(fitting({Wide, Wide, Wide, op()}, C), Rational(2));
  EXPECT_EQ(fitting({Wide, withFields(false, 2, 2)}, C), Rational(1));
  EXPECT_EQ(fitting({Wide, withFields(false, 3, 3)}, C), Rational(2));
  // What never fits goes alone, and more than five have no limit.
  EXPECT_EQ(fitting({withFields(false, 4, 4)}, C), Rational(2));
  EXPECT_EQ(fitting({op(), op(), op(), op(), op(), Evex, Evex}, C),
            Rational(1));
  // The fields of a pair are together those of its macro-op; a nop's are none.
  KernelInstr Pair = withFields(false, 2, 2);
  Pair.FusedUops = 0;
  Pair.MacroFused = true;
  EXPECT_EQ(fitting({Wide, Pair, op()}, C), Rational(1));
  EXPECT_EQ(fitting({Wide, Pair, Wide}, C), Rational(2));
  Pair.MacroFused = false;
  C.Fetch.OpCache.FusesNops = true;
  EXPECT_EQ(fitting({Wide, Pair, Wide}, C), Rational(1));
  // Of several macro-ops the first has the fields.
  KernelInstr Double = withFields(false, 2, 2);
  Double.FusedUops = 2;
  EXPECT_EQ(fitting({op(), Double, op()}, C), Rational(1));
  // Copies follow each other: 3, 3 and 2, where a width of 9 would be all.
  EXPECT_EQ(cycles(straight({Evex, Evex, Evex, Evex}), C), Rational(4, 3));
}

TEST(OpCache, decodesWhatIsTooLarge) {
  Cpu C = opCacheCpu();
  C.Fetch.OpCache.CacheOps = 9;
  const Kernel K = loop(repeat(9, op()));
  // 4, 4 and 2.
  EXPECT_EQ(cycles(K, C), Rational(3));
  const FrontEndLimits L = frontEndLimits(K, C);
  EXPECT_FALSE(L.UopCache);
  EXPECT_EQ(L.Decode, Rational(10, 4));
  EXPECT_EQ(L.Predecode, Rational(38, 32));
  EXPECT_EQ(cycles(loop(repeat(8, op())), C), Rational(1));
  // Two of 12 bytes end in the first block, two and the branch in the second.
  C.Fetch.OpCache.CacheOps = 4;
  EXPECT_EQ(cycles(loop(repeat(4, op(12))), C), Rational(2));
  EXPECT_EQ(cycles(loop(repeat(5, op(12))), C), Rational(2));
  EXPECT_EQ(cycles(loop(repeat(5, op(13))), C), Rational(3));
}

TEST(OpCache, decodesCopiesIfToldSo) {
  Cpu C = opCacheCpu();
  const Kernel K = straight(repeat(3, op()));
  EXPECT_EQ(cycles(K, C), Rational(3, 9));
  C.Fetch.OpCache.CachesCopies = false;
  EXPECT_EQ(cycles(K, C), Rational(3, 4));
  // 30 bytes, 32 a cycle.
  EXPECT_EQ(cycles(straight(repeat(3, op(10))), C), Rational(30, 32));
}

TEST(OpCache, joinsNops) {
  Cpu C = opCacheCpu();
  const Kernel K = loop({nop(), op(), nop(), nop(), nop(), op()});
  EXPECT_EQ(sim::macroOps(K, C), (std::vector<uint16_t>{1, 1, 1, 1, 1, 1, 1}));
  C.Fetch.OpCache.FusesNops = true;
  EXPECT_EQ(sim::macroOps(K, C), (std::vector<uint16_t>{1, 1, 0, 1, 0, 1, 1}));
  // The second half of a pair has none to share, but its first half does.
  EXPECT_EQ(sim::macroOps(straight({op(), fused(), nop(), op()}), C),
            (std::vector<uint16_t>{1, 0, 0, 1}));
  EXPECT_EQ(cycles(loop(repeat(16, nop())), C), Rational(1));
  EXPECT_EQ(cycles(loop(repeat(18, nop())), C), Rational(2));
}

/// Each macro-op once and in order.
class OrderCheck final : public PipelineListener {
public:
  void event(const PipelineEvent &E) override {
    if (E.What != Stage::Queued)
      return;
    const auto Now = std::tuple(E.Iteration, E.Instr, E.Queued);
    EXPECT_TRUE(!Any || Now > Last);
    Last = Now;
    Any = true;
    ++Count;
  }
  unsigned Count = 0;

private:
  bool Any = false;
  std::tuple<uint64_t, uint32_t, uint16_t> Last;
};

TEST(OpCache, readsNoSecondLineBehindMore) {
  Cpu C = opCacheCpu();
  C.Fetch.OpCache.CacheWidth = C.Fetch.OpCache.EntryOps = 8;
  C.Fetch.OpCache.SecondBehind = 4;
  // From offset 48 on four, from 44 on five of 4 bytes, then two and a branch.
  const Kernel Four = loop(repeat(6, op()), 48),
               Five = loop(repeat(7, op()), 44);
  EXPECT_EQ(cycles(Four, C), Rational(1));
  EXPECT_EQ(cycles(Five, C), Rational(2));
  // A front end without limits of its own has those of what comes together.
  C.Fetch.OpCache.Fits = {{8}};
  EXPECT_EQ(frontEndLimits(Four, C).UopCache, Rational(1));
  EXPECT_EQ(frontEndLimits(Five, C).UopCache, Rational(2));
}

TEST(OpCache, findsBranchesWhereTheyEnd) {
  Cpu C = opCacheCpu();
  C.Fetch.OpCache.EntriesPerCycle = 1;
  // The branch has bytes 63 and 64.
  const Kernel K = loop({op(7), op(8)}, 48);
  EXPECT_EQ(cycles(K, C), Rational(1));
  C.Fetch.OpCache.BranchesByEnd = true;
  EXPECT_EQ(cycles(K, C), Rational(2));
  EXPECT_EQ(cycles(loop({op(7), op(7)}, 48), C), Rational(1));
}

TEST(OpCache, keepsNoFieldsOfNops) {
  Cpu C = opCacheCpu();
  C.Fetch.OpCache.Fits = {{2}, {9, OpCacheFit::Any, OpCacheFit::Any, 1}};
  KernelInstr Wide = op(8), None = nop();
  Wide.Decode.Fields = None.Decode.Fields = {false, 1, 1};
  EXPECT_EQ(cycles(loop({Wide, Wide, op()}), C), Rational(2));
  EXPECT_EQ(cycles(loop({None, None, op()}), C), Rational(1));
}

TEST(OpCache, isNoFasterThanItsLimits) {
  std::mt19937 Random(1);
  const auto Below = [&](unsigned N) { return unsigned(Random() % N); };
  unsigned Tight = 0, Decoded = 0;
  for (unsigned N = 0; N != 2000; ++N) {
    SCOPED_TRACE(N);
    Cpu C = opCacheCpu();
    C.Fetch.Width = 1 + Below(12);
    OpCacheFrontEnd &P = C.Fetch.OpCache;
    P.CacheWidth = 1 + Below(10);
    P.EntriesPerCycle = 1 + Below(3);
    P.EntryOps = 1 + Below(9);
    P.LineBytes = 16 << Below(3);
    P.CacheOps = 1 + Below(40);
    P.CachesCopies = Below(2);
    P.FetchBytes = 8 << Below(3);
    P.Decoders = 1 + Below(5);
    P.OpQueue = 1 + Below(30);
    P.FusesNops = Below(2);
    P.LinesAhead = P.FusesNops ? P.EntriesPerCycle : 0;
    P.CountsInstrs = Below(2);
    P.LineAgain = 1 + Below(3);
    P.BranchesByEnd = Below(2);
    if (Below(2))
      P.SecondBehind = 1 + Below(5);
    if (Below(2))
      for (const unsigned Ops : {1 + Below(3), 4 + Below(4)}) {
        P.Fits.emplace_back();
        P.Fits.back().Ops = Ops;
        P.Fits.back().Evex = Below(4);
        P.Fits.back().WideFields = Below(6);
        P.Fits.back().Fields = Below(8);
      }
    Code Instrs;
    for (unsigned I = Below(24); I; --I) {
      Instrs.push_back(Below(5) == 0   ? nop()
                       : Below(9) == 0 ? branch(true)
                                       : op(1 + Below(15)));
      Instrs.back().FusedUops += Below(8) == 0;
      const uint8_t Wide = Below(3);
      Instrs.back().Decode.Fields = {Below(3) == 0, uint8_t(Wide + Below(2)),
                                     Wide};
    }
    Instrs.push_back(op());
    const Kernel K =
        Below(2) ? straight(Instrs, Below(64)) : loop(Instrs, Below(64));
    OrderCheck Check;
    SimulationOptions O;
    O.Listener = &Check;
    const SimulationResult R = simulateFrontEnd(K, C, O);
    const FrontEndLimits L = frontEndLimits(K, C);
    ASSERT_TRUE(R.Exact);
    EXPECT_GT(Check.Count, 0u);
    EXPECT_LE(L.Together, R.Cycles);
    EXPECT_EQ(frontEndBound(K, C).Cycles, L.Together);
    Tight += R.Cycles.toDouble() < 1.3 * L.Together.toDouble();
    Decoded += L.Decode.has_value();
    if (HasFailure())
      return;
  }
  EXPECT_GT(Tight, 800u);
  EXPECT_GT(Decoded, 300u);
}

} // namespace
