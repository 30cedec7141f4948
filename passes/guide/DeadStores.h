//===- DeadStores.h - Stores that a later one overwrites --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes away what iterations that come together store twice. LLVM's dead store
/// elimination asks for each store and all reads behind it whether they may
/// meet, of a row of 32 elements thousands of times; here reads and stores with
/// the same marks (alias scopes) are asked about once.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_DEADSTORES_H
#define TAKT_PASSES_GUIDE_DEADSTORES_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class AAManager;
class AAResults;
class Function;
} // namespace llvm

namespace takt {

/// LLVM's default alias analyses, that of scopes first, as it only compares
/// marks. What one of them knows to be apart, is: the order changes no answer
/// but the time to find it.
llvm::AAManager scopesFirst();

/// Removes the stores of \p F that a later one of their block through the same
/// pointer overwrites, with nothing between them that may read what they have
/// stored. \returns how many.
unsigned removeDeadStores(llvm::Function &F, llvm::AAResults &AA);

} // namespace takt

#endif // TAKT_PASSES_GUIDE_DEADSTORES_H
