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

static void (*PrepareTargets)() = nullptr;

bool CompilingPass::prepare() {
  static std::once_flag Once;
  std::call_once(Once, PrepareTargets);
  if (!optionsError().empty())
    fail(llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 optionsError()));
  else if (llvm::Error E = checkTarget(target()))
    fail(std::move(E));
  else
    return true;
  return false;
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

void takt::registerMlirPasses(void (*Prepare)()) {
  PrepareTargets = Prepare;
  registerRemarksPass();
  registerUnrollPass();
}
