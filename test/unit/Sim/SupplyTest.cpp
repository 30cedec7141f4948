//===- SupplyTest.cpp - Tests of periods of the core alone --------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sim/Supply.h"
#include "MachineHelper.h"
#include "MadeUpCode.h"
#include "RandomKernel.h"

using namespace takt;
using namespace takt::test;

namespace {

/// \p K in unrolled code, or a loop, of instructions of \p Bytes each.
Kernel inCode(Kernel K, uint16_t Bytes, Notion N = Notion::Unrolled) {
  K.Repeats = N;
  uint64_t Offset = 0;
  for (KernelInstr &I : K.Instrs) {
    I.Offset = Offset;
    Offset += I.Size = Bytes;
  }
  return K;
}

Cpu withFrontEnd(Cpu C, FrontEndKind Kind) {
  C.Fetch.Kind = Kind;
  C.Fetch.Intel = madeUpCpu().Fetch.Intel;
  return C;
}

TEST(Supply, TheFrontEndAloneHasALongPeriod) {
  // A chain of five cycles in three bytes: with what is fetched the machine
  // comes back to its state after 16 iterations, 80 cycles. The core does so in
  // every iteration, once the reorder buffer is full.
  Cpu C = withFrontEnd(machine(), FrontEndKind::Intel);
  C.ReorderBuffer = 8;
  C.Fetch.Intel.Decoders = 1;
  const Kernel K =
      inCode(parseBody("a : p0 ; reads x ; writes x latency 5\n", C), 3);
  const SimulationResult R = simulate(K, C);
  EXPECT_TRUE(R.Exact);
  EXPECT_EQ(R.Cycles, Rational(5));
  EXPECT_EQ(R.Period, 16u);
  EXPECT_LT(R.Simulated, 60u);
  // Four of twelve bytes end where a block of 16 does.
  EXPECT_EQ(simulate(inCode(K, 12), C).Period, 4u);
}

TEST(Supply, AFullQueueRunsDry) {
  // Ports take three µops a cycle out of a queue that is full at first, the
  // decoders make two of 16 bytes. It looks like three for 60 cycles or so.
  Cpu C = withFrontEnd(machine(3), FrontEndKind::OpCache);
  C.Fetch.OpCache.StartsFull = true;
  C.Fetch.OpCache.CachesCopies = false;
  C.Fetch.OpCache.FetchBytes = 16;
  const Kernel K = inCode(parseBody("a : p0\nb : p1\nc : p5\n", C), 8);
  const SimulationResult R = simulate(K, C);
  EXPECT_TRUE(R.Exact);
  EXPECT_EQ(R.Cycles, Rational(3, 2));
  EXPECT_GT(R.FirstCycle, 60u);
  // Where they make as many it stays full.
  C.Fetch.OpCache.FetchBytes = 32;
  EXPECT_EQ(simulate(K, C).Cycles, Rational(1));
}

TEST(Supply, LaterCyclesAreNotHeardAheadOfTime) {
  Cpu C = withFrontEnd(machine(), FrontEndKind::Intel);
  C.ReorderBuffer = 8;
  const Kernel K =
      inCode(parseBody("a : p0 ; reads x ; writes x latency 5\n", C), 3);
  Recorder Heard;
  SimulationOptions O;
  O.Listener = &Heard;
  O.MinCycles = 300;
  simulate(K, C, O);
  uint64_t Next = 0;
  for (const PipelineEvent &E : Heard.of(Stage::Queued))
    EXPECT_EQ(E.Iteration, Next++);
  EXPECT_GT(Next, 60u);
}

/// In which cycles the µops of each iteration are queued and issued.
class Stages final : public PipelineListener {
public:
  void event(const PipelineEvent &E) override {
    if (E.What != Stage::Queued && E.What != Stage::Issued)
      return;
    auto &Of = E.What == Stage::Queued ? Queued : Issued;
    if (E.Iteration >= Of.size())
      Of.resize(E.Iteration + 1);
    Of[E.Iteration].push_back(E.Cycle);
  }
  std::vector<std::vector<uint64_t>> Queued, Issued;
};

/// \p R says of \p Of what happens again.
void expectPeriod(const std::vector<std::vector<uint64_t>> &Of,
                  const SimulationResult &R) {
  const uint64_t Cycles = (R.Cycles * Rational(R.Period)).num();
  // The last iteration may not be complete, and the first one may have begun
  // before.
  for (uint64_t I = 0; I + R.Period + 1 < Of.size(); ++I) {
    if (Of[I].empty() || Of[I].front() < R.FirstCycle)
      continue;
    ASSERT_EQ(Of[I].size(), Of[I + R.Period].size()) << I;
    for (size_t E = 0; E != Of[I].size(); ++E)
      ASSERT_EQ(Of[I][E] + Cycles, Of[I + R.Period][E]) << I;
  }
}

/// What the front end does alone is what it does in the machine.
TEST(Supply, PeriodsRepeat) {
  RandomKernels Random(9);
  unsigned Exact = 0, Ahead = 0;
  for (unsigned Run = 0; Run != 400; ++Run) {
    Cpu C = withFrontEnd(Random.cpu(PortChoice(Run % 4)),
                         Run % 2 ? FrontEndKind::Intel : FrontEndKind::OpCache);
    C.Fetch.OpCache.StartsFull = Run % 3;
    C.Fetch.OpCache.CachesCopies = Run % 5;
    const Kernel K = inCode(Random.kernel(8), 1 + Run % 9,
                            Run % 4 ? Notion::Unrolled : Notion::Loop);
    Stages S;
    SimulationOptions O;
    O.MaxCycles = 2000;
    const SimulationResult Alone = simulate(K, C, O);
    O.MinCycles = 6000;
    O.Listener = &S;
    const SimulationResult R = simulate(K, C, O);
    ASSERT_EQ(Alone.Cycles, R.Cycles) << "run " << Run;
    ASSERT_EQ(Alone.Period, R.Period) << "run " << Run;
    if (!R.Exact)
      continue;
    ++Exact;
    Ahead +=
        Alone.Simulated < R.FirstCycle + (R.Cycles * Rational(R.Period)).num();
    expectPeriod(S.Queued, R);
    expectPeriod(S.Issued, R);
    if (HasFatalFailure())
      FAIL() << "run " << Run;
  }
  EXPECT_GT(Exact, 280u);
  EXPECT_GT(Ahead, 40u);
}

} // namespace
