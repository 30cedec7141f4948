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
  Words(llvm::StringRef Body, const Cpu &C) : Words(parseBody(Body, C), C) {}
  Words(const Kernel &K, const Cpu &C) {
    const Prediction P = predict(K, C);
    Parts = describeParts(P);
    Cycles = P.Cycles.exactStr();
    BoundBy = P.BoundBy;
    Binder = describeBinder(P, K, C);
    Others = describeOthers(P);
  }
  explicit Words(llvm::StringRef Body) : Words(Body, makeCpu(4, 2)) {}

  std::string Cycles, Binder, Others, Parts;
  takt::Binder BoundBy;
};

TEST(Prediction, Names) {
  EXPECT_EQ(binderName(Binder::None), "nothing");
  EXPECT_EQ(binderName(Binder::FrontEnd), "front end");
  EXPECT_EQ(binderName(Binder::Ports), "ports");
  EXPECT_EQ(binderName(Binder::Dependences), "dependences");
  EXPECT_EQ(binderName(Binder::UopCache), "uop cache");
  EXPECT_EQ(binderName(Binder::Several), "several limits");
  EXPECT_TRUE(isFrontEnd(Binder::FrontEnd));
  EXPECT_TRUE(isFrontEnd(Binder::IssueWidth));
  EXPECT_TRUE(isFrontEnd(Binder::Delivery));
  EXPECT_FALSE(isFrontEnd(Binder::Ports));
}

/// What the mean of a run falls short by is no reason to say more than it.
TEST(Prediction, NoBoundIsSaidAboveTheCycles) {
  const Cpu C = makeCpu(4);
  const Kernel K = parseBody("a : p0 ; reads x ; writes x latency 8\n", C);
  Prediction P = predict(K, C);
  P.Cycles = Rational(798, 100);
  EXPECT_EQ(describeBinder(P, K, C),
            "bound by the dependency chain through x (a, 7.98)");
  P.BoundBy = Binder::None;
  EXPECT_EQ(describeOthers(P).find("dependences alone 7.98"), 0u);
  // More than that is something else.
  P.Cycles = Rational(79, 10);
  EXPECT_EQ(describeOthers(P).find("dependences alone 8.00"), 0u);
}

TEST(Prediction, Details) {
  const Cpu C = makeCpu(4);
  const Kernel K = parseBody("a : p0 ; reads x ; writes x latency 3\n", C);
  const Prediction Cycles = predict(K, C, Detail::Cycles);
  EXPECT_EQ(Cycles.Cycles, Rational(3));
  EXPECT_EQ(Cycles.BoundBy, Binder::None);
  const Prediction Binder = predict(K, C);
  EXPECT_EQ(Binder.Cycles, Rational(3));
  EXPECT_TRUE(Binder.Simulated.Exact);
  EXPECT_TRUE(Binder.Attained);
  EXPECT_EQ(Binder.BoundBy, takt::Binder::Dependences);
  EXPECT_TRUE(Binder.Costs.empty());
  EXPECT_FALSE(predict(K, C, Detail::Costs).Costs.empty());
}

TEST(Prediction, Rough) {
  Cpu C = makeCpu(4);
  C.Rename.Ports = PortChoice::Uniform; // never periodic
  const Kernel K = parseBody("a : p01\nb : p01\nc : p0\n", C);
  const Prediction All = predict(K, C, Detail::Cycles);
  EXPECT_EQ(All.Simulated.Simulated, 1024u);
  const Prediction Rough = predict(K, C, Detail::Rough);
  EXPECT_EQ(Rough.Simulated.Simulated, 512u);
  EXPECT_EQ(Rough.Cycles, All.Cycles);
}

TEST(Prediction, Places) {
  Prediction P;
  EXPECT_EQ(describePlaces(P), "");
  P.Places = {Rational(1), Rational(3, 2), 4};
  EXPECT_EQ(describePlaces(P), "1.00 to 1.50 by alignment");
  P.Places->Most = 1;
  EXPECT_EQ(describePlaces(P), "");
  P.Places->Most = Rational(1004, 1000);
  EXPECT_EQ(describePlaces(P), "");
  P.Places->Most = Rational(1006, 1000);
  EXPECT_EQ(describePlaces(P), "1.00 to 1.01 by alignment");
}

