//===- LoopRows.h - Which loops go along rows of memory ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the IR says of a loop that tells without a try that some shapes come to
/// nothing: whether elements lie next to each other, and are of one size.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_LOOPROWS_H
#define TAKT_PASSES_GUIDE_LOOPROWS_H

namespace llvm {
class Instruction;
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace takt {

/// True if some store of \p L fills a row: from such ones, those of several
/// iterations, the vectoriser of straight code starts.
bool storesInRows(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// True if also all else that \p L loads and stores is in rows, or the same in
/// each iteration, and if it divides no integers: what that vectoriser has to
/// gather or cannot do at all it mostly leaves alone.
bool worksInRows(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// True if \p L takes sums of several elements of an array along in registers
/// and stores them all the same in each iteration: what is left of an inner
/// loop over a row. Iterations that come together store them once.
bool keepsRow(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// True if an iteration of \p L may read what one a known number before it has
/// stored, or one behind it overwrites that: then it might be passed on in a
/// register.
bool mayPassOn(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// True if \p I is loaded only to be extended, which most CPUs do as they load
/// it.
bool isWidened(const llvm::Instruction &I);

/// True if all that \p L loads, stores and computes is of one size, but for
/// what is extended to it as it is loaded, and without conditions: vectors of
/// half the width are then the same instructions, twice as many.
bool isUniform(const llvm::Loop &L, llvm::ScalarEvolution &SE);

} // namespace takt

#endif // TAKT_PASSES_GUIDE_LOOPROWS_H
