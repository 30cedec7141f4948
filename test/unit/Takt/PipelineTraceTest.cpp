//===- PipelineTraceTest.cpp - What happened in a few iterations ----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineTrace.h"
#include "../Models/TestCpu.h"
#include "Events.h"
#include "TraceRows.h"

using namespace llvm;
using namespace takt;
using namespace takt::test;

namespace {

/// A read-modify-write: load and operation fused, store address and data too.
const char *const Rmw = "add fused 2\n"
                        "  : load p0 ; reads p ; writes $t latency 4\n"
                        "  | p1 ; reads $t ; writes $u\n"
                        "  | store-address p2 ; reads p\n"
                        "  | store-data p3 ; reads $u\n"
                        "jne macro-fused taken\n";

FakeSimulation rmw() {
  FakeSimulation S;
  S.Ways = {{0, 0, 0, 0, 0, 0, 3, 4, 6, 6, 10, 13},
            {0, 0, 0, 1, 1, -1, -1, 4, 10, 10, 12, 13},
            {0, 1, 1, 2, 2, -1, 3, 4, 6, 7, 12, 14},
            {0, 1, 1, 3, 3, -1, -1, 4, 11, 11, 12, 14}};
  S.Ways.push_back({1, 0, 0, 0, -1, 1});
  S.Cycles = 2;
  S.Result.Exact = true;
  S.Result.Cycles = 2;
  S.Result.Period = 1;
  S.Result.FirstIteration = 3;
  S.Result.FirstCycle = 6;
  return S;
}

/// One letter for each cycle of a row, from \p Begin on.
std::string letters(const TraceRow &R, uint64_t Begin) {
  std::string Text;
  for (const TraceSegment &S : R.Segments) {
    EXPECT_EQ(Begin + Text.size() <= S.Begin, true);
    Text.resize(S.Begin - Begin, ' ');
    Text.append(S.End - S.Begin,
                stateLetter(S.State, R.Uop ? R.Uop->From : UopSource::None));
  }
  return Text;
}

std::vector<std::string> drawn(const PipelineTrace &T, const Cpu &C) {
  std::vector<std::string> Lines;
  for (const TraceRow &R : traceRows(T, C))
    Lines.push_back(letters(R, T.firstCycle()));
  return Lines;
}

TEST(PipelineTrace, RecordsAsManyIterationsAsAskedFor) {
  const Cpu C = makeCpu(4);
  const Kernel K = parseBody(Rmw, C);
  FakeSimulation S = rmw();
  TracedRun Run = traceRun(K, C, {std::nullopt, 2}, std::ref(S));
  const PipelineTrace &T = Run.Trace;
  EXPECT_TRUE(T.complete());
  EXPECT_EQ(T.firstIteration(), 3u);
  EXPECT_EQ(T.iterations(), 2u);
  EXPECT_EQ(T.firstCycle(), 6u);
  EXPECT_EQ(T.endCycle(), 23u); // the last µop retires in 4 * 2 + 14
  ASSERT_EQ(T.instrs().size(), 4u);
  EXPECT_EQ(T.instrs()[2].Iteration, 4u);
  EXPECT_EQ(T.instrs()[2].Instr, 0u);
  EXPECT_EQ(T.instrs()[0].Predecoded, 6u);
  ASSERT_EQ(T.instrs()[0].Uops.size(), 4u);
  // What is queued together is delivered together.
  const UopTrace &Operation = T.instrs()[0].Uops[1];
  EXPECT_EQ(Operation.Uop, 1);
  EXPECT_EQ(Operation.From, UopSource::UopCache);
  EXPECT_EQ(Operation.at(Stage::Queued), 9u);
  EXPECT_EQ(Operation.at(Stage::Dispatched), 16u);
  EXPECT_EQ(Operation.at(Stage::Retired), 19u);
  EXPECT_TRUE(T.instrs()[1].Uops.empty());
}

TEST(PipelineTrace, Rows) {
  Cpu C = makeCpu(4);
  const Kernel K = parseBody(Rmw, C);
  FakeSimulation S = rmw();
  const TracedRun Run = traceRun(K, C, {0, 1}, std::ref(S));
  const std::vector<std::string> Expected{
      "P..CI=DeeeE--R",  //
      "   CI=====DeER",  //
      "   CI=~DeeeeE-R", //
      "   CI======DE-R", //
      " P",
  };
  EXPECT_EQ(drawn(Run.Trace, C), Expected);
  // The way to the scheduler is no waiting.
  C.Schedule.IssueToDispatch = 4;
  EXPECT_EQ(drawn(Run.Trace, C)[1], "   CI:::==DeER");
  EXPECT_EQ(drawn(Run.Trace, C)[0], "P..CI:DeeeE--R");
}

TEST(PipelineTrace, MachineCountsAllIterations) {
  const Cpu C = makeCpu(4);
  const Kernel K = parseBody(Rmw, C);
  FakeSimulation S = rmw();
  const TracedRun Run = traceRun(K, C, {10, 1}, std::ref(S));
  const CycleTrace &At = Run.Trace.cycles()[6]; // cycle 26
  EXPECT_EQ(Run.Trace.firstCycle(), 20u);
  EXPECT_EQ(At.Issued, 2);  // iteration 11: two fused µops, four unfused ones
  EXPECT_EQ(At.Retired, 1); // the second of iteration 6
  EXPECT_EQ(At.Queued[size_t(UopSource::UopCache)], 0);
  EXPECT_EQ(Run.Trace.cycles()[7].Queued[size_t(UopSource::UopCache)], 2);
  ASSERT_EQ(At.Dispatches.size(), 2u);
  EXPECT_EQ(At.Dispatches[0].Iteration, 8u);
  EXPECT_EQ(At.Dispatches[0].Port, 1);
  EXPECT_EQ(At.Dispatches[1].Iteration, 10u);
  EXPECT_EQ(At.Dispatches[1].Port, 0);
}

TEST(PipelineTrace, MergesAndStackSyncsComeFirst) {
  const Cpu C = makeCpu(2);
  const Kernel K = parseBody("pop : merge p1 ; writes a | load p0\n", C);
  FakeSimulation S;
  Way Load{0, 0, 0, 1, 0, -1, 1, 5, 7, 7, 9, 10};
  Way Sync{0, 0, 0, 0, 1, -1, 1, 2, 3, 3, 4, 8};
  Sync.Origin = UopOrigin::StackSync;
  Way Merge{0, 0, 0, 0, 1, -1, -1, 4, 5, 5, 6, 9};
  Merge.Origin = UopOrigin::Merge;
  S.Ways = {Load, Sync, Merge};
  S.Cycles = 4;
  S.Result.Cycles = 1;
  const TracedRun Run = traceRun(K, C, {0, 1}, std::ref(S));
  const InstrTrace &I = Run.Trace.instrs()[0];
  ASSERT_EQ(I.Uops.size(), 3u);
  EXPECT_EQ(I.Uops[0].Origin, UopOrigin::StackSync);
  EXPECT_EQ(I.Uops[1].Origin, UopOrigin::Merge);
  EXPECT_EQ(I.Uops[2].Origin, UopOrigin::Instruction);
  EXPECT_FALSE(I.Uops[1].has(Stage::Queued));
  EXPECT_EQ(I.Uops[2].at(Stage::Retired), 10u);
  EXPECT_EQ(uopRole(K.Instrs[0], I.Uops[0]), "stack pointer sync");
  UopTrace Place = I.Uops[0];
  Place.Origin = UopOrigin::StackPlace;
  EXPECT_EQ(uopRole(K.Instrs[0], Place), "place of a stack pointer sync");
  EXPECT_EQ(uopRole(K.Instrs[0], I.Uops[1]), "merge of a partial register");
  EXPECT_EQ(uopRole(K.Instrs[0], I.Uops[2]), "load");
  EXPECT_EQ(drawn(Run.Trace, C)[0], "CIDE---R");
  EXPECT_EQ(drawn(Run.Trace, C)[1], "   IDE--R");
}

TEST(PipelineTrace, MovesHaveTheUopsThatRan) {
  const Cpu C = makeCpu(2);
  const Kernel K = parseBody("mov move general\n"
                             "  : none ; reads a ; writes b latency 0\n"
                             "  : executed p1 ; reads a ; writes b\n",
                             C);
  FakeSimulation S;
  Way Move{0, 0, 0, 0, -1, -1, 0, 2, -1, -1, 2, 3};
  Move.Eliminated = true;
  Move.From = UopSource::LoopStream;
  S.Ways = {Move};
  S.Result.Cycles = 1;
  TracedRun Run = traceRun(K, C, {0, 1}, std::ref(S));
  EXPECT_EQ(drawn(Run.Trace, C)[0], "L.IR");
  const UopTrace *U = &Run.Trace.instrs()[0].Uops[0];
  EXPECT_EQ(kernelUop(K.Instrs[0], *U), &K.Instrs[0].Uops[0]);
  EXPECT_EQ(uopRole(K.Instrs[0], *U), "eliminated");

  S.Ways = {{0, 0, 0, 0, 1, -1, 0, 2, 4, 4, 6, 7}};
  Run = traceRun(K, C, {0, 1}, std::ref(S));
  U = &Run.Trace.instrs()[0].Uops[0];
  EXPECT_EQ(kernelUop(K.Instrs[0], *U), &K.Instrs[0].Executed[0]);
}

TEST(PipelineTrace, SlotsWithoutUop) {
  const Cpu C = makeCpu(2);
  const Kernel K = parseBody("vzeroupper fused 2 : none\n", C);
  FakeSimulation S;
  S.Ways = {{0, 0, 0, 0, -1, -1, 0, 2, -1, -1, 2, 4},
            {0, 1, 1, PipelineEvent::NoUop, -1, -1, 0, 2, -1, -1, -1, 4}};
  S.Cycles = 4;
  S.Result.Cycles = 4;
  const TracedRun Run = traceRun(K, C, {0, 1}, std::ref(S));
  EXPECT_EQ(drawn(Run.Trace, C), (std::vector<std::string>{"C.I-R", "C.I-R"}));
  EXPECT_EQ(uopRole(K.Instrs[0], Run.Trace.instrs()[0].Uops[1]), "empty slot");
}

TEST(PipelineTrace, ShowsAPeriodUnlessToldOtherwise) {
  const Cpu C = makeCpu(4);
  const Kernel Short = parseBody("a : p0\n", C);
  std::string Text;
  for (unsigned I = 0; I != 150; ++I)
    Text += "a : p0\n";
  const Kernel Long = parseBody(Text, C);
  FakeSimulation S;
  S.Ways = {{0, 0, 0, 0, 0, -1, 0, 1, 2, 2, 3, 4}};
  S.Result.Exact = true;
  S.Result.Cycles = 1;
  S.Result.FirstIteration = 7;
  const std::pair<uint64_t, uint64_t> PeriodAndCount[] = {
      {1, 2}, {2, 2}, {3, 3}, {4, 4}, {5, 4}};
  for (const auto &[Period, Count] : PeriodAndCount) {
    S.Result.Period = Period;
    const TracedRun Run = traceRun(Short, C, {}, std::ref(S));
    EXPECT_EQ(Run.Trace.iterations(), Count);
    EXPECT_EQ(Run.Trace.firstIteration(), 7u);
  }
  EXPECT_EQ(traceRun(Long, C, {}, std::ref(S)).Trace.iterations(), 2u);
  EXPECT_EQ(traceRun(Long, C, {5, 4}, std::ref(S)).Trace.iterations(), 4u);
}

TEST(PipelineTrace, WithoutPeriodTheMiddleIsShown) {
  const Cpu C = makeCpu(4);
  const Kernel K = parseBody("a : p0\n", C);
  FakeSimulation S;
  S.Ways = {{0, 0, 0, 0, 0, -1, 0, 1, 2, 2, 3, 4}};
  S.Cycles = 4;
  S.Result.Cycles = 4;
  S.Result.Simulated = 20000;
  EXPECT_EQ(traceRun(K, C, {}, std::ref(S)).Trace.firstIteration(), 2500u);
}

TEST(PipelineTrace, SimulatesUntilTheIterationsHaveEnded) {
  const Cpu C = makeCpu(4);
  const Kernel K = parseBody("a : p0\n", C);
  FakeSimulation S;
  S.Ways = {{0, 0, 0, 0, 0, -1, 0, 1, 2, 2, 1000, 1000}};
  S.Result.Cycles = 1;
  TracedRun Run = traceRun(K, C, {0, 2}, std::ref(S));
  EXPECT_TRUE(Run.Trace.complete());
  EXPECT_EQ(S.Runs, 2u);
  // It does not wait for ever.
  S.Most = 2;
  Run = traceRun(K, C, {0, 2}, std::ref(S));
  EXPECT_FALSE(Run.Trace.complete());
  EXPECT_LT(S.Runs, 20u);
  EXPECT_LT(S.Asked, 1000000u);
}

TEST(PipelineTrace, RowsThatDoNotEnd) {
  const Cpu C = makeCpu(4);
  const Kernel K = parseBody("a : p0\nb : p1\n", C);
  FakeSimulation S;
  S.Ways = {{0, 0, 0, 0, 0, -1, 0, 1, 6, -1, -1, -1}, {1, 0, 0, 0, 1, -1, 2}};
  S.Most = 1;
  S.Result.Cycles = 1;
  const TracedRun Run = traceRun(K, C, {0, 1}, std::ref(S));
  EXPECT_EQ(drawn(Run.Trace, C),
            (std::vector<std::string>{"CI====~", "  C...."}));
  EXPECT_EQ(uopRole(K.Instrs[1], Run.Trace.instrs()[1].Uops[0]),
            "not issued yet");
}

TEST(TraceRows, QuietCycles) {
  TraceRow R;
  R.Segments = {{UopState::Issued, 10, 11},
                {UopState::NeedsValue, 11, 40},
                {UopState::Dispatched, 40, 41}};
  using Runs = std::vector<std::pair<uint64_t, uint64_t>>;
  EXPECT_EQ(quietCycles({R}, 10, 41), (Runs{{14, 38}}));
  // A few cycles are not worth it.
  R.Segments[1].End = R.Segments[2].Begin = 24;
  R.Segments[2].End = 25;
  EXPECT_EQ(quietCycles({R}, 10, 25), (Runs{{14, 22}}));
  R.Segments[1].End = R.Segments[2].Begin = 23;
  EXPECT_EQ(quietCycles({R}, 10, 24), (Runs{}));
}

TEST(TraceRows, EveryStateHasANameAndALetter) {
  std::string Letters;
  for (unsigned S = 0; S <= unsigned(UopState::Retired); ++S) {
    EXPECT_NE(stateName(UopState(S), UopSource::None), "");
    Letters += stateLetter(UopState(S), UopSource::None);
  }
  EXPECT_EQ(Letters, "P.Q.I:=~DeE-R");
  EXPECT_EQ(stateName(UopState::Delivered, UopSource::Microcode),
            "delivered by the microcode");
  EXPECT_EQ(stateName(UopState::Delivered, UopSource::LoopStream),
            "delivered by the loop stream");
  EXPECT_EQ(stateLetter(UopState::Delivered, UopSource::Decoders), 'M');
  EXPECT_EQ(stateLetter(UopState::Delivered, UopSource::Microcode), 'S');
}

} // namespace
