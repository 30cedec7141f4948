//===- CpuValuesTest.cpp - Tests of what descriptions say of values -------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpcodePatterns.h"
#include "ToyFile.h"
#include "llvm/ADT/STLExtras.h"

using namespace takt;
using namespace takt::test;

namespace {

TEST(CpuValues, KnowsAllEffectsOnValues) {
  // In the order of the enumeration.
  const char *const Effects[] = {"copy",
                                 "opaque",
                                 "zero",
                                 "push",
                                 "pop",
                                 "exchange",
                                 "address",
                                 "page",
                                 "insert",
                                 "add",
                                 "subtract",
                                 "increment",
                                 "decrement",
                                 "negate",
                                 "add-carry",
                                 "subtract-borrow",
                                 "multiply",
                                 "multiply-high",
                                 "multiply-wide",
                                 "multiply-wide-high",
                                 "multiply-add",
                                 "multiply-subtract",
                                 "divide",
                                 "divide-wide",
                                 "and",
                                 "or",
                                 "xor",
                                 "not",
                                 "and-not",
                                 "or-not",
                                 "xor-not",
                                 "not-and",
                                 "shift-left",
                                 "shift-right",
                                 "rotate-left",
                                 "rotate-right",
                                 "funnel-left",
                                 "funnel-right",
                                 "join-right",
                                 "bitfield",
                                 "bitfield-insert",
                                 "sign-spread",
                                 "bit-extract",
                                 "clear-above",
                                 "clear-lowest",
                                 "isolate-lowest",
                                 "mask-lowest",
                                 "bit-set",
                                 "bit-reset",
                                 "bit-complement",
                                 "count-ones",
                                 "leading-zeros",
                                 "leading-signs",
                                 "trailing-zeros",
                                 "lowest-set",
                                 "highest-set",
                                 "reverse-bits",
                                 "reverse-bytes",
                                 "reverse-bytes-16",
                                 "reverse-bytes-32",
                                 "condition",
                                 "conditional-move",
                                 "select",
                                 "select-next",
                                 "select-not",
                                 "select-negate"};
  EXPECT_EQ(std::size(Effects), ValueRule::NumEffects);
  for (auto [Index, Name] : llvm::enumerate(Effects)) {
    bool Stack = Index == ValueRule::Push || Index == ValueRule::Pop;
    Parsed P(toy(std::string("values: [{match: A.*, source: x, effect: ") +
                 Name + (Stack ? ", bytes: 8" : "") + "}]"));
    ASSERT_EQ(P.Message, "") << Name;
    const ValueRule &Rule = P.C->ValueRules.at(0);
    EXPECT_EQ(Rule.Effect, Index);
    EXPECT_EQ(Rule.Match, "A.*");
    EXPECT_TRUE(P.C->Patterns->matches(Rule.Pattern, "ADD"));
    EXPECT_EQ(Rule.Bytes, Stack ? 8u : 0u);
    EXPECT_EQ(Rule.Where.Column, 18u);
    EXPECT_FALSE(Rule.Signed);
    EXPECT_EQ(Rule.Memory, ValueRule::Marked);
    EXPECT_EQ(Rule.Operand, ValueRule::Plain);
  }
}

TEST(CpuValues, KnowsAllOperandsOfValues) {
  auto Read = [](const char *Key, const char *Name) {
    Parsed P(toy(std::string("values: [{match: A, source: x, effect: copy, "
                             "signed: true, bytes: 4, ") +
                 Key + ": " + Name + "}]"));
    EXPECT_EQ(P.Message, "");
    return P.Message.empty() ? P.C->ValueRules.at(0) : ValueRule();
  };
  const std::pair<const char *, ValueRule::AddressKind> Addresses[] = {
      {"base", ValueRule::Base},
      {"offset", ValueRule::Offset},
      {"scaled", ValueRule::Scaled},
      {"indexed", ValueRule::Indexed},
      {"after", ValueRule::After},
      {"after-scaled", ValueRule::AfterScaled},
      {"after-index", ValueRule::AfterIndex},
      {"literal", ValueRule::Literal}};
  for (auto [Name, Kind] : Addresses) {
    ValueRule Rule = Read("memory", Name);
    EXPECT_EQ(Rule.Memory, Kind) << Name;
    EXPECT_TRUE(Rule.Signed);
    EXPECT_EQ(Rule.Bytes, 4u);
  }
  const std::pair<const char *, ValueRule::OperandKind> Operands[] = {
      {"immediate-64", ValueRule::Immediate64},
      {"shifted-immediate", ValueRule::ShiftedImm},
      {"shifted", ValueRule::Shifted},
      {"extended", ValueRule::Extended},
      {"logical-immediate", ValueRule::LogicalImm}};
  for (auto [Name, Kind] : Operands)
    EXPECT_EQ(Read("operand", Name).Operand, Kind) << Name;
}

} // namespace

TEST(CpuValues, ErrorsSayWhereAndWhy) {
  const std::pair<std::string, const char *> Cases[] = {
      {toy("values: [{match: A, effect: copy}]"),
       "toy.yaml:8:11: missing required key 'source'"},
      {toy("values: [{match: A, effect: jump, source: x}]"),
       "toy.yaml:8:29: expected copy, opaque, zero, push, pop, exchange, "
       "address, page, insert, add, subtract, increment, decrement, negate, "
       "add-carry, subtract-borrow, multiply, multiply-high, multiply-wide, "
       "multiply-wide-high, multiply-add, multiply-subtract, divide, "
       "divide-wide, and, or, xor, not, and-not, or-not, xor-not, not-and, "
       "shift-left, shift-right, rotate-left, rotate-right, funnel-left, "
       "funnel-right, join-right, bitfield, bitfield-insert, sign-spread, "
       "bit-extract, clear-above, clear-lowest, isolate-lowest, mask-lowest, "
       "bit-set, bit-reset, bit-complement, count-ones, leading-zeros, "
       "leading-signs, trailing-zeros, lowest-set, highest-set, reverse-bits, "
       "reverse-bytes, reverse-bytes-16, reverse-bytes-32, condition, "
       "conditional-move, select, select-next, select-not or select-negate"},
      {toy("values: [{match: '(', effect: copy, source: x}]"),
       "toy.yaml:8:18: bad regular expression: parentheses not balanced"},
      {toy("values: [{match: A, effect: push, source: x}]"),
       "toy.yaml:8:18: this rule needs 'bytes'"},
      {toy("values: [{match: A, effect: add, bytes: 8, source: x}]"),
       "toy.yaml:8:18: this effect has no 'bytes'"},
      {toy("values: [{match: A, effect: copy, memory: scaled, source: x}]"),
       "toy.yaml:8:18: this rule needs 'bytes'"},
      {toy("values: [{match: A, effect: copy, memory: far, source: x}]"),
       "toy.yaml:8:43: expected base, offset, scaled, indexed, after, "
       "after-scaled, after-index or literal"},
      {toy("values: [{match: A, effect: copy, operand: far, source: x}]"),
       "toy.yaml:8:44: expected immediate-64, shifted-immediate, shifted, "
       "extended or logical-immediate"}};
  for (const auto &[Text, Expected] : Cases)
    EXPECT_EQ(Parsed(Text).Message, Expected) << Text;
}
