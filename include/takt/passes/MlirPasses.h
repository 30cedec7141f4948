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

namespace llvm {
class Target;
} // namespace llvm

namespace takt {

/// What the passes need of the plugin that they are in.
struct MlirHost {
  /// Runs once before the first of them compiles anything, on one thread: makes
  /// LLVM's targets known and hooks Takt into their code generation.
  void (*Prepare)();
  /// Whether Takt is hooked into that of a target, behind Prepare.
  bool (*IsHooked)(const llvm::Target &);
};

/// Makes the passes known to MLIR's pipelines.
void registerMlirPasses(const MlirHost &Host);

} // namespace takt

#endif // TAKT_PASSES_MLIRPASSES_H
