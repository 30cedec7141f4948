//===- Dump.h - Files with what the analysis saw ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The files that -takt-dump-layout and -takt-dump-kernels ask for.
///
/// A layout is text, one line an instruction:
///
///     function dot
///       0x0020 6 L1 c5fb100cc7.. VMOVSDrm
///
/// offset in the function (an estimate with "~" in front where something of
/// unknown length comes before), size in bytes (0: not known), L and the number
/// in this function of the innermost loop that the instruction is in, or -, the
/// encoding with addresses not yet filled in, the LLVM opcode or, in
/// parentheses, why there is no instruction. A line `section <n>` stands before
/// each basic block section but the first; offsets start anew there.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_DUMP_H
#define TAKT_PASSES_DUMP_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace llvm {
class MachineFunction;
class MachineLoopInfo;
} // namespace llvm

namespace takt {

struct Kernel;
struct LoopFacts;

class FunctionLayout;

/// Appends what \p Write writes to the file \p Path ("-": standard output),
/// which is emptied the first time in this process. Thread-safe: what one call
/// writes stays together.
llvm::Error appendToDump(llvm::StringRef Path,
                         llvm::function_ref<void(llvm::raw_ostream &)> Write);

/// Writes the layout of \p MF.
void printLayout(llvm::raw_ostream &OS, const llvm::MachineFunction &MF,
                 const FunctionLayout &Layout,
                 const llvm::MachineLoopInfo &MLI);

/// Writes what is known of the accesses of \p K, a line each, and then which
/// never meet. Offsets are those in the function.
///
///     facts sum.bb1 from 0x0010 trip-count 16
///       access 0 instr 2 offset 0x0014 load vmovsd base 0 +8 stride 8 object a
///       access 1 instr 4 offset 0x0021 store vmovsd base 1 +0 stride 8
///       apart 0: 1
void printFacts(llvm::raw_ostream &OS, const llvm::Twine &Name, const Kernel &K,
                const LoopFacts &Facts);

} // namespace takt

#endif // TAKT_PASSES_DUMP_H
