//===- Input.h - Code from files, text and bytes ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The way in: any input to regions.
///
///     auto Input = openInput("gemm.o");                      // or "-", or hex
///     auto Target = targetFor(**Input, Options);
///     auto Builder = KernelBuilder::create((*Target)->ref(), Cpu);
///     Error E = readCode(**Input, **Target, Options, {OnRegion, OnProblem});
///
/// A batch of hex blocks makes one CodeTarget a thread and calls readHexBlock
/// (Block.h) with one CodeRegion for all its lines.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_INPUT_H
#define TAKT_TOOLS_INPUT_INPUT_H

#include "Options.h"
#include "llvm/Support/MemoryBuffer.h"

namespace takt {

/// Opens a file, standard input ("-"), or, where there is no such file, takes
/// the argument itself for hex if it consists of hex digits.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openInput(llvm::StringRef Argument);

/// What \p Input is. Errors: it is empty, known to be something that holds no
/// machine code (LLVM bitcode, ...), or neither an object nor text.
llvm::Expected<InputKind> inputKind(llvm::MemoryBufferRef Input,
                                    InputKind Asked = InputKind::Auto);

/// The target for \p Input: CodeTarget::create with the triple of the object
/// file, if it is one. Errors are its own and those of a broken object.
llvm::Expected<std::unique_ptr<CodeTarget>>
targetFor(llvm::MemoryBufferRef Input, const ReadOptions &Options);

/// Hands the regions of \p Input to \p Sink, in the order of the input.
/// Problems of single functions and regions go to \p Sink too; the error
/// returned is the one that stopped everything: a broken object, assembly that
/// does not parse, hex that is none, nothing found. Errors do not name the
/// input.
llvm::Error readCode(llvm::MemoryBufferRef Input, CodeTarget &T,
                     const ReadOptions &Options, CodeSink Sink);

} // namespace takt

#endif // TAKT_TOOLS_INPUT_INPUT_H
