//===- DeadStores.h - Stores that a later one overwrites --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's dead store elimination behind unrolling, made cheaper: it asks for
/// each store and all reads behind it whether they may meet.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_DEADSTORES_H
#define TAKT_PASSES_GUIDE_DEADSTORES_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class AAManager;
class Function;
} // namespace llvm

namespace takt {

/// LLVM's default alias analyses, that of scopes first, as it only compares
/// marks. What one of them knows to be apart, is: the order changes no answer
/// but the time to find it.
llvm::AAManager scopesFirst();

/// Runs LLVM's dead store elimination on \p F if a block stores twice through
/// the same pointer, as iterations do that come together.
void removeDeadStores(llvm::Function &F);

} // namespace takt

#endif // TAKT_PASSES_GUIDE_DEADSTORES_H
