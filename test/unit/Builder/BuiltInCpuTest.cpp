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

} // namespace
