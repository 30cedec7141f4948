//===- InstrSource.h - MCInsts of machine instructions ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Gives the MCInsts that a MachineInstr becomes. In a real compilation the
/// target's own assembly printer makes them (5 % and more of x86 instructions
/// change their opcode there, so a lowering of our own would be wrong); for
/// tests on MIR alone there is a plain conversion of final instructions.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_INSTRSOURCE_H
#define TAKT_PASSES_INSTRSOURCE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCInst.h"
#include <memory>
#include <string>

namespace llvm {
class AsmPrinter;
class MachineFunction;
class MachineInstr;
class Target;
} // namespace llvm

namespace takt {

/// What a machine instruction becomes.
struct LoweredInstr {
  /// One or more instructions; none for debug values, labels, CFI and the like,
  /// and for instructions that cannot be lowered.
  llvm::SmallVector<llvm::MCInst, 2> Insts;
  /// Why it has no MCInst though it makes code: "inline assembly", "pseudo
  /// instruction STACKMAP"; empty otherwise.
  std::string Opaque;
};

class InstrSource {
public:
  virtual ~InstrSource();

  /// Lowers \p MI. Never fails: see LoweredInstr::Opaque.
  LoweredInstr lower(const llvm::MachineInstr &MI);

  /// True if the MCInsts are exactly those of the object file, so that they can
  /// be encoded.
  virtual bool isExact() const = 0;

protected:
  /// Appends the MCInsts of \p MI, an instruction of the target that makes
  /// code. \returns false if it does not know.
  virtual bool lowerTarget(const llvm::MachineInstr &MI,
                           llvm::SmallVectorImpl<llvm::MCInst> &Out) = 0;
};

/// Lowers with \p AP, the printer that is about to print the function: its
/// streamer is replaced by a recording one while an instruction is lowered, so
/// nothing reaches the output. Valid from AsmPrinterHandler::beginFunction to
/// endFunction.
std::unique_ptr<InstrSource> createCaptureSource(llvm::AsmPrinter &AP);

/// Converts register and immediate operands one by one; exact but for the
/// encoding optimisations of the target's lowering. Knows no pseudo
/// instructions.
std::unique_ptr<InstrSource>
createDirectSource(const llvm::MachineFunction &MF);

} // namespace takt

#endif // TAKT_PASSES_INSTRSOURCE_H
