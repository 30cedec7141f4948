//===- RandomX86.cpp - Random straight code of x86-64
//----------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomX86.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace takt;
using namespace takt::test;
using llvm::StringRef;

/// Neither rbx, the pointer to the data, nor rsp.
static const char *const Registers[][4] = {
    {"al", "ax", "eax", "rax"},      {"cl", "cx", "ecx", "rcx"},
    {"dl", "dx", "edx", "rdx"},      {"sil", "si", "esi", "rsi"},
    {"dil", "di", "edi", "rdi"},     {"bpl", "bp", "ebp", "rbp"},
    {"r8b", "r8w", "r8d", "r8"},     {"r9b", "r9w", "r9d", "r9"},
    {"r10b", "r10w", "r10d", "r10"}, {"r11b", "r11w", "r11d", "r11"},
    {"r12b", "r12w", "r12d", "r12"}, {"r13b", "r13w", "r13d", "r13"},
    {"r14b", "r14w", "r14d", "r14"}, {"r15b", "r15w", "r15d", "r15"}};
static const char *const LegacyBytes[] = {"al", "cl", "dl", "ah", "ch", "dh"};
/// Of Registers, those of 32 bits and the like that need no REX.
static constexpr unsigned NumLegacy = 6;

namespace {

/// A line. R: a register of the line's size, M: memory, E: one of both, I: an
/// immediate, C: a count, J: a 64 bit immediate, X, Z: a vector register of
/// 16, 32 bytes, Y, W: the last one, N: the last memory, D: a divisor that does
/// not trap, A: an address; one of bwdqxy behind R, M, E, N: another size (8 to
/// 64 bits, 16 and 32 bytes).
struct Line {
  const char *Text;
  const char *Sizes; ///< the sizes that it may have
};

} // namespace

