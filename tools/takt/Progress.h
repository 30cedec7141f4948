//===- Progress.h - How far a long run is -----------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A line on a terminal that says how far a run is:
///
///     [=========>          ]  47 %  182,340 blocks, 41,200 per second
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_TAKT_PROGRESS_H
#define TAKT_TOOLS_TAKT_PROGRESS_H

#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <optional>

namespace takt {

class Progress {
public:
  /// Shows nothing unless \p Shown. \p Total: what counts as finished; none if
  /// it is not known, then there is no bar.
  Progress(llvm::raw_ostream &OS, bool Shown, std::optional<uint64_t> Total)
      : OS(OS), Shown(Shown), Total(Total), Begin(Clock::now()), Last(Begin) {}
  ~Progress() { clear(); }

  /// \p Done of the total are done, which are \p Blocks blocks. Draws at most
  /// ten times a second.
  void update(uint64_t Done, uint64_t Blocks);
  /// Takes the line away, so that something else can be printed.
  void clear();

private:
  using Clock = std::chrono::steady_clock;
  llvm::raw_ostream &OS;
  const bool Shown;
  const std::optional<uint64_t> Total;
  const Clock::time_point Begin;
  Clock::time_point Last;
  bool Drawn = false;
};

} // namespace takt

#endif // TAKT_TOOLS_TAKT_PROGRESS_H
