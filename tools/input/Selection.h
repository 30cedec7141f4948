//===- Selection.h - Which code the user asks for ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions, addresses and source lines as the user writes them.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_SELECTION_H
#define TAKT_TOOLS_INPUT_SELECTION_H

#include "CodeRegion.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace takt {

/// Lines of a source file.
struct LineRange {
  /// As written; matches a file whose path ends in it at a '/'.
  std::string File;
  unsigned From = 0, To = 0; ///< inclusive

  bool matches(llvm::StringRef Path, unsigned Line) const;
};

/// What is to be analysed; several conditions must all hold.
class Selection {
public:
  /// Adds a function: its linked name, its demangled name with or without
  /// parameters and, for templates, the type of the result and the function's
  /// own arguments ("ns::sum<int>(int*)", "ns::sum<int>", "ns::sum"), or a glob
  /// over any of these. An error if it is empty.
  llvm::Error addFunction(llvm::StringRef Text);
  /// Sets the addresses: "START-END", hexadecimal with or without 0x, END not
  /// included. An error if it is malformed or empty.
  llvm::Error setAddresses(llvm::StringRef Text);
  /// Adds a path: "START-END,START-END,...", addresses as above, in the order
  /// of execution. An error if it is malformed or a piece is empty.
  llvm::Error addPath(llvm::StringRef Text);
  /// Sets the lines: "file:line" or "file:from-to".
  llvm::Error setLines(llvm::StringRef Text);

  /// No condition; paths are none.
  bool empty() const { return Functions.empty() && !Addresses && !Lines; }
  bool hasFunctions() const { return !Functions.empty(); }
  const std::optional<AddressRange> &addresses() const { return Addresses; }
  const std::optional<LineRange> &lines() const { return Lines; }
  /// The pieces of each path.
  const std::vector<std::vector<AddressRange>> &paths() const { return Paths; }

  /// True if no function is named, or \p Linked is one of them.
  bool matchesFunction(llvm::StringRef Linked) const;
  /// "function 'f', addresses 0x10-0x20, lines f.c:3-5".
  std::string describe() const;

private:
  std::vector<std::string> Functions;
  std::optional<AddressRange> Addresses;
  std::vector<std::vector<AddressRange>> Paths;
  std::optional<LineRange> Lines;
};

} // namespace takt

#endif // TAKT_TOOLS_INPUT_SELECTION_H
