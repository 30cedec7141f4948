//===- MachineTest.cpp - Rules of the back end, one by one ----------------===//
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

TEST(Machine, NothingToDo) {
  const SimulationResult R = simulate(Kernel(), machine());
  EXPECT_TRUE(R.Exact);
  EXPECT_EQ(R.Cycles, Rational(0));
  EXPECT_EQ(R.Simulated, 0u);
}

TEST(Machine, Chain) {
  EXPECT_EQ(cycles("mul : p0 ; reads x ; writes x latency 3\n", machine()),
            "3");
  // Through two instructions, every second iteration.
  EXPECT_EQ(cycles("a : p0 ; reads x ; writes y latency 2\n"
                   "b : p1 ; reads y ; writes x latency 5\n",
                   machine()),
            "7");
  // A bypass shortens the way to one reader.
  EXPECT_EQ(
      cycles("mac : p0 ; reads x-3@mac ; writes x@mac latency 5\n", machine()),
      "2");
}

TEST(Machine, IssueWidth) {
  EXPECT_EQ(cycles("a : p0\nb : p1\nc : p2\n", machine(2)), "3/2");
  EXPECT_EQ(cycles("n : none\n", machine(4)), "1/4");
}

TEST(Machine, HasNoPorts) {
  Cpu C = machine(4);
  C.Resources.clear();
  C.LoadPorts = C.StoreAddressPorts = C.StoreDataPorts = 0;
  EXPECT_EQ(cycles("n : none\n", C), "1/4");
}

TEST(Machine, StagesOfAMicroOp) {
  Cpu C = machine();
  C.Schedule.IssueToDispatch = 5;
  C.Schedule.ExecuteDelay = 2;
  Recorder R;
  SimulationOptions O;
  O.Listener = &R;
  simulate(parseBody("a : p0 ; reads x ; writes x latency 1\n", C), C, O);
  // The queue is filled at the end of cycle 0.
  EXPECT_EQ(R.of(Stage::Queued)[0].Cycle, 0u);
  EXPECT_EQ(R.of(Stage::Issued)[0].Cycle, 1u);
  EXPECT_EQ(R.of(Stage::Ready)[0].Cycle, 6u);
  EXPECT_EQ(R.of(Stage::Dispatched)[0].Cycle, 6u);
  EXPECT_EQ(R.of(Stage::Dispatched)[0].Port, 0);
  EXPECT_EQ(R.of(Stage::Executed)[0].Cycle, 8u);
  EXPECT_EQ(R.of(Stage::Retired)[0].Cycle, 9u);
  EXPECT_EQ(R.of(Stage::Dispatched)[1].Cycle, 7u);
}

TEST(Machine, SlotsWithoutUop) {
  // Three slots of one µop: two hold nothing, and are issued and retired like
  // the first.
  const Cpu C = machine(4);
  for (const Stage What : {Stage::Issued, Stage::Retired}) {
    const auto E = record("a fused 3 : p0\n", C, What);
    ASSERT_GE(E.size(), 6u);
    for (unsigned I = 0; I != 6; ++I) {
      EXPECT_EQ(E[I].Iteration, I / 3);
      EXPECT_EQ(E[I].Fused, I % 3);
      EXPECT_EQ(E[I].Uop, I % 3 == 0 ? 0 : PipelineEvent::NoUop);
    }
  }
  for (const PipelineEvent &E :
       record("a fused 3 : p0\n", C, Stage::Dispatched))
    EXPECT_EQ(E.Uop, 0);
}

TEST(Machine, ReorderBuffer) {
  Cpu C = machine(1);
  C.ReorderBuffer = 4;
  // Issued in 0, dispatched in 1, executed in 21, retired in 22; in 23 the
  // renamer sees the free entry, one of four.
  EXPECT_EQ(cycles("ld : p0 ; writes x latency 20\n", C), "23/4");
  SimulationOptions O;
  O.Without.Buffers = true;
  EXPECT_EQ(cycles("ld : p0 ; writes x latency 20\n", C, O), "1");
}

TEST(Machine, SchedulerEntries) {
  Cpu C = machine(1);
  C.Scheduler = 4;
  C.Schedule.IssueToDispatch = 10;
  // Taken from issue to dispatch, seen free in the next cycle.
  EXPECT_EQ(cycles("a : p0\n", C), "11/4");
  // What has no port takes none.
  EXPECT_EQ(cycles("n : none\n", C), "1");
}

