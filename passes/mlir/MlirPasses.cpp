//===- MlirPasses.cpp - Takt's passes for MLIR ----------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/MlirPasses.h"
#include "CompilingPass.h"
#include "takt/passes/Options.h"
#include <mutex>

using namespace takt;

static MlirHost Host = {};

bool CompilingPass::prepare() {
  static std::once_flag Once;
  std::call_once(Once, Host.Prepare);
  if (!optionsError().empty())
    fail(llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 optionsError()));
  else if (llvm::Error E = checkTarget(target()))
    fail(std::move(E));
  else
    return true;
  return false;
}

ModuleTarget CompilingPass::target() const {
  return {Triple, Cpu, Features, Lowering, Level, Host.IsHooked};
}

void CompilingPass::fail(llvm::Error E) {
  mlir::emitError(getOperation().getLoc())
      << getArgument() << ": " << llvm::toString(std::move(E));
  signalPassFailure();
}

void CompilingPass::refuse(llvm::Error E) {
  mlir::emitWarning(getOperation().getLoc())
      << getArgument() << ": " << llvm::toString(std::move(E));
}

void takt::registerMlirPasses(const MlirHost &H) {
  Host = H;
  registerRemarksPass();
  registerUnrollPass();
}
