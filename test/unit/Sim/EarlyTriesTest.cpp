//===- EarlyTriesTest.cpp - Tests of µops that are tried too early --------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHelper.h"

using namespace takt;
using namespace takt::test;

namespace {

/// Four µops a cycle, of which those for p0 and p1 are tried early.
Cpu tries() {
  Cpu C = machineAtDispatch();
  C.Schedule.EarlyTries = 0x3;
  return C;
}

/// Cycles of \p Body, whose location x is a general register.
std::string of(llvm::StringRef Body, const Cpu &C = tries()) {
  return cycles((Body + "registers general x\n").str(), C);
}

TEST(EarlyTries, TakeThePortTwice) {
  EXPECT_EQ(of("a : p0/p1 ; writes x\nb : p0/p1 ; reads x\n"), "3/2");
  // Each of those that wait for x.
  EXPECT_EQ(of("a : p0/p1 ; writes x\nb : p0/p1 ; reads x\n"
               "c : p0/p1 ; reads x\n"),
            "5/2");
  Cpu Without = tries();
  Without.Schedule.EarlyTries = 0;
  EXPECT_EQ(of("a : p0/p1 ; writes x\nb : p0/p1 ; reads x\n", Without), "1");
}

TEST(EarlyTries, CostNothingWherePortsAreFree) {
  Cpu C = tries();
  C.Schedule.EarlyTries = 0x33;
  EXPECT_EQ(of("a : p0/p1/p4/p5 ; writes x\nb : p0/p1/p4/p5 ; reads x\n"
               "n : none\nn : none\n",
               C),
            "1");
}

TEST(EarlyTries, AreOfThesePortsAlone) {
  EXPECT_EQ(of("a : p2 ; writes x\nb : p0 ; reads x\nb : p1\n"), "1");
  EXPECT_EQ(of("a : p0 ; writes x\nb : p2 ; reads x\nb : p1\n"), "1");
  EXPECT_EQ(of("a : p0/p2 ; writes x\nb : p0/p1 ; reads x\nb : p1\n"), "1");
}

TEST(EarlyTries, AreForGeneralRegistersOfOneCycle) {
  EXPECT_EQ(of("a : p0/p1 ; writes y\nb : p0/p1 ; reads y\n"), "1");
  EXPECT_EQ(of("a : p0/p1 ; writes x latency 3\nb : p0/p1 ; reads x\n"), "1");
}

/// All is in whole cycles of four µops: behind four nops b comes a cycle after
/// a, behind eight two.
TEST(EarlyTries, AreBehindTheCycleBefore) {
  const std::string Nops = "n : none\nn : none\nn : none\nn : none\n";
  const std::string First = "a : p0/p1 ; writes x\n";
  const std::string Last = "b : p0/p1 ; reads x\nc : p0/p1*5\nn : none\n";
  EXPECT_EQ(of(First + Nops + Last), "4");
  EXPECT_EQ(of(First + Nops + Nops + Last), "7/2");
}

/// A producer that waits itself, or came long before, misleads nobody.
TEST(EarlyTries, AreBehindWhatIsReady) {
  EXPECT_EQ(of("l : p2 ; writes y latency 9 ; reads y\na : p0/p1 ; writes x ; "
               "reads y\n"
               "b : p0/p1 ; reads x\nb : p0/p1\n"),
            "9");
  const std::string Loaded = "l : p2 ; writes y latency 4\n"
                             "a : p0/p1 ; writes x ; reads y\n"
                             "b : p0/p1 ; reads x\n";
  EXPECT_EQ(of(Loaded), "1");
  const std::string Apart = "a : p0/p1 ; writes x\n" +
                            std::string("n : none\nn : none\nn : none\n"
                                        "n : none\nn : none\nn : none\n"
                                        "n : none\n") +
                            "b : p0/p1 ; reads x\nc : p0/p1*4\n";
  EXPECT_EQ(of(Apart), "3");
}

} // namespace
