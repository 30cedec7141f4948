//===- KernelReader.cpp - Parts of the kernel text form ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace takt;

bool KernelReader::isNumber(const KernelToken &T) {
  return T.Kind == KernelToken::Word && all_of(T.Text, isDigit);
}

Error KernelReader::expected(const Twine &What) const {
  if (isEnd())
    return fail("expected " + What + " before the end of the line");
  return fail("expected " + What + ", found '" + tok().Text + "'");
}

Error KernelReader::endOfLine() {
  if (!isEnd())
    return expected("the end of the line");
  ++Next;
  return Error::success();
}

Error KernelReader::parseName(std::string &Name, const Twine &What) {
  if (!isName())
    return expected(What);
  Name = tok().Text;
  ++Next;
  return Error::success();
}

Error KernelReader::parseNumberUpTo(uint64_t &N, uint64_t Least,
                                    uint64_t Most) {
  if (!isNumber(tok()))
    return expected("a number");
  if (StringRef(tok().Text).getAsInteger(10, N) || N < Least || N > Most)
    return fail("expected a number from " + Twine(Least) + " to " +
                Twine(Most) + ", found '" + tok().Text + "'");
  ++Next;
  return Error::success();
}

Error KernelReader::parseRational(std::string &Value) {
  const KernelToken Start = tok();
  std::string Text;
  if (Error E = parseName(Text, "a number"))
    return E;
  const auto [Whole, Decimals] = StringRef(Text).split('.');
  uint32_t N = 0;
  int64_t Fraction = 0, Den = 1;
  if (Whole.getAsInteger(10, N) || Decimals.size() > 6 ||
      (Text.size() != Whole.size() && Decimals.getAsInteger(10, Fraction)))
    return failAt(Start, "expected a number, found '" + Text + "'");
  for (size_t I = 0; I != Decimals.size(); ++I)
    Den *= 10;
  Rational R = Rational(N) + Rational(Fraction, Den);
  if (eat("/")) {
    uint32_t Divisor = 1;
    if (Error E = parseNumber(Divisor, 1))
      return E;
    R = R / Rational(Divisor);
  }
  Value = R.exactStr();
  return Error::success();
}

Error KernelReader::parseResources(ResourceMask &Mask) {
  do {
    if (Error E = parseResource(Mask))
      return E;
  } while (eat("/"));
  return Error::success();
}

Error KernelReader::parseResource(ResourceMask &Mask) {
  const KernelToken Start = tok();
  std::string Name;
  if (Error E = parseName(Name, "a port or unit, or 'none'"))
    return E;
  if (const std::optional<unsigned> Index = C.findResource(Name)) {
    Mask |= ResourceMask(1) << *Index;
    return Error::success();
  }
  const size_t Digits = StringRef(Name).find_last_not_of("0123456789") + 1;
  ResourceMask Found = 0;
  for (const char Digit : StringRef(Name).drop_front(Digits)) {
    const std::optional<unsigned> Index =
        C.findResource(Name.substr(0, Digits) + Digit);
    Found = Index ? Found | ResourceMask(1) << *Index : 0;
    if (!Index)
      break;
  }
  if (!Found)
    return failAt(Start, "'" + Name + "' is no port or unit of " + C.Name);
  Mask |= Found;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Expectations
//===----------------------------------------------------------------------===//

Error KernelReader::parseExpectation(Expectation &X) {
  const KernelToken Key = tok();
  X.Line = Key.Line;
  X.Column = Key.Column;
  if (Error E = parseName(X.Key, "a quantity (cycles, ports, ...)"))
    return E;
  if (is_contained({"cycles", "ports", "front-end", "dependences"}, X.Key))
    return parseRational(X.Value);
  if (X.Key == "bound-by")
    return parseExpectedBinder(X.Value);
  if (X.Key == "recurrence")
    return parseRecurrence(X.Value);
  if (X.Key == "load")
    return parseExpectedLoad(X);
  if (X.Key != "saturated")
    return failAt(Key, "'" + X.Key + "' cannot be expected of a kernel");
  ResourceMask Mask = 0;
  if (!eatWord("none"))
    if (Error E = parseResources(Mask))
      return E;
  X.Value = resourceSetText(Mask, C);
  return Error::success();
}

Error KernelReader::parseExpectedBinder(std::string &Value) {
  const KernelToken Start = tok();
  if (Error E = parseName(Value, "the part that binds"))
    return E;
  if (is_contained({"dependences", "ports", "front-end", "nothing"}, Value))
    return Error::success();
  return failAt(Start, "expected dependences, ports, front-end or nothing, "
                       "found '" +
                           Value + "'");
}

Error KernelReader::parseExpectedLoad(Expectation &X) {
  const KernelToken Start = tok();
  ResourceMask Mask = 0;
  if (Error E = parseResource(Mask))
    return E;
  if ((Mask & (Mask - 1)) != 0)
    return failAt(Start, "expected a single port or unit");
  X.Key += " " + resourceSetText(Mask, C);
  return parseRational(X.Value);
}

/// "none", or instructions with arrows between them.
Error KernelReader::parseRecurrence(std::string &Value) {
  do {
    std::string Name;
    if (Error E = parseName(Name, "an instruction, or 'none'"))
      return E;
    Value += (Value.empty() ? "" : "->") + Name;
  } while (eat("->"));
  return Error::success();
}
