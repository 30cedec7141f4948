//===- AsciiStream.cpp - Reports in ASCII ---------------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsciiStream.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ConvertUTF.h"

using namespace llvm;
using namespace takt;

AsciiStream::~AsciiStream() {
  flush();
  if (!Begun.empty())
    writeCharacter(Begun);
}

/// What stands for a character of takt's own; empty: it is none.
static StringRef spelling(StringRef Character) {
  return StringSwitch<StringRef>(Character)
      .Case("µ", "u")
      .Case("→", "->")
      .Case("…", "...")
      .Default("");
}

/// \p Bytes are a character in UTF-8, or bytes that are none.
void AsciiStream::writeCharacter(StringRef Bytes) {
  if (F == Form::Json) {
    SmallVector<UTF16, 2> Units;
    if (!convertUTF8ToUTF16String(Bytes, Units))
      Units.assign(1, UNI_REPLACEMENT_CHAR);
    for (const UTF16 Unit : Units)
      To << "\\u" << utohexstr(Unit, /*LowerCase=*/true, /*Width=*/4);
    return;
  }
  if (const StringRef Plain = spelling(Bytes); !Plain.empty()) {
    To << Plain;
    return;
  }
  for (const char Byte : Bytes)
    To << '\\' << utohexstr(static_cast<unsigned char>(Byte));
}

void AsciiStream::write_impl(const char *Data, size_t Size) {
  for (const char Byte : StringRef(Data, Size)) {
    const bool Continues = (Byte & 0xc0) == 0x80;
    if (!Begun.empty() && !Continues) {
      writeCharacter(Begun);
      Begun.clear();
    }
    if (isASCII(Byte)) {
      To << Byte;
      continue;
    }
    Begun += Byte;
    if (Begun.size() >= getNumBytesForUTF8(static_cast<UTF8>(Begun[0]))) {
      writeCharacter(Begun);
      Begun.clear();
    }
  }
  To.flush();
}
