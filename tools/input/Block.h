//===- Block.h - Straight pieces of code ------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bytes without control flow: raw hex, marked regions, address ranges. They
/// run from the first instruction to the last; a branch is taken only if it is
/// the last instruction and leads back to the first one.
///
/// One CodeRegion can be used again and again: a batch of many blocks allocates
/// nothing once the longest one has been seen.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_BLOCK_H
#define TAKT_TOOLS_INPUT_BLOCK_H

#include "CodeRegion.h"
#include "CodeTarget.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace takt {

/// Reads hex digits; white space, and "0x" before a byte, are ignored. An error
/// names the offset in the text: an odd digit, another character, nothing.
llvm::Error parseHex(llvm::StringRef Text,
                     llvm::SmallVectorImpl<uint8_t> &Bytes);

/// Decodes all of \p Bytes, which lie at \p Address, into \p R: Range, Instrs,
/// Repeats, Path. An error names the address and the bytes that are no
/// instruction or not one of the CPU, or says that there are none.
llvm::Error decodeBlock(CodeTarget &T, llvm::ArrayRef<uint8_t> Bytes,
                        uint64_t Address, CodeRegion &R);

/// Decodes \p Pieces of a section, in the order in which they are executed,
/// into
/// \p R: Range (all that lies between them too), Instrs, Repeats (a loop if the
/// last piece leads to the first one), Path. Pieces may come several times.
/// \p BytesOf has the bytes of a piece. Errors: decodeBlock's; a piece that
/// does not lead to the next one.
llvm::Error
decodePath(CodeTarget &T, llvm::ArrayRef<AddressRange> Pieces,
           llvm::function_ref<llvm::ArrayRef<uint8_t>(AddressRange)> BytesOf,
           CodeRegion &R);

/// Makes \p R repeat as \p N says. For Notion::Loop a block that does not end
/// in a branch to its start gets a counter and a branch, `dec r; jnz` or its
/// like, on a register that it does not use (uiCA paper, section 5.2). For
/// Notion::Unrolled its last branch is not taken. Errors: no free register, an
/// architecture for which no closing is known.
llvm::Error setNotion(CodeTarget &T, CodeRegion &R, Notion N);

/// A block of hex: parseHex, decodeBlock at \p Address, and setNotion if \p N
/// is given.
llvm::Error readHexBlock(CodeTarget &T, llvm::StringRef Text,
                         std::optional<Notion> N, CodeRegion &R,
                         uint64_t Address = 0);

} // namespace takt

#endif // TAKT_TOOLS_INPUT_BLOCK_H
