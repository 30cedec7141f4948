//===- SourceWords.h - What to write in the source's language ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is advised is done in the source, or by an option of its compiler: both
/// are other ones in C than in Fortran.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_SOURCEWORDS_H
#define TAKT_PASSES_SOURCEWORDS_H

namespace llvm {
class DebugLoc;
} // namespace llvm

namespace takt {

/// What a user writes to allow something, in one language. Each can follow
/// "with"; what keeps accesses apart can "settle" it.
struct SourceWords {
  /// Sums and products of floating-point numbers in any order.
  const char *Reassociate;
  /// That two accesses never meet.
  const char *Apart;
  /// That is said of single pointers.
  bool RestrictsPointers;
  /// No vectors of the loop.
  const char *NoVectors;
  /// Vectors as wide as the CPU has them.
  const char *WideVectors;
  /// That elements are side by side, or how code for such arrays comes.
  const char *Contiguous;
  /// Strides that are not known are mostly those of elements side by side: the
  /// programmer has just not said so.
  bool HidesStrides;
  /// In front of and behind the number of vectors that an iteration does.
  const char *Interleave[2];
  /// In front of and behind a number that divides the iterations; null: the
  /// language has no words for it.
  const char *Divides[2];
};

/// The words of the language that \p Loc is in, by its compile unit; those of C
/// where that is no other known one. Options are those of Clang 19 and Flang
/// 19.
const SourceWords &wordsAt(const llvm::DebugLoc &Loc);

/// Whether \p Loc is in a header that its user does not write: of the standard
/// library, or in one of the folders for what is installed, by its path.
bool isInSystemHeader(const llvm::DebugLoc &Loc);

} // namespace takt

#endif // TAKT_PASSES_SOURCEWORDS_H
