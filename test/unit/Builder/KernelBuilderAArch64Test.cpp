//===- KernelBuilderAArch64Test.cpp - Tests of the builder on AArch64 -----===//
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

const char *const ToyA72 = R"(
name: toy
architecture: aarch64
llvm-cpus: [cortex-a72]
front-end: {source: made up, width: 3}
ports:
  - {name: b, llvm: [A57UnitB]}
  - {name: i, llvm: ['A57UnitI[0]']}
  - {name: j, llvm: ['A57UnitI[1]']}
  - {name: l, llvm: [A57UnitL]}
  - {name: m, llvm: [A57UnitM]}
  - {name: s, llvm: [A57UnitS]}
  - {name: w, llvm: [A57UnitW]}
  - {name: x, llvm: [A57UnitX]}
memory:
  source: made up
  load-ports: [l]
  store-address-ports: [s]
  store-data-ports: [s]
branches: {source: made up, ports: [b]}
stack-pointer: sp
ignore-registers: [fpcr]
)";

TEST(KernelBuilderAArch64, UopsPortsAndLatencies) {
  Toy T(ToyA72, "aarch64", "cortex-a72");
  check(T, {
               {"add x0, x1, x2", "add 1 ; C ij : x1 x2 -> x0/1\n"},
               {"cmp w0, w1", "cmp 1 ; C ij : w0 w1 -> nzcv/1\n"},
               {"1: b.ne 1b", "b.ne 1 ; B b : nzcv ->\n"},
               // A divider that is not pipelined is one µop.
               {"fdiv d0, d1, d2", "fdiv 1 ; C wx32 : d1 d2 -> d0/32\n"},
               {"fmadd s0, s1, s2, s0",
                "fmadd 1 ; C wx : s1 s2 s0-5*-5* -> s0/9*\n"},
           });
}

TEST(KernelBuilderAArch64, ZeroRegisterIsNoDependence) {
  Toy T(ToyA72, "aarch64", "cortex-a72");
  check(T, {
               {"mov x0, xzr", "mov 1 ; C ij : -> x0/1\n"},
               {"add w0, w1, wzr", "add 1 ; C ij : w1 -> w0/1\n"},
               {"str xzr, [x1]", "str 1 ; D s : x1 ->\n"},
           });
}

TEST(KernelBuilderAArch64, AddressesAndWriteBack) {
  Toy T(ToyA72, "aarch64", "cortex-a72");
  check(T, {
               {"ldr x0, [x1]", "ldr 1 ; L l : x1 -> x0/4\n"},
               {"ldr x0, [x1], #8",
                "ldr 2 ; L l : x1 -> x0/4 ; C ij : x1 -> x1/1\n"},
               {"ldr x0, [x1, x2]",
                "ldr 2 ; L l : x1 x2 -> t0/4 ; C ij : t0 -> x0/1\n"},
               // One port for address and data.
               {"str x0, [x1]", "str 1 ; D s : x1 x0 ->\n"},
               {"stp x0, x1, [x2]",
                "stp 2 ; D s : x2 x0 x1 -> ; D s : x2 x0 x1 ->\n"},
               // A tuple of registers is several locations.
               {"ld1 {v0.4s, v1.4s}, [x0]",
                "ld1 2 ; L l : x0 -> q0/6 q1/6 ; L l : x0 ->\n"},
               {"ld1 {v0.s}[1], [x0]",
                "ld1 2 ; L l : x0 -> t0/5 ; C wx : q0 t0 -> q0/3\n"},
               {"ldr x0, [sp, #8]", "ldr 1 ; L l : sp -> x0/4\n"},
           });
}

/// A pair is one operation: the first one's ports and time, what either reads,
/// what both write.
TEST(KernelBuilderAArch64, PairsWithoutABranchAreOneOperation) {
  std::string Fusing = std::string(ToyA72) + R"(
macro-fusions:
  - {first: 'MOVZXi|ADRP', second: 'MOVKXi|ADDXri', same-destination: true, source: made up}
  - {first: 'SUBS[WX]rs', second: 'CSEL[WX]r', source: made up}
  - {first: 'SUBS[WX]ri', second: Bcc, no-result: true, source: made up}
)";
  Toy T(Fusing, "aarch64", "cortex-a72");
  check(T, {
               {"mov x0, #1\nmovk x0, #2, lsl #16",
                "mov 1 ; C ij : -> x0/1\nmovk 0 fused\n"},
               // The second makes a register of its own, or reads another one.
               {"mov x0, #1\nadd x1, x0, #2",
                "mov 1 ; C ij : -> x0/1\nadd 1 ; C ij : x0 -> x1/1\n"},
               {"mov x0, #1\nmovk x1, #2",
                "mov 1 ; C ij : -> x0/1\nmovk 1 ; C ij : x1 -> x1/1\n"},
               {"cmp x0, x1\ncsel x0, x2, x3, lt",
                "cmp 1 ; C ij : x0 x1 x2 x3 -> nzcv/1 x0/1\ncsel 0 fused\n"},
               {"1: cmp x0, #1\nb.lt 1b",
                "cmp 1 ; B b : x0 -> nzcv/1\nb.lt 0 fused\n"},
               {"1: subs x0, x0, #1\nb.ne 1b",
                "subs 1 ; C ij : x0 -> x0/1 nzcv/1\nb.ne 1 ; B b : nzcv ->\n"},
           });
}

