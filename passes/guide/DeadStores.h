//===- DeadStores.h - Stores that a later one overwrites --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What iterations store that come together, all but the last for nothing.
/// LLVM's own dead store elimination finds more, all over the function, and
/// takes half of the time of compiling a loop that keeps a row in registers.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_DEADSTORES_H
#define TAKT_PASSES_GUIDE_DEADSTORES_H

namespace llvm {
class AAResults;
class Function;
} // namespace llvm

namespace takt {

/// Removes each store of \p F of which all bytes are stored again through the
/// same pointer later in its block, if nothing in between may read them, throw,
/// or not return. \returns their number.
unsigned removeDeadStores(llvm::Function &F, llvm::AAResults &AA);

} // namespace takt

#endif // TAKT_PASSES_GUIDE_DEADSTORES_H