static const Line Lines[] = {
    {"mov E, R", "bwdq"},
    {"mov R, E", "bwdq"},
    {"mov E, I", "bwdq"},
    {"movabs R, J", "q"},
    {"add E, R", "bwdq"},
    {"add R, E", "bwdq"},
    {"add E, I", "bwdq"},
    {"sub E, R", "bwdq"},
    {"sub R, E", "bwdq"},
    {"sub E, I", "bwdq"},
    {"and E, R", "bwdq"},
    {"and R, E", "bwdq"},
    {"and E, I", "bwdq"},
    {"or E, R", "bwdq"},
    {"or R, E", "bwdq"},
    {"or E, I", "bwdq"},
    {"xor E, R", "bwdq"},
    {"xor R, E", "bwdq"},
    {"xor E, I", "bwdq"},
    {"xchg R, E", "bwdq"},
    {"inc E", "bwdq"},
    {"dec E", "bwdq"},
    {"neg E", "bwdq"},
    {"not E", "bwdq"},
    {"imul R, E", "wdq"},
    {"imul R, E, I", "wdq"},
    {"mul E", "bwdq"},
    {"imul E", "bwdq"},
    {"mov edx, 3\nmov ecx, D\ndiv Rc", "wdq"},
    {"mov edx, 3\nmov M, D\ndiv N", "wdq"},
    {"cwd\nmov cx, D\nidiv cx", "w"},
    {"cwd\nmov Mw, D\nidiv N", "w"},
    {"cdq\nmov ecx, D\nneg ecx\nidiv ecx", "d"},
    {"cdq\nmov Md, D\nidiv N", "d"},
    {"cqo\nmov rcx, D\nneg rcx\nidiv rcx", "q"},
    {"cqo\nmov Mq, D\nidiv N", "q"},
    {"mulx R, R, E", "dq"},
    {"shl E, cl", "bwdq"},
    {"shl E, C", "bwdq"},
    {"shl E, 1", "bwdq"},
    {"shr E, cl", "bwdq"},
    {"shr E, C", "bwdq"},
    {"shr E, 1", "bwdq"},
    {"sar E, cl", "bwdq"},
    {"sar E, C", "bwdq"},
    {"sar E, 1", "bwdq"},
    {"rol E, cl", "bwdq"},
    {"rol E, C", "bwdq"},
    {"rol E, 1", "bwdq"},
    {"ror E, cl", "bwdq"},
    {"ror E, C", "bwdq"},
    {"ror E, 1", "bwdq"},
    {"shlx R, E, R", "dq"},
    {"shrx R, E, R", "dq"},
    {"sarx R, E, R", "dq"},
    {"rorx R, E, C", "dq"},
    {"shld E, R, C", "dq"},
    {"shld E, R, cl", "dq"},
    {"shrd E, R, C", "dq"},
    {"shrd E, R, cl", "dq"},
    {"shld E, R, 7", "w"},
    {"shrd E, R, 16", "w"},
    {"and cl, 15\nshld E, R, cl", "w"},
    {"and cl, 15\nshrd E, R, cl", "w"},
    {"andn R, R, E", "dq"},
    {"bextr R, E, R", "dq"},
    {"mov cx, 0x1203\nbextr R, E, Rc", "dq"},
    {"bzhi R, E, R", "dq"},
    {"mov cl, 21\nbzhi R, E, Rc", "dq"},
    {"blsr R, E", "dq"},
    {"blsi R, E", "dq"},
    {"blsmsk R, E", "dq"},
    {"bts R, R", "wdq"},
    {"btr R, R", "wdq"},
    {"btc R, R", "wdq"},
    {"bts E, C", "wdq"},
    {"btr E, C", "wdq"},
    {"btc E, C", "wdq"},
    {"popcnt R, E", "wdq"},
    {"lzcnt R, E", "wdq"},
    {"tzcnt R, E", "wdq"},
    {"or cx, 64\nbsf R, Rc", "wdq"},
    {"or M, 64\nbsf R, N", "wdq"},
    {"or cx, 64\nbsr R, Rc", "wdq"},
    {"or M, 64\nbsr R, N", "wdq"},
    {"movbe R, M", "wdq"},
    {"movbe M, R", "wdq"},
    {"bswap R", "dq"},
    {"cbw", "w"},
    {"cwde", "d"},
    {"cdqe", "q"},
    {"cwd", "w"},
    {"cdq", "d"},
    {"cqo", "q"},
    {"lea R, A", "wdq"},
    {"movzx R, Eb", "wdq"},
    {"movzx R, Ew", "dq"},
    {"movsx R, Eb", "wdq"},
    {"movsx R, Ew", "dq"},
    {"movsxd R, Ed", "q"},
    {"movq X, Rq", "q"},
    {"movq Rq, X", "q"},
    {"movq X, Mq", "q"},
    {"movq Mq, X", "q"},
    {"movq X, X", "q"},
    {"movd X, Rd", "d"},
    {"movd Rd, X", "d"},
    {"movd X, Md", "d"},
    {"movd Md, X", "d"},
    {"movss X, Md", "d"},
    {"movss Md, X", "d"},
    {"movsd X, Mq", "q"},
    {"movsd Mq, X", "q"},
    {"movups X, Mx", "q"},
    {"movups Mx, X", "q"},
    {"movupd X, Mx", "q"},
    {"movdqu X, Mx", "q"},
    {"movdqu Mx, X", "q"},
    {"lddqu X, Mx", "q"},
    {"movaps X, X", "q"},
    {"movdqa X, X", "q"},
    {"pxor X, Y", "q"},
    {"xorps X, Y", "q"},
    {"vmovq X, Rq", "q"},
    {"vmovq Rq, X", "q"},
    {"vmovq X, Mq", "q"},
    {"vmovq Mq, X", "q"},
    {"vmovq X, X", "q"},
    {"vmovd X, Rd", "d"},
    {"vmovd Rd, X", "d"},
    {"vmovups X, Mx", "q"},
    {"vmovdqu Mx, X", "q"},
    {"vpxor X, Y, Y", "q"},
    {"vmovups Z, My\nvmovdqu My, W", "q"},
    {"vmovdqu Z, My\nvmovups My, W\nvmovups Mx, Y", "q"},
};

static unsigned sizeIndex(char Letter) {
  return StringRef("bwdqxy").find(Letter);
}

std::string RandomX86::reg(unsigned Size) {
  if (Size == 0 && Legacy)
    return LegacyBytes[below(std::size(LegacyBytes))];
  return Registers[below(Legacy ? NumLegacy : std::size(Registers))][Size];
}

/// X, or Z for a ymm register; Y and W are the last one.
std::string RandomX86::vector(char Letter) {
  if (Letter == 'X' || Letter == 'Z')
    LastVector = std::to_string(below(8));
  return (Letter == 'X' || Letter == 'Y' ? "xmm" : "ymm") + LastVector;
}

