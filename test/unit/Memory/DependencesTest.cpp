//===- DependencesTest.cpp - Last writers, byte by byte -------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MadeTraces.h"
#include <map>
#include <tuple>

using namespace takt;
using namespace takt::test;

namespace {

TEST(Dependences, LastWriter) {
  MadeKernel M;
  M.store(8, linear(0, 0, 8)).store(8, linear(0, 0, 8));
  M.load(8, linear(0, 0, 8)).load(8, linear(0, -8, 8)).load(8, linear(0, 8, 8));
  M.load(8, linear(1, 0, 8));
  EXPECT_EQ(M.find().dependences(), "1->2 d0, 1->3 d1");
}

TEST(Dependences, Distances) {
  // A[i] = A[i-1] + A[i-2], then i-8; backwards.
  MadeKernel M;
  M.load(8, linear(0, -8, 8)).load(8, linear(0, -16, 8));
  M.load(8, linear(0, -64, 8)).store(8, linear(0, 0, 8));
  EXPECT_EQ(M.find().dependences(), "3->0 d1, 3->1 d2, 3->2 d8");
  MadeKernel Back;
  Back.load(4, linear(0, 12, -4)).store(4, linear(0, 0, -4));
  EXPECT_EQ(Back.find().dependences(), "1->0 d3");
}

TEST(Dependences, TheReorderBufferIsTheReach) {
  // Two µops an iteration, 64 in flight: 32 iterations and one.
  MadeKernel Near, Far;
  Near.load(8, linear(0, -33 * 8, 8)).store(8, linear(0, 0, 8));
  Far.load(8, linear(0, -34 * 8, 8)).store(8, linear(0, 0, 8));
  EXPECT_EQ(Near.find().dependences(), "1->0 d33");
  EXPECT_EQ(Far.find().dependences(), "");
}

TEST(Dependences, Parts) {
  // Within the store; beyond its end; before its start; of two stores.
  MadeKernel M;
  M.store(8, linear(0, 0, 0)).load(4, linear(0, 4, 0)).load(8, linear(0, 4, 0));
  M.load(8, linear(0, -1, 0));
  EXPECT_EQ(M.find().dependences(), "0->1 d0, 0->2 d0 partial, "
                                    "0->3 d0 partial");
  MadeKernel Two;
  Two.store(4, linear(0, 0, 0)).store(4, linear(0, 4, 0));
  Two.load(8, linear(0, 0, 0));
  EXPECT_EQ(Two.find().dependences(), "0->2 d0 partial, 1->2 d0 partial");
}

TEST(Dependences, AWiderStoreOverwrittenInTheMiddle) {
  MadeKernel M;
  M.store(16, linear(0, 0, 0)).store(2, linear(0, 7, 0));
  M.load(16, linear(0, 0, 0)).load(4, linear(0, 0, 0)).load(2, linear(0, 7, 0));
  EXPECT_EQ(M.find().dependences(),
            "0->2 d0 partial, 1->2 d0 partial, 0->3 d0, 1->4 d0");
}

TEST(Dependences, TwoStoresForward) {
  MadeKernel M;
  M.C.Memory.ForwardStores = 2;
  M.store(4, linear(0, 0, 0)).store(4, linear(0, 4, 0));
  M.load(8, linear(0, 0, 0)).load(8, linear(0, 4, 0));
  EXPECT_EQ(M.find().dependences(), "0->2 d0, 1->2 d0, 1->3 d0 partial");
}

TEST(Dependences, ChainThroughOverlappingVectors) {
  // 16 bytes at A[i], 8 bytes a step: half of each load is one iteration old,
  // the other half two.
  MadeKernel M;
  M.load(16, linear(0, -16, 8)).store(16, linear(0, 0, 8));
  EXPECT_EQ(M.find().dependences(), "1->0 d1 partial, 1->0 d2 partial");
}

TEST(Dependences, SizeNotKnown) {
  MadeKernel M;
  M.store(0, linear(0, 0, 0)).load(0, linear(0, 0, 0)).load(8, linear(0, 0, 0));
  EXPECT_EQ(M.find().dependences(), "0->1 d0, 0->2 d0 partial");
}

TEST(Dependences, ReadAndWrite) {
  MadeKernel Still, Moving;
  Still.update(4, linear(0, 0, 0));
  Moving.update(4, linear(0, 0, 4));
  EXPECT_EQ(Still.find().dependences(), "0->0 d1");
  EXPECT_EQ(Moving.find().dependences(), "");
}

TEST(Dependences, Histogram) {
  // Equal index: the counter of one element. Unequal: another one each time.
  MadeKernel Equal, Unequal;
  Equal.load(4, linear(0, 0, 0)).store(4, linear(0, 0, 0));
  Unequal.load(4, irregular(0)).store(4, irregular(0));
  EXPECT_EQ(Equal.find().dependences(), "1->0 d1");
  EXPECT_EQ(Unequal.find().dependences(), "");
  EXPECT_EQ(Unequal.possible(), "1->0 d1");
}

TEST(Dependences, SwappedPointers) {
  // Two buffers change places: what was written is read in the next iteration.
  const auto Buffer = [](unsigned Parity) -> Formula {
    return [=](uint32_t I, uint64_t Seed) {
      return unknown(Seed, (I + Parity) % 2);
    };
  };
  MadeKernel M;
  M.load(8, Buffer(0)).store(8, Buffer(1));
  EXPECT_EQ(M.find().dependences(), "1->0 d1");
}

TEST(Dependences, MostIterations) {
  // A ring of 16 elements: in 15 of 16 iterations the previous one is next to
  // this one. Of 4 it is so in 3 of 4 only, which is not enough.
  const auto Ring = [](int Back, unsigned Mask) -> Formula {
    return [=](uint32_t I, uint64_t Seed) {
      return unknown(Seed, 0) + 8 * ((unknown(Seed, 1) + I) & Mask) - 8 * Back;
    };
  };
  MadeKernel M, Few;
  M.load(8, Ring(1, 15)).store(8, Ring(0, 15));
  EXPECT_EQ(M.find().dependences(), "1->0 d1");
  Few.load(8, Ring(1, 3)).store(8, Ring(0, 3));
  EXPECT_EQ(Few.find().dependences(), "");
}

TEST(Dependences, TableWithFewEntries) {
  // Random entries of two: each pair meets by accident, none regularly. More
  // seeds than two are asked for as long as accidents differ.
  const Formula F = [](uint32_t I, uint64_t Seed) {
    return unknown(Seed, 0) + 8 * (unknown(Seed, 1, I) & 1);
  };
  MadeKernel M;
  M.C.ReorderBuffer = 1;
  M.load(8, F).store(8, F);
  EXPECT_EQ(M.find().dependences(), "");
  EXPECT_LE(M.Runs, 8u);
}

TEST(Dependences, TwoSeedsAreEnough) {
  MadeKernel M;
  M.load(8, linear(0, -8, 8)).store(8, linear(0, 0, 8)).find();
  EXPECT_EQ(M.Runs, 2u);
}

TEST(Dependences, Orders) {
  // A[i] = A[i+1]: written again by nobody, read before by the load of the last
  // iteration.
  MadeKernel M;
  M.load(8, linear(0, 8, 8)).store(8, linear(0, 0, 8)).find();
  EXPECT_EQ(M.dependences(), "");
  EXPECT_EQ(M.orders(), "war 0->1 d1");
  // Two stores to one place, then a load.
  MadeKernel Two;
  Two.store(8, linear(0, 0, 0)).store(4, linear(0, 0, 0));
  Two.load(2, linear(0, 0, 0)).find();
  EXPECT_EQ(Two.dependences(), "1->2 d0");
  // The upper half is overwritten by the same store an iteration later.
  EXPECT_EQ(Two.orders(), "waw 0->0 d1, waw 1->0 d1, war 2->0 d1, waw 0->1 d0");
  // An instruction that reads what it writes is no order of two.
  MadeKernel Update;
  Update.update(8, linear(0, 0, 8)).find();
  EXPECT_EQ(Update.orders(), "");
}

TEST(Dependences, None) {
  MadeKernel M;
  M.Options.Dependences = false;
  M.load(8, linear(0, -8, 8)).store(8, linear(0, 0, 8));
  M.load(8, linear(1, 0, 8)).find();
  EXPECT_EQ(M.dependences() + M.possible() + M.orders(), "");
  // Which stores go together is still known.
  EXPECT_EQ(M.accesses(), "a+0 step 8, a+8 step 8, b+0 step 8");
}

//===----------------------------------------------------------------------===//
// Any accesses
//===----------------------------------------------------------------------===//

/// An access at Base + Offset + I * Step of the base.
struct LinearAccess {
  bool Store;
  unsigned Base, Size;
  int Offset;
};

/// The dependences of the load \p L, looked up backwards in time byte by byte.
std::string expected(llvm::ArrayRef<LinearAccess> All, const int (&Steps)[2],
                     unsigned L, int Reach) {
  std::map<std::pair<unsigned, int>, unsigned> Bytes; // by store and distance
  for (unsigned Byte = 0; Byte != All[L].Size; ++Byte) {
    const int At = All[L].Offset + int(Byte);
    bool Found = false;
    for (int D = 0; D <= Reach && !Found; ++D)
      for (int S = int(D ? All.size() : L) - 1; S >= 0 && !Found; --S) {
        const int From = All[S].Offset - D * Steps[All[L].Base];
        Found = All[S].Store && All[S].Base == All[L].Base && From <= At &&
                At < From + int(All[S].Size);
        if (Found)
          ++Bytes[{unsigned(S), D}];
      }
  }
  std::string Text;
  for (const auto &[Key, Count] : Bytes)
    Text += std::to_string(Key.first) + "->" + std::to_string(L) + " d" +
            std::to_string(Key.second) +
            (Count < All[L].Size ? " partial, " : ", ");
  return Text;
}

TEST(Dependences, AnyLinearAccesses) {
  std::mt19937 Random(1);
  const auto Below = [&](unsigned N) { return unsigned(Random() % N); };
  unsigned Dependences = 0;
  for (unsigned Round = 0; Round != 2000; ++Round) {
    const int Steps[2] = {4 * (int(Below(5)) - 2), int(Below(31)) - 15};
    std::vector<LinearAccess> All;
    MadeKernel M;
    for (unsigned N = 2 + Below(6); N; --N) {
      const LinearAccess A = {Below(2) == 0, Below(2), 1u << Below(6),
                              int(Below(81)) - 40};
      All.push_back(A);
      const Formula F = linear(A.Base, A.Offset, Steps[A.Base]);
      A.Store ? M.store(A.Size, F) : M.load(A.Size, F);
    }
    std::string Expected;
    const int Reach = 64 / int(All.size()) + 1;
    for (unsigned L = 0; L != All.size(); ++L)
      if (!All[L].Store)
        Expected += expected(All, Steps, L, Reach);
    std::string Found = M.find().dependences();
    Found += Found.empty() ? "" : ", ";
    ASSERT_EQ(Found, Expected) << "round " << Round;
    Dependences += M.K.MemoryDependences.size();
  }
  EXPECT_GT(Dependences, 2000u);
}

/// Of accesses that move evenly only some iterations are looked at. One that
/// does not, and meets nobody, has all of them looked at: the same pairs.
TEST(Dependences, EvenlyMovingAsAllIterations) {
  std::mt19937 Random(1);
  const auto Below = [&](unsigned End) { return unsigned(Random() % End); };
  constexpr int Steps[] = {0, 8, -8, 4, 12, -16, 40};
  size_t Pairs = 0;
  for (unsigned Case = 0; Case != 2000; ++Case) {
    const unsigned NumSites = 1 + Below(5), Iterations = 2 + Below(30);
    const int Common = Steps[Below(7)];
    std::vector<AccessSite> Sites;
    std::vector<uint64_t> First, By;
    for (unsigned S = 0; S != NumSites; ++S) {
      AccessSite &New = Sites.emplace_back();
      New.Load = Below(2);
      New.Store = !New.Load || Below(4) == 0;
      New.Size = Below(20);
      // Some of another array, whose places wrap.
      First.push_back((Below(4) ? 0 : uint64_t(1) << 40) + Below(160) - 80);
      By.push_back(Below(8) ? Common : Steps[Below(7)]);
    }
    AddressTrace Even, All;
    Even.Iterations = All.Iterations = Iterations;
    for (unsigned I = 0; I != Iterations; ++I) {
      for (unsigned S = 0; S != NumSites; ++S)
        Even.Addresses.push_back({First[S] + I * By[S], true});
      All.Addresses.insert(All.Addresses.end(), Even.Addresses.end() - NumSites,
                           Even.Addresses.end());
      All.Addresses.push_back({(uint64_t(3) << 50) + (I * I << 20), true});
    }
    Even.Steady = Below(2);
    const unsigned Reach = Below(Iterations + 1);
    PairCounter OfEven(Sites, Reach);
    OfEven.add(Even, llvm::BitVector(NumSites, true));
    Sites.emplace_back().Load = true;
    PairCounter OfAll(Sites, Reach);
    OfAll.add(All, llvm::BitVector(NumSites + 1, true));
    const auto Fields = [](const SitePair &P) {
      return std::tie(P.Kind, P.First, P.Second, P.Distance, P.Times, P.Bytes,
                      P.Equal, P.Within);
    };
    const std::vector<SitePair> A = OfEven.usual(), B = OfAll.usual();
    EXPECT_TRUE(llvm::equal(A, B,
                            [&](const SitePair &X, const SitePair &Y) {
                              return Fields(X) == Fields(Y);
                            }))
        << "case " << Case;
    Pairs += A.size();
  }
  EXPECT_GT(Pairs, 1000u);
}

} // namespace
