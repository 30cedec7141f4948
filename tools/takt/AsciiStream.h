//===- AsciiStream.h - Reports in ASCII -------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is written with more characters than ASCII has, in ASCII. Here rather
/// than where texts are made: names in object files may have any characters.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_TAKT_ASCIISTREAM_H
#define TAKT_TOOLS_TAKT_ASCIISTREAM_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

namespace takt {

/// Turns UTF-8 into ASCII on its way to another stream, which outlives this.
class AsciiStream : public llvm::raw_ostream {
public:
  enum class Form : uint8_t {
    Text, ///< what takt writes has a spelling ("->"), other bytes are "\C3"
    Json, ///< "\u2192", which means the same
  };
  AsciiStream(llvm::raw_ostream &To, Form F) : To(To), F(F) {}
  ~AsciiStream() override;

  bool is_displayed() const override { return To.is_displayed(); }
  bool has_colors() const override { return To.has_colors(); }

private:
  void write_impl(const char *Data, size_t Size) override;
  uint64_t current_pos() const override { return To.tell(); }
  void writeCharacter(llvm::StringRef Bytes);

  llvm::raw_ostream &To;
  const Form F;
  /// A character of which not all bytes have come.
  llvm::SmallString<4> Begun;
};

} // namespace takt

#endif // TAKT_TOOLS_TAKT_ASCIISTREAM_H
