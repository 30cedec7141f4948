//===- X86Features.cpp - Features by encoding ----------------- -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "X86Features.h"
#include "X86Encoding.h"

using namespace llvm;
using namespace takt;

namespace {

/// Prefixes within VEX and EVEX, as bits by their number there.
enum Simd : uint8_t { None = 1, P66 = 2, PF3 = 4, PF2 = 8, Any = 15 };

enum class When : uint8_t {
  Always,
  Wide,     ///< the vectors have more than 128 bits
  Register, ///< the operand of the ModRM byte is a register
  W0,       ///< the W bit is clear
};

/// Opcodes First to Last of a map and what they need.
struct Row {
  uint8_t Map, First, Last, Prefixes;
  When If;
  StringLiteral Feature;
};

/// What a VEX or EVEX prefix says, the opcode and the byte behind it.
struct Coding {
  uint8_t Map = 0, Prefix = 0, Opcode = 0, ModRM = 0;
  bool W = false, Wide = false;
};

} // namespace

/// Maps: 1 is 0F, 2 is 0F38, 3 is 0F3A (Intel SDM vol. 2, the instructions'
/// encodings; Intel's Instruction Set Extensions Programming Reference; AMD's
/// manual vol. 4 for FMA4 and XOP). The first row that fits counts.
static constexpr Row VexRows[] = {
    // What works on mask registers.
    {1, 0x41, 0x4B, Any, When::Always, "avx512f"},
    {1, 0x90, 0x99, Any, When::Always, "avx512f"},
    {3, 0x30, 0x33, Any, When::Always, "avx512f"},
    {2, 0x49, 0x4B, Any, When::Always, "amx-tile"},
    {2, 0x5C, 0x5C, PF3, When::Always, "amx-bf16"},
    {2, 0x5C, 0x5C, PF2, When::Always, "amx-fp16"},
    {2, 0x5E, 0x5E, Any, When::Always, "amx-int8"},
    {2, 0x6C, 0x6C, Any, When::Always, "amx-complex"},
    {2, 0x13, 0x13, Any, When::Always, "f16c"},
    {3, 0x1D, 0x1D, Any, When::Always, "f16c"},
    {2, 0x96, 0x9F, Any, When::Always, "fma"},
    {2, 0xA6, 0xAF, Any, When::Always, "fma"},
    {2, 0xB6, 0xBF, Any, When::Always, "fma"},
    {3, 0x5C, 0x5F, Any, When::Always, "fma4"},
    {3, 0x68, 0x6F, Any, When::Always, "fma4"},
    {3, 0x78, 0x7F, Any, When::Always, "fma4"},
    {2, 0xF2, 0xF3, Any, When::Always, "bmi"},
    {2, 0xF7, 0xF7, None, When::Always, "bmi"},
    {2, 0xF5, 0xF7, Any, When::Always, "bmi2"},
    {3, 0xF0, 0xF0, Any, When::Always, "bmi2"},
    {2, 0xE0, 0xEF, Any, When::Always, "cmpccxadd"},
    {2, 0x50, 0x53, P66, When::Always, "avxvnni"},
    {2, 0x50, 0x51, Any, When::Always, "avxvnniint8"},
    {2, 0xD2, 0xD3, Any, When::Always, "avxvnniint16"},
    {2, 0xB4, 0xB5, Any, When::Always, "avxifma"},
    {2, 0xB0, 0xB1, Any, When::Always, "avxneconvert"},
    {2, 0x72, 0x72, Any, When::Always, "avxneconvert"},
    {2, 0xCF, 0xCF, Any, When::Always, "gfni"},
    {3, 0xCE, 0xCF, Any, When::Always, "gfni"},
    {2, 0xDC, 0xDF, Any, When::Wide, "vaes"},
    {3, 0x44, 0x44, Any, When::Wide, "vpclmulqdq"},
    // AVX2: integers in wide vectors, and what AVX has of no width.
    {1, 0x60, 0x6D, Any, When::Wide, "avx2"},
    {1, 0x70, 0x76, Any, When::Wide, "avx2"},
    {1, 0xD1, 0xD5, Any, When::Wide, "avx2"},
    {1, 0xD7, 0xE5, Any, When::Wide, "avx2"},
    {1, 0xE8, 0xEF, Any, When::Wide, "avx2"},
    {1, 0xF1, 0xFE, Any, When::Wide, "avx2"},
    {2, 0x00, 0x0B, Any, When::Wide, "avx2"},
    {2, 0x16, 0x16, Any, When::Always, "avx2"},
    {2, 0x18, 0x19, Any, When::Register, "avx2"},
    {2, 0x1C, 0x1E, Any, When::Wide, "avx2"},
    {2, 0x20, 0x2B, Any, When::Wide, "avx2"},
    {2, 0x30, 0x40, Any, When::Wide, "avx2"},
    {2, 0x45, 0x47, Any, When::Always, "avx2"},
    {2, 0x58, 0x5A, Any, When::Always, "avx2"},
    {2, 0x78, 0x79, Any, When::Always, "avx2"},
    {2, 0x8C, 0x93, Any, When::Always, "avx2"},
    {3, 0x00, 0x02, Any, When::Always, "avx2"},
    {3, 0x0E, 0x0F, Any, When::Wide, "avx2"},
    {3, 0x38, 0x39, Any, When::Always, "avx2"},
    {3, 0x42, 0x42, Any, When::Wide, "avx2"},
    {3, 0x46, 0x46, Any, When::Always, "avx2"},
    {3, 0x4C, 0x4C, Any, When::Wide, "avx2"},
    {1, 0x00, 0xFF, Any, When::Always, "avx"},
    {2, 0x00, 0xFF, Any, When::Always, "avx"},
    {3, 0x00, 0xFF, Any, When::Always, "avx"},
};