TEST(Machine, NoneGoesInTheCycleOfItsIssue) {
  Cpu C = machine(1);
  C.Scheduler = 1;
  C.Schedule.IssueToDispatch = 0;
  for (const PortChoice Ports :
       {PortChoice::AtDispatch, PortChoice::SixPorts, PortChoice::EightPorts}) {
    C.Rename.Ports = Ports;
    // The only entry is taken for a cycle, and seen free in the next one.
    EXPECT_EQ(cycles("a : p01\n", C), "2");
  }
}

TEST(Machine, Headroom) {
  Cpu C = machine(4);
  C.Scheduler = 6;
  C.Schedule.IssueToDispatch = 10;
  // No group starts with less room than four entries: one of 4, then none.
  EXPECT_EQ(cycles("a : p01\n", C), "11/4");
}

TEST(Machine, LoadAndStoreBuffer) {
  Cpu C = machine(1);
  C.LoadBuffer = 2;
  // From issue (0) to retirement (12), seen in 13.
  EXPECT_EQ(cycles("ld : load p2 ; writes x latency 10\n", C), "13/2");
  C = machine(2);
  C.StoreBuffer = 1;
  // Executed in 1 + 5, retired in 7, written in 8, seen in 9.
  EXPECT_EQ(cycles("st fused 1 : store-address p2 | store-data p4\n", C), "9");
}

TEST(Machine, Registers) {
  Cpu C = machine(1);
  C.Registers.General = 2;
  const std::string Body = "a : p0 ; writes x latency 10\n";
  // From issue (0) to retirement (12), seen in 13.
  EXPECT_EQ(cycles(Body + "registers general x\n", C), "13/2");
  EXPECT_EQ(cycles(Body + "registers vector x\n", C), "1");
  EXPECT_EQ(cycles(Body, C), "1");
  // One that the renamer gives a name takes none.
  EXPECT_EQ(cycles("n : none ; writes x\nregisters general x\n", C), "1");
  C.Registers = {0, 4, 3};
  EXPECT_EQ(cycles(Body + "registers vector x\n", C), "13/4");
  EXPECT_EQ(cycles(Body + "registers mask x\n", C), "13/3");
  // One file is full, whatever the others have.
  EXPECT_EQ(cycles("a : p0 ; writes x latency 10\n"
                   "b : p1 ; writes y latency 10\n"
                   "registers vector x\nregisters mask y\n",
                   C),
            "13/3");
  SimulationOptions O;
  O.Without.Buffers = true;
  EXPECT_EQ(cycles(Body + "registers mask x\n", C, O), "1");
}

TEST(Machine, RegistersOfOneUop) {
  Cpu C = machine(1);
  C.Registers.General = 4;
  const char *Two = "a : p0 ; writes x latency 10 y latency 10\n"
                    "registers general x y\n";
  EXPECT_EQ(cycles(Two, C), "13/2");
  // What needs more than there are goes when nobody has any.
  C.Registers.General = 1;
  EXPECT_EQ(cycles(Two, C), "13");
}

TEST(Machine, Retirement) {
  Cpu C = machine(4);
  C.RetireWidth = 1;
  EXPECT_EQ(cycles("n : none\n", C), "1");
  SimulationOptions O;
  O.Without.IssueWidth = true;
  // Only the queue is left.
  EXPECT_EQ(simulate(parseBody("n : none\n", C), C, O).Cycles <=
                Rational(1, 100),
            true);
}

TEST(Machine, Divider) {
  EXPECT_EQ(cycles("div : p0 + u0*6\n", machine()), "6");
  // The port is free for others in the meantime, and the older one goes first.
  Cpu C = machine();
  C.ReorderBuffer = 32;
  EXPECT_EQ(cycles("div : p0 + u0*6\na : p0\nb : p0\nc : p0\n", C), "6");
  SimulationOptions O;
  O.Without.Units = true;
  EXPECT_EQ(cycles("div : p0 + u0*6\n", machine(), O), "1");
  O = {};
  O.Without.Resources = ResourceMask(1) << 6;
  EXPECT_EQ(cycles("div : p0 + u0*6\n", machine(), O), "1");
  O = {};
  O.Without.Ports = true;
  EXPECT_EQ(cycles("a : p0\nb : p0\n", machine(), O), "1/2");
}

TEST(Machine, RepeatedInstructions) {
  EXPECT_EQ(cycles("x repeat 7 : p0 | p1\n", machine()), "7");
  EXPECT_EQ(cycles("x repeat 7 as 1 : p0\ny repeat 7 as 1 : p1\n", machine()),
            "14");
  Cpu C = machine();
  C.ReorderBuffer = 16;
  EXPECT_EQ(cycles("x repeat 7 as 1 : p0\ny repeat 5 as 2 : p1\n", C), "7");
}

