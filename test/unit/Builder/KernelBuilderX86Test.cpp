//===- KernelBuilderX86Test.cpp - Tests of the kernel builder on x86 ------===//
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

TEST(KernelBuilderX86, UopsPortsAndLatencies) {
  Toy T(ToyX86);
  check(T, {
               {"add rax, rbx",
                "add 1 ; C 0156 : rax rbx -> rax/1 eflags.c/1 eflags.z/1\n"},
               {"lea rax, [rbx + 8*rcx]", "lea 1 ; C 15 : rbx rcx -> rax/1\n"},
               {"vfmadd231sd xmm0, xmm1, xmm2",
                "vfmadd231sd 1 ; C 01 : xmm0 xmm1 xmm2 -> xmm0/4\n"},
               // A unit beside the port.
               {"sqrtss xmm0, xmm1",
                "sqrtss 1 ; C 0 fpdivx3 : xmm0 xmm1 -> xmm0/12\n"},
               {"nop", "nop 1 ; C : ->\n"},
           });
}

TEST(KernelBuilderX86, LoadsAndStores) {
  Toy T(ToyX86);
  check(T,
        {
            {"mov rax, [rbx + rcx]", "mov 1 ; L 23 : rbx rcx -> rax/5*\n"},
            {"mov [rbx + rcx], rax",
             "mov 1 ; A 237 : rbx rcx -> ; D 4 : rax ->\n"},
            {"vmovups ymm0, [rax + rbx]",
             "vmovups 1 ; L 23 : rax rbx -> ymm0/7\n"},
            // The register waits for nothing while the load runs.
            {"cmp [rax + rbx], rcx",
             "cmp 1 ; L 23 : rax rbx -> t0/5 ; C 0156 : rcx t0 -> eflags.c/1 "
             "eflags.z/1\n"},
            {"vfmadd231sd xmm0, xmm1, [rax + rbx]",
             "vfmadd231sd 1 ; L 23 : rax rbx -> t0/5 ; C 01 : xmm0 xmm1 t0 -> "
             "xmm0/4\n"},
            // LLVM has no read advance here: the description's vector load.
            {"vpshufd xmm0, [rax + rbx], 1",
             "vpshufd 1 ; L 23 : rax rbx -> t0/6 ; C 5 : t0 -> xmm0/1\n"},
            {"add [rax + rbx], rcx",
             "add 2 ; L 23 : rax rbx -> t0/5 ; C 0156 : rcx t0 -> t1/1 "
             "eflags.c/1 "
             "eflags.z/1 ; A 237 : rax rbx -> ; D 4 : t1 ->\n"},
            {"sete [rax + rbx]", "sete 2 ; C 06 : eflags.c eflags.z -> t0/1 ; "
                                 "A 237 : rax rbx -> ; D 4 : "
                                 "t0 ->\n"},
            {"lfence", "lfence 2 ; C 0156 : -> ; C 0156 : ->\n"},
        });
}

/// The register files of what \p Text names: "rax general;".
std::string files(Toy &T, llvm::StringRef Text) {
  auto K = T.B->build(T.A.assemble(Text), Notion::Loop);
  if (!K)
    return llvm::toString(K.takeError());
  std::string Files;
  for (const Location &L : K->Locations)
    if (L.Kind != RegisterKind::None)
      Files += L.Name + (L.Kind == RegisterKind::General  ? " general;"
                         : L.Kind == RegisterKind::Vector ? " vector;"
                                                          : " mask;");
  return Files;
}

TEST(KernelBuilderX86, RegisterFiles) {
  constexpr const char *Code =
      "add al, [rsi]\nvaddps ymm1, ymm2, ymm3\npaddd mm4, mm5\n";
  Toy Unlimited(ToyX86);
  EXPECT_EQ(files(Unlimited, Code), "");
  Toy T(std::string(ToyX86) +
        "buffers: {source: x, registers: {mask: 9, mask-register: mm0}}\n");
  EXPECT_EQ(files(T, Code),
            "rsi general;rax general;ymm2 vector;ymm3 vector;ymm1 vector;"
            "mm4 mask;mm5 mask;");
}

TEST(KernelBuilderX86, StackPointerIsWrittenByItself) {
  Toy T(ToyX86);
  // LLVM has a µop for the stack pointer; its 6 cycles are the loaded value's.
  check(T, {{"pop rax", "pop 1 ; L 23 : rsp -> t0/5 rsp/1 ; C 0156 : t0 -> "
                        "rax/1\n"}});
}

