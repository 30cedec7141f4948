//===- DeadStoresTest.cpp - Stores that a later one overwrites ------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "guide/DeadStores.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;

/// How many stores are removed from a block of \p Body.
static unsigned removed(StringRef Body) {
  LLVMContext C;
  SMDiagnostic Err;
  const std::unique_ptr<Module> M = parseAssemblyString(
      "declare void @pure() memory(none) nounwind willreturn\n"
      "declare void @throws() memory(none) willreturn\n"
      "declare void @stays() memory(none) nounwind\n"
      "define void @f(ptr noalias %p, ptr noalias %q, ptr %a, ptr %b, i32 %x) "
      "{\n" +
          Body.str() +
          "  ret void\n}\n"
          "!0 = distinct !{!0, !\"domain\"}\n"
          "!1 = distinct !{!1, !0, !\"one\"}\n!2 = !{!1}\n",
      Err, C);
  if (!M) {
    ADD_FAILURE() << Err.getMessage().str();
    return 0;
  }
  Function &F = *M->getFunction("f");
  const TargetLibraryInfoImpl Library(Triple("x86_64"));
  const TargetLibraryInfo TLI(Library);
  AssumptionCache AC(F);
  DominatorTree DT(F);
  BasicAAResult Basic(M->getDataLayout(), F, TLI, AC, &DT);
  AAResults AA(TLI);
  AA.addAAResult(Basic);
  const unsigned Before = F.getInstructionCount();
  const unsigned N = removeDeadStores(F, AA);
  EXPECT_EQ(F.getInstructionCount() + N, Before);
  return N;
}

static constexpr char Store[] = "  store i32 %x, ptr %p\n";

/// How many are removed of two stores through one pointer with \p Between.
static unsigned removedAround(StringRef Between) {
  return removed(Store + Between.str() + Store);
}

TEST(DeadStores, OverwrittenInTheSameBlock) {
  EXPECT_EQ(removedAround(""), 1u);
  EXPECT_EQ(removed(std::string(Store) + Store + Store), 2u);
  EXPECT_EQ(removed(Store), 0u);
  // Behind another block nobody looks.
  EXPECT_EQ(removedAround("  br label %next\nnext:\n"), 0u);
}

TEST(DeadStores, ReadInBetween) {
  EXPECT_EQ(removedAround("  %y = load i32, ptr %p\n"), 0u);
  EXPECT_EQ(removedAround("  %y = load i32, ptr %a\n"), 1u);
  EXPECT_EQ(removedAround("  %y = load i32, ptr %q\n"), 1u);
  EXPECT_EQ(removed("  store i32 %x, ptr %a\n  %y = load i32, ptr %b\n"
                    "  store i32 %x, ptr %a\n"),
            0u);
  // Both may be the same, but for the scopes.
  EXPECT_EQ(removed("  store i32 %x, ptr %a, !alias.scope !2\n"
                    "  %y = load i32, ptr %b, !noalias !2\n"
                    "  store i32 %x, ptr %a, !alias.scope !2\n"),
            1u);
}

TEST(DeadStores, ReadBeforeOrBehind) {
  EXPECT_EQ(removed("  %y = load i32, ptr %p\n" + std::string(Store) + Store +
                    "  %z = load i32, ptr %p\n"),
            1u);
}

TEST(DeadStores, OtherBytes) {
  EXPECT_EQ(removed("  store i64 0, ptr %p\n" + std::string(Store)), 0u);
  EXPECT_EQ(removed(std::string(Store) + "  store i64 0, ptr %p\n"), 1u);
  EXPECT_EQ(removed("  store i64 0, ptr %p\n  store i32 0, ptr %p\n"
                    "  store i64 0, ptr %p\n"),
            2u);
  EXPECT_EQ(removed("  store i32 0, ptr %p\n  store i32 0, ptr %q\n"), 0u);
  // The wider one may be the one in the middle.
  EXPECT_EQ(removed("  store i64 0, ptr %p\n  store i64 1, ptr %p\n"
                    "  store i32 0, ptr %p\n"),
            1u);
}

TEST(DeadStores, ScalableVectorsStay) {
  constexpr char Scalable[] =
      "  store <vscale x 4 x i32> zeroinitializer, ptr %p\n";
  EXPECT_EQ(removed(std::string(Scalable) + Store), 0u);
  EXPECT_EQ(removed(Store + std::string(Scalable)), 0u);
}

TEST(DeadStores, WhatMayShowThem) {
  EXPECT_EQ(removedAround("  call void @pure()\n"), 1u);
  EXPECT_EQ(removedAround("  call void @throws()\n"), 0u);
  EXPECT_EQ(removedAround("  call void @stays()\n"), 0u);
  EXPECT_EQ(removedAround("  fence seq_cst\n"), 0u);
  EXPECT_EQ(removedAround("  %y = load volatile i32, ptr %q\n"), 0u);
  EXPECT_EQ(removedAround("  %y = load atomic i32, ptr %q acquire, align 4\n"),
            0u);
  EXPECT_EQ(removedAround("  store volatile i32 0, ptr %q\n"), 0u);
}

TEST(DeadStores, VolatileOnesStay) {
  EXPECT_EQ(removed("  store volatile i32 %x, ptr %p\n" + std::string(Store)),
            0u);
  EXPECT_EQ(removed("  store atomic i32 %x, ptr %p unordered, align 4\n" +
                    std::string(Store)),
            0u);
}
