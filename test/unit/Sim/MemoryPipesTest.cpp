//===- MemoryPipesTest.cpp - Loads, stores, fences ------------------------===//
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

TEST(MemoryPipes, ForwardedData) {
  // store data, 5 cycles, add.
  const llvm::StringRef Body = "ld : load p2 ; reads p ; writes x latency 4\n"
                               "add : p0 ; reads x ; writes y\n"
                               "st fused 1 : store-address p3 ; reads p | "
                               "store-data p4 ; reads y\n"
                               "memory st -> ld distance 1 latency 5\n";
  EXPECT_EQ(cycles(Body, machine()), "6");
  SimulationOptions O;
  O.Without.MemoryDependences = true;
  EXPECT_EQ(cycles(Body, machine(), O), "1");
}

TEST(MemoryPipes, ForwardingWaitsForTheAddress) {
  // 5 cycles until the address is known, 4 more until the load has the value.
  const llvm::StringRef Body =
      "ld : load p2 ; reads p ; writes x latency 4\n"
      "st fused 1 : store-address p3 ; reads x | store-data p4\n"
      "memory st -> ld distance 1 latency 5\n";
  EXPECT_EQ(cycles(Body, machine()), "9");
  Cpu C = machine();
  C.Memory.StoreAddressLatency = 2;
  C.Memory.ForwardDelay = 3;
  EXPECT_EQ(cycles(Body, C), "5");
}

TEST(MemoryPipes, ForwardingFails) {
  // 12 cycles instead of the usual 5, then the add.
  const llvm::StringRef Body = "ld : load p2 ; reads p ; writes x latency 4\n"
                               "add : p0 ; reads x ; writes y\n"
                               "st fused 1 : store-address p3 ; reads p | "
                               "store-data p4 ; reads y\n"
                               "memory st -> ld distance 1 partial\n";
  Cpu C = machine();
  C.Memory.ForwardFailLatency = 12;
  EXPECT_EQ(cycles(Body, C), "13");
  // Where nobody knows what it costs, it costs nothing.
  C.Memory.ForwardFailLatency = 0;
  C.StoreForwardLatency = 5;
  EXPECT_EQ(cycles(Body, C), "6");
}

TEST(MemoryPipes, FailingCountsFromRetirement) {
  // The load's value is there 12 cycles after the store has retired; in the
  // cycle after that the load retires, and with it the next store.
  const llvm::StringRef Body = "st fused 1 : store-address p3 | store-data p4\n"
                               "ld : load p2 ; writes x latency 4\n"
                               "memory st -> ld distance 0 partial\n";
  Cpu C = machine();
  C.Memory.ForwardFailLatency = 12;
  EXPECT_EQ(cycles(Body, C), "1");
  C.Memory.FailUntilRetired = true;
  EXPECT_EQ(cycles(Body, C), "13");
  SimulationOptions O;
  O.Without.MemoryDependences = true;
  EXPECT_EQ(cycles(Body, C, O), "1");
  // What is forwarded goes on as before.
  EXPECT_EQ(cycles("st fused 1 : store-address p3 | store-data p4\n"
                   "ld : load p2 ; writes x latency 4\n"
                   "memory st -> ld distance 0\n",
                   C),
            "1");
}

TEST(MemoryPipes, FailingCountsFromTheAddressToo) {
  // The address comes from the load: 9 cycles, and 7 more.
  Cpu C = machine();
  C.StoreForwardLatency = 5;
  C.Memory.ForwardFailLatency = 12;
  EXPECT_EQ(cycles("ld : load p2 ; reads p ; writes x latency 4\n"
                   "st fused 1 : store-address p3 ; reads x | store-data p4\n"
                   "memory st -> ld distance 1 partial\n",
                   C),
            "16");
}

TEST(MemoryPipes, ALoadIsNeverFasterThanTheCache) {
  EXPECT_EQ(cycles("ld : load p2 ; reads y ; writes y latency 4\n"
                   "st : store-data p4\n"
                   "memory st -> ld distance 1 latency 0\n",
                   machine()),
            "4");
}

TEST(MemoryPipes, StoresLongAgo) {
  // Nothing of it is in flight any more.
  Cpu C = machine();
  C.ReorderBuffer = 8;
  EXPECT_EQ(cycles("ld : load p2 ; writes x latency 4\n"
                   "st : store-data p4 ; reads x\n"
                   "memory st -> ld distance 4000 latency 5\n",
                   C),
            cycles("ld : load p2 ; writes x latency 4\n"
                   "st : store-data p4 ; reads x\n",
                   C));
}

