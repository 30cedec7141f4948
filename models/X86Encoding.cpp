//===- X86Encoding.cpp - What decoders see of x86 code ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "X86Encoding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace takt;
using llvm::ArrayRef;

/// Legacy prefixes, REX excluded (Intel SDM vol. 2, section 2.1.1).
static bool isLegacyPrefix(uint8_t B) {
  switch (B) {
  case 0x26: // segments
  case 0x2E:
  case 0x36:
  case 0x3E:
  case 0x64:
  case 0x65:
  case 0x66: // operand size
  case 0x67: // address size
  case 0xF0: // lock
  case 0xF2: // repne
  case 0xF3: // rep
    return true;
  default:
    return false;
  }
}

namespace {

struct Prefixes {
  size_t Length = 0;
  bool OperandSize = false, RexW = false, Vector = false, Evex = false;
  /// The opcode is in the one-byte map.
  bool OneByteMap = true;
};

} // namespace

/// The bytes in front of the opcode.
static Prefixes readPrefixes(ArrayRef<uint8_t> Bytes) {
  Prefixes P;
  auto At = [&](size_t I) -> unsigned {
    return I < Bytes.size() ? Bytes[I] : 0;
  };
  for (; P.Length < Bytes.size() && isLegacyPrefix(Bytes[P.Length]); ++P.Length)
    P.OperandSize |= Bytes[P.Length] == 0x66;
  unsigned Next = At(P.Length);
  // VEX and EVEX hold the escapes; in 64-bit mode nothing else starts so.
  unsigned Vector = Next == 0xC5 ? 2 : Next == 0xC4 ? 3 : Next == 0x62 ? 4 : 0;
  if (Vector) {
    P.Length += Vector;
    P.Vector = true;
    P.Evex = Vector == 4;
    P.OneByteMap = false;
    return P;
  }
  if ((Next & 0xF0) == 0x40) {
    P.RexW = Next & 8;
    Next = At(++P.Length);
  }
  if (Next == 0x0F) {
    P.OneByteMap = false;
    Next = At(++P.Length);
    if (Next == 0x38 || Next == 0x3A)
      ++P.Length;
  }
  return P;
}

/// One-byte opcodes with an immediate of 16 or 32 bits by operand size (Intel
/// SDM vol. 2, table A-2, operands Iz and Iv).
static bool hasSizedImmediate(uint8_t Opcode, uint8_t ModRM) {
  if (Opcode < 0x40)
    return (Opcode & 7) == 5; // add eax, imm and the like
  if ((Opcode & 0xF8) == 0xB8)
    return true; // mov
  switch (Opcode) {
  case 0x68: // push
  case 0x69: // imul
  case 0x81: // add and the like
  case 0xA9: // test
  case 0xC7: // mov
    return true;
  case 0xF7: // test, but not, neg, mul, ... have none
    return (ModRM >> 3 & 6) == 0;
  default:
    return false;
  }
}

/// A ModRM byte follows; only for opcodes with hasSizedImmediate.
static bool hasModRM(uint8_t Opcode) {
  return Opcode == 0x69 || Opcode == 0x81 || Opcode == 0xC7 || Opcode == 0xF7;
}

X86Encoding takt::readX86Encoding(ArrayRef<uint8_t> Bytes) {
  X86Encoding E;
  Prefixes P = readPrefixes(Bytes);
  if (P.Length >= Bytes.size())
    return E;
  E.OpcodeOffset = static_cast<uint8_t>(P.Length);
  E.Vector = P.Vector;
  E.Evex = P.Evex;
  uint8_t Opcode = Bytes[P.Length];
  uint8_t ModRM = P.Length + 1 < Bytes.size() ? Bytes[P.Length + 1] : 0;
  if (!P.OneByteMap || !hasSizedImmediate(Opcode, ModRM))
    return E;
  bool Wide = P.RexW && (Opcode & 0xF8) == 0xB8;
  bool Short = P.OperandSize && !P.RexW;
  E.ImmediateSize = Wide ? 8 : Short ? 2 : 4;
  E.LengthChangingPrefix = Short;
  E.Memory = hasModRM(Opcode) && ModRM < 0xC0;
  if (Bytes.size() < P.Length + 1 + E.ImmediateSize)
    return X86Encoding();
  uint64_t Value = 0;
  for (uint8_t B : llvm::reverse(Bytes.take_back(E.ImmediateSize)))
    Value = Value << 8 | B;
  E.Immediate = llvm::SignExtend64(Value, 8 * E.ImmediateSize);
  return E;
}

unsigned takt::x86DisplacementSize(ArrayRef<uint8_t> Bytes,
                                   const X86Encoding &E) {
  const auto At = [&](size_t I) -> unsigned {
    return I < Bytes.size() ? Bytes[I] : 0;
  };
  // mov of an absolute address, which has no ModRM byte.
  if ((At(E.OpcodeOffset) & 0xFC) == 0xA0 && readPrefixes(Bytes).OneByteMap)
    return 8;
  const unsigned ModRM = At(E.OpcodeOffset + 1);
  const unsigned Mode = ModRM >> 6, Base = ModRM & 7;
  if (Mode == 1)
    return 1;
  // No base: relative to the instruction pointer, or an index alone.
  const bool NoBase =
      Mode == 0 &&
      (Base == 5 || (Base == 4 && (At(E.OpcodeOffset + 2) & 7) == 5));
  return Mode == 2 || NoBase ? 4 : 0;
}

unsigned takt::x86VectorImmediateSize(ArrayRef<uint8_t> Bytes,
                                      const X86Encoding &E) {
  // vzeroupper and vzeroall end with the opcode.
  const size_t AtModRM = E.OpcodeOffset + 1;
  if (AtModRM >= Bytes.size())
    return 0;
  const bool Memory = Bytes[AtModRM] < 0xC0;
  const bool Sib = Memory && (Bytes[AtModRM] & 7) == 4;
  const size_t Behind =
      AtModRM + 1 + Sib + (Memory ? x86DisplacementSize(Bytes, E) : 0);
  return Bytes.size() > Behind;
}
