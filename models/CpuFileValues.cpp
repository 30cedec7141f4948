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
    const Choice Is(IO, E);
    Is("copy", ValueRule::Copy);
    Is("opaque", ValueRule::Opaque);
    Is("zero", ValueRule::Zero);
    Is("push", ValueRule::Push);
    Is("pop", ValueRule::Pop);
    Is("exchange", ValueRule::Exchange);
    Is("address", ValueRule::Address);
    Is("page", ValueRule::Page);
    Is("insert", ValueRule::Insert);
    Is("add", ValueRule::Add);
    Is("subtract", ValueRule::Subtract);
    Is("increment", ValueRule::Increment);
    Is("decrement", ValueRule::Decrement);
    Is("negate", ValueRule::Negate);
    Is("add-carry", ValueRule::AddCarry);
    Is("subtract-borrow", ValueRule::SubtractBorrow);
    Is("multiply", ValueRule::Multiply);
    Is("multiply-high", ValueRule::MultiplyHigh);
    Is("multiply-wide", ValueRule::MultiplyWide);
    Is("multiply-wide-high", ValueRule::MultiplyWideHigh);
    Is("multiply-add", ValueRule::MultiplyAdd);
    Is("multiply-subtract", ValueRule::MultiplySubtract);
    Is("divide", ValueRule::Divide);
    Is("divide-wide", ValueRule::DivideWide);
    Is("and", ValueRule::And);
    Is("or", ValueRule::Or);
    Is("xor", ValueRule::Xor);
    Is("not", ValueRule::Not);
    Is("and-not", ValueRule::AndNot);
    Is("or-not", ValueRule::OrNot);
    Is("xor-not", ValueRule::XorNot);
    Is("not-and", ValueRule::NotAnd);
    Is("shift-left", ValueRule::ShiftLeft);
    Is("shift-right", ValueRule::ShiftRight);
    Is("rotate-left", ValueRule::RotateLeft);
    Is("rotate-right", ValueRule::RotateRight);
    Is("funnel-left", ValueRule::FunnelLeft);
    Is("funnel-right", ValueRule::FunnelRight);
    Is("join-right", ValueRule::JoinRight);
    Is("bitfield", ValueRule::Bitfield);
    Is("bitfield-insert", ValueRule::BitfieldInsert);
    Is("sign-spread", ValueRule::SignSpread);
    Is("bit-extract", ValueRule::BitExtract);
    Is("clear-above", ValueRule::ClearAbove);
    Is("clear-lowest", ValueRule::ClearLowest);
    Is("isolate-lowest", ValueRule::IsolateLowest);
    Is("mask-lowest", ValueRule::MaskLowest);
    Is("bit-set", ValueRule::BitSet);
    Is("bit-reset", ValueRule::BitReset);
    Is("bit-complement", ValueRule::BitComplement);
    Is("count-ones", ValueRule::CountOnes);
    Is("leading-zeros", ValueRule::LeadingZeros);
    Is("leading-signs", ValueRule::LeadingSigns);
    Is("trailing-zeros", ValueRule::TrailingZeros);
    Is("lowest-set", ValueRule::LowestSet);
    Is("highest-set", ValueRule::HighestSet);
    Is("reverse-bits", ValueRule::ReverseBits);
    Is("reverse-bytes", ValueRule::ReverseBytes);
    Is("reverse-bytes-16", ValueRule::ReverseBytes16);
    Is("reverse-bytes-32", ValueRule::ReverseBytes32);
    Is("condition", ValueRule::Condition);
    Is("conditional-move", ValueRule::ConditionalMove);
    Is("select", ValueRule::Select);
    Is("select-next", ValueRule::SelectNext);
    Is("select-not", ValueRule::SelectNot);
    Is("select-negate", ValueRule::SelectNegate);
  }
};

template <> struct ScalarEnumerationTraits<ValueRule::AddressKind> {
  static void enumeration(IO &IO, ValueRule::AddressKind &A) {
    const Choice Is(IO, A);
    Is("base", ValueRule::Base);
    Is("offset", ValueRule::Offset);
    Is("scaled", ValueRule::Scaled);
    Is("indexed", ValueRule::Indexed);
    Is("after", ValueRule::After);
    Is("after-scaled", ValueRule::AfterScaled);
    Is("after-index", ValueRule::AfterIndex);
    Is("literal", ValueRule::Literal);
  }
};

template <> struct ScalarEnumerationTraits<ValueRule::OperandKind> {
  static void enumeration(IO &IO, ValueRule::OperandKind &O) {
    const Choice Is(IO, O);
    Is("immediate-64", ValueRule::Immediate64);
    Is("shifted-immediate", ValueRule::ShiftedImm);
    Is("shifted", ValueRule::Shifted);
    Is("extended", ValueRule::Extended);
    Is("logical-immediate", ValueRule::LogicalImm);
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
