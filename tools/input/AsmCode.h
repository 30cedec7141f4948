//===- AsmCode.h - Assembly to an object in memory --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Assembly goes the way of the compiler: LLVM's assembler makes an object of
/// it, in memory, with the true layout, relaxation and padding, and from there
/// on it is read like any object. What an object does not hold is kept beside
/// it: where each instruction stands in the text, and regions marked by
/// comments:
///
///     # LLVM-MCA-BEGIN [name]      # OSACA-BEGIN
///     # LLVM-MCA-END [name]        # OSACA-END
///
/// behind any comment characters of the assembler, or ';' at the start of a
/// line. Named regions may overlap; an end without a name ends the last region
/// begun; a region without an end goes on to the end of the input.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_ASMCODE_H
#define TAKT_TOOLS_INPUT_ASMCODE_H

#include "CodeRegion.h"
#include "CodeTarget.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <utility>
#include <vector>

namespace takt {

/// What an assembled section does not say itself.
struct AsmSection {
  std::string Name;
  /// Sections of one name are told apart by their order.
  unsigned Ordinal = 0;
  /// Where the instruction at an offset stands in the input; sorted.
  std::vector<std::pair<uint64_t, TextPosition>> Positions;
  /// Data directives, where the architecture's instructions cannot be written
  /// as such.
  std::vector<AddressRange> Data;

  /// The position of the instruction at \p Offset; line 0 if it is padding or
  /// comes from a macro.
  TextPosition positionOf(uint64_t Offset) const;
};

/// A region between two comments.
struct AsmMarked {
  std::string Name;
  size_t Section = 0; ///< index into AsmCode::Sections
  /// Offsets of its first and its last instruction.
  uint64_t First = 0, Last = 0;
};

/// An assembled input.
struct AsmCode {
  llvm::SmallVector<char, 0> Object; ///< an ELF file
  std::vector<AsmSection> Sections;
  std::vector<AsmMarked> Marked;
};

/// Assembles \p Text for \p T. Errors are LLVM's own, "file:line:col: error:
/// reason" with the line and a caret; also a marked region without
/// instructions, in several sections, or an end without a beginning, and a
/// target whose object files are not ELF.
llvm::Expected<AsmCode> assemble(CodeTarget &T, llvm::MemoryBufferRef Text);

} // namespace takt

#endif // TAKT_TOOLS_INPUT_ASMCODE_H
