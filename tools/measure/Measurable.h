//===- Measurable.h - Code that can be run --------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides whether a region can be run as it is, what its repetitions look
/// like, and where it accesses memory.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_MEASURABLE_H
#define TAKT_TOOLS_MEASURE_MEASURABLE_H

#include "CodeRegion.h"
#include "MemoryOperands.h"
#include "Reply.h"
#include "llvm/Support/Error.h"

namespace takt {

/// How code is repeated.
enum class Form : uint8_t {
  Loop,     ///< as the body of a loop
  Unrolled, ///< copies in a row
  Loop5,    ///< copies in a loop, so many that they have five instructions
};

/// "loop", "unrolled", "loop5".
llvm::StringRef formName(Form F);

/// Code of fewer instructions has a Form::Loop5.
constexpr size_t ShortInstrs = 5;

/// Code for a runner, and what it is worth.
struct Measurable {
  Job Work;
  /// Of the code in one repetition of Work.
  unsigned Copies = 1;
  /// FlagClosed and FlagPath; FlagUntraced if not all addresses are known.
  unsigned Flags = 0;
};

/// Makes jobs of one target's regions. Not thread-safe.
class JobMaker {
public:
  explicit JobMaker(CodeTarget &T) : T(T), Operands(T) {}

  /// \p R repeated as \p F says. A loop of the code's own is kept if it is
  /// known what it counts with (LoopCounter.h) and \p Close is not set;
  /// else its last branch gives way to a counter and a branch, as they are
  /// appended where there is no loop (setNotion). Errors: code that leaves
  /// the region (call, return, system call, indirect jump, jump elsewhere); a
  /// loop whose branch cannot reach; what setNotion and Relinker say.
  llvm::Expected<Measurable> make(const CodeRegion &R, Form F,
                                  bool Close = false);

private:
  llvm::Error checkStays(const CodeRegion &R, const CodeInstr &I);
  llvm::Error straighten(const CodeRegion &R, Form F, CodeRegion &To,
                         Measurable &M);
  llvm::Error repeat(CodeRegion &R, Form F, bool OwnLoop, bool Close,
                     Measurable &M);
  llvm::Error close(CodeRegion &R, Measurable &M);
  llvm::Error finish(CodeRegion &R, bool KnowsAddresses, Measurable &M);
  Fill fillOf(const CodeRegion &R) const;

  CodeTarget &T;
  MemoryOperands Operands;
};

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_MEASURABLE_H
