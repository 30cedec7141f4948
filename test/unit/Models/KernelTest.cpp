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
  K.Instrs[2].Decode.QueuedUops = 0;
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

TEST(KernelVerify, LaterUses) {
  Kernel K = good();
  const ResourceUse Use = K.Instrs[0].Uops[0].Uses[0];
  K.Instrs[0].Uops[0].Uses.push_back({Use.Resources, 5, 10});
  EXPECT_EQ(verify(K), "");
  K.Instrs[0].Uops[0].Uses[0].Cycles = 11;
  EXPECT_EQ(verify(K), "instruction 0 (ld), µop 0 uses a resource later that "
                       "it has then already");
  K.Instrs[0].Uops[0].Uses[0].Cycles = 1;
  K.Instrs[0].Uops[0].Uses[1].After = 11;
  EXPECT_EQ(verify(K), "instruction 0 (ld), µop 0 uses a resource later than "
                       "15 cycles after its dispatch");
  K.Instrs[0].Uops[0].Uses = {{Use.Resources, 1, 2}};
  EXPECT_EQ(verify(K), "instruction 0 (ld), µop 0 uses no resource at once");
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
  K = good();
  K.Instrs[2].Decode.QueuedUops = 1;
  EXPECT_EQ(verify(K),
            "instruction 2 (jne) is macro-fused, but has µops of its own");
  K = good();
  K.Instrs[2].Decode.MicrocodeUops = 1;
  EXPECT_EQ(verify(K),
            "instruction 2 (jne) is macro-fused, but has µops of its own");
}

TEST(KernelVerify, NoQueuedUops) {
  Kernel K = good();
  K.Instrs[1].Decode.QueuedUops = 0;
  EXPECT_EQ(verify(K), "instruction 1 (cmp) has no queued µops");
  K.Instrs[1].Decode.MicrocodeUops = 5;
  EXPECT_EQ(verify(K), "");
}

TEST(KernelVerify, OpcodeBeyondInstruction) {
  Kernel K = good();
  K.Instrs[1].Decode.OpcodeOffset = 3;
  EXPECT_EQ(verify(K), ""); // no size, nothing known
  K.Instrs[1].Size = 3;
  EXPECT_EQ(verify(K), "instruction 1 (cmp) has its opcode at byte 3 of 3");
}

/// good() with a move in place of the comparison.
Kernel goodMove() {
  Kernel K = good();
  KernelInstr &I = K.Instrs[1];
  I.Mnemonic = "mov";
  I.Move = MoveKind::General;
  I.Uops[0].Writes = {{0, 0, 0}};
  I.Executed.resize(1);
  I.Executed[0].Uses = {{1, 1}};
  I.Executed[0].Writes = {{0, 1, 0}};
  return K;
}

TEST(KernelVerify, Moves) {
  EXPECT_EQ(verify(goodMove()), "");
  Kernel K = goodMove();
  K.Instrs[1].Move = MoveKind::None;
  EXPECT_EQ(verify(K), "instruction 1 (mov) has executed µops, but is no move");
  K = goodMove();
  K.Instrs[1].Executed.clear();
  EXPECT_EQ(verify(K), "instruction 1 (mov) is a move without executed µops");
}

TEST(KernelVerify, EliminatedMoves) {
  const char *const Message =
      "instruction 1 (mov) is a move; eliminated, it must be one µop without "
      "port and of latency 0";
  Kernel K = goodMove();
  K.Instrs[1].Uops[0].Uses = {{1, 1}};
  EXPECT_EQ(verify(K), Message);
  K = goodMove();
  K.Instrs[1].Uops[0].Writes[0].Latency = 1;
  EXPECT_EQ(verify(K), Message);
  K = goodMove();
  K.Instrs[1].Uops.resize(2);
  EXPECT_EQ(verify(K), Message);
}

