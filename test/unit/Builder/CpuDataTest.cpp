//===- CpuDataTest.cpp - What the described CPUs do with known code -------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Cycles of small kernels on the CPUs of models/cpus, through the builder and
/// the bounds. Each number is a measured or published one, and each kernel is
/// there for one fact of a description.
///
//===----------------------------------------------------------------------===//

#include "AsmHelper.h"
#include "takt/models/Prediction.h"
#include "gtest/gtest.h"

using namespace takt;
using takt::test::Assembler;

namespace {

/// What a kernel is expected to take.
struct Case {
  const char *LLVMCpu, *Text, *Cycles;
};

std::ostream &operator<<(std::ostream &OS, const Case &C) {
  return OS << C.LLVMCpu << ": " << C.Text;
}

std::string predicted(llvm::StringRef Arch, const Case &Wanted) {
  Assembler A(Arch, Wanted.LLVMCpu);
  auto C = cpuFor(A.target().STI);
  if (!C)
    return llvm::toString(C.takeError());
  auto B = KernelBuilder::create(A.target(), *C);
  if (!B)
    return llvm::toString(B.takeError());
  auto K = (*B)->build(A.assemble(Wanted.Text), Notion::Unrolled);
  if (!K)
    return llvm::toString(K.takeError());
  return predict(*K, **C).Cycles.str();
}

class X86Data : public testing::TestWithParam<Case> {};
class AArch64Data : public testing::TestWithParam<Case> {};

TEST_P(X86Data, Takes) {
  EXPECT_EQ(predicted("x86_64", GetParam()), GetParam().Cycles);
}

TEST_P(AArch64Data, Takes) {
  EXPECT_EQ(predicted("aarch64", GetParam()), GetParam().Cycles);
}

INSTANTIATE_TEST_SUITE_P(
    DotProduct, X86Data,
    testing::Values(
        Case{"skylake", "vmovsd xmm1, [rdi]; vfmadd231sd xmm0, xmm1, [rsi]",
             "4.00"},
        Case{"haswell", "vmovsd xmm1, [rdi]; vfmadd231sd xmm0, xmm1, [rsi]",
             "5.00"},
        Case{"znver4", "vmovsd xmm1, [rdi]; vfmadd231sd xmm0, xmm1, [rsi]",
             "4.00"}));

// The stack engine: LLVM alone says 6 cycles for a pop.
INSTANTIATE_TEST_SUITE_P(
    StackEngine, X86Data,
    testing::Values(Case{"skylake", "pop rbx; pop rbp", "1.00"},
                    Case{"skylake", "push rbx", "1.00"},
                    Case{"icelake-client", "push rbx; push rbp", "1.00"},
                    Case{"znver4", "push rbx; push rbp", "1.00"}));

// A load whose base comes from a load is a cycle faster; not with an index, not
// with an operation between, not from Ice Lake on.
INSTANTIATE_TEST_SUITE_P(
    PointerChasing, X86Data,
    testing::Values(Case{"skylake", "mov rax, [rax + 8]", "4.00"},
                    Case{"skylake", "mov rax, [rax + 4096]", "5.00"},
                    Case{"skylake", "mov rax, [rax + 8*rcx]", "5.00"},
                    Case{"skylake", "mov rax, [rax + 8]; add rax, 8", "6.00"},
                    Case{"skylake",
                         "mov rax, [rax + 8]; mov rcx, rax; mov "
                         "rax, [rcx]",
                         "8.00"},
                    Case{"skylake",
                         "mov rax, [rax]; movzx esi, byte ptr [rax]; "
                         "mov rdi, [rsi]; mov rax, [rdi]",
                         "17.00"},
                    Case{"icelake-client", "mov rax, [rax + 8]", "5.00"}));

// The value of a load behind a load is there a cycle earlier, not its address:
// so the load of the comparison is ready in the cycle in which the two other
// dependent loads of the next iterations are. Three loads meet at two ports,
// and every other iteration the chain waits. uiCA reads 4.50 off a shorter run,
// on all CPUs from Sandy Bridge to Cascade Lake.
INSTANTIATE_TEST_SUITE_P(
    LoadsOfAChainMeet, X86Data,
    testing::Values(Case{"haswell",
                         "mov rax, [rax]; movzx edx, byte ptr [r12]; movzx "
                         "esi, byte ptr [rax]; movzx ecx, dl; movzx ecx, byte "
                         "ptr [rcx + 5235872]; cmp byte ptr [rsi + 5235872], "
                         "cl",
                         "4.50"}));

INSTANTIATE_TEST_SUITE_P(
    Lea, X86Data,
    testing::Values(Case{"skylake", "lea rax, [rax + rbx]", "1.00"},
                    Case{"skylake", "lea rax, [rax + rbx + 8]", "3.00"},
                    Case{"skylake", "lea rax, [rip + 8]; lea rbx, [rip + 8]",
                         "2.00"},
                    Case{"icelake-client", "lea rax, [rax + rbx + 8]", "1.00"},
                    Case{"icelake-client",
                         "lea rax, [rbx + 2*rbx]; lea rcx, [rbx + 2*rbx]; "
                         "lea rdx, [rbx + 2*rbx]",
                         "1.50"},
                    Case{"znver4", "lea rax, [rax + rbx + 8]", "2.00"},
                    Case{"znver4", "lea rbx, [rax + rbx + 8]", "1.00"}));

// Three indexed stores' addresses meet the loads on two ports.
INSTANTIATE_TEST_SUITE_P(
    IndexedStore, X86Data,
    testing::Values(Case{"skylake",
                         "mov [rdi + 8*rcx], rax; mov rbx, [rsi]; mov rdx, "
                         "[rsi + 8]; mov rbp, [rsi + 16]",
                         "2.00"},
                    Case{"skylake",
                         "mov [rdi], rax; mov rbx, [rsi]; mov rdx, "
                         "[rsi + 8]; mov rbp, [rsi + 16]",
                         "1.50"}));

// With an index, load and operation take a slot each.
INSTANTIATE_TEST_SUITE_P(
    Unlamination, X86Data,
    testing::Values(
        Case{"skylake",
             "vaddps xmm0, xmm1, [rsi + rcx]; nop; nop; nop; nop; nop; nop",
             "2.00"},
        Case{"skylake",
             "vaddps xmm0, xmm1, [rsi]; nop; nop; nop; nop; nop; nop; nop",
             "2.00"},
        Case{"skylake",
             "add rax, [rsi + rcx]; nop; nop; nop; nop; nop; nop; "
             "nop",
             "2.00"},
        Case{"sandybridge",
             "add rax, [rsi + rcx]; nop; nop; nop; nop; nop; "
             "nop",
             "2.00"}));

// Up to Haswell, an addition with carry takes two µops, but not that of 0.
INSTANTIATE_TEST_SUITE_P(
    Carry, X86Data,
    testing::Values(
        Case{"haswell", "adc rax, 0", "1.00"},
        Case{"haswell", "adc rax, 1", "2.00"},
        Case{"broadwell", "adc rax, 1", "1.00"},
        Case{"sandybridge", "cmove rax, rbx; cmove rbx, rax", "4.00"},
        Case{"broadwell", "cmove rax, rbx; cmove rbx, rax", "2.00"}));

// The divider's cycles, and the slow path of 64 bits before Ice Lake.
INSTANTIATE_TEST_SUITE_P(
    Division, X86Data,
    testing::Values(
        Case{"skylake", "divpd xmm0, xmm1; divpd xmm2, xmm1", "13.00"},
        Case{"skylake", "vdivpd xmm0, xmm1, xmm1; vdivpd xmm2, xmm1, xmm1",
             "8.00"},
        Case{"haswell", "vdivpd ymm0, ymm1, ymm1", "16.00"},
        Case{"icelake-client", "xor edx, edx; div rbx", "14.00"},
        Case{"skylake", "xor edx, edx; div rbx", "32.00"}));

// Vectors take long to and from general registers since Skylake.
INSTANTIATE_TEST_SUITE_P(
    ToVectors, X86Data,
    testing::Values(Case{"haswell", "movd xmm0, eax; movd eax, xmm0", "2.00"},
                    Case{"skylake", "movd xmm0, eax; movd eax, xmm0", "6.00"},
                    Case{"skylake", "pinsrd xmm0, eax, 1; pextrd eax, xmm0, 1",
                         "8.00"},
                    Case{"skylake", "pinsrd xmm0, eax, 1", "2.00"}));

INSTANTIATE_TEST_SUITE_P(
    FalseDependence, X86Data,
    testing::Values(Case{"skylake", "popcnt rax, rbx", "3.00"},
                    Case{"icelake-client", "popcnt rax, rbx", "1.00"},
                    Case{"haswell", "tzcnt rax, rbx", "3.00"},
                    Case{"skylake", "tzcnt rax, rbx", "1.00"}));

// A counter in memory: Rocket Lake renames it.
INSTANTIATE_TEST_SUITE_P(
    MemoryRenaming, X86Data,
    testing::Values(Case{"rocketlake", "sub qword ptr [r14], 1", "1.00"},
                    Case{"rocketlake", "add qword ptr [r14], rax", "6.00"},
                    Case{"icelake-client", "sub qword ptr [r14], 1", "7.00"}));

// A chain goes on through vzeroupper, which takes four slots and no port.
INSTANTIATE_TEST_SUITE_P(
    KeptRegisters, X86Data,
    testing::Values(
        Case{"skylake", "vaddps ymm0, ymm0, ymm1; vzeroupper", "4.00"},
        Case{"icelake-client", "vaddps xmm0, xmm0, xmm1; vzeroupper", "4.00"},
        Case{"haswell", "vaddps ymm0, ymm0, ymm1; vzeroupper", "3.00"}));

// Chains that are shorter by the move if it is eliminated. Its registers are
// overwritten soon, and nothing else is moved, so that slots do not run out.
static const char *const
    General = "mov rax, rbx; imul rbx, rax, 3; inc rax; nop; nop; nop",
    *const Byte = "movzx eax, cl; imul ecx, eax, 3; inc eax; nop; nop; nop",
    *const LateByte = "movzx eax, sil; imul esi, eax, 3; inc eax; nop; nop",
    *const Vector = "vmovaps zmm0, zmm17; vaddps zmm17, zmm0, zmm1; "
                    "vpaddd zmm0, zmm2, zmm3";
INSTANTIATE_TEST_SUITE_P(
    Moves, X86Data,
    testing::Values(
        Case{"sandybridge", General, "4.00"},
        Case{"ivybridge", General, "3.00"}, Case{"broadwell", General, "3.00"},
        Case{"skylake", General, "3.00"},
        Case{"icelake-client", General, "4.00"},
        Case{"tigerlake", General, "4.00"}, Case{"rocketlake", General, "3.00"},
        Case{"skylake", Byte, "3.00"}, Case{"skylake", "movzx eax, al", "1.00"},
        Case{"ivybridge", LateByte, "3.00"}, Case{"skylake", LateByte, "4.00"},
        Case{"rocketlake", LateByte, "4.00"},
        Case{"cascadelake", Vector, "4.00"}));

// bastian-thesis section 1.2.2.
INSTANTIATE_TEST_SUITE_P(
    Thesis, AArch64Data,
    testing::Values(
        Case{"cortex-a72", "ldr x1, [x2]", "1.00"},
        Case{"cortex-a72", "add x1, x2, x3", "0.50"},
        Case{"cortex-a72", "ldr x1, [x2]; add x3, x4, x5; add x6, x7, x8",
             "1.00"},
        Case{"cortex-a72", "add x1, x2, x3; add x4, x5, x6; add x7, x8, x9",
             "1.50"},
        Case{"cortex-a72",
             "ldr x1, [x2]; add x3, x4, x5; add x6, x7, x8; str x9, [x10]",
             "1.33"}));

// PMEvo's measurements, less 1.5 % for their loop.
INSTANTIATE_TEST_SUITE_P(
    CortexA72, AArch64Data,
    testing::Values(Case{"cortex-a72", "add v0.4s, v1.4s, v2.4s", "0.67"},
                    Case{"cortex-a72", "fadd v0.4s, v1.4s, v2.4s", "1.00"},
                    Case{"cortex-a72", "zip1 v0.4s, v1.4s, v2.4s", "0.67"},
                    Case{"cortex-a72", "shl v0.2d, v1.2d, #3", "1.00"},
                    Case{"cortex-a72", "mul x0, x1, x2", "3.00"},
                    Case{"cortex-a72", "ror x0, x1, #3", "0.50"},
                    Case{"cortex-a72", "ins v0.d[1], v1.d[0]", "3.00"}));

INSTANTIATE_TEST_SUITE_P(
    Accumulators, AArch64Data,
    testing::Values(Case{"cortex-a72", "fmadd d0, d1, d2, d0", "3.00"},
                    Case{"cortex-a72", "fmadd d0, d0, d1, d2", "7.00"},
                    Case{"cortex-a72", "fmla v0.4s, v1.4s, v2.4s", "3.00"},
                    Case{"cortex-a72",
                         "fmla v0.4s, v1.4s, v2.4s; fadd v0.4s, v0.4s, v3.4s",
                         "11.00"},
                    Case{"neoverse-n1", "fmla v0.4s, v1.4s, v2.4s", "2.00"},
                    Case{"neoverse-n1", "fmla v0.4s, v0.4s, v2.4s", "4.00"}));

// Kunpeng 920 paper, sections 4.4.2 and 6.3.1.
INSTANTIATE_TEST_SUITE_P(
    TaiShan, AArch64Data,
    testing::Values(Case{"tsv110",
                         "mov x0, x1; add x1, x0, #1; add x1, x1, #1; "
                         "add x1, x1, #1",
                         "3.00"},
                    Case{"tsv110", "mov w0, wzr; add w0, w0, w1", "0.50"},
                    Case{"tsv110", "orr x0, x0, x1", "1.00"}));

INSTANTIATE_TEST_SUITE_P(NeoverseN1, AArch64Data,
                         testing::Values(Case{
                             "neoverse-n1",
                             "ldr x0, [x1], #8; str x2, [x3], #8; nop; nop",
                             "1.00"}));

} // namespace
