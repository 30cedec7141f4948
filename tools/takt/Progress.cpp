//===- Progress.cpp - How far a long run is -------------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace takt;

/// 1234567 as "1,234,567".
static std::string grouped(uint64_t N) {
  std::string Text = utostr(N);
  for (size_t I = Text.size(); I > 3; I -= 3)
    Text.insert(I - 3, ",");
  return Text;
}

void Progress::update(uint64_t Done, uint64_t Blocks) {
  if (!Shown)
    return;
  const Clock::time_point Now = Clock::now();
  if (Now - Last < std::chrono::milliseconds(100))
    return;
  Last = Now;
  const double Seconds = std::chrono::duration<double>(Now - Begin).count();
  clear();
  if (Total && *Total != 0) {
    constexpr uint64_t Width = 30;
    const uint64_t Filled = std::min(Width, Done * Width / *Total);
    OS << '[' << std::string(Filled, '=') << (Filled == Width ? "" : ">");
    OS.indent(Filled == Width ? 0 : Width - Filled - 1)
        << "] "
        << format("%3d", static_cast<int>(
                             std::min<uint64_t>(100, Done * 100 / *Total)))
        << " %  ";
  }
  OS << grouped(Blocks) << " blocks, "
     << grouped(static_cast<uint64_t>(Blocks / Seconds)) << " per second";
  OS.flush();
  Drawn = true;
}

void Progress::clear() {
  if (!Drawn)
    return;
  OS << "\r\033[K";
  OS.flush();
  Drawn = false;
}
