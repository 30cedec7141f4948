//===- KernelLexer.cpp - Words of the kernel text form ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace takt;

Error takt::kernelTextError(StringRef File, unsigned Line, unsigned Column,
                            const Twine &Reason) {
  return createStringError(inconvertibleErrorCode(), File + ":" + Twine(Line) +
                                                         ":" + Twine(Column) +
                                                         ": " + Reason);
}

/// Characters at the start of \p Text that form one bare word. A hyphen belongs
/// to it before a letter ("front-end"), not before a number ("acc-4").
static size_t wordLength(StringRef Text) {
  size_t N = 0;
  while (N != Text.size() &&
         (isAlnum(Text[N]) || Text[N] == '_' || Text[N] == '.' ||
          (N != 0 && Text[N] == '-' && N + 1 != Text.size() &&
           isAlpha(Text[N + 1]))))
    ++N;
  return N;
}

bool takt::isBareWord(StringRef Name) {
  return !Name.empty() && wordLength(Name) == Name.size();
}

namespace {

class Lexer {
public:
  explicit Lexer(MemoryBufferRef Buffer)
      : File(Buffer.getBufferIdentifier()), Rest(Buffer.getBuffer()) {}

  Expected<std::vector<KernelToken>> lex();

private:
  Error lexOne();
  Error lexQuoted();
  void add(KernelToken::KindType Kind, StringRef Text);
  void take(size_t N) {
    Rest = Rest.drop_front(N);
    Column += N;
  }
  void endLine();
  Error fail(const Twine &Reason) const {
    return kernelTextError(File, Line, Column, Reason);
  }

  const StringRef File;
  StringRef Rest;
  unsigned Line = 1, Column = 1;
  std::vector<KernelToken> Tokens;
};

} // namespace

void Lexer::add(KernelToken::KindType Kind, StringRef Text) {
  KernelToken T;
  T.Kind = Kind;
  T.Text = Text.str();
  T.Line = Line;
  T.Column = Column;
  Tokens.push_back(std::move(T));
}

void Lexer::endLine() {
  if (!Tokens.empty() && Tokens.back().Kind != KernelToken::EndOfLine)
    add(KernelToken::EndOfLine, "");
}

Error Lexer::lexQuoted() {
  const unsigned Begin = Column;
  std::string Text;
  take(1);
  while (!Rest.empty() && Rest.front() != '"' && Rest.front() != '\n') {
    if (Rest.front() != '\\') {
      Text += Rest.front();
      take(1);
    } else if (Rest.starts_with("\\\\")) {
      Text += '\\';
      take(2);
    } else if (Rest.size() >= 3 && isHexDigit(Rest[1]) && isHexDigit(Rest[2])) {
      Text += static_cast<char>(hexFromNibbles(Rest[1], Rest[2]));
      take(3);
    } else {
      return fail("expected \\\\ or two hexadecimal digits after \\");
    }
  }
  if (!Rest.starts_with("\""))
    return kernelTextError(File, Line, Begin, "missing closing quote");
  take(1);
  add(KernelToken::Quoted, Text);
  Tokens.back().Column = Begin;
  if (Text.empty())
    return kernelTextError(File, Line, Begin, "empty name");
  return Error::success();
}

Error Lexer::lexOne() {
  const char C = Rest.front();
  if (C == '\n') {
    endLine();
    Rest = Rest.drop_front();
    ++Line;
    Column = 1;
    return Error::success();
  }
  if (C == ' ' || C == '\t' || C == '\r') {
    take(1);
    return Error::success();
  }
  if (C == '#') {
    take(std::min(Rest.find('\n'), Rest.size()));
    return Error::success();
  }
  if (C == '"')
    return lexQuoted();
  if (const size_t N = wordLength(Rest)) {
    add(KernelToken::Word, Rest.take_front(N));
    take(N);
    return Error::success();
  }
  if (!StringRef(":;|+-*/@~$").contains(C)) {
    std::string Shown;
    raw_string_ostream(Shown).write_escaped(Rest.take_front(1), true);
    return fail("unexpected character '" + Shown + "'");
  }
  const StringRef Text = Rest.take_front(Rest.starts_with("->") ? 2 : 1);
  if ((C == ':' || C == ';' || C == '|') && !Tokens.empty() &&
      Tokens.back().Kind == KernelToken::EndOfLine)
    Tokens.pop_back();
  add(KernelToken::Punctuation, Text);
  take(Text.size());
  return Error::success();
}

Expected<std::vector<KernelToken>> Lexer::lex() {
  while (!Rest.empty())
    if (Error E = lexOne())
      return E;
  endLine();
  add(KernelToken::EndOfFile, "");
  return std::move(Tokens);
}

Expected<std::vector<KernelToken>> takt::lexKernels(MemoryBufferRef Buffer) {
  return Lexer(Buffer).lex();
}
