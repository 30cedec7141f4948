//===- MeasureOptions.h - What the user asks for --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The options of takt-measure. Their descriptions are the one source of
/// --help, the man page and the shell completion (tools/takt/manual).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_MEASUREOPTIONS_H
#define TAKT_TOOLS_MEASURE_MEASUREOPTIONS_H

#include "Options.h"
#include "runner/Job.h"
#include <string>
#include <vector>

namespace takt {

struct MeasureOptions {
  std::vector<std::string> Inputs;
  ReadOptions Read;
  /// The input is lines of hex.
  bool Batch = false;
  /// Short code is also measured repeated to five instructions.
  bool RepeatShort = false;
  bool Json = false;
  /// Write what a runner reads instead of starting one.
  bool Emit = false;
  unsigned TimeoutMilliseconds = 3000;
  /// Of samples, that a process takes at most: 1 to Job::MostRounds.
  unsigned Rounds = Job::MostRounds;
  /// What starts a runner, with its arguments; empty: the one beside this
  /// program, with RunnerArguments.
  std::string Runner, RunnerArguments;
};

/// Reads the command line; ends the process itself for --help, --version and
/// unknown options. Errors: values that do not parse, options that exclude each
/// other, a machine description that cannot be read.
llvm::Expected<MeasureOptions> parseMeasureOptions(int Argc,
                                                   const char *const *Argv);

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_MEASUREOPTIONS_H
