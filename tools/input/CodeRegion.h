//===- CodeRegion.h - A piece of code to be analysed ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What every kind of input ends in: a sequence of instructions with its place,
/// ready for KernelBuilder, or the reason why there is none.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_CODEREGION_H
#define TAKT_TOOLS_INPUT_CODEREGION_H

#include "takt/models/Kernel.h"
#include "takt/models/KernelBuilder.h"
#include <cstdint>
#include <string>
#include <vector>

namespace takt {

/// How a region was found.
enum class RegionKind : uint8_t {
  Loop,    ///< natural loop; every block is on its only path
  Path,    ///< natural loop of several blocks; one path was chosen
  Marked,  ///< between markers
  Range,   ///< an address range that the user gave
  Section, ///< all code of a section
  Block,   ///< raw bytes
};

/// "loop", "path", "marked", "range", "section", "block".
llvm::StringRef regionKindName(RegionKind K);

/// A place in a text; lines and columns count from 1, 0 is unknown.
struct TextPosition {
  unsigned Line = 0;
  unsigned Column = 0;
};

/// Addresses from Start up to, not including, End.
struct AddressRange {
  uint64_t Start = 0;
  uint64_t End = 0;
};

/// A piece of code to be analysed. The instructions hold no expressions, so a
/// region outlives its input and every LLVM context that made it.
struct CodeRegion {
  RegionKind Kind = RegionKind::Block;
  /// The name given to a marked region, else empty.
  std::string Name;
  /// The function that it lies in, as linked and demangled; the section's name
  /// where no symbol covers it; empty for raw bytes.
  std::string Function, Demangled;
  /// Archive member or empty, and section.
  std::string Member, Section;

  /// The bytes that it spans: addresses in linked files, offsets into the
  /// section in relocatable ones and assembly, 0.. for raw bytes.
  AddressRange Range;
  /// Addresses are those of the running program but for a multiple of this many
  /// bytes: the section's alignment in a relocatable object.
  uint64_t Alignment = 1 << 12;
  /// In the order of execution, or, where WhyNot says that there is none, all
  /// code of the region as it lies there; Offset is the address as in Range.
  std::vector<CodeInstr> Instrs;
  /// For assembly: where each instruction stands in the input (line 0 for
  /// padding and for code from macros); else empty.
  std::vector<TextPosition> Positions;
  /// Loop if the last instruction branches to the first, else Unrolled, unless
  /// the user asks for one.
  Notion Repeats = Notion::Unrolled;
  /// The user asked for a loop and the code does not end in a branch to its
  /// start, so that the last two instructions, a counter and a branch, were
  /// added as in section 5.2 of the uiCA paper.
  bool Closed = false;

  /// Source of the first instruction that has any (DWARF); empty and 0: none.
  std::string File;
  unsigned Line = 0;

  /// Nesting depth of a loop, 1 is outermost; 0: not a loop.
  unsigned Depth = 0;
  /// Blocks in the loop, and the blocks on the path in order of execution.
  unsigned Blocks = 1;
  std::vector<AddressRange> Path;
  /// Share of the iterations that take the path, 0..1, under the assumption.
  double PathProbability = 1.0;
  /// What was assumed to choose the path; empty if there was no choice.
  std::string Assumption;

  /// Whom the first call in Instrs that is not taken calls: "ns::push", or
  /// where that is; empty: there is none, or it is not known.
  std::string Callee;

  /// Why it cannot be modelled ("the loop has no exit"); empty if nothing is
  /// known against it. KernelBuilder judges the instructions.
  std::string WhyNot;
};

} // namespace takt

#endif // TAKT_TOOLS_INPUT_CODEREGION_H
