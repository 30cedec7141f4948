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
#include "llvm/Support/GlobPattern.h"
#include <cstdlib>

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
  Functions.push_back(Text.str());
  return Error::success();
}

static bool readHex(StringRef Text, uint64_t &Value) {
  Text = Text.trim();
  if (!Text.consume_front("0x"))
    Text.consume_front("0X");
  return !Text.empty() && !Text.getAsInteger(16, Value);
}

/// \p Text as addresses; \p Option names it in an error.
static Expected<AddressRange> readRange(const Twine &Option, StringRef Text) {
  const auto [First, Second] = Text.split('-');
  AddressRange R;
  if (!readHex(First, R.Start) || !readHex(Second, R.End))
    return createStringError(Option + "=" + Text +
                             ": expected START-END in hexadecimal");
  if (R.Start >= R.End)
    return createStringError(Option + "=" + Text +
                             ": the range is empty (END is not included)");
  return R;
}

Error Selection::setAddresses(StringRef Text) {
  Expected<AddressRange> R = readRange("--address", Text);
  if (!R)
    return R.takeError();
  Addresses = *R;
  return Error::success();
}

Error Selection::addPath(StringRef Text) {
  std::vector<AddressRange> &Path = Paths.emplace_back();
  SmallVector<StringRef, 8> Pieces;
  Text.split(Pieces, ',');
  for (const StringRef Piece : Pieces) {
    Expected<AddressRange> R = readRange("--path", Piece);
    if (!R)
      return R.takeError();
    Path.push_back(*R);
  }
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

/// A name that is no valid glob ("operator[]") is only a name.
static bool globMatches(StringRef Pattern, StringRef Name) {
  Expected<GlobPattern> Glob = GlobPattern::create(Pattern);
  if (!Glob) {
    consumeError(Glob.takeError());
    return false;
  }
  return Glob->match(Name);
}

/// A text that the demangler has allocated; null: none.
static std::string takeText(char *Text) {
  std::string S = Text ? Text : "";
  std::free(Text);
  return S;
}

/// What people call the function \p Linked. Demangled, a template has the type
/// of its result in front ("int* ns::sum<int>(int*)"), which nobody writes.
static SmallVector<std::string, 5> namesOf(const std::string &Linked) {
  SmallVector<std::string, 5> Names{Linked, demangle(Linked)};
  ItaniumPartialDemangler D;
  // True if it is no such name: another language's has no types in front.
  if (D.partialDemangle(Linked.c_str()) || !D.isFunction()) {
    Names.push_back(StringRef(Names[1]).split('(').first.str());
    return Names;
  }
  const std::string Name = takeText(D.getFunctionName(nullptr, nullptr));
  const std::string In =
      takeText(D.getFunctionDeclContextName(nullptr, nullptr));
  Names.push_back(Name + takeText(D.getFunctionParameters(nullptr, nullptr)));
  Names.push_back(Name);
  Names.push_back((In.empty() ? "" : In + "::") +
                  takeText(D.getFunctionBaseName(nullptr, nullptr)));
  return Names;
}

bool Selection::matchesFunction(StringRef Linked) const {
  if (Functions.empty())
    return true;
  const SmallVector<std::string, 5> Names = namesOf(Linked.str());
  return any_of(Functions, [&](const std::string &F) {
    return any_of(Names, [&](const std::string &Name) {
      return Name == F || globMatches(F, Name);
    });
  });
}

std::string Selection::describe() const {
  std::vector<std::string> Parts;
  for (const std::string &F : Functions)
    Parts.push_back("function '" + F + "'");
  if (Addresses)
    Parts.push_back("addresses 0x" + utohexstr(Addresses->Start, true) + "-0x" +
                    utohexstr(Addresses->End, true));
  if (Lines)
    Parts.push_back("lines " + Lines->File + ":" + std::to_string(Lines->From) +
                    "-" + std::to_string(Lines->To));
  return join(Parts, ", ");
}
