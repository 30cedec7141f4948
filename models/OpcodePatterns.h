//===- OpcodePatterns.h - Which patterns an opcode matches ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The regular expressions of a description, all together, so that the few that
/// an opcode matches are found without trying each. Those of descriptions that
/// are compiled in were tried on all opcodes of LLVM's when Takt was built.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_OPCODEPATTERNS_H
#define TAKT_MODELS_OPCODEPATTERNS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Regex.h"
#include <memory>
#include <string>
#include <vector>

namespace takt {

/// Index into the patterns of a description.
using PatternId = uint16_t;

/// Ascending.
using PatternIds = llvm::SmallVector<PatternId, 8>;

/// Literal starts, one of which every text has that \p Regex matches as a
/// whole. \p Regex is a valid extended regular expression.
std::vector<std::string> literalPrefixes(llvm::StringRef Regex);

/// What the patterns of an architecture match, found when Takt was built. Plain
/// arrays: nothing is done when the program starts.
struct OpcodeTable {
  /// Names whose patterns are not just those of class 0, by hash, ascending.
  llvm::ArrayRef<uint64_t> Hashes;
  /// For each of them a class.
  llvm::ArrayRef<uint16_t> Classes;
  /// Where the patterns of each class start in Ids; one more at the end.
  llvm::ArrayRef<uint32_t> Starts;
  llvm::ArrayRef<PatternId> Ids;

  llvm::ArrayRef<PatternId> find(llvm::StringRef Opcode) const;
  static uint64_t hash(llvm::StringRef Opcode);
};

/// Patterns by their number.
class OpcodePatterns {
public:
  OpcodePatterns() = default;
  /// Those of \p Table; add must not be called.
  explicit OpcodePatterns(const OpcodeTable &Table) : Table(&Table) {}

  /// The number of \p Text, which is new or not. An error if it is no extended
  /// regular expression, or the 65536th one.
  llvm::Expected<PatternId> add(llvm::StringRef Text);

  /// The patterns that match the whole of \p Opcode.
  PatternIds matching(llvm::StringRef Opcode) const;
  bool matches(PatternId Pattern, llvm::StringRef Opcode) const;

  /// Number of patterns that were added.
  size_t size() const { return Regexes.size(); }

private:
  const OpcodeTable *Table = nullptr;
  std::vector<std::unique_ptr<llvm::Regex>> Regexes;
  llvm::StringMap<PatternId> ByText;
  /// Patterns by the literal starts of what they match.
  llvm::StringMap<llvm::SmallVector<PatternId, 2>> ByPrefix;
  size_t LongestPrefix = 0;
};

} // namespace takt

#endif // TAKT_MODELS_OPCODEPATTERNS_H
