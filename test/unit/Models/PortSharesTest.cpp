//===- PortSharesTest.cpp - Shares add up to loads ------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Bounds.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace takt;

namespace {

using Demands = std::vector<std::vector<ResourceUse>>;

/// A kernel with one instruction for each list of resource uses.
Kernel kernelOf(const Demands &Instrs) {
  Kernel K;
  for (const std::vector<ResourceUse> &Uses : Instrs) {
    KernelInstr I;
    I.Mnemonic = "test";
    for (const ResourceUse &Use : Uses) {
      Uop U;
      U.Uses.push_back(Use);
      I.Uops.push_back(U);
    }
    K.Instrs.push_back(I);
  }
  return K;
}

Cpu cpuOf(unsigned Resources) {
  Cpu C;
  for (unsigned R = 0; R != Resources; ++R) {
    C.Resources.emplace_back();
    C.Resources.back().Name = "p" + std::to_string(R);
  }
  return C;
}

/// Checks that shares are not negative, lie on allowed resources and add up.
void checkSums(const Kernel &K, const Cpu &C) {
  const PortBound B = portBound(K, C);
  const auto Shares = portShares(K, B);
  ASSERT_EQ(Shares.size(), K.Instrs.size());
  std::vector<Rational> Sum(C.Resources.size());
  for (const auto &[I, Share] : llvm::zip(K.Instrs, Shares)) {
    Rational Work, Done;
    ResourceMask Allowed = 0;
    for (const Uop &U : I.Uops)
      for (const ResourceUse &Use : U.Uses) {
        Work += Rational(Use.Cycles);
        Allowed |= Use.Resources;
      }
    for (unsigned R = 0; R != Share.size(); ++R) {
      EXPECT_TRUE(Share[R] >= Rational(0));
      if (!(Allowed >> R & 1)) {
        EXPECT_TRUE(Share[R] == Rational(0));
      }
      Done += Share[R];
      Sum[R] += Share[R];
    }
    EXPECT_TRUE(Done == Work);
  }
  for (unsigned R = 0; R != Sum.size(); ++R)
    EXPECT_EQ(Sum[R].exactStr(), B.Load[R].exactStr());
}

TEST(PortShares, EvenWhereThatIsPossible) {
  const Kernel K = kernelOf({{{0b11, 1}}, {{0b11, 1}}});
  const auto Shares = portShares(K, portBound(K, cpuOf(2)));
  for (const auto &Share : Shares) {
    EXPECT_EQ(Share[0].exactStr(), "1/2");
    EXPECT_EQ(Share[1].exactStr(), "1/2");
  }
}

TEST(PortShares, BusyPortsDoNothingElse) {
  // p0 is taken by the first two; the third can only go to p1.
  const Kernel K = kernelOf({{{0b01, 1}}, {{0b01, 1}}, {{0b11, 1}}});
  const auto Shares = portShares(K, portBound(K, cpuOf(2)));
  EXPECT_EQ(Shares[2][0].exactStr(), "0");
  EXPECT_EQ(Shares[2][1].exactStr(), "1");
}

TEST(PortShares, UnevenWhereThatIsNeeded) {
  // All three ports can be equally busy only if the second half of the work of
  // p01 avoids p0: 1 + x = (1 - x) + y = ...
  const Kernel K = kernelOf({{{0b001, 1}}, {{0b011, 2}}, {{0b110, 3}}});
  const PortBound B = portBound(K, cpuOf(3));
  EXPECT_EQ(B.Load[0].exactStr(), "2");
  const auto Shares = portShares(K, B);
  EXPECT_EQ(Shares[1][0].exactStr(), "1");
  EXPECT_EQ(Shares[1][1].exactStr(), "1");
  EXPECT_EQ(Shares[2][1].exactStr(), "1");
  EXPECT_EQ(Shares[2][2].exactStr(), "2");
}

TEST(PortShares, NothingToShare) {
  checkSums(kernelOf({}), cpuOf(3));
  checkSums(kernelOf({{}}), cpuOf(3));
}

TEST(PortShares, AddUpForRandomKernels) {
  std::mt19937 Random(7);
  const auto Below = [&](unsigned N) {
    return std::uniform_int_distribution<unsigned>(0, N - 1)(Random);
  };
  for (unsigned Round = 0; Round != 2000; ++Round) {
    const unsigned Resources = 1 + Below(12);
    Demands Instrs(1 + Below(20));
    for (auto &Uses : Instrs)
      for (unsigned N = Below(4); N; --N)
        Uses.push_back({1 + Below((1u << Resources) - 1),
                        static_cast<uint16_t>(1 + Below(Below(8) ? 2 : 30))});
    checkSums(kernelOf(Instrs), cpuOf(Resources));
  }
}

} // namespace
