//===- TraceRows.h - What µops do in each cycle -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From events to what is drawn: a row for each µop with what it does from
/// cycle to cycle. The timeline and the trace draw the same rows.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_TAKT_TRACEROWS_H
#define TAKT_TOOLS_TAKT_TRACEROWS_H

#include "PipelineTrace.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace takt {

/// What a µop does in a cycle. Those that are events last one cycle.
enum class UopState : uint8_t {
  Predecoded, ///< event: the instruction reached the instruction queue
  Predecode,  ///< in the instruction queue
  Delivered,  ///< event: reached the µop queue; UopTrace::From says whence
  InQueue,    ///< in the µop queue
  Issued,     ///< event
  OnTheWay, ///< from the renamer to the scheduler (Scheduling::IssueToDispatch)
  NeedsValue, ///< waits for an operand
  NeedsPort,  ///< ready, waits for its port or another unit
  Dispatched, ///< event
  Executing,
  Executed, ///< event: its results are there
  Waiting,  ///< waits for its retirement
  Retired,  ///< event
};

/// A letter that stands for \p S, the same in the timeline and the trace.
char stateLetter(UopState S, UopSource From);
/// "waits for an operand", "delivered by the µop cache".
std::string stateName(UopState S, UopSource From);
/// "decoders", "µop cache"; "front end" where the source is not told.
llvm::StringRef sourceName(UopSource From);
/// Whether it is an event.
bool isEvent(UopState S);

/// What a µop does in the cycles from Begin up to, not including, End.
struct TraceSegment {
  UopState State = UopState::Predecoded;
  uint64_t Begin = 0, End = 0;
};

/// A row of the drawing.
struct TraceRow {
  uint64_t Iteration = 0;
  uint32_t Instr = 0;
  /// Null: an instruction without µops of its own (the second half of a
  /// macro-fused pair), or of which nothing was seen but the predecoding.
  const UopTrace *Uop = nullptr;
  /// The first row of the instruction; this one shows the predecoding.
  bool First = false;
  /// In order, without gaps or overlaps.
  std::vector<TraceSegment> Segments;

  uint64_t begin() const { return Segments.empty() ? 0 : Segments[0].Begin; }
  uint64_t end() const { return Segments.empty() ? 0 : Segments.back().End; }
};

/// The rows of all that \p T has recorded of \p K on \p C, in program order.
/// What never ends lasts until the last recorded cycle. \p T outlives them.
std::vector<TraceRow> traceRows(const PipelineTrace &T, const Cpu &C);

/// The µop of the kernel that a traced one is; null for a stack sync µop, and
/// for an instruction without µops.
const Uop *kernelUop(const KernelInstr &I, const UopTrace &U);

/// "load", "store data", "merge of a partial register", ...: what a µop is for
/// beside the others of its instruction.
std::string uopRole(const KernelInstr &I, const UopTrace &U);

/// A column of a drawing: a cycle, or a run of cycles that is left out.
struct TraceColumn {
  uint64_t Begin = 0, End = 0;
  bool Gap = false;
};

/// The columns for all that happens to \p Rows; the first \p Most of them
/// unless that is 0.
std::vector<TraceColumn> traceColumns(llvm::ArrayRef<TraceRow> Rows,
                                      uint64_t Most);

/// Runs of cycles in which nothing happens to any of the rows, long enough to
/// be left out of a drawing: [First, second), ascending. The cycles around them
/// stay.
std::vector<std::pair<uint64_t, uint64_t>>
quietCycles(llvm::ArrayRef<TraceRow> Rows, uint64_t Begin, uint64_t End);

} // namespace takt

#endif // TAKT_TOOLS_TAKT_TRACEROWS_H
