//===- SourceWords.cpp - What to write in the source's language -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/SourceWords.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugLoc.h"

using namespace llvm;
using namespace takt;

static constexpr SourceWords CWords = {
    "-fassociative-math -fno-signed-zeros -fno-trapping-math, or '#pragma "
    "clang fp reassociate(on)' at the start of the block around it",
    "`restrict`",
    /*RestrictsPointers=*/true,
    "'#pragma clang loop vectorize(disable)'",
    "-mprefer-vector-width=512",
    "a stride that is constant",
    /*HidesStrides=*/false,
    {"'#pragma clang loop interleave_count(", ")'"},
    {"`__builtin_assume(n % ", " == 0)`"}};

static constexpr SourceWords withApart(SourceWords Of, const char *Apart) {
  Of.Apart = Apart;
  return Of;
}

// C++ has no `restrict`.
static constexpr SourceWords CxxWords = withApart(CWords, "`__restrict`");

// Flang 19 has no directive against vectors, and no option for their width but
// that of the instruction set.
static constexpr SourceWords FortranWords = {
    "-fassociative-math -fno-signed-zeros",
    "a plain argument (no `pointer` or `target`)",
    /*RestrictsPointers=*/false,
    "-mllvm -vectorize-loops=false for its file",
    "-Xflang -target-feature -Xflang -prefer-256-bit",
    "`contiguous` arrays, or -fversion-loops-for-stride for arguments",
    /*HidesStrides=*/true,
    {"-mllvm -force-vector-interleave=", " for its file"},
    {nullptr, nullptr}};

const SourceWords &takt::wordsAt(const DebugLoc &Loc) {
  const auto *Scope =
      Loc ? dyn_cast_or_null<DILocalScope>(Loc.getScope()) : nullptr;
  const DISubprogram *Function = Scope ? Scope->getSubprogram() : nullptr;
  const DICompileUnit *Unit = Function ? Function->getUnit() : nullptr;
  if (!Unit)
    return CWords;
  const auto Language =
      static_cast<dwarf::SourceLanguage>(Unit->getSourceLanguage());
  return dwarf::isFortran(Language)     ? FortranWords
         : dwarf::isCPlusPlus(Language) ? CxxWords
                                        : CWords;
}

bool takt::isInSystemHeader(const DebugLoc &Loc) {
  const auto *Scope = Loc ? dyn_cast_or_null<DIScope>(Loc.getScope()) : nullptr;
  const StringRef File = Scope ? Scope->getFilename() : "";
  return File.contains("/include/c++/") || File.starts_with("/usr/include/") ||
         File.starts_with("/usr/lib/") ||
         File.starts_with("/usr/local/include/");
}
