//===- GuideBudget.h - How much choosing may cost ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts work, not seconds, so that the same file is compiled the same however
/// busy the machine is.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_GUIDEBUDGET_H
#define TAKT_PASSES_GUIDE_GUIDEBUDGET_H

#include <cstdint>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace takt {

/// The work that is left for scratch compilations of one module. Work is
/// counted in IR instructions that are optimised and turned into machine code;
/// docs/guide.md has the measurements behind the constants.
class GuideBudget {
public:
  /// \p Percent of the work of compiling \p M.
  GuideBudget(const llvm::Module &M, unsigned Percent);

  /// Starts with \p F: what is left is shared out among the functions with
  /// loops that are still to come, by their sizes.
  void begin(const llvm::Function &F);
  /// Takes the work of a scratch compilation of \p Copies copies of a function
  /// of \p Instrs instructions, or of as many as the share is enough for.
  /// \returns how many.
  unsigned spend(unsigned Instrs, unsigned Copies);

private:
  double Left, Share = 0;
  /// Instructions of functions with loops that are still to come.
  uint64_t ToCome = 0;
};

} // namespace takt

#endif // TAKT_PASSES_GUIDE_GUIDEBUDGET_H