TEST(KernelBuilderX86, PartialRegistersMerge) {
  Toy T(ToyX86);
  check(T,
        {
            {"mov al, bl", "mov 1 ; C 0156 : rbx rax -> rax/1\n"},
            {"mov eax, ebx", "mov 1 ; C 0156 : rbx -> rax/1\n"},
            {"mov ah, bl", "mov 1 ; C 0156 : rbx rax -> rax/1\n"},
            // The old value is needed when the load is done.
            {"mov al, [rbx + rcx]", "mov 1 ; L 23 : rbx rcx rax-4 -> rax/5*\n"},
            {"vaddps xmm0, xmm1, xmm1\nvaddps zmm0, zmm0, zmm0",
             "instruction 1 (vaddps): no scheduling information in LLVM's "
             "model of "
             "skylake"},
            {"vaddps xmm0, xmm1, xmm1\nvaddps ymm2, ymm0, ymm0",
             "vaddps 1 ; C 01 : xmm1 -> xmm0/4\nvaddps 1 ; C 01 : xmm0 -> "
             "ymm2/4\n"},
        });
  std::string Apart = ToyX86;
  Apart.replace(Apart.find("merge: true"), 11, "merge: false");
  Toy U(Apart);
  check(U, {{"mov al, bl", "mov 1 ; C 0156 : rbx -> rax/1\n"}});
}

TEST(KernelBuilderX86, ZeroIdiomsReadNothing) {
  Toy T(ToyX86);
  check(T, {
               {"xor eax, eax", "xor 1 ; C : -> rax/0 eflags.c/0 eflags.z/0\n"},
               {"vpxor xmm0, xmm1, xmm1", "vpxor 1 ; C : -> xmm0/0\n"},
               {"xor eax, ebx",
                "xor 1 ; C 0156 : rax rbx -> rax/1 eflags.c/1 eflags.z/1\n"},
           });
}

TEST(KernelBuilderX86, IgnoredRegistersAndSegments) {
  Toy T(ToyX86);
  check(T, {
               {"mov rax, [rip + 8]", "mov 1 ; L 23 : -> rax/5*\n"},
               {"mov rax, fs:[0]", "mov 1 ; L 23 : -> rax/5*\n"},
           });
}

TEST(KernelBuilderX86, ChainedLoadsAreFaster) {
  Toy T(ToyX86);
  check(T,
        {
            {"mov rax, [rax]", "mov 1 ; L 23 : rax -> rax/4*\n"},
            {"mov rax, [rax + 2047]", "mov 1 ; L 23 : rax -> rax/4*\n"},
            {"mov rax, [rax + 2048]", "mov 1 ; L 23 : rax -> rax/5*\n"},
            {"mov rax, [rax - 1]", "mov 1 ; L 23 : rax -> rax/5*\n"},
            {"mov rax, [rax + rbx]", "mov 1 ; L 23 : rax rbx -> rax/5*\n"},
            // Neither is one behind a sum, which is no plain load.
            {"mov rbx, [rax]\nmov rcx, [rbx]\nadd rcx, [rcx]\nmov rax, [rcx]",
             "mov 1 ; L 23 : rax -> rbx/4*\nmov 1 ; L 23 : rbx -> rcx/4*\n"
             "add 1 ; L 23 : rcx -> t0/4 ; C 0156 : rcx t0 -> rcx/1 "
             "eflags.c/1 eflags.z/1\nmov 1 ; L 23 : rcx -> rax/5*\n"},
            {"add rax, [rbx + rcx]", "add 1 ; L 23 : rbx rcx -> t0/5 ; C "
                                     "0156 : rax t0 -> rax/1 eflags.c/1 "
                                     "eflags.z/1\n"},
        });
}

TEST(KernelBuilderX86, Branches) {
  Toy T(ToyX86);
  check(T, {
               {"1: jne 1b", "jne 1 ; B 6 : eflags.c eflags.z ->\n"},
               {"jne 1f\nnop\n1: nop",
                "jne 1 ; B 06 : eflags.c eflags.z ->\nnop 1 ; C "
                ": ->\nnop 1 ; C : ->\n"},
               {"1: jmp 1b", "jmp 1 ; B 6 : ->\n"},
           });
}

TEST(KernelBuilderX86, MacroFusion) {
  Toy T(ToyX86);
  check(T,
        {
            {"1: cmp rax, rbx\njne 1b",
             "cmp 1 ; B 6 : rax rbx -> eflags.c/1 eflags.z/1\njne 0 fused\n"},
            {"1: cmp [rax + rcx], rbx\nje 1b",
             "cmp 1 ; L 23 : rax rcx -> t0/5 ; B 6 : rbx t0 -> eflags.c/1 "
             "eflags.z/1\nje 0 fused\n"},
            // Not with this condition, not memory with immediate, not memory.
            {"1: cmp rax, rbx\njl 1b", "cmp 1 ; C 0156 : rax rbx -> eflags.c/1 "
                                       "eflags.z/1\njl 1 ; B 6 : eflags.c "
                                       "eflags.z ->\n"},
            {"1: cmp dword ptr [rax + rcx], 1\nje 1b",
             "cmp 1 ; L 23 : rax rcx -> t0/5 ; C 0156 : t0 -> eflags.c/1 "
             "eflags.z/1\nje 1 ; B 6 : eflags.c eflags.z ->\n"},
            {"1: test [rax + rcx], rbx\nje 1b",
             "test 1 ; L 23 : rax rcx -> t0/5 ; C 0156 : rbx t0 -> eflags.c/1 "
             "eflags.z/1\nje 1 ; B 6 : eflags.c eflags.z ->\n"},
            {"1: dec rax\njb 1b", "dec 1 ; B 6 : rax -> rax/1 eflags.c/1 "
                                  "eflags.z/1\njb 0 fused\n"},
            {"1: add rax, rbx\njne 1b", "add 1 ; C 0156 : rax rbx -> rax/1 "
                                        "eflags.c/1 eflags.z/1\njne 1 ; B 6 : "
                                        "eflags.c eflags.z ->\n"},
        });
}

