//===- ModuleCompiler.h - MLIR to machine code, to look at it ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles an MLIR module as far as machine code, which goes nowhere: what is
/// wanted is what Takt's hook in code generation sees.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_MLIR_MODULECOMPILER_H
#define TAKT_PASSES_MLIR_MODULECOMPILER_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class LLVMContext;
class Module;
class Target;
} // namespace llvm

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace takt {

/// What modules are compiled for, and how; as the options of the passes have
/// it.
struct ModuleTarget {
  /// LLVM's names; empty: this machine's, without features of its own.
  std::string Triple, Cpu, Features;
  /// Passes that lower a module to the LLVM dialect, in MLIR's text form.
  std::string Lowering;
  unsigned Level = 2; ///< 0 to 3, as of clang's -O
  /// Whether the hook in code generation is there for a target.
  bool (*IsKnown)(const llvm::Target &) = nullptr;
};

/// What lowers modules of MLIR's own dialects but tensors.
extern const char *const DefaultLowering;

/// What is wrong with \p T, which the user gave: a triple, CPU or feature that
/// LLVM does not know, a target that Takt does not, a lowering that is none.
/// LLVM's targets must be known.
llvm::Error checkTarget(const ModuleTarget &T);

/// The dialects that \p T's lowering may make operations of, and how those of
/// the last step become LLVM IR; those of a wrong lowering are left out.
void addDialects(const ModuleTarget &T, mlir::DialectRegistry &Registry);

/// Lowers \p Module, which is changed by it, to LLVM IR in \p C, and compiles
/// that, for a target that was checked. \p Lowered is called with the IR before
/// it is optimised, \p Optimised behind that. Fails if it cannot be lowered or
/// compiled; the message begins with the place, if one is known.
llvm::Error compileModule(
    mlir::ModuleOp Module, const ModuleTarget &T, llvm::LLVMContext &C,
    llvm::function_ref<void(llvm::Module &)> Lowered = [](llvm::Module &) {},
    llvm::function_ref<void(llvm::Module &)> Optimised = [](llvm::Module &) {});

} // namespace takt

#endif // TAKT_PASSES_MLIR_MODULECOMPILER_H
