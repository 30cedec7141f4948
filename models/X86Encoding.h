//===- X86Encoding.h - What decoders see of x86 code ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Facts of an x86-64 encoding that no MCInst holds and on which predecoder and
/// µop cache depend.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_X86ENCODING_H
#define TAKT_MODELS_X86ENCODING_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace takt {

struct X86Encoding {
  /// Bytes in front of the opcode's last byte: prefixes and escapes.
  uint8_t OpcodeOffset = 0;
  /// Bytes of an immediate whose size depends on the operand size (2, 4 or 8);
  /// 0: there is none.
  uint8_t ImmediateSize = 0;
  /// The operand size prefix makes the immediate shorter (Intel Optimization
  /// Reference Manual 248966-046, section 3.4.2.3).
  bool LengthChangingPrefix = false;
  /// The operand of the ModRM byte is in memory.
  bool Memory = false;
  /// The immediate with its sign, where ImmediateSize is not 0.
  int64_t Immediate = 0;
  /// The prefix is VEX or EVEX; it is EVEX.
  bool Vector = false, Evex = false;
};

/// Reads the encoding of one instruction in 64-bit mode (Intel SDM vol. 2,
/// chapter 2 and appendix A). What does not parse gives the defaults.
X86Encoding readX86Encoding(llvm::ArrayRef<uint8_t> Bytes);

/// Bytes of the displacement (0, 1, 4 or 8) of an instruction \p E with an
/// explicit operand in memory (Intel SDM vol. 2, tables 2-2 and 2-3).
unsigned x86DisplacementSize(llvm::ArrayRef<uint8_t> Bytes,
                             const X86Encoding &E);

/// Bytes behind operands and displacement of an instruction \p E with VEX or
/// EVEX: 1 for an immediate or a register that stands in its place, else 0
/// (Intel SDM vol. 2, section 2.3.8).
unsigned x86VectorImmediateSize(llvm::ArrayRef<uint8_t> Bytes,
                                const X86Encoding &E);

} // namespace takt

#endif // TAKT_MODELS_X86ENCODING_H
