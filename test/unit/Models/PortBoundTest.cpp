//===- PortBoundTest.cpp - Tests of the port bound ------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DensestSet.h"
#include "TestCpu.h"
#include "takt/models/Bounds.h"
#include "llvm/ADT/bit.h"
#include <numeric>
#include <random>

using namespace takt;
using namespace takt::test;

namespace {

using Demands = std::vector<Demand>;

/// Every instruction has one µop with one demand.
Kernel kernelOf(const Demands &Ds) {
  Kernel K;
  for (const Demand &D : Ds) {
    KernelInstr I;
    I.Mnemonic = "op";
    I.Uops.emplace_back().Uses.push_back(
        {D.Resources, static_cast<uint16_t>(D.Cycles)});
    K.Instrs.push_back(I);
  }
  return K;
}

Demands randomDemands(std::mt19937 &Random, unsigned Resources, unsigned Count,
                      unsigned Cycles) {
  const ResourceMask All =
      Resources == 64 ? ~ResourceMask(0) : (ResourceMask(1) << Resources) - 1;
  Demands Ds;
  while (Ds.size() != Count) {
    // Two masks at once give smaller sets, as on real CPUs.
    ResourceMask M = (ResourceMask(Random()) << 32 | Random()) & All;
    if (Random() % 2)
      M &= ResourceMask(Random()) << 32 | Random();
    if (M)
      Ds.push_back({M, 1 + Random() % Cycles});
  }
  return Ds;
}

/// The definition: all subsets of the resources, one by one.
PortBound byDefinition(const Demands &Ds, unsigned Resources) {
  PortBound B;
  for (ResourceMask S = 1; S >> Resources == 0; ++S) {
    int64_t Within = 0;
    for (const Demand &D : Ds)
      if ((D.Resources & ~S) == 0)
        Within += D.Cycles;
    const Rational Density(Within, llvm::popcount(S));
    if (Density > B.Cycles) {
      B.Cycles = Density;
      B.Saturated = 0;
    }
    if (Density == B.Cycles && Within != 0)
      B.Saturated |= S;
  }
  return B;
}

/// The other side of the duality: an assignment of demands to resources, found
/// by the augmenting paths of Ford and Fulkerson in small equal pieces.
class Assignment {
public:
  Assignment(const Demands &Ds, const std::vector<Rational> &Load)
      : Ds(Ds), Given(Ds.size(), std::vector<int64_t>(Load.size())) {
    for (const Rational &L : Load)
      Scale = std::lcm(Scale, L.den());
    for (const Rational &L : Load)
      Room.push_back(L.num() * (Scale / L.den()));
    for (size_t D = 0; D != Ds.size() && Complete; ++D)
      for (int64_t N = 0; N != int64_t(Ds[D].Cycles) * Scale && Complete; ++N) {
        Visited.assign(Ds.size(), false);
        Complete = place(D);
      }
  }

  /// All demands have a place, and no resource does more than its load.
  bool Complete = true;

  /// No work can move to a resource that has less of it. With this a feasible
  /// load is the lexicographically least one (every convex cost is least).
  bool isEven(const std::vector<Rational> &Load) const {
    for (size_t D = 0; D != Ds.size(); ++D)
      for (size_t From = 0; From != Load.size(); ++From)
        for (size_t To = 0; To != Load.size(); ++To)
          if (Given[D][From] > 0 && (Ds[D].Resources >> To & 1) &&
              Load[To] < Load[From])
            return false;
    return true;
  }

private:
  /// Finds a place for one more piece of \p D, moving others if need be.
  bool place(size_t D) {
    Visited[D] = true;
    for (size_t R = 0; R != Room.size(); ++R) {
      if (!(Ds[D].Resources >> R & 1))
        continue;
      if (Room[R] > 0) {
        --Room[R];
        ++Given[D][R];
        return true;
      }
      for (size_t Other = 0; Other != Ds.size(); ++Other)
        if (!Visited[Other] && Given[Other][R] > 0 && place(Other)) {
          --Given[Other][R];
          ++Given[D][R];
          return true;
        }
    }
    return false;
  }

