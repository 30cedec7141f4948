//===- AArch64Operands.cpp - Memory operands of AArch64 -------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads them off the text: LLVM has a hundred forms of opcodes, the assembler
/// a handful of spellings (Arm ARM DDI 0487, section C1.3.3).
///
//===----------------------------------------------------------------------===//

#include "MemoryOperands.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace takt;

/// The number of an x or w register or sp.
static std::optional<unsigned> registerIn(StringRef Name) {
  unsigned Number = 0;
  if (Name == "sp")
    return 31;
  if ((Name.consume_front("x") || Name.consume_front("w")) &&
      !Name.getAsInteger(10, Number) && Number <= 30)
    return Number;
  return std::nullopt;
}

/// Bytes of one register as it is named in front of the address.
static unsigned registerSize(StringRef Name) {
  return StringSwitch<unsigned>(Name.take_front(1))
      .Cases("x", "d", 8)
      .Cases("w", "s", 4)
      .Case("q", 16)
      .Case("h", 2)
      .Case("b", 1)
      .Default(0);
}

/// "{ v0.4s, v1.4s }" or "{ v0.s }[1]": bytes of all.
static unsigned listSize(StringRef List, bool Replicated) {
  const bool Lane = List.contains('[') || Replicated;
  const size_t Count = List.count('v');
  const StringRef Kind = List.split('.').second.take_until(
      [](char C) { return C == ',' || C == ' ' || C == '}'; });
  const char Element = Kind.empty() ? 0 : Kind.back();
  const unsigned Bytes = StringSwitch<unsigned>(StringRef(&Element, 1))
                             .Case("b", 1)
                             .Case("h", 2)
                             .Case("s", 4)
                             .Case("d", 8)
                             .Default(0);
  unsigned Elements = 1;
  if (!Lane && Kind.drop_back().getAsInteger(10, Elements))
    return 0;
  return Bytes * Elements * static_cast<unsigned>(Count);
}

/// Bytes that the instruction accesses; 0: not known.
static unsigned sizeOf(StringRef Mnemonic, StringRef Before) {
  if (Before.contains('{'))
    return listSize(Before, Mnemonic.ends_with("r"));
  const StringRef First = Before.split(',').first.trim();
  if (Mnemonic.ends_with("b"))
    return 1;
  if (Mnemonic.ends_with("h"))
    return 2;
  if (Mnemonic == "ldpsw")
    return 8;
  if (Mnemonic.ends_with("sw"))
    return 4;
  const bool Pair = Mnemonic == "ldp" || Mnemonic == "stp" ||
                    Mnemonic == "ldnp" || Mnemonic == "stnp";
  return registerSize(First) * (Pair ? 2 : 1);
}

static bool readImmediate(StringRef Text, int64_t &Value) {
  return Text.consume_front("#") && !Text.getAsInteger(0, Value);
}

/// "w2, sxtw #2", "x2, lsl #3", "x2" or "#8" within the brackets.
static bool readOffset(ArrayRef<StringRef> Parts, AccessSite &Site) {
  if (Parts.empty())
    return true;
  if (readImmediate(Parts[0], Site.Displacement))
    return Parts.size() == 1;
  Site.Index = registerIn(Parts[0]);
  if (!Site.Index || Parts.size() > 2)
    return false;
  if (Parts.size() == 1)
    return true;
  const auto [Kind, Amount] = Parts[1].split(' ');
  if (Kind == "sxtw")
    Site.Kind = IndexKind::Signed32;
  else if (Kind == "uxtw")
    Site.Kind = IndexKind::Unsigned32;
  else if (Kind != "lsl" && Kind != "sxtx")
    return false;
  int64_t Shift = 0;
  if (!Amount.empty() && (!readImmediate(Amount, Shift) || Shift > 4))
    return false;
  Site.Scale = 1u << Shift;
  return true;
}

std::optional<AccessSite> takt::readAArch64Access(StringRef Text) {
  Text = Text.trim();
  const size_t Open = Text.rfind('['), Close = Text.find(']', Open);
  // The lane of a list has brackets of its own, in front.
  if (Open == StringRef::npos || Close == StringRef::npos)
    return std::nullopt;
  const size_t End = Text.find_first_of(" \t");
  const StringRef Before = Text.slice(End, Open).trim().rtrim(", ");
  SmallVector<StringRef, 4> Parts;
  Text.slice(Open + 1, Close).split(Parts, ',');
  for (StringRef &P : Parts)
    P = P.trim();
  AccessSite Site;
  Site.Base = registerIn(Parts[0]);
  Site.Size = sizeOf(Text.take_front(End), Before);
  if (!Site.Base || Site.Size == 0 ||
      !readOffset(ArrayRef(Parts).drop_front(), Site))
    return std::nullopt;
  return Site;
}

int64_t takt::writeBackOf(StringRef Text) {
  Text = Text.trim();
  const size_t Close = Text.rfind(']');
  int64_t Amount = 0;
  if (Close == StringRef::npos)
    return 0;
  const StringRef Behind = Text.substr(Close + 1).trim();
  if (Behind == "!")
    readImmediate(Text.slice(Text.rfind(',', Close) + 1, Close).trim(), Amount);
  else if (Behind.starts_with(","))
    readImmediate(Behind.drop_front().trim(), Amount);
  return Amount;
}
