//===- RunCodeTest.cpp - Tests of the code of a measurement ---------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunCode.h"
#include "Block.h"
#include "CodeTarget.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;

namespace {

std::unique_ptr<CodeTarget> target() {
  initializeTargets();
  TargetChoice Choice;
  Choice.Cpu = "skylake";
  Choice.IntelSyntax = true;
  return cantFail(CodeTarget::create(Choice));
}

/// The instructions of \p Code in Intel syntax, with blanks for tabs.
std::vector<std::string> listing(CodeTarget &T, ArrayRef<uint8_t> Code) {
  std::vector<std::string> Lines;
  CodeRegion R;
  if (Error E = decodeBlock(T, Code, 0, R))
    return {toString(std::move(E))};
  for (const CodeInstr &I : R.Instrs) {
    std::string Text = StringRef(T.print(I)).trim().str();
    std::replace(Text.begin(), Text.end(), '\t', ' ');
    Lines.push_back(Text);
  }
  return Lines;
}

/// The listing of \p Body, \p Copies times, within its code.
std::vector<std::string> around(CodeTarget &T, const CodeBytes &Body,
                                uint64_t Copies, bool Avx = true) {
  CodeChoice Choice;
  Choice.Avx = Avx;
  return listing(T, runCode(Body, Copies, Choice).Bytes);
}

/// Where \p Line stands in \p Lines from \p From on.
size_t find(const std::vector<std::string> &Lines, StringRef Line,
            size_t From = 0) {
  return std::find(Lines.begin() + From, Lines.end(), Line) - Lines.begin();
}

TEST(RunCode, TheBodyStandsBetweenFencedTimeStamps) {
  const std::unique_ptr<CodeTarget> T = target();
  const CodeBytes Imul = {0x48, 0x0f, 0xaf, 0xc1};
  const std::vector<std::string> L = around(*T, Imul, 3);
  const size_t Begin = find(L, "rdtsc");
  const size_t Body = find(L, "imul rax, rcx");
  ASSERT_LT(Body, L.size());
  EXPECT_EQ(L[Begin - 1], "lfence");
  // The fence behind the first time stamp; nothing is between but a taken
  // branch to the body.
  CodeChoice Choice;
  Choice.Avx = true;
  EXPECT_EQ(L[Body - 1],
            "jmp 0x" + utohexstr(runCode(Imul, 3, Choice).BodyBegin, true));
  EXPECT_EQ(L[Body - 2], "lfence");
  EXPECT_EQ(L[Body + 1], "imul rax, rcx");
  EXPECT_EQ(L[Body + 2], "imul rax, rcx");
  EXPECT_EQ(L[Body + 3], "lfence");
  EXPECT_EQ(L[Body + 4], "rdtsc");
  EXPECT_EQ(L.back(), "ret");
}

TEST(RunCode, EveryRegisterIsSetAndTheCallersAreKept) {
  const std::unique_ptr<CodeTarget> T = target();
  const std::vector<std::string> L = around(*T, {0x90}, 1);
  const char *const Names[] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp",
                               "rsi", "rdi", "r8",  "r9",  "r10", "r11",
                               "r12", "r13", "r14", "r15"};
  for (unsigned I = 0; I != 16; ++I)
    EXPECT_LT(find(L, ("mov " + Twine(Names[I]) + ", qword ptr [" +
                       Twine(FrameAddress + 8 * I) + "]")
                          .str()),
              L.size())
        << Names[I];
  const size_t Restored =
      find(L, ("mov rsp, qword ptr [" +
               Twine(FrameAddress + offsetof(RunFrame, StackPointer)) + "]")
                  .str());
  for (const char *Name : {"rbx", "rbp", "r12", "r13", "r14", "r15"}) {
    EXPECT_LT(find(L, ("push " + Twine(Name)).str()), find(L, "rdtsc"));
    EXPECT_LT(find(L, ("pop " + Twine(Name)).str(), Restored), L.size());
  }
  EXPECT_LT(find(L, "vzeroupper"), L.size());
  const std::vector<std::string> Sse = around(*T, {0x90}, 1, /*Avx=*/false);
  EXPECT_EQ(find(Sse, "vzeroupper"), Sse.size());
}

TEST(RunCode, TheCopiesAreWhereItSays) {
  const CodeBytes Ud2 = {0x0f, 0x0b};
  const RunCode Code = runCode(Ud2, 2, {});
  ASSERT_EQ(Code.BodyEnd, Code.BodyBegin + 4);
  const CodeBytes Copies(Code.Bytes.begin() + Code.BodyBegin,
                         Code.Bytes.begin() + Code.BodyEnd);
  EXPECT_EQ(Copies, (CodeBytes{0x0f, 0x0b, 0x0f, 0x0b}));
}

