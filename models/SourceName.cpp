//===- SourceName.cpp - Symbols as sources name them ---------- -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/SourceName.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>

using namespace llvm;

std::string takt::sourceName(StringRef Symbol) {
  std::string Text = Symbol.str(); // which the demangler refers to
  ItaniumPartialDemangler D;
  // True if it is no such name.
  if (D.partialDemangle(Text.c_str()) || !D.isFunction())
    return Text;
  char *Name = D.getFunctionName(nullptr, nullptr);
  if (Name)
    Text = Name;
  std::free(Name);
  return Text;
}
