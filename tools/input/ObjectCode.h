//===- ObjectCode.h - Regions of an object file -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From an object file, executable or shared library to regions: marked ones or
/// the loops of its functions.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_OBJECTCODE_H
#define TAKT_TOOLS_INPUT_OBJECTCODE_H

#include "AsmCode.h"
#include "Options.h"
#include "llvm/Object/ObjectFile.h"

namespace takt {

/// Reads \p Obj. \p Member is its name in an archive or empty; \p Asm is what
/// is known from its text if it was assembled, else null, and \p AsmName the
/// text's name. An error if there is no code, or nothing that was asked for.
llvm::Error readObject(const llvm::object::ObjectFile &Obj, CodeTarget &T,
                       const ReadOptions &Options, CodeSink Sink,
                       llvm::StringRef Member = "",
                       const AsmCode *Asm = nullptr,
                       llvm::StringRef AsmName = "");

} // namespace takt

#endif // TAKT_TOOLS_INPUT_OBJECTCODE_H
