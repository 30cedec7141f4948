//===- ClockTest.cpp - Tests of what lowers a core's clock ----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToyCpu.h"
#include "ToyFile.h"

using namespace takt;
using namespace takt::test;

namespace {

TEST(Clock, IsLowerForWideInstructionsThatMatch) {
  Toy T(std::string(ToyX86) + "clock: {source: made up, bits: 256, percent: "
                              "85, match: 'VADDP.*'}\n");
  ASSERT_EQ(T.Message, "");
  const auto Percent = [&](llvm::StringRef Text) {
    return T.B->clockPercent(T.A.assemble(Text));
  };
  EXPECT_EQ(Percent("vaddps ymm0, ymm1, ymm2\n"), 85u);
  EXPECT_EQ(Percent("add rax, rbx\nvaddpd ymm0, ymm1, [rsi]\n"), 85u);
  EXPECT_EQ(Percent("vaddps xmm0, xmm1, [rsi]\n"), 100u);
  // Narrow; another operation; none.
  EXPECT_EQ(Percent("vaddps xmm0, xmm1, xmm2\n"), 100u);
  EXPECT_EQ(Percent("vmulps ymm0, ymm1, ymm2\n"), 100u);
  EXPECT_EQ(Percent(""), 100u);
}

TEST(Clock, IsNotKnownWhereNobodySays) {
  Toy T(ToyX86);
  ASSERT_EQ(T.Message, "");
  EXPECT_EQ(T.B->clockPercent(T.A.assemble("vaddps ymm0, ymm1, ymm2\n")), 0u);
}

TEST(Clock, OfAParentNeedNotBeTheChilds) {
  const std::shared_ptr<const Cpu> Parent = findCpu("graniterapids"),
                                   Child = findCpu("sapphirerapids");
  ASSERT_TRUE(Parent && Child);
  EXPECT_NE(Parent->Clock.Bits, 0u);
  EXPECT_TRUE(Parent->Clock.Pattern);
  EXPECT_EQ(Child->Clock.Bits, 0u);
  EXPECT_FALSE(Child->Clock.Pattern);
}

TEST(Clock, PatternsMatchSomething) {
  Toy T(std::string(ToyX86) + "clock: {source: made up, bits: 256, percent: "
                              "85, match: VADDPX}\n");
  ASSERT_EQ(T.Message, "");
  EXPECT_EQ(llvm::toString(checkCpu(T.A.target(), *T.C)),
            "toy.yaml:42:57: 'VADDPX' matches no opcode of LLVM's");
}

TEST(Clock, ErrorsSayWhereAndWhy) {
  const std::pair<std::string, const char *> Cases[] = {
      {toy("clock: {bits: 512, percent: 90, match: V.*}"),
       "toy.yaml:8:9: missing required key 'source'"},
      {toy("clock: {source: x, bits: 512, percent: 90}"),
       "toy.yaml:8:9: 'clock' has all of 'bits', 'percent' and 'match', or "
       "none"},
      {toy("clock: {source: x, bits: 512, percent: 101, match: V.*}"),
       "toy.yaml:8:9: 'percent' of 'clock' is at most 100"},
      {toy("clock: {source: x, bits: 512, percent: 90, match: '('}"),
       "toy.yaml:8:51: bad regular expression: parentheses not balanced"},
  };
  for (const auto &[Text, Expected] : Cases)
    EXPECT_EQ(Parsed(Text).Message, Expected) << Text;
}

} // namespace
