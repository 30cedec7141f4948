//===- CacheReadsTest.cpp - Loads that try again ------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHelper.h"

using namespace takt;
using namespace takt::test;

namespace {

/// Three ports for loads, two passes u0 and u1; a load that gets none tries
/// again three cycles later. Eight banks of 4 bytes, two ways.
Cpu retrying() {
  Cpu C = makeCpu(3, 2, 16);
  C.LoadPorts = 0x7;
  C.Memory.LineBytes = 64;
  C.Memory.LoadPasses = 0x18;
  C.Memory.LoadRetry = 3;
  return C;
}

Cpu withBanks() {
  Cpu C = retrying();
  C.Memory.Banks = {4, 8, 2};
  return C;
}

std::string load(llvm::StringRef Name, llvm::StringRef Place, unsigned Bytes,
                 llvm::StringRef Uses = "") {
  return (Name + " access " + Place + " bytes " + llvm::Twine(Bytes) +
          " : load p0/p1/p2" + Uses + " ; access 0\n")
      .str();
}

/// Of 32 bytes, one pass.
std::string vector(llvm::StringRef Name, llvm::StringRef Place = "s step 0") {
  return load(Name, Place, 32, " + u0/u1");
}

/// Of 64 bytes, two cycles.
std::string wide(llvm::StringRef Name, llvm::StringRef Place = "s step 0") {
  return (Name + " access " + Place +
          " bytes 64 : load p0/p1/p2*2 + u0/u1*2 ; access 0\n")
      .str();
}

/// Cycles, from the first load's on, in which the first \p Count loads went.
std::vector<unsigned> times(const std::string &Body, const Cpu &C,
                            unsigned Count) {
  std::vector<unsigned> Times;
  const auto Events = record(Body, C, Stage::Dispatched, 40);
  std::vector<std::pair<std::pair<uint64_t, uint64_t>, uint64_t>> Sorted;
  for (const PipelineEvent &E : Events)
    Sorted.push_back({{E.Iteration, E.Instr}, E.Cycle});
  llvm::sort(Sorted);
  for (const auto &[Which, Cycle] : Sorted)
    if (Times.size() != Count)
      Times.push_back(Cycle - Events.front().Cycle);
  return Times;
}

using Cycles = std::vector<unsigned>;

TEST(CacheReads, ALoadWithoutPassHasLostItsPort) {
  // c finds no pass, and d no port: that was c's.
  const std::string Body =
      vector("a") + vector("b") + vector("c") + load("d", "t step 0", 8);
  Cpu C = retrying();
  C.Fetch.Width = 4;
  EXPECT_EQ(times(Body, C, 4), Cycles({0, 0, 3, 1}));
  C.Memory.LoadRetry = 5;
  EXPECT_EQ(times(Body, C, 4), Cycles({0, 0, 5, 1}));
  // Where loads wait, d goes by, and c is the first of the next cycle.
  C.Memory.LoadRetry = 0;
  EXPECT_EQ(times(Body, C, 4), Cycles({0, 0, 1, 0}));
}

TEST(CacheReads, WideLoadsTakeAPassInEachOfTwoCycles) {
  Cpu C = retrying();
  C.Fetch.Width = 3;
  // Both together, not one after the other.
  EXPECT_EQ(times(wide("a") + wide("b") + load("c", "t step 0", 8), C, 3),
            Cycles({0, 0, 0}));
  EXPECT_EQ(cycles(wide("a"), C), "1");
  // c is too late in cycle 0, and then waits until a is done.
  C.Memory.LoadRetry = 1;
  EXPECT_EQ(times(wide("a") + vector("b") + vector("c"), C, 3),
            Cycles({0, 0, 2}));
  EXPECT_EQ(cycles(wide("a") + vector("b"), C), "2");
  // Whoever waits has not taken its port, which is there for others.
  C.Fetch.Width = 5;
  EXPECT_EQ(times(wide("a") + wide("b") + load("c", "t step 0", 8) +
                      vector("d") + load("e", "t step 0", 8),
                  C, 5),
            Cycles({0, 0, 0, 2, 1}));
}

TEST(CacheReads, LinesAreCrossedInACycleMore) {
  // The only pass is taken for so long.
  Cpu C = retrying();
  C.Fetch.Width = 2;
  C.Memory.LoadPasses = 0x8;
  C.Memory.LoadRetry = 1;
  const auto Behind = [&](const std::string &Load) {
    return times(Load + load("b", "t step 0", 32, " + u0"), C, 2);
  };
  const auto One = [](llvm::StringRef Place) {
    return load("a", Place, 32, " + u0");
  };
  EXPECT_EQ(Behind(One("s+32 step 0")), Cycles({0, 1}));
  EXPECT_EQ(Behind(One("s+40 step 0")), Cycles({0, 2}));
  // So is the port.
  EXPECT_EQ(cycles("a access s+60 step 0 bytes 8 : load p0 ; access 0\n", C),
            "2");
}

TEST(CacheReads, NoPassesIsNoLimitWithoutUnits) {
  SimulationOptions O;
  O.Without.Units = true;
  EXPECT_EQ(cycles(vector("a"), retrying(), O), "1/3");
}

TEST(CacheReads, TheYoungerOfTwoInOneBankTriesAgain) {
  // Every other time that both go together, since there are two ways.
  Cpu C = withBanks();
  C.Fetch.Width = 2;
  const auto Both = [&](llvm::StringRef A, llvm::StringRef B) {
    return times(load("a", A, 8) + load("b", B, 8), C, 4);
  };
  const Cycles Conflict = {0, 0, 1, 4}, None = {0, 0, 1, 1};
  EXPECT_EQ(Both("s step 64", "t step 64"), Conflict);
  EXPECT_EQ(Both("s step -32", "t+4 step 0"), Conflict);
  EXPECT_EQ(Both("s step 64", "t+36 step 64"), Conflict);
  EXPECT_EQ(Both("s step 64", "s+64 step 64"), Conflict);
  // Other banks, the same line, addresses that stay or soon come again.
  EXPECT_EQ(Both("s step 64", "t+8 step 64"), None);
  EXPECT_EQ(Both("s step 64", "s+32 step 64"), None);
  EXPECT_EQ(Both("s step 0", "t step 0"), None);
  EXPECT_EQ(Both("s step 8", "t step 8"), None);
  EXPECT_EQ(Both("s", "t"), None);
  // Steps that are no whole rows come to all banks.
  EXPECT_EQ(Both("s step 40", "t+8 step 64"), Conflict);
  C.Memory.Banks.Ways = 3;
  EXPECT_EQ(Both("s step 64", "t step 64"), None);
}

TEST(CacheReads, AConflictTakesPassesAndPort) {
  Cpu C = withBanks();
  C.Memory.Banks.Ways = 1; // every time
  C.Fetch.Width = 3;
  // b has taken a pass in vain, for two cycles if it is wide: then the
  // next iteration's loads begin in cycle 2, and b, ready in 3, in 4.
  EXPECT_EQ(times(vector("a", "s step 64") + vector("b", "t step 64") +
                      vector("c", "u step 0"),
                  C, 2),
            Cycles({0, 3}));
  EXPECT_EQ(times(wide("a", "s step 64") + wide("b", "t step 64") +
                      load("c", "u+8", 8),
                  C, 3),
            Cycles({0, 4, 0}));
}

TEST(CacheReads, OneInEightMeetings) {
  // Two loads of 32 bytes a cycle, of which 1 in 8 pairs loses one pass: 15/8
  // loads a cycle.
  Cpu C = withBanks();
  C.Memory.Banks.Ways = 8;
  EXPECT_EQ(cycles(vector("a", "s step 64") + vector("b", "t step 64"), C),
            "16/15");
}

TEST(CacheReads, PortsWithoutLimitAreNotLost) {
  std::string Body;
  for (const char *Name : {"a", "b", "c", "d", "e", "f"})
    Body += vector(Name);
  SimulationOptions O;
  O.Without.Resources = 0x7;
  EXPECT_EQ(cycles(Body, retrying(), O), "3");
}

} // namespace
