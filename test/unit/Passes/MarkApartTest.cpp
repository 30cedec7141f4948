//===- MarkApartTest.cpp - Accesses that cannot meet ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "guide/MarkApart.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;

namespace {
/// A loop over %i in which %p is loaded from and stored to. \p Body computes
/// the addresses %from and %to of doubles.
struct CopyLoop {
  CopyLoop(StringRef Entry, StringRef Body) {
    const std::string Text =
        "define void @f(ptr %p, ptr %o, i64 %n) {\nentry:\n" + Entry.str() +
        "  br label %loop\n"
        "loop:\n  %i = phi i64 [ 0, %entry ], [ %j, %loop ]\n" +
        Body.str() +
        "  %x = load double, ptr %from\n  store double %x, ptr %to\n"
        "  %j = add i64 %i, 1\n  %c = icmp ult i64 %j, %n\n"
        "  br i1 %c, label %loop, label %exit\n"
        "exit:\n  ret void\n}\n";
    SMDiagnostic Err;
    M = parseAssemblyString(Text, Err, C);
    Function &F = *M->getFunction("f");
    DominatorTree DT(F);
    LoopInfo LI(DT);
    AssumptionCache AC(F);
    TargetLibraryInfoImpl Library(Triple("x86_64"));
    TargetLibraryInfo TLI(Library);
    ScalarEvolution SE(F, TLI, AC, DT, LI);
    Groups = findApart(F, SE);
  }

  LLVMContext C;
  std::unique_ptr<Module> M;
  SmallVector<ApartGroup, 4> Groups;
};
} // namespace

/// The address \p Offset bytes behind eight times \p Index from %p on.
static std::string address(StringRef Name, StringRef Index, int Offset) {
  const std::string N = Name.str();
  return "  %" + N + ".row = getelementptr double, ptr %p, i64 " + Index.str() +
         "\n  %" + N + " = getelementptr i8, ptr %" + N + ".row, i64 " +
         std::to_string(Offset) + "\n";
}

static constexpr char Modulo[] = "  %r = and i64 %i, 31\n";

TEST(MarkApart, ModuloTheLengthOfAnArray) {
  // 256 bytes from 0 on and 256 from 256 on.
  const CopyLoop L("", Modulo + address("from", "%r", 0) +
                           address("to", "%r", 256));
  ASSERT_EQ(L.Groups.size(), 2u);
  markApart(L.Groups, /*Declare=*/false);
  const Instruction &Load = *L.Groups[0].Accesses.front(),
                    &Store = *L.Groups[1].Accesses.front();
  EXPECT_TRUE(isa<LoadInst>(Load));
  EXPECT_TRUE(isa<StoreInst>(Store));
  EXPECT_EQ(Load.getMetadata(LLVMContext::MD_alias_scope),
            Store.getMetadata(LLVMContext::MD_noalias));
  EXPECT_EQ(Store.getMetadata(LLVMContext::MD_alias_scope),
            Load.getMetadata(LLVMContext::MD_noalias));
  EXPECT_NE(Load.getMetadata(LLVMContext::MD_alias_scope),
            Store.getMetadata(LLVMContext::MD_alias_scope));
}

/// Declarations of scopes in the entry block, and in all of the function.
static std::pair<unsigned, unsigned> declarations(const Function &F) {
  const auto In = [](const BasicBlock &BB) {
    return count_if(
        BB, [](const Instruction &I) { return isa<NoAliasScopeDeclInst>(I); });
  };
  unsigned All = 0;
  for (const BasicBlock &BB : F)
    All += In(BB);
  return {In(F.getEntryBlock()), All};
}

TEST(MarkApart, ScopesAreOfOneCall) {
  // Inlined into a loop, what one call stores the next one may load.
  const CopyLoop L("", Modulo + address("from", "%r", 0) +
                           address("to", "%r", 256));
  const Function &F = *L.M->getFunction("f");
  markApart(L.Groups, /*Declare=*/false);
  EXPECT_EQ(declarations(F), std::pair(0u, 0u));
  markApart(L.Groups, /*Declare=*/true);
  EXPECT_EQ(declarations(F), std::pair(2u, 2u));
  EXPECT_FALSE(verifyModule(*L.M, &errs()));
}

TEST(MarkApart, RangesThatMeet) {
  // The last element of the first is the first of the second.
  const CopyLoop L("", Modulo + address("from", "%r", 0) +
                           address("to", "%r", 248));
  EXPECT_TRUE(L.Groups.empty());
}

TEST(MarkApart, NothingIsKnownOfTheIndex) {
  const CopyLoop L("", address("from", "%i", 0) + address("to", "%i", 256));
  EXPECT_TRUE(L.Groups.empty());
}

TEST(MarkApart, PointerFromTheEntry) {
  const CopyLoop L("  %q = load ptr, ptr %o\n",
                   "  %from = getelementptr i8, ptr %q, i64 0\n"
                   "  %to = getelementptr i8, ptr %q, i64 8\n");
  EXPECT_EQ(L.Groups.size(), 2u);
}

TEST(MarkApart, PointerThatIsAnotherOneEachTime) {
  // What is stored behind one is perhaps what is loaded from the next.
  const CopyLoop L("", "  %q = load ptr, ptr %o\n"
                       "  %from = getelementptr i8, ptr %q, i64 0\n"
                       "  %to = getelementptr i8, ptr %q, i64 8\n");
  EXPECT_TRUE(L.Groups.empty());
}

TEST(MarkApart, OtherPointersAreAskedOfNobody) {
  const CopyLoop L("", Modulo + address("from", "%r", 0) +
                           "  %to = getelementptr i8, ptr %o, i64 4096\n");
  EXPECT_TRUE(L.Groups.empty());
}
