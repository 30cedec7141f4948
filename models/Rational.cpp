//===- Rational.cpp - Exact cycle counts ------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Rational.h"

using namespace takt;

std::string Rational::str() const {
  const bool Negative = Num < 0;
  const Wide Abs = Negative ? -Wide(Num) : Wide(Num);
  // Hundredths, rounded half away from zero.
  const int64_t Hundredths =
      static_cast<int64_t>((Abs * 200 + Den) / (Wide(Den) * 2));
  std::string S = std::to_string(Hundredths / 100) + ".";
  const int64_t Fraction = Hundredths % 100;
  S += static_cast<char>('0' + Fraction / 10);
  S += static_cast<char>('0' + Fraction % 10);
  return Negative && Hundredths != 0 ? "-" + S : S;
}

std::string Rational::exactStr() const {
  std::string S = std::to_string(Num);
  return Den == 1 ? S : S + "/" + std::to_string(Den);
}
