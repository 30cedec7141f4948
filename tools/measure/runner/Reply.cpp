//===- Reply.cpp - What a runner found out --------------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reply.h"
#include "Text.h"
#include <array>
#include <cstdio>

using namespace takt;

static constexpr std::array<const char *, 12> StatusNames = {
    "ok",    "unstable", "alias",   "4k",        "split",       "notL1",
    "fault", "illegal",  "timeout", "uncounted", "unsupported", "malformed"};
static constexpr std::array<const char *, 4> ClockNames = {"tsc", "perf",
                                                           "rdpmc", "cntvct"};
static constexpr std::array<const char *, 10> FlagNames = {
    "walk",    "memdep",    "placement", "short",  "4k",
    "store32", "smallregs", "untraced",  "closed", "path"};

const char *takt::statusName(Status S) {
  return StatusNames[static_cast<size_t>(S)];
}

const char *takt::clockName(Clock C) {
  return ClockNames[static_cast<size_t>(C)];
}

std::string takt::flagNames(unsigned Flags) {
  std::string S;
  for (size_t I = 0; I != FlagNames.size(); ++I)
    if (Flags >> I & 1)
      S += (S.empty() ? "" : "|") + std::string(FlagNames[I]);
  return S;
}

std::string takt::formatReply(const Measurement &M) {
  std::array<char, 400> Line;
  const Round &R = M.Cycles;
  std::snprintf(Line.data(), Line.size(),
                "result status=%s cycles=%.6f spread=%.6f minimum=%.6f "
                "samples=%u typical=%.6f flags=%u clock=%s repetitions=%llu",
                statusName(M.What), R.Median, R.Spread, R.Minimum, R.Kept,
                M.Typical, M.Flags, clockName(M.With),
                static_cast<unsigned long long>(M.Repetitions));
  return Line.data();
}

/// Finds \p Text among \p Names.
template <typename Enum, size_t Count>
static bool readName(const std::string &Text,
                     const std::array<const char *, Count> &Names,
                     Enum &Result) {
  for (size_t I = 0; I != Count; ++I)
    if (Text == Names[I]) {
      Result = static_cast<Enum>(I);
      return true;
    }
  return false;
}

static bool readPart(const std::string &Key, const std::string &Value,
                     Measurement &M) {
  if (Key == "status")
    return readName(Value, StatusNames, M.What);
  if (Key == "clock")
    return readName(Value, ClockNames, M.With);
  if (Key == "cycles")
    return readFraction(Value, M.Cycles.Median);
  if (Key == "spread")
    return readFraction(Value, M.Cycles.Spread);
  if (Key == "minimum")
    return readFraction(Value, M.Cycles.Minimum);
  if (Key == "typical")
    return readFraction(Value, M.Typical);
  if (Key == "samples")
    return readNumber(Value, M.Cycles.Kept);
  if (Key == "repetitions")
    return readNumber(Value, M.Repetitions);
  return Key == "flags" && readNumber(Value, M.Flags);
}

bool takt::parseReply(const std::string &Line, Measurement &M) {
  const std::vector<std::string> Words = splitText(Line, ' ');
  if (Words.size() != 10 || Words[0] != "result")
    return false;
  for (size_t I = 1; I != Words.size(); ++I) {
    const size_t Equals = Words[I].find('=');
    if (Equals == std::string::npos ||
        !readPart(Words[I].substr(0, Equals), Words[I].substr(Equals + 1), M))
      return false;
  }
  return true;
}
