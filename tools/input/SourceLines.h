//===- SourceLines.h - Source lines of addresses ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// DWARF line information through LLVM's symbolizer.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_SOURCELINES_H
#define TAKT_TOOLS_INPUT_SOURCELINES_H

#include "llvm/Object/ObjectFile.h"
#include <memory>
#include <string>

namespace llvm::symbolize {
class LLVMSymbolizer;
} // namespace llvm::symbolize

namespace takt {

/// A line of a source file; line 0 is none.
struct SourceLine {
  std::string File;
  unsigned Line = 0;
  explicit operator bool() const { return Line != 0; }
};

/// The line information of one object file, which outlives this. Only what is
/// in the file itself; split debug files are not looked for.
class SourceLines {
public:
  explicit SourceLines(const llvm::object::ObjectFile &Obj);
  ~SourceLines();

  /// True if the file has a line table.
  bool available() const { return Symbolizer != nullptr; }
  /// The innermost source line of the instruction at \p Address in section
  /// \p Section (index); none if it is not known or cannot be read.
  SourceLine at(uint64_t Address, uint64_t Section);

private:
  const llvm::object::ObjectFile &Obj;
  std::unique_ptr<llvm::symbolize::LLVMSymbolizer> Symbolizer;
};

} // namespace takt

#endif // TAKT_TOOLS_INPUT_SOURCELINES_H
