//===- LinesTest.cpp - Tests of the lines to and from a runner ------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counter.h"
#include "Job.h"
#include "Reply.h"
#include "TracedBody.h"
#include "gtest/gtest.h"

using namespace takt;

namespace {

Job loop() {
  Job J;
  J.Body = {0x48, 0x01, 0xc8, 0x49, 0xff, 0xcf, 0x75, 0xf8};
  J.Sizes = {3, 3, 2};
  J.Count = CountRegister{15, 3u, -7, 16};
  J.Few = 100;
  J.Many = 300;
  J.Offset = 20;
  J.Memory = Fill::Floats;
  J.Small = 5;
  J.TimeoutMilliseconds = 77;
  AccessSite A;
  A.Instr = 1;
  A.Load = A.Store = true;
  A.Size = 16;
  A.Base = 31;
  A.Index = 2;
  A.Kind = IndexKind::Signed32;
  A.Scale = 4;
  A.Displacement = -8;
  J.Accesses = {A, {0, true, false, 1, {}, {}, IndexKind::Whole, 1, 99}};
  J.Fields = {{1, 6, 0x38000040}};
  return J;
}

TEST(Lines, AJobIsReadAsItWasWritten) {
  const std::string Line = formatJob(loop());
  EXPECT_EQ(Line,
            "job arch=x86_64 body=4801c849ffcf75f8 sizes=3,3,2 count=15:3:-7:16"
            " few=100 many=300 offset=20 fill=floats small=5 timeout=77"
            " access=1:ls:16:31:2:signed32:4:-8 access=0:l:1:-:-:whole:1:99"
            " field=1:6:939524160");
  Job Read;
  EXPECT_EQ(parseJob(Line, Read), "");
  EXPECT_EQ(formatJob(Read), Line);
  EXPECT_EQ(Read.Rounds, 0u + Job::MostRounds);
}

TEST(Lines, AJobSaysHowManyRoundsItTakesIfTheyAreFewer) {
  Job J = loop(), Read;
  J.Rounds = 2;
  EXPECT_NE(formatJob(J).find(" timeout=77 rounds=2 "), std::string::npos);
  EXPECT_EQ(parseJob(formatJob(J), Read), "");
  EXPECT_EQ(Read.Rounds, 2u);
}

TEST(Lines, WrongJobsAreRefused) {
  const auto Why = [](const std::string &Line) {
    Job J;
    return parseJob(Line, J);
  };
  EXPECT_EQ(Why(""), "a line that is no job");
  EXPECT_EQ(Why("result"), "a line that is no job");
  const std::string Start = "job body=90 sizes=1 few=1 many=2";
  EXPECT_EQ(Why(Start), "");
  for (const char *Part : {"x",
                           "what=1",
                           "arch=mips",
                           "body=9",
                           "body=9g",
                           "sizes=1,",
                           "sizes=0",
                           "count=32:-:0:1",
                           "count=-:-:0:1",
                           "count=1:2:3",
                           "few=-1",
                           "few=1x",
                           "offset=4096",
                           "fill=ones",
                           "timeout=0",
                           "rounds=0",
                           "rounds=41",
                           "access=0:l:1:-:-:whole:1",
                           "access=0:x:1:-:-:whole:1:0",
                           "access=0:l:0:-:-:whole:1:0",
                           "access=0:l:1:-:-:half:1:0",
                           "field=1:2"})
    EXPECT_EQ(Why(Start + " " + Part),
              std::string("malformed in a job: ") + Part);
  EXPECT_EQ(Why("job few=1 many=2"), "a job without a body");
  EXPECT_EQ(Why("job body=9090 sizes=1 few=1 many=2"),
            "a job whose sizes are not those of its body");
  EXPECT_EQ(Why(Start + " access=1:l:1:-:-:whole:1:0"),
            "a job with an access of no instruction");
  EXPECT_EQ(Why(Start + " field=0:4:0"), "a job with a field beyond its body");
  EXPECT_EQ(Why("job body=90 sizes=1 few=2 many=2"),
            "a job whose runs have no difference");
}

TEST(Lines, AReplyIsReadAsItWasWritten) {
  Measurement M;
  M.What = Status::FourK;
  M.Cycles.Median = 1.25;
  M.Cycles.Kept = 29;
  M.Typical = 1.5;
  M.Flags = FlagWalk | FlagSmall;
  M.With = Clock::Rdpmc;
  M.Repetitions = 3000;
  Measurement Read;
  ASSERT_TRUE(parseReply(formatReply(M), Read));
  EXPECT_EQ(formatReply(Read), formatReply(M));
  EXPECT_STREQ(statusName(Read.What), "4k");
  EXPECT_EQ(flagNames(Read.Flags), "walk|smallregs");
  EXPECT_STREQ(clockName(Read.With), "rdpmc");
  EXPECT_FALSE(parseReply("", Read));
  EXPECT_FALSE(parseReply("result status=ok", Read));
  std::string Wrong = formatReply(M);
  Wrong.replace(Wrong.find("4k"), 2, "5k");
  EXPECT_FALSE(parseReply(Wrong, Read));
}

TEST(Lines, EveryStatusAndFlagHasAName) {
  EXPECT_STREQ(statusName(Status::Ok), "ok");
  EXPECT_STREQ(statusName(Status::Malformed), "malformed");
  EXPECT_STREQ(statusName(Status::NotL1), "notL1");
  EXPECT_EQ(flagNames(FlagPath | FlagClosed | FlagUntraced),
            "untraced|closed|path");
}

//===----------------------------------------------------------------------===//
// Clocks
//===----------------------------------------------------------------------===//

TEST(Clocks, WhatTheKernelDoesNotOfferIsNotUsed) {
  const Clock Ticks = hostArch() == Arch::AArch64 ? Clock::Cntvct : Clock::Tsc;
  EXPECT_EQ(Counter(ClockChoice::Ticks).clock(), Ticks);
  // Whether there is a counter depends on the machine; a clock there always is.
  const Counter Perf(ClockChoice::Perf);
  EXPECT_TRUE(Perf.clock() == Ticks || Perf.clock() == Clock::Perf);
  if (Perf.clock() == Clock::Perf) {
    const uint64_t First = Perf.read();
    EXPECT_GT(Perf.read(), First);
  }
  const Counter Auto(ClockChoice::Auto);
  EXPECT_TRUE(Perf.clock() == Clock::Perf || Auto.clock() == Ticks);
}

TEST(Clocks, ChoicesAreRead) {
  ClockChoice C = ClockChoice::Auto;
  EXPECT_TRUE(readClockChoice("rdpmc", C) && C == ClockChoice::Rdpmc);
  EXPECT_TRUE(readClockChoice("ticks", C) && C == ClockChoice::Ticks);
  EXPECT_TRUE(readClockChoice("perf", C) && C == ClockChoice::Perf);
  EXPECT_TRUE(readClockChoice("auto", C) && C == ClockChoice::Auto);
  EXPECT_FALSE(readClockChoice("sundial", C));
}

//===----------------------------------------------------------------------===//
// Bodies with breakpoints
//===----------------------------------------------------------------------===//

TEST(TracedBody, BranchesLeadToBreakpoints) {
  // add rax, rcx; jz +3 (behind); mov eax, [rip]; dec r15; jnz to the start.
  Job J;
  J.Body = {0x48, 0x01, 0xc8, 0x74, 0x0b, 0x8b, 0x05, 0,
            0,    0,    0,    0x49, 0xff, 0xcf, 0x75, 0xf0};
  J.Sizes = {3, 2, 6, 3, 2};
  J.Fields = {{7, 11, 0x38000000}};
  const std::optional<TracedBody> T = tracedBody(J);
  ASSERT_TRUE(T);
  EXPECT_EQ(T->Starts, (std::vector<unsigned>{0, 4, 11, 18, 22}));
  // Short jumps have become long ones: to the end at 29, and to 0.
  EXPECT_EQ(T->Bytes, (CodeBytes{0xcc, 0x48, 0x01, 0xc8, 0xcc, 0x0f, 0x84, 18,
                                 0,    0,    0,    0xcc, 0x8b, 0x05, 0,    0,
                                 0,    0,    0xcc, 0x49, 0xff, 0xcf, 0xcc, 0x0f,
                                 0x85, 0xe3, 0xff, 0xff, 0xff}));
  ASSERT_EQ(T->Fields.size(), 1u);
  EXPECT_EQ(T->Fields[0].Offset, 14u);
  EXPECT_EQ(T->Fields[0].End, 18u);
}

TEST(TracedBody, JrcxzMayNotReach) {
  Job J;
  // nops, and jrcxz to the first.
  J.Body.assign(100, 0x90);
  J.Sizes.assign(100, 1);
  J.Body.insert(J.Body.end(), {0xe3, 0x9a});
  J.Sizes.push_back(2);
  EXPECT_FALSE(tracedBody(J));
  J.Body.erase(J.Body.begin(), J.Body.begin() + 90);
  J.Sizes.erase(J.Sizes.begin(), J.Sizes.begin() + 90);
  J.Body.back() = 0xf4;
  EXPECT_TRUE(tracedBody(J));
}

TEST(TracedBody, AArch64HasABreakpointBeforeEachToo) {
  Job J;
  J.For = Arch::AArch64;
  // subs x15, x15, #1; b.ne to it
  J.Body = {0xef, 0x05, 0x00, 0xf1, 0xe1, 0xff, 0xff, 0x54};
  J.Sizes = {4, 4};
  const std::optional<TracedBody> T = tracedBody(J);
  ASSERT_TRUE(T);
  EXPECT_EQ(T->Bytes,
            (CodeBytes{0x00, 0x00, 0x20, 0xd4, 0xef, 0x05, 0x00, 0xf1, //
                       0x00, 0x00, 0x20, 0xd4, 0xa1, 0xff, 0xff, 0x54}));
}

} // namespace
