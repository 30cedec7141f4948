//===- RandomAArch64.cpp - Random straight code of AArch64
//-----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomAArch64.h"
#include "llvm/ADT/StringExtras.h"

using namespace takt;
using namespace takt::test;
using llvm::StringRef;

/// Neither the registers that lines use themselves nor x28 and up.
static constexpr unsigned NumRegisters = 26;

namespace {

/// A line for registers of 32 bits (w), 64 (x), or either.
struct Line {
  const char *Text;
  const char *Sizes;
};

} // namespace

/// R: a register of the line's size, or zero; G: never zero, Q: never the one
/// before either; X, W: a register of 64, 32 bits; V: the number of a vector
/// register; N: an immediate of 16 bits, I: of 12; L: a logical immediate;
/// H: 0, 16 or the like; C: a count below the size, F: below 32; E: an
/// extension with an amount; S, T: a shift without, with rotation; P: a
/// multiple of 16 up to 240, M: a number from -256 to 240, O: a multiple of 16
/// up to 112.
static const Line Lines[] = {
    {"movz R, #N, lsl #H", "wx"},
    {"movn R, #N, lsl #H", "wx"},
    {"movk R, #N, lsl #H", "wx"},
    {"mov R, R", "wx"},
    {"add G, G, #I", "wx"},
    {"add G, G, #I, lsl #12", "wx"},
    {"sub G, G, #I", "wx"},
    {"adds R, G, #I", "wx"},
    {"subs R, G, #I, lsl #12", "wx"},
    {"add R, R, R, S", "wx"},
    {"sub R, R, R, S", "wx"},
    {"adds R, R, R, S", "wx"},
    {"subs R, R, R, S", "wx"},
    {"add G, G, E", "wx"},
    {"sub G, G, E", "wx"},
    {"adds R, G, E", "wx"},
    {"subs R, G, E", "wx"},
    {"add G, G, X, uxtx #2", "x"},
    {"sub G, G, X, sxtx #1", "x"},
    {"adds R, G, X, uxtx #3", "x"},
    {"subs R, G, X, sxtx", "x"},
    {"and G, R, #L", "wx"},
    {"orr G, R, #L", "wx"},
    {"eor G, R, #L", "wx"},
    {"ands R, R, #L", "wx"},
    {"and R, R, R, T", "wx"},
    {"ands R, R, R, T", "wx"},
    {"orr R, R, R, T", "wx"},
    {"eor R, R, R, T", "wx"},
    {"bic R, R, R, T", "wx"},
    {"bics R, R, R, T", "wx"},
    {"orn R, R, R, T", "wx"},
    {"eon R, R, R, T", "wx"},
    {"lsl R, R, R", "wx"},
    {"lsr R, R, R", "wx"},
    {"asr R, R, R", "wx"},
    {"ror R, R, R", "wx"},
    {"ubfm R, R, #C, #C", "wx"},
    {"sbfm R, R, #C, #C", "wx"},
    {"bfm R, R, #C, #C", "wx"},
    {"extr R, R, R, #C", "wx"},
    {"madd R, R, R, R", "wx"},
    {"msub R, R, R, R", "wx"},
    {"smaddl X, W, W, X", "x"},
    {"umaddl X, W, W, X", "x"},
    {"smsubl X, W, W, X", "x"},
    {"umsubl X, W, W, X", "x"},
    {"smulh X, X, X", "x"},
    {"umulh X, X, X", "x"},
    {"udiv R, R, R", "wx"},
    {"sdiv R, R, R", "wx"},
    {"clz R, R", "wx"},
    {"cls R, R", "wx"},
    {"rbit R, R", "wx"},
    {"rev16 R, R", "wx"},
    {"rev R, R", "wx"},
    {"rev32 X, X", "x"},
    // Scaled and unscaled offsets.
    {"ldr R, [x28, #P]", "wx"},
    {"str R, [x28, #P]", "wx"},
    {"ldrb W, [x28, #F]", "w"},
    {"strb W, [x28, #F]", "w"},
    {"ldrh W, [x28, #P]", "w"},
    {"strh W, [x28, #P]", "w"},
    {"ldrsb R, [x28, #F]", "wx"},
    {"ldrsh R, [x28, #P]", "wx"},
    {"ldrsw X, [x28, #P]", "x"},
    {"ldur R, [x28, #M]", "wx"},
    {"stur R, [x28, #M]", "wx"},
    {"ldurb W, [x28, #M]", "w"},
    {"sturb W, [x28, #M]", "w"},
    {"ldurh W, [x28, #M]", "w"},
    {"sturh W, [x28, #M]", "w"},
    {"ldursb R, [x28, #M]", "wx"},
    {"ldursh R, [x28, #M]", "wx"},
    {"ldursw X, [x28, #M]", "x"},
    // The base changes before or after.
    {"add x27, x28, #F\nldr R, [x27, #M]!", "wx"},
    {"add x27, x28, #F\nstr R, [x27, #M]!", "wx"},
    {"add x27, x28, #F\nldr R, [x27], #M", "wx"},
    {"add x27, x28, #F\nstr R, [x27], #M", "wx"},
    {"add x27, x28, #F\nldrb W, [x27, #M]!", "w"},
    {"add x27, x28, #F\nstrb W, [x27, #M]!", "w"},
    {"add x27, x28, #F\nldrb W, [x27], #M", "w"},
    {"add x27, x28, #F\nstrb W, [x27], #M", "w"},
    {"add x27, x28, #F\nldrh W, [x27, #M]!", "w"},
    {"add x27, x28, #F\nstrh W, [x27, #M]!", "w"},
    {"add x27, x28, #F\nldrh W, [x27], #M", "w"},
    {"add x27, x28, #F\nstrh W, [x27], #M", "w"},
    {"add x27, x28, #F\nldrsb R, [x27, #M]!", "wx"},
    {"add x27, x28, #F\nldrsb R, [x27], #M", "wx"},
    {"add x27, x28, #F\nldrsh R, [x27, #M]!", "wx"},
    {"add x27, x28, #F\nldrsh R, [x27], #M", "wx"},
    {"add x27, x28, #F\nldrsw X, [x27, #M]!", "x"},
    {"add x27, x28, #F\nldrsw X, [x27], #M", "x"},
    // An index.
    {"and x26, X, #0x78\nldr R, [x28, x26]", "wx"},
    {"and x26, X, #0x1f\nldr x3, [x28, x26, lsl #3]", "x"},
    {"and x26, X, #0x1f\nstr w3, [x28, x26, lsl #2]", "w"},
    {"and x26, X, #0x1f\nstr R, [x28, x26]", "wx"},
    {"orr w26, W, #0xffffffe0\nldr X, [x28, w26, sxtw #3]", "x"},
    {"orr w26, W, #0xffffffe0\nstr X, [x28, w26, sxtw #3]", "x"},
    {"orr w26, W, #0xffffffe0\nldr W, [x28, w26, sxtw]", "w"},
    {"orr w26, W, #0xffffffe0\nstr W, [x28, w26, sxtw]", "w"},
    {"and w26, W, #0x1f\nldr X, [x28, w26, uxtw #3]", "x"},
    {"and w26, W, #0x1f\nldrb W, [x28, w26, uxtw]", "w"},
    {"and w26, W, #0x1f\nstrb W, [x28, w26, uxtw]", "w"},
    {"and x26, X, #0x1f\nldrb W, [x28, x26]", "w"},
    {"and x26, X, #0x1f\nstrb W, [x28, x26]", "w"},
    {"and w26, W, #0x1f\nldrh W, [x28, w26, uxtw #1]", "w"},
    {"and w26, W, #0x1f\nstrh W, [x28, w26, uxtw #1]", "w"},
    {"and x26, X, #0x1f\nldrh W, [x28, x26, lsl #1]", "w"},
    {"and x26, X, #0x1f\nstrh W, [x28, x26, sxtx #1]", "w"},
    {"and x26, X, #0x1f\nldrsb R, [x28, x26]", "wx"},
    {"and w26, W, #0x1f\nldrsb R, [x28, w26, sxtw]", "wx"},
    {"and x26, X, #0x1f\nldrsh R, [x28, x26, lsl #1]", "wx"},
    {"and w26, W, #0x1f\nldrsh R, [x28, w26, uxtw]", "wx"},
    {"and x26, X, #0x1f\nldrsw X, [x28, x26, lsl #2]", "x"},
    {"and w26, W, #0x1f\nldrsw X, [x28, w26, uxtw #2]", "x"},
    // Pairs.
    {"ldp G, Q, [x28, #O]", "wx"},
    {"stp R, R, [x28, #O]", "wx"},
    {"ldnp G, Q, [x28, #O]", "wx"},
    {"stnp R, R, [x28, #O]", "wx"},
    {"ldpsw G, Q, [x28, #-O]", "x"},
    {"add x27, x28, #F\nldp G, Q, [x27, #O]!", "wx"},
    {"add x27, x28, #F\nstp R, R, [x27, #-O]!", "wx"},
    {"add x27, x28, #F\nldp G, Q, [x27], #-O", "wx"},
    {"add x27, x28, #F\nstp R, R, [x27], #O", "wx"},
    {"add x27, x28, #F\nldpsw G, Q, [x27, #O]!", "x"},
    {"add x27, x28, #F\nldpsw G, Q, [x27], #O", "x"},
    // Ordered ones.
    {"ldar R, [x28]", "wx"},
    {"ldarb W, [x28]", "w"},
    {"ldarh W, [x28]", "w"},
    {"ldxr R, [x28]", "wx"},
    {"ldaxrb W, [x28]", "w"},
    {"stlr R, [x28]", "wx"},
    {"stlrb W, [x28]", "w"},
    {"stlrh W, [x28]", "w"},
    // Vectors.
    {"fmov dV, X", "x"},
    {"fmov X, dV", "x"},
    {"fmov sV, W", "w"},
    {"fmov W, sV", "w"},
    {"fmov dV, dV", "x"},
    {"fmov sV, sV", "w"},
    {"mov vV.16b, v3.16b", "x"},
    {"mov vV.8b, v4.8b", "x"},
    {"ldr qV, [x28, #P]", "x"},
    {"str qV, [x28, #P]", "x"},
    {"ldr dV, [x28, #P]", "x"},
    {"str dV, [x28, #P]", "x"},
    {"ldr sV, [x28, #P]", "x"},
    {"str sV, [x28, #P]", "x"},
    {"ldr hV, [x28, #P]", "x"},
    {"str hV, [x28, #P]", "x"},
    {"ldr bV, [x28, #F]", "x"},
    {"str bV, [x28, #F]", "x"},
    {"ldur qV, [x28, #M]", "x"},
    {"stur qV, [x28, #M]", "x"},
    {"add x27, x28, #F\nldr qV, [x27], #M", "x"},
    {"add x27, x28, #F\nstr qV, [x27, #M]!", "x"},
    {"add x27, x28, #F\nstr dV, [x27], #M", "x"},
    {"and x26, X, #0xf\nldr qV, [x28, x26, lsl #4]", "x"},
    {"and x26, X, #0xf\nstr qV, [x28, x26]", "x"},
    {"ldp q1, q2, [x28, #O]", "x"},
    {"stp qV, qV, [x28, #-O]", "x"},
    {"ldp d1, d2, [x28, #O]", "x"},
    {"stp sV, sV, [x28, #O]", "x"},
    {"add x27, x28, #F\nstp qV, qV, [x27], #O", "x"},
    {"ld1 {vV.16b}, [x28]", "x"},
    {"st1 {vV.2d}, [x28]", "x"},
    {"ld1 {vV.8b}, [x28]", "x"},
    {"add x27, x28, #F\nld1 {vV.4s}, [x27], #16", "x"},
    {"add x27, x28, #F\nst1 {vV.1d}, [x27], X", "x"},
};