TEST(Machine, OperandsJustInTime) {
  Cpu C = machine(1);
  C.Schedule.IssueToDispatch = 5;
  C.Schedule.LateWindow = 2;
  const auto Ready = record("a : p0 ; reads x ; writes x\n", C, Stage::Ready);
  // Issued in 1, 2, 3, ...: the second one's operand is there in 7 = 2 + 5, the
  // third one's in 9 = 3 + 6, the fourth one's in 11 = 4 + 7.
  EXPECT_EQ(Ready[0].Cycle, 6u);
  EXPECT_EQ(Ready[1].Cycle, 8u);
  EXPECT_EQ(Ready[2].Cycle, 10u);
  EXPECT_EQ(Ready[3].Cycle, 11u);
  EXPECT_EQ(Ready[4].Cycle, 12u);
}

/// A machine that issues \p Width queued µops a cycle, which may come apart.
Cpu unlaminating(unsigned Width) {
  Cpu C = machine(Width);
  C.Fetch.Kind = FrontEndKind::Intel;
  C.Fetch.Intel.CacheWidth = Width;
  return C;
}

TEST(Machine, UnlaminatedMicroOpsStayTogether) {
  const Cpu C = unlaminating(4);
  SimulationOptions O;
  O.Without.FrontEnd = true;
  // Three groups of two fused µops: two per cycle, not one and a half.
  const llvm::StringRef Add = "add fused 2 queued 1 : load p2 ; writes $x | p0 "
                              "; reads $x\n";
  EXPECT_EQ(cycles((Add + "n : none\n").str(), C, O), "1");
  const auto Issued = [&] {
    Recorder R;
    O.Listener = &R;
    simulate(parseBody((Add + "n : none\n").str(), C), C, O);
    return R.of(Stage::Issued);
  }();
  // load + op, nop, and no half of the next one.
  EXPECT_EQ(Issued[2].Instr, 1u);
  EXPECT_EQ(Issued[2].Cycle, 1u);
  EXPECT_EQ(Issued[3].Instr, 0u);
  EXPECT_EQ(Issued[3].Cycle, 2u);
}

TEST(Machine, UnlaminatedMicroOpsHaveTheFirstPlaces) {
  Cpu C = unlaminating(6);
  SimulationOptions O;
  O.Without.FrontEnd = true;
  const std::string Add = "add fused 2 queued 1 : none | none\n";
  const std::string Nop = "n : none\n";
  // Three fit in a cycle.
  EXPECT_EQ(cycles(Add, C, O), "1/3");
  EXPECT_EQ(cycles(Nop + Nop + Nop + Add + Nop, C, O), "1");
  C.Rename.ApartPerCycle = 2;
  EXPECT_EQ(cycles(Add, C, O), "1/2");
  EXPECT_EQ(cycles(Nop + Nop + Nop + Add + Nop, C, O), "1");
  C.Rename.ApartPlaces = 3;
  EXPECT_EQ(cycles(Add, C, O), "1/2");
  EXPECT_EQ(cycles(Add + Nop + Nop + Nop + Nop, C, O), "1");
  // The second one would be the fourth of a cycle.
  EXPECT_EQ(cycles(Add + Nop + Nop + Add + Nop, C, O), "3/2");
  // Without a limit to what is issued places are none.
  O.Without.IssueWidth = true;
  EXPECT_EQ(cycles(Add + Nop + Nop + Add + Nop + "p : p0\n", C, O), "1");
}

TEST(Machine, IssuedTogetherWithWhatMakesAnOperand) {
  const std::string Test = "t : p1 ; writes f@logic latency 1\n";
  const std::string Move = "m : p0 ; reads x f+1@logic together ; writes x "
                           "latency 1\n";
  const std::string Nop = "n : none\n";
  for (PortChoice P : {PortChoice::AtDispatch, PortChoice::TwelvePorts}) {
    Cpu C = machine(4);
    C.Rename.Ports = P;
    EXPECT_EQ(cycles(Test + Nop + Nop + Move, C), "2");
    // The fourth place behind it is in the next cycle.
    EXPECT_EQ(cycles(Test + Nop + Nop + Nop + Move + Nop + Nop + Nop, C), "2");
    // Of three iterations of four µops in two cycles of six two are together.
    Cpu Six = machine(6);
    Six.Rename.Ports = P;
    EXPECT_EQ(cycles(Test + Nop + Move + Nop, Six), "5/3");
    // Of another kind of producer.
    EXPECT_EQ(cycles("t : p1 ; writes f@other latency 1\n" + Move, C), "1");
  }
}