  const Demands &Ds;
  int64_t Scale = 1;
  std::vector<int64_t> Room;
  std::vector<std::vector<int64_t>> Given; ///< demand, resource → pieces
  std::vector<bool> Visited;
};

Rational sum(const std::vector<Rational> &Load) {
  Rational Sum;
  for (const Rational &L : Load)
    Sum += L;
  return Sum;
}

Rational work(const Demands &Ds) {
  Rational Work;
  for (const Demand &D : Ds)
    Work += Rational(D.Cycles);
  return Work;
}

// Figure 2.1 of bastian-thesis: the mapping of a few Skylake-SP instructions.
constexpr ResourceMask P0 = 1, P1 = 2, P6 = 1 << 6;
const Demand DIVPS{P0, 1}, BSR{P1, 1}, JMP{P6, 1}, ADDSS{P0 | P1, 1};

TEST(PortBound, ThesisExamples) {
  const Cpu C = makeCpu(8);
  const auto Cycles = [&](const Demands &Ds) {
    return portBound(kernelOf(Ds), C).Cycles;
  };
  EXPECT_EQ(Cycles({DIVPS, BSR, JMP}), Rational(1));
  EXPECT_EQ(Cycles({ADDSS, BSR}), Rational(1));
  EXPECT_EQ(Cycles({ADDSS, BSR, BSR}), Rational(2));
  EXPECT_EQ(Cycles({ADDSS, ADDSS, BSR}), Rational(3, 2));
}

TEST(PortBound, SaturatedIsTheUnionOfAllBusiestSets) {
  const Cpu C = makeCpu(8);
  EXPECT_EQ(portBound(kernelOf({DIVPS, BSR, JMP}), C).Saturated, P0 | P1 | P6);
  EXPECT_EQ(portBound(kernelOf({ADDSS, BSR, BSR}), C).Saturated, P1);
  EXPECT_EQ(portBound(kernelOf({ADDSS, ADDSS, BSR}), C).Saturated, P0 | P1);
}

TEST(PortBound, EmptyKernel) {
  const PortBound B = portBound(Kernel(), makeCpu(3));
  EXPECT_EQ(B.Cycles, Rational(0));
  EXPECT_EQ(B.Saturated, 0u);
  EXPECT_EQ(B.Load, std::vector<Rational>(3));
}

TEST(PortBound, UsesOfOneUopAreIndependentDemands) {
  const Cpu C = makeCpu(2, 1);
  Kernel K;
  KernelInstr &I = K.Instrs.emplace_back();
  I.Mnemonic = "div";
  I.Uops.emplace_back().Uses = {{1, 1}, {4, 7}};
  const PortBound B = portBound(K, C);
  EXPECT_EQ(B.Cycles, Rational(7));
  EXPECT_EQ(B.Saturated, 4u);
  EXPECT_EQ(B.Load, (std::vector<Rational>{1, 0, 7}));
}

/// Of \p Body, in which r is a register and f are flags.
Rational busBound(llvm::StringRef Body) {
  const Cpu C = makeCpu(3);
  return portBound(parseBody(("registers general r\n" + Body).str(), C), C)
      .Cycles;
}

TEST(PortBound, WhatIsTakenLaterIsABusOfResults) {
  EXPECT_EQ(busBound("a : p0 + p1@2\nb : p1 ; writes r\n"), Rational(2));
  EXPECT_EQ(busBound("a : p0 + p1@2\nb : p1 ; writes f\n"), Rational(1));
  EXPECT_EQ(busBound("a : p0 + p1@2 flags\nb : p1 ; writes r\n"), Rational(1));
  EXPECT_EQ(busBound("a : p0 + p1@2 flags\nb : p1 ; writes f\n"), Rational(2));
  EXPECT_EQ(busBound("a : p0 + p1@2 flags\nb : branch p1 ; writes f\n"),
            Rational(1));
  // The port is for all of them, and either bus for some.
  EXPECT_EQ(busBound("a : p0 + p1@2 + p1@3 flags\nb : p1 ; writes r\n"
                     "c : p1 ; writes f\nd : p1\n"),
            Rational(3));
  EXPECT_EQ(busBound("a : p0 + p1*4@2 + p1@8 flags\nb : p1 ; writes r\n"
                     "c : p1 ; writes f\nd : p1\n"),
            Rational(5));
  // Without register files everything has results.
  const Cpu C = makeCpu(3);
  EXPECT_EQ(
      portBound(parseBody("a : p0 + p1@2\nb : p1 ; writes f\n", C), C).Cycles,
      Rational(2));
}

TEST(PortBound, LoadIsAsEvenAsPossible) {
  // The loads on p0 and p1 come from p01 and p0; p2 takes all of p12.
  const PortBound B =
      portBound(kernelOf({{1, 4}, {3, 1}, {6, 2}, {4, 1}}), makeCpu(3));
  EXPECT_EQ(B.Cycles, Rational(4));
  EXPECT_EQ(B.Load, (std::vector<Rational>{4, 2, 2}));
}

TEST(PortBound, EqualsTheDefinitionOnRandomKernels) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round != 4000; ++Round) {
    const unsigned Resources = 1 + Random() % 7;
    const Demands Ds = randomDemands(Random, Resources, Random() % 9, 4);
    const Cpu C = makeCpu(Resources);
    const PortBound B = portBound(kernelOf(Ds), C);
    const PortBound Expected = byDefinition(Ds, Resources);
    ASSERT_EQ(B.Cycles, Expected.Cycles) << "round " << Round;
    ASSERT_EQ(B.Saturated, Expected.Saturated) << "round " << Round;
  }
}

