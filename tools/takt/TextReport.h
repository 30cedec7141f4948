//===- TextReport.h - A report for people -----------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text that `takt` prints for people.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_TAKT_TEXTREPORT_H
#define TAKT_TOOLS_TAKT_TEXTREPORT_H

#include "CodeRegion.h"
#include "takt/models/Cpu.h"
#include "takt/models/Kernel.h"
#include "takt/models/Prediction.h"
#include "llvm/Support/raw_ostream.h"

namespace takt {

/// A region, its kernel and what is predicted.
struct Analysed {
  /// The name of the input.
  llvm::StringRef Input;
  const CodeRegion &Region;
  const Kernel &K;
  const Prediction &P;
  const Cpu &C;
  /// What the CPU lacks for it (LackedFeatures.h).
  std::vector<llvm::StringRef> Lacks = {};
};

struct TextStyle {
  /// Mark what binds with colours.
  bool Colours = false;
  /// Box-drawing characters and µ, else ASCII only.
  bool Unicode = true;
  /// The table of instructions too, not only the lines that sum it up.
  bool Table = true;
};

/// "dot.o: dot.c:12: dot, loop at 0x40-0x5b": where a region is. The source,
/// function or name are left out where they are not known.
std::string describePlace(llvm::StringRef Input, const CodeRegion &R);

/// Prints the report of one region:
///
///     dot.o: dot.c:4: dot, loop at 0x20-0x31
///       4.00 cycles per iteration on skylake (loop), bound by the dependency
///       chain through xmm0 (addsd, 4.00); ports alone 1.00, front end 0.75
///
///      #  address  slots  µops    p0    p1 ...  latency  waits for      code
///      0  0x20         1     1   .50   .50 ...        5                 movsd
///      ... 1  0x25 ...
void printText(llvm::raw_ostream &OS, const Analysed &A, const TextStyle &S);

} // namespace takt

#endif // TAKT_TOOLS_TAKT_TEXTREPORT_H
