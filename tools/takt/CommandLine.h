//===- CommandLine.h - What the user asks for -------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The options of `takt`. Their descriptions are the one source of --help, the
/// man page and the shell completion (tools/takt/manual).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_TAKT_COMMANDLINE_H
#define TAKT_TOOLS_TAKT_COMMANDLINE_H

#include "Batch.h"
#include "Options.h"
#include "PipelineTrace.h"
#include "TextReport.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace takt {

struct CommandLine {
  std::vector<std::string> Inputs;
  ReadOptions Read;
  /// How dependences through memory are found.
  MemoryOptions Memory;
  PredictorKind Predictor = PredictorKind::Simulation;
  TextStyle Style;
  /// Write ASCII, whatever the form of the report.
  bool Ascii = false;
  /// Only say what was found.
  bool List = false;
  bool Json = false;
  /// Print a timeline; write a trace to this file unless it is empty. Both
  /// show these iterations, and so many cycles unless it is 0.
  bool Timeline = false;
  std::string Trace;
  TraceWindow Window;
  uint64_t TimelineCycles = 0;
  bool Batch = false;
  BatchOptions BatchRun;
  /// "-": standard output.
  std::string Output = "-";
  /// Where the simulation's events go; empty: nowhere. Of µops issued before
  /// cycle EventCycles.
  std::string Events;
  uint64_t EventCycles = 0;
  /// Colours were asked for or forbidden; none: as the terminal is.
  std::optional<bool> Colours;
};

/// Reads the command line; ends the process itself for --help, --version and
/// unknown options. Errors: values that do not parse, options that exclude each
/// other, a machine description that cannot be read.
llvm::Expected<CommandLine> parseCommandLine(int Argc, const char *const *Argv);

} // namespace takt

#endif // TAKT_TOOLS_TAKT_COMMANDLINE_H
