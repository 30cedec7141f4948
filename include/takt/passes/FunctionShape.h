//===- FunctionShape.h - What precedes the vectoriser -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What can be done to a function in front of the vectoriser, by LLVM's own
/// transformations: they decide whether it is legal.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_FUNCTIONSHAPE_H
#define TAKT_PASSES_FUNCTIONSHAPE_H

#include <string>
#include <tuple>

namespace takt {

/// 0: as LLVM decides.
struct FunctionShape {
  /// Loops around an innermost one are unrolled by so much, and the copies of
  /// the inner loop made one (LLVM's unroll and jam).
  unsigned Jam = 0;
  /// Innermost loops are unrolled by so much already there, so that the
  /// vectoriser of straight code sees several iterations.
  unsigned Unroll = 0;
  /// Bits of a vector that both vectorisers and code generation prefer. Below
  /// the least that the CPU has the loop vectoriser makes none, and that of
  /// straight code as wide ones as there are elements, which code generation
  /// splits.
  unsigned VectorBits = 0;
  /// Accesses that scalar evolution proves to be apart are marked so.
  bool Apart = false;

  bool operator==(const FunctionShape &O) const {
    return std::tie(Jam, Unroll, VectorBits, Apart) ==
           std::tie(O.Jam, O.Unroll, O.VectorBits, O.Apart);
  }
  bool isDefault() const { return *this == FunctionShape(); }
};

/// "outer loops unrolled by 4 and jammed, vectors of 256 bits"; "as LLVM does"
/// for the default.
std::string describe(const FunctionShape &S);

} // namespace takt

#endif // TAKT_PASSES_FUNCTIONSHAPE_H
