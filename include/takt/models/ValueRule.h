//===- ValueRule.h - What opcodes do to integers ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules under `values` in a machine description: which function of its
/// sources an opcode computes, so that the addresses that a kernel accesses can
/// be followed. docs/cpu-instructions.md says where sources and results are.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_VALUERULE_H
#define TAKT_MODELS_VALUERULE_H

#include "takt/models/Correction.h"
#include <string>

namespace takt {

/// What an opcode does to values. Numbers have the width of the first result;
/// A, B and C are its sources in order. Opcodes without a rule make values of
/// which nothing is known.
struct ValueRule {
  enum EffectKind : uint8_t {
    // Moves.
    Copy,     ///< every result is the source of the same number
    Opaque,   ///< not followed; the rule only says what memory is accessed
    Zero,     ///< 0 if all sources are the same register, else not followed
    Push,     ///< the stack pointer moves down by Bytes, then A is stored
    Pop,      ///< A is loaded, and the stack pointer moves up by Bytes
    Exchange, ///< B and A
    Address,  ///< of the operands of the form of an address (lea, adr)
    Page,     ///< the same without its low 12 bits (adrp)
    Insert,   ///< A with 16 bits replaced by an immediate and its shift (movk)
    // Sums.
    Add,
    Subtract, ///< A - B
    Increment,
    Decrement,
    Negate,
    AddCarry,       ///< A + B + a condition
    SubtractBorrow, ///< A - B - a condition
    // Products.
    Multiply,
    MultiplyHigh,     ///< the upper half of the product
    MultiplyWide,     ///< lower and upper half of the product
    MultiplyWideHigh, ///< upper half first (mulx)
    MultiplyAdd,      ///< C + A * B
    MultiplySubtract, ///< C - A * B
    Divide,           ///< A / B; 0 where B is
    DivideWide,       ///< quotient and remainder of B:A / C
    // Bit by bit.
    And,
    Or,
    Xor,
    Not,
    AndNot, ///< A & ~B
    OrNot,
    XorNot,
    NotAnd, ///< ~A & B
    // Shifts; the count is taken modulo the larger of width and 32.
    ShiftLeft,   ///< A << B; by one without B
    ShiftRight,  ///< arithmetic where Signed
    RotateLeft,  ///< of A by B; by one without B
    RotateRight, ///< of A by B
    FunnelLeft,  ///< the upper half of A:B << C
    FunnelRight, ///< the lower half of B:A >> C
    JoinRight,   ///< the lower half of A:B >> C (extr)
    // Bit fields.
    Bitfield,       ///< ubfm, sbfm where Signed
    BitfieldInsert, ///< bfm
    SignSpread,     ///< A's sign in every bit; of the last result (cdq)
    BitExtract,     ///< the bits of A that B names: start and length (bextr)
    ClearAbove,     ///< A without the bits from B on (bzhi)
    ClearLowest,    ///< A & (A - 1)
    IsolateLowest,  ///< A & -A
    MaskLowest,     ///< A ^ (A - 1)
    BitSet,         ///< A with bit B
    BitReset,       ///< A without bit B
    BitComplement,  ///< A with bit B flipped
    CountOnes,
    LeadingZeros,
    LeadingSigns, ///< how many bits below the sign equal it
    TrailingZeros,
    LowestSet,  ///< the number of A's lowest 1; not followed if A is 0
    HighestSet, ///< the number of A's highest 1; not followed if A is 0
    ReverseBits,
    ReverseBytes,
    ReverseBytes16, ///< within every 16 bits
    ReverseBytes32, ///< within every 32 bits
    // By conditions, which are random; the last operand is their code.
    Condition,       ///< 1 or 0
    ConditionalMove, ///< B if the condition holds, else A (cmov)
    Select,          ///< A if it holds, else B (csel)
    SelectNext,      ///< A or B + 1
    SelectNot,       ///< A or ~B
    SelectNegate,    ///< A or -B
  };
  static constexpr unsigned NumEffects = SelectNegate + 1;

  /// Where memory is accessed if LLVM's description does not mark it: which
  /// operands follow the base register, and what they are. With write-back the
  /// address goes to the base register.
  enum AddressKind : uint8_t {
    Marked,      ///< LLVM marks base, scale, index, displacement and segment
    Base,        ///< none follow
    Offset,      ///< an offset in bytes
    Scaled,      ///< an offset in units of Bytes
    Indexed,     ///< a register, whether it has a sign, whether it is scaled
    After,       ///< the base, which an offset in bytes is added to after that
    AfterScaled, ///< the same in units of Bytes
    AfterIndex,  ///< the same by a register; the zero register: by the access
    Literal,     ///< no register: a symbol, or words from the instruction
  };

  /// What the last two explicit sources are together, or the last one.
  enum OperandKind : uint8_t {
    Plain,       ///< nothing special
    Immediate64, ///< an immediate of 64 bits, which has no sign to extend
    ShiftedImm,  ///< an immediate and by how much it is shifted left
    Shifted,     ///< a register and a shift, AArch64's encoding
    Extended,    ///< a register and an extension, AArch64's encoding
    LogicalImm,  ///< a logical immediate, AArch64's encoding
  };

  std::string Match; ///< regular expression on LLVM opcode names
  PatternId Pattern = 0;
  EffectKind Effect = Copy;
  /// Of Push and Pop: how far the stack pointer moves. Else, where Memory is
  /// not Marked: what each transferred register has in memory. Else: how much
  /// of a vector register a Copy moves; 0: as much as source and result have.
  unsigned Bytes = 0;
  /// Sources narrower than the result are sign-extended; products, quotients
  /// and shifts are of numbers with a sign.
  bool Signed = false;
  AddressKind Memory = Marked;
  OperandKind Operand = Plain;
  FilePosition Where;
};

} // namespace takt

#endif // TAKT_MODELS_VALUERULE_H
