//===- DependenceGraphTest.cpp - Tests of dependences ---------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/DependenceGraph.h"
#include "TestCpu.h"
#include "takt/models/Bounds.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cmath>
#include <random>

using namespace takt;
using namespace takt::test;

namespace {

/// "0.0->1.0 acc 4 +1" for each edge: instruction and µop of source and target,
/// location, latency, distance.
std::vector<std::string> edgesOf(const Kernel &K) {
  const DependenceGraph G(K);
  std::vector<std::string> Texts;
  for (const DependenceEdge &E : G.edges()) {
    const DependenceNode &S = G.nodes()[E.Source], &T = G.nodes()[E.Target];
    Texts.push_back((llvm::Twine(S.Instr) + "." + llvm::Twine(S.Uop) + "->" +
                     llvm::Twine(T.Instr) + "." + llvm::Twine(T.Uop) + " " +
                     (E.Memory ? "memory" : K.Locations[E.Loc].Name) + " " +
                     llvm::Twine(E.Latency) + " +" + llvm::Twine(E.Distance))
                        .str());
  }
  std::sort(Texts.begin(), Texts.end());
  return Texts;
}

std::vector<std::string> edgesOf(llvm::StringRef Body) {
  return edgesOf(parseBody(Body, makeCpu(4)));
}

using Texts = std::vector<std::string>;

TEST(DependenceGraph, ReadTakesTheLastWriteBeforeIt) {
  EXPECT_EQ(edgesOf("a : p0 ; writes x latency 3\n"
                    "b : p0 ; writes x latency 5\n"
                    "c : p0 ; reads x\n"),
            (Texts{"1.0->2.0 x 5 +0"}));
}

TEST(DependenceGraph, ElseTheLastWriteOfThePreviousIteration) {
  EXPECT_EQ(edgesOf("a : p0 ; reads x\n"
                    "b : p0 ; writes x latency 3\n"
                    "c : p0 ; writes x latency 5\n"),
            (Texts{"2.0->0.0 x 5 +1"}));
}

TEST(DependenceGraph, WhatIsNeverWrittenHasNoEdge) {
  EXPECT_EQ(edgesOf("a : p0 ; reads x ; writes y\n"), Texts());
}

TEST(DependenceGraph, InstructionReadsBeforeItWrites) {
  // The second µop sees the x of the previous iteration, like the first one.
  EXPECT_EQ(edgesOf("a : p0 ; reads x ; writes x latency 3 | p0 ; reads x\n"),
            (Texts{"0.0->0.0 x 3 +1", "0.0->0.1 x 3 +1"}));
}

TEST(DependenceGraph, LaterUopOfAnInstructionOverwrites) {
  EXPECT_EQ(edgesOf("a : p0 ; writes x latency 3 | p0 ; writes x latency 4\n"
                    "b : p0 ; reads x\n"),
            (Texts{"0.1->1.0 x 4 +0"}));
}

TEST(DependenceGraph, InternalValuesPassInsideOneInstruction) {
  EXPECT_EQ(edgesOf("a : load p2 ; writes $t latency 4 | p0 ; reads $t ; "
                    "writes x latency 2\n"
                    "b : load p2 ; writes $t latency 5 | p0 ; reads $t x\n"),
            (Texts{"0.0->0.1 t 4 +0", "0.1->1.1 x 2 +0", "1.0->1.1 t 5 +0"}));
}

TEST(DependenceGraph, BypassForAnyProducerShortens) {
  EXPECT_EQ(edgesOf("a : p0 ; reads x-3 ; writes x latency 4\n"),
            (Texts{"0.0->0.0 x 1 +1"}));
}

TEST(DependenceGraph, BypassMayLengthenButNotGoBelowZero) {
  EXPECT_EQ(edgesOf("a : p0 ; reads x+2 ; writes x latency 4\n"
                    "b : p0 ; reads x-9\n"),
            (Texts{"0.0->0.0 x 6 +1", "0.0->1.0 x 0 +0"}));
}

TEST(DependenceGraph, BypassForTheProducersClassOverrules) {
  EXPECT_EQ(edgesOf("a : p0 ; reads x-1-3@mac ; writes x@mac latency 4\n"),
            (Texts{"0.0->0.0 x 1 +1"}));
  EXPECT_EQ(edgesOf("a : p0 ; reads x-3@mac-1 ; writes x@mac latency 4\n"),
            (Texts{"0.0->0.0 x 1 +1"}));
  EXPECT_EQ(edgesOf("a : p0 ; reads x-1-3@mac ; writes x@add latency 4\n"),
            (Texts{"0.0->0.0 x 3 +1"}));
  EXPECT_EQ(edgesOf("a : p0 ; reads x-3@mac ; writes x latency 4\n"),
            (Texts{"0.0->0.0 x 4 +1"}));
}

TEST(DependenceGraph, MemoryLeadsFromStoreToLoad) {
  // The load's own 4 cycles are part of the 6, and of the 9 from the address.
  EXPECT_EQ(
      edgesOf("ld : load p2 ; reads p ; writes x latency 4\n"
              "st : store-address p3 ; reads p | store-data p3 ; reads x\n"
              "memory st -> ld distance 2 latency 6\n"),
      (Texts{"0.0->1.1 x 4 +0", "1.0->0.0 memory 5 +2",
             "1.1->0.0 memory 2 +2"}));
  // Memory renaming does without the address.
  EXPECT_EQ(
      edgesOf("ld : load p2 ; reads p ; writes x latency 4\n"
              "st : store-address p3 ; reads p | store-data p3 ; reads x\n"
              "memory st -> ld distance 2 latency 6 renamed\n"),
      (Texts{"0.0->1.1 x 4 +0", "1.1->0.0 memory 2 +2"}));
}

TEST(DependenceGraph, AnAddressThatIsLoaded) {
  // p = *p behind a store through p: load, address, forwarding, each after the
  // other; the bound sees the 9 cycles that the simulation does.
  const Kernel K = parseBody("ld : load p2 ; reads x ; writes x latency 4\n"
                             "st : store-address p3 ; reads x | store-data p3\n"
                             "memory st -> ld distance 1\n",
                             makeCpu(4));
  EXPECT_EQ(dependenceBound(K).Cycles, Rational(9));
}

TEST(DependenceGraph, MemoryMayBeFasterThanTheCache) {
  const Kernel K = parseBody("ld : load p2 ; writes x latency 5\n"
                             "st : store-data p3 ; reads x\n"
                             "memory st -> ld distance 1 latency 1\n",
                             makeCpu(4));
  EXPECT_EQ(edgesOf(K), (Texts{"0.0->1.0 x 5 +0", "1.0->0.0 memory -4 +1"}));
  EXPECT_EQ(dependenceBound(K).Cycles, Rational(1));
}

TEST(DependenceBound, NoRecurrence) {
  const DependenceBound B = dependenceBound(Kernel());
  EXPECT_EQ(B.Cycles, Rational(0));
  EXPECT_TRUE(B.Witness.empty());
}

TEST(DependenceBound, RecurrenceOfNoLatencyIsNone) {
  const Kernel K =
      parseBody("mov : none ; reads x ; writes x latency 0\n", makeCpu(1));
  EXPECT_EQ(dependenceBound(K).Cycles, Rational(0));
  EXPECT_TRUE(dependenceBound(K).Witness.empty());
}

TEST(DependenceBound, WitnessInOrderOfExecution) {
  const Kernel K =
      parseBody("mul : p0 ; reads a ; writes b latency 4\n"
                "add : p0 ; reads b ; writes $t | p0 ; reads $t ; writes a "
                "latency 2\n",
                makeCpu(1));
  const DependenceBound B = dependenceBound(K);
  EXPECT_EQ(B.Cycles, Rational(7));
  ASSERT_EQ(B.Witness.size(), 3u);
  EXPECT_EQ(B.Witness[0].Instr, 0u);
  EXPECT_EQ(B.Witness[0].Latency, 4);
  EXPECT_EQ(B.Witness[1].Instr, 1u);
  EXPECT_EQ(B.Witness[1].Uop, 0u);
  EXPECT_EQ(B.Witness[1].Distance, 0u);
  EXPECT_EQ(B.Witness[2].Uop, 1u);
  EXPECT_EQ(K.Locations[B.Witness[2].Loc].Name, "a");
  EXPECT_EQ(B.Witness[2].Distance, 1u);
  EXPECT_EQ(recurrenceInstrs(B), (std::vector<uint32_t>{0, 1}));
}

/// A kernel of random µops, some instructions with two and an internal value.
Kernel randomKernel(std::mt19937 &Random) {
  Kernel K;
  const unsigned Registers = 1 + Random() % 5;
  for (unsigned R = 0; R != Registers; ++R)
    K.Locations.push_back({"r" + std::to_string(R), false});
  K.Locations.push_back({"t", true});
  const auto AddUop = [&](KernelInstr &I) -> Uop & {
    Uop &U = I.Uops.emplace_back();
    for (unsigned N = Random() % 3; N != 0; --N) {
      UopRead R;
      R.Loc = Random() % Registers;
      if (Random() % 3 == 0)
        R.Bypasses.push_back({static_cast<uint16_t>(Random() % 3),
                              static_cast<int16_t>(Random() % 8)});
      U.Reads.push_back(R);
    }
    for (unsigned N = Random() % 2; N != 0; --N)
      U.Writes.push_back({static_cast<LocationId>(Random() % Registers),
                          static_cast<uint16_t>(Random() % 7),
                          static_cast<uint16_t>(Random() % 3)});
    return U;
  };
  for (unsigned N = 1 + Random() % 6; N != 0; --N) {
    KernelInstr &I = K.Instrs.emplace_back();
    I.Mnemonic = "op";
    Uop &First = AddUop(I);
    if (Random() % 3 != 0)
      continue;
    First.Writes.push_back({Registers, static_cast<uint16_t>(Random() % 7), 0});
    AddUop(I).Reads.push_back({Registers, {}});
  }
  return K;
}

/// Executes the kernel with endless resources, every µop as soon as its inputs
/// are there. \returns the cycle of the last dispatch after N iterations.
int64_t execute(const Kernel &K, unsigned Iterations) {
  struct Value {
    int64_t Dispatch = 0;
    int Latency = 0;
    unsigned Class = 0;
    bool Written = false;
  };
  std::vector<Value> Values(K.Locations.size());
  int64_t Last = 0;
  for (unsigned N = 0; N != Iterations; ++N)
    for (const KernelInstr &I : K.Instrs) {
      std::vector<Value> After = Values;
      for (const Uop &U : I.Uops) {
        int64_t Now = 0;
        for (const UopRead &R : U.Reads) {
          const Value &V =
              K.Locations[R.Loc].Internal ? After[R.Loc] : Values[R.Loc];
          if (!V.Written)
            continue;
          int Latency = V.Latency;
          for (const Bypass &B : R.Bypasses) // at most one here
            if (B.Producer == 0 || B.Producer == V.Class)
              Latency = std::max(0, V.Latency - B.Cycles);
          Now = std::max(Now, V.Dispatch + Latency);
        }
        for (const UopWrite &W : U.Writes)
          After[W.Loc] = {Now, W.Latency, W.WriteClass, true};
        Last = std::max(Last, Now);
      }
      Values = After;
    }
  return Last;
}

TEST(DependenceBound, EqualsExecutionOfRandomKernels) {
  std::mt19937 Random(1);
  unsigned Bound = 0;
  for (unsigned Round = 0; Round != 2000; ++Round) {
    const Kernel K = randomKernel(Random);
    ASSERT_FALSE(bool(K.verify(1)));
    const DependenceBound B = dependenceBound(K);
    // Execution is periodic after a start that is short for so few µops; 840
    // iterations are whole periods of all recurrences of up to 8 iterations.
    const int64_t Cycles = execute(K, 1840) - execute(K, 1000);
    ASSERT_EQ(Rational(Cycles, 840), B.Cycles) << "round " << Round;
    Bound += B.Cycles != Rational(0);
  }
  EXPECT_GT(Bound, 500u);
}

} // namespace
