//===- Listing.cpp - What was found, without a prediction -----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Listing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace takt;

void takt::printListing(raw_ostream &OS, StringRef Input, CodeTarget &T,
                        const CodeRegion &R) {
  OS << Input;
  if (!R.Member.empty())
    OS << '(' << R.Member << ')';
  OS << ": " << regionKindName(R.Kind);
  if (!R.Name.empty())
    OS << " '" << R.Name << '\'';
  if (!R.Demangled.empty())
    OS << " in " << R.Demangled;
  OS << " [" << format_hex(R.Range.Start, 0) << ", "
     << format_hex(R.Range.End, 0) << ')';
  if (R.Line)
    OS << " at " << R.File << ':' << R.Line;
  OS << ", " << (R.Repeats == Notion::Loop ? "loop" : "unrolled") << " on "
     << T.llvmCpu();
  if (R.Depth)
    OS << ", depth " << R.Depth;
  if (R.Blocks > 1)
    OS << ", " << R.Path.size() << " of " << R.Blocks << " blocks";
  if (!R.Assumption.empty())
    OS << ", " << R.Assumption;
  if (R.Closed)
    OS << ", closed by a counter and a branch";
  if (!R.WhyNot.empty())
    OS << ", not modelled: " << R.WhyNot;
  OS << '\n';
  for (const auto &[I, Index] :
       zip(R.Instrs, llvm::seq<size_t>(0, R.Instrs.size()))) {
    OS << format_hex_no_prefix(I.Offset, 8) << "  " << T.print(I)
       << (I.Taken ? "  # taken" : "");
    if (!R.Positions.empty() && R.Positions[Index].Line)
      OS << "  # line " << R.Positions[Index].Line;
    OS << '\n';
  }
}
