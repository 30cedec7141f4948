//===- TracePage.h - What happens in each cycle, for the browser *- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The page that `takt --trace` writes: one file that loads nothing. The
/// picture is HTML and CSS (TraceHtml.cpp) and shows without scripts; the
/// script in tools/takt/trace adds details, cursor and zoom from the same
/// facts, which the page holds as JSON (TraceData.cpp).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_TAKT_TRACEPAGE_H
#define TAKT_TOOLS_TAKT_TRACEPAGE_H

#include "PipelineTrace.h"
#include "TextReport.h"
#include "TraceRows.h"
#include "llvm/Support/raw_ostream.h"

namespace takt {

/// A loop as the page shows it.
struct TraceLoop {
  TraceLoop(const Analysed &A, const TracedRun &Run, uint64_t MostCycles);

  const Analysed &A;
  const TracedRun &Run;
  std::vector<TraceRow> Rows;
  std::vector<TraceColumn> Columns;
  /// Recorded cycles that are whole periods, from this index of
  /// PipelineTrace::cycles() on, or all of them if there is no period.
  size_t PeriodBegin = 0, PeriodEnd = 0;
  /// Iterations in them.
  Rational PeriodIterations;

  /// Index of the column that shows \p Cycle, or of the end.
  size_t column(uint64_t Cycle) const;
};

/// Writes one page. Loops are written as they come.
class TracePage {
public:
  explicit TracePage(llvm::raw_ostream &OS);
  /// Ends the page.
  ~TracePage();

  /// Appends a loop. \p MostCycles: to show; 0: all.
  void add(const Analysed &A, const TracedRun &Run, uint64_t MostCycles);
  /// Loops so far.
  unsigned size() const { return Count; }

private:
  llvm::raw_ostream &OS;
  unsigned Count = 0;
};

/// \p Text so that it stands for itself in HTML, in attributes too. Bytes that
/// are no UTF-8 and control characters become U+FFFD.
std::string escapeHtml(llvm::StringRef Text);

/// Writes the section of \p L, the \p Number-th of the page, without its data.
void writeTraceHtml(llvm::raw_ostream &OS, const TraceLoop &L, unsigned Number);

/// Writes its chart.
void writeTraceChart(llvm::raw_ostream &OS, const TraceLoop &L,
                     unsigned Number);

/// Writes the data of \p L as JSON that may stand in a script element.
void writeTraceData(llvm::raw_ostream &OS, const TraceLoop &L);

/// The parts of the page: tools/takt/trace/page.html, .css and .js.
llvm::StringRef traceTemplate();
llvm::StringRef traceStyle();
llvm::StringRef traceScript();

} // namespace takt

#endif // TAKT_TOOLS_TAKT_TRACEPAGE_H
