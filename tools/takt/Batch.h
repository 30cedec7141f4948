//===- Batch.h - Many blocks, one row each ----------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `takt --batch`: predicts blocks given as lines of hex, in parallel, and
/// writes a row for each in the order of the input. The input is read in pieces
/// of which only a few exist at a time, so that memory does not grow with it,
/// and a piece is no more than what the input has to offer just now, so that a
/// program at the other end of two pipes gets an answer to each line.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_TAKT_BATCH_H
#define TAKT_TOOLS_TAKT_BATCH_H

#include "Predictor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace takt {

struct BatchOptions {
  TargetChoice Target;
  /// How blocks repeat; none: each as its last branch says.
  std::optional<Notion> Repeats;
  /// How dependences through memory are found.
  MemoryOptions Memory;
  PredictorKind Predictor = PredictorKind::Simulation;
  /// Where each block starts.
  uint64_t Address = 0;
  /// Threads that predict; 0: one for each core.
  unsigned Jobs = 0;
  /// Add the columns n, loads and stores: how many instructions the kernel has
  /// and how many of them read and write memory. takt-compare makes the trivial
  /// baseline of them.
  bool Counts = false;
  /// Add the bounds of each part of the CPU, bound_by and explanation: what
  /// binds, as the reports say it.
  bool Explain = false;
  /// Add the column us: microseconds that the row took.
  bool Times = false;
  /// Show on the standard error how far it is.
  bool Progress = false;
};

/// Reads \p File ("-": standard input) and writes to \p Out. Lines are `hex` or
/// `hex,...`; empty lines, lines that begin with # and a header line whose
/// first cell is `hex` are passed over. Rows are `hex,cycles,error`; exactly
/// one of cycles and error is empty.
/// \returns how many lines were malformed, i.e. are not hex; each was reported
/// to \p Err with its number. Fails if the file cannot be read or the target or
/// CPU is wrong.
llvm::Expected<uint64_t> runBatch(llvm::StringRef File, llvm::raw_ostream &Out,
                                  llvm::raw_ostream &Err,
                                  const BatchOptions &O);

} // namespace takt

#endif // TAKT_TOOLS_TAKT_BATCH_H
