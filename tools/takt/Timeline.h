//===- Timeline.h - What µops do in each cycle, as text ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `takt --timeline` prints.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_TAKT_TIMELINE_H
#define TAKT_TOOLS_TAKT_TIMELINE_H

#include "PipelineTrace.h"
#include "TextReport.h"
#include "llvm/Support/raw_ostream.h"

namespace takt {

struct TimelineStyle {
  bool Colours = false;
  bool Unicode = true;
  /// Of a line; a longer timeline goes on below.
  unsigned Columns = 80;
  /// Cycles to show from the first one on; 0: all.
  uint64_t Cycles = 0;
};

/// Prints the iterations of \p Run, a row for each µop and a column for each
/// cycle, and below it what ports and renamer do for all iterations:
///
///     timeline: iterations 45 and 46 ...
///
///       it  #  port  instruction                 180
///                                               78901234567...
///       45  0  p2    movsd (%rdi), %xmm1        C..I::::Deeee
///           1  p01   ...
///
/// A legend says what the letters mean.
void printTimeline(llvm::raw_ostream &OS, const Analysed &A,
                   const TracedRun &Run, const TimelineStyle &S);

} // namespace takt

#endif // TAKT_TOOLS_TAKT_TIMELINE_H
