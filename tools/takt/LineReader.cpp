//===- LineReader.cpp - Lines of a file, piece by piece -------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineReader.h"

using namespace llvm;
using namespace takt;

Expected<LineReader> LineReader::open(StringRef File) {
  if (File == "-")
    return LineReader(sys::fs::getStdinHandle());
  Expected<sys::fs::file_t> Handle = sys::fs::openNativeFileForRead(File);
  if (!Handle)
    return createFileError(File, Handle.takeError());
  LineReader R(*Handle);
  R.Owned = true;
  sys::fs::file_status Status;
  if (!sys::fs::status(*Handle, Status)) {
    if (Status.type() == sys::fs::file_type::directory_file)
      return createFileError(File,
                             std::make_error_code(std::errc::is_a_directory));
    if (Status.type() == sys::fs::file_type::regular_file)
      R.Size = Status.getSize();
  }
  return std::move(R);
}

LineReader::LineReader(LineReader &&Other)
    : Handle(Other.Handle), Owned(Other.Owned), Size(Other.Size),
      Rest(std::move(Other.Rest)), Dropping(Other.Dropping), AtEnd(Other.AtEnd),
      Line(Other.Line), Offset(Other.Offset) {
  Other.Owned = false;
}

LineReader::~LineReader() {
  if (Owned)
    (void)sys::fs::closeFile(Handle);
}

/// Reads more. \returns false at the end of the file.
Expected<bool> LineReader::fill() {
  constexpr size_t ReadSize = 1 << 15;
  const size_t Old = Rest.size();
  Rest.resize(Old + ReadSize);
  Expected<size_t> Got = sys::fs::readNativeFile(
      Handle, MutableArrayRef<char>(Rest.data() + Old, ReadSize));
  if (!Got)
    return Got.takeError();
  Rest.resize(Old + *Got);
  Offset += *Got;
  if (Dropping)
    dropTooLong();
  return *Got != 0;
}

/// Throws away what follows the kept beginning of a line that is too long.
void LineReader::dropTooLong() {
  const size_t End = Rest.find('\n', LongestLine);
  Dropping = End == std::string::npos;
  Rest.erase(LongestLine, Dropping ? std::string::npos : End - LongestLine);
}

Expected<std::optional<LinePiece>> LineReader::next() {
  size_t End = Rest.rfind('\n');
  while (!AtEnd && End == std::string::npos) {
    Expected<bool> More = fill();
    if (!More)
      return More.takeError();
    AtEnd = !*More;
    End = Rest.rfind('\n');
    if (End == std::string::npos && Rest.size() > LongestLine && !Dropping) {
      Dropping = true;
      dropTooLong();
    }
  }
  if (Rest.empty())
    return std::nullopt;
  LinePiece Piece;
  const size_t Length = End == std::string::npos ? Rest.size() : End + 1;
  Piece.Text = Rest.substr(0, Length);
  Rest.erase(0, Length);
  // What begins files of some programs is not part of the first line.
  if (Line == 1 && StringRef(Piece.Text).starts_with("\xef\xbb\xbf"))
    Piece.Text.erase(0, 3);
  Piece.FirstLine = Line;
  Piece.End = Offset - Rest.size();
  Line += StringRef(Piece.Text).count('\n');
  return Piece;
}
