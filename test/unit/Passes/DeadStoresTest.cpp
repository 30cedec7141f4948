//===- DeadStoresTest.cpp - Stores that a later one overwrites --*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "guide/DeadStores.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;

/// Twenty bytes from %p on, the places %p and %q = %p + 8, and an %o that may
/// be anywhere.
static constexpr char Head[] =
    "declare void @g()\n"
    "declare void @llvm.assume(i1)\n"
    "declare double @llvm.sqrt.f64(double)\n"
    "define double @f(ptr %p, ptr %o, double %x, i32 %i) {\n"
    "  %q = getelementptr i8, ptr %p, i64 8\n";
/// Where reads of !2 meet no store of !2.
static constexpr char Tail[] = "  ret double %x\n}\n"
                               "!0 = distinct !{!0}\n"
                               "!1 = distinct !{!1, !0}\n"
                               "!2 = !{!1}\n";

/// How many stores are left of \p Body.
static unsigned storesLeft(const std::string &Body, unsigned Removed) {
  LLVMContext C;
  SMDiagnostic Err;
  const std::unique_ptr<Module> M =
      parseAssemblyString(Head + Body + Tail, Err, C);
  EXPECT_TRUE(M) << Err.getMessage().str();
  if (!M)
    return ~0u;
  TargetLibraryInfoImpl Library(Triple("x86_64"));
  const TargetLibraryInfo TLI(Library);
  AAResults AA(TLI);
  ScopedNoAliasAAResult Scopes;
  AA.addAAResult(Scopes);
  Function &F = *M->getFunction("f");
  EXPECT_EQ(removeDeadStores(F, AA), Removed);
  EXPECT_FALSE(verifyModule(*M, &errs()));
  unsigned Stores = 0;
  for (const BasicBlock &BB : F)
    Stores +=
        count_if(BB, [](const Instruction &I) { return isa<StoreInst>(I); });
  return Stores;
}

TEST(DeadStores, TheLastOfAPlaceStays) {
  EXPECT_EQ(storesLeft("store double %x, ptr %p\n"
                       "store double %x, ptr %q\n"
                       "store double 1.0, ptr %p\n"
                       "store double 2.0, ptr %p\n",
                       2),
            2u);
  // Arithmetic between them and hints read nothing.
  EXPECT_EQ(storesLeft("store double %x, ptr %p\n"
                       "%r = call double @llvm.sqrt.f64(double %x)\n"
                       "call void @llvm.assume(i1 true)\n"
                       "store double %r, ptr %p\n",
                       1),
            1u);
}

TEST(DeadStores, WhatMayBeReadStays) {
  EXPECT_EQ(storesLeft("store double %x, ptr %p\n"
                       "%r = load double, ptr %o\n"
                       "store double %r, ptr %p\n",
                       0),
            2u);
  for (const char *Other : {"call void @g()\n", "fence seq_cst\n",
                            "%v = load volatile double, ptr %o\n",
                            "store volatile double %x, ptr %o\n",
                            "store atomic i32 %i, ptr %o release, align 4\n"})
    EXPECT_EQ(storesLeft(std::string("store double %x, ptr %p\n") + Other +
                             "store double %x, ptr %p\n",
                         0),
              StringRef(Other).starts_with("store") ? 3u : 2u)
        << Other;
}

TEST(DeadStores, WhatIsMarkedAsApartIsNotRead) {
  // Of both pairs the mark has to be on the read and the store.
  const std::string Store = "store double %x, ptr %p, !alias.scope !2\n";
  EXPECT_EQ(storesLeft(Store + "%r = load double, ptr %o, !noalias !2\n" +
                           Store + "%s = load double, ptr %o, !noalias !2\n" +
                           Store,
                       2),
            1u);
  EXPECT_EQ(storesLeft(Store +
                           "%r = load double, ptr %o, !noalias !2\n"
                           "%s = load double, ptr %o\n" +
                           Store,
                       0),
            2u);
}

TEST(DeadStores, PartsStay) {
  EXPECT_EQ(storesLeft("store double %x, ptr %p\nstore i32 %i, ptr %p\n", 0),
            2u);
  EXPECT_EQ(storesLeft("store i32 %i, ptr %p\nstore double %x, ptr %p\n", 1),
            1u);
  // What the second leaves of the first is in the third's way no more.
  EXPECT_EQ(storesLeft("store double %x, ptr %p\nstore i32 %i, ptr %p\n"
                       "store i32 0, ptr %p\n",
                       1),
            2u);
}

TEST(DeadStores, VolatileAndOtherBlocksStay) {
  EXPECT_EQ(storesLeft("store double %x, ptr %p\n"
                       "store volatile double %x, ptr %p\n"
                       "store double %x, ptr %p\n",
                       0),
            3u);
  EXPECT_EQ(storesLeft("store volatile double %x, ptr %p\n"
                       "store volatile double %x, ptr %p\n",
                       0),
            2u);
  EXPECT_EQ(storesLeft("store double %x, ptr %p\nbr label %next\nnext:\n"
                       "store double %x, ptr %p\n",
                       0),
            2u);
}