TEST(MemoryPipes, WideAccesses) {
  const llvm::StringRef Loads = "a access s bytes 32 : load p23 ; access 0\n"
                                "b access t bytes 32 : load p23 ; access 0\n";
  const llvm::StringRef Mixed = "a access s bytes 32 : load p23 ; access 0\n"
                                "b access t bytes 16 : load p23 ; access 0\n";
  const llvm::StringRef Narrow = "a access s bytes 16 : load p23 ; access 0\n"
                                 "b access t bytes 16 : load p23 ; access 0\n";
  const llvm::StringRef Store =
      "a access s bytes 32 : store-data p4 ; access 0\n";
  Cpu C = machine();
  EXPECT_EQ(cycles(Loads, C), "1");
  EXPECT_EQ(cycles(Store, C), "1");
  C.Memory.FullWidth = 16;
  EXPECT_EQ(cycles(Loads, C), "2");
  EXPECT_EQ(cycles(Mixed, C), "2");
  EXPECT_EQ(cycles(Narrow, C), "1");
  EXPECT_EQ(cycles(Store, C), "2");
}

TEST(MemoryPipes, PairedStores) {
  const llvm::StringRef Same =
      "a access s step 0 bytes 8 : store-data p45 ; access 0\n"
      "b access s+56 step 0 bytes 8 : store-data p45 ; access 0\n";
  const llvm::StringRef Far =
      "a access s step 0 bytes 8 : store-data p45 ; access 0\n"
      "b access s+64 step 0 bytes 8 : store-data p45 ; access 0\n";
  const llvm::StringRef Other =
      "a access s bytes 8 : store-data p45 ; access 0\n"
      "b access t bytes 8 : store-data p45 ; access 0\n";
  const llvm::StringRef Unknown = "a : store-data p45\nb : store-data p45\n";
  Cpu C = machine();
  EXPECT_EQ(cycles(Far, C), "1");
  C.Memory.PairedStoreReach = 64;
  EXPECT_EQ(cycles(Same, C), "1");
  EXPECT_EQ(cycles(Far, C), "2");
  EXPECT_EQ(cycles(Other, C), "2");
  EXPECT_EQ(cycles(Unknown, C), "1");
}

/// Kernel text of a load of \p Bytes bytes from \p Place.
static std::string load(llvm::StringRef Place, unsigned Bytes,
                        llvm::StringRef Ports = "p0/p1/p2") {
  static unsigned N = 0;
  return ("l" + llvm::Twine(N++) + " access " + Place + " bytes " +
          llvm::Twine(Bytes) + " : load " + Ports + " ; access 0\n")
      .str();
}

static std::string lines(std::initializer_list<std::string> Loads,
                         const SimulationOptions &O = {}) {
  std::string Body;
  for (const std::string &L : Loads)
    Body += L;
  Cpu C = makeCpu(3, 2, 16);
  C.Memory.LineBytes = 64;
  return cycles(Body, C, O);
}

TEST(MemoryPipes, LoadsAcrossLinesTakeTheirPortTwice) {
  EXPECT_EQ(lines({load("s+56 step 0", 8)}), "1/3");
  EXPECT_EQ(lines({load("s+57 step 0", 8)}), "2/3");
  EXPECT_EQ(lines({load("s-1 step 0", 2)}), "2/3");
  EXPECT_EQ(lines({load("s step 0", 8), load("s+60 step 0", 8)}), "1");
  // One of 16, one of 8, every one.
  EXPECT_EQ(lines({load("s+2 step 4", 4)}), "17/48");
  EXPECT_EQ(lines({load("s+4 step -8", 8)}), "3/8");
  EXPECT_EQ(lines({load("s+60 step 64", 8)}), "2/3");
  // One of 64, since the distance has no factor in common with the line.
  EXPECT_EQ(lines({load("s step 3", 2)}), "65/192");
  // Nobody knows.
  EXPECT_EQ(lines({load("s+60", 8)}), "1/3");
}

