//===- BankReadsTest.cpp - Banks that are read too often ------------------===//
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

/// Three ports for loads; four banks of 8 bytes, each for two loads a cycle.
Cpu withReads(PortChoice Choice = PortChoice::AtDispatch) {
  Cpu C = makeCpu(3, 2, 16);
  C.LoadPorts = 0x7;
  C.Memory.LineBytes = 32;
  C.Memory.Banks = {8, 4, 0, 2};
  C.Rename.Ports = Choice;
  return C;
}

/// Loads of so many bytes at each of \p Places.
std::string loads(llvm::ArrayRef<const char *> Places, unsigned Bytes = 8) {
  std::string Body;
  for (auto [N, Place] : llvm::enumerate(Places))
    Body += ("l" + llvm::Twine(N) + " access " + Place + " bytes " +
             llvm::Twine(Bytes) + " : load p0/p1/p2 ; access 0\n")
                .str();
  return Body;
}

TEST(BankReads, TheThirdOfABankWaits) {
  const Cpu C = withReads();
  EXPECT_EQ(cycles(loads({"s step 0", "s step 0", "s step 0"}), C), "3/2");
  // In whatever lines; of other banks, or unknown, they are three a cycle.
  EXPECT_EQ(cycles(loads({"s step 0", "s+32 step 0", "t step 0"}), C), "3/2");
  EXPECT_EQ(cycles(loads({"s step 0", "s step 0", "s+8 step 0"}), C), "1");
  EXPECT_EQ(cycles(loads({"s step 0", "s", "s"}), C), "1");
  // All banks, and those over a boundary.
  EXPECT_EQ(cycles(loads({"s step 0", "s+8 step 0", "t step 0"}, 32), C),
            "3/2");
  EXPECT_EQ(cycles(loads({"s+4 step 0", "s+12 step 0", "s+8 step 0"}), C),
            "3/2");
  EXPECT_EQ(cycles(loads({"s+4 step 0", "s+12 step 0", "s+24 step 0"}), C),
            "1");
  EXPECT_EQ(cycles(loads({"s+28 step 0", "s step 0", "t step 0"}), C), "3/2");
}

TEST(BankReads, YoungerOnesGoBeforeIt) {
  const auto Six = loads({"s step 0", "s step 0", "s step 0", "s+8 step 0",
                          "s+16 step 0", "s+24 step 0"});
  for (PortChoice P : {PortChoice::AtDispatch, PortChoice::TwelvePorts})
    EXPECT_EQ(cycles(Six, withReads(P)), "2");
}

TEST(BankReads, WalksComeToOtherBanks) {
  const Cpu C = withReads();
  // Side by side, the third one goes with two of the next iteration.
  EXPECT_EQ(cycles(loads({"s step 8", "t step 8", "u step 8"}), C), "1");
  // In one iteration of four all are in a bank that two are always in: nine
  // loads of it in four iterations.
  EXPECT_EQ(cycles(loads({"s step 32", "t+8 step 8", "u step 64"}), C), "9/8");
}

TEST(BankReads, AreALimit) {
  const Cpu C = withReads();
  const Kernel K = parseBody(loads({"s step 0", "s step 0", "s step 0"}), C);
  const Prediction P = predict(K, C, Detail::Costs);
  EXPECT_EQ(P.BoundBy, Binder::Banks);
  EXPECT_EQ(describeBinder(P, K, C),
            "bound by loads from the same banks of the cache (1.00 without)");
}

TEST(CacheBanks, OfBytes) {
  const CacheBanks B = {8, 4, 0, 2};
  EXPECT_EQ(B.banks(0, 8), 1u);
  EXPECT_EQ(B.banks(4, 8), 3u);
  EXPECT_EQ(B.banks(-8, 8), 8u);
  EXPECT_EQ(B.banks(28, 8), 9u);
  EXPECT_EQ(B.banks(8, 24), 14u);
  EXPECT_EQ(B.banks(8, 32), 15u);
  EXPECT_EQ(B.banks(4, 32), 15u);
  EXPECT_EQ(B.banks(8, 0), 0u);
  const CacheBanks Most = {1, 64, 0, 2};
  EXPECT_EQ(Most.banks(63, 2), uint64_t(1) << 63 | 1);
  EXPECT_EQ(Most.banks(0, 64), ~uint64_t(0));
}

} // namespace