std::string RandomAArch64::reg(bool Wide, bool MayBeZero) {
  std::string Letter = Wide ? "x" : "w";
  if (MayBeZero && below(12) == 0)
    return Letter + "zr";
  LastRegister = below(NumRegisters);
  return Letter + std::to_string(LastRegister);
}

/// A run of ones in elements of a power of two of bits, rotated.
std::string RandomAArch64::logicalImmediate(bool Wide) {
  unsigned Element = 2u << below(Wide ? 6 : 5);
  uint64_t V = ~uint64_t(0) >> (64 - 1 - below(Element - 1));
  for (unsigned I = below(Element); I > 0; --I)
    V = (V << 1 | (V >> (Element - 1) & 1)) & ~uint64_t(0) >> (64 - Element);
  for (; Element < (Wide ? 64 : 32); Element *= 2)
    V |= V << Element;
  return "0x" + llvm::utohexstr(V);
}

std::string RandomAArch64::pick(std::initializer_list<const char *> Words) {
  return Words.begin()[below(Words.size())];
}

std::string RandomAArch64::expand(StringRef Text, bool Wide) {
  auto Number = [](int V) { return std::to_string(V); };
  unsigned Bits = Wide ? 64 : 32;
  std::string To;
  for (char Letter : Text)
    switch (Letter) {
    case 'R':
      To += reg(Wide, true);
      break;
    case 'G':
      To += reg(Wide, false);
      break;
    case 'Q': {
      unsigned Before = LastRegister;
      To +=
          (Wide ? "x" : "w") + Number((Before + 1 + below(20)) % NumRegisters);
      break;
    }
    case 'X':
      To += reg(true, true);
      break;
    case 'W':
      To += reg(false, true);
      break;
    case 'V':
      To += Number(below(8));
      break;
    case 'N':
      To += Number(below(65536));
      break;
    case 'I':
      To += Number(below(4096));
      break;
    case 'L':
      To += logicalImmediate(Wide);
      break;
    case 'H':
      To += Number(16 * below(Wide ? 4 : 2));
      break;
    case 'C':
      To += Number(below(Bits));
      break;
    case 'F':
      To += Number(below(32));
      break;
    case 'E':
      To += reg(false, true) + ", " +
            pick({"uxtb", "uxth", "uxtw", "sxtb", "sxth", "sxtw"}) + " #" +
            Number(below(5));
      break;
    case 'S':
      To += pick({"lsl", "lsr", "asr"}) + " #" + Number(below(Bits));
      break;
    case 'T':
      To += pick({"lsl", "lsr", "asr", "ror"}) + " #" + Number(below(Bits));
      break;
    case 'P':
      To += Number(16 * below(16));
      break;
    case 'O':
      To += Number(16 * below(8));
      break;
    case 'M':
      To += Number(int(below(480)) - 240);
      break;
    default:
      To += Letter;
    }
  return To;
}

std::string RandomAArch64::code(unsigned NumLines) {
  Depth = 0;
  std::string Text;
  for (unsigned I = 0; I < NumLines; ++I) {
    if (below(15) == 0) {
      bool Push = Depth < 16 || (Depth < 128 && below(2));
      Depth += Push ? 16 : -16;
      Text += expand(Push ? "stp X, X, [sp, #-16]!\n" : "ldp G, Q, [sp], #16\n",
                     true);
      continue;
    }
    const Line &L = Lines[below(std::size(Lines))];
    bool Wide = L.Sizes[below(StringRef(L.Sizes).size())] == 'x';
    Text += expand(L.Text, Wide) + "\n";
  }
  return Text;
}
