//===- LoopShape.h - How a loop is to be vectorised and unrolled *- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What LLVM's vectoriser and unroller can be told about a loop. They decide
/// whether it is legal; the shape says how far they go.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_LOOPSHAPE_H
#define TAKT_PASSES_LOOPSHAPE_H

#include <string>
#include <tuple>

namespace llvm {
class Loop;
} // namespace llvm

namespace takt {

/// 0: as LLVM decides.
struct LoopShape {
  unsigned Width = 0;      ///< elements of a vector; 1: not vectorised
  unsigned Interleave = 0; ///< vectors (or scalars) at a time
  /// Copies of the vectorised body, or of the scalar loop that stays scalar.
  unsigned Unroll = 0;

  bool operator==(const LoopShape &O) const {
    return std::tie(Width, Interleave, Unroll) ==
           std::tie(O.Width, O.Interleave, O.Unroll);
  }
  /// LLVM decides everything.
  bool isDefault() const { return *this == LoopShape(); }
};

/// "vectors of 8, interleaved by 4, unrolled by 2"; "as LLVM does" for the
/// default.
std::string describe(const LoopShape &S);

/// True if the user or a front end has said how \p L is to be transformed:
/// pragmas and attributes come as llvm.loop metadata.
bool hasWishes(const llvm::Loop &L);

/// True if a width of vectors can be asked of \p L without changing what it
/// computes. LLVM's vectoriser takes a width in the metadata for permission to
/// reorder floating-point operations (LoopVectorizeHints::allowReordering), so
/// every such operation must allow that by itself if a value of floating-point
/// type goes from one iteration to the next.
bool mayAskForWidth(const llvm::Loop &L);

/// Sets the metadata that makes LLVM give \p L the shape \p S, but for a width
/// of more than 1 where mayAskForWidth forbids it. Keeps what is there
/// otherwise; the default shape changes nothing.
void applyShape(llvm::Loop &L, const LoopShape &S);

} // namespace takt

#endif // TAKT_PASSES_LOOPSHAPE_H
