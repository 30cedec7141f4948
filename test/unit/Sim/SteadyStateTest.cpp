//===- SteadyStateTest.cpp - Periods and what there is without ------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sim/SteadyState.h"
#include "MachineHelper.h"

using namespace takt;
using namespace takt::sim;
using namespace takt::test;

namespace {

/// When a finder stops on a machine that goes through \p Transient states and
/// then round in \p Period, with a digest of \p Values values.
uint64_t stopsAt(uint64_t Transient, uint64_t Period, uint64_t Values,
                 PeriodFinder &F) {
  for (uint64_t Now = 0; Now != 200000; ++Now) {
    const uint64_t State =
        Now < Transient ? Now : Transient + (Now - Transient) % Period;
    // A digest may be poor.
    const uint64_t Digest = State % Values * 0x9e3779b97f4a7c15u >> 20;
    if (F.check({2 * Now, Now}, Digest, [&](StateWriter &W) { W.word(State); }))
      return Now;
  }
  return ~uint64_t(0);
}

TEST(PeriodFinder, FindsEveryPeriod) {
  for (uint64_t Transient : {0, 1, 7, 100, 1000})
    for (uint64_t Period : {1, 2, 3, 17, 64, 100, 1000})
      for (uint64_t Values : {1u, 2u, 5u, 1000000u}) {
        PeriodFinder F;
        const uint64_t At = stopsAt(Transient, Period, Values, F);
        ASSERT_NE(At, ~uint64_t(0)) << Transient << ' ' << Period;
        // It is a period, and the shortest one.
        EXPECT_EQ(At - F.match().Iteration, Period);
        EXPECT_GE(F.match().Iteration, Transient);
        EXPECT_EQ(F.match().Cycle, 2 * F.match().Iteration);
        EXPECT_LE(At, 8 * (Transient + Period) + 200);
      }
}

TEST(PeriodFinder, FindsNoneWhereThereIsNone) {
  PeriodFinder F;
  EXPECT_EQ(stopsAt(1000000, 1, 3, F), ~uint64_t(0));
}

TEST(Simulation, PeriodsAreReduced) {
  const Cpu C = machine(3);
  const SimulationResult R =
      simulate(parseBody("a : p0\nb : p1\nc : p4\nd : p5\n", C), C);
  EXPECT_TRUE(R.Exact);
  EXPECT_EQ(R.Cycles, Rational(4, 3));
  EXPECT_EQ(R.Period, 3u);
}

TEST(Simulation, QueuesThatFillSlowly) {
  // The front end makes an iteration in 10/4 cycles, the port in 3.
  Cpu C = machine(4);
  C.ReorderBuffer = 200;
  std::string Body = "a : p0\nb : p0\nc : p0\n";
  for (unsigned I = 0; I != 7; ++I)
    Body += "n : none\n";
  const SimulationResult R = simulate(parseBody(Body, C), C);
  EXPECT_TRUE(R.Exact);
  EXPECT_EQ(R.Cycles, Rational(3));
  EXPECT_GT(R.FirstCycle, 50u);
}

TEST(Simulation, NoPeriodWithinTheBudget) {
  Cpu C = machine(4);
  C.Rename.Ports = PortChoice::Uniform;
  SimulationOptions O;
  O.MaxCycles = 5000;
  const SimulationResult R =
      simulate(parseBody("a : p0145\nb : p0145\nc : p0\n", C), C, O);
  EXPECT_FALSE(R.Exact);
  EXPECT_EQ(R.Period, 0u);
  // Ports are chosen blindly: p0 gets half more than one µop per iteration.
  EXPECT_NEAR(R.Cycles.toDouble(), 1.5, 0.1);
}

TEST(Simulation, Patience) {
  Cpu C = machine(4);
  C.Rename.Ports = PortChoice::Uniform; // never periodic
  const Kernel K = parseBody("a : p0145\nb : p0145\nc : p0\n", C);
  const SimulationResult Long = simulate(K, C);
  EXPECT_EQ(Long.Simulated, 1024u);
  SimulationOptions O;
  O.Patience = 600;
  const SimulationResult Short = simulate(K, C, O);
  EXPECT_EQ(Short.Simulated, 600u);
  // Both are the mean of the same piece.
  EXPECT_EQ(Short.Cycles, Long.Cycles);
}

TEST(Simulation, ABudgetOfNothing) {
  const Cpu C = machine(1);
  SimulationOptions O;
  O.MaxCycles = 0;
  const SimulationResult R =
      simulate(parseBody("div : p0 + u0*60000 ; reads x ; writes x latency "
                         "60000\n",
                         C),
               C, O);
  EXPECT_FALSE(R.Exact);
  EXPECT_LE(R.Simulated, 8u);
}

TEST(Simulation, LongKernels) {
  const Cpu C = machine(4);
  std::string Body;
  for (unsigned I = 0; I != 10000; ++I)
    Body += I % 8 ? "n : none\n" : "a : p0 ; reads x ; writes x latency 2\n";
  const SimulationResult R = simulate(parseBody(Body, C), C);
  EXPECT_TRUE(R.Exact);
  EXPECT_EQ(R.Cycles, Rational(2500));
  EXPECT_LE(R.Simulated, 20000u);
}

} // namespace