/// FormCondition::Scaled where LLVM marks no address.
TEST(KernelBuilderAArch64, ScaledIndices) {
  std::string Asking = std::string(ToyA72) + R"(
values:
  - {match: 'LDR[WX]ro[WX]', effect: copy, memory: indexed, bytes: 4, source: made up}
corrections:
  - {match: 'LDR[WX]ro[WX]', uops: [{kind: load}], fused-uops: 1, source: made up}
  - {match: 'LDR[WX]ro[WX]', form: {scaled: true}, fused-uops: 9, source: made up}
)";
  Toy T(Asking, "aarch64", "cortex-a72");
  check(T, {{"ldr x0, [x1, x2]", "ldr 1 ; L l : x1 x2 -> x0/4\n"},
            {"ldr x0, [x1, w2, sxtw]", "ldr 1 ; L l : x1 w2 -> x0/4\n"},
            {"ldr x0, [x1, x2, lsl #3]", "ldr 9 ; L l : x1 x2 -> x0/4\n"}});
}

/// Halves of one register are one location.
TEST(KernelBuilderAArch64, NarrowRegistersAreTheSameLocation) {
  Toy T(ToyA72, "aarch64", "cortex-a72");
  check(T, {{"add w0, w1, w2\nadd x3, x0, x0",
             "add 1 ; C ij : w1 w2 -> w0/1\nadd 1 ; C ij : w0 -> x3/1\n"}});
}

/// The pieces of results of each instruction of \p Text.
std::vector<unsigned> results(const std::string &Description,
                              llvm::StringRef Text) {
  Toy T(Description, "aarch64", "cortex-a72");
  EXPECT_EQ(T.Message, "");
  auto K = T.B->build(T.A.assemble(Text), Notion::Unrolled);
  EXPECT_TRUE(bool(K)) << llvm::toString(K.takeError());
  std::vector<unsigned> Results;
  for (const KernelInstr &I : K->Instrs)
    Results.push_back(I.Results);
  return Results;
}

TEST(KernelBuilderAArch64, ResultsHavePieces) {
  std::string A72 = ToyA72;
  const char *const Text =
      "add x0, x1, x2\nadds w0, w1, w2\ncmp x1, x2\nadd v0.2d, v1.2d, v2.2d\n"
      "fadd s0, s1, s2\nstr q0, [x1]\nldr x0, [x1], #8\nldp q0, q1, [x2]\n"
      "xtn2 v3.16b, v1.8h\nb 0\nfcmp d0, d1\n";
  EXPECT_EQ(results(A72, Text), std::vector<unsigned>(11)) << "no limit";
  A72.replace(A72.find("width: 3"), 8, "width: 3, kind: no-cross, results: 3");
  A72 += "corrections:\n  - {match: XTNv16i8, results: 1, source: made up}\n";
  EXPECT_EQ(results(A72, Text),
            (std::vector<unsigned>{1, 1, 0, 2, 1, 0, 2, 4, 1, 0, 0}));
  A72.replace(A72.find("results: 3"), 10, "results: 3, result-bits: 32");
  EXPECT_EQ(results(A72, "add x0, x1, x2\nadd w0, w1, w2\nfadd s0, s1, s2\n"),
            (std::vector<unsigned>{2, 1, 1}));
  // What µops hand to each other counts.
  A72 += "  - {match: ADDWrs, uops: [{ports: i, count: 3}], source: made up}\n";
  EXPECT_EQ(results(A72, "add w0, w1, w2\ncmp w0, w1\n"),
            (std::vector<unsigned>{3, 0}));
}

std::string generic(llvm::StringRef Arch, llvm::StringRef LLVMCpu,
                    llvm::StringRef Text) {
  Assembler A(Arch, LLVMCpu);
  auto C = cpuFor(A.target().STI);
  if (!C)
    return llvm::toString(C.takeError());
  EXPECT_TRUE((*C)->Generic);
  EXPECT_EQ((*C)->Name, LLVMCpu);
  EXPECT_EQ(cpuFor(A.target().STI).get(), *C) << "made once";
  auto B = KernelBuilder::create(A.target(), *C);
  if (!B)
    return llvm::toString(B.takeError());
  auto K = (*B)->build(A.assemble(Text), Notion::Loop);
  return K ? dump(*K, (*B)->cpu()) : llvm::toString(K.takeError());
}

TEST(GenericCpu, HasItsModelsPorts) {
  EXPECT_EQ(generic("x86_64", "btver2", "add rax, [rbx]"),
            "add 1 ; L JLAGU : rbx -> t0/3 ; C JALU0JALU1 : rax t0 -> rax/1 "
            "eflags.c/1 eflags.spazo/1\n");
  EXPECT_EQ(generic("aarch64", "cortex-a55", "str x0, [x1]"),
            "str 1 ; D CortexA55UnitSt : x1 x0 ->\n");
}

TEST(GenericCpu, NeedsASchedulingModel) {
  EXPECT_EQ(generic("x86_64", "i386", "nop"),
            "LLVM has no scheduling model of instructions for 'i386'");
}

} // namespace
