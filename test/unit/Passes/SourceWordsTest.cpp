//===- SourceWordsTest.cpp - Tests of what to write in a language ---------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/SourceWords.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;

namespace {
/// Words for a place in a function of a unit in \p Language.
class Words : public testing::Test {
protected:
  SourceWords in(unsigned Language) {
    DIBuilder B(M);
    DIFile *File = B.createFile("a", ".");
    DICompileUnit *Unit = B.createCompileUnit(Language, File, "", true, "", 0);
    DISubprogram *F =
        B.createFunction(Unit, "f", "f", File, 1,
                         B.createSubroutineType(B.getOrCreateTypeArray({})), 1,
                         DINode::FlagZero, DISubprogram::SPFlagDefinition);
    const SourceWords W = wordsAt(DILocation::get(C, 2, 1, F));
    B.finalize();
    return W;
  }

  LLVMContext C;
  Module M{"m", C};
};
} // namespace

TEST_F(Words, OfFortran) {
  for (const unsigned Language :
       {dwarf::DW_LANG_Fortran77, dwarf::DW_LANG_Fortran95,
        dwarf::DW_LANG_Fortran18}) {
    const SourceWords W = in(Language);
    EXPECT_STREQ(W.NoVectors, "-mllvm -vectorize-loops=false for its file");
    EXPECT_EQ(W.Divides[0], nullptr);
    EXPECT_TRUE(W.HidesStrides);
  }
}

TEST_F(Words, OfAllElseAreCs) {
  for (const unsigned Language : {dwarf::DW_LANG_C11, dwarf::DW_LANG_D}) {
    const SourceWords W = in(Language);
    EXPECT_STREQ(W.Apart, "`restrict`");
    EXPECT_FALSE(W.HidesStrides);
  }
  EXPECT_STREQ(wordsAt(DebugLoc()).Apart, "`restrict`");
}

/// Which has no `restrict`.
TEST_F(Words, OfCxx) {
  for (const unsigned Language :
       {dwarf::DW_LANG_C_plus_plus, dwarf::DW_LANG_C_plus_plus_14}) {
    const SourceWords W = in(Language);
    EXPECT_STREQ(W.Apart, "`__restrict`");
    EXPECT_STREQ(W.NoVectors, "'#pragma clang loop vectorize(disable)'");
  }
}

TEST(SystemHeaders, ByTheirPaths) {
  LLVMContext C;
  Module M("m", C);
  DIBuilder B(M);
  const auto IsIn = [&](const char *File, const char *Folder) {
    DIScope *Scope = B.createFile(File, Folder);
    return isInSystemHeader(DILocation::get(
        C, 2, 1, B.createLexicalBlockFile(Scope, cast<DIFile>(Scope))));
  };
  for (const char *File : {"/usr/include/x.h", "/usr/local/include/Eigen/Core",
                           "/usr/lib/llvm-19/lib/clang/19/include/x.h",
                           "/opt/gcc/include/c++/14/bits/stl_numeric.h"})
    EXPECT_TRUE(IsIn(File, "/home")) << File;
  for (const char *File :
       {"/home/me/x.h", "include/x.h", "usr/include/x.h", "/usr/src/x.c"})
    EXPECT_FALSE(IsIn(File, "/usr/include")) << File;
  EXPECT_FALSE(isInSystemHeader(DebugLoc()));
}
