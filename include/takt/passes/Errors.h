//===- Errors.h - Errors that end a compilation -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_ERRORS_H
#define TAKT_PASSES_ERRORS_H

namespace llvm {
class Module;
class Twine;
} // namespace llvm

namespace takt {

/// Ends the compilation of \p M with \p Message, which names takt.
void emitError(const llvm::Module &M, const llvm::Twine &Message);

/// The same once in a process with what is wrong with the options, if anything
/// is. \returns whether there is.
bool emitOptionsError(const llvm::Module &M);

} // namespace takt

#endif // TAKT_PASSES_ERRORS_H
