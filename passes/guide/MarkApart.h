//===- MarkApart.h - Marks accesses that cannot meet ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells alias analysis what scalar evolution knows: accesses from one pointer
/// on whose ranges over all iterations do not meet, such as those of two arrays
/// in one struct, one of them indexed modulo its length. Dependence analysis
/// and the vectorisers look at one pair of addresses at a time and do not see
/// it.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_MARKAPART_H
#define TAKT_PASSES_GUIDE_MARKAPART_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Function;
class Instruction;
class MDNode;
class ScalarEvolution;
} // namespace llvm

namespace takt {

/// Accesses from one pointer on that may meet one another, but none of another
/// group.
struct ApartGroup {
  llvm::SmallVector<llvm::Instruction *, 8> Accesses;
  /// The next group starts from another pointer, of which nothing is known.
  bool IsLastOfPointer = false;
};

/// The groups of the loads and stores of \p F whose pointers are the same in
/// all of a call (arguments, globals, and what is computed in the entry block)
/// and have two groups at least, those of one pointer next to each other. Empty
/// if there are more than is worth the time of looking at all pairs.
llvm::SmallVector<ApartGroup, 4> findApart(llvm::Function &F,
                                           llvm::ScalarEvolution &SE);

/// Marks \p Groups by alias scopes, which say for each access of which scope
/// it is and that it meets nothing of the scopes of the other groups of its
/// pointer. What is marked already stays so. They are facts of one call of the
/// function, so they must not outlive its inlining unless \p Declare declares
/// them in the entry block.
void markApart(llvm::ArrayRef<ApartGroup> Groups, bool Declare);

} // namespace takt

#endif // TAKT_PASSES_GUIDE_MARKAPART_H
