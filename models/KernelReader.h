//===- KernelReader.h - Parts of the kernel text form -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the parser of kernels (KernelText.cpp) is made from: the token at hand,
/// names, numbers and sets of resources.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_KERNELREADER_H
#define TAKT_MODELS_KERNELREADER_H

#include "KernelLexer.h"
#include "takt/models/KernelText.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <limits>
#include <string>
#include <vector>

namespace takt {

/// Reads tokens one after another. The parse functions take what they read, or
/// return an error that says where it should have been.
class KernelReader {
public:
  KernelReader(llvm::StringRef File, std::vector<KernelToken> Tokens,
               const Cpu &C)
      : C(C), File(File), Tokens(std::move(Tokens)) {}

protected:
  const KernelToken &tok() const { return Tokens[Next]; }
  bool is(llvm::StringRef Punctuation) const {
    return tok().Kind == KernelToken::Punctuation && tok().Text == Punctuation;
  }
  bool isWord(llvm::StringRef Word) const {
    return tok().Kind == KernelToken::Word && tok().Text == Word;
  }
  /// A bare word or a quoted name.
  bool isName() const {
    return tok().Kind == KernelToken::Word || tok().Kind == KernelToken::Quoted;
  }
  static bool isNumber(const KernelToken &T);
  bool isEnd() const {
    return tok().Kind == KernelToken::EndOfLine ||
           tok().Kind == KernelToken::EndOfFile;
  }
  bool isEndOfFile() const { return tok().Kind == KernelToken::EndOfFile; }

  /// Takes the token if it is this one.
  bool eat(llvm::StringRef Punctuation) { return is(Punctuation) && ++Next; }
  bool eatWord(llvm::StringRef Word) { return isWord(Word) && ++Next; }

  llvm::Error endOfLine();
  /// \p What names it in the error: "an instruction".
  llvm::Error parseName(std::string &Name, const llvm::Twine &What);
  /// A decimal number from \p Least to the largest that \p N holds.
  template <typename T> llvm::Error parseNumber(T &N, uint64_t Least = 0) {
    uint64_t Value = 0;
    if (llvm::Error E =
            parseNumberUpTo(Value, Least, std::numeric_limits<T>::max()))
      return E;
    N = static_cast<T>(Value);
    return llvm::Error::success();
  }
  /// The same after a + or -, or none of them.
  template <typename T> llvm::Error parseSigned(T &N) {
    const bool Negative = eat("-");
    if (!Negative)
      eat("+");
    uint64_t Value = 0;
    const uint64_t Most = std::numeric_limits<T>::max();
    if (llvm::Error E = parseNumberUpTo(Value, 0, Most + Negative))
      return E;
    N = static_cast<T>(Negative ? 0 - Value : Value);
    return llvm::Error::success();
  }
  /// "4", "4/3" or "1.5", as Rational::exactStr.
  llvm::Error parseRational(std::string &Value);
  /// "p0", or "p01" for p0 and p1 where that is not a resource itself.
  llvm::Error parseResource(ResourceMask &Mask);
  /// One or more of them: "alu0/alu1".
  llvm::Error parseResources(ResourceMask &Mask);
  /// "cycles 4", "load p0 1/2".
  llvm::Error parseExpectation(Expectation &X);

  llvm::Error failAt(const KernelToken &T, const llvm::Twine &Reason) const {
    return kernelTextError(File, T.Line, T.Column, Reason);
  }
  llvm::Error fail(const llvm::Twine &Reason) const {
    return failAt(tok(), Reason);
  }
  /// "expected \p What, found ...".
  llvm::Error expected(const llvm::Twine &What) const;

  const Cpu &C;

private:
  llvm::Error parseNumberUpTo(uint64_t &N, uint64_t Least, uint64_t Most);
  llvm::Error parseExpectedBinder(std::string &Value);
  llvm::Error parseExpectedLoad(Expectation &X);
  llvm::Error parseRecurrence(std::string &Value);

  const llvm::StringRef File;
  const std::vector<KernelToken> Tokens;
  size_t Next = 0;
};

} // namespace takt

#endif // TAKT_MODELS_KERNELREADER_H
