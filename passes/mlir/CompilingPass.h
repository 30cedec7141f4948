//===- CompilingPass.h - What Takt's passes for MLIR share ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Options of passes that compile copies of the module that they run on.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_MLIR_COMPILINGPASS_H
#define TAKT_PASSES_MLIR_COMPILINGPASS_H

#include "ModuleCompiler.h"
#include "mlir/Pass/Pass.h"

namespace takt {

/// A pass on modules with the options of ModuleTarget.
class CompilingPass : public mlir::OperationPass<mlir::ModuleOp> {
public:
  void getDependentDialects(mlir::DialectRegistry &Registry) const override {
    addDialects(target(), Registry);
  }

protected:
  explicit CompilingPass(mlir::TypeID ID) : OperationPass(ID) {}
  CompilingPass(const CompilingPass &Other) : OperationPass(Other) {}

  /// To be called before anything is compiled. \returns false if the options
  /// are wrong, which fails the pass.
  bool prepare();
  /// As \p E says the options are wrong, which fails the pass.
  void fail(llvm::Error E);
  ModuleTarget target() const;
  /// Says that nothing came of this pass, and why: the module is as it was,
  /// and what follows is none the worse for it.
  void refuse(llvm::Error E);

private:
  Option<std::string> Cpu{*this, "cpu",
                          llvm::cl::desc("LLVM's name of the CPU (default: "
                                         "this machine's)")};
  Option<std::string> Triple{
      *this, "triple", llvm::cl::desc("Target (default: this machine's)")};
  Option<std::string> Features{*this, "features",
                               llvm::cl::desc("LLVM's features, '+a,-b'")};
  Option<unsigned> Level{*this, "opt-level",
                         llvm::cl::desc("As of clang's -O, 0 to 3"),
                         llvm::cl::init(2)};
  Option<std::string> Lowering{
      *this, "lowering",
      llvm::cl::desc("Passes that lower a module to the LLVM dialect"),
      llvm::cl::init(DefaultLowering)};
};

void registerRemarksPass();
void registerUnrollPass();

} // namespace takt

#endif // TAKT_PASSES_MLIR_COMPILINGPASS_H
