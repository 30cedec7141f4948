//===- LimitsMetTest.cpp - What was in somebody's way ---------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHelper.h"
#include "RandomKernel.h"
#include "takt/models/Sensitivity.h"

using namespace takt;
using namespace takt::test;

namespace {

/// "p0, u0, front end, moves, banks, lone stores, buffers": what a run met.
std::string met(llvm::StringRef Body, const Cpu &C) {
  const LimitsMet M = simulate(parseBody(Body, C), C).Met;
  std::string Text = C.resourceNames(M.Resources);
  for (const auto &[Is, Name] :
       {std::pair(M.FrontEnd, "front end"), std::pair(M.Moves, "moves"),
        std::pair(M.Banks, "banks"), std::pair(M.LoneStores, "lone stores"),
        std::pair(M.Buffers, "buffers")})
    if (Is)
      Text += (Text.empty() ? "" : ", ") + std::string(Name);
  return Text;
}

TEST(LimitsMet, Nothing) {
  Cpu C = machine(2);
  C.Fetch.Kind = FrontEndKind::Linear;
  EXPECT_EQ(met("a : p0\nb : p1\n", C), "");
  C.Rename.Ports = PortChoice::AtDispatch;
  EXPECT_EQ(met("a : p0\nb : p1\n", C), "");
}

TEST(LimitsMet, Ports) {
  for (const PortChoice Choice :
       {PortChoice::AtDispatch, PortChoice::EightPorts}) {
    Cpu C = machine();
    C.Rename.Ports = Choice;
    C.ReorderBuffer = 40;
    EXPECT_EQ(met("a : p0\nb : p0\nc : p1\nd : p3\n", C), "p0, buffers");
    // Waiting for an operand is no waiting for a port.
    EXPECT_EQ(met("a : p1 ; reads x ; writes x latency 3\n", C), "buffers");
  }
}

TEST(LimitsMet, Units) {
  const Cpu C = machine();
  EXPECT_EQ(met("a : p0 + u0*3\n", C), "p0 and u0, buffers");
  // Two that meet there and nowhere else.
  EXPECT_EQ(met("a : p0 + u0\nb : p1 + u0\n", C), "p0, p1 and u0, buffers");
}

TEST(LimitsMet, Buffers) {
  Cpu C = machine();
  const char *Chain = "a : p1 ; reads x ; writes x latency 5\n";
  C.ReorderBuffer = 8;
  EXPECT_EQ(met(Chain, C), "buffers");
  C.ReorderBuffer = 4000;
  C.Scheduler = 8;
  EXPECT_EQ(met(Chain, C), "buffers");
  C.Scheduler = 4000;
  EXPECT_EQ(met(Chain, C), "");
  // Whether stores find room is a matter of the ports of their data, too.
  const char *Store = "s fused 1 : store-address p23 | store-data p45\n";
  C.Fetch.Width = 1;
  EXPECT_EQ(met(Store, C), "");
  C.StoreBuffer = 1;
  EXPECT_EQ(met(Store, C), "p4 and p5, buffers");
}

TEST(LimitsMet, Queues) {
  // A chain in queues of few entries, by turns and by cycles.
  const char *Chain = "a : p1 ; reads x ; writes x latency 5\n";
  Cpu C = machineAtDispatch();
  C.ReorderBuffer = 4000;
  C.Queues.push_back(queue(0x2));
  EXPECT_EQ(met(Chain, C), "");
  C.Queues[0].Entries = 4;
  EXPECT_EQ(met(Chain, C), "buffers");
  Cpu ByCycle = byCycle(2);
  ByCycle.ReorderBuffer = 4000;
  EXPECT_EQ(met(Chain, ByCycle), "buffers");
  for (DispatchQueue &Q : ByCycle.Queues)
    Q.Entries = 4000;
  EXPECT_EQ(met(Chain, ByCycle), "");
}

TEST(LimitsMet, Banks) {
  Cpu C = makeCpu(3, 0, 2);
  C.LoadPorts = 0x7;
  C.Memory.LineBytes = 64;
  C.Memory.LoadRetry = 3;
  C.Memory.Banks = {4, 8, 2};
  const auto Two = [](llvm::StringRef Second) {
    return ("a access s step 64 bytes 8 : load p0/p1/p2 ; access 0\n"
            "b access t" +
            Second + " step 64 bytes 8 : load p0/p1/p2 ; access 0\n")
        .str();
  };
  EXPECT_EQ(met(Two("+8"), C), "");
  EXPECT_NE(met(Two(""), C).find("banks"), std::string::npos);
}

TEST(LimitsMet, FrontEnd) {
  Cpu C = machine(2);
  C.ReorderBuffer = 40;
  const char *Wide = "a size 15 : p0\nb size 15 : p1\n";
  C.Fetch.Kind = FrontEndKind::Linear;
  EXPECT_EQ(met(Wide, C), "");
  C.Fetch.Kind = FrontEndKind::OpCache;
  C.Fetch.OpCache.CacheWidth = 1;
  EXPECT_EQ(met(Wide, C), "front end");
}

TEST(LimitsMet, Moves) {
  const char *Move = "m move general : none ; reads x ; writes y latency 0"
                     " : executed p0 ; reads x ; writes y latency 1\n";
  for (const unsigned Width : {1, 2}) {
    Cpu C = machine(Width);
    C.Rename.MovesPerCycle = 1;
    EXPECT_EQ(met(Move, C), Width == 1 ? "" : "moves");
  }
}

/// Each in turn: without what a run did not meet, it is the same.
class UnmetLimits : public testing::TestWithParam<PortChoice> {};

TEST_P(UnmetLimits, ChangeNothing) {
  RandomKernels Random(unsigned(GetParam()) + 50);
  unsigned Free = 0, Roomy = 0;
  constexpr unsigned Runs = 2000;
  for (unsigned Run = 0; Run != Runs; ++Run) {
    const Cpu C = Random.cpu(GetParam());
    const Kernel K = Random.kernel(Run % 2 ? 4 : 12);
    SimulationOptions O;
    O.MaxCycles = 2000;
    const SimulationResult R = simulate(K, C, O);
    const auto Same = [&](auto Relax) {
      SimulationOptions Other = O;
      Relax(Other.Without);
      const SimulationResult S = simulate(K, C, Other);
      // A period may be seen sooner or later.
      return S.Cycles == R.Cycles || S.Exact != R.Exact;
    };
    for (const ResourceMask Group : resourceGroups(K)) {
      if (R.Met.Resources & Group)
        continue;
      ++Free;
      ASSERT_TRUE(Same([&](Relaxation &W) { W.Resources = Group; }))
          << "run " << Run << " without " << C.resourceNames(Group) << '\n'
          << text(K, C);
    }
    if (!R.Met.Moves)
      ASSERT_TRUE(Same([](Relaxation &W) { W.Moves = true; })) << text(K, C);
    if (!R.Met.Banks)
      ASSERT_TRUE(Same([](Relaxation &W) { W.Banks = true; })) << text(K, C);
    if (!R.Met.Buffers) {
      ++Roomy;
      ASSERT_TRUE(Same([](Relaxation &W) { W.Buffers = true; })) << text(K, C);
    }
  }
  // The property says something.
  EXPECT_GT(Free, Runs);
  EXPECT_GT(Roomy, Runs / 100);
}

INSTANTIATE_TEST_SUITE_P(Policies, UnmetLimits,
                         testing::Values(PortChoice::AtDispatch,
                                         PortChoice::SixPorts,
                                         PortChoice::EightPorts,
                                         PortChoice::TenPorts,
                                         PortChoice::TwelvePorts));

} // namespace
