//===- BoundsPropertyTest.cpp - The machine keeps to the bounds -----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHelper.h"
#include "RandomKernel.h"
#include "takt/models/Bounds.h"
#include "takt/models/KernelText.h"
#include "takt/models/Prediction.h"
#include "takt/models/Simulation.h"
#include "gtest/gtest.h"

using namespace takt;
using namespace takt::test;

namespace {

class SimulationBounds : public testing::TestWithParam<PortChoice> {};

/// No machine is faster than its parts.
TEST_P(SimulationBounds, Hold) {
  RandomKernels Random(unsigned(GetParam()) + 1);
  unsigned Exact = 0, Tight = 0;
  constexpr unsigned Runs = 4000;
  for (unsigned Run = 0; Run != Runs; ++Run) {
    const Cpu C = Random.cpu(GetParam());
    const Kernel K = Random.kernel(Run % 2 ? 4 : 12);
    ASSERT_FALSE(bool(K.verify(C.Resources.size()))) << text(K, C);
    SimulationOptions O;
    O.MaxCycles = 4000;
    const SimulationResult R = simulate(K, C, O);
    const Rational Bound =
        std::max({portBound(K, C).Cycles, frontEndBound(K, C).Cycles,
                  dependenceBound(K).Cycles, storeBound(K, C)});
    // A mean is as good as the ends of the piece that it is taken over: what
    // waited for one µop retires in a burst.
    const Rational Slack = R.Exact ? Rational(0) : Bound / 8;
    if (!R.Exact && Run % 16 == 0)
      ASSERT_GE(predict(K, C, Detail::Cycles).Cycles, Bound) << text(K, C);
    ASSERT_GE(R.Cycles, Bound - Slack) << "run " << Run << '\n' << text(K, C);
    Exact += R.Exact;
    Tight += R.Cycles == Bound;
  }
  // The property says something: most runs are exact, many as fast as they can
  // be.
  EXPECT_GT(Exact, GetParam() == PortChoice::Uniform ? 0 : Runs / 2);
  EXPECT_GT(Tight, Runs / 20);
}

INSTANTIATE_TEST_SUITE_P(
    Policies, SimulationBounds,
    testing::Values(PortChoice::AtDispatch, PortChoice::SixPorts,
                    PortChoice::EightPorts, PortChoice::TenPorts,
                    PortChoice::TwelvePorts, PortChoice::Uniform));

/// Whoever watches changes nothing; what is watched is in order.
class Watcher final : public PipelineListener {
public:
  void event(const PipelineEvent &E) override {
    EXPECT_GE(E.Cycle, Last);
    Last = E.Cycle;
    // Mere slots are issued and retired, nothing else.
    Count[unsigned(E.What)] +=
        E.Uop != PipelineEvent::NoUop || E.What == Stage::Issued;
  }
  uint64_t Last = 0;
  uint64_t Count[unsigned(Stage::Retired) + 1] = {};
};

void expectTheSameWatched(const Kernel &K, const Cpu &C,
                          const Relaxation &Without = {}) {
  SimulationOptions O;
  O.MaxCycles = 2000;
  O.Without = Without;
  const SimulationResult Alone = simulate(K, C, O);
  Watcher W;
  O.Listener = &W;
  O.MinCycles = 3000;
  const SimulationResult Watched = simulate(K, C, O);
  ASSERT_EQ(Alone.Cycles, Watched.Cycles) << text(K, C);
  ASSERT_EQ(Alone.Exact, Watched.Exact) << text(K, C);
  EXPECT_EQ(Alone.Period, Watched.Period);
  EXPECT_EQ(Alone.FirstCycle, Watched.FirstCycle);
  EXPECT_GE(Watched.Simulated, 3000u);
  EXPECT_GE(W.Count[unsigned(Stage::Queued)], 1u);
  // What is retired has been executed and issued.
  EXPECT_LE(W.Count[unsigned(Stage::Retired)],
            W.Count[unsigned(Stage::Executed)]);
  EXPECT_LE(W.Count[unsigned(Stage::Executed)],
            W.Count[unsigned(Stage::Issued)]);
  EXPECT_GE(W.Count[unsigned(Stage::Issued)], 1u);
}

TEST(Simulation, ListenersChangeNothing) {
  RandomKernels Random(77);
  for (unsigned Run = 0; Run != 500; ++Run) {
    const Cpu C = Random.cpu(PortChoice(Run % 5));
    expectTheSameWatched(Random.kernel(8), C);
  }
}

/// One whose µops' cycles are known at issue on \p C, unless somebody watches:
/// each takes nothing but a port, for a cycle, and, where ports are chosen at
/// dispatch, units.
Kernel foreseenKernel(RandomKernels &Random, Cpu &C, unsigned Run) {
  C.Memory.LineBytes = 0;
  C.Memory.FullWidth = 0;
  for (DispatchQueue &Q : C.Queues)
    Q.Waiting.reset();
  Kernel K = Random.kernel(8);
  K.MemoryDependences.clear();
  for (KernelInstr &I : K.Instrs) {
    I.Order = Ordering::None;
    I.RepeatCycles = 0;
    for (Uop &U : I.Uops) {
      llvm::erase_if(U.Uses, [&](const ResourceUse &Use) {
        return &Use != U.Uses.begin() &&
               (C.Rename.Ports != PortChoice::AtDispatch || Use.After);
      });
      for (ResourceUse &Use : U.Uses)
        Use.Cycles = 1;
      // Some results come far ahead of what most kernels look at.
      for (UopWrite &W : U.Writes)
        W.Latency *= Run % 16 == 0 && !U.Uses.empty() ? 40 : 1;
    }
  }
  return K;
}

/// Then it waits in a queue.
TEST(Simulation, WhatIsForeseenHappens) {
  RandomKernels Random(78);
  for (unsigned Run = 0; Run != 1000; ++Run) {
    Cpu C = Random.cpu(PortChoice(Run % 5));
    const Kernel K = foreseenKernel(Random, C, Run);
    expectTheSameWatched(K, C);
  }
}

/// ... where some ports and units take any number of µops.
TEST(Simulation, WhatIsForeseenWithoutALimitHappens) {
  RandomKernels Random(81);
  for (unsigned Run = 0; Run != 500; ++Run) {
    Cpu C = Random.cpu(PortChoice::AtDispatch);
    const Kernel K = foreseenKernel(Random, C, Run);
    Relaxation Without;
    for (const ResourceMask Group : resourceGroups(K)) {
      Without.Resources = Group;
      expectTheSameWatched(K, C, Without);
    }
    Without.Resources = 0;
    Without.Ports = true;
    expectTheSameWatched(K, C, Without);
  }
}

/// The same of random kernels on machines that \p Bind gives queues.
static void expectForeseen(unsigned Seed, unsigned Runs,
                           llvm::function_ref<void(Cpu &)> Bind) {
  RandomKernels Random(Seed);
  for (unsigned Run = 0; Run != Runs; ++Run) {
    Cpu C = Random.cpu(PortChoice(Run % 5));
    const Kernel K = foreseenKernel(Random, C, Run);
    C.Queues.clear();
    Bind(C);
    expectTheSameWatched(K, C);
  }
}

/// ... whichever the queue is that its place or its cycle decides.
TEST(Simulation, WhatIsForeseenInQueuesHappens) {
  expectForeseen(79, 1000, [](Cpu &C) {
    for (uint64_t Ports : {0x1, 0x2, 0x14, 0x28}) {
      C.Queues.push_back(queue(Ports));
      if (Ports > 2)
        C.Queues.back().Entries = 10;
    }
    C.Together = {0x3, 16};
    C.WaitingLoads = {4, 3};
    C.Code = {5, 7};
    C.Places.Even = {1};
    C.Places.Odd = {0};
    C.Places.Difference = 4;
    C.Places.Total = 12;
    C.Places.Full = 6;
    C.Binding.FirstPorts = 0x30;
    C.Binding.SeenAfter = 3;
    C.Binding.LeftAfter = 4;
    C.Binding.Reserve = 1;
  });
}

/// ... or the half of its cycle.
TEST(Simulation, WhatIsForeseenInHalvesHappens) {
  expectForeseen(80, 500, [](Cpu &C) {
    for (uint64_t Ports : {0x1, 0x2, 0x4, 0x8})
      C.Queues.push_back(queue(Ports));
    C.Halves.Ports = {std::vector<uint8_t>{0, 2}, std::vector<uint8_t>{1, 3}};
    C.Halves.Difference = 2;
    C.Halves.Entries = 8;
  });
}

/// The period is one: the run goes on as it says.
TEST(Simulation, PeriodsRepeat) {
  /// Retirement of the first µop of each iteration.
  class Starts final : public PipelineListener {
  public:
    void event(const PipelineEvent &E) override {
      if (E.What == Stage::Issued && E.Iteration == Cycles.size())
        Cycles.push_back(E.Cycle);
    }
    std::vector<uint64_t> Cycles;
  };
  RandomKernels Random(5);
  unsigned Exact = 0;
  for (unsigned Run = 0; Run != 500; ++Run) {
    const Cpu C = Random.cpu(PortChoice(Run % 4));
    Kernel K = Random.kernel(8);
    // Something must be issued for an event in each iteration.
    K.Instrs[0].Uops.push_back(Uop());
    Starts S;
    SimulationOptions O;
    O.MaxCycles = 2000;
    O.MinCycles = 6000;
    O.Listener = &S;
    const SimulationResult R = simulate(K, C, O);
    if (!R.Exact)
      continue;
    ++Exact;
    const uint64_t Cycles = (R.Cycles * Rational(R.Period)).num();
    for (uint64_t I = R.FirstIteration + 1; I + R.Period < S.Cycles.size(); ++I)
      ASSERT_EQ(S.Cycles[I + R.Period] - S.Cycles[I], Cycles)
          << "run " << Run << ", iteration " << I << '\n'
          << text(K, C);
  }
  EXPECT_GT(Exact, 250u);
}

} // namespace
