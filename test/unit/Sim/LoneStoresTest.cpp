//===- LoneStoresTest.cpp - Whether stores leave one at a time ------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHelper.h"
#include "takt/models/Prediction.h"

using namespace takt;
using namespace takt::test;

namespace {

/// Addresses go to p2 and p3, data to p4 and p5.
Cpu machineOfBlocks() {
  Cpu C = machine(8);
  C.StoreBuffer = 64;
  C.Memory.StoreBlock = 32;
  C.Memory.StoreBlockQueue = 2;
  C.Memory.Lone = {2, 4};
  return C;
}

std::string stores(unsigned Count) {
  std::string Body;
  for (unsigned N = 0; N != Count; ++N)
    Body += "s" + std::to_string(N) + " access s+" + std::to_string(8 * N) +
            " step 0 bytes 8 fused 1 : store-address p23 ; access 0 | "
            "store-data p45 ; access 0\n";
  return Body;
}

const std::string Load = "ld access s step 0 bytes 8 : load p23 ; access 0 ; "
                         "writes x latency 4\n";

std::string dependence(llvm::StringRef What) {
  return ("memory s0 -> ld distance 1 latency 4 " + What + "\n").str();
}

TEST(LoneStores, LeaveOneAtATimeBesideALoadByName) {
  const Cpu C = machineOfBlocks();
  // Three addresses on two ports, four with the load's second turn.
  EXPECT_EQ(cycles(Load + stores(2) + dependence("named"), C), "2");
  EXPECT_EQ(cycles(Load + stores(2) + dependence("renamed named"), C), "2");
  EXPECT_EQ(cycles(Load + stores(2) + dependence(""), C), "3/2");
  EXPECT_EQ(cycles(Load + stores(2) + dependence("renamed"), C), "3/2");
  EXPECT_EQ(cycles(Load + stores(3) + dependence("named"), C), "3");
  EXPECT_EQ(cycles(Load + stores(3) + dependence(""), C), "2");
  // What is not forwarded is no value by name.
  EXPECT_EQ(cycles(Load + stores(2) + dependence("named partial"), C),
            cycles(Load + stores(2) + dependence("partial"), C));
}

TEST(LoneStores, NeedNotWhereTheAddressesHaveTime) {
  Cpu C = machineOfBlocks();
  C.Memory.Lone.Accesses = 8;
  const std::string Slow = "m : p0 ; reads y ; writes y latency ";
  const std::string Rest = Load + stores(3) + dependence("named");
  // Five turns on two ports: 5/2.
  EXPECT_EQ(cycles(Slow + "2\n" + Rest, C), "3");
  EXPECT_EQ(cycles(Slow + "3\n" + Rest, C), "3");
  // Six: 3.
  EXPECT_EQ(cycles(Slow + "3\n" + Load + stores(4) + dependence("named"), C),
            "3");
  C.Memory.Lone.Turns = 3;
  EXPECT_EQ(cycles(Slow + "3\n" + Load + stores(4) + dependence("named"), C),
            "4");
}

TEST(LoneStores, NeedEnoughLoads) {
  Cpu C = machineOfBlocks();
  std::string Others;
  for (unsigned N = 0; N != 3; ++N)
    Others += "o" + std::to_string(N) + " : load p23 ; writes y latency 4\n";
  // Seven accesses, one of them the load.
  const std::string Body = Load + stores(3) + Others + dependence("named");
  EXPECT_EQ(cycles(Body, C), "7/2");
  C.Memory.Lone = {9, 6};
  EXPECT_EQ(cycles(Body, C), "7/2");
  C.Memory.Lone = {9, 7};
  C.LoadPorts = C.StoreAddressPorts = 0xf;
  EXPECT_EQ(cycles(Load + stores(6) + dependence("named"), C), "6");
  C.Memory.Lone = {9, 6};
  EXPECT_EQ(cycles(Load + stores(6) + dependence("named"), C), "7/2");
}

TEST(LoneStores, LeaveTogetherBesideWhatRewritesItself) {
  const Cpu C = machineOfBlocks();
  const std::string Rewrite =
      "ld access s step 0 bytes 8 fused 1 : load p23 ; access 0 ; writes $t "
      "latency 4 | store-address p23 ; access 0 | store-data p45 ; reads $t ; "
      "access 0\n";
  const std::string Other = "s0 access s+8 step 0 bytes 8 fused 1 : "
                            "store-address p23 ; access 0 | store-data p45 ; "
                            "access 0\n";
  EXPECT_EQ(cycles(Rewrite + Other + dependence("renamed named"), C), "3/2");
}

TEST(LoneStores, AreNoneWithoutTheLimit) {
  const Cpu C = machineOfBlocks();
  const std::string Body = Load + stores(2) + dependence("named");
  SimulationOptions O;
  O.Without.LoneStores = true;
  EXPECT_EQ(cycles(Body, C, O), "3/2");
  // They are none of the doing of ports for data, but need busy ones of
  // addresses.
  O.Without = {};
  O.Without.Resources = C.StoreDataPorts;
  EXPECT_EQ(cycles(Body, C, O), "2");
  O.Without.Resources = C.LoadPorts;
  EXPECT_EQ(cycles(Body, C, O), "1");
  O.Without = {};
  O.Without.Ports = true;
  Cpu Together = C;
  Together.Memory.Lone = {};
  EXPECT_EQ(cycles(Body, C, O), cycles(Body, Together, O));
}

TEST(LoneStores, AreWhatBinds) {
  const Cpu C = machineOfBlocks();
  const auto Bound = [&](const std::string &Body) {
    const Kernel K = parseBody(Body, C);
    const Prediction P = predict(K, C);
    EXPECT_EQ(P.Simulated.Met.LoneStores, P.BoundBy == Binder::LoneStores);
    return describeBinder(P, K, C);
  };
  EXPECT_EQ(Bound(Load + stores(2) + dependence("named")),
            "bound by stores that leave one at a time beside the load of what "
            "was just stored (s0 → ld; 1.50 without)");
  EXPECT_EQ(Bound(Load + stores(2) + dependence("")),
            "bound by ports p2 and p3 (1.50 each)");
}

TEST(LoneStores, AreSeenByOneListenerOnce) {
  const Cpu C = machineOfBlocks();
  const std::string Body = Load + stores(2) + dependence("named");
  const auto Issued = record(Body, C, Stage::Issued);
  ASSERT_FALSE(Issued.empty());
  for (size_t N = 1; N != Issued.size(); ++N)
    EXPECT_GE(Issued[N].Cycle, Issued[N - 1].Cycle);
}

} // namespace
