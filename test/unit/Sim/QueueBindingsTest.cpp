//===- QueueBindingsTest.cpp - Tests of entries beside addresses ----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHelper.h"
#include "gtest/gtest.h"

using namespace takt;
using namespace takt::test;

namespace {

TEST(QueueBindings, PutsWhatIsStoredBesideTwoRegistersInAnOperationsPlace) {
  const auto Cycles = [](llvm::StringRef Store) {
    return cycles((Store + "a : p01\nb : p01\n").str(), byCycle(4));
  };
  EXPECT_EQ(Cycles("s fused 1 : store-address p3 ; reads x | store-data p4\n"),
            "1");
  EXPECT_EQ(
      Cycles("s fused 1 : store-address p3 ; reads x y | store-data p4\n"),
      "3/2");
  // The queue is that of the address.
  EXPECT_EQ(cycles("s fused 1 : store-address p3 ; reads x y | store-data p4\n"
                   "a : p1\n",
                   byCycle(4)),
            "2");
  // A value that the instruction makes is in the entry of what makes it.
  EXPECT_EQ(cycles("s fused 2 : p1 ; reads z ; writes $t latency 1 | "
                   "store-address p3 ; reads x y | store-data p4 ; reads $t\n"
                   "a : p0\n",
                   byCycle(4)),
            "1");
}

TEST(QueueBindings, TakesWhatIsWithAnAddressForWhatItIsWithoutIt) {
  // p1 is with the addresses of p3, p4 with those of p5. Beside two of p1 and
  // one of p1 and p4 nothing else is dispatched; what is stored has these two
  // queues, too, but only since its address has.
  Cpu C = byCycle(5);
  C.Queues[0].Ports = 0x1;
  DispatchQueue Q = C.Queues[0];
  Q.Ports = 0x30;
  C.Queues.push_back(Q);
  C.Binding.FirstPorts = 0x13;
  C.LoadPorts = C.StoreAddressPorts = 0x28;
  C.StoreDataPorts = 0x4;
  EXPECT_EQ(issued("a : p1\nb : p1\nc : p14\nn : none\nn : none\n", C, 2),
            "34");
  EXPECT_EQ(issued("a : p1\nb : p1\ns fused 1 : store-address p35 ; reads x y "
                   "| store-data p2\nn : none\nn : none\n",
                   C, 2),
            "66");
  // So does an operation on what is loaded.
  EXPECT_EQ(issued("a : p1\nb : p1\ns fused 1 : load p35 ; reads x | p014\n"
                   "n : none\nn : none\n",
                   C, 2),
            "66");
}

TEST(QueueBindings, PutsAnOperationBesideItsLoadUnlessTheResultIsStored) {
  // Of two addresses the other one finds a place only if the operation's entry
  // is that of its load.
  const auto Issued = [](llvm::StringRef Rest) {
    return issued(("s fused 1 : load p3 ; reads x ; writes $l latency 4 | "
                   "p1 ; reads $l ; writes $t latency 1" +
                   Rest + "\nl : load p3 ; reads x\n")
                      .str(),
                  byCycle(4), 4);
  };
  EXPECT_EQ(Issued(""), "3333");
  EXPECT_EQ(Issued(" | store-data p4 ; reads $t"), "3131");
}

} // namespace
