//===- Text.h - Words and numbers in lines ----------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The little that a runner needs to read and write lines, without LLVM.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNNER_TEXT_H
#define TAKT_TOOLS_MEASURE_RUNNER_TEXT_H

#include <charconv>
#include <cstdint>
#include <string>
#include <vector>

namespace takt {

/// The pieces of \p Text between \p Separator; one if there is none.
std::vector<std::string> splitText(const std::string &Text, char Separator);

/// Reads all of \p Text as a decimal number. \returns false if it is none.
template <typename T> bool readNumber(const std::string &Text, T &Number) {
  const char *const End = Text.data() + Text.size();
  const auto [Stop, Problem] = std::from_chars(Text.data(), End, Number);
  return Problem == std::errc() && Stop == End;
}

/// A decimal fraction, as "%.6f" prints it.
bool readFraction(const std::string &Text, double &Number);

/// Pairs of lower-case digits.
std::string hexText(const std::vector<uint8_t> &Bytes);
bool readHex(const std::string &Text, std::vector<uint8_t> &Bytes);

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNNER_TEXT_H
