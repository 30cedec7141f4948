//===- CycleBinderTest.cpp - Tests of queues chosen by cycles -------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHelper.h"
#include "gtest/gtest.h"

using namespace takt;
using namespace takt::test;

namespace {

/// The ports of the first \p Count µops of compute instructions, in order.
std::string ports(llvm::StringRef Body, const Cpu &C, size_t Count) {
  std::map<std::pair<uint64_t, unsigned>, int> Of;
  for (const PipelineEvent &E : record(Body, C, Stage::Dispatched, 60))
    if (E.Port < 2)
      Of[{E.Iteration, E.Instr}] = E.Port;
  std::string Result;
  for (const auto &[At, Port] : Of)
    if (Result.size() != Count)
      Result += char('0' + Port);
  return Result;
}

TEST(CycleBinder, LeavesAQueueToThoseBehind) {
  // In the order of the queues, but one that has no choice gets its own.
  EXPECT_EQ(ports("a : p01\nb : p01\n", byCycle(2), 4), "0101");
  EXPECT_EQ(ports("a : p01\nb : p0\n", byCycle(2), 4), "1010");
  EXPECT_EQ(ports("a : p1\nb : p01\n", byCycle(2), 4), "1010");
}

TEST(CycleBinder, BindsOneOperationToAQueueInACycle) {
  // Neither has a place for a third that could go to both.
  std::map<uint64_t, unsigned> InCycle;
  for (const PipelineEvent &E :
       record("a : p01\nb : p01\nc : p01\n", byCycle(3), Stage::Issued))
    EXPECT_LE(++InCycle[E.Cycle], 2u) << E.Cycle;
  // Two without a choice take the queue's other place, too.
  InCycle.clear();
  unsigned Most = 0;
  for (const PipelineEvent &E :
       record("a : p1\nb : p1\n", byCycle(2), Stage::Issued))
    Most = std::max(Most, ++InCycle[E.Cycle]);
  EXPECT_EQ(Most, 2u);
}

TEST(CycleBinder, PrefersQueuesThatHeldLess) {
  // Nobody leaves a queue as far as the choice knows.
  const char *const Body = "a : p01 ; reads x ; writes x latency 9\n";
  EXPECT_EQ(ports(Body, byCycle(1), 6), "010101");
  Cpu C = byCycle(1);
  C.Binding.SeenAfter = 3;
  EXPECT_EQ(ports(Body, C, 6), "000111");
}

TEST(CycleBinder, KnowsLaterWhoHasLeft) {
  // One a cycle, which goes in the next one.
  Cpu C = byCycle(1);
  C.Binding.LeftAfter = 1;
  EXPECT_EQ(ports("a : p01\n", C, 6), "010101");
  // The fourth sees the second and the third, the fifth the third and fourth.
  C.Binding.LeftAfter = 2;
  EXPECT_EQ(ports("a : p01\n", C, 6), "010010");
}

/// The cycles in which iterations 1 to \p Last of the instruction at \p Index
/// issue, as the distances from one to the next.
std::string distances(llvm::StringRef Body, const Cpu &C, unsigned Index,
                      unsigned Last) {
  std::map<uint64_t, uint64_t> At;
  for (const PipelineEvent &E : record(Body, C, Stage::Issued, 100))
    if (E.Instr == Index)
      At[E.Iteration] = E.Cycle;
  std::string Result;
  for (unsigned I = 1; I <= Last; ++I)
    Result += std::to_string(At.at(I) - At.at(I - 1));
  return Result;
}

TEST(CycleBinder, WaitsUnlessEachHasTheReserve) {
  // a goes every fifth cycle. When its queue has one entry left, b comes in,
  // but then a waits a cycle, since that b may have taken it. When it is full b
  // waits, too, although its own queue is empty.
  Cpu C = byCycle(1);
  C.Queues[0].Entries = 4;
  EXPECT_EQ(distances("a : p0*5\nb : p1\n", C, 0, 8), "22223355");
  EXPECT_EQ(distances("a : p0*5\nb : p1\n", C, 1, 8), "22223555");
}

TEST(CycleBinder, FearsThatTheLastCycleTookTheReserve) {
  // The first leaves in the next cycle, the others stay. The fourth finds two
  // entries, but would the third have taken two there were one.
  Cpu C = byCycle(1);
  C.Queues[0].Entries = 4;
  const char *const Body = "a : p0 ; reads x ; writes x latency 30\n";
  C.Binding.Reserve = 2;
  EXPECT_EQ(distances(Body, C, 0, 3), "112");
  C.Binding.Reserve = 1;
  EXPECT_EQ(distances(Body, C, 0, 4), "1111");
}

TEST(CycleBinder, FreesEntriesLater) {
  // One entry, which is left in the cycle after it is taken.
  Cpu C = byCycle(1);
  C.Queues[0].Entries = 1;
  EXPECT_EQ(distances("a : p0\n", C, 0, 4), "2222");
  C.Binding.FreeAfter = 4;
  EXPECT_EQ(distances("a : p0\n", C, 0, 4), "5555");
}

TEST(CycleBinder, KeepsPlacesOfAddressesForOneQueue) {
  // p1 is with the addresses of p3, p4 with those of p5.
  Cpu C = byCycle(3);
  DispatchQueue Q = C.Queues[0];
  Q.Ports = 0x30;
  C.Queues.push_back(Q);
  C.Binding.FirstPorts = 0x13;
  C.LoadPorts = C.StoreAddressPorts = 0x28;
  // Of those that may go to two queues each has one.
  EXPECT_EQ(issued("a : p14\nb : p14\nc : p14\n", C, 4), "2222");
  EXPECT_EQ(issued("a : p1\nb : p1\nc : p14\n", C, 2), "33");
  // The place beside p0 is nobody's address.
  EXPECT_EQ(issued("a : p01\nb : p01\nc : p01\n", C, 2), "33");
}

/// Three queues: of p0, of p1 with addresses, of p4 with another place beside.
Cpu threeQueues(unsigned Width) {
  Cpu C = byCycle(Width);
  DispatchQueue Q = C.Queues[0];
  Q.Ports = 0x14;
  C.Queues[0].Ports = 0x1;
  C.Queues.push_back(Q);
  C.Binding.FirstPorts = 0x13;
  return C;
}

TEST(CycleBinder, GivesSecondPlacesWhileThereIsAmple) {
  // All stay. The queue of p4 takes two in every second cycle, and has 8 free
  // entries for the first three, 6, 4 and 2 for the next ones, for the last of
  // which there were not six two cycles before.
  Cpu C = threeQueues(3);
  C.Queues[2].Entries = 8;
  C.Binding.Reserve = 2;
  EXPECT_EQ(issued("a : p04 ; reads x ; writes x latency 30\n"
                   "b : p04 ; reads x ; writes x latency 30\n"
                   "c : p04 ; reads x ; writes x latency 30\n"
                   "d : none\ne : none\nf : none\n",
                   C, 7),
            "3333332");
}

TEST(CycleBinder, CountsWhatIsAmpleTwoCyclesBefore) {
  // In the third cycle the queue of p4 has room for two, and for twice the
  // reserve when the second one began. But the first one could have put two
  // into it that began with five, unless it put nothing anywhere.
  Cpu C = threeQueues(3);
  C.Queues[2].Entries = 5;
  C.Binding.Reserve = 2;
  const std::string Stays = " ; reads x ; writes x latency 30\n";
  const std::string Rest = "s : p4" + Stays + "n : none\no : none\n" +
                           "a : p04" + Stays + "b : p04" + Stays + "c : p04" +
                           Stays;
  EXPECT_EQ(issued("r : p4" + Stays + "l : none\nm : none\n" + Rest, C, 3),
            "332");
  EXPECT_EQ(issued("k : none\nl : none\nm : none\n" + Rest, C, 3), "333");
}

TEST(CycleBinder, GivesSecondPlacesWhereverElseThereIsNone) {
  // The queue of p1 is full: a takes its port for two cycles. c still goes
  // beside an operation in the queue of p4, so that the cycles of dispatch are
  // a third of a and the others, and of these p1 has one in each.
  const auto Cycles = [](llvm::StringRef Others) {
    Cpu C = threeQueues(6);
    for (DispatchQueue &Q : C.Queues)
      Q.Entries = 8;
    C.Binding.Reserve = 2;
    return cycles(("a : p1*2\n" + Others + "c : p04\n").str(), C);
  };
  EXPECT_EQ(Cycles("l : p014\nl : p014\n"), "2");
  EXPECT_EQ(Cycles("l : p014\nl : p014\nl : p014\n"), "7/3");
  EXPECT_EQ(Cycles("l : p014\nl : p014\nl : p014\nl : p014\nl : p014\n"), "3");
}

TEST(CycleBinder, GivesTwinsBothPlacesOfTheirQueue) {
  // The reserve is enough for them.
  Cpu C = byCycle(2);
  C.Queues[0].Entries = 8;
  C.Binding.Reserve = 2;
  EXPECT_EQ(issued("a : p0 ; reads x ; writes x latency 30\n"
                   "b : p0 ; reads x ; writes x latency 30\n"
                   "c : p1\nd : p1\n",
                   C, 7),
            "2222222");
  // A load may have its place all the same.
  C.LoadPorts = C.StoreAddressPorts = 0x4;
  EXPECT_EQ(issued("a : p0 ; reads x ; writes x latency 30\n"
                   "b : load p2 ; reads x\n"
                   "c : p1\nd : p1\n",
                   C, 7),
            "2222222");
  // One that has no twin does not go beside another that has the first place.
  EXPECT_EQ(cycles("a : p014\nb : p014\nc : p014\nd : p1\n", threeQueues(4)),
            "4/3");
  // c gets p1 because d has the second place of p4, and is no twin of e for it.
  EXPECT_EQ(
      issued("a : p0\nb : p014\nc : p14\nd : p4\ne : p1\n", threeQueues(5), 4),
      "4444");
}

TEST(CycleBinder, GivesSingleQueuesNoTwins) {
  Cpu C = byCycle(2);
  EXPECT_EQ(issued("a : p1\nb : p1\n", C, 4), "2222");
  C.Binding.SinglePorts = 0x2;
  EXPECT_EQ(issued("a : p1\nb : p1\n", C, 4), "1111");
  EXPECT_EQ(issued("a : p0\nb : p0\n", C, 4), "2222");
}

TEST(CycleBinder, DispatchesNothingElseWithTwinsAndTheirNeighbor) {
  // Both places of p1 are taken; c, which could have gone there, closes the
  // cycle, whatever comes then, and whichever of them is the last.
  EXPECT_EQ(issued("a : p1\nb : p1\nc : p01\nd : none\n", threeQueues(4), 4),
            "3333");
  EXPECT_EQ(issued("c : p01\na : p1\nb : p1\nd : p014\n", threeQueues(4), 4),
            "3333");
  // One that may go anywhere, or nowhere near, is no neighbor.
  EXPECT_EQ(issued("a : p1\nb : p1\nc : p014\nd : p04\n", threeQueues(4), 4),
            "4444");
}

TEST(CycleBinder, GivesABranchTheOtherPlace) {
  // p0 and p1 are taken; the branch goes to p2 in the same cycle.
  const char *const Body = "a : p01\nb : p01\nc : branch p02\n";
  EXPECT_EQ(cycles(Body, byCycle(3)), "1");
  Cpu C = byCycle(3);
  C.Queues[0].Ports = 0x1;
  C.Queues.push_back(C.Queues[0]);
  C.Queues[2].Ports = 0x4;
  // No other place in the queue of p0.
  EXPECT_EQ(cycles("a : p01\nb : p01\nc : branch p0\n", C), "3/2");
}

/// The ports, 0 to 9, of the first iteration's µops.
std::string firstPorts(llvm::StringRef Body, const Cpu &C) {
  std::map<unsigned, char> Of;
  for (const PipelineEvent &E : record(Body, C, Stage::Dispatched, 20))
    if (E.Iteration == 0)
      Of[E.Instr] = char('0' + E.Port);
  std::string Result;
  for (const auto &[Instr, Port] : Of)
    Result += Port;
  return Result;
}

TEST(CycleBinder, LeavesTheFirstPlaceToOthersBesideASecondOne) {
  // p4 has another place beside it. Of the two that may go to p0 or p4 the
  // first has it, and the last goes to p0, wherever they are in the cycle.
  const Cpu C = threeQueues(4);
  EXPECT_EQ(firstPorts("a : p04\nb : p014\nc : p014\nd : p04\n", C), "4140");
  EXPECT_EQ(firstPorts("a : p014\nb : p014\nc : p04\nd : p04\n", C), "1440");
  EXPECT_EQ(firstPorts("a : p04\nb : p04\nc : p014\nd : p014\n", C), "4014");
  // One that has no rival takes the place, too.
  EXPECT_EQ(firstPorts("a : p014\nb : p04\nc : p014\nd : p014\n", C), "0414");
  // Of three the last has it: the others need both queues.
  EXPECT_EQ(firstPorts("a : p04\nb : p04\nc : p04\nd : p014\n", C), "0441");
}

TEST(CycleBinder, KeepsALoadWithItsOperationUnlessIndexed) {
  // The load binds its operation to p1, so that b, too, waits for p1.
  EXPECT_EQ(ports("a fused 1 : load p3 ; reads x ; writes $t latency 1 | p01 ; "
                  "reads $t\n",
                  byCycle(1), 3),
            "111");
  // With two registers in the address it has an entry of its own.
  EXPECT_EQ(ports("a fused 1 : load p3 ; reads x ; reads y ; writes $t latency "
                  "1 | p01 ; reads $t\n",
                  byCycle(1), 1),
            "0");
}

TEST(CycleBinder, DispatchesWhatWantsMoreThanACycleHas) {
  // Three operations and a second place that none of them may use.
  EXPECT_EQ(cycles("a fused 1 : p01 | p01 | p01\n", byCycle(2)), "3/2");
}

TEST(CycleBinder, DispatchesWhatWantsTwoPlacesOfAQueueThatNeverHasAmple) {
  // A second place takes twice the reserve, more than there are entries.
  Cpu C = byCycle(2);
  C.Queues[0].Entries = 3;
  C.Binding.Reserve = 2;
  EXPECT_EQ(cycles("a fused 1 : p0 | p0\n", C), "2");
}

TEST(CycleBinder, AddressesInOneEntryHaveOneQueue) {
  // p2 and p3 are the loads', p3 alone is the stores'.
  Cpu C = byCycle(1);
  C.LoadPorts = 0xc;
  for (const PipelineEvent &E :
       record("a fused 1 : load p23 ; reads x ; writes $t latency 1 | "
              "store-address p3 ; reads x\n",
              C, Stage::Dispatched))
    EXPECT_EQ(E.Port, 3u);
}

/// Three queues, of p0, p1 and p4, each with the address pipe p2, p3 or p5.
Cpu threeAddressPipes(unsigned Width) {
  Cpu C = byCycle(Width);
  DispatchQueue Q = C.Queues[0];
  Q.Ports = 0x30;
  C.Queues.push_back(Q);
  C.LoadPorts = C.StoreAddressPorts = 0x2c;
  C.Binding.FirstPorts = 0x13;
  return C;
}

TEST(CycleBinder, HalvesOfAStoresAddressHaveEntriesOfTheirOwn) {
  // The second one is a µop of the address pipes.
  std::string Ports;
  for (const PipelineEvent &E :
       record("a fused 1 : store-address p235 ; reads x | p235 ; reads x\n",
              threeAddressPipes(1), Stage::Dispatched, 20))
    if (E.Iteration == 0)
      Ports += char('0' + E.Port);
  EXPECT_EQ(Ports, "23");
}

TEST(CycleBinder, KeepsAddressesOfSomeQueuesToTheirPlacesWithoutAmple) {
  // All stay. Of three in a cycle that two of the address pipes take one has an
  // operation's place, until one of their queues, which get one or two each in
  // a cycle, had not four of its entries free when the cycle before began.
  const auto With = [](unsigned Width) {
    Cpu C = threeAddressPipes(Width);
    C.Queues[0].Entries = C.Queues[1].Entries = 8;
    C.Binding.Reserve = 2;
    return C;
  };
  const std::string Load = " ; reads x ; writes $t latency 1\n";
  EXPECT_EQ(issued("a : load p23" + Load + "b : load p23" + Load +
                       "c : load p23 ; reads x ; writes x latency 30\n",
                   With(3), 9),
            "333332222");
  // Beside one that all address pipes take it has an operation's place as ever.
  EXPECT_EQ(issued("a : load p235" + Load + "b : load p23" + Load +
                       "c : load p23" + Load +
                       "d : load p23 ; reads x ; writes x latency 30\n",
                   With(4), 9),
            "444444444");
  // What all address pipes take does not mind.
  EXPECT_EQ(issued("a : load p235" + Load + "b : load p235" + Load +
                       "c : load p235" + Load +
                       "d : load p235 ; reads x ; writes x latency 30\n",
                   With(4), 9),
            "444444444");
}

TEST(CycleBinder, CountsWhatItDoesNotBind) {
  // b's queue is p0's or p4's, which cycles do not bind. Of equal counts a goes
  // to p0.
  Cpu C = byCycle(2);
  C.Queues.push_back(C.Queues[0]);
  C.Queues[2].Ports = 0x10;
  C.Binding.LeftAfter = 1;
  EXPECT_EQ(cycles("a : p01\nb : p0/p4\n", C), "1");
}

} // namespace
