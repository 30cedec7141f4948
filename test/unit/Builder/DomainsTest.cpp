//===- DomainsTest.cpp - Tests of what reading other domains costs --------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToyCpu.h"
#include "ToyFile.h"

using namespace takt;
using namespace takt::test;

namespace {

std::string domains(llvm::StringRef List, llvm::StringRef Delays) {
  return ("domains: {source: x, list: [" + List + "], delays: [" + Delays +
          "]}")
      .str();
}

const char *const Two = "{name: a, match: 'A.*'}, {name: b, match: B}";

TEST(Domains, AreRead) {
  Parsed P(toy(domains(Two, "{from: a, cycles: 2}, {from: [a, b], to: b, "
                            "cycles: 1}")));
  ASSERT_EQ(P.Message, "");
  const Domains &D = P.C->ResultDomains;
  ASSERT_EQ(D.List.size(), 2u);
  EXPECT_EQ(D.List[0].Name, "a");
  EXPECT_EQ(D.List[0].Match, "A.*");
  ASSERT_EQ(D.Delays.size(), 2u);
  EXPECT_EQ(D.Delays[0].From, 1u);
  // All others, what is in no domain, too.
  EXPECT_EQ(D.Delays[0].To, ~1u);
  EXPECT_EQ(D.Delays[0].Cycles, 2u);
  EXPECT_EQ(D.Delays[1].From, 3u);
  EXPECT_EQ(D.Delays[1].To, 2u);
}

TEST(Domains, ErrorsSayWhereAndWhy) {
  const auto Message = [](llvm::StringRef List, llvm::StringRef Delays) {
    return Parsed(toy(domains(List, Delays))).Message;
  };
  EXPECT_EQ(Message(Two, "{from: c, cycles: 1}"),
            "toy.yaml:8:92: 'c' is no domain of toy");
  EXPECT_EQ(Message(Two, "{from: a, to: [b, c], cycles: 1}"),
            "toy.yaml:8:103: 'c' is no domain of toy");
  EXPECT_EQ(Message("{name: a, match: A}, {name: a, match: B}", ""),
            "toy.yaml:8:57: 'a' is described twice");
  EXPECT_EQ(Message("{name: a, match: '('}", ""),
            "toy.yaml:8:46: bad regular expression: parentheses not balanced");
  EXPECT_EQ(Message("{name: a}", ""),
            "toy.yaml:8:30: missing required key 'match'");
  EXPECT_EQ(Message(Two, "{from: a}"),
            "toy.yaml:8:86: missing required key 'cycles'");
  std::string Many;
  for (unsigned I = 0; I != 32; ++I)
    Many += (I ? ", {name: d" : "{name: d") + std::to_string(I) + ", match: A}";
  EXPECT_EQ(Message(Many, ""), "toy.yaml:8:739: more than 31 domains");
}

TEST(Domains, MatchOpcodesOfLLVM) {
  Toy T(ToyX86 + domains("{name: a, match: VADDPX}", ""));
  ASSERT_TRUE(T.C);
  llvm::Error E = checkCpu(T.A.target(), *T.C);
  EXPECT_EQ(llvm::toString(std::move(E)),
            "toy.yaml:42:46: 'VADDPX' matches no opcode of LLVM's");
}

/// Who reads a sum takes a cycle more, but for other sums; a product that reads
/// a shift two.
Toy toyWithDomains() {
  return Toy(
      ToyX86 +
      domains("{name: sums, match: 'VADDPDr[rm]'}, {name: products, "
              "match: 'VMULPDr[rm]'}, {name: shifts, match: 'VPSLLDri'}",
              "{from: sums, cycles: 1}, {from: shifts, to: products, "
              "cycles: 2}") +
      "\ncorrections: [{match: VMOVAPDrr, source: x, eliminated: true}]");
}

TEST(Domains, DelayWhatReadsOthers) {
  Toy T = toyWithDomains();
  check(T,
        {// From all operands, also those that come late.
         {"vaddpd xmm1, xmm5, xmm6; vmulpd xmm0, xmm0, xmm1",
          "vaddpd 1 ; C 01 : xmm5 xmm6 -> xmm1/4\n"
          "vmulpd 1 ; C 01 : xmm0 xmm1 -> xmm0/5\n"},
         // Not from a sum to a sum.
         {"vaddpd xmm1, xmm5, xmm6; vaddpd xmm0, xmm0, xmm1",
          "vaddpd 1 ; C 01 : xmm5 xmm6 -> xmm1/4\n"
          "vaddpd 1 ; C 01 : xmm0 xmm1 -> xmm0/4\n"},
         // In the next iteration, too, and the most of two.
         {"vmulpd xmm0, xmm1, xmm2; vaddpd xmm1, xmm5, xmm6; vpslld xmm2, "
          "xmm5, 3",
          "vmulpd 1 ; C 01 : xmm1 xmm2 -> xmm0/6\n"
          "vaddpd 1 ; C 01 : xmm5 xmm6 -> xmm1/4\n"
          "vpslld 1 ; C 01 : xmm5 -> xmm2/1\n"},
         // What was never written, or by somebody else since.
         {"vaddpd xmm1, xmm5, xmm6; vpand xmm1, xmm5, xmm6; vmulpd xmm0, xmm0, "
          "xmm1",
          "vaddpd 1 ; C 01 : xmm5 xmm6 -> xmm1/4\n"
          "vpand 1 ; C 015 : xmm5 xmm6 -> xmm1/1\n"
          "vmulpd 1 ; C 01 : xmm0 xmm1 -> xmm0/4\n"},
         // A move that the renamer does hands it on.
         {"vaddpd xmm1, xmm5, xmm6; vmovapd xmm2, xmm1; vmulpd xmm0, xmm0, "
          "xmm2",
          "vaddpd 1 ; C 01 : xmm5 xmm6 -> xmm1/4\n"
          "vmovapd 1 ; C : xmm1 -> xmm2/0\n"
          "vmulpd 1 ; C 01 : xmm0 xmm2 -> xmm0/5\n"},
         // The operation of a load, not the load; what is stored comes later.
         {"vaddpd xmm1, xmm5, xmm6; vmulpd xmm0, xmm1, [rsi]",
          "vaddpd 1 ; C 01 : xmm5 xmm6 -> xmm1/4\n"
          "vmulpd 1 ; L 23 : rsi -> t0/6 ; C 01 : xmm1 t0 -> xmm0/5\n"},
         {"vaddpd xmm1, xmm5, xmm6; vmovupd [rsi], xmm1",
          "vaddpd 1 ; C 01 : xmm5 xmm6 -> xmm1/4\n"
          "vmovupd 1 ; A 237 : rsi -> ; D 4 : xmm1--1 ->\n"}});
}

} // namespace
