//===- Vectorizable.h - Why LLVM made no vectors of a loop ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the vectoriser asks of a loop but for what the programmer can allow:
/// another order of sums, no regard for NaNs or errno, or that nothing meets.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_VECTORIZABLE_H
#define TAKT_PASSES_VECTORIZABLE_H

#include <optional>
#include <string>

namespace llvm {
class Loop;
} // namespace llvm

namespace takt {

class IRAnalyses;

/// True if \p L calls sqrt of the C library for what it leaves in errno.
bool setsErrnoForRoots(const llvm::Loop &L, IRAnalyses &IR);

/// What a loop calls of functions of which LLVM has vectors in glibc's libmvec
/// (Clang's -fveclib=libmvec), such as exp.
struct LibraryCalls {
  std::string First;     ///< the first one's name in C
  bool SetErrno = false; ///< one of them may set it
};

/// Those of \p L; none if there are none, or the target has no such library.
std::optional<LibraryCalls> vectorLibraryCalls(const llvm::Loop &L);

/// What the programmer allows beside any order of sums.
struct FloatLeave {
  /// There are no NaNs, and the signs of zeros do not matter.
  bool NoNaNs = false;
  /// Square roots need not set errno.
  bool NoErrno = false;
  /// Functions of libmvec.
  bool VectorCalls = false;
};

/// Whether LLVM can take the sums of \p L apart once it may, and may do what \p
/// Leave says: it has to know how often the loop runs, to be allowed to make it
/// into vectors, and to find nothing else in it that an iteration needs of the
/// one before but counters.
bool canTakeApart(llvm::Loop &L, IRAnalyses &IR, FloatLeave Leave = {});

/// Whether all that \p L loads and stores stays at its address or goes to the
/// next element of an array in each of \p SourceIterations, and no element that
/// is stored is loaded in another iteration through the same pointer.
bool isElementwise(llvm::Loop &L, IRAnalyses &IR, unsigned SourceIterations);

/// Whether LLVM could make vectors of \p L, which has none, if what it loads at
/// addresses that stay the same stayed the same, too, and cannot as it is: how
/// often \p L runs, or where an array begins, is loaded in each iteration. (A
/// factor that is loaded anew is no hindrance: addresses can be compared in
/// front of the loop.) \p L, of which an iteration does that of so many source
/// iterations, has to be counted, its other accesses have to be of elements
/// side by side, and nothing but counters and sums in any order may go from one
/// iteration to the next. Whether vectors would be faster only LLVM knows;
/// divisions of integers, which no target has for vectors, count as no.
bool mayBecomeVectors(llvm::Loop &L, IRAnalyses &IR, unsigned SourceIterations);

} // namespace takt

#endif // TAKT_PASSES_VECTORIZABLE_H
