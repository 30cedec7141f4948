//===- StoreWriterTest.cpp - From the store buffer to the cache -----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHelper.h"
#include "takt/models/Prediction.h"

using namespace takt;
using namespace takt::test;

namespace {

TEST(StoreWriter, StoresAreWrittenInOrder) {
  // Those that wait for x go together, and so do those that wait for y; but to
  // the cache they go in program order, where no two neighbours are near.
  const llvm::StringRef Body =
      "x : p0 ; writes x latency 20\n"
      "y : p1 ; writes y latency 9\n"
      "a access s step 0 bytes 8 fused 1 : store-address p23 ; access 0 | "
      "store-data p45 ; reads y ; access 0\n"
      "b access t step 0 bytes 8 fused 1 : store-address p23 ; access 0 | "
      "store-data p45 ; reads x ; access 0\n"
      "c access s+8 step 0 bytes 8 fused 1 : store-address p23 ; access 0 | "
      "store-data p45 ; reads y ; access 0\n"
      "d access t+8 step 0 bytes 8 fused 1 : store-address p23 ; access 0 | "
      "store-data p45 ; reads x ; access 0\n";
  Cpu C = machine(3);
  C.Memory.PairedStoreReach = 64;
  EXPECT_EQ(cycles(Body, C), "2");
  C.StoreBuffer = 64;
  EXPECT_EQ(cycles(Body, C), "4");
  // Without the ports' limit there is none behind them either.
  SimulationOptions O;
  O.Without.Resources = C.StoreDataPorts;
  EXPECT_EQ(cycles(Body, C, O), "2");
}

/// Kernel text of a store of \p Bytes bytes to \p Place.
static std::string store(llvm::StringRef Place, unsigned Bytes = 8) {
  static unsigned N = 0;
  return ("s" + llvm::Twine(N++) + " access " + Place + " bytes " +
          llvm::Twine(Bytes) +
          " fused 1 : store-address p0123 ; access 0 | store-data p45 ; "
          "access 0\n")
      .str();
}

static std::string blocks(std::initializer_list<std::string> Stores) {
  std::string Body;
  for (const std::string &S : Stores)
    Body += S;
  Cpu C = machine(8);
  C.StoreBuffer = 64;
  C.Memory.StoreBlock = 32;
  C.Memory.StoreBlockQueue = 2;
  C.Memory.LineBytes = 64;
  C.Memory.PageBytes = 4096;
  C.Memory.PageStoreDelay = 32;
  return cycles(Body, C);
}

/// The same of stores of 4 bytes to the blocks that \p Places says.
static std::string blocksAt(llvm::StringRef Places) {
  std::string Body;
  for (char Place : Places)
    Body += store("s+" + std::to_string(96 * (Place - '0')) + " step 0", 4);
  Cpu C = machine(8);
  C.StoreBuffer = 64;
  C.Memory.StoreBlock = 32;
  C.Memory.StoreBlockQueue = 2;
  return cycles(Body, C);
}

TEST(StoreWriter, BlocksWaitForTheCache) {
  // Two stores a cycle, over any border, but only two blocks wait: where each
  // store is in another block, those behind it have to wait, too.
  EXPECT_EQ(blocksAt("1112223334445"), "13/2");
  EXPECT_EQ(blocksAt("121233333333"), "7");
  EXPECT_EQ(blocksAt("1212121233333333"), "11");
}

/// The same where the cache knows three blocks, each from \p After cycles on.
static std::string knownBlocksAt(llvm::StringRef Places, unsigned After,
                                 llvm::StringRef Step = " step 0") {
  std::string Body;
  for (char Place : Places)
    Body += store("s+" + std::to_string(96 * (Place - '0')) + Step.str(), 4);
  Cpu C = machine(8);
  C.StoreBuffer = 64;
  C.Memory.StoreBlock = 32;
  C.Memory.StoreBlockQueue = 2;
  C.Memory.KnownBlocks = 3;
  C.Memory.KnownAfter = After;
  return cycles(Body, C);
}

TEST(StoreWriter, KnownBlocksDoNotWait) {
  // Three blocks are known for ever: two stores a cycle, in whatever order.
  EXPECT_EQ(knownBlocksAt("123123", 2), "3");
  EXPECT_EQ(blocksAt("123123"), "6");
  // With a fourth none is known any more when its turn comes.
  EXPECT_EQ(knownBlocksAt("12341234", 2), "8");
  // Those that come soon again wait once more, for they are not known yet, but
  // join a block that waits: of 121323 the two that wait when it comes.
  EXPECT_EQ(knownBlocksAt("12341234", 0), "8");
  EXPECT_EQ(knownBlocksAt("1122334455", 2), "5");
  EXPECT_EQ(knownBlocksAt("1212343456567878", 9), "8");
  // Blocks that stores walk over are new again and again.
  EXPECT_EQ(knownBlocksAt("1", 2, " step 32"), "1");
  EXPECT_EQ(knownBlocksAt("1", 2, " step 16"), "1/2");
}

TEST(StoreWriter, StoresOfABlock) {
  // Two data µops a cycle; a cycle for each change of the block.
  EXPECT_EQ(blocks({store("s step 0"), store("s+24 step 0")}), "1");
  EXPECT_EQ(blocks({store("s+24 step 0"), store("s+32 step 0")}), "2");
  EXPECT_EQ(blocks({store("s step 0"), store("t step 0")}), "2");
  EXPECT_EQ(blocks({store("s-8 step 0"), store("s-32 step 0")}), "1");
  EXPECT_EQ(blocks({store("s-8 step 0"), store("s step 0")}), "2");
  // All of them, not only two; and the last one with the first ones of the next
  // iteration.
  EXPECT_EQ(blocks({store("s step 0"), store("s+8 step 0"),
                    store("s+16 step 0"), store("s+32 step 0")}),
            "2");
  EXPECT_EQ(blocks({store("s step 0"), store("s+32 step 0"),
                    store("s+8 step 0"), store("s+16 step 0")}),
            "2");
  // Only neighbours.
  EXPECT_EQ(blocks({store("s step 0"), store("s+32 step 0"),
                    store("s+8 step 0"), store("s+40 step 0")}),
            "4");
}

TEST(StoreWriter, StoresAcrossBlocks) {
  EXPECT_EQ(blocks({store("s+24 step 0")}), "1/2");
  EXPECT_EQ(blocks({store("s+25 step 0")}), "2");
  EXPECT_EQ(blocks({store("s step 0", 64)}), "2");
  EXPECT_EQ(blocks({store("s+1 step 0", 64)}), "3");
  // Its ends go with what comes before and after it.
  EXPECT_EQ(blocks({store("s+16 step 0"), store("s+28 step 0"),
                    store("s+40 step 0"), store("s+48 step 0")}),
            "3");
  // It leaves alone, with no store beside it.
  EXPECT_EQ(blocks({store("s+20 step 0"), store("s+28 step 0"),
                    store("s+36 step 0")}),
            "2");
  EXPECT_EQ(
      blocks({store("s+4 step 0"), store("s+12 step 0"), store("s+20 step 0"),
              store("s+28 step 0"), store("s+36 step 0"), store("s+44 step 0"),
              store("s+52 step 0"), store("s+60 step 0")}),
      "6");
}

/// What binds stores to \p Places as above on \p C, and what storeBound says.
static std::string bound(llvm::StringRef Places, const Cpu &C) {
  std::string Body;
  for (char Place : Places)
    Body += store("s+" + std::to_string(96 * (Place - '0')) + " step 0", 4);
  const Kernel K = parseBody(Body, C);
  return storeBound(K, C).str() + ": " + describeBinder(predict(K, C), K, C);
}

TEST(StoreBound, Blocks) {
  Cpu C = machine(8);
  C.StoreBuffer = 64;
  EXPECT_EQ(bound("12", C), "0.00: bound by ports p4 and p5 (1.00 each)");
  C.Memory.StoreBlock = 32;
  EXPECT_EQ(bound("12", C),
            "2.00: bound by stores, which the cache takes by blocks of 32 "
            "bytes (2.00)");
  // A bound that is as large comes first.
  EXPECT_EQ(bound("1111", C), "2.00: bound by ports p4 and p5 (2.00 each)");
  // No buffer, no limit.
  C.StoreBuffer = 0;
  EXPECT_EQ(bound("12", C), "0.00: bound by ports p4 and p5 (1.00 each)");
}

TEST(StoreBound, Pairs) {
  Cpu C = machine(8);
  C.StoreBuffer = 64;
  C.Memory.PairedStoreReach = 64;
  EXPECT_EQ(bound("12", C),
            "2.00: bound by stores, which the cache takes in pairs within 64 "
            "bytes (2.00)");
  EXPECT_EQ(bound("11", C), "1.00: bound by ports p4 and p5 (1.00 each)");
}

TEST(StoreBound, NothingStored) {
  Cpu C = machine();
  C.StoreBuffer = 64;
  C.Memory.StoreBlock = 32;
  EXPECT_EQ(storeBound(parseBody("a : p0\n", C), C), Rational(0));
}

TEST(StoreWriter, StoresAcrossPages) {
  // One in 64 of those across lines, if they walk: half a cycle each.
  EXPECT_EQ(blocks({store("s+60 step 64")}), "5/2");
  EXPECT_EQ(blocks({store("s+8 step 64", 64)}), "5/2");
  EXPECT_EQ(blocks({store("s+28 step 64")}), "2");
  EXPECT_EQ(blocks({store("s+60 step 0")}), "2");
  EXPECT_EQ(blocks({store("s+60 step 4096")}), "2");
}

TEST(StoreWriter, AFullStoreBufferComesLate) {
  // Each iteration takes a cycle for the chain, and two of its stores two and
  // an eighth: the buffer is full only after the run has ended.
  Cpu C = machine(8);
  C.StoreBuffer = 1000;
  C.Memory.StoreBlock = 32;
  C.Memory.StoreBlockQueue = 2;
  EXPECT_EQ(cycles("a : p0 ; reads x ; writes x latency 2\n" +
                       store("s step 0") + store("s+32 step 0") +
                       store("s+64 step 0"),
                   C),
            "~2.98");
}

TEST(StoreWriter, BlocksOfMovingStores) {
  // Two blocks in four iterations, which the ports alone could do in 4.
  EXPECT_EQ(blocks({store("s step 16"), store("s+8 step 16")}), "1");
  // Once in four iterations the first one is in the second one's block.
  EXPECT_EQ(blocks({store("s step 8"), store("s+32 step 8")}), "7/4");
  // One in four crosses, and leaves alone; every other time it is a line.
  EXPECT_EQ(blocks({store("s+28 step 8")}), "13/16");
  EXPECT_EQ(blocks({store("s+28 step 40")}), "21/16");
  // Another address in every iteration.
  EXPECT_EQ(blocks({store("s"), store("s+8")}), "1");
  EXPECT_EQ(blocks({store("s"), store("s+32")}), "2");
}

TEST(StoreWriter, BlocksWithoutLimits) {
  const std::string Body = store("s step 0") + store("s+32 step 0");
  Cpu C = machine(8);
  C.Memory.StoreBlock = 32;
  // A buffer that is never full holds up nothing.
  EXPECT_EQ(cycles(Body, C), "1");
  C.StoreBuffer = 64;
  EXPECT_EQ(cycles(Body, C), "2");
  SimulationOptions O;
  O.Without.Resources = C.StoreDataPorts;
  EXPECT_EQ(cycles(Body, C, O), "1/2");
}

} // namespace
