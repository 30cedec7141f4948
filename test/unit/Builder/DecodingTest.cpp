//===- DecodingTest.cpp - Tests of what the front end sees ----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToyCpu.h"
#include "X86Encoding.h"
#include "llvm/ADT/StringExtras.h"

using namespace takt;
using namespace takt::test;

namespace {

X86Encoding read(llvm::StringRef Hex) {
  std::string Bytes = llvm::fromHex(Hex);
  return readX86Encoding(llvm::arrayRefFromStringRef(Bytes));
}

TEST(X86Encoding, OpcodeOffset) {
  EXPECT_EQ(read("01D8").OpcodeOffset, 0);         // add eax, ebx
  EXPECT_EQ(read("4801D8").OpcodeOffset, 1);       // add rax, rbx
  EXPECT_EQ(read("664101D8").OpcodeOffset, 2);     // add r8w, bx
  EXPECT_EQ(read("0FAFC3").OpcodeOffset, 1);       // imul eax, ebx
  EXPECT_EQ(read("660F3A0FC108").OpcodeOffset, 3); // palignr
  EXPECT_EQ(read("F3480FB8C3").OpcodeOffset, 3);   // popcnt rax, rbx
  EXPECT_EQ(read("C5F858C2").OpcodeOffset, 2);     // vaddps xmm0, xmm0, xmm2
  EXPECT_EQ(read("C4E2F9B8C1").OpcodeOffset, 3);   // vfmadd231pd
  EXPECT_EQ(read("62F17C4858C2").OpcodeOffset, 4); // vaddps zmm0, zmm0, zmm2
  EXPECT_EQ(read("66666690").OpcodeOffset, 3);     // nop
}

TEST(X86Encoding, LengthChangingPrefix) {
  EXPECT_TRUE(read("66053412").LengthChangingPrefix);   // add ax, 0x1234
  EXPECT_TRUE(read("6681C33412").LengthChangingPrefix); // add bx, 0x1234
  EXPECT_TRUE(read("66B83412").LengthChangingPrefix);   // mov ax, 0x1234
  EXPECT_TRUE(read("66F7C33412").LengthChangingPrefix); // test bx, 0x1234
  EXPECT_TRUE(read("66C7003412").LengthChangingPrefix); // mov word [rax], imm
  EXPECT_TRUE(read("6669C33412").LengthChangingPrefix); // imul ax, bx, 0x1234
  EXPECT_FALSE(read("66F7D3").LengthChangingPrefix);    // not bx
  EXPECT_FALSE(read("6683C312").LengthChangingPrefix);  // add bx, 0x12
  EXPECT_FALSE(read("0578563412").LengthChangingPrefix);
  // With REX.W the prefix has no effect.
  EXPECT_FALSE(read("66480578563412").LengthChangingPrefix);
}

TEST(X86Encoding, Immediates) {
  EXPECT_EQ(read("48C7C0FFFFFFFF").Immediate, -1); // mov rax, -1
  EXPECT_FALSE(read("48C7C0FFFFFFFF").Memory);
  EXPECT_EQ(read("C70078563412").Immediate, 0x12345678);
  EXPECT_TRUE(read("C70078563412").Memory);
  EXPECT_EQ(read("48B8F0DEBC9A78563412").ImmediateSize, 8);
  EXPECT_EQ(read("48B8F0DEBC9A78563412").Immediate, 0x123456789ABCDEF0);
  EXPECT_EQ(read("4883C001").ImmediateSize, 0); // add rax, 1
}

unsigned displacement(llvm::StringRef Hex) {
  std::string Bytes = llvm::fromHex(Hex);
  return x86DisplacementSize(llvm::arrayRefFromStringRef(Bytes), read(Hex));
}

TEST(X86Encoding, Displacements) {
  EXPECT_EQ(displacement("488B06"), 0u);           // mov rax, [rsi]
  EXPECT_EQ(displacement("488B4608"), 1u);         // mov rax, [rsi + 8]
  EXPECT_EQ(displacement("488B86E8030000"), 4u);   // mov rax, [rsi + 1000]
  EXPECT_EQ(displacement("488B0500000000"), 4u);   // mov rax, [rip]
  EXPECT_EQ(displacement("488B4500"), 1u);         // mov rax, [rbp]
  EXPECT_EQ(displacement("488B040E"), 0u);         // mov rax, [rsi + rcx]
  EXPECT_EQ(displacement("488B440E08"), 1u);       // mov rax, [rsi + rcx + 8]
  EXPECT_EQ(displacement("488B04CD00000000"), 4u); // mov rax, [8*rcx]
  EXPECT_EQ(displacement("C5F81006"), 0u);         // vmovups xmm0, [rsi]
  EXPECT_EQ(displacement("0F10A6E8030000"), 4u);   // movups xmm4, [rsi + 1000]
  // mov of an absolute address; 0F A3 is none.
  EXPECT_EQ(displacement("48A18877665544332211"), 8u);
  EXPECT_EQ(displacement("660FA306"), 0u); // bt [rsi], ax
}

unsigned immediate(llvm::StringRef Hex) {
  std::string Bytes = llvm::fromHex(Hex);
  return x86VectorImmediateSize(llvm::arrayRefFromStringRef(Bytes), read(Hex));
}

TEST(X86Encoding, VectorImmediates) {
  EXPECT_EQ(immediate("C5F877"), 0u);             // vzeroupper
  EXPECT_EQ(immediate("C5F858C2"), 0u);           // vaddps xmm0, xmm0, xmm2
  EXPECT_EQ(immediate("C5F970C205"), 1u);         // vpshufd xmm0, xmm2, 5
  EXPECT_EQ(immediate("C4E3694ACB40"), 1u);       // vblendvps, xmm4 in a byte
  EXPECT_EQ(immediate("C5F81006"), 0u);           // vmovups xmm0, [rsi]
  EXPECT_EQ(immediate("C5F8104608"), 0u);         // vmovups xmm0, [rsi + 8]
  EXPECT_EQ(immediate("C5F810440E08"), 0u);       // [rsi + rcx + 8]
  EXPECT_EQ(immediate("C5F970440E0805"), 1u);     // vpshufd of that, 5
  EXPECT_EQ(immediate("C5F970050000000005"), 1u); // of [rip]
}

TEST(X86Encoding, Evex) {
  EXPECT_TRUE(read("62F17C4858C2").Evex);
  EXPECT_FALSE(read("C4E2F9B8C1").Evex);
  EXPECT_TRUE(read("62F17C4858C2").Vector);
  EXPECT_TRUE(read("C4E2F9B8C1").Vector);
  EXPECT_TRUE(read("C5F858C2").Vector);
  EXPECT_FALSE(read("0F58C2").Vector);
}

TEST(X86Encoding, WhatDoesNotParseGivesDefaults) {
  for (const char *Hex : {"", "66", "48", "0F", "C4", "62F1", "81C3", "48B8"})
    EXPECT_EQ(read(Hex).ImmediateSize, 0) << Hex;
}

/// The facts of \p D in a line.
std::string text(const Decoding &D, unsigned Fused) {
  std::string S = std::to_string(D.QueuedUops);
  if (D.MicrocodeUops)
    S += "+" + std::to_string(D.MicrocodeUops);
  S += " -> " + std::to_string(Fused);
  if (D.Complex)
    S += " complex " + std::to_string(D.SimpleDecoders);
  if (D.LengthChangingPrefix)
    S += " lcp";
  if (D.ExtraCacheSlot)
    S += " extra";
  if (D.MacroFusible)
    S += " fusible";
  if (D.WritesHighByte)
    S += " high";
  return S + " @" + std::to_string(D.OpcodeOffset);
}

/// What \p Say says of the first instruction of \p Text.
std::string ofFirst(Toy &T, llvm::StringRef Text,
                    llvm::function_ref<std::string(const KernelInstr &)> Say) {
  auto K = T.B->build(T.A.assemble(Text), Notion::Loop);
  return K ? Say(K->Instrs[0]) : llvm::toString(K.takeError());
}

/// Decoding of the first instruction of \p Text.
std::string decoding(Toy &T, llvm::StringRef Text) {
  return ofFirst(T, Text, [](const KernelInstr &I) {
    return text(I.Decode, I.FusedUops);
  });
}

TEST(Decoding, FromTheEncoding) {
  Toy T(ToyX86);
  EXPECT_EQ(decoding(T, "add ax, 0x1234"), "1 -> 1 lcp @1");
  EXPECT_EQ(decoding(T, "mov dword ptr [rax], 0x12345"), "1 -> 1 extra @0");
  EXPECT_EQ(decoding(T, "mov dword ptr [rax], 0x1234"), "1 -> 1 @0");
  EXPECT_EQ(decoding(T, "mov dword ptr [rax], offset foo"), "1 -> 1 extra @0");
  EXPECT_EQ(decoding(T, "mov eax, 0x12345678"), "1 -> 1 @0");
  EXPECT_EQ(decoding(T, "movabs rax, 0x123456789"), "1 -> 1 extra @1");
}

TEST(Decoding, ExtraSlotsAreTheUopCaches) {
  std::string Text = ToyX86;
  const llvm::StringRef Width = "width: 4";
  Text.replace(Text.find(Width.str()), Width.size(),
               "width: 4, kind: intel, uop-cache: {extra-slots: false}");
  Toy T(Text);
  EXPECT_EQ(decoding(T, "movabs rax, 0x123456789"), "1 -> 1 @1");
}

/// Prefix and fields of the first instruction of \p Text.
std::string fields(Toy &T, llvm::StringRef Text) {
  return ofFirst(T, Text, [](const KernelInstr &I) {
    const CodeFields &F = I.Decode.Fields;
    return (F.Evex ? "evex " : "") + std::to_string(F.All) + " wide " +
           std::to_string(F.Wide);
  });
}

TEST(Decoding, FieldsOfTheCode) {
  Toy T(ToyX86);
  EXPECT_EQ(fields(T, "add rax, rbx"), "0 wide 0");
  EXPECT_EQ(fields(T, "add rax, 1"), "1 wide 0");
  EXPECT_EQ(fields(T, "add ax, 0x1234"), "1 wide 0");
  EXPECT_EQ(fields(T, "mov eax, 0x12345"), "1 wide 1");
  EXPECT_EQ(fields(T, "movabs rax, 0x123456789"), "2 wide 2");
  EXPECT_EQ(fields(T, "mov rax, [rbx]"), "0 wide 0");
  EXPECT_EQ(fields(T, "mov rax, [rbx + 8]"), "1 wide 0");
  EXPECT_EQ(fields(T, "mov rax, [rbx + 1000]"), "1 wide 1");
  EXPECT_EQ(fields(T, "mov rax, [rip + foo]"), "1 wide 1");
  EXPECT_EQ(fields(T, "mov dword ptr [rbx + 8], 5"), "2 wide 1");
  EXPECT_EQ(fields(T, "mov dword ptr [rbx + 1000], 5"), "2 wide 2");
  EXPECT_EQ(fields(T, "foo: jne foo"), "1 wide 0");
  EXPECT_EQ(fields(T, "cmove rax, rbx"), "0 wide 0");
  EXPECT_EQ(fields(T, "setne al"), "0 wide 0");
  EXPECT_EQ(fields(T, "vaddps xmm1, xmm2, xmm3"), "0 wide 0");
  EXPECT_EQ(fields(T, "vpshufd xmm1, [rbx + 8], 5"), "2 wide 0");
  EXPECT_EQ(fields(T, "vblendvps xmm1, xmm2, xmm3, xmm4"), "1 wide 0");
  EXPECT_EQ(fields(T, "vaddps xmm1, xmm2, xmm31"), "evex 0 wide 0");
  EXPECT_EQ(fields(T, "vpternlogd xmm1, xmm2, xmm3, 7"), "evex 1 wide 0");
  // The displacement of one byte is 64 times as large.
  EXPECT_EQ(fields(T, "vmovups zmm1, [rbx + 64]"), "evex 1 wide 1");
  EXPECT_EQ(fields(T, "vmovups zmm1, [rbx]"), "evex 0 wide 0");
}

TEST(Decoding, MacroFusible) {
  Toy T(ToyX86);
  EXPECT_EQ(decoding(T, "dec rax"), "1 -> 1 fusible @1");
  // Not with memory and immediate; another one may still come.
  EXPECT_EQ(decoding(T, "cmp dword ptr [rax], 1"), "1 -> 1 @0");
  EXPECT_EQ(decoding(T, "cmp [rax], ecx\njl foo"), "1 -> 1 fusible @0");
}

TEST(Decoding, MicroFusedPairsSplitBehindTheQueue) {
  Toy T(corrected("  - {match: .*, form: {loads: true, indexed: true}, "
                  "unlaminated: true, source: x}\n"
                  "  - {match: ADD64mr, form: {indexed: true}, fused-uops: 3, "
                  "source: x}\n"));
  EXPECT_EQ(decoding(T, "add rax, [rbx]"), "1 -> 1 @1");
  EXPECT_EQ(decoding(T, "add rax, [rbx + rcx]"), "1 -> 2 @1");
  EXPECT_EQ(decoding(T, "add [rbx], rax"), "2 -> 2 complex 3 @1");
  EXPECT_EQ(decoding(T, "add [rbx + rcx], rax"), "2 -> 3 complex 3 @1");
}

TEST(Decoding, LongInstructionsComeFromMicrocode) {
  Toy T(corrected("  - {match: ADD64rr, fused-uops: 4, source: x}\n"
                  "  - {match: SUB64rr, fused-uops: 7, source: x}\n"));
  EXPECT_EQ(decoding(T, "add rax, rbx"), "4 -> 4 complex 3 @1");
  EXPECT_EQ(decoding(T, "sub rax, rbx"), "4+3 -> 7 complex 0 @1");
}

TEST(Decoding, SecondHalfOfAPairHasNoUops) {
  Toy T(ToyX86);
  auto K = T.B->build(T.A.assemble("1: dec rax\njne 1b"), Notion::Loop);
  ASSERT_TRUE(bool(K));
  ASSERT_TRUE(K->Instrs[1].MacroFused);
  EXPECT_EQ(K->Instrs[1].Decode.QueuedUops, 0);
  EXPECT_EQ(K->Instrs[1].Decode.MicrocodeUops, 0);
}

} // namespace
