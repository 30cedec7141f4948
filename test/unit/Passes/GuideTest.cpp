//===- GuideTest.cpp - Shapes of loops and what they cost -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "guide/GuideBudget.h"
#include "guide/GuidedLoop.h"
#include "guide/ScratchFunction.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

namespace {
/// A function with one loop whose metadata is \p Attributes.
struct OneLoop {
  explicit OneLoop(StringRef Attributes) {
    const std::string Text =
        "define void @f(ptr %p, i64 %n) {\n"
        "entry:\n  br label %loop\n"
        "loop:\n  %i = phi i64 [ 0, %entry ], [ %j, %loop ]\n"
        "  %j = add i64 %i, 1\n  %c = icmp ult i64 %j, %n\n"
        "  br i1 %c, label %loop, label %exit, !llvm.loop !0\n"
        "exit:\n  ret void\n}\n"
        "!0 = distinct !{!0" +
        Attributes.str() +
        "}\n"
        "!1 = !{!\"llvm.loop.mustprogress\"}\n"
        "!2 = !{!\"llvm.loop.unroll.count\", i32 2}\n";
    SMDiagnostic Err;
    M = parseAssemblyString(Text, Err, C);
    Function &F = *M->getFunction("f");
    DT = std::make_unique<DominatorTree>(F);
    LI = std::make_unique<LoopInfo>(*DT);
    L = numberedLoops(*LI).front();
  }

  LLVMContext C;
  std::unique_ptr<Module> M;
  std::unique_ptr<DominatorTree> DT;
  std::unique_ptr<LoopInfo> LI;
  Loop *L = nullptr;
};
} // namespace

TEST(LoopShape, Wishes) {
  EXPECT_FALSE(hasWishes(*OneLoop("").L));
  EXPECT_FALSE(hasWishes(*OneLoop(", !1").L));
  EXPECT_TRUE(hasWishes(*OneLoop(", !1, !2").L));
}

TEST(LoopShape, DefaultChangesNothing) {
  const OneLoop O(", !1");
  const MDNode *Before = O.L->getLoopID();
  applyShape(*O.L, {});
  EXPECT_EQ(O.L->getLoopID(), Before);
}

TEST(LoopShape, Scalar) {
  const OneLoop O(", !1");
  applyShape(*O.L, {1, 1, 4});
  EXPECT_TRUE(findOptionMDForLoop(O.L, "llvm.loop.mustprogress"));
  EXPECT_EQ(getOptionalIntLoopAttribute(O.L, "llvm.loop.vectorize.width"), 1);
  EXPECT_EQ(getOptionalIntLoopAttribute(O.L, "llvm.loop.interleave.count"), 1);
  EXPECT_EQ(getOptionalIntLoopAttribute(O.L, "llvm.loop.unroll.count"), 4);
  // Once guided it has a wish.
  EXPECT_TRUE(hasWishes(*O.L));
}

TEST(LoopShape, ScalarAsItIs) {
  const OneLoop O("");
  applyShape(*O.L, {1, 1, 1});
  EXPECT_FALSE(findOptionMDForLoop(O.L, "llvm.loop.unroll.count"));
  EXPECT_TRUE(findOptionMDForLoop(O.L, "llvm.loop.unroll.disable"));
}

TEST(LoopShape, VectorKeepsItsUnrollCountFromTheRemainder) {
  const OneLoop O("");
  applyShape(*O.L, {8, 2, 4});
  EXPECT_EQ(getOptionalIntLoopAttribute(O.L, "llvm.loop.vectorize.width"), 8);
  EXPECT_EQ(getOptionalIntLoopAttribute(O.L, "llvm.loop.interleave.count"), 2);
  EXPECT_FALSE(findOptionMDForLoop(O.L, "llvm.loop.unroll.count"));
  EXPECT_TRUE(
      findOptionMDForLoop(O.L, "llvm.loop.vectorize.followup_vectorized"));
}

TEST(LoopShape, RemainderOfScalarInterleavingIsNotUnrolled) {
  const OneLoop O("");
  applyShape(*O.L, {1, 4, 1});
  const MDNode *Remainder =
      findOptionMDForLoop(O.L, "llvm.loop.vectorize.followup_epilogue");
  ASSERT_TRUE(Remainder);
  EXPECT_EQ(
      cast<MDString>(cast<MDNode>(Remainder->getOperand(2))->getOperand(0))
          ->getString(),
      "llvm.loop.unroll.disable");
  const OneLoop V("");
  applyShape(*V.L, {8, 4, 1});
  EXPECT_FALSE(
      findOptionMDForLoop(V.L, "llvm.loop.vectorize.followup_epilogue"));
}

