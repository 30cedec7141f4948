//===- Counter.h - What cycles are counted with ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The kernel's count of core cycles where it is offered, else ticks of
/// constant rate.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNNER_COUNTER_H
#define TAKT_TOOLS_MEASURE_RUNNER_COUNTER_H

#include "RunCode.h"

namespace takt {

/// What a user may ask for.
enum class ClockChoice : uint8_t {
  Auto,  ///< rdpmc, else perf, else ticks
  Ticks, ///< no counter of the kernel's
  Perf,  ///< the kernel's, read by it; ticks where there is none
  Rdpmc, ///< the same, read without it; else as Perf
};

/// "auto", "ticks", "perf", "rdpmc". \returns false if \p Text is none of them.
bool readClockChoice(const std::string &Text, ClockChoice &C);

/// Counts one process's cycles outside of the kernel.
class Counter {
public:
  /// Opens what \p Wanted asks for, or what there is.
  explicit Counter(ClockChoice Wanted);
  ~Counter();
  Counter(const Counter &) = delete;
  Counter &operator=(const Counter &) = delete;

  Clock clock() const { return With; }
  /// For rdpmc; to be read again before each run, for it may change.
  uint64_t index() const;
  /// Cycles so far, for Clock::Perf.
  uint64_t read() const;

private:
  Clock With;
  int File = -1;
  void *Page = nullptr;
};

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNNER_COUNTER_H
