//===- CpuSchedulerTest.cpp - Tests of the scheduler's keys ---------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToyFile.h"

using namespace takt;
using namespace takt::test;

namespace {

TEST(CpuScheduler, ReadsResultBuses) {
  Parsed P(toy("scheduler: {source: x, result-ports: p1, port-results: 2, "
               "integer-results: true, result-patience: 3}"));
  ASSERT_EQ(P.Message, "");
  EXPECT_EQ(P.C->Schedule.ResultPorts, 2u);
  EXPECT_EQ(P.C->Schedule.PortResults, 2u);
  EXPECT_TRUE(P.C->Schedule.IntegerResults);
  EXPECT_EQ(P.C->Schedule.ResultPatience, 3u);
}

TEST(CpuScheduler, ReadsHowLongResultsPass) {
  const auto Patience = [](const char *Keys) {
    Parsed P(toy("scheduler: {source: x, result-ports: p1" + std::string(Keys) +
                 "}"));
    EXPECT_EQ(P.Message, "");
    return P.C->Schedule.ResultPatience;
  };
  EXPECT_EQ(Patience(""), 0u);
  EXPECT_EQ(Patience(", results-pass: false"), 0u);
  EXPECT_EQ(Patience(", results-pass: true"), Scheduling::Endless);
  EXPECT_EQ(Patience(", results-pass: true, result-patience: 3"), 3u);
}

TEST(CpuScheduler, ReadsLateResults) {
  Parsed P(toy("scheduler: {source: x, late-results: [p0, p1]}\n"
               "renamer: {source: x, port-choice: at-dispatch}"));
  ASSERT_EQ(P.Message, "");
  EXPECT_EQ(P.C->Schedule.LateResults, 3u);
}

TEST(CpuScheduler, ReadsEarlyTries) {
  Parsed P(toy("scheduler: {source: x, early-tries: p1}"));
  ASSERT_EQ(P.Message, "");
  EXPECT_EQ(P.C->Schedule.EarlyTries, 2u);
}

TEST(CpuScheduler, ReadsSharedReads) {
  Parsed P(toy("scheduler: {source: x, shared-reads: {sides: [[p0], p1], "
               "always: div, first: p1, handed-on: 3, turns-after: 7, "
               "asks-after: 1}}\n"
               "renamer: {source: x, port-choice: at-dispatch}"));
  ASSERT_EQ(P.Message, "");
  const SharedReads &R = P.C->Schedule.Reads;
  EXPECT_EQ(R.Sides, (std::vector<uint64_t>{1, 2}));
  EXPECT_EQ(R.Always, 4u);
  EXPECT_EQ(R.First, 2u);
  EXPECT_EQ(R.HandedOn, 3u);
  EXPECT_EQ(R.TurnsAfter, 7u);
  EXPECT_EQ(R.AsksAfter, 1u);
}

TEST(CpuScheduler, ErrorsSayWhereAndWhy) {
  const std::pair<std::string, const char *> Cases[] = {
      {toy("scheduler: {source: x, result-ports: [p0, p9]}"),
       "toy.yaml:8:43: 'p9' is no port or unit of toy"},
      {toy("scheduler: {source: x, late-results: [p0, p9]}"),
       "toy.yaml:8:43: 'p9' is no port or unit of toy"},
      {toy("scheduler: {source: x, late-results: p0}\n"
           "renamer: {source: x, port-choice: uniform}"),
       "toy.yaml:9:11: with 'late-results' ports are chosen at dispatch"},
      {toy("scheduler: {source: x, early-tries: [p0, p9]}"),
       "toy.yaml:8:42: 'p9' is no port or unit of toy"},
      {toy("scheduler: {source: x, shared-reads: {sides: [p0, p9]}}"),
       "toy.yaml:8:51: 'p9' is no port or unit of toy"},
      {toy("scheduler: {source: x, shared-reads: {sides: [p0], always: p9}}"),
       "toy.yaml:8:60: 'p9' is no port or unit of toy"},
      {toy("scheduler: {source: x, shared-reads: {sides: [p0], first: p9}}"),
       "toy.yaml:8:59: 'p9' is no port or unit of toy"},
      {toy("scheduler: {source: x, shared-reads: {sides: [p0], first: p1}}"),
       "toy.yaml:8:39: a port of 'first' is on none of the 'sides'"},
      {toy("scheduler: {source: x, shared-reads: {sides: [[p0, p1], p1]}}"),
       "toy.yaml:8:39: a port is on two 'sides'"},
      {toy("scheduler: {source: x, shared-reads: {sides: [p0, []]}}"),
       "toy.yaml:8:39: one of the 'sides' has no ports"},
      {toy("scheduler: {source: x, shared-reads: {sides: [p0], turns-after: "
           "8}}"),
       "toy.yaml:8:39: 'turns-after' and 'asks-after' are at most 7"},
      {toy("scheduler: {source: x, shared-reads: {sides: [p0], asks-after: "
           "8}}"),
       "toy.yaml:8:39: 'turns-after' and 'asks-after' are at most 7"},
      {toy("scheduler: {source: x, shared-reads: {first: p1}}"),
       "toy.yaml:8:39: missing required key 'sides'"},
      {toy("scheduler: {source: x, shared-reads: {sides: [p0]}}\n"
           "renamer: {source: x, port-choice: uniform}"),
       "toy.yaml:9:11: with 'shared-reads' ports are chosen at dispatch"},
      {toy("scheduler: {source: x, port-results: 0}"),
       "toy.yaml:8:38: expected a whole number from 1 to 10000"},
      {toy("scheduler: {source: x, result-patience: 3}"),
       "toy.yaml:8:13: 'result-patience' needs 'result-ports'"},
      {toy("scheduler: {source: x, results-pass: true}"),
       "toy.yaml:8:13: 'results-pass' needs 'result-ports'"},
      {toy("scheduler: {source: x, integer-results: true}"),
       "toy.yaml:8:13: 'integer-results' needs 'result-ports'"},
      {toy("scheduler: {late-window: 2}"),
       "toy.yaml:8:13: missing required key 'source'"},
  };
  for (const auto &[Text, Expected] : Cases)
    EXPECT_EQ(Parsed(Text).Message, Expected) << Text;
}

} // namespace