/// Whether a loop that adds \p Add, an instruction's beginning, may be asked
/// for a width.
static bool mayAskIfAdding(StringRef Add, StringRef Type) {
  const std::string T = Type.str(),
                    Text =
                        "define " + T +
                        " @f(ptr %p, i64 %n) {\n"
                        "entry:\n  br label %loop\n"
                        "loop:\n  %i = phi i64 [ 0, %entry ], [ %j, %loop ]\n"
                        "  %s = phi " +
                        T +
                        " [ zeroinitializer, %entry ], [ %t, %loop ]\n"
                        "  %q = getelementptr " +
                        T +
                        ", ptr %p, i64 %i\n"
                        "  %x = load " +
                        T +
                        ", ptr %q\n"
                        "  %t = " +
                        Add.str() + " " + T +
                        " %s, %x\n"
                        "  %j = add i64 %i, 1\n  %c = icmp ult i64 %j, %n\n"
                        "  br i1 %c, label %loop, label %exit\n"
                        "exit:\n  ret " +
                        T + " %t\n}\n";
  LLVMContext C;
  SMDiagnostic Err;
  const std::unique_ptr<Module> M = parseAssemblyString(Text, Err, C);
  DominatorTree DT(*M->getFunction("f"));
  const LoopInfo LI(DT);
  return mayAskForWidth(*numberedLoops(LI).front());
}

TEST(LoopShape, WidthNeedsLeaveToReorder) {
  EXPECT_TRUE(mayAskIfAdding("add", "i32"));
  EXPECT_FALSE(mayAskIfAdding("fadd", "float"));
  EXPECT_FALSE(mayAskIfAdding("fadd nnan nsz contract", "float"));
  EXPECT_TRUE(mayAskIfAdding("fadd reassoc", "float"));
}

