//===- OpcodePatterns.cpp - Which patterns an opcode matches ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpcodePatterns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace takt;
using llvm::StringRef;

namespace {

/// A literal start, which may be all that is matched.
struct Prefix {
  std::string Text;
  bool Whole = true;
};

/// Walks over a regular expression and collects literal starts. What it does
/// not know (repetition, bounds, anchors) ends them, so they stay right.
class PrefixReader {
public:
  explicit PrefixReader(StringRef Rest) : Rest(Rest) {}

  /// All of `a|b|c`, up to a closing bracket or the end.
  std::vector<Prefix> alternatives();
  /// Something was not understood; nothing is known then.
  bool gaveUp() const { return GaveUp; }

private:
  std::vector<Prefix> sequence();
  std::vector<Prefix> atom();
  std::vector<Prefix> characters();

  StringRef Rest;
  bool GaveUp = false;
};

} // namespace

/// Beyond these, starts are cut: no opcode needs more to be told apart.
static constexpr size_t MaxPrefixes = 128, MaxLength = 16;

static std::vector<Prefix> anything() { return {{"", false}}; }

/// Every one of \p Starts followed by every one of \p Next.
static void append(std::vector<Prefix> &Starts, llvm::ArrayRef<Prefix> Next) {
  size_t Whole =
      llvm::count_if(Starts, [](const Prefix &P) { return P.Whole; });
  if (Starts.size() + Whole * Next.size() > MaxPrefixes) {
    for (Prefix &P : Starts)
      P.Whole = false;
    return;
  }
  std::vector<Prefix> Longer;
  for (const Prefix &P : Starts) {
    if (!P.Whole) {
      Longer.push_back(P);
      continue;
    }
    for (const Prefix &N : Next)
      Longer.push_back({P.Text + N.Text,
                        N.Whole && P.Text.size() + N.Text.size() <= MaxLength});
  }
  Starts = std::move(Longer);
}

std::vector<Prefix> PrefixReader::alternatives() {
  std::vector<Prefix> All = sequence();
  while (Rest.consume_front("|"))
    llvm::append_range(All, sequence());
  return All;
}

std::vector<Prefix> PrefixReader::sequence() {
  std::vector<Prefix> Starts = {{"", true}};
  while (!Rest.empty() && Rest.front() != '|' && Rest.front() != ')') {
    std::vector<Prefix> Next = atom();
    if (Rest.consume_front("?")) {
      Next.push_back({"", true});
    } else if (Rest.consume_front("+")) {
      for (Prefix &P : Next)
        P.Whole = false;
    } else if (Rest.consume_front("*")) {
      Next = anything();
    } else if (Rest.consume_front("{")) {
      Rest = Rest.drop_until([](char Ch) { return Ch == '}'; });
      Rest.consume_front("}");
      Next = anything();
    }
    append(Starts, Next);
  }
  return Starts;
}

std::vector<Prefix> PrefixReader::atom() {
  char Ch = Rest.front();
  Rest = Rest.drop_front();
  if (Ch == '(') {
    std::vector<Prefix> Group = alternatives();
    Rest.consume_front(")");
    return Group;
  }
  if (Ch == '[')
    return characters();
  if (llvm::isAlnum(Ch) || Ch == '_')
    return {{std::string(1, Ch), true}};
  // Back references count from the escape, so nothing behind one is taken.
  if (Ch == '\\')
    Rest = Rest.drop_front(!Rest.empty());
  return anything();
}

/// The rest of `[abc]`; ranges and classes are any character.
std::vector<Prefix> PrefixReader::characters() {
  size_t Close = Rest.find(']', 1);
  if (Close == StringRef::npos)
    return anything();
  StringRef Inside = Rest.take_front(Close);
  Rest = Rest.drop_front(Close + 1);
  std::vector<Prefix> Each;
  for (char Ch : Inside) {
    if (!llvm::isAlnum(Ch) && Ch != '_') {
      // "[[:alpha:]]" has a bracket of its own behind it.
      GaveUp |= Inside.contains('[');
      return anything();
    }
    Each.push_back({std::string(1, Ch), true});
  }
  return Each;
}

std::vector<std::string> takt::literalPrefixes(StringRef Regex) {
  PrefixReader Reader(Regex);
  std::vector<std::string> Texts;
  for (Prefix &P : Reader.alternatives())
    Texts.push_back(std::move(P.Text));
  if (Reader.gaveUp())
    return {""};
  llvm::sort(Texts);
  // A start of another start stands for it.
  std::vector<std::string> Shortest;
  for (std::string &T : Texts)
    if (Shortest.empty() || !StringRef(T).starts_with(Shortest.back()))
      Shortest.push_back(std::move(T));
  return Shortest;
}

uint64_t OpcodeTable::hash(StringRef Opcode) {
  return llvm::xxh3_64bits(Opcode);
}

llvm::ArrayRef<PatternId> OpcodeTable::find(StringRef Opcode) const {
  const uint64_t Hash = hash(Opcode);
  const auto *It = llvm::lower_bound(Hashes, Hash);
  const size_t Class =
      It != Hashes.end() && *It == Hash ? Classes[It - Hashes.begin()] : 0;
  return Ids.slice(Starts[Class], Starts[Class + 1] - Starts[Class]);
}

llvm::Expected<PatternId> OpcodePatterns::add(StringRef Text) {
  auto Known = ByText.find(Text);
  if (Known != ByText.end())
    return Known->second;
  if (Regexes.size() > UINT16_MAX)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "too many regular expressions");
  auto Regex = std::make_unique<llvm::Regex>(("^(" + Text + ")$").str());
  std::string Reason;
  if (!Regex->isValid(Reason))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "bad regular expression: " + Reason);
  const PatternId Id = Regexes.size();
  Regexes.push_back(std::move(Regex));
  ByText[Text] = Id;
  for (const std::string &P : literalPrefixes(Text)) {
    ByPrefix[P].push_back(Id);
    LongestPrefix = std::max(LongestPrefix, P.size());
  }
  return Id;
}

bool OpcodePatterns::matches(PatternId Pattern, StringRef Opcode) const {
  return llvm::is_contained(matching(Opcode), Pattern);
}

PatternIds OpcodePatterns::matching(StringRef Opcode) const {
  if (Table)
    return PatternIds(Table->find(Opcode));
  PatternIds Found;
  for (size_t Length = 0, End = std::min(LongestPrefix, Opcode.size());
       Length <= End; ++Length) {
    auto It = ByPrefix.find(Opcode.take_front(Length));
    if (It == ByPrefix.end())
      continue;
    for (PatternId Id : It->second)
      if (Regexes[Id]->match(Opcode))
        Found.push_back(Id);
  }
  llvm::sort(Found);
  return Found;
}
