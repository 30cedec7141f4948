//===- StoreForwardingTest.cpp - Latencies of dependences
//------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoreForwarding.h"
#include "MadeTraces.h"

using namespace takt;
using namespace takt::test;

namespace {

TEST(StoreForwarding, Latencies) {
  MadeKernel M;
  M.C.StoreForwardLatency = 5;
  M.C.Memory.ForwardFailLatency = 17;
  M.C.Memory.StoreAddressLatency = 3;
  M.C.Memory.ForwardDelay = 4;
  M.store(8, linear(0, 0, 0)).load(8, linear(0, 0, 0)).load(8, linear(0, 4, 0));
  M.find();
  ASSERT_EQ(M.dependences(), "0->1 d0, 0->2 d0 partial");
  EXPECT_EQ(M.latencies(), "5/7, 17/19");
}

TEST(StoreForwarding, WideStoresForwardInPieces) {
  MadeKernel M;
  M.C.StoreForwardLatency = 9;
  M.C.Memory.ForwardFailLatency = 18;
  M.C.Memory.WideForward = 32;
  M.C.Memory.WideForwardDelay = 2;
  M.C.Memory.LineBytes = 64;
  M.store(64, linear(0, 0, 0)).load(8, linear(0, 24, 0));
  M.load(32, linear(0, 32, 0)).load(64, linear(0, 0, 0));
  M.load(32, linear(0, 16, 0));
  M.store(16, linear(1, 0, 0)).load(16, linear(1, 0, 0));
  M.store(64, linear(2, 8, 0)).load(64, linear(2, 8, 0));
  M.load(32, linear(2, 8, 0));
  M.find();
  ASSERT_EQ(M.dependences(), "0->1 d0, 0->2 d0, 0->3 d0, 0->4 d0 partial, "
                             "5->6 d0, 7->8 d0 partial, 7->9 d0");
  // Behind 9 cycles each piece of 32 bytes takes 2 more, a load of two
  // another 2.
  EXPECT_EQ(M.latencies(), "11/11, 13/13, 15/15, 18/18, 9/9, 18/18, 11/11");
}

TEST(StoreForwarding, OffsetsInOtherIterationsAreNotKnownWithoutAStep) {
  MadeKernel M;
  M.C.StoreForwardLatency = 9;
  M.C.Memory.WideForward = 32;
  M.C.Memory.WideForwardDelay = 2;
  M.store(32, linear(0, 0, 0)).load(8, linear(0, 4096, 0));
  M.find();
  M.K.Instrs[0].Accesses[0].Step.reset();
  M.K.Instrs[1].Accesses[0].Step.reset();
  MemoryDependence D;
  D.Store = 0;
  D.Load = 1;
  setLatencies(D, M.K, M.C);
  EXPECT_EQ(D.Latency, 9 + 2 * (1 + 4096 / 32));
  D.Distance = 1;
  setLatencies(D, M.K, M.C);
  EXPECT_EQ(D.Latency, 9 + 2);
  EXPECT_FALSE(D.Partial);
}

TEST(StoreForwarding, LatenciesAreNoMoreThanFitsIn) {
  MadeKernel M;
  M.C.Memory.WideForward = 1;
  M.C.Memory.WideForwardDelay = 1100;
  M.store(64, linear(0, 0, 0)).load(1, linear(0, 63, 0));
  M.find();
  EXPECT_EQ(M.latencies(), "65535/65535");
}

TEST(StoreForwarding, ForwardedAcrossALine) {
  MadeKernel M;
  M.C.StoreForwardLatency = 9;
  M.C.Memory.LineBytes = 64;
  M.C.Memory.CrossingDelay = 2;
  M.store(8, linear(0, 60, 0)).load(8, linear(0, 60, 0));
  M.store(8, linear(1, 56, 0)).load(8, linear(1, 56, 0));
  M.find();
  ASSERT_EQ(M.dependences(), "0->1 d0, 2->3 d0");
  EXPECT_EQ(M.latencies(), "11/11, 9/9");
}

TEST(StoreForwarding, OfTheAccessThatMeets) {
  // An instruction that stores to two places: the second one is across a line.
  MadeKernel M;
  M.C.StoreForwardLatency = 9;
  M.C.Memory.LineBytes = 64;
  M.C.Memory.CrossingDelay = 2;
  M.store(8, linear(0, 0, 0)).load(8, linear(1, 0, 0));
  M.alsoAccess(8, linear(0, 60, 0));
  M.store(8, linear(0, 60, 0)).find();
  EXPECT_EQ(M.dependences(), "2->1 d1");
  EXPECT_EQ(M.latencies(), "11/11");
}

TEST(StoreForwarding, LatenciesOfVectors) {
  MadeKernel M;
  M.C.LoadLatency = 4;
  M.C.VectorLoadLatency = 7;
  M.C.StoreForwardLatency = 6;
  M.C.Memory.VectorForwardLatency = 9;
  M.C.Memory.ForwardFailLatency = 8;
  M.C.Memory.StoreAddressLatency = 3;
  M.C.Memory.ForwardDelay = 5;
  M.store(8, linear(0, 0, 0)).load(8, linear(0, 0, 0)).load(8, linear(0, 0, 0));
  M.load(8, linear(0, 4, 0));
  M.K.Locations.emplace_back().Name = "x";
  M.K.Instrs[1].Uops[0].Writes.push_back({0, 6, 0});
  M.K.Instrs[2].Uops[0].Writes.push_back({0, 7, 0});
  M.K.Instrs[3].Uops[0].Writes.push_back({0, 7, 0});
  M.find();
  ASSERT_EQ(M.dependences(), "0->1 d0, 0->2 d0, 0->3 d0 partial");
  // A failed one is never faster than what is forwarded.
  EXPECT_EQ(M.latencies(), "6/8, 9/11, 9/11");
}

TEST(StoreForwarding, Renamed) {
  // Only the very bytes that were stored have the register's name.
  MadeKernel M;
  M.store(8, linear(0, 0, 0)).load(8, linear(0, 0, 0)).load(4, linear(0, 0, 0));
  M.load(4, linear(0, 4, 0));
  M.K.Instrs[0].Accesses[0].Renamed = true;
  EXPECT_EQ(M.find().dependences(), "0->1 d0 renamed, 0->2 d0, 0->3 d0");
  EXPECT_EQ(M.K.MemoryDependences[0].Latency, 0);
}

TEST(StoreForwarding, RenamedByAddress) {
  // The start of what was stored has it, too.
  for (bool MemoryPipes::*By :
       {&MemoryPipes::RenamedByAddress, &MemoryPipes::RenamedStart}) {
    MadeKernel M;
    M.C.Memory.*By = true;
    M.store(8, linear(0, 0, 0)).load(8, linear(0, 0, 0));
    M.load(4, linear(0, 0, 0)).load(4, linear(0, 4, 0));
    M.K.Instrs[0].Accesses[0].Renamed = true;
    EXPECT_EQ(M.find().dependences(),
              "0->1 d0 renamed, 0->2 d0 renamed, 0->3 d0");
  }
}

TEST(StoreForwarding, WhoWaitsForRetirement) {
  MadeKernel M;
  M.store(4, linear(0, 0, 0))
      .load(8, linear(0, 0, 0))
      .load(8, linear(0, -4, 0));
  M.load(4, linear(0, 0, 0)).find();
  ASSERT_EQ(M.dependences(), "0->1 d0 partial, 0->2 d0 partial, 0->3 d0");
  const auto Waits = [&] {
    std::string Which;
    for (const MemoryDependence &D : M.K.MemoryDependences)
      Which += waitsForRetirement(D, M.K, M.C) ? 'w' : '-';
    return Which;
  };
  EXPECT_EQ(Waits(), "---");
  M.C.Memory.FailUntilRetired = true;
  EXPECT_EQ(Waits(), "ww-");
  // What begins where the store does is connected with it.
  M.C.Memory.RenamedStart = true;
  EXPECT_EQ(Waits(), "-w-");
}

} // namespace