TEST(KernelVerify, ExecutedUops) {
  Kernel K = goodMove();
  K.Instrs[1].Executed[0].Uses[0].Resources = 0;
  EXPECT_EQ(verify(K), "instruction 1 (mov), executed µop 0 uses an empty set "
                       "of resources");
  // What the eliminated form writes is not there when the move is executed.
  K = goodMove();
  K.Instrs[1].Uops[0].Writes[0].Loc = 1;
  K.Instrs[1].Executed[0].Reads = {{1, {}}};
  EXPECT_EQ(verify(K), "instruction 1 (mov), executed µop 0 reads the internal "
                       "value t before the instruction has written it");
}

TEST(KernelVerify, RepeatsDisagree) {
  Kernel K = good();
  K.Instrs[0].RepeatCycles = 4;
  K.Instrs[3].RepeatCycles = 4;
  EXPECT_EQ(verify(K), "");
  K.Instrs[3].RepeatCycles = 5;
  EXPECT_EQ(verify(K), "instruction 3 (st) repeats after 5 cycles, but "
                       "instruction 0 (ld), which counts as equal, after 4");
  K.Instrs[3].RepeatId = 1;
  EXPECT_EQ(verify(K), "");
}

TEST(KernelVerify, MergeBehindAnotherUop) {
  Kernel K = good();
  K.Instrs[0].Uops[0].Merge = true;
  EXPECT_EQ(verify(K), "");
  K.Instrs[0].Uops[1].Merge = true;
  EXPECT_EQ(verify(K), "");
  K.Instrs[0].Uops[0].Merge = false;
  EXPECT_EQ(verify(K),
            "instruction 0 (ld), µop 1 is a merge behind another µop");
}

TEST(KernelVerify, Accesses) {
  Kernel K = good();
  K.Instrs[0].Accesses.resize(1);
  K.Instrs[0].Uops[0].Access = 0;
  EXPECT_EQ(verify(K), "");
  K.Instrs[0].Uops[0].Access = 1;
  EXPECT_EQ(verify(K), "instruction 0 (ld), µop 0 has access 1, but the "
                       "instruction has 1");
  K.Instrs[0].Uops[0].Access = -2;
  EXPECT_EQ(verify(K), "instruction 0 (ld), µop 0 has access -2, but the "
                       "instruction has 1");
  K.Instrs[0].Uops[0].Access = -1;
  K.Instrs[0].Uops[1].Access = 0;
  EXPECT_EQ(verify(K), "instruction 0 (ld), µop 1 has an access, but neither "
                       "loads nor stores");
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

TEST(KernelVerify, PossibleDependences) {
  Kernel K = good();
  K.PossibleDependences = {{3, 0, 1}, {3, 1, 1}};
  EXPECT_EQ(verify(K),
            "possible dependence 1: instruction 1 (cmp) loads nothing");
}

TEST(KernelVerify, MemoryOrders) {
  Kernel K = good();
  K.MemoryOrders = {{MemoryOrder::WriteAfterRead, 0, 3, 0},
                    {MemoryOrder::WriteAfterWrite, 3, 3, 1}};
  EXPECT_EQ(verify(K), "");
  K.MemoryOrders[1].Distance = 0;
  EXPECT_EQ(verify(K), "memory order 1: instruction 3 (st) does not precede "
                       "instruction 3 (st) in the iteration");
  K.MemoryOrders[1].First = 9;
  EXPECT_EQ(verify(K), "memory order 1: there is no instruction 9");
  K.MemoryOrders[1].First = 0;
  EXPECT_EQ(verify(K), "memory order 1: instruction 0 (ld) stores nothing");
  K.MemoryOrders[0].First = 1;
  EXPECT_EQ(verify(K), "memory order 0: instruction 1 (cmp) loads nothing");
  K.MemoryOrders[0] = {MemoryOrder::WriteAfterRead, 0, 1, 0};
  EXPECT_EQ(verify(K), "memory order 0: instruction 1 (cmp) stores nothing");
}

TEST(Kernel, CountsUops) {
  EXPECT_EQ(good().fusedUops(), 3u);
  EXPECT_EQ(good().unfusedUops(), 4u);
  EXPECT_TRUE(good().Instrs[0].hasUop(UopKind::Load));
  EXPECT_FALSE(good().Instrs[0].hasUop(UopKind::StoreData));
}

} // namespace
