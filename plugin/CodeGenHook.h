//===- CodeGenHook.h - The way into code generation -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_PLUGIN_CODEGENHOOK_H
#define TAKT_PLUGIN_CODEGENHOOK_H

#include "takt/passes/Guide.h"

namespace llvm {
class Target;
} // namespace llvm

namespace takt {

/// Makes every assembly printer created from now on call Takt at the start of
/// each function. Idempotent per target; call it again when more targets may
/// have been registered. Not thread-safe (as target registration is not).
void installCodeGenHook();

/// Whether it is installed for \p T.
bool isHooked(const llvm::Target &T);

/// What \p PB compiles for and how, at \p Level.
GuideContext guideContext(llvm::PassBuilder &PB, llvm::OptimizationLevel Level);

} // namespace takt

#endif // TAKT_PLUGIN_CODEGENHOOK_H
