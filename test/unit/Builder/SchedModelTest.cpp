//===- SchedModelTest.cpp - Tests of the reader of scheduling models ------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Known facts of LLVM 19's models, as `llvm-mca -instruction-tables` prints
// them.
//
//===----------------------------------------------------------------------===//

#include "SchedModel.h"
#include "AsmHelper.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace takt;
using takt::test::Assembler;

namespace {

/// The units of one instruction: "SKLPort0+SKLPort1 x1, SKLPort2+SKLPort3 x1".
std::string uses(llvm::StringRef Arch, llvm::StringRef LLVMCpu,
                 llvm::StringRef Text) {
  Assembler A(Arch, LLVMCpu);
  TargetRef T = A.target();
  auto M = SchedModel::create(T.STI, LLVMCpu);
  if (!M)
    return llvm::toString(M.takeError());
  std::vector<CodeInstr> Code = A.assemble(Text);
  const llvm::MCSchedClassDesc *Class = M->classOf(Code.at(0).Inst, T.MII);
  if (!Class)
    return "none";
  std::vector<std::string> Sets;
  for (const UnitUse &Use : M->uses(*Class)) {
    std::vector<std::string> Names;
    for (auto [Index, Name] : llvm::enumerate(M->units()))
      if (Use.Units >> Index & 1)
        Names.push_back(Name);
    Sets.push_back(llvm::join(Names, "+") + " x" + std::to_string(Use.Cycles));
  }
  return llvm::join(Sets, ", ");
}

TEST(SchedModel, UndoesTheExpansionOfGroups) {
  EXPECT_EQ(uses("x86_64", "skylake", "vfmadd231ps ymm0, ymm1, ymm2"),
            "SKLPort0+SKLPort1 x1");
  EXPECT_EQ(uses("x86_64", "skylake", "mov [rax], rbx"),
            "SKLPort4 x1, SKLPort2+SKLPort3+SKLPort7 x1");
  EXPECT_EQ(uses("x86_64", "skylake", "add rax, [rbx]"),
            "SKLPort2+SKLPort3 x1, SKLPort0+SKLPort1+SKLPort5+SKLPort6 x1");
  EXPECT_EQ(uses("x86_64", "skylake", "inc qword ptr [rax]"),
            "SKLPort4 x1, SKLPort2+SKLPort3 x1, SKLPort2+SKLPort3+SKLPort7 x1, "
            "SKLPort0+SKLPort1+SKLPort5+SKLPort6 x1");
  EXPECT_EQ(uses("x86_64", "skylake", "sqrtss xmm0, xmm1"),
            "SKLFPDivider x3, SKLPort0 x1");
  EXPECT_EQ(uses("x86_64", "znver4", "vfmadd231ps ymm0, ymm1, ymm2"),
            "Zn4FP0+Zn4FP1 x1");
}

TEST(SchedModel, NamesUnitsOfOneResourceApart) {
  EXPECT_EQ(uses("aarch64", "cortex-a72", "add x0, x1, x2"),
            "A57UnitI[0]+A57UnitI[1] x1");
  // A group with a unit named twice: the two single-cycle units and M.
  EXPECT_EQ(uses("aarch64", "neoverse-n1", "add x0, x1, x2"),
            "N1UnitS[0]+N1UnitS[1]+N1UnitM x1");
}

TEST(SchedModel, ResolvesVariants) {
  EXPECT_EQ(uses("x86_64", "znver4", "xor eax, eax"), "");
  EXPECT_EQ(uses("x86_64", "znver4", "xor eax, ebx"),
            "Zn4ALU0+Zn4ALU1+Zn4ALU2+Zn4ALU3 x1");
  EXPECT_EQ(uses("aarch64", "cortex-a72", "add x0, x1, x2, lsl #3"),
            "A57UnitM x1");
}

TEST(SchedModel, UnsupportedInstructionsHaveNoClass) {
  EXPECT_EQ(uses("x86_64", "skylake", "vaddps zmm0, zmm1, zmm2"), "none");
}

TEST(SchedModel, CpusWithoutAModelAreErrors) {
  EXPECT_EQ(uses("x86_64", "i386", "nop"),
            "LLVM has no scheduling model of instructions for 'i386'");
  EXPECT_EQ(uses("x86_64", "6502", "nop"),
            "LLVM knows no CPU '6502' for x86_64-unknown-linux-gnu");
}

/// No CPU of the two architectures is beyond what masks can hold.
TEST(SchedModel, ReadsTheModelOfEveryCpu) {
  for (llvm::StringRef Arch : {"x86_64", "aarch64"}) {
    Assembler A(Arch, "generic");
    const llvm::MCSubtargetInfo &STI = A.target().STI;
    for (const llvm::SubtargetSubTypeKV &Cpu :
         STI.getAllProcessorDescriptions()) {
      if (!Cpu.SchedModel->hasInstrSchedModel())
        continue;
      auto M = SchedModel::create(STI, Cpu.Key);
      EXPECT_TRUE(bool(M)) << Cpu.Key << ": " << llvm::toString(M.takeError());
    }
  }
}

} // namespace
