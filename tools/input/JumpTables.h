//===- JumpTables.h - Where indirect jumps lead -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Jump tables as clang and gcc make them:
///
///     x86-64    lea table(%rip), b; movslq (b,i,4), t; add b, t; jmp *t
///               jmp *table(,i,8); mov (b,i,8), t; jmp *t
///     AArch64   adrp, add b, table; adr l, label;
///               ldr[s]b|[s]h|sw t, [b, i]; add l, l, t, lsl|sxt*; br l
///
/// The parts may be anywhere: the definitions that reach a use are looked up in
/// the control-flow graph. The number of entries comes from a compare or a mask
/// of the index on every way to the jump; without one a table of addresses or
/// words ends at the first entry that is no instruction of the function, or
/// where the function refers to other data. A jump that does not fit, or has
/// other entries, stays unknown.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_JUMPTABLES_H
#define TAKT_TOOLS_INPUT_JUMPTABLES_H

#include "Disassembly.h"
#include "ObjectData.h"

namespace takt {

/// Fills in FlowInstr::Targets of the indirect jumps of \p Code, which lies in
/// \p S and is entered at \p Entries.
void resolveJumpTables(FunctionCode &Code, const SectionCode &S,
                       llvm::ArrayRef<uint64_t> Entries, const ObjectData &Data,
                       TargetRef T);

} // namespace takt

#endif // TAKT_TOOLS_INPUT_JUMPTABLES_H
