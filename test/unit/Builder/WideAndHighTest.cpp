//===- WideAndHighTest.cpp - Tests of high bytes and wide vectors ---------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToyCpu.h"

using namespace takt;
using namespace takt::test;

namespace {

/// ToyX86 with \p Renamer's keys.
std::string toy(llvm::StringRef Renamer) {
  std::string S = ToyX86;
  S.insert(S.find("micro-fusion"), (Renamer + ", ").str());
  return S + "high-byte-registers: [ah, bh, ch, dh]\n";
}

struct HighBytes : testing::Test {
  HighBytes() : T(toy("high-bytes: {apart: true, merge-ports: ['1', '5']}")) {
    EXPECT_EQ(T.Message, "");
  }
  Toy T;
};

TEST_F(HighBytes, KeepLoopsThatWriteThemFromTheLoopStream) {
  auto K = T.B->build(T.A.assemble("mov ah, bl\nmov cl, ah\nadd bh, 1\n"
                                   "cmp ch, 1"),
                      Notion::Loop);
  ASSERT_TRUE(bool(K));
  EXPECT_TRUE(K->Instrs[0].Decode.WritesHighByte);
  EXPECT_FALSE(K->Instrs[1].Decode.WritesHighByte);
  EXPECT_TRUE(K->Instrs[2].Decode.WritesHighByte);
  EXPECT_FALSE(K->Instrs[3].Decode.WritesHighByte);
}

TEST_F(HighBytes, AreLocationsOfTheirOwn) {
  check(T,
        {{"mov ah, bl\nmov cl, ah", "mov 1 ; C 0156 : rbx -> rax.h/1\n"
                                    "mov 1 ; C 0156 : rax.h rcx -> rcx/1\n"}});
  // The low byte is a part of the whole, and leaves the high one alone.
  check(T, {{"mov ah, bl\nmov al, cl\nmov dl, al",
             "mov 1 ; C 0156 : rbx -> rax.h/1\n"
             "mov 1 ; C 0156 : rcx rax -> rax/1\n"
             "mov 1 ; C 0156 : rax rdx -> rdx/1\n"}});
}

TEST_F(HighBytes, CleanOnesTakeACycleMore) {
  check(T, {{"mov cl, ah", "mov 1 ; C 0156 : rax--1 rcx -> rcx/1\n"}});
}

TEST_F(HighBytes, ReadingTheWholeMerges) {
  check(T, {{"mov ah, bl\nmov rcx, rax",
             "mov 1 ; C 0156 : rbx -> rax.h/1\n"
             "mov 1 ; C 15 : rax rax.h -> rax/1 ; C 0156 : rax -> rcx/1\n"},
            {"mov ah, bl\nmov cx, ax\nmov dx, ax",
             "mov 1 ; C 0156 : rbx -> rax.h/1\n"
             "mov 1 ; C 15 : rax rax.h -> rax/1 ; C 0156 : rax rcx -> rcx/1\n"
             "mov 1 ; C 0156 : rax rdx -> rdx/1\n"},
            // Overwritten before it is read.
            {"mov ah, bl\nmov eax, ecx\nmov rcx, rax",
             "mov 1 ; C 0156 : rbx -> rax.h/1\n"
             "mov 1 ; C 0156 : rcx -> rax/1\n"
             "mov 1 ; C 0156 : rax -> rcx/1\n"}});
  auto K = T.B->build(T.A.assemble("mov ah, bl\nmov rcx, rax"), Notion::Loop);
  ASSERT_TRUE(bool(K));
  EXPECT_TRUE(K->Instrs[1].Uops[0].Merge);
  EXPECT_FALSE(K->Instrs[1].Uops[1].Merge);
  EXPECT_EQ(K->Instrs[1].FusedUops, 1);
}

TEST_F(HighBytes, AcrossIterations) {
  check(T, {{"mov rcx, rax\nmov ah, bl",
             "mov 1 ; C 15 : rax rax.h -> rax/1 ; C 0156 : rax -> rcx/1\n"
             "mov 1 ; C 0156 : rbx -> rax.h/1\n"},
            {"mov cl, ah\nmov ah, bl", "mov 1 ; C 0156 : rax.h rcx -> rcx/1\n"
                                       "mov 1 ; C 0156 : rbx -> rax.h/1\n"}});
}

TEST_F(HighBytes, ArePartsOfTheWholeElsewhere) {
  Toy U(toy("high-bytes: {apart: false}"));
  ASSERT_EQ(U.Message, "");
  check(U, {{"mov ah, bl\nmov rcx, rax", "mov 1 ; C 0156 : rbx rax -> rax/1\n"
                                         "mov 1 ; C 0156 : rax -> rcx/1\n"}});
}

TEST(WideVectors, LeavePortsAlone) {
  Toy T(toy("wide-vectors: {bits: 256, blocked-ports: ['1']}"));
  ASSERT_EQ(T.Message, "");
  EXPECT_EQ(T.build("vaddps xmm0, xmm1, xmm1\nadd rbx, rcx"),
            "vaddps 1 ; C 01 : xmm1 -> xmm0/4\n"
            "add 1 ; C 0156 : rbx rcx -> rbx/1 eflags.c/1 eflags.z/1\n");
  // Integer instructions and those without another port go on as before.
  EXPECT_EQ(T.build("vaddps xmm0, xmm1, xmm1\nimul rax, rbx\nadd rbx, rcx\n"
                    "vmovups ymm3, [rax + rbx]"),
            "vaddps 1 ; C 0 : xmm1 -> xmm0/4\n"
            "imul 1 ; C 1 : rax rbx -> rax/3 eflags.c/3 eflags.z/3\n"
            "add 1 ; C 0156 : rbx rcx -> rbx/1 eflags.c/1 eflags.z/1\n"
            "vmovups 1 ; L 23 : rax rbx -> ymm3/7\n");
}

} // namespace
