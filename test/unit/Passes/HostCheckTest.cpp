//===- HostCheckTest.cpp - Is this the right LLVM? --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/HostCheck.h"
#include "gtest/gtest.h"

using namespace takt;

TEST(HostCheck, RecognisesLibraries) {
  EXPECT_EQ(llvmMajorOfLibrary("/usr/lib/x86_64-linux-gnu/libLLVM.so.19.1"),
            19u);
  EXPECT_EQ(llvmMajorOfLibrary("/usr/lib/llvm-19/lib/libLLVM-19.so.1"), 19u);
  EXPECT_EQ(llvmMajorOfLibrary("libLLVM-15.so.1"), 15u);
  EXPECT_EQ(llvmMajorOfLibrary("/lib/libLLVM.so.20.1-rust-1.90.0"), 20u);
  EXPECT_EQ(llvmMajorOfLibrary("/lib/libLLVMSupport.so.19.1"), std::nullopt);
  EXPECT_EQ(llvmMajorOfLibrary("/lib/libLLVM.so"), std::nullopt);
  EXPECT_EQ(llvmMajorOfLibrary("/lib/libclang-cpp.so.19.1"), std::nullopt);
  EXPECT_EQ(llvmMajorOfLibrary(""), std::nullopt);
}

static const std::string Libc = "/lib/libc.so.6";
static const std::string LLVM19 = "/usr/lib/libLLVM.so.19.1";
static const std::string LLVM20 = "/usr/lib/libLLVM.so.20.1";

TEST(HostCheck, SameVersionIsFine) {
  EXPECT_EQ(hostProblem({"", Libc, LLVM19}, {"/x/TaktPlugin.so"}, 19),
            std::nullopt);
}

TEST(HostCheck, OtherVersionInTheProgram) {
  EXPECT_EQ(hostProblem({"", LLVM20}, {"/x/TaktPlugin.so", LLVM19}, 19),
            "built for LLVM 19, but this program uses LLVM 20 "
            "(/usr/lib/libLLVM.so.20.1)");
}

TEST(HostCheck, TwoVersionsInTheProgram) {
  EXPECT_NE(hostProblem({LLVM19, LLVM20}, {}, 19), std::nullopt);
}

TEST(HostCheck, LLVMInsideTheProgram) {
  EXPECT_EQ(hostProblem({"", Libc}, {"/x/TaktPlugin.so", LLVM19}, 19),
            "built for LLVM 19, but this program has its own LLVM inside; "
            "/usr/lib/libLLVM.so.19.1 came only with the plugin");
}

TEST(HostCheck, NoSharedLLVMCannotBeJudged) {
  EXPECT_EQ(hostProblem({"", Libc}, {"/x/TaktPlugin.so"}, 19), std::nullopt);
}

TEST(HostCheck, ThisProcess) {
  // The test itself stands for the plugin: libLLVM comes after it.
  static const char Self = 0;
  EXPECT_NE(checkHost(&Self, 19), std::nullopt);
}
