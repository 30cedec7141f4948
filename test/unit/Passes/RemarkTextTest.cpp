//===- RemarkTextTest.cpp - Tests of numbers in remarks
//--------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/Remarks.h"
#include "gtest/gtest.h"

using namespace takt;

using Texts = std::pair<std::string, std::string>;

TEST(Cycles, HaveTwoPlaces) {
  EXPECT_EQ(cyclesText(4), "4.00");
  EXPECT_EQ(cyclesText(0.125), "0.13");
  EXPECT_EQ(cyclesText(0), "0.00");
}

/// Of less than a tenth two digits are left.
TEST(Cycles, HaveTwoDigits) {
  EXPECT_EQ(cyclesText(0.0999), "0.10");
  EXPECT_EQ(cyclesText(0.099), "0.099");
  EXPECT_EQ(cyclesText(0.0625), "0.063");
  EXPECT_EQ(cyclesText(0.03125), "0.031");
  EXPECT_EQ(cyclesText(0.00999), "0.010");
  EXPECT_EQ(cyclesText(0.0078125), "0.0078");
  EXPECT_EQ(cyclesText(0.0001), "0.0001");
}

/// As many more places as it takes to see that something is gained.
TEST(Cycles, AreToldApart) {
  EXPECT_EQ(placesApart(4, 1.25), Texts("4.00", "1.25"));
  EXPECT_EQ(placesApart(0.0234375, 0.01953125), Texts("0.023", "0.020"));
  EXPECT_EQ(placesApart(0.125, 0.0625), Texts("0.13", "0.063"));
  EXPECT_EQ(placesApart(0.131, 0.129), Texts("0.131", "0.129"));
  EXPECT_EQ(placesApart(0.1312, 0.1308), Texts("0.1312", "0.1308"));
  EXPECT_EQ(placesApart(0.5, 0.5), Texts("0.5000", "0.5000"));
}
