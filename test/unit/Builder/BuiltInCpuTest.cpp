//===- BuiltInCpuTest.cpp - Descriptions against LLVM's tables ------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmHelper.h"
#include "gtest/gtest.h"

using namespace takt;
using takt::test::Assembler;

namespace {

std::string assemblerOf(const Cpu &C) {
  return C.Architecture == "x86" ? "x86_64" : C.Architecture;
}

/// Every unit, register and opcode pattern of every description exists, for
/// every LLVM CPU that it serves.
TEST(BuiltInCpus, AgreeWithLLVM) {
  for (llvm::StringRef Name : knownCpus()) {
    std::shared_ptr<const Cpu> C = findCpu(Name);
    ASSERT_NE(C, nullptr) << Name.str();
    for (const std::string &LLVMCpu : C->LLVMCpus) {
      Assembler A(assemblerOf(*C), LLVMCpu);
      EXPECT_EQ(llvm::toString(checkCpu(A.target(), *C)), "") << Name.str();
    }
  }
}

TEST(BuiltInCpus, ServeTheirLLVMCpus) {
  Assembler A("x86_64", "skylake");
  auto C = cpuFor(A.target().STI);
  ASSERT_TRUE(bool(C)) << llvm::toString(C.takeError());
  EXPECT_EQ((*C)->Name, "skylake");
  EXPECT_EQ(*C, findCpu("skylake"));
}

/// What LLVM's descriptions do not tell is refused, not guessed.
TEST(BuiltInCpus, RefuseX87StringAndLockedInstructions) {
  Assembler A("x86_64", "skylake");
  auto B = KernelBuilder::create(A.target(), findCpu("skylake"));
  ASSERT_TRUE(bool(B)) << llvm::toString(B.takeError());
  const std::pair<const char *, const char *> Cases[] = {
      {"fadd st(1)", "dependences through the x87 register stack"},
      {"fld dword ptr [rax]", "dependences through the x87 register stack"},
      {"fsin", "dependences through the x87 register stack"},
      {"fcmovb st(0), st(1)", "dependences through the x87 register stack"},
      {"rep movsb", "the number of repetitions is not known"},
      {"movsb", "string instruction, for which LLVM's models have no latency"},
      {"lock inc qword ptr [rax]", "locked read-modify-write"},
      {"fnstcw word ptr [rax]", ""},
  };
  for (const auto &[Text, Reason] : Cases) {
    auto K = (*B)->build(A.assemble(Text), Notion::Loop);
    std::string Is;
    llvm::handleAllErrors(K.takeError(),
                          [&](const NotModelled &E) { Is = E.reason().str(); });
    EXPECT_EQ(Is, Reason) << Text;
  }
}

} // namespace
