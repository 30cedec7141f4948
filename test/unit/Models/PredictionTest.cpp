//===- PredictionTest.cpp - Tests of predictions and their wording --------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Prediction.h"
#include "TestCpu.h"

using namespace takt;
using namespace takt::test;

namespace {

/// The words of the remark about the lines \p Body.
struct Words {
  Words(llvm::StringRef Body, const Cpu &C) {
    const Kernel K = parseBody(Body, C);
    const Prediction P = predict(K, C);
    Cycles = P.Cycles.exactStr();
    BoundBy = P.BoundBy;
    Binder = describeBinder(P, K, C);
    Others = describeOthers(P);
  }
  explicit Words(llvm::StringRef Body) : Words(Body, makeCpu(4, 2)) {}

  std::string Cycles, Binder, Others;
  takt::Binder BoundBy;
};

TEST(Prediction, Names) {
  EXPECT_EQ(binderName(Binder::None), "nothing");
  EXPECT_EQ(binderName(Binder::FrontEnd), "front end");
  EXPECT_EQ(binderName(Binder::Ports), "ports");
  EXPECT_EQ(binderName(Binder::Dependences), "dependences");
}

TEST(Prediction, Nothing) {
  const Words W("");
  EXPECT_EQ(W.Cycles, "0");
  EXPECT_EQ(W.BoundBy, Binder::None);
  EXPECT_EQ(W.Binder, "bound by nothing");
  EXPECT_EQ(W.Others, "");
}

TEST(Prediction, DotProduct) {
  // The example of the design.
  const Words W("vmovsd : load p23 ; reads rdi ; writes xmm1 latency 5\n"
                "vfmadd231sd : p01 ; reads xmm1 xmm0 ; writes xmm0 latency 4\n"
                "add : p01 ; reads rdi ; writes rdi\n");
  EXPECT_EQ(W.Cycles, "4");
  EXPECT_EQ(W.BoundBy, Binder::Dependences);
  EXPECT_EQ(W.Binder, "bound by the dependency chain through xmm0 "
                      "(vfmadd231sd, 4.00)");
  EXPECT_EQ(W.Others, "ports alone 1.00, front end 0.75");
}

TEST(Prediction, BoundsOfZeroAreNotMentioned) {
  EXPECT_EQ(Words("a : p0\nb : p0\n").Others, "front end alone 0.50");
  EXPECT_EQ(Words("a fused 0 : p0\n").Others, "");
}

TEST(Prediction, TiesGoToDependencesThenPorts) {
  EXPECT_EQ(Words("a fused 4 : p0 ; reads x ; writes x\n").BoundBy,
            Binder::Dependences);
  EXPECT_EQ(Words("a fused 4 : p0\n").BoundBy, Binder::Ports);
  EXPECT_EQ(Words("a fused 4 : p0\n").Others, "front end alone 1.00");
  EXPECT_EQ(Words("a fused 5 : p0\n").BoundBy, Binder::FrontEnd);
}

TEST(Prediction, FrontEnd) {
  EXPECT_EQ(Words("nop : none\n").Binder,
            "bound by the front end (1 µop, 4 per cycle)");
  const Words W("a fused 10 : p0\n");
  EXPECT_EQ(W.Cycles, "5/2");
  EXPECT_EQ(W.Binder, "bound by the front end (10 µops, 4 per cycle)");
  EXPECT_EQ(W.Others, "ports alone 1.00");
}

TEST(Prediction, Ports) {
  EXPECT_EQ(Words("a : p0*2\n").Binder, "bound by port p0 (2.00)");
  EXPECT_EQ(Words("a : p01*4\n").Binder,
            "bound by ports p0 and p1 (2.00 each)");
  EXPECT_EQ(Words("a : p013*4\n").Binder,
            "bound by ports p0, p1 and p3 (1.33 each)");
}

TEST(Prediction, Units) {
  EXPECT_EQ(Words("a : p0 + u0*3\n").Binder, "bound by the unit u0 (3.00)");
  EXPECT_EQ(Words("a : p0 + u01*6\n").Binder,
            "bound by the units u0 and u1 (3.00 each)");
  EXPECT_EQ(Words("a : p0*3 + u0*3\n").Binder,
            "bound by port p0 and the unit u0 (3.00 each)");
  Cpu C = makeCpu(2, 1);
  C.Resources[2].Name = "fpdiv";
  EXPECT_EQ(Words("a : p0 + fpdiv*5\n", C).Binder,
            "bound by the divider unit fpdiv (5.00)");
}

TEST(Prediction, ChainOfSeveralInstructions) {
  EXPECT_EQ(Words("mulsd : p0 ; reads xmm0 ; writes xmm1 latency 4\n"
                  "addsd : p0 ; reads xmm1 ; writes xmm0 latency 4\n")
                .Binder,
            "bound by the dependency chain through xmm1 and xmm0 (mulsd → "
            "addsd, 8.00)");
}

TEST(Prediction, ChainThroughInternalValueOnly) {
  // The value that leaves the instruction is named, the inner one is not.
  EXPECT_EQ(Words("addmem : p0 ; reads x ; writes $t latency 2 | p0 ; reads "
                  "$t ; writes x latency 2\n")
                .Binder,
            "bound by the dependency chain through x (addmem, 4.00)");
}

TEST(Prediction, LongChainsAreCut) {
  EXPECT_EQ(Words("a : p0 ; reads r5 ; writes r1 latency 2\n"
                  "b : p0 ; reads r1 ; writes r2 latency 2\n"
                  "c : p0 ; reads r2 ; writes r3 latency 2\n"
                  "d : p0 ; reads r3 ; writes r4 latency 2\n"
                  "e : p0 ; reads r4 ; writes r5 latency 2\n")
                .Binder,
            "bound by the dependency chain through r1, r2 and 3 more (a → b → "
            "c → d … 1 more, 10.00)");
}

TEST(Prediction, ThroughMemory) {
  EXPECT_EQ(Words("inc : load p2 ; writes $a latency 4 | p0 ; reads $a ; "
                  "writes $b | store-data p3 ; reads $b\n"
                  "memory inc -> inc distance 1 latency 5\n")
                .Binder,
            "bound by the dependency chain through memory (inc, 6.00)");
  EXPECT_EQ(Words("ld : load p2 ; writes x latency 4\n"
                  "fmul : p0 ; reads x ; writes y latency 4\n"
                  "fadd : p0 ; reads y ; writes z latency 4\n"
                  "fneg : p0 ; reads z ; writes u latency 4\n"
                  "st : store-data p3 ; reads u\n"
                  "memory st -> ld distance 1 latency 5\n")
                .Binder,
            "bound by the dependency chain through x, memory and 3 more (ld → "
            "fmul → fadd → fneg … 1 more, 17.00)");
}

TEST(Prediction, ChainOverSeveralIterations) {
  const Words W("ld : load p2 ; writes x latency 4\n"
                "fadd : p0 ; reads x ; writes y latency 4\n"
                "st : store-data p3 ; reads y\n"
                "memory st -> ld distance 2 latency 5\n");
  EXPECT_EQ(W.Cycles, "9/2");
  EXPECT_EQ(W.Binder, "bound by the dependency chain through x, y and memory "
                      "(ld → fadd → st, 9 cycles every 2 iterations)");
}

} // namespace