TEST(LoopShape, Described) {
  EXPECT_EQ(describe(LoopShape()), "as LLVM does");
  EXPECT_EQ(describe(LoopShape{8, 4, 2}),
            "vectors of 8, interleaved by 4, unrolled by 2");
  EXPECT_EQ(describe(LoopShape{1, 1, 4}),
            "not vectorised, interleaved by 1, unrolled by 4");
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

TEST(LoopPlace, LinesAndBack) {
  for (unsigned N : {0u, 1u, 77u})
    for (bool IsOuter : {false, true})
      for (bool IsRest : {false, true}) {
        const LoopPlace Place{N, IsOuter, IsRest};
        const std::optional<LoopPlace> Back = loopOfLine(lineOfLoop(Place));
        ASSERT_TRUE(Back);
        EXPECT_TRUE(*Back == Place);
      }
  EXPECT_FALSE(loopOfLine(1000000));
}

TEST(FunctionShape, Described) {
  EXPECT_EQ(describe(FunctionShape()), "as LLVM does");
  EXPECT_EQ(describe(FunctionShape{4, 0, 256, true}),
            "outer loops unrolled by 4 and jammed, vectors of 256 bits");
  EXPECT_EQ(describe(FunctionShape{0, 4, 0, false}),
            "unrolled by 4 before vectorising");
  EXPECT_EQ(describe(FunctionShape{0, 0, 0, true}), "accesses marked as apart");
}

//===----------------------------------------------------------------------===//
// Budget
//===----------------------------------------------------------------------===//

using Ahead = GuideBudget::Ahead;

TEST(GuideBudget, SharedOutBySize) {
  const OneLoop O("");
  const Function &F = *O.M->getFunction("f");
  // 700 and 1.9 for each of 6 instructions; of a small file 2.3 times the
  // percentage: 327.2. A look takes 15 + 59 + 22, 15 for 2048 µops that are
  // simulated, and 9 expected instructions.
  GuideBudget B(*O.M, 20);
  EXPECT_FALSE(B.look(6, Ahead::Nothing)); // no function yet
  B.begin(F);
  EXPECT_TRUE(B.look(6, Ahead::Nothing)); // leaves 207.1
  // 11 more have come out, which the compiler will have to make, too.
  B.looked(20, 2100); // leaves 200.7
  // A compilation takes 59, a copy 22, 15.6 for its 2100 µops, and its
  // instructions; what is too large is left out.
  GuideBudget Other = B;
  // The first may be left out, but what is behind another one is not tried.
  EXPECT_EQ(Other.affordable({40, 200, 6}), (SmallVector<unsigned, 8>{0}));
  EXPECT_EQ(Other.affordable({200, 40, 6}), (SmallVector<unsigned, 8>{1, 2}));
  EXPECT_TRUE(Other.affordable({200, 200}).empty());
  EXPECT_EQ(Other.spend({40, 200, 6}), (SmallVector<unsigned, 8>{0}));
  EXPECT_EQ(B.spend({200, 40, 6}), (SmallVector<unsigned, 8>{1, 2}));
  EXPECT_TRUE(B.spend({0}).empty()); // 20.6 are left
  // What is left goes to those who come, however many were expected.
  B.begin(F);
  EXPECT_TRUE(B.spend({0}).empty());
  EXPECT_FALSE(B.look(6, Ahead::Nothing));
}

TEST(GuideBudget, MoreForOnePromisingFunction) {
  const OneLoop O("");
  const Function &F = *O.M->getFunction("f");
  GuideBudget B(*O.M, 20); // 327.2, as above
  B.begin(F);
  B.promise();
  // A compilation takes 59, and a copy 22, 15.2 for µops that are expected, and
  // its instructions.
  EXPECT_EQ(B.spend({391}).size(), 1u);
  GuideBudget Two(*O.M, 20);
  Two.begin(F);
  Two.promise();
  EXPECT_TRUE(Two.spend({392}).empty());
  Two.begin(F);
  Two.promise(); // not again
  EXPECT_TRUE(Two.spend({392}).empty());
}

TEST(GuideBudget, MoreForOneWithTooFewRegisters) {
  const OneLoop O("");
  const Function &F = *O.M->getFunction("f");
  GuideBudget B(*O.M, 20); // 327.2, as above
  B.begin(F);
  B.promiseFewerRegisters(); // 687.2
  B.promiseFewerRegisters(); // not again
  EXPECT_TRUE(B.spend({592}).empty());
  EXPECT_EQ(B.spend({591}).size(), 1u);
}

TEST(GuideBudget, ComparedAccesses) {
  const OneLoop O("");
  GuideBudget B(*O.M, 20); // 327.2, as above
  B.begin(*O.M->getFunction("f"));
  EXPECT_TRUE(B.compare(50 * 100));
  EXPECT_FALSE(B.compare(50 * 228));
  EXPECT_TRUE(B.compare(50 * 227));
}

TEST(GuideBudget, Simulation) {
  const OneLoop O("");
  GuideBudget B(*O.M, 20);
  B.begin(*O.M->getFunction("f"));
  EXPECT_TRUE(B.look(6, Ahead::Nothing)); // leaves 207.1
  // 51.9 for 7000 µops, 36.7 more than expected, and again for each copy.
  B.looked(9, 7000); // leaves 170.4
  EXPECT_TRUE(B.spend({38}).empty());
  EXPECT_EQ(B.spend({37}).size(), 1u);
}

TEST(GuideBudget, MoreWhereMuchIsExpected) {
  const OneLoop O("");
  const Function &F = *O.M->getFunction("f");
  GuideBudget B(*O.M, 20);
  B.begin(F);
  EXPECT_TRUE(B.look(6, Ahead::Nothing)); // leaves 207.1
  EXPECT_TRUE(B.spend({111}).empty());
  // 2.6 times the percentage instead of 2.3: 42.7 more, and once only.
  B.expectMuch();
  B.expectMuch();
  EXPECT_TRUE(B.spend({154}).empty());
  EXPECT_EQ(B.spend({153}).size(), 1u);
  B.begin(F);
  B.expectMuch();
  EXPECT_TRUE(B.spend({0}).empty());
}

TEST(GuideBudget, LookAhead) {
  const OneLoop O("");
  const Function &F = *O.M->getFunction("f");
  // 30 % of 711 times 2.3: 490.9; 40 instructions make 60, and the copy ahead
  // 37.2 and 102.
  GuideBudget B(*O.M, 30);
  B.begin(F);
  EXPECT_TRUE(B.look(40, Ahead::Larger)); // leaves 180.5
  GuideBudget Larger = B;
  EXPECT_TRUE(B.spend({85}).empty());
  EXPECT_EQ(B.spend({84}).size(), 1u);
  EXPECT_FALSE(B.look(40, Ahead::Larger));
  Larger.lookedAhead(40, 122); // 20 more than expected
  EXPECT_TRUE(Larger.spend({65}).empty());
  EXPECT_EQ(Larger.spend({64}).size(), 1u);
  GuideBudget Less(*O.M, 20);
  Less.begin(F);
  EXPECT_FALSE(Less.look(50, Ahead::Larger));
  EXPECT_TRUE(Less.look(50, Ahead::Nothing));
}

TEST(GuideBudget, LookAtRows) {
  const OneLoop O("");
  GuideBudget B(*O.M, 20); // 327.2, as above
  B.begin(*O.M->getFunction("f"));
  // 15, 59, 37.2 for a copy as LLVM does it and as much for one marked as
  // apart, and 1.2 for each instruction, which the latter gives back.
  GuideBudget Larger = B;
  EXPECT_FALSE(Larger.look(150, Ahead::Apart));
  EXPECT_TRUE(B.look(100, Ahead::Apart)); // leaves 58.9
  // 0.55 of the 20 that were fewer; a compilation takes 59 and a copy 37.2.
  B.looked(100, 2048); // leaves 69.7
  EXPECT_TRUE(B.spend({0}).empty());
  B.promise(); // 229.7
  EXPECT_TRUE(B.spend({134}).empty());
  EXPECT_EQ(B.spend({133}).size(), 1u);
}
