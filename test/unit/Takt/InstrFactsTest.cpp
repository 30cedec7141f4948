//===- InstrFactsTest.cpp - What a report says about an instruction -------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstrFacts.h"
#include "../Models/TestCpu.h"
#include "ChainDrawing.h"
#include "llvm/ADT/StringExtras.h"

using namespace takt;
using namespace takt::test;

namespace {

struct Facts {
  explicit Facts(llvm::StringRef Body)
      : C(makeCpu(4)), K(parseBody(Body, C)), P(predict(K, C)),
        Of(instrFacts(K, P)) {}

  /// "1 xmm0 -1": waits for xmm0 of instruction 1 of the previous iteration;
  /// "-": for nothing.
  std::string waits(size_t I) const {
    const std::optional<Waiting> &W = Of[I].WaitsFor;
    return W ? std::to_string(W->Instr) + " " + W->Through + " -" +
                   std::to_string(W->Distance)
             : "-";
  }

  Cpu C;
  Kernel K;
  Prediction P;
  std::vector<InstrFacts> Of;
};

TEST(InstrFacts, UsersOfABindingRecurrenceWaitForIt) {
  // The load is not waited for: it ran long before the chain got there.
  const Facts F("load : load p23 ; reads p ; writes v latency 5\n"
                "fma : p01 ; reads v acc ; writes acc latency 4\n"
                "use : p01 ; reads acc v ; writes w\n"
                "inc : p01 ; reads p ; writes p\n");
  EXPECT_EQ(F.waits(0), "-");
  EXPECT_EQ(F.waits(1), "1 acc -1");
  EXPECT_EQ(F.waits(2), "1 acc -0");
  EXPECT_EQ(F.waits(3), "-");
}

TEST(InstrFacts, WithoutARecurrenceTheLatestOperandDecides) {
  const Facts F("slow : p0*8 ; reads p ; writes a latency 9\n"
                "quick : p1 ; reads p ; writes b latency 1\n"
                "use : p1 ; reads b a ; writes c\n"
                "inc : p2 ; reads p ; writes p\n");
  EXPECT_EQ(F.P.BoundBy, Binder::Ports);
  EXPECT_EQ(F.waits(0), "-");
  EXPECT_EQ(F.waits(2), "0 a -0");
  EXPECT_EQ(F.waits(3), "-");
}

TEST(InstrFacts, AcrossTheIteration) {
  // The value of the previous iteration needs longer than an iteration takes.
  const Facts F("use : p1 ; reads a ; writes b\n"
                "slow : p0*2 ; reads p ; writes a latency 9\n");
  EXPECT_EQ(F.waits(0), "1 a -1");
}

TEST(InstrFacts, InsideAnInstruction) {
  // The second µop waits for the first, which waits for the pointer.
  const Facts F("next : load p2 ; reads p ; writes p latency 5\n"
                "add : load p3 ; reads p ; writes $t latency 5\n"
                "    | p01 ; reads $t x ; writes y latency 2\n");
  EXPECT_EQ(F.waits(0), "0 p -1");
  EXPECT_EQ(F.waits(1), "0 p -0");
}

TEST(InstrFacts, ThroughMemory) {
  const Facts F("inc : load p2 ; reads p ; writes $a latency 4\n"
                "    | p01 ; reads $a ; writes $b\n"
                "    | store-data p3 ; reads $b\n"
                "memory inc -> inc distance 1 latency 5\n");
  EXPECT_EQ(F.waits(0), "0 memory -1");
}

TEST(InstrFacts, Latency) {
  const Facts F("both : load p2 ; reads p ; writes $a latency 4\n"
                "     | p01 ; reads $a ; writes x latency 3 cf latency 1\n"
                "store : store-data p3 ; reads x\n"
                "zero : none ; writes x latency 0\n");
  EXPECT_EQ(F.Of[0].Latency, 7u);
  EXPECT_EQ(F.Of[1].Latency, std::nullopt);
  EXPECT_EQ(F.Of[2].Latency, 0u);
}

TEST(InstrFacts, ChainFromInstructionToInstruction) {
  const Facts F("add : load p2 ; reads p ; writes $t latency 5\n"
                "    | p01 ; reads $t ; writes y latency 2\n"
                "mul : p1 ; reads y ; writes p latency 3\n");
  const std::vector<ChainStep> Steps = chainSteps(F.K, F.P);
  ASSERT_EQ(Steps.size(), 2u);
  EXPECT_EQ(Steps[0].From, 0u);
  EXPECT_EQ(Steps[0].To, 1u);
  EXPECT_EQ(Steps[0].Latency, 7);
  EXPECT_EQ(Steps[0].Distance, 0u);
  EXPECT_EQ(Steps[0].Through, "y");
  EXPECT_EQ(Steps[1].To, 0u);
  EXPECT_EQ(Steps[1].Latency, 3);
  EXPECT_EQ(Steps[1].Distance, 1u);
  EXPECT_TRUE(chainSteps(parseBody("a : p0\n", F.C), Prediction()).empty());
}

/// The drawing for steps "from to", one line each.
std::string draw(llvm::ArrayRef<std::pair<uint32_t, uint32_t>> Arcs,
                 size_t Lines, bool Unicode = true) {
  std::vector<ChainStep> Steps;
  for (const auto &[From, To] : Arcs)
    Steps.push_back({From, To, 1, From < To ? 0u : 1u, "x"});
  return llvm::join(drawChain(Steps, Lines, Unicode), "\n");
}

TEST(ChainDrawing, Nothing) { EXPECT_EQ(draw({}, 2), "\n"); }

TEST(ChainDrawing, ItWaitsForItself) {
  EXPECT_EQ(draw({{1, 1}}, 3), " \n↻\n ");
  EXPECT_EQ(draw({{1, 1}}, 2, /*Unicode=*/false), " \n@");
}

TEST(ChainDrawing, ThereAndBack) {
  EXPECT_EQ(draw({{0, 2}, {2, 0}}, 4), "╭┬►\n"
                                       "││ \n"
                                       "╰┴►\n"
                                       "   ");
}

TEST(ChainDrawing, StopsOnTheWay) {
  EXPECT_EQ(draw({{0, 1}, {1, 3}, {3, 0}}, 4), "╭┬►\n"
                                               "│├►\n"
                                               "││ \n"
                                               "╰┴►");
  EXPECT_EQ(draw({{0, 1}, {1, 3}, {3, 0}}, 4, /*Unicode=*/false), "++>\n"
                                                                  "|+>\n"
                                                                  "|| \n"
                                                                  "++>");
}

TEST(ChainDrawing, SeveralWaysBack) {
  // 0 -> 3 -> 1 -> 2 -> 0 over two iterations.
  EXPECT_EQ(draw({{0, 3}, {3, 1}, {1, 2}, {2, 0}}, 4), " ╭┬─►\n"
                                                       "╭┼┼┬►\n"
                                                       "│╰┼┴►\n"
                                                       "╰─┴─►");
}

} // namespace
