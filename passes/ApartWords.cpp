//===- ApartWords.cpp - How to say that accesses never meet -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/ApartWords.h"
#include "takt/passes/OverlapReport.h"
#include "takt/passes/SourceWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace takt;

static bool mayPromise(const AccessName &N) { return N.Can != Promise::None; }

/// Where a promise is as usual: the object of a member function has it rarely.
static bool isPlain(const AccessName &N) {
  return mayPromise(N) && N.Can != Promise::Method;
}

void ApartWords::name(const AccessName &Of) {
  if (Of.Can == Promise::Method)
    NamesMethod = true;
  else if (Of.Can != Promise::Parameter || !Of.HasName)
    NamesAny = true;
  else if (!is_contained(Parameters, Of.Name))
    Parameters.push_back(Of.Name);
}

void ApartWords::add(const AccessName &Object, ArrayRef<AccessName> Others) {
  if (isPlain(Object) && all_of(Others, isPlain))
    NamesAny = true;
  else if (isPlain(Object))
    name(Object);
  else if (all_of(Others, isPlain))
    for_each(Others, [&](const AccessName &Other) { name(Other); });
  else if (mayPromise(Object))
    name(Object);
  else if (all_of(Others, mayPromise))
    for_each(Others, [&](const AccessName &Other) { name(Other); });
  else
    IsPossible = false;
}

std::string ApartWords::text(const DebugLoc &At) const {
  const SourceWords &Words = wordsAt(At);
  if (!Words.RestrictsPointers)
    return Words.Apart;
  if (!IsPossible)
    return "";
  std::vector<std::string> Places;
  if (!NamesAny && !Parameters.empty()) {
    const std::string Last = Parameters.back();
    const auto Rest = ArrayRef(Parameters).drop_back();
    Places.push_back("on " + join(Rest, ", ") + (Rest.empty() ? "" : " and ") +
                     Last);
  }
  if (NamesMethod)
    Places.push_back("behind the parameters of the member function");
  return Words.Apart + (Places.empty() ? "" : " " + join(Places, " and "));
}
