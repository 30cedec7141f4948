//===- Reductions.h - What loops sum up -------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sums, products, and largest or smallest numbers of a loop, each of which
/// goes from iteration to iteration as a phi.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_REDUCTIONS_H
#define TAKT_PASSES_REDUCTIONS_H

namespace llvm {
class Loop;
class PHINode;
} // namespace llvm

namespace takt {

class IRAnalyses;

/// A value that vectors may compute in parts already.
bool isReduction(llvm::PHINode &Phi, llvm::Loop &L, IRAnalyses &IR);

/// True if \p Phi's next value is made of it by sums or products over the
/// lanes of vectors in their order: what the vectoriser makes of a reduction
/// whose order may not change, where the target lets it (AArch64).
bool isReducedInOrder(const llvm::PHINode &Phi, const llvm::Loop &L);

/// True if \p Phi has several sums or products side by side, which were phis of
/// their own in front of LLVM's vectorisation of straight code, and each stays
/// in its lane. RecurrenceDescriptor knows none in vectors.
bool isReducedSideBySide(const llvm::PHINode &Phi, const llvm::Loop &L);

/// Whether \p Phi is a largest or smallest number of all iterations, if there
/// were no NaNs and zeros had no sign. LLVM's own question
/// (RecurrenceDescriptor) is about one step in an iteration, before the loop is
/// unrolled.
bool isExtremum(const llvm::PHINode &Phi, const llvm::Loop &L);

/// True if a sum or product of \p L has to be computed in the order that the
/// source gives: without the flags that would allow another one.
bool hasOrderedReduction(llvm::Loop &L, IRAnalyses &IR);

/// True if \p L looks for a largest or smallest floating-point number, which
/// vectors find in another order: that is the same only where there are no NaNs
/// and the signs of zeros do not matter, and nobody has said so.
bool hasOrderedExtremum(llvm::Loop &L, IRAnalyses &IR);

} // namespace takt

#endif // TAKT_PASSES_REDUCTIONS_H