TEST(Machine, GroupsWiderThanACycle) {
  Cpu C = machine(2);
  C.Fetch.Kind = FrontEndKind::Intel;
  SimulationOptions O;
  O.Without.FrontEnd = true;
  EXPECT_EQ(
      cycles("x fused 5 queued 1 : none | none | none | none | none\n", C, O),
      "3");
}

TEST(Machine, MergesIssueAlone) {
  EXPECT_EQ(cycles("a : none\nb : merge p0 | p1\n", machine()), "2");
  // The instruction sees what its merge writes.
  const auto Ready = record("b : merge p0 ; reads x ; writes x latency 3 | p1 "
                            "; reads x\n",
                            machine(), Stage::Ready);
  EXPECT_EQ(Ready[0].Cycle, 2u);
  EXPECT_EQ(Ready[0].Origin, UopOrigin::Merge);
  EXPECT_EQ(Ready[1].Cycle, 5u);
}

TEST(Machine, SerializingInstructions) {
  // Issued in 0, dispatched in 1, executed in 2, retired in 3, seen in 4.
  EXPECT_EQ(cycles("cpuid order serializing : p0\n", machine()), "4");
}

TEST(Machine, StackSyncMicroOps) {
  Cpu C = machine(1);
  C.StackPointer.Name = "rsp";
  C.Rename.StackEngine = true;
  C.Rename.StackSyncPorts = 0x3;
  const llvm::StringRef Body = "push stack -8 : p2 ; reads rsp\n"
                               "lea reads-stack-pointer : p0 ; reads rsp\n";
  EXPECT_EQ(cycles(Body, C), "3");
  C.Rename.StackEngine = false;
  EXPECT_EQ(cycles(Body, C), "2");
  // Each one waits for the one before, and the next reader for it.
  C = machine(8);
  C.StackPointer.Name = "rsp";
  C.Rename.StackEngine = true;
  C.Rename.StackSyncPorts = 0x3;
  EXPECT_EQ(cycles(Body, C), "1");
}

/// Six wide, with a stack engine whose µop every use takes.
Cpu synced() {
  Cpu C = machine(6);
  C.StackPointer.Name = "rsp";
  C.Rename.StackEngine = true;
  C.Rename.StackSyncPorts = 0x3;
  C.Rename.StackSyncsEveryUse = true;
  return C;
}

TEST(Machine, StackSyncMicroOpsOfEveryUse) {
  const std::string Use = "cmp reads-stack-pointer : none\n";
  const std::string None = "nop : none\n";
  // One in a cycle.
  EXPECT_EQ(cycles(Use, synced()), "1");
  EXPECT_EQ(cycles(Use + Use + None, synced()), "2");
  // A place for each one.
  EXPECT_EQ(cycles(Use + None + None + None + None, synced()), "1");
  // Seven places, one of which is lost where the two would begin in the last
  // one of a cycle: once in six iterations.
  EXPECT_EQ(cycles(Use + None + None + None + None + None, synced()), "6/5");
  Cpu C = synced();
  C.Rename.StackSyncsEveryUse = false;
  EXPECT_EQ(cycles(Use + Use + None, C), "1/2");
}

TEST(Machine, StackSyncMicroOpsOfWhatMoved) {
  const std::string Add =
      "add reads-stack-pointer writes-stack-pointer : p0 ; reads rsp ; writes "
      "rsp latency 1\n";
  const std::string Push = "push stack -8 : p2 ; reads rsp\n";
  const std::string Pop = "pop stack 8 : p3 ; reads rsp\n";
  // Nothing waits for it unless push or pop moved the stack pointer, ...
  EXPECT_EQ(cycles(Add, synced()), "1");
  EXPECT_EQ(cycles(Push + Add, synced()), "2");
  // ... also where they moved it back.
  EXPECT_EQ(cycles(Push + Pop + Add, synced()), "2");
  Cpu C = synced();
  C.Rename.StackSyncsEveryUse = false;
  EXPECT_EQ(cycles(Push + Add, C), "2");
  EXPECT_EQ(cycles(Push + Pop + Add, C), "1");
  // Whatever else writes it makes no difference.
  const std::string Lea = "lea writes-stack-pointer : p1 ; reads rsp ; writes "
                          "rsp latency 1\n";
  EXPECT_EQ(cycles(Push + Lea + Add, synced()), "3");
  EXPECT_EQ(cycles(Push + Lea + Add, C), "2");
}

TEST(Machine, RelaxedDependences) {
  SimulationOptions O;
  O.Without.Dependences = true;
  EXPECT_EQ(cycles("mul : p0 ; reads x ; writes x latency 3\n", machine(), O),
            "1");
}

} // namespace
