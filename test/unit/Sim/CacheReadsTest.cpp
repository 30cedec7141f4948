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

/// Three ports for loads; eight banks of 4 bytes, two ways; one that is too
/// late tries again three cycles later.
Cpu withBanks() {
  Cpu C = makeCpu(3, 2, 16);
  C.LoadPorts = 0x7;
  C.Memory.LineBytes = 64;
  C.Memory.LoadRetry = 3;
  C.Memory.Banks = {4, 8, 2};
  return C;
}

std::string load(llvm::StringRef Name, llvm::StringRef Place, unsigned Bytes,
                 llvm::StringRef Ports = "p0/p1/p2") {
  return (Name + " access " + Place + " bytes " + llvm::Twine(Bytes) +
          " : load " + Ports + " ; access 0\n")
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

TEST(CacheReads, AConflictTakesThePort) {
  Cpu C = withBanks();
  C.Memory.Banks.Ways = 1; // every time
  C.Fetch.Width = 3;
  // c finds no port: b took the second one in vain.
  const auto Behind = [&](llvm::StringRef B) {
    return times(load("a", "s step 64", 8) + load("b", B, 8, "p1") +
                     load("c", "u+8 step 0", 8, "p1"),
                 C, 3);
  };
  EXPECT_EQ(Behind("t step 64"), Cycles({0, 3, 1}));
  EXPECT_EQ(Behind("t+16 step 64"), Cycles({0, 0, 1}));
  // For two cycles if it is wide.
  EXPECT_EQ(times(load("a", "s step 64", 8) +
                      load("b", "t step 64", 64, "p1*2") +
                      load("c", "u+8", 8, "p1"),
                  C, 3),
            Cycles({0, 3, 2}));
  C.Memory.LoadRetry = 5;
  EXPECT_EQ(Behind("t step 64"), Cycles({0, 5, 1}));
}

TEST(CacheReads, OneInEightMeetings) {
  // Two loads of 32 bytes a cycle, of which 1 in 8 pairs loses one port: 15/8
  // loads a cycle.
  Cpu C = withBanks();
  C.Memory.Banks.Ways = 8;
  EXPECT_EQ(cycles(load("a", "s step 64", 32, "p0/p1") +
                       load("b", "t step 64", 32, "p0/p1"),
                   C),
            "16/15");
}

} // namespace
