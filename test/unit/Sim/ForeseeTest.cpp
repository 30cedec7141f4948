//===- ForeseeTest.cpp - What cannot be known at issue --------------------===//
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

TEST(Foresee, EndsWhereAMicroOpNeverGoes) {
  // It takes a unit of which there is one twice.
  const Cpu C = machineAtDispatch();
  const Kernel K = parseBody("a : p0 + u0 + u0\n", C);
  EXPECT_LT(simulate(K, C).Simulated, 100000u);
}

TEST(Foresee, NothingWhereOnlySomePortsTakeAnyNumber) {
  // p1 is wanted least, so that a, which is older, takes it from b each time.
  SimulationOptions O;
  O.Without.Resources = 0x1;
  EXPECT_EQ(cycles("a : p01 ; reads x\nc : p0\nd : p0\n"
                   "b : p1 ; reads x ; writes x latency 1\n",
                   machineAtDispatch(), O),
            "2");
}

} // namespace
