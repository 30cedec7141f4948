//===- WiderCodeTest.cpp - Code with wider vectors ------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/WiderCode.h"
#include "AsmHelper.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstPrinter.h"
#include "gtest/gtest.h"

using namespace takt;
using namespace takt::test;

namespace {

class WiderCode : public testing::Test {
protected:
  WiderCode()
      : A("x86_64", "skylake-avx512"), T(A.target()), Widener(T.MII, T.MRI) {}

  std::optional<std::vector<CodeInstr>> widen(llvm::StringRef Text) {
    Code = A.assemble(Text);
    return Widener.widen(Code, T.STI, *A.emitter());
  }
  /// The wider code, an instruction a line; "none".
  std::string text(llvm::StringRef Text) {
    const auto Wider = widen(Text);
    if (!Wider)
      return "none";
    std::string To;
    llvm::raw_string_ostream OS(To);
    for (const CodeInstr &I : *Wider) {
      std::string Line;
      llvm::raw_string_ostream LineOS(Line);
      T.Printer->printInst(&I.Inst, /*Address=*/0, "", T.STI, LineOS);
      std::replace(Line.begin(), Line.end(), '\t', ' ');
      OS << llvm::StringRef(Line).trim() << "\n";
    }
    return To;
  }

  Assembler A;
  TargetRef T;
  CodeWidener Widener;
  std::vector<CodeInstr> Code;
};

TEST_F(WiderCode, HasTheSameOperations) {
  EXPECT_EQ(text("vmovups ymm1, [rsi + rax]\n"
                 "vfmadd213ps ymm1, ymm0, [rdi + rax]\n"
                 "vmovups [rdi + rax], ymm1\n"
                 "add rax, 32\n"
                 "cmp rdx, rax\n"),
            "vmovups zmm1, zmmword ptr [rsi + rax]\n"
            "vfmadd213ps zmm1, zmm0, zmmword ptr [rdi + rax]\n"
            "vmovups zmmword ptr [rdi + rax], zmm1\n"
            "add rax, 32\n"
            "cmp rdx, rax\n");
}

TEST_F(WiderCode, HasOtherNamesForSome) {
  EXPECT_EQ(text("vmovdqu ymm1, [rsi]\nvpand ymm1, ymm1, ymm2\n"
                 "vpandn ymm1, ymm1, ymm2\nvpor ymm1, ymm1, ymm2\n"
                 "vpxor ymm1, ymm1, ymm3\nvmovdqa [rdi], ymm1\n"
                 "vroundps ymm4, ymm5, 9\nvroundpd ymm4, ymm5, 9\n"
                 "vrcpps ymm4, ymm5\nvrsqrtps ymm4, ymm5\n"),
            "vmovdqu64 zmm1, zmmword ptr [rsi]\nvpandq zmm1, zmm1, zmm2\n"
            "vpandnq zmm1, zmm1, zmm2\nvporq zmm1, zmm1, zmm2\n"
            "vpxorq zmm1, zmm1, zmm3\nvmovdqa64 zmmword ptr [rdi], zmm1\n"
            "vrndscaleps zmm4, zmm5, 9\nvrndscalepd zmm4, zmm5, 9\n"
            "vrcp14ps zmm4, zmm5\nvrsqrt14ps zmm4, zmm5\n");
}

TEST_F(WiderCode, OfMaskedInstructionsHasWiderMasks) {
  EXPECT_EQ(text("vpcmpgtd k1, ymm16, [rsi]\nvpaddd ymm17 {k1}, ymm17, ymm16\n"
                 "vpaddd ymm17 {k1} {z}, ymm17, dword ptr [rsi]{1to8}\n"
                 "vgatherdps ymm18 {k2}, [rsi + 4*ymm19]\n"),
            "vpcmpgtd k1, zmm16, zmmword ptr [rsi]\n"
            "vpaddd zmm17 {k1}, zmm17, zmm16\n"
            "vpaddd zmm17 {k1} {z}, zmm17, dword ptr [rsi]{1to16}\n"
            "vgatherdps zmm18 {k2}, zmmword ptr [rsi + 4*zmm19]\n");
}

TEST_F(WiderCode, OfConversionsHasTheNarrowSideWiderToo) {
  EXPECT_EQ(text("vcvtpd2ps xmm1, ymmword ptr [rsi]\nvmovups [rdi], xmm1\n"
                 "vpmovzxbd ymm2, qword ptr [rsi]\nvmovq xmm3, [rsi]\n"
                 "vpmovzxbd ymm4, xmm3\nvmovd xmm5, [rsi]\nvmovq [rdi], xmm5\n"
                 "vpmovdw [rdi], ymm4\n"),
            "vcvtpd2ps ymm1, zmmword ptr [rsi]\n"
            "vmovups ymmword ptr [rdi], ymm1\n"
            "vpmovzxbd zmm2, xmmword ptr [rsi]\n"
            "vmovdqu xmm3, xmmword ptr [rsi]\n"
            "vpmovzxbd zmm4, xmm3\nvmovq xmm5, qword ptr [rsi]\n"
            "vmovdqu xmmword ptr [rdi], xmm5\n"
            "vpmovdw ymmword ptr [rdi], zmm4\n");
}

TEST_F(WiderCode, IsTwiceAsFarApart) {
  EXPECT_EQ(text("vaddps ymm1, ymm0, [rsi + 32]\nvmovups [rdi - 96], ymm1\n"
                 "mov rax, [rsp + 32]\n"),
            "vaddps zmm1, zmm0, zmmword ptr [rsi + 64]\n"
            "vmovups zmmword ptr [rdi - 192], zmm1\n"
            "mov rax, qword ptr [rsp + 32]\n");
}

TEST_F(WiderCode, IsEncodedWithoutGaps) {
  const auto Wider = widen("vaddps ymm1, ymm0, [rsi]\nvaddps ymm2, ymm0, ymm1\n"
                           "add rax, 32\n");
  ASSERT_TRUE(Wider);
  uint64_t Offset = Code.front().Offset;
  for (const CodeInstr &I : *Wider) {
    EXPECT_EQ(I.Offset, Offset);
    EXPECT_EQ(I.Bytes.size(), I.Size);
    Offset += I.Size;
  }
  // EVEX has two bytes more than the short VEX.
  EXPECT_EQ((*Wider)[0].Size, Code[0].Size + 2);
  EXPECT_EQ((*Wider)[2].Size, Code[2].Size);
}

TEST_F(WiderCode, TellsWhatIsCarriedOn) {
  const auto Carries = [&](llvm::StringRef Text) {
    return Widener.carriesVectors(A.assemble(Text));
  };
  EXPECT_TRUE(Carries("vaddps ymm0, ymm0, ymm1\n"));
  EXPECT_TRUE(Carries("vfmadd231ps ymm0, ymm1, ymm2\n"));
  EXPECT_TRUE(Carries("vmovaps ymm2, ymm0\nvaddps xmm0, xmm2, xmm1\n"));
  EXPECT_TRUE(Carries("vmovups [rdi], ymm2\nvmovups ymm2, [rsi]\n"));
  EXPECT_FALSE(Carries("vmovups ymm0, [rsi]\nvaddps ymm0, ymm0, ymm1\n"
                       "vmovups [rdi], ymm0\nadd rax, rbx\n"));
  EXPECT_FALSE(Carries("vmovaps ymm0, ymm1\nvfmadd231ps ymm0, ymm1, ymm2\n"));
}

TEST_F(WiderCode, IsNotKnownOfEverything) {
  // Nothing to widen, or it is as wide as can be.
  EXPECT_EQ(text("add rax, rbx\n"), "none");
  EXPECT_EQ(text("vaddps xmm1, xmm0, [rsi]\n"), "none");
  EXPECT_EQ(text("vaddps ymm1, ymm0, [rsi]\nvaddps zmm2, zmm3, zmm4\n"),
            "none");
  // Parts of a vector.
  for (const char *Moves :
       {"vextractf128 xmm1, ymm0, 1", "vinsertf128 ymm1, ymm0, xmm2, 1",
        "vperm2f128 ymm1, ymm0, ymm2, 1", "vbroadcastf128 ymm1, [rsi]",
        "vextracti32x4 xmm1, ymm16, 1", "vperm2i128 ymm1, ymm0, ymm2, 1"})
    EXPECT_EQ(text("vaddps ymm3, ymm4, ymm5\n" + std::string(Moves) + "\n"),
              "none")
        << Moves;
  // Single elements, masks in vectors, what only VEX has.
  for (const char *Other :
       {"vaddss xmm1, xmm0, [rsi]", "vmovd eax, xmm1",
        "vpcmpeqd ymm1, ymm2, ymm3", "vblendvps ymm1, ymm2, ymm3, ymm4",
        "vpmovmskb eax, ymm1", "vhaddps ymm1, ymm2, ymm3"})
    EXPECT_EQ(text("vaddps ymm3, ymm4, ymm5\n" + std::string(Other) + "\n"),
              "none")
        << Other;
}

} // namespace
