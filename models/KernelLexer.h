//===- KernelLexer.h - Words of the kernel text form ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits the text form of kernels (docs/kernel-text.md) into tokens.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_KERNELLEXER_H
#define TAKT_MODELS_KERNELLEXER_H

#include "takt/models/Kernel.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>
#include <vector>

namespace takt {

struct KernelToken {
  enum KindType : uint8_t {
    Word,        ///< bare: "fma", "front-end", "12", "b.ne"
    Quoted,      ///< "between quotes": a name that is never a keyword
    Punctuation, ///< one of : ; | + - * / @ ~ $ or ->
    EndOfLine,
    EndOfFile,
  };
  KindType Kind = EndOfFile;
  std::string Text; ///< of a quoted name: the name
  unsigned Line = 0, Column = 0;
};

/// "file:line:column: reason".
llvm::Error kernelTextError(llvm::StringRef File, unsigned Line,
                            unsigned Column, const llvm::Twine &Reason);

/// The tokens of \p Buffer. A line that begins with : ; or | continues the one
/// before, so there is no EndOfLine before it. The last token is EndOfFile with
/// an EndOfLine before it.
llvm::Expected<std::vector<KernelToken>>
lexKernels(llvm::MemoryBufferRef Buffer);

/// What `fused` is if an instruction's text does not say it.
uint16_t usualFusedUops(const KernelInstr &I);

/// Whether \p Name is lexed as one bare word.
bool isBareWord(llvm::StringRef Name);

} // namespace takt

#endif // TAKT_MODELS_KERNELLEXER_H
