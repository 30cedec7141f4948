//===- MemoryOperands.h - Where instructions access memory ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The accesses of an instruction as registers and numbers, from which a runner
/// computes addresses without LLVM.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_MEMORYOPERANDS_H
#define TAKT_TOOLS_MEASURE_MEMORYOPERANDS_H

#include "AccessSizes.h"
#include "CodeTarget.h"
#include "Job.h"

namespace takt {

class MemoryOperands {
public:
  explicit MemoryOperands(CodeTarget &T) : T(T), Sizes(T.ref()) {}

  /// Appends the accesses of \p I, which is instruction \p Number of the body.
  /// \p Linked: the address that its displacement stands for, if it is relative
  /// to the instruction. \returns false if not all addresses are known:
  /// gathers, segments, repeated string instructions, what AArch64's printer
  /// spells in an unknown way.
  bool append(const CodeInstr &I, unsigned Number,
              std::optional<uint64_t> Linked, std::vector<AccessSite> &To);

private:
  bool appendX86(const CodeInstr &I, AccessSite Site,
                 std::optional<uint64_t> Linked, std::vector<AccessSite> &To);
  bool appendStack(const CodeInstr &I, AccessSite Site, llvm::StringRef Name,
                   std::vector<AccessSite> &To);

  CodeTarget &T;
  AccessSizes Sizes;
};

/// The first of the operands base, scale, index, displacement and segment of an
/// x86 instruction; none: it has no such address.
std::optional<unsigned> addressOperands(const CodeTarget &T,
                                        const llvm::MCInst &I);

/// The access in the text of an AArch64 instruction, as LLVM prints it:
/// "ldp q0, q1, [x2], #32". None if it is spelled in an unknown way.
std::optional<AccessSite> readAArch64Access(llvm::StringRef Text);

/// What such an instruction adds to its base register; 0: nothing.
int64_t writeBackOf(llvm::StringRef Text);

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_MEMORYOPERANDS_H
