//===- ReachingDefs.h - Which instruction made a value ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Definitions of a register that reach a use, looked up on demand.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_REACHINGDEFS_H
#define TAKT_TOOLS_INPUT_REACHINGDEFS_H

#include "Flow.h"
#include "llvm/MC/MCRegister.h"

namespace takt {

class ReachingDefs {
public:
  /// \p G was made without guessed entries.
  ReachingDefs(FlowGraph &G, TargetRef T);

  /// The instructions (indices into the graph's code) whose definition of
  /// \p Reg may be what instruction \p Use finds; empty if it may also come
  /// from outside the function, or from too far away. A block that no edge
  /// leads to is taken to follow every indirect jump that is not resolved.
  std::vector<size_t> of(size_t Use, llvm::MCRegister Reg) const;

  /// The only one of them; none if there are others.
  std::optional<size_t> onlyOf(size_t Use, llvm::MCRegister Reg) const;

  /// The block of instruction \p I.
  FlowBlock &blockOf(size_t I) const;
  /// True if instruction \p I writes \p Reg or a part of it.
  bool writes(size_t I, llvm::MCRegister Reg) const;

private:
  FlowGraph &G;
  TargetRef T;
  llvm::SmallVector<FlowBlock *, 4> Unresolved;
};

} // namespace takt

#endif // TAKT_TOOLS_INPUT_REACHINGDEFS_H