/// The words about five instructions of 7 bytes, copy behind copy.
Words intelWords(const Cpu &C, llvm::StringRef Attribute) {
  std::string Text = "kernel k unrolled\n";
  for (unsigned I = 0; I != 5; ++I)
    Text += ("a size 7 offset " + llvm::Twine(7 * I) + " " + Attribute +
             " : p0/p1/p2/p3\n")
                .str();
  return Words(parseOne(Text, C).K, C);
}

TEST(Prediction, PartsOfAFrontEnd) {
  Cpu C = makeCpu(4);
  C.Fetch.Kind = FrontEndKind::Intel;
  const Words Long = intelWords(C, "");
  EXPECT_EQ(Long.BoundBy, Binder::Predecoder);
  EXPECT_EQ(Long.Binder, "bound by the predecoder (2.19)");
  EXPECT_EQ(Long.Parts, "predecoder 2.19, decoders 1.25, issue width 1.25");
  EXPECT_EQ(Long.Others, "ports alone 1.25");
  const Words Complex = intelWords(C, "complex");
  EXPECT_EQ(Complex.BoundBy, Binder::Decoders);
  EXPECT_EQ(Complex.Binder, "bound by the decoders (5.00)");
  const Words Wide =
      intelWords(C, "fused 4 queued 4 simple-decoders 0 complex");
  EXPECT_EQ(Wide.BoundBy, Binder::IssueWidth);
  EXPECT_EQ(Wide.Binder, "bound by the issue width (20 µops, 4 per cycle)");
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

TEST(Prediction, TiesGoToPortsThenFrontEnd) {
  EXPECT_EQ(Words("a fused 4 : p0 ; reads x ; writes x\n").BoundBy,
            Binder::Ports);
  EXPECT_EQ(Words("a fused 4 : p0 ; reads x ; writes x\n").Others,
            "dependences alone 1.00, front end 1.00");
  EXPECT_EQ(Words("a fused 4 : p01 ; reads x ; writes x\n").BoundBy,
            Binder::FrontEnd);
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
            "bound by the dependency chain through x, 3 more and memory (ld → "
            "fmul → fadd → fneg … 1 more, 17.00)");
}

TEST(Prediction, SaysWhichMemory) {
  const Cpu C = makeCpu(4);
  const auto Text = [&](llvm::StringRef Body) {
    const Kernel K = parseBody(Body, C);
    return describeBinder(predict(K, C), K, C);
  };
  EXPECT_EQ(
      Text("ld access s at \"[rdi+8*rcx]\" : load p2 ; writes x latency 4 "
           "; access 0\n"
           "add : p0 ; reads x ; writes x latency 2\n"
           "st access s at \"[rdi+8*rcx+16]\"\n"
           "  : store-address p3 ; access 0\n"
           "  | store-data p3 ; reads x ; access 0\n"
           "memory st -> ld distance 2 latency 10 address-latency 0\n"),
      "bound by the dependency chain through x and memory at "
      "[rdi+8*rcx], 2 iterations back (ld → add → st, 12 cycles every 2 "
      "iterations)");
  // Of two ways through memory the one that goes back.
  EXPECT_EQ(Text("a access s at \"[p]\" : load p2 ; writes x latency 4 ; "
                 "access 0\n"
                 "b : store-data p3 ; reads x\n"
                 "c access s at \"[q]\" : load p2 ; writes x latency 4 ; "
                 "access 0\n"
                 "d : store-data p3 ; reads x\n"
                 "memory b -> c latency 5\n"
                 "memory d -> a distance 1 latency 5\n"),
            "bound by the dependency chain through x and memory at [p], 1 "
            "iteration back (a → b → c → d, 10.00)");
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
