//===- RationalTest.cpp - Exact cycle counts --------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Rational.h"
#include "gtest/gtest.h"

using namespace takt;

namespace {

TEST(Rational, KeepsLowestTermsWithPositiveDenominator) {
  const Rational R(6, -4);
  EXPECT_EQ(R.num(), -3);
  EXPECT_EQ(R.den(), 2);
  EXPECT_EQ(Rational(0, -7), Rational(0));
}

TEST(Rational, CalculatesExactly) {
  EXPECT_EQ(Rational(1, 3) + Rational(1, 6), Rational(1, 2));
  EXPECT_EQ(Rational(1, 3) - Rational(1, 2), Rational(-1, 6));
  EXPECT_EQ(Rational(2, 3) * Rational(9, 4), Rational(3, 2));
  EXPECT_EQ(Rational(2, 3) / Rational(-4, 9), Rational(-3, 2));
}

TEST(Rational, ComparesBeyondSixtyFourBits) {
  const Rational A((int64_t(1) << 40) + 1, int64_t(1) << 40);
  const Rational B((int64_t(1) << 40) + 2, (int64_t(1) << 40) + 1);
  EXPECT_LT(B, A);
  EXPECT_GE(A, B);
  EXPECT_NE(A, B);
}

TEST(Rational, PrintsTwoDecimalsRoundedHalfAwayFromZero) {
  EXPECT_EQ(Rational(4).str(), "4.00");
  EXPECT_EQ(Rational(4, 3).str(), "1.33");
  EXPECT_EQ(Rational(1, 200).str(), "0.01");
  EXPECT_EQ(Rational(-1, 200).str(), "-0.01");
  EXPECT_EQ(Rational(-1, 1000).str(), "0.00");
  EXPECT_EQ(Rational(7, 2).exactStr(), "7/2");
  EXPECT_EQ(Rational(-3).exactStr(), "-3");
}

} // namespace
