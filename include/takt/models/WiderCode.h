//===- WiderCode.h - The same code with wider vectors -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// x86-64 code whose vectors are twice as wide: 512 bits instead of 256, and
/// 256 instead of 128 where elements are half as wide (conversions). It is what
/// LLVM makes of a loop with -mprefer-vector-width=512, as far as each
/// instruction has a form that does the same to twice the elements.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_WIDERCODE_H
#define TAKT_MODELS_WIDERCODE_H

#include "takt/models/KernelBuilder.h"
#include "llvm/ADT/StringMap.h"
#include <optional>
#include <vector>

namespace llvm {
class MCCodeEmitter;
} // namespace llvm

namespace takt {

/// Finds the wider forms of instructions, by the names of opcodes.
class CodeWidener {
public:
  /// For code of the target of \p MII and \p MRI, which outlive this.
  CodeWidener(const llvm::MCInstrInfo &MII, const llvm::MCRegisterInfo &MRI);

  /// \p Code, from its first offset on without gaps, with wider vectors that
  /// lie twice as far apart in memory, encoded by \p Emitter for \p STI; what
  /// has no vectors is as it was. None if no vectors have 256 bits, or some
  /// have 512, or an instruction on vectors has no wider form, or takes parts
  /// of a vector to other ones.
  std::optional<std::vector<CodeInstr>>
  widen(llvm::ArrayRef<CodeInstr> Code, const llvm::MCSubtargetInfo &STI,
        const llvm::MCCodeEmitter &Emitter) const;

  /// True if \p Code, run again and again, reads vectors that were written when
  /// it ran before.
  bool carriesVectors(llvm::ArrayRef<CodeInstr> Code) const;

private:
  enum class Width : uint8_t { None, Bits128, Bits256, Bits512 };
  Width widthOf(unsigned Reg) const;
  Width widthOf(const llvm::MCInst &I) const;
  std::optional<unsigned> widerOpcode(unsigned Opcode, Width From) const;
  bool widen(llvm::MCInst &I, Width From) const;
  unsigned inClass(unsigned Reg, unsigned Class) const;

  const llvm::MCInstrInfo &MII;
  const llvm::MCRegisterInfo &MRI;
  llvm::StringMap<unsigned> Opcodes; ///< of instructions on vectors, by name
};

} // namespace takt

#endif // TAKT_MODELS_WIDERCODE_H
