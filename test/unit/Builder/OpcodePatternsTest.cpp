//===- OpcodePatternsTest.cpp - Tests of patterns on opcodes --------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpcodePatterns.h"
#include "AsmHelper.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "gtest/gtest.h"
#include <random>

using namespace takt;
using takt::test::Assembler;

namespace {

std::string prefixes(llvm::StringRef Regex) {
  return llvm::join(literalPrefixes(Regex), " ");
}

TEST(OpcodePatterns, KnowHowMatchesStart) {
  EXPECT_EQ(prefixes("ADD64rr"), "ADD64rr");
  EXPECT_EQ(prefixes("V?(ADD|SUB)P[SD]rr"),
            "ADDPDrr ADDPSrr SUBPDrr SUBPSrr VADDPDrr VADDPSrr VSUBPDrr "
            "VSUBPSrr");
  EXPECT_EQ(prefixes("A|B(C|D)"), "A BC BD");
  EXPECT_EQ(prefixes("INC.*|DEC8r"), "DEC8r INC");
  EXPECT_EQ(prefixes("AB?C"), "ABC AC");
  EXPECT_EQ(prefixes("AB*C"), "A");
  EXPECT_EQ(prefixes("AB+C"), "AB");
  EXPECT_EQ(prefixes("A(BC){2}D"), "A");
  EXPECT_EQ(prefixes("A|AB"), "A") << "a start of a start";
  EXPECT_EQ(prefixes(".*"), "");
  EXPECT_EQ(prefixes("A[0-9]B"), "A");
  EXPECT_EQ(prefixes("A[^b]C"), "A");
  EXPECT_EQ(prefixes("A\\.B"), "A");
  EXPECT_EQ(prefixes("A[[:alpha:]]|B"), "") << "not understood";
  EXPECT_EQ(prefixes("(A|B|C|D)(A|B|C|D)(A|B|C|D)(A|B|C|D)"),
            "AAA AAB AAC AAD ABA ABB ABC ABD ACA ACB ACC ACD ADA ADB ADC ADD "
            "BAA BAB BAC BAD BBA BBB BBC BBD BCA BCB BCC BCD BDA BDB BDC BDD "
            "CAA CAB CAC CAD CBA CBB CBC CBD CCA CCB CCC CCD CDA CDB CDC CDD "
            "DAA DAB DAC DAD DBA DBB DBC DBD DCA DCB DCC DCD DDA DDB DDC DDD")
      << "not too many of them";
}

TEST(OpcodePatterns, AreNumberedByText) {
  OpcodePatterns P;
  EXPECT_EQ(llvm::cantFail(P.add("A.*")), 0);
  EXPECT_EQ(llvm::cantFail(P.add("AB")), 1);
  EXPECT_EQ(llvm::cantFail(P.add("A.*")), 0);
  EXPECT_EQ(P.size(), 2u);
  EXPECT_EQ(P.matching("AB"), (PatternIds{0, 1}));
  EXPECT_EQ(P.matching("ABC"), PatternIds{0});
  EXPECT_EQ(P.matching("XAB"), PatternIds());
  EXPECT_TRUE(P.matches(1, "AB"));
  EXPECT_FALSE(P.matches(1, "A"));
  EXPECT_EQ(llvm::toString(P.add("(").takeError()),
            "bad regular expression: parentheses not balanced");
}

/// Whatever the expression, looking starts up finds what trying all finds.
TEST(OpcodePatterns, FindWhatTryingEachFinds) {
  Assembler A("x86_64", "skylake");
  const llvm::MCInstrInfo &MII = A.target().MII;
  std::mt19937 Random(1);
  auto Pick = [&](auto... Texts) {
    const char *const All[] = {Texts...};
    return All[Random() % sizeof...(Texts)];
  };
  auto Name = [&] { return MII.getName(Random() % MII.getNumOpcodes()); };
  for (unsigned Round = 0; Round < 100; ++Round) {
    // Pieces of opcode names with operators between them.
    std::string Text = Pick("", "V?", "(", "[AVX]", ".?");
    bool Open = llvm::StringRef(Text).starts_with("(");
    for (unsigned I = 0; I < 4; ++I) {
      llvm::StringRef N = Name();
      Text += N.substr(Random() % 3, 1 + Random() % 5);
      Text += Pick("", "", "?", "*", "+", "|", "(8|16|32|64)", "[rm]", ".*",
                   "{1,2}", "(Y|Z)?", "[[:digit:]]*");
    }
    Text += Open ? ").*" : Pick("", ".*", "rr", "(rr|rm)");
    llvm::Regex Whole("^(" + Text + ")$");
    std::string Reason;
    if (!Whole.isValid(Reason))
      continue;
    OpcodePatterns P;
    llvm::cantFail(P.add(Text));
    for (unsigned Opcode = Round % 7; Opcode < MII.getNumOpcodes();
         Opcode += 7) {
      llvm::StringRef N = MII.getName(Opcode);
      ASSERT_EQ(P.matches(0, N), Whole.match(N)) << Text << " " << N.str();
    }
  }
}

} // namespace
