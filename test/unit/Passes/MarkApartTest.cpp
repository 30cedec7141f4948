//===- MarkApartTest.cpp - Accesses that cannot meet ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "guide/MarkApart.h"
#include "AnalysedFunction.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
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
    F = std::make_unique<test::AnalysedFunction>(Text);
    Groups = findApart(F->F, F->SE);
  }

  std::unique_ptr<test::AnalysedFunction> F;
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
  const Function &F = L.F->F;
  markApart(L.Groups, /*Declare=*/false);
  EXPECT_EQ(declarations(F), std::pair(0u, 0u));
  markApart(L.Groups, /*Declare=*/true);
  EXPECT_EQ(declarations(F), std::pair(2u, 2u));
  EXPECT_FALSE(verifyModule(*L.F->M, &errs()));
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

/// Loads of a double each 8 bytes behind %p from \p First on, \p Count of them.
static std::string loads(int First, int Count, StringRef Pointer = "p") {
  std::string Text;
  for (int N = First; N != First + Count; ++N) {
    const std::string Name = "%" + Pointer.str() + std::to_string(N);
    Text += "  " + Name + ".at = getelementptr i8, ptr %" + Pointer.str() +
            ", i64 " + std::to_string(8 * N) + "\n  " + Name +
            " = load double, ptr " + Name + ".at\n";
  }
  return Text;
}

/// Addresses of the loop's own accesses, of which nothing is known.
static std::string anywhere() {
  return address("from", "%i", 0) + address("to", "%i", 0);
}

TEST(MarkApart, WhatMeetsIsOneGroup) {
  // Elements 0 to 31 and 0 to 32 meet; the last one is behind both.
  const CopyLoop L("", Modulo + address("from", "%r", 0) +
                           address("to", "%r", 8) + loads(33, 1));
  ASSERT_EQ(L.Groups.size(), 2u);
  EXPECT_EQ(L.Groups[0].Accesses.size(), 2u);
  EXPECT_FALSE(L.Groups[0].IsLastOfPointer);
  EXPECT_EQ(L.Groups[1].Accesses.size(), 1u);
  EXPECT_TRUE(L.Groups[1].IsLastOfPointer);
}

TEST(MarkApart, EachPointerHasScopesOfItsOwn) {
  const CopyLoop L("", anywhere() + loads(0, 2) + loads(0, 3, "o"));
  // Of %p the accesses that go anywhere say nothing of the others.
  ASSERT_EQ(L.Groups.size(), 5u);
  unsigned Last = 0;
  for (const ApartGroup &G : L.Groups)
    Last += G.IsLastOfPointer;
  markApart(L.Groups, /*Declare=*/true);
  EXPECT_EQ(declarations(L.F->F).second, 5u);
  // A pair of one pointer's accesses says nothing of another pointer's.
  EXPECT_EQ(L.Groups[0]
                .Accesses.front()
                ->getMetadata(LLVMContext::MD_noalias)
                ->getNumOperands(),
            1u);
  EXPECT_EQ(L.Groups[2]
                .Accesses.front()
                ->getMetadata(LLVMContext::MD_noalias)
                ->getNumOperands(),
            2u);
  EXPECT_EQ(Last, 2u);
  EXPECT_FALSE(verifyModule(*L.F->M, &errs()));
}

TEST(MarkApart, MoreThanIsWorthTheTime) {
  EXPECT_EQ(CopyLoop("", anywhere() + loads(0, 64)).Groups.size(), 64u);
  EXPECT_TRUE(CopyLoop("", anywhere() + loads(0, 65)).Groups.empty());
  // 1022 through %o in one group, and two through %p.
  std::string Same = loads(0, 2);
  for (int N = 0; N != 1022; ++N)
    Same += "  %s" + std::to_string(N) + " = load double, ptr %o\n";
  EXPECT_EQ(CopyLoop("", anywhere() + Same).Groups.size(), 2u);
  EXPECT_TRUE(CopyLoop("", anywhere() + Same + "  %t = load double, ptr %o\n")
                  .Groups.empty());
}

TEST(MarkApart, ScopesThatAreThereStay) {
  const CopyLoop L("", anywhere() + loads(0, 2));
  ASSERT_EQ(L.Groups.size(), 2u);
  markApart(L.Groups, /*Declare=*/false);
  markApart(L.Groups, /*Declare=*/false);
  const Instruction &Load = *L.Groups[0].Accesses.front();
  EXPECT_EQ(Load.getMetadata(LLVMContext::MD_alias_scope)->getNumOperands(),
            2u);
  EXPECT_EQ(Load.getMetadata(LLVMContext::MD_noalias)->getNumOperands(), 2u);
}

TEST(MarkApart, ScalableAccessesAreNotLookedAt) {
  const CopyLoop L("", anywhere() + loads(0, 1) +
                           "  %v.at = getelementptr i8, ptr %p, i64 64\n"
                           "  %v = load <vscale x 2 x double>, ptr %v.at\n");
  EXPECT_TRUE(L.Groups.empty());
}

TEST(MarkApart, TooFarForSums) {
  // Within 2^47 bytes of the pointer, and further.
  const auto Far = [](StringRef Offset) {
    return CopyLoop("", anywhere() + loads(0, 1) +
                            "  %far.at = getelementptr i8, ptr %p, i64 " +
                            Offset.str() +
                            "\n  %far = load double, ptr %far.at\n")
        .Groups.size();
  };
  EXPECT_EQ(Far("140737488355328"), 2u);
  EXPECT_EQ(Far("140737488355329"), 0u);
  EXPECT_EQ(Far("-140737488355328"), 2u);
  EXPECT_EQ(Far("-140737488355329"), 0u);
}
