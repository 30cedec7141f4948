//===- LineReader.h - Lines of a file, piece by piece -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a file or a pipe in pieces of whole lines, as they come.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_TAKT_LINEREADER_H
#define TAKT_TOOLS_TAKT_LINEREADER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <optional>
#include <string>

namespace takt {

/// Some whole lines.
struct LinePiece {
  /// The lines with their line ends; the last one of a file may have none.
  std::string Text;
  /// Number of the first line, from 1.
  uint64_t FirstLine = 1;
  /// Where the piece ends in the file, in bytes.
  uint64_t End = 0;
};

class LineReader {
public:
  /// The longest line that is taken; of longer ones the rest is dropped.
  static constexpr size_t LongestLine = 1 << 20;

  /// Opens \p File, "-" for the standard input.
  static llvm::Expected<LineReader> open(llvm::StringRef File);
  LineReader(LineReader &&Other);
  LineReader &operator=(LineReader &&) = delete;
  ~LineReader();

  /// Length in bytes if it is a regular file.
  std::optional<uint64_t> size() const { return Size; }

  /// The next lines: what one read brings, but at least one line, without a
  /// byte order mark in front of the first. None at the end of the file.
  llvm::Expected<std::optional<LinePiece>> next();

private:
  explicit LineReader(llvm::sys::fs::file_t Handle) : Handle(Handle) {}
  llvm::Expected<bool> fill();
  void dropTooLong();

  llvm::sys::fs::file_t Handle;
  bool Owned = false;
  std::optional<uint64_t> Size;
  /// What has been read and not handed out.
  std::string Rest;
  /// The current line is too long, and its beginning is in Rest.
  bool Dropping = false;
  bool AtEnd = false;
  uint64_t Line = 1;
  uint64_t Offset = 0;
};

} // namespace takt

#endif // TAKT_TOOLS_TAKT_LINEREADER_H
