//===- MlirPasses.h - Takt's passes for MLIR --------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The passes of the MLIR plugin, see docs/mlir.md:
///
///     takt-remarks   what the loops of a module cost once they are machine
///                    code, as remarks at the operations that they come from
///     takt-unroll    unrolls innermost loops as often as that makes them
///                    faster, for all that the model knows
///
/// Both compile copies of the module in memory, which the program that loads
/// the plugin must be able to: it needs the passes that lower to the LLVM
/// dialect.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_MLIRPASSES_H
#define TAKT_PASSES_MLIRPASSES_H

namespace takt {

/// Makes the passes known to MLIR's pipelines. \p Prepare runs once before the
/// first of them compiles anything, on one thread: it makes LLVM's targets
/// known and hooks Takt into them.
void registerMlirPasses(void (*Prepare)());

} // namespace takt

#endif // TAKT_PASSES_MLIRPASSES_H
