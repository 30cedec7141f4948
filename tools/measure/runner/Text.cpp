//===- Text.cpp - Words and numbers in lines ------------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text.h"
#include <cstdlib>

using namespace takt;

std::vector<std::string> takt::splitText(const std::string &Text,
                                         char Separator) {
  std::vector<std::string> Parts;
  for (size_t From = 0;;) {
    const size_t To = Text.find(Separator, From);
    Parts.push_back(Text.substr(From, To - From));
    if (To == std::string::npos)
      return Parts;
    From = To + 1;
  }
}

bool takt::readFraction(const std::string &Text, double &Number) {
  char *End = nullptr;
  Number = std::strtod(Text.c_str(), &End);
  return !Text.empty() && End == Text.c_str() + Text.size();
}

std::string takt::hexText(const std::vector<uint8_t> &Bytes) {
  static const char Digits[] = "0123456789abcdef";
  std::string S;
  for (const uint8_t B : Bytes) {
    S += Digits[B >> 4];
    S += Digits[B & 15];
  }
  return S;
}

static int digit(char C) {
  if (C >= '0' && C <= '9')
    return C - '0';
  return C >= 'a' && C <= 'f' ? C - 'a' + 10 : -1;
}

bool takt::readHex(const std::string &Text, std::vector<uint8_t> &Bytes) {
  Bytes.clear();
  for (size_t I = 0; I + 1 < Text.size(); I += 2) {
    const int High = digit(Text[I]), Low = digit(Text[I + 1]);
    if (High < 0 || Low < 0)
      return false;
    Bytes.push_back(static_cast<uint8_t>(High << 4 | Low));
  }
  return Text.size() % 2 == 0;
}
