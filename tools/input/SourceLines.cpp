//===- SourceLines.cpp - Source lines of addresses --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/DebugInfo/DIContext.h"
#include "llvm/DebugInfo/Symbolize/Symbolize.h"

using namespace llvm;
using namespace llvm::object;
using namespace takt;

static bool hasLineTable(const ObjectFile &Obj) {
  return any_of(Obj.sections(), [](const SectionRef &S) {
    Expected<StringRef> Name = S.getName();
    if (!Name) {
      consumeError(Name.takeError());
      return false;
    }
    return Name->ends_with("debug_line");
  });
}

SourceLines::SourceLines(const ObjectFile &Obj) : Obj(Obj) {
  if (!hasLineTable(Obj))
    return;
  symbolize::LLVMSymbolizer::Options Options;
  Options.PrintFunctions = DINameKind::None;
  Options.PathStyle = DILineInfoSpecifier::FileLineInfoKind::RelativeFilePath;
  Options.UseSymbolTable = false;
  Options.Demangle = false;
  Symbolizer = std::make_unique<symbolize::LLVMSymbolizer>(Options);
}

SourceLines::~SourceLines() = default;

SourceLine SourceLines::at(uint64_t Address, uint64_t Section) {
  if (!Symbolizer)
    return {};
  Expected<DILineInfo> Info =
      Symbolizer->symbolizeCode(Obj, {Address, Section});
  if (!Info) {
    consumeError(Info.takeError());
    return {};
  }
  if (Info->Line == 0 || Info->FileName == DILineInfo::BadString)
    return {};
  return {Info->FileName, Info->Line};
}
