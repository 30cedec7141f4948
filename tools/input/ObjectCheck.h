//===- ObjectCheck.h - Whether an object file can be read -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's ObjectFile interface ends the process where a table of an ELF file is
/// broken (ELFObjectFile::getSymbol and getRel call report_fatal_error). This
/// looks at these tables first.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_OBJECTCHECK_H
#define TAKT_TOOLS_INPUT_OBJECTCHECK_H

#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Error.h"

namespace takt {

/// An error if \p Obj is no ELF file or one of its symbol or relocation tables
/// is broken.
llvm::Error checkObject(const llvm::object::ObjectFile &Obj);

} // namespace takt

#endif // TAKT_TOOLS_INPUT_OBJECTCHECK_H