/// An address within the data or on the stack.
std::string RandomX86::address() {
  switch (below(5)) {
  case 0:
    return "[rsp + " + std::to_string(below(100)) + "]";
  case 1:
    return "[rbx]";
  case 2:
    return "[rbx + " + std::to_string(below(400)) + "]";
  default:
    break;
  }
  // Some lines change the first three registers in between.
  const auto &Index =
      Registers[3 + below((Legacy ? NumLegacy : std::size(Registers)) - 3)];
  unsigned Bits = below(6) ? 3 : 2;
  Before += std::string("and ") + Index[2] + ", 63\n";
  return std::string("[") + (Bits == 3 ? "rbx" : "ebx") + " + " + Index[Bits] +
         "*" + std::to_string(1 << below(4)) + " + " +
         std::to_string(below(300)) + "]";
}

/// An address that nothing is at.
std::string RandomX86::anyAddress() {
  unsigned Bits = below(4) ? 3 : 2;
  std::string Base = reg(Bits), Index = reg(Bits);
  std::string D = std::to_string(int(below(100000)) - 50000);
  switch (below(4)) {
  case 0:
    return "[" + Base + " + " + D + "]";
  case 1:
    return "[" + Index + "*4 + " + D + "]";
  case 2:
    return "[" + Base + " + " + Index + "]";
  default:
    return "[" + Base + " + " + Index + "*" + std::to_string(1 << below(4)) +
           " + " + D + "]";
  }
}

std::string RandomX86::memory(unsigned Size) {
  static const char *const Words[] = {"byte",  "word",    "dword",
                                      "qword", "xmmword", "ymmword"};
  LastMemory = std::string(Words[Size]) + " ptr " + address();
  return LastMemory;
}

std::string RandomX86::number(unsigned Size) {
  static const unsigned Bits[] = {8, 16, 32, 32};
  auto V =
      static_cast<int64_t>(Random() << (64 - Bits[Size])) >> (64 - Bits[Size]);
  return std::to_string(below(2) ? V : V >> (Bits[Size] - 7));
}

std::string RandomX86::expand(StringRef Text, unsigned Size) {
  std::string To;
  for (size_t I = 0; I < Text.size(); ++I) {
    char Letter = Text[I];
    if (!llvm::isUpper(Letter)) {
      To += Letter;
      continue;
    }
    char Next = I + 1 < Text.size() ? Text[I + 1] : 0;
    unsigned S = Size;
    bool IsCount = Letter == 'R' && Next == 'c';
    if (llvm::isAlpha(Next) && !llvm::isUpper(Next)) {
      ++I;
      if (!IsCount)
        S = sizeIndex(Next);
    }
    if (Letter == 'E')
      Letter = below(2) ? 'R' : 'M';
    switch (Letter) {
    case 'R':
      To += IsCount ? Registers[1][S] : reg(S);
      break;
    case 'M':
      To += memory(S);
      break;
    case 'N':
      To += LastMemory;
      break;
    case 'I':
      To += number(S);
      break;
    case 'J':
      To += std::to_string(Random());
      break;
    case 'C':
      To += std::to_string(below(S == 3 ? 64 : 32));
      break;
    case 'D':
      To += std::to_string(4 + below(30000));
      break;
    case 'A':
      To += anyAddress();
      break;
    default:
      To += vector(Letter);
    }
  }
  return To;
}

std::string RandomX86::stackLine() {
  bool Push = Depth < 16 || (Depth < 200 && below(2));
  unsigned Size = below(4) ? 3 : 1;
  Depth += (Push ? 1 : -1) * (1 << Size);
  if (!Push)
    return expand("pop E", Size);
  return expand(Size == 3 && below(3) == 0 ? "push I" : "push E", Size);
}

std::string RandomX86::line() {
  Before.clear();
  Legacy = below(4) == 0;
  std::string Text;
  if (below(12) == 0) {
    Text = stackLine();
  } else {
    const Line &L = Lines[below(std::size(Lines))];
    StringRef Sizes = L.Sizes;
    unsigned Size = sizeIndex(Sizes[below(Sizes.size())]);
    // Registers that need REX do not go with ah.
    Legacy &= Size < 3 && !StringRef(L.Text).contains('q');
    Text = expand(L.Text, Size);
  }
  return Before + Text + "\n";
}

std::string RandomX86::code(unsigned NumLines) {
  Depth = 0;
  std::string Text;
  for (unsigned I = 0; I < NumLines; ++I)
    Text += line();
  return Text;
}
