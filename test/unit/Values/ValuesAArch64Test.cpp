//===- ValuesAArch64Test.cpp - Tests of interpreted AArch64 kernels
//-----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expected values follow from the pseudocode of the Arm ARM (DDI 0487, section
// C6.2), or are computed in C++.
//
//===----------------------------------------------------------------------===//

#include "ValueHarness.h"

using namespace takt;
using namespace takt::test;
using Set = std::vector<std::pair<const char *, uint64_t>>;

namespace {

std::string after(llvm::StringRef Text, llvm::StringRef Register,
                  Set Registers = {}) {
  return result(aarch64(), Text, Register, std::move(Registers));
}

TEST(ValuesAArch64, Operands) {
  struct {
    const char *Text;
    uint64_t X1, X2;
    const char *X0;
  } Cases[] = {
      {"add x0, x1, #1, lsl #12", 5, 0, "0x1005"},
      {"add w0, w1, #1", 0xffffffff, 0, "0x0"},
      {"sub x0, x1, x2, asr #4", 0, 0x8000000000000000, "0x800000000000000"},
      {"add x0, x1, w2, sxtw #3", 0x100, 0xffffffff, "0xf8"},
      {"add x0, x1, w2, uxtb #1", 1, 0x1ff, "0x1ff"},
      {"and x0, x1, #0xff00ff00ff00ff00", ~0ull, 0, "0xff00ff00ff00ff00"},
      {"orr w0, wzr, #0xaaaaaaaa", 0, 0, "0xaaaaaaaa"},
      {"eor x0, x1, #0x7ffffffffffffffe", 0, 0, "0x7ffffffffffffffe"},
      {"mov x0, x1", 7, 0, "0x7"},
      {"mov w0, w1", 0xabcdef0123, 0, "0xcdef0123"},
      {"mov x0, #-3", 0, 0, "0xfffffffffffffffd"},
      {"movk x1, #0xbeef, lsl #32\nmov x0, x1", 1, 0, "0xbeef00000001"},
      {"mvn w0, w1", 0, 0, "0xffffffff"},
      {"neg x0, x1, lsl #1", 1, 0, "0xfffffffffffffffe"},
      {"ubfx x0, x1, #4, #8", 0xabc, 0, "0xab"},
      {"sbfx x0, x1, #4, #8", 0xabc, 0, "0xffffffffffffffab"},
      {"ubfiz x0, x1, #8, #4", 0xabc, 0, "0xc00"},
      {"bfi x1, x2, #8, #4\nmov x0, x1", 0xffff, 0x5, "0xf5ff"},
      {"sxtw x0, w1", 0x80000000, 0, "0xffffffff80000000"},
      {"lsl x0, x1, #60", 0x1f, 0, "0xf000000000000000"},
      {"lsl w0, w1, w2", 3, 33, "0x6"},
      {"ror x0, x1, #4", 0x1f, 0, "0xf000000000000001"},
      {"smull x0, w1, w2", 0xffffffff, 5, "0xfffffffffffffffb"},
      {"umull x0, w1, w2", 0xffffffff, 5, "0x4fffffffb"},
      {"madd x0, x1, x2, x1", 3, 4, "0xf"},
      {"msub w0, w1, w2, w1", 3, 4, "0xfffffff7"},
      {"mul x0, x1, xzr", 3, 0, "0x0"},
      {"udiv x0, x1, x2", 100, 7, "0xe"},
      {"udiv x0, x1, x2", 100, 0, "0x0"},
      {"sdiv w0, w1, w2", 0x80000000, 0xffffffff, "0x80000000"},
      {"bic x0, x1, x2", 0xff, 0x0f, "0xf0"},
  };
  for (const auto &C : Cases)
    EXPECT_EQ(after(C.Text, "x0", {{"x1", C.X1}, {"x2", C.X2}}), C.X0)
        << C.Text;
}

/// All addressing modes: the addresses, and what is left in the base register.
TEST(ValuesAArch64, Addresses) {
  struct {
    const char *Text, *Addresses, *Base;
  } Cases[] = {
      {"ldr x0, [x1]", "0x1000", "0x1000"},
      {"ldr x0, [x1, #8]", "0x1008", "0x1000"},
      {"ldr w0, [x1, #8]", "0x1008", "0x1000"},
      {"ldrh w0, [x1, #8]", "0x1008", "0x1000"},
      {"ldr q0, [x1, #32]", "0x1020", "0x1000"},
      {"ldur x0, [x1, #-3]", "0xffd", "0x1000"},
      {"ldr x0, [x1, #-8]!", "0xff8", "0xff8"},
      {"str q0, [x1, #16]!", "0x1010", "0x1010"},
      {"ldr x0, [x1], #8", "0x1000", "0x1008"},
      {"strb w0, [x1], #-1", "0x1000", "0xfff"},
      {"ldr x0, [x1, x2]", "0x1004", "0x1000"},
      {"ldr x0, [x1, x2, lsl #3]", "0x1020", "0x1000"},
      {"ldr q0, [x1, x2, lsl #4]", "0x1040", "0x1000"},
      {"ldr w0, [x1, w3, sxtw #2]", "0xff8", "0x1000"},
      {"ldr w0, [x1, w3, uxtw]", "0x100000ffe", "0x1000"},
      {"ldp x0, x4, [x1, #16]", "0x1010", "0x1000"},
      {"ldp w0, w4, [x1, #-4]", "0xffc", "0x1000"},
      {"stp q0, q1, [x1, #-32]!", "0xfe0", "0xfe0"},
      {"ldp x0, x4, [x1], #16", "0x1000", "0x1010"},
      {"ldpsw x0, x4, [x1], #8", "0x1000", "0x1008"},
      {"ldar x0, [x1]", "0x1000", "0x1000"},
      {"ld1 {v0.16b}, [x1], #16", "0x1000", "0x1010"},
      {"ld1 {v0.16b, v1.16b}, [x1], #32", "0x1000", "0x1020"},
      {"st2 {v0.4s, v1.4s}, [x1], x2", "0x1000", "0x1004"},
      {"ld1r {v0.2d}, [x1], #8", "0x1000", "0x1008"},
      {"st1 {v0.s}[1], [x1], #4", "0x1000", "0x1004"},
  };
  for (const auto &C : Cases) {
    Running R(aarch64(), C.Text,
              {{"x1", 0x1000}, {"x2", 4}, {"x3", 0xfffffffe}});
    R.iterate();
    EXPECT_EQ(R.addresses(), C.Addresses) << C.Text;
    EXPECT_EQ(R.get("x1"), C.Base) << C.Text;
  }
}

TEST(ValuesAArch64, Accesses) {
  std::pair<const char *, const char *> Cases[] = {
      {"ldr x0, [x1]", "L8"},
      {"strh w0, [x1]", "S2"},
      {"ldrsb x0, [x1]", "L1"},
      {"ldp x0, x2, [x1]", "L16"},
      {"stp w0, w2, [x1]", "S8"},
      {"ldp q0, q2, [x1]", "L32"},
      {"stp xzr, xzr, [x1, #-16]!", "S16"},
      {"ld1 {v0.8h, v1.8h, v2.8h}, [x1]", "L48"},
      {"st4 {v0.8b, v1.8b, v2.8b, v3.8b}, [x1]", "S32"},
      {"ld3r {v0.4s, v1.4s, v2.4s}, [x1]", "L12"},
      {"stlr x0, [x1]", "S8"},
      {"ldr x0, foo", "L8"},
      {"add x0, x0, x1", ""},
  };
  for (auto [Text, Wanted] : Cases) {
    Running R(aarch64(), Text);
    std::string Found;
    for (const AccessSite &S : R.C.Compiler.Sites)
      Found += (S.Load ? "L" : "") + std::string(S.Store ? "S" : "") +
               std::to_string(S.Size);
    EXPECT_EQ(Found, Wanted) << Text;
  }
}

TEST(ValuesAArch64, LoadsAndStores) {
  const Set Start = {{"x1", 0x1000}, {"x2", 0x80}, {"x3", 0xfedcba9876543210}};
  auto After = [&](const char *Text) { return after(Text, "x0", Start); };
  EXPECT_EQ(After("str x3, [x1]\nldr w0, [x1, #4]"), "0xfedcba98");
  EXPECT_EQ(After("str x3, [x1]\nldrsw x0, [x1, #4]"), "0xfffffffffedcba98");
  EXPECT_EQ(After("str x3, [x1]\nldrsh w0, [x1, #6]"), "0xfffffedc");
  EXPECT_EQ(After("stp x2, x3, [x1]\nldr x0, [x1, #8]"), "0xfedcba9876543210");
  EXPECT_EQ(After("stp w2, w3, [x1]\nldr x0, [x1]"), "0x7654321000000080");
  EXPECT_EQ(After("str x3, [x1]\nstrb w2, [x1, #1]\nldr x0, [x1]"),
            "0xfedcba9876548010");
  EXPECT_EQ(After("stp xzr, x3, [x1, #-16]!\nldp x4, x0, [x1], #16"),
            "0xfedcba9876543210");
  EXPECT_EQ(After("fmov d0, x3\nstr q0, [x1]\nldr x0, [x1]"),
            "0xfedcba9876543210");
  EXPECT_EQ(After("fmov d0, x3\nstr q0, [x1]\nldr x0, [x1, #8]"), "0x0");
  EXPECT_EQ(After("fmov d0, x3\nmov v1.16b, v0.16b\nfmov x0, d1"),
            "0xfedcba9876543210");
  EXPECT_EQ(After("fmov d0, x3\nfadd d0, d0, d1\nfmov x0, d0"), "?");
}

TEST(ValuesAArch64, Symbols) {
  auto Distance = [](const char *Text) {
    Running R(aarch64(), Text);
    R.iterate();
    return static_cast<int64_t>(R.Sites.at(1).Value - R.Sites.at(0).Value);
  };
  const std::string Foo = "adrp x0, foo\nldr x1, [x0, :lo12:foo]\n";
  auto With = [&](const char *Text) { return Distance((Foo + Text).c_str()); };
  EXPECT_EQ(With("adrp x2, foo\nadd x2, x2, :lo12:foo\nldr x3, [x2]"), 0);
  EXPECT_EQ(With("adrp x2, foo+8\nadd x2, x2, :lo12:foo+8\nldr x3, [x2]"), 8);
  EXPECT_EQ(With("adr x2, foo\nldr x3, [x2]"), 0);
  EXPECT_EQ(With("ldr x3, foo"), 0);
  EXPECT_NE(With("adrp x2, bar\nldr x3, [x2, :lo12:bar]"), 0);
  EXPECT_NE(With("adrp x2, :got:foo\nldr x3, [x2, :got_lo12:foo]"), 0);
  EXPECT_EQ(Distance("adrp x0, :got:foo\nldr x1, [x0, :got_lo12:foo]\n"
                     "adrp x2, :got:foo\nldr x3, [x2, :got_lo12:foo]"),
            0);
  // Words from the instruction, of which each has 4 bytes.
  EXPECT_EQ(Distance("ldr x0, 16\nldr x1, 16"), 4);
  EXPECT_EQ(Distance("adr x0, 16\nldr x1, [x0]\nldr x1, 16"), 8);
}

/// What an object's relocations say, in place of operands that are 0.
TEST(ValuesAArch64, LinkedOperands) {
  auto Distance = [](const char *Text, std::vector<LinkedOperand> Linked) {
    return linkedDistance(aarch64(), Text, std::move(Linked));
  };
  const char *Text = "adrp x0, 0\nldr x1, [x0]\nadrp x2, 0\nadd x2, x2, #0\n"
                     "str x1, [x2]";
  EXPECT_EQ(Distance(Text, {{1, 8}, {1, 8}, {1, 8}, {1, 8}, {}}), 0);
  EXPECT_EQ(Distance(Text, {{1, 8}, {1, 8}, {1, 24}, {1, 24}, {}}), 16);
  EXPECT_NE(Distance(Text, {{1, 8}, {1, 8}, {2, 8}, {2, 8}, {}}), 0);
  EXPECT_EQ(
      Distance("ldr x0, 0\nadr x1, 0\nldr x2, [x1]", {{1, 8}, {1, 8}, {}}), 0);
  // Of parts of 16 bits nothing is known.
  EXPECT_EQ(after("movz x0, #1\nmovk x0, #2, lsl #16", "x0"), "0x20001");
  std::vector<CodeInstr> Code = aarch64().A.assemble("movz x0, #0");
  Code[0].Linked = {1, 0, 0};
  Compiled C(aarch64(), Code, Notion::Loop);
  ValueInterpreter I(C.Compiler.code(), 1, 1);
  I.iterate(nullptr);
  EXPECT_EQ(I.slot(C.slotOf("x0")).Known, 0);
}

TEST(ValuesAArch64, Conditions) {
  unsigned Less = 0;
  for (uint64_t Seed = 0; Seed < 100; ++Seed) {
    Running R(aarch64(),
              "cmp x1, x2\ncset x0, lt\ncsel x3, x4, x5, lt\n"
              "csinc x6, x4, x5, lt\ncsinv w7, w4, w5, lt\n"
              "csneg x8, x4, x5, lt\ncsel x9, x4, x5, ge",
              {{"x4", 4}, {"x5", 5}}, Seed);
    R.iterate();
    bool Lt = R.number("x0");
    Less += Lt;
    EXPECT_EQ(R.get("x3"), Lt ? "0x4" : "0x5");
    EXPECT_EQ(R.get("x6"), Lt ? "0x4" : "0x6");
    EXPECT_EQ(R.get("x7"), Lt ? "0x4" : "0xfffffffa");
    EXPECT_EQ(R.get("x8"), Lt ? "0x4" : "0xfffffffffffffffb");
    EXPECT_EQ(R.get("x9"), Lt ? "0x5" : "0x4");
    EXPECT_EQ(R.unsupported(), 0u);
  }
  // Within five standard deviations of a half.
  EXPECT_GT(Less, 25u);
  EXPECT_LT(Less, 75u);
}

TEST(ValuesAArch64, CountsWhatItDoesNotFollow) {
  auto Unsupported = [](const char *Text) {
    Running R(aarch64(), Text);
    R.iterate();
    return R.unsupported();
  };
  EXPECT_EQ(Unsupported("crc32b w0, w1, w2"), 1u);
  EXPECT_EQ(Unsupported("cmp x0, x1\nccmp x0, x1, #0, eq\nb.ne foo\nnop"), 0u);
  EXPECT_EQ(Unsupported("fcvtzs x0, d0\nscvtf d0, x0\nfadd d0, d0, d1\n"
                        "ld2 {v0.4s, v1.4s}, [x0]"),
            0u);
  EXPECT_EQ(after("crc32b w0, w1, w2", "x0"), "?");
  EXPECT_EQ(after("fcvtzs x0, d0", "x0"), "?");
}

} // namespace
