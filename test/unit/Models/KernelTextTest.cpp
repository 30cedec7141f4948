//===- KernelTextTest.cpp - Tests of kernels as text ----------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/KernelText.h"
#include "SameKernel.h"

using namespace takt;
using namespace takt::test;

namespace {

Uop makeUop(UopKind Kind, llvm::SmallVector<ResourceUse, 2> Uses,
            llvm::SmallVector<UopRead, 4> Reads,
            llvm::SmallVector<UopWrite, 2> Writes) {
  Uop U;
  U.Kind = Kind;
  U.Uses = std::move(Uses);
  U.Reads = std::move(Reads);
  U.Writes = std::move(Writes);
  return U;
}

TEST(KernelText, ReadsEverything) {
  const NamedKernel N =
      parseOne("# about it\n"
               "\n"
               "kernel all unrolled # TP_U\n"
               "  ld size 4 offset 16 : load p23 ; writes x latency 5\n"
               "  \"rep movsb\" fused 3 text \"rep \\5c \\\\\"\n"
               "    : p0/p1 + u0*7 ; reads x-2@mac+1 acc\n"
               "      ; writes $t acc@mac latency 4\n"
               "    | store-data p3 ; reads $t\n"
               "  cmp : branch p0 ; reads x\n"
               "\n"
               "  jne taken macro-fused\n"
               "  mov : none ; reads x ; writes y latency 0\n"
               "  memory \"rep movsb\" -> ld distance 2\n",
               makeCpu(4, 1));
  EXPECT_EQ(N.Name, "all");
  EXPECT_EQ(N.Line, 3u);

  Kernel K;
  K.Repeats = Notion::Unrolled;
  K.Locations = {{"x", false}, {"acc", false}, {"t", true}, {"y", false}};
  K.Instrs.resize(5);
  K.Instrs[0].Mnemonic = "ld";
  K.Instrs[0].Offset = 16;
  K.Instrs[0].Size = 4;
  K.Instrs[0].Uops = {makeUop(UopKind::Load, {{12, 1}}, {}, {{0, 5, 0}})};
  K.Instrs[1].Mnemonic = "rep movsb";
  K.Instrs[1].Text = "rep \\ \\";
  K.Instrs[1].FusedUops = 3;
  K.Instrs[1].Decode.QueuedUops = 3;
  K.Instrs[1].Uops = {makeUop(UopKind::Compute, {{3, 1}, {16, 7}},
                              {{0, {{1, 2}, {0, -1}}}, {1, {}}},
                              {{2, 1, 0}, {1, 4, 1}}),
                      makeUop(UopKind::StoreData, {{8, 1}}, {{2, {}}}, {})};
  K.Instrs[2].Mnemonic = "cmp";
  K.Instrs[2].Uops = {makeUop(UopKind::Branch, {{1, 1}}, {{0, {}}}, {})};
  K.Instrs[3].Mnemonic = "jne";
  K.Instrs[3].FusedUops = 0;
  K.Instrs[3].MacroFused = true;
  K.Instrs[3].Taken = true;
  K.Instrs[3].Decode.QueuedUops = 0;
  K.Instrs[4].Mnemonic = "mov";
  K.Instrs[4].Uops = {makeUop(UopKind::Compute, {}, {{0, {}}}, {{3, 0, 0}})};
  // The latency is the CPU's.
  K.MemoryDependences = {{1, 0, 2, 5, false, false, 9}};
  EXPECT_TRUE(same(N.K, K)) << print(N.K, makeCpu(4, 1));
}

TEST(KernelText, ReadsWhatTheFrontEndSees) {
  const Kernel K = parseBody(
      "div size 3 queued 4 microcode 6 complex simple-decoders 0 : p0\n"
      "add fusible opcode 1 length-changing extra-slot evex fields 3 "
      "wide-fields 2 "
      "writes-high-byte\n"
      "jne macro-fused\n"
      "rmw fused 4 : p0 | p1\n",
      makeCpu(2));
  Decoding D;
  D.QueuedUops = 4;
  D.MicrocodeUops = 6;
  D.Complex = true;
  D.SimpleDecoders = 0;
  EXPECT_TRUE(same(K.Instrs[0].Decode, D));
  D = {};
  D.MacroFusible = D.LengthChangingPrefix = D.ExtraCacheSlot =
      D.WritesHighByte = true;
  D.OpcodeOffset = 1;
  D.Fields = {true, 3, 2};
  EXPECT_TRUE(same(K.Instrs[1].Decode, D));
  // As many are queued as there are in the fused domain.
  EXPECT_EQ(K.Instrs[2].Decode.QueuedUops, 0);
  EXPECT_EQ(K.Instrs[3].Decode.QueuedUops, 4);
}

TEST(KernelText, ReadsWhatRenamerAndSchedulerSee) {
  const Kernel K = parseBody("push stack -8 writes-stack-pointer : p0\n"
                             "sub reads-stack-pointer stack +32767\n"
                             "lfence order loads\n"
                             "sfence order stores\n"
                             "mfence order loads-and-stores repeat 33 as 2\n"
                             "cpuid order serializing repeat 100\n"
                             "mov move vector\n"
                             "  : none ; reads a ; writes b latency 0\n"
                             "  : executed p0 ; reads a ; writes $t\n"
                             "  | p1 ; reads $t ; writes b\n"
                             "inc : merge p1 ; writes a | p0 ; reads a\n",
                             makeCpu(2));
  EXPECT_EQ(K.Instrs[0].StackChange, -8);
  EXPECT_TRUE(K.Instrs[0].WritesStackPointer);
  EXPECT_FALSE(K.Instrs[0].ReadsStackPointer);
  EXPECT_EQ(K.Instrs[1].StackChange, 32767);
  EXPECT_TRUE(K.Instrs[1].ReadsStackPointer);
  EXPECT_EQ(K.Instrs[2].Order, Ordering::Loads);
  EXPECT_EQ(K.Instrs[3].Order, Ordering::Stores);
  EXPECT_EQ(K.Instrs[4].Order, Ordering::LoadsAndStores);
  EXPECT_EQ(K.Instrs[4].RepeatCycles, 33);
  EXPECT_EQ(K.Instrs[4].RepeatId, 2);
  EXPECT_EQ(K.Instrs[5].Order, Ordering::Serializing);
  EXPECT_EQ(K.Instrs[5].RepeatCycles, 100);
  EXPECT_EQ(K.Instrs[6].Move, MoveKind::Vector);
  EXPECT_EQ(K.Instrs[6].Uops.size(), 1u);
  ASSERT_EQ(K.Instrs[6].Executed.size(), 2u);
  EXPECT_EQ(K.Instrs[6].Executed[1].Uses[0].Resources, 2u);
  EXPECT_EQ(K.Instrs[6].FusedUops, 1);
  EXPECT_TRUE(K.Instrs[7].Uops[0].Merge);
  EXPECT_FALSE(K.Instrs[7].Uops[1].Merge);
}

TEST(KernelText, ReadsAccesses) {
  const Kernel K = parseBody(
      "add access src+8 step -16 bytes 4 access dst renamed access src-1\n"
      "  : load p0 ; access 0 ; writes a\n"
      "  | store-address p0 ; access 2\n",
      makeCpu(1));
  const std::vector<MemoryAccess> Expected{{0, 8, -16, 4, false},
                                           {1, 0, std::nullopt, 0, true},
                                           {0, -1, std::nullopt, 0, false}};
  EXPECT_TRUE(sameAll(K.Instrs[0].Accesses, Expected));
  EXPECT_EQ(K.Instrs[0].Uops[0].Access, 0);
  EXPECT_EQ(K.Instrs[0].Uops[1].Access, 2);
}

TEST(KernelText, ReadsDependencesThroughMemory) {
  Cpu C = makeCpu(1);
  C.StoreForwardLatency = 5;
  C.Memory.ForwardFailLatency = 15;
  C.Memory.StoreAddressLatency = 4;
  C.Memory.ForwardDelay = 4;
  const Kernel K = parseBody(
      "ld access s at \"[rdi + 8]\" : load p0 ; access 0\n"
      "st : store-address p0 | store-data p0\n"
      "memory st -> ld distance 2\n"
      "memory st -> ld distance 1 partial\n"
      "memory st -> ld distance 1 latency 7 address-latency 2 renamed named\n"
      "possible st -> 0 distance 1 address-latency 3\n"
      "write-after-write st -> st distance 1\n"
      "write-after-read ld -> st\n",
      C);
  EXPECT_EQ(K.Instrs[0].Accesses[0].Address, "[rdi + 8]");
  // Failing takes 10 cycles more, wherever they are counted from.
  const std::vector<MemoryDependence> Expected{
      {1, 0, 2, 5, false, false, 8},
      {1, 0, 1, 15, false, true, 18},
      {1, 0, 1, 7, true, false, 2, true}};
  EXPECT_TRUE(sameAll(K.MemoryDependences, Expected));
  const std::vector<MemoryDependence> Possible{{1, 0, 1, 5, false, false, 3}};
  EXPECT_TRUE(sameAll(K.PossibleDependences, Possible));
  const std::vector<MemoryOrder> Orders{{MemoryOrder::WriteAfterWrite, 1, 1, 1},
                                        {MemoryOrder::WriteAfterRead, 0, 1, 0}};
  EXPECT_TRUE(sameAll(K.MemoryOrders, Orders));
}

TEST(KernelText, FusedUopsAreOnePerUop) {
  const Kernel K = parseBody("nop\n"
                             "a : none\n"
                             "b : p0 | p0 | p0\n"
                             "c fused 1 : p0 | p0\n"
                             "d macro-fused\n",
                             makeCpu(1));
  const std::vector<uint16_t> Expected{1, 1, 3, 1, 0};
  for (size_t I = 0; I != Expected.size(); ++I)
    EXPECT_EQ(K.Instrs[I].FusedUops, Expected[I]) << "instruction " << I;
}

TEST(KernelText, NumberedClassesAreKept) {
  const Kernel K =
      parseBody("a : none ; reads x-1@7 ; writes x@9 latency 2\n", makeCpu(1));
  EXPECT_EQ(K.Instrs[0].Uops[0].Reads[0].Bypasses[0].Producer, 7);
  EXPECT_EQ(K.Instrs[0].Uops[0].Writes[0].WriteClass, 9);
}

TEST(KernelText, SharedReadsAreMarked) {
  const Kernel K = parseBody("a : none ; reads x* y z*-1@7\n", makeCpu(1));
  const auto &Reads = K.Instrs[0].Uops[0].Reads;
  ASSERT_EQ(Reads.size(), 3u);
  EXPECT_TRUE(Reads[0].Shared);
  EXPECT_FALSE(Reads[1].Shared);
  EXPECT_TRUE(Reads[2].Shared);
  EXPECT_EQ(Reads[2].Bypasses[0].Producer, 7);
}

TEST(KernelText, DelaysOfWhatIsIssuedTogether) {
  const Cpu C = makeCpu(1);
  const Kernel K = parseBody("a : none ; reads x+2@7 together y-1\n", C);
  const auto &Reads = K.Instrs[0].Uops[0].Reads;
  ASSERT_EQ(Reads.size(), 2u);
  EXPECT_TRUE(Reads[0].Bypasses[0].Together);
  EXPECT_EQ(Reads[0].Bypasses[0].Cycles, -2);
  EXPECT_FALSE(Reads[1].Bypasses[0].Together);
  EXPECT_NE(print(K, C).find("reads x+2@7 together y-1"), std::string::npos);
}

TEST(KernelText, ResourceNames) {
  Cpu C = makeCpu(4);
  C.Resources[3].Name = "p12"; // a name beats digits
  EXPECT_EQ(parseBody("a : p12\n", C).Instrs[0].Uops[0].Uses[0].Resources, 8u);
  EXPECT_EQ(parseBody("a : p1/p2\n", C).Instrs[0].Uops[0].Uses[0].Resources,
            6u);
  EXPECT_EQ(resourceSetText(6, C), "p1/p2");
  EXPECT_EQ(resourceSetText(9, C), "p0/p12");
  EXPECT_EQ(resourceSetText(5, C), "p02");
  EXPECT_EQ(resourceSetText(1, C), "p0");
  EXPECT_EQ(resourceSetText(0, C), "none");
  C.Resources[0].Name = "load";
  EXPECT_EQ(resourceSetText(1, C), "\"load\"");
  EXPECT_EQ(
      parseBody("a : load \"load\"\n", C).Instrs[0].Uops[0].Uses[0].Resources,
      1u);
}

TEST(KernelText, Expectations) {
  const NamedKernel N = parseOne("kernel k\n"
                                 "  expect cycles 1.50 ports 8/6\n"
                                 "  expect bound-by front-end saturated p1/p0 "
                                 "load p1 2.0\n"
                                 "  expect recurrence \"b.ne\" -> a\n"
                                 "  expect saturated none front-end 7\n",
                                 makeCpu(2));
  const std::vector<std::pair<std::string, std::string>> Expected{
      {"cycles", "3/2"},     {"ports", "4/3"},  {"bound-by", "front-end"},
      {"saturated", "p01"},  {"load p1", "2"},  {"recurrence", "b.ne->a"},
      {"saturated", "none"}, {"front-end", "7"}};
  ASSERT_EQ(N.Expected.size(), Expected.size());
  for (size_t I = 0; I != Expected.size(); ++I) {
    EXPECT_EQ(N.Expected[I].Key, Expected[I].first);
    EXPECT_EQ(N.Expected[I].Value, Expected[I].second);
  }
  EXPECT_EQ(N.Expected[2].Line, 3u);
  EXPECT_EQ(N.Expected[2].Column, 10u);
}

TEST(KernelText, PrintedForm) {
  const Cpu C = makeCpu(4, 1);
  const std::string Text = "kernel k\n"
                           "  ld taken : load p23 ; reads rdi ; writes x "
                           "latency 5\n"
                           "  nop\n"
                           "  rmw fused 1\n"
                           "    : p0 + u0*7 ; reads x-2@1+1 ; writes $t "
                           "latency 1 \"latency\"@1 latency 4\n"
                           "    | store-data p3 ; reads $t\n"
                           "  \"expect\" : none ; reads \"r 1\"\n"
                           "  push size 3 queued 1 microcode 5 complex "
                           "simple-decoders 1 fusible opcode 1 "
                           "length-changing extra-slot stack -8 "
                           "reads-stack-pointer writes-stack-pointer order "
                           "loads-and-stores repeat 4 as 1 access 3-8 step 0 "
                           "bytes 8 access 4294967295+1\n"
                           "    : merge p0\n"
                           "    | p0\n"
                           "    | load p0 ; reads x ; writes y latency 5 ; "
                           "access 1\n"
                           "  mov move general\n"
                           "    : none ; reads x ; writes y latency 0\n"
                           "    : executed p1 ; reads x ; writes y latency 1\n"
                           "  memory 2 -> 0 distance 1 latency 5\n";
  EXPECT_EQ(print(parseOne(Text, C).K, C), Text);
}

} // namespace
