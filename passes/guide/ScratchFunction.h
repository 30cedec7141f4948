//===- ScratchFunction.h - A function on its own ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A copy of one function in a module of its own, to be compiled several times
/// in contexts of their own: nothing of these compilations (remarks, types,
/// metadata) is seen by the real one.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_SCRATCHFUNCTION_H
#define TAKT_PASSES_GUIDE_SCRATCHFUNCTION_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>

namespace llvm {
class DISubprogram;
class Function;
class LLVMContext;
class Loop;
class LoopInfo;
class Module;
} // namespace llvm

namespace takt {

/// The innermost loops of a function, in the order in which their numbers
/// count: the same in a function and in its copies.
llvm::SmallVector<llvm::Loop *, 8> numberedLoops(const llvm::LoopInfo &LI);

/// A loop of a copy.
struct LoopPlace {
  unsigned Loop = 0; ///< the number of an innermost loop
  /// The loop right around that one, with no other loop in it.
  bool IsOuter = false;
  /// Does what is left over when the nest is unrolled.
  bool IsRest = false;

  bool operator==(const LoopPlace &O) const {
    return Loop == O.Loop && IsOuter == O.IsOuter && IsRest == O.IsRest;
  }
};

/// Line of the place where \p Loop starts in a copy.
unsigned lineOfLoop(const LoopPlace &Loop);
/// The loop that starts in \p Line, or none.
std::optional<LoopPlace> loopOfLine(unsigned Line);

/// Makes \p L start in \p Line of \p SP.
void markLoop(llvm::Loop &L, unsigned Line, llvm::DISubprogram *SP);

/// A function without its debug information, as bitcode. Every instruction and
/// every innermost loop and the loop around it have a made-up place in the
/// source instead, by which they are known again behind vectoriser, unroller
/// and code generation.
class ScratchFunction {
public:
  /// Copies \p F. Takes a moment's place in \p F's module, which is afterwards
  /// as before.
  explicit ScratchFunction(llvm::Function &F);

  /// A fresh module in \p C with the function as its only definition.
  llvm::Expected<std::unique_ptr<llvm::Module>>
  parse(llvm::LLVMContext &C) const;
  /// Instructions of the IR.
  unsigned size() const { return Instructions; }

private:
  llvm::SmallVector<char, 0> Bitcode;
  unsigned Instructions = 0;
};

} // namespace takt

#endif // TAKT_PASSES_GUIDE_SCRATCHFUNCTION_H
