//===- Selection.cpp - Which code the user asks for -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Selection.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;
using namespace takt;

bool LineRange::matches(StringRef Path, unsigned Line) const {
  if (Line < From || Line > To || !Path.ends_with(File))
    return false;
  return Path.size() == File.size() ||
         Path.drop_back(File.size()).back() == '/';
}

Error Selection::addFunction(StringRef Text) {
  if (Text.empty())
    return createStringError("--function: the name is empty");
  Function F;
  F.Text = Text.str();
  // "operator[]" is no valid glob, but a name.
  if (Expected<GlobPattern> Glob = GlobPattern::create(F.Text))
    F.Glob = std::move(*Glob);
  else
    consumeError(Glob.takeError());
  Functions.push_back(std::move(F));
  return Error::success();
}

static bool readHex(StringRef Text, uint64_t &Value) {
  Text = Text.trim();
  if (!Text.consume_front("0x"))
    Text.consume_front("0X");
  return !Text.empty() && !Text.getAsInteger(16, Value);
}

Error Selection::setAddresses(StringRef Text) {
  const auto [First, Second] = Text.split('-');
  AddressRange R;
  if (!readHex(First, R.Start) || !readHex(Second, R.End))
    return createStringError("--address=" + Text +
                             ": expected START-END in hexadecimal");
  if (R.Start >= R.End)
    return createStringError("--address=" + Text +
                             ": the range is empty (END is not included)");
  Addresses = R;
  return Error::success();
}

Error Selection::setLines(StringRef Text) {
  const auto [File, Numbers] = Text.rsplit(':');
  const auto [First, Second] = Numbers.split('-');
  LineRange L;
  L.File = File.str();
  if (File.empty() || First.getAsInteger(10, L.From) ||
      (Numbers.contains('-') ? Second.getAsInteger(10, L.To)
                             : First.getAsInteger(10, L.To)))
    return createStringError("--line=" + Text +
                             ": expected FILE:LINE or FILE:FROM-TO");
  if (L.From == 0 || L.From > L.To)
    return createStringError("--line=" + Text +
                             ": lines count from 1 and FROM must not be "
                             "behind TO");
  Lines = std::move(L);
  return Error::success();
}

bool Selection::matchesFunction(StringRef Linked) const {
  if (Functions.empty())
    return true;
  const std::string Demangled = demangle(Linked.str());
  const StringRef Base =
      StringRef(Demangled).take_until([](char C) { return C == '('; });
  return any_of(Functions, [&](const Function &F) {
    for (const StringRef Name : {Linked, StringRef(Demangled), Base})
      if (Name == F.Text || (F.Glob && F.Glob->match(Name)))
        return true;
    return false;
  });
}

std::string Selection::describe() const {
  std::vector<std::string> Parts;
  for (const Function &F : Functions)
    Parts.push_back("function '" + F.Text + "'");
  if (Addresses)
    Parts.push_back("addresses 0x" + utohexstr(Addresses->Start, true) + "-0x" +
                    utohexstr(Addresses->End, true));
  if (Lines)
    Parts.push_back("lines " + Lines->File + ":" + std::to_string(Lines->From) +
                    "-" + std::to_string(Lines->To));
  return join(Parts, ", ");
}
