//===- SensitivityTest.cpp - Tests of what limits cost --------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Sensitivity.h"
#include "TestCpu.h"
#include "takt/models/Prediction.h"
#include <random>

using namespace takt;
using namespace takt::test;

namespace {

/// "dependences 1, ports p0 4, ...": what is left without each limit that costs
/// something.
std::string gains(llvm::StringRef Body, const Cpu &C) {
  const Kernel K = parseBody(Body, C);
  const Prediction P = predict(K, C, Detail::Costs);
  std::string Text;
  for (const LimitCost &L : P.Costs) {
    EXPECT_EQ(L.Gain, P.Cycles - L.Without);
    if (L.Gain == Rational(0))
      continue;
    Text += (Text.empty() ? "" : ", ") + limitName(L.What).str();
    if (L.Resources)
      Text += " " + C.resourceNames(L.Resources);
    Text += " " + L.Without.exactStr();
  }
  return Text;
}

TEST(Sensitivity, Names) {
  EXPECT_EQ(limitName(Limit::Ports), "ports");
  EXPECT_EQ(limitName(Limit::MemoryDependences), "memory dependences");
  EXPECT_EQ(limitName(Limit::Buffers), "buffers");
  EXPECT_EQ(limitName(Limit::Order), "order");
}

TEST(Sensitivity, OneLimit) {
  const Cpu C = makeCpu(4, 1);
  EXPECT_EQ(gains("fma : p01 ; reads x ; writes x latency 4\n"
                  "add : p01 ; reads y ; writes y\n",
                  C),
            "dependences 1");
  EXPECT_EQ(gains("a : p0\nb : p0\nc : p0\n", C), "ports p0 3/4");
  EXPECT_EQ(gains("div : p0 + u0*5\n", C), "units u0 1");
  EXPECT_EQ(gains("pause repeat 40 as 1 : p0\n", C), "order 1");
  EXPECT_EQ(gains("ld : load p0 ; reads x ; writes x latency 5\n"
                  "lfence order loads : p1\n",
                  C),
            "order 5");
}

TEST(Sensitivity, LimitsThatAreAsSlowGainNothingAlone) {
  const Cpu C = makeCpu(4);
  EXPECT_EQ(gains("a : p0 ; reads x ; writes x\n", C), "");
}

TEST(Sensitivity, ListsLimitsThatCostNothing) {
  const Cpu C = makeCpu(4);
  const Kernel K = parseBody("a : p0 ; reads x ; writes x latency 3\n", C);
  const Prediction P = predict(K, C, Detail::Costs);
  // p0, front end, issue width, dependences, buffers.
  ASSERT_EQ(P.Costs.size(), 5u);
  EXPECT_EQ(P.Costs[0].What, Limit::Dependences);
  EXPECT_EQ(P.Costs[1].What, Limit::Ports);
  EXPECT_EQ(P.Costs[1].Resources, 1u);
}

/// Without a limit, the kernel is never slower, and every bound that has
/// nothing to do with the limit still holds.
TEST(Sensitivity, RandomKernels) {
  std::mt19937 Random(7);
  const auto Pick = [&](unsigned N) { return Random() % N; };
  const char *Ports[] = {"p0", "p1", "p01", "p12", "p0123", "p23"};
  Cpu C = makeCpu(4);
  for (unsigned Round = 0; Round != 400; ++Round) {
    // Ports drawn by lot: no run has a period, all figures are means.
    C.Rename.Ports = Round % 2 ? PortChoice::Uniform : PortChoice::AtDispatch;
    std::string Body;
    for (unsigned N = 1 + Pick(8); N; --N)
      Body += "i : " + std::string(Ports[Pick(6)]) + " ; reads r" +
              std::to_string(Pick(4)) + " ; writes r" +
              std::to_string(Pick(4)) + " latency " +
              std::to_string(1 + Pick(4)) + "\n";
    const Kernel K = parseBody(Body, C);
    const Prediction P = predict(K, C, Detail::Costs);
    for (const LimitCost &L : P.Costs) {
      EXPECT_LE(L.Without, P.Cycles) << Body;
      if (L.What != Limit::Ports)
        EXPECT_GE(L.Without, P.Ports.Cycles) << Body;
      if (L.What != Limit::FrontEnd && L.What != Limit::IssueWidth)
        EXPECT_GE(L.Without, P.FrontEnd.Cycles) << Body;
      if (L.What != Limit::Dependences)
        EXPECT_GE(L.Without, P.Dependences.Cycles) << Body;
    }
    for (size_t I = 1; I < P.Costs.size(); ++I)
      EXPECT_GE(P.Costs[I - 1].Gain, P.Costs[I].Gain) << Body;
  }
}

} // namespace