TEST(PortBound, LoadIsFeasibleAndEvenOnRandomKernels) {
  std::mt19937 Random(2);
  for (unsigned Round = 0; Round != 2000; ++Round) {
    const unsigned Resources = 1 + Random() % 6;
    const Demands Ds = randomDemands(Random, Resources, Random() % 8, 3);
    const PortBound B = portBound(kernelOf(Ds), makeCpu(Resources));
    ASSERT_EQ(sum(B.Load), work(Ds)) << "round " << Round;
    ASSERT_EQ(*std::max_element(B.Load.begin(), B.Load.end()), B.Cycles);
    const Assignment A(Ds, B.Load);
    ASSERT_TRUE(A.Complete) << "round " << Round;
    ASSERT_TRUE(A.isEven(B.Load)) << "round " << Round;
  }
}

TEST(PortBound, RingOf64Resources) {
  // Far too many unions to try, so this takes the cuts. Any arc of n resources
  // holds n - 1 pairs, of which one counts twice: only all of them exceed 1.
  Demands Ds{{3, 1}};
  for (unsigned R = 0; R != 64; ++R)
    Ds.push_back({ResourceMask(1) << R | ResourceMask(1) << (R + 1) % 64, 1});
  const PortBound B = portBound(kernelOf(Ds), makeCpu(64));
  EXPECT_EQ(B.Cycles, Rational(65, 64));
  EXPECT_EQ(B.Saturated, ~ResourceMask(0));
  EXPECT_EQ(B.Load, std::vector<Rational>(64, Rational(65, 64)));
}

TEST(PortBound, ManyDifferentSetsOf64Resources) {
  std::mt19937 Random(3);
  const Demands Ds = randomDemands(Random, 64, 2000, 9);
  const PortBound B = portBound(kernelOf(Ds), makeCpu(64));
  EXPECT_EQ(sum(B.Load), work(Ds));
  for (const Rational &L : B.Load)
    EXPECT_LE(L, B.Cycles);
}

TEST(DensestSet, BothAlgorithmsAgree) {
  std::mt19937 Random(4);
  for (unsigned Round = 0; Round != 3000; ++Round) {
    // Up to the last resource, whose sets are the special keys of DenseSet.
    const unsigned Resources = Round % 3 == 0 ? 64 : 1 + Random() % 10;
    Demands Ds = randomDemands(Random, Resources, 1 + Random() % 9, 50);
    if (Resources == 64 && Round % 2)
      Ds.push_back({~ResourceMask(0), 1 + Random() % 50});
    if (Resources == 64 && Round % 5 == 0)
      Ds.push_back({~ResourceMask(1), 1 + Random() % 50});
    std::sort(Ds.begin(), Ds.end(), [](const Demand &A, const Demand &B) {
      return A.Resources < B.Resources;
    });
    Ds.erase(std::unique(Ds.begin(), Ds.end(),
                         [](const Demand &A, const Demand &B) {
                           return A.Resources == B.Resources;
                         }),
             Ds.end());
    const std::optional<DensestSet> A = densestSetByUnions(Ds, 1 << 14);
    const DensestSet B = densestSetByCuts(Ds);
    ASSERT_TRUE(A.has_value());
    ASSERT_EQ(A->Density, B.Density) << "round " << Round;
    ASSERT_EQ(A->Resources, B.Resources) << "round " << Round;
  }
}

TEST(DensestSet, GivesUpBeyondTheLimit) {
  const Demands Ds{{1, 1}, {2, 1}, {4, 1}}; // 7 unions
  EXPECT_TRUE(densestSetByUnions(Ds, 7).has_value());
  EXPECT_FALSE(densestSetByUnions(Ds, 6).has_value());
}

} // namespace
