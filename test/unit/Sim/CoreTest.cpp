//===- CoreTest.cpp - Tests of the rings of µops --------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sim/Core.h"
#include "gtest/gtest.h"

using namespace takt::sim;

TEST(NumberedRing, ComparesPieces) {
  NumberedRing<uint8_t> R(8);
  ASSERT_EQ(R.size(), 8u);
  for (uint32_t N = 5; N != 13; ++N)
    R[N] = N % 3;
  // 5 to 12 are 2 0 1 2 0 1 2 0; the ring ends behind 7.
  EXPECT_TRUE(R.areEqual(5, 8, 5));
  EXPECT_TRUE(R.areEqual(6, 9, 4));
  EXPECT_FALSE(R.areEqual(5, 9, 4));
  EXPECT_TRUE(R.areEqual(5, 9, 0));
  R[12] = 1;
  EXPECT_FALSE(R.areEqual(5, 8, 5));
  EXPECT_TRUE(R.areEqual(5, 8, 4));
}
