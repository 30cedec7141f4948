//===- CpuFileValues.cpp - What opcodes do to values ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keys of value rules.
///
//===----------------------------------------------------------------------===//

#include "CpuFileTraits.h"

using namespace takt;

namespace llvm {
namespace yaml {

template <> struct ScalarEnumerationTraits<ValueRule::EffectKind> {
  static void enumeration(IO &IO, ValueRule::EffectKind &E) {
    IO.enumCase(E, "copy", ValueRule::Copy);
    IO.enumCase(E, "opaque", ValueRule::Opaque);
    IO.enumCase(E, "zero", ValueRule::Zero);
    IO.enumCase(E, "push", ValueRule::Push);
    IO.enumCase(E, "pop", ValueRule::Pop);
    IO.enumCase(E, "exchange", ValueRule::Exchange);
    IO.enumCase(E, "address", ValueRule::Address);
    IO.enumCase(E, "page", ValueRule::Page);
    IO.enumCase(E, "insert", ValueRule::Insert);
    IO.enumCase(E, "add", ValueRule::Add);
    IO.enumCase(E, "subtract", ValueRule::Subtract);
    IO.enumCase(E, "increment", ValueRule::Increment);
    IO.enumCase(E, "decrement", ValueRule::Decrement);
    IO.enumCase(E, "negate", ValueRule::Negate);
    IO.enumCase(E, "add-carry", ValueRule::AddCarry);
    IO.enumCase(E, "subtract-borrow", ValueRule::SubtractBorrow);
    IO.enumCase(E, "multiply", ValueRule::Multiply);
    IO.enumCase(E, "multiply-high", ValueRule::MultiplyHigh);
    IO.enumCase(E, "multiply-wide", ValueRule::MultiplyWide);
    IO.enumCase(E, "multiply-wide-high", ValueRule::MultiplyWideHigh);
    IO.enumCase(E, "multiply-add", ValueRule::MultiplyAdd);
    IO.enumCase(E, "multiply-subtract", ValueRule::MultiplySubtract);
    IO.enumCase(E, "divide", ValueRule::Divide);
    IO.enumCase(E, "divide-wide", ValueRule::DivideWide);
    IO.enumCase(E, "and", ValueRule::And);
    IO.enumCase(E, "or", ValueRule::Or);
    IO.enumCase(E, "xor", ValueRule::Xor);
    IO.enumCase(E, "not", ValueRule::Not);
    IO.enumCase(E, "and-not", ValueRule::AndNot);
    IO.enumCase(E, "or-not", ValueRule::OrNot);
    IO.enumCase(E, "xor-not", ValueRule::XorNot);
    IO.enumCase(E, "not-and", ValueRule::NotAnd);
    IO.enumCase(E, "shift-left", ValueRule::ShiftLeft);
    IO.enumCase(E, "shift-right", ValueRule::ShiftRight);
    IO.enumCase(E, "rotate-left", ValueRule::RotateLeft);
    IO.enumCase(E, "rotate-right", ValueRule::RotateRight);
    IO.enumCase(E, "funnel-left", ValueRule::FunnelLeft);
    IO.enumCase(E, "funnel-right", ValueRule::FunnelRight);
    IO.enumCase(E, "join-right", ValueRule::JoinRight);
    IO.enumCase(E, "bitfield", ValueRule::Bitfield);
    IO.enumCase(E, "bitfield-insert", ValueRule::BitfieldInsert);
    IO.enumCase(E, "sign-spread", ValueRule::SignSpread);
    IO.enumCase(E, "bit-extract", ValueRule::BitExtract);
    IO.enumCase(E, "clear-above", ValueRule::ClearAbove);
    IO.enumCase(E, "clear-lowest", ValueRule::ClearLowest);
    IO.enumCase(E, "isolate-lowest", ValueRule::IsolateLowest);
    IO.enumCase(E, "mask-lowest", ValueRule::MaskLowest);
    IO.enumCase(E, "bit-set", ValueRule::BitSet);
    IO.enumCase(E, "bit-reset", ValueRule::BitReset);
    IO.enumCase(E, "bit-complement", ValueRule::BitComplement);
    IO.enumCase(E, "count-ones", ValueRule::CountOnes);
    IO.enumCase(E, "leading-zeros", ValueRule::LeadingZeros);
    IO.enumCase(E, "leading-signs", ValueRule::LeadingSigns);
    IO.enumCase(E, "trailing-zeros", ValueRule::TrailingZeros);
    IO.enumCase(E, "lowest-set", ValueRule::LowestSet);
    IO.enumCase(E, "highest-set", ValueRule::HighestSet);
    IO.enumCase(E, "reverse-bits", ValueRule::ReverseBits);
    IO.enumCase(E, "reverse-bytes", ValueRule::ReverseBytes);
    IO.enumCase(E, "reverse-bytes-16", ValueRule::ReverseBytes16);
    IO.enumCase(E, "reverse-bytes-32", ValueRule::ReverseBytes32);
    IO.enumCase(E, "condition", ValueRule::Condition);
    IO.enumCase(E, "conditional-move", ValueRule::ConditionalMove);
    IO.enumCase(E, "select", ValueRule::Select);
    IO.enumCase(E, "select-next", ValueRule::SelectNext);
    IO.enumCase(E, "select-not", ValueRule::SelectNot);
    IO.enumCase(E, "select-negate", ValueRule::SelectNegate);
  }
};

template <> struct ScalarEnumerationTraits<ValueRule::AddressKind> {
  static void enumeration(IO &IO, ValueRule::AddressKind &A) {
    IO.enumCase(A, "base", ValueRule::Base);
    IO.enumCase(A, "offset", ValueRule::Offset);
    IO.enumCase(A, "scaled", ValueRule::Scaled);
    IO.enumCase(A, "indexed", ValueRule::Indexed);
    IO.enumCase(A, "after", ValueRule::After);
    IO.enumCase(A, "after-scaled", ValueRule::AfterScaled);
    IO.enumCase(A, "after-index", ValueRule::AfterIndex);
    IO.enumCase(A, "literal", ValueRule::Literal);
  }
};

template <> struct ScalarEnumerationTraits<ValueRule::OperandKind> {
  static void enumeration(IO &IO, ValueRule::OperandKind &O) {
    IO.enumCase(O, "immediate-64", ValueRule::Immediate64);
    IO.enumCase(O, "shifted-immediate", ValueRule::ShiftedImm);
    IO.enumCase(O, "shifted", ValueRule::Shifted);
    IO.enumCase(O, "extended", ValueRule::Extended);
    IO.enumCase(O, "logical-immediate", ValueRule::LogicalImm);
  }
};

void MappingTraits<FileValueRule>::mapping(IO &IO, FileValueRule &V) {
  IO.mapRequired("match", V.Match);
  IO.mapRequired("effect", V.Effect);
  IO.mapOptional("bytes", V.Bytes);
  IO.mapOptional("signed", V.Signed);
  IO.mapOptional("memory", V.Memory);
  IO.mapOptional("operand", V.Operand);
  IO.mapRequired("source", V.Source);
}

} // namespace yaml
} // namespace llvm