TEST(RunCode, Avx512HasMoreRegistersToSet) {
  initializeTargets();
  TargetChoice Cpu;
  Cpu.Cpu = "sapphirerapids";
  Cpu.IntelSyntax = true;
  const std::unique_ptr<CodeTarget> T = cantFail(CodeTarget::create(Cpu));
  CodeChoice Choice;
  Choice.Avx512 = true;
  const std::vector<std::string> L =
      listing(*T, runCode({0x90}, 1, Choice).Bytes);
  const std::string Vector =
      ("qword ptr [" + Twine(FrameAddress + offsetof(RunFrame, Vector)) + "]")
          .str();
  for (unsigned I = 16; I != 32; ++I)
    EXPECT_LT(find(L, ("vbroadcastsd zmm" + Twine(I) + ", " + Vector).str()),
              find(L, "rdtsc"))
        << I;
  for (unsigned I = 0; I != 8; ++I) {
    const std::string K = "k" + std::to_string(I);
    EXPECT_LT(find(L, "kxnorq " + K + ", " + K + ", " + K), find(L, "rdtsc"));
  }
}

TEST(RunCode, TheKernelsCountsAreReadByItOrByRdpmc) {
  const std::unique_ptr<CodeTarget> T = target();
  CodeChoice Choice;
  Choice.With = Clock::Rdpmc;
  std::vector<std::string> L = listing(*T, runCode({0x90}, 1, Choice).Bytes);
  EXPECT_EQ(find(L, "rdtsc"), L.size());
  const size_t First = find(L, "rdpmc");
  EXPECT_EQ(L[First - 1],
            ("mov rcx, qword ptr [" +
             Twine(FrameAddress + offsetof(RunFrame, Counter)) + "]")
                .str());
  EXPECT_LT(find(L, "rdpmc", First + 1), L.size());
  Choice.With = Clock::Perf;
  L = listing(*T, runCode({0x90}, 1, Choice).Bytes);
  EXPECT_EQ(find(L, "rdtsc"), L.size());
  EXPECT_EQ(find(L, "rdpmc"), L.size());
}

TEST(RunCode, CalibrationIsALoopOfDependentAdds) {
  const std::unique_ptr<CodeTarget> T = target();
  const CodeBytes Code = calibrationLoop(Arch::X86_64);
  const std::vector<std::string> L = listing(*T, Code);
  ASSERT_EQ(L.size(), CalibrationAdds + 2);
  for (unsigned I = 0; I != CalibrationAdds; ++I)
    EXPECT_EQ(L[I], "add rax, rcx");
  EXPECT_EQ(L[CalibrationAdds], "dec r15");
  CodeRegion R;
  ASSERT_FALSE(errorToBool(decodeBlock(*T, Code, 0, R)));
  EXPECT_EQ(R.Repeats, Notion::Loop);
}

TEST(RunCode, AProbeIsALoopOfLoadsAndWhatNeedsNoUnit) {
  const std::unique_ptr<CodeTarget> T = target();
  const std::vector<std::string> L = listing(*T, probeLoop(Arch::X86_64));
  ASSERT_EQ(L.size(), ProbeLoads + ProbeNops + 2);
  // With the fused pair six at most, a cycle of dispatch: what takes branches
  // of the core, but none of its dispatch, must be seen, too.
  EXPECT_LE(ProbeLoads + ProbeNops, 5u);
  // By a register: those that read none take their time whatever power a core
  // gets (docs/zen3.md).
  for (unsigned I = 0; I != ProbeLoads; ++I)
    EXPECT_EQ(L[I], "mov rax, qword ptr [rsi]");
  for (unsigned I = 0; I != ProbeNops; ++I)
    EXPECT_EQ(L[ProbeLoads + I], "xor edi, edi");
  EXPECT_EQ(L[ProbeLoads + ProbeNops], "dec r15");
}