TEST(KernelBuilderX86, RefusesWhatItCannotModel) {
  Toy T(corrected("  - {match: CPUID, not-modelled: serializes, source: x}\n"
                  "  - {match: .*, form: {prefixes: [lock]}, not-modelled: "
                  "locked, source: x}\n"));
  check(T, {
               {"nop\ncall foo\nnop", "instruction 1 (call): call"},
               {"ret\nnop", "instruction 0 (ret): return"},
               {"cpuid", "instruction 0 (cpuid): serializes"},
               {"lock add [rax], rbx", "instruction 0 (lock add): locked"},
           });
  std::vector<CodeInstr> Code = T.A.assemble("nop\ncall foo");
  llvm::Expected<Kernel> K = T.B->build(Code, Notion::Loop);
  ASSERT_FALSE(bool(K));
  llvm::handleAllErrors(K.takeError(), [](const NotModelled &E) {
    EXPECT_EQ(E.index(), 1u);
    EXPECT_EQ(E.instr(), "call");
    EXPECT_EQ(E.reason(), "call");
  });
}

TEST(KernelBuilderX86, ModelsCallsThatAreFollowed) {
  Toy T(corrected("  - {match: CALL64pcrel32, uops: [{kind: store-address}, "
                  "{kind: store-data}, {kind: branch}], fused-uops: 2, "
                  "source: x}\n"
                  "  - {match: RET64, uops: [{kind: load}, {kind: branch}], "
                  "fused-uops: 2, source: x}\n"));
  std::vector<CodeInstr> Code = T.A.assemble("call foo\nret");
  Code[0].Taken = Code[1].Taken = true;
  llvm::Expected<Kernel> K = T.B->build(Code, Notion::Loop);
  ASSERT_TRUE(bool(K)) << toString(K.takeError());
  EXPECT_EQ(K->Instrs[0].Uops.size(), 3u);
  EXPECT_EQ(K->Instrs[1].Uops.size(), 2u);
}

TEST(KernelBuilderX86, PseudoInstructionsAreRefused) {
  Toy T(ToyX86);
  CodeInstr I;
  TargetRef Target = T.A.target();
  for (unsigned Opcode = 0; Opcode < Target.MII.getNumOpcodes(); ++Opcode)
    if (Target.MII.getName(Opcode) == "MOV32r0")
      I.Inst.setOpcode(Opcode);
  ASSERT_NE(I.Inst.getOpcode(), 0u);
  Target.Printer = nullptr;
  auto B = KernelBuilder::create(Target, T.C);
  ASSERT_TRUE(bool(B));
  llvm::Expected<Kernel> K = (*B)->build(I, Notion::Loop);
  EXPECT_EQ(llvm::toString(K.takeError()),
            "instruction 0 (mov32r0): pseudo instruction");
}

TEST(KernelBuilderX86, TextOnDemand) {
  Toy T(ToyX86);
  std::vector<CodeInstr> Code = T.A.assemble("add rax, qword ptr [rbx]");
  auto K = T.B->build(Code, Notion::Unrolled, InstrText::Whole);
  ASSERT_TRUE(bool(K));
  EXPECT_EQ(K->Instrs[0].Text, "add rax, qword ptr [rbx]");
  EXPECT_EQ(K->Instrs[0].Size, 3u);
  EXPECT_EQ(K->Repeats, Notion::Unrolled);
  K = T.B->build(Code, Notion::Loop);
  ASSERT_TRUE(bool(K));
  EXPECT_EQ(K->Instrs[0].Text, "");
  EXPECT_EQ(K->Instrs[0].Mnemonic, "add");
  K = T.B->build(Code, Notion::Loop, InstrText::None);
  ASSERT_TRUE(bool(K));
  EXPECT_EQ(K->Instrs[0].Mnemonic, "");
  EXPECT_TRUE(llvm::all_of(K->Locations,
                           [](const Location &L) { return L.Name.empty(); }));
}

/// Without text the models still know the stack pointer, and cycles are as
/// many.
TEST(KernelBuilderX86, StackPointerHasAName) {
  Toy T(ToyX86);
  auto K =
      T.B->build(T.A.assemble("add rsp, rax"), Notion::Loop, InstrText::None);
  ASSERT_TRUE(bool(K));
  const auto IsNamed = [](const Location &L) { return L.Name == "rsp"; };
  EXPECT_EQ(llvm::count_if(K->Locations, IsNamed), 1);
}

/// An error names the instruction, whatever text the kernel keeps.
TEST(KernelBuilderX86, ErrorsHaveText) {
  Toy T(ToyX86);
  auto K = T.B->build(T.A.assemble("add rax, rbx\nret"), Notion::Loop,
                      InstrText::None);
  EXPECT_EQ(llvm::toString(K.takeError()), "instruction 1 (ret): return");
}

} // namespace