static constexpr Row EvexRows[] = {
    // APX gives more registers to what has VEX or no such prefix without it.
    {1, 0x90, 0x93, Any, When::Always, "egpr"},
    {2, 0xE0, 0xF7, Any, When::Always, "egpr"},
    {3, 0xF0, 0xF0, Any, When::Always, "egpr"},
    {4, 0x00, 0xFF, Any, When::Always, "egpr"},
    {5, 0x00, 0xFF, Any, When::Always, "avx512fp16"},
    {6, 0x00, 0xFF, Any, When::Always, "avx512fp16"},
    {3, 0x00, 0xFF, None, When::Always, "avx512fp16"},
    {3, 0xC2, 0xC2, PF3, When::Always, "avx512fp16"},
    {2, 0x50, 0x53, P66, When::Always, "avx512vnni"},
    {2, 0x52, 0x52, PF3, When::Always, "avx512bf16"},
    {2, 0x72, 0x72, PF3 | PF2, When::Always, "avx512bf16"},
    {2, 0x54, 0x54, Any, When::Always, "avx512bitalg"},
    {2, 0x8F, 0x8F, Any, When::Always, "avx512bitalg"},
    {2, 0x55, 0x55, Any, When::Always, "avx512vpopcntdq"},
    {2, 0x62, 0x63, P66, When::Always, "avx512vbmi2"},
    {2, 0x70, 0x73, P66, When::Always, "avx512vbmi2"},
    {3, 0x70, 0x73, Any, When::Always, "avx512vbmi2"},
    {2, 0x68, 0x68, PF2, When::Always, "avx512vp2intersect"},
    {2, 0x75, 0x75, Any, When::W0, "avx512vbmi"},
    {2, 0x7D, 0x7D, Any, When::W0, "avx512vbmi"},
    {2, 0x8D, 0x8D, Any, When::W0, "avx512vbmi"},
    {2, 0x83, 0x83, Any, When::Always, "avx512vbmi"},
    {2, 0xB4, 0xB5, Any, When::Always, "avx512ifma"},
    {2, 0xCF, 0xCF, Any, When::Always, "gfni"},
    {3, 0xCE, 0xCF, Any, When::Always, "gfni"},
    {2, 0xDC, 0xDF, Any, When::Always, "vaes"},
    {3, 0x44, 0x44, Any, When::Always, "vpclmulqdq"},
    {1, 0x00, 0xFF, Any, When::Always, "avx512f"},
    {2, 0x00, 0xFF, Any, When::Always, "avx512f"},
    {3, 0x00, 0xFF, Any, When::Always, "avx512f"},
};

static bool fits(const Row &R, const Coding &C) {
  if (C.Map != R.Map || C.Opcode < R.First || C.Opcode > R.Last ||
      !(R.Prefixes >> C.Prefix & 1))
    return false;
  switch (R.If) {
  case When::Always:
    return true;
  case When::Wide:
    return C.Wide;
  case When::Register:
    return C.ModRM >= 0xC0;
  case When::W0:
    return !C.W;
  }
  return false;
}

/// \p Bytes have a prefix that \p E says, and the opcode behind it.
static Coding readCoding(ArrayRef<uint8_t> Bytes, const X86Encoding &E) {
  const unsigned At = E.OpcodeOffset;
  Coding C;
  C.Opcode = Bytes[At];
  C.ModRM = At + 1 < Bytes.size() ? Bytes[At + 1] : 0;
  C.Map = 1;
  // The byte that holds W, the length and the prefix in VEX; W and the prefix
  // in EVEX.
  uint8_t Fields = Bytes[At - 1];
  if (E.Evex) {
    Fields = Bytes[At - 2];
    C.Map = Bytes[At - 3] & 7;
    C.W = Fields & 0x80;
  } else if (At >= 3 && Bytes[At - 3] == 0xC4) {
    C.Map = Bytes[At - 2] & 31;
    C.W = Fields & 0x80;
    C.Wide = Fields & 4;
  } else {
    C.Wide = Fields & 4;
  }
  C.Prefix = Fields & 3;
  return C;
}

/// \p Bytes have an XOP prefix \p At: a map of 8 and more, where a pop, of the
/// same opcode, has a ModRM byte below 8. Behind 0F it is a branch.
static bool isXop(ArrayRef<uint8_t> Bytes, size_t At) {
  return At + 1 < Bytes.size() && Bytes[At] == 0x8F &&
         (Bytes[At + 1] & 31) >= 8 && (At == 0 || Bytes[At - 1] != 0x0F);
}

StringRef takt::x86Feature(ArrayRef<uint8_t> Bytes) {
  const X86Encoding E = readX86Encoding(Bytes);
  if (!E.Vector)
    return isXop(Bytes, E.OpcodeOffset) ? "xop" : "";
  const Coding C = readCoding(Bytes, E);
  for (const Row &R : E.Evex ? ArrayRef<Row>(EvexRows) : ArrayRef<Row>(VexRows))
    if (fits(R, C))
      return R.Feature;
  return "";
}