TEST(RunCode, AArch64KeepsAndSetsTheSame) {
  initializeTargets();
  TargetChoice Cpu;
  Cpu.Cpu = "cortex-a72";
  const std::unique_ptr<CodeTarget> T = cantFail(CodeTarget::create(Cpu));
  CodeChoice Choice;
  Choice.For = Arch::AArch64;
  // add x0, x0, x1
  const std::vector<std::string> L =
      listing(*T, runCode({0, 0, 1, 0x8b}, 2, Choice).Bytes);
  const size_t Body = find(L, "add x0, x0, x1");
  ASSERT_LT(Body, L.size());
  EXPECT_EQ(L[Body + 1], "add x0, x0, x1");
  EXPECT_EQ(L[Body - 1], "isb");
  // The register of the frame is loaded last.
  EXPECT_EQ(L[Body - 2], "ldr x30, [x30, #240]");
  EXPECT_LT(find(L, "ldr x0, [x30]"), Body);
  for (unsigned I = 1; I != 31; ++I)
    EXPECT_LT(
        find(L, ("ldr x" + Twine(I) + ", [x30, #" + Twine(8 * I) + "]").str()),
        Body)
        << I;
  EXPECT_LT(find(L, "mrs x29, CNTVCT_EL0"), Body);
  EXPECT_EQ(L[Body + 2], ("mov x30, #" + Twine(FrameAddress & 0xffff)).str());
  EXPECT_LT(find(L, "mrs x29, CNTVCT_EL0", Body), L.size());
  for (unsigned I = 19; I != 30; ++I) {
    const std::string Field =
        ("[x30, #" + Twine(offsetof(RunFrame, Kept) + 8 * (I - 19)) + "]")
            .str();
    EXPECT_LT(find(L, ("str x" + Twine(I) + ", " + Field).str()), Body);
    EXPECT_LT(find(L, ("ldr x" + Twine(I) + ", " + Field).str(), Body),
              L.size());
  }
  EXPECT_EQ(L.back(), "ret");
  const std::vector<std::string> Adds =
      listing(*T, calibrationLoop(Arch::AArch64));
  ASSERT_EQ(Adds.size(), CalibrationAdds + 2);
  EXPECT_EQ(Adds[CalibrationAdds], "subs x15, x15, #1");
  EXPECT_EQ(Adds.back(), "b.ne 0x0");
  const std::vector<std::string> Probe = listing(*T, probeLoop(Arch::AArch64));
  ASSERT_EQ(Probe.size(), ProbeLoads + ProbeNops + 2);
  EXPECT_EQ(Probe.front(), "ldr x0, [x6]");
  EXPECT_EQ(Probe[ProbeLoads - 1], "ldr x0, [x6]");
  EXPECT_EQ(Probe[ProbeLoads], "nop");
  EXPECT_EQ(Probe[ProbeLoads + ProbeNops], "subs x15, x15, #1");
}

TEST(RunCode, BranchesAreReadAndSet) {
  const auto X86 = [](CodeBytes Code, int64_t To) -> std::string {
    if (!setBranch(Arch::X86_64, Code.data(), Code.size(), To))
      return "no";
    const auto Back = branchOf(Arch::X86_64, Code.data(), Code.size());
    EXPECT_EQ(Back, To);
    return toHex(Code, /*LowerCase=*/true);
  };
  EXPECT_EQ(X86({0x75, 0}, -10), "75f4");
  EXPECT_EQ(X86({0x75, 0}, 200), "no");
  EXPECT_EQ(X86({0x0f, 0x84, 0, 0, 0, 0}, 0x100), "0f84fa000000");
  EXPECT_EQ(X86({0xe9, 0, 0, 0, 0}, -5), "e9f6ffffff");
  EXPECT_EQ(X86({0x3e, 0x7f, 0}, 3), "3e7f00");
  // Bytes of others that look like jumps: cmp rdx, rcx; a VEX prefix; call.
  EXPECT_EQ(X86({0x48, 0x39, 0xca}, 0), "no");
  EXPECT_EQ(X86({0xc4, 0xe2, 0xe9, 0x99, 0x44, 0xce, 0x38}, 0), "no");
  EXPECT_EQ(X86({0xe8, 0, 0, 0, 0}, 0), "no");
  const auto AArch64 = [](uint32_t Word, int64_t To) -> uint32_t {
    auto *const Bytes = reinterpret_cast<uint8_t *>(&Word);
    if (!setBranch(Arch::AArch64, Bytes, 4, To))
      return 0;
    EXPECT_EQ(branchOf(Arch::AArch64, Bytes, 4), To);
    return Word;
  };
  EXPECT_EQ(AArch64(0x54000001, -8), 0x54ffffc1u);      // b.ne
  EXPECT_EQ(AArch64(0x14000000, 1 << 20), 0x14040000u); // b
  EXPECT_EQ(AArch64(0xb5000003, 16), 0xb5000083u);      // cbnz x3
  EXPECT_EQ(AArch64(0x37000000, -32768), 0x37040000u);  // tbnz
  EXPECT_EQ(AArch64(0x37000000, 32768), 0u);
  EXPECT_EQ(AArch64(0x8b010000, 4), 0u); // add
}

} // namespace