TEST(MemoryPipes, LoadsAcrossLinesGoSoManyACycle) {
  for (PortChoice Choice : {PortChoice::AtDispatch, PortChoice::SixPorts}) {
    const auto With = [&](unsigned Crossings, const std::string &Body) {
      Cpu C = makeCpu(6, 2, 16);
      C.Rename.Ports = Choice;
      C.Memory.LineBytes = 64;
      C.Memory.Crossings = Crossings;
      return cycles(Body, C);
    };
    // One for each port, which has it for two cycles.
    const std::string Three = load("s+60 step 0", 8, "p0") +
                              load("s+60 step 0", 8, "p1") +
                              load("s+60 step 0", 8, "p2");
    EXPECT_EQ(With(0, Three), "2");
    EXPECT_EQ(With(1, Three), "3");
    EXPECT_EQ(With(3, Three), "2");
    const std::string Six = Three + load("s+60 step 0", 8, "p3") +
                            load("s+60 step 0", 8, "p4") +
                            load("s+60 step 0", 8, "p5");
    EXPECT_EQ(With(1, Six), "6");
    EXPECT_EQ(With(2, Six), "3");
    // Those in a line go all the same.
    EXPECT_EQ(With(1, load("s+60 step 0", 8, "p0") + load("s step 0", 8, "p1") +
                          load("s step 0", 8, "p1")),
              "2");
    EXPECT_EQ(With(1, load("s step 0", 8, "p0") + load("s step 0", 8, "p1")),
              "1");
  }
}

TEST(MemoryPipes, LoadsAcrossLinesAreLater) {
  const auto Chain = [](llvm::StringRef Place, unsigned Line) {
    Cpu C = machine();
    C.Memory.LineBytes = Line;
    C.Memory.CrossingDelay = 3;
    return cycles(("ld access " + Place +
                   " bytes 8 : load p2 ; reads x ; writes x latency 4 ; "
                   "access 0\n")
                      .str(),
                  C);
  };
  EXPECT_EQ(Chain("s+56 step 0", 64), "4");
  EXPECT_EQ(Chain("s+60 step 0", 64), "7");
  EXPECT_EQ(Chain("s+28 step 0", 32), "7");
  EXPECT_EQ(Chain("s+60 step 0", 0), "4");
  // Every other one.
  EXPECT_EQ(Chain("s+60 step 32", 64), "11/2");
}

TEST(MemoryPipes, HalvesAcrossLines) {
  // Two cycles for two halves, one more if one of them crosses a line's end.
  const auto At = [](llvm::StringRef Place) { return load(Place, 64, "p0*2"); };
  EXPECT_EQ(lines({At("s step 0")}), "2");
  EXPECT_EQ(lines({At("s+32 step 0")}), "2");
  EXPECT_EQ(lines({At("s+8 step 0")}), "3");
  EXPECT_EQ(lines({At("s step 0"), At("s+8 step 0")}), "5");
}

TEST(MemoryPipes, FencesForLoads) {
  // The fence waits until the load has executed (4), the next load until the
  // fence has (1).
  EXPECT_EQ(cycles("ld : load p2 ; writes x latency 4\n"
                   "lf order loads : p0\n",
                   machine()),
            "5");
  // Stores go on.
  EXPECT_EQ(cycles("st fused 1 : store-address p2 | store-data p4\n"
                   "lf order loads : p0\n",
                   machine()),
            "1");
}

TEST(MemoryPipes, FencesForStores) {
  // The address is known after 5 cycles.
  EXPECT_EQ(cycles("st fused 1 : store-address p2 | store-data p4\n"
                   "sf order stores : p0\n",
                   machine()),
            "6");
  EXPECT_EQ(cycles("ld : load p2 ; writes x latency 4\n"
                   "sf order stores : p0\n",
                   machine()),
            "1");
  EXPECT_EQ(cycles("ld : load p2 ; writes x latency 4\n"
                   "mf order loads-and-stores : none\n",
                   machine()),
            "5");
}

TEST(MemoryPipes, LoadsOfRewritesGoAgain) {
  // Each load goes long before the value of the iteration before it is there,
  // and then once more.
  std::string Body =
      "s : load p2 ; reads x ; writes $l latency 4 | "
      "p0 ; reads y ; writes $t latency 30 | store-data p4 ; reads $t\n"
      "l : load p2 ; reads x ; writes y latency 4\n";
  for (unsigned N = 0; N != 10; ++N)
    Body += "l : load p2 ; reads x\n";
  const auto Cycles = [](const std::string &Body, unsigned After) {
    Cpu C = machine();
    C.LoadPorts = 0x4;
    C.Memory.RewritesAgainAfter = After;
    return cycles(Body, C);
  };
  const std::string Through = "memory s -> s distance 1 latency 8\n";
  EXPECT_EQ(Cycles(Body + Through, 0), "12");
  EXPECT_EQ(Cycles(Body + Through, 2), "13");
  EXPECT_EQ(Cycles(Body, 2), "12");
  // A value that is there in time is not waited for.
  EXPECT_EQ(Cycles(Body + "memory s -> s distance 30 latency 8\n", 2), "12");
}

} // namespace
