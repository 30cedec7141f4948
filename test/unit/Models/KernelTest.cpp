//===- KernelTest.cpp - Tests of Kernel::verify ---------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Kernel.h"
#include "gtest/gtest.h"

using namespace takt;

namespace {

/// A correct kernel: a load, a macro-fused pair, a store of what was loaded.
Kernel good() {
  Kernel K;
  K.Locations = {{"x", false}, {"t", true}};
  K.Instrs.resize(4);
  K.Instrs[0].Mnemonic = "ld";
  K.Instrs[0].Uops.resize(2);
  K.Instrs[0].Uops[0].Kind = UopKind::Load;
  K.Instrs[0].Uops[0].Uses = {{2, 1}};
  K.Instrs[0].Uops[0].Writes = {{1, 4, 0}};
  K.Instrs[0].Uops[1].Reads = {{1, {}}};
  K.Instrs[0].Uops[1].Writes = {{0, 1, 0}};
  K.Instrs[1].Mnemonic = "cmp";
  K.Instrs[1].Uops.resize(1);
  K.Instrs[2].Mnemonic = "jne";
  K.Instrs[2].MacroFused = true;
  K.Instrs[2].FusedUops = 0;
  K.Instrs[3].Mnemonic = "st";
  K.Instrs[3].Uops.resize(1);
  K.Instrs[3].Uops[0].Kind = UopKind::StoreData;
  K.Instrs[3].Uops[0].Reads = {{0, {}}};
  K.MemoryDependences = {{3, 0, 1, 5}};
  return K;
}

std::string verify(const Kernel &K, unsigned NumResources = 4) {
  return llvm::toString(K.verify(NumResources));
}

TEST(KernelVerify, Good) {
  EXPECT_EQ(verify(good()), "");
  EXPECT_EQ(verify(Kernel()), "");
}

TEST(KernelVerify, All64Resources) {
  Kernel K = good();
  K.Instrs[0].Uops[0].Uses[0].Resources = ~ResourceMask(0);
  EXPECT_EQ(verify(K, 64), "");
}

TEST(KernelVerify, TooManyResources) {
  EXPECT_EQ(verify(good(), 65), "the CPU has 65 resources, more than 64");
}

TEST(KernelVerify, NameOfLocation) {
  Kernel K = good();
  K.Locations[1].Name.clear();
  EXPECT_EQ(verify(K), "location 1 has no name");
}

TEST(KernelVerify, Mnemonic) {
  Kernel K = good();
  K.Instrs[1].Mnemonic.clear();
  EXPECT_EQ(verify(K), "instruction 1 has no mnemonic");
}

TEST(KernelVerify, ReadOfNoLocation) {
  Kernel K = good();
  K.Instrs[3].Uops[0].Reads[0].Loc = 9;
  EXPECT_EQ(verify(K), "instruction 3 (st), µop 0 reads location 9, but the "
                       "kernel has 2");
}

TEST(KernelVerify, WriteOfNoLocation) {
  Kernel K = good();
  K.Instrs[0].Uops[1].Writes[0].Loc = 2;
  EXPECT_EQ(verify(K), "instruction 0 (ld), µop 1 writes location 2, but the "
                       "kernel has 2");
}

TEST(KernelVerify, InternalValueReadTooEarly) {
  Kernel K = good();
  std::swap(K.Instrs[0].Uops[0], K.Instrs[0].Uops[1]);
  EXPECT_EQ(verify(K), "instruction 0 (ld), µop 0 reads the internal value t "
                       "before the instruction has written it");
}

TEST(KernelVerify, InternalValueOfAnotherInstruction) {
  Kernel K = good();
  K.Instrs[3].Uops[0].Reads[0].Loc = 1;
  EXPECT_EQ(verify(K), "instruction 3 (st), µop 0 reads the internal value t "
                       "before the instruction has written it");
}

TEST(KernelVerify, EmptySetOfResources) {
  Kernel K = good();
  K.Instrs[0].Uops[0].Uses[0].Resources = 0;
  EXPECT_EQ(verify(K),
            "instruction 0 (ld), µop 0 uses an empty set of resources");
}

TEST(KernelVerify, UnknownResource) {
  EXPECT_EQ(verify(good(), 1), "instruction 0 (ld), µop 0 uses a resource "
                               "beyond the CPU's 1");
}

TEST(KernelVerify, NoCycles) {
  Kernel K = good();
  K.Instrs[0].Uops[0].Uses[0].Cycles = 0;
  EXPECT_EQ(verify(K),
            "instruction 0 (ld), µop 0 uses a resource for 0 cycles");
}

TEST(KernelVerify, MacroFusedFirst) {
  Kernel K = good();
  K.Instrs.erase(K.Instrs.begin(), K.Instrs.begin() + 2);
  EXPECT_EQ(verify(K),
            "instruction 0 (jne) is macro-fused, but nothing precedes it");
}

TEST(KernelVerify, MacroFusedTwice) {
  Kernel K = good();
  K.Instrs.insert(K.Instrs.begin() + 2, K.Instrs[2]);
  EXPECT_EQ(verify(K), "instruction 3 (jne) is macro-fused with the second "
                       "half of a pair");
}

TEST(KernelVerify, MacroFusedWithUops) {
  Kernel K = good();
  K.Instrs[2].Uops.resize(1);
  EXPECT_EQ(verify(K),
            "instruction 2 (jne) is macro-fused, but has µops of its own");
  K = good();
  K.Instrs[2].FusedUops = 1;
  EXPECT_EQ(verify(K),
            "instruction 2 (jne) is macro-fused, but has µops of its own");
}

TEST(KernelVerify, MemoryDependenceOfNoInstruction) {
  Kernel K = good();
  K.MemoryDependences[0].Store = 4;
  EXPECT_EQ(verify(K), "memory dependence 0: there is no instruction 4");
  K = good();
  K.MemoryDependences[0].Load = 7;
  EXPECT_EQ(verify(K), "memory dependence 0: there is no instruction 7");
}

TEST(KernelVerify, MemoryDependenceFromNoStore) {
  Kernel K = good();
  K.MemoryDependences[0].Store = 1;
  EXPECT_EQ(verify(K),
            "memory dependence 0: instruction 1 (cmp) stores nothing");
}

TEST(KernelVerify, MemoryDependenceToNoLoad) {
  Kernel K = good();
  K.MemoryDependences[0].Load = 1;
  EXPECT_EQ(verify(K),
            "memory dependence 0: instruction 1 (cmp) loads nothing");
}

TEST(KernelVerify, MemoryDependenceBackwards) {
  Kernel K = good();
  K.MemoryDependences[0].Distance = 0;
  EXPECT_EQ(verify(K), "memory dependence 0: instruction 3 (st) does not "
                       "precede the load in the iteration");
}

TEST(Kernel, CountsUops) {
  EXPECT_EQ(good().fusedUops(), 3u);
  EXPECT_EQ(good().unfusedUops(), 4u);
  EXPECT_TRUE(good().Instrs[0].hasUop(UopKind::Load));
  EXPECT_FALSE(good().Instrs[0].hasUop(UopKind::StoreData));
}

} // namespace
