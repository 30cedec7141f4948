//===- CpuQueuesTest.cpp - Tests of queues between dispatch and ports -----===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuFile.h"
#include "ToyFile.h"

using namespace takt;
using namespace takt::test;

namespace {

TEST(CpuQueues, AreRead) {
  Parsed P(toy(R"(port-groups: {both: [p0, p1]}
queues:
  source: made up
  branches: [p1, p0]
  list:
    - {name: first, ports: p0, width: 1, entries: 8}
    - {name: all, ports: both, width: 2, entries: 20}
    - {name: open, ports: [p1]}
)"));
  ASSERT_EQ(P.Message, "");
  ASSERT_EQ(P.C->Queues.size(), 3u);
  EXPECT_EQ(P.C->BranchOrder, (std::vector<uint8_t>{1, 0}));
  const DispatchQueue &First = P.C->Queues[0], &All = P.C->Queues[1],
                      &Open = P.C->Queues[2];
  EXPECT_EQ(First.Name, "first");
  EXPECT_EQ(First.Ports, 1u);
  EXPECT_EQ(First.Width, 1u);
  EXPECT_EQ(First.Entries, 8u);
  EXPECT_EQ(First.Waiting, std::nullopt);
  EXPECT_EQ(All.Name, "all");
  EXPECT_EQ(All.Ports, 3u);
  EXPECT_EQ(All.Width, 2u);
  EXPECT_EQ(All.Entries, 20u);
  EXPECT_EQ(Open.Ports, 2u);
  EXPECT_EQ(Open.Width, std::nullopt);
  EXPECT_EQ(Open.Entries, std::nullopt);
  Parsed Apart(toy("queues: {source: x, list: [{name: a, ports: p0, entries: "
                   "8, waiting: 64}, {name: b, ports: p1, by-chance: true}]}"));
  ASSERT_EQ(Apart.Message, "");
  EXPECT_FALSE(Apart.C->Queues[0].ByChance);
  EXPECT_TRUE(Apart.C->Queues[1].ByChance);
  EXPECT_EQ(Apart.C->Queues[0].Waiting, 64u);
  EXPECT_EQ(Apart.C->Queues[1].Waiting, std::nullopt);
}

TEST(OpCacheFrontEnd, IsRead) {
  Parsed P(toy("", R"(front-end:
  source: made up
  kind: op-cache
  width: 6
  op-cache: {width: 8, entries-per-cycle: 1, entry-ops: 7, line: 32, ops: 100, copies: false, fuses-nops: true, lines-ahead: 3, counts-instructions: true, line-again: 4, branches-by-end: true, second-behind: 5, starts-full: true, fits: [{ops: 2, evex: 0}, {ops: 7, wide-fields: 3, fields: 4}]}
  predecoder: {block: 16}
  decoders: {count: 3}
  uop-queue: 72)"));
  ASSERT_EQ(P.Message, "");
  const FrontEnd &F = P.C->Fetch;
  EXPECT_EQ(F.Kind, FrontEndKind::OpCache);
  EXPECT_EQ(F.OpCache.CacheWidth, 8u);
  EXPECT_EQ(F.OpCache.EntriesPerCycle, 1u);
  EXPECT_EQ(F.OpCache.LinesAhead, 3u);
  EXPECT_TRUE(F.OpCache.CountsInstrs);
  EXPECT_EQ(F.OpCache.LineAgain, 4u);
  EXPECT_TRUE(F.OpCache.BranchesByEnd);
  EXPECT_EQ(F.OpCache.SecondBehind, 5u);
  EXPECT_EQ(F.OpCache.EntryOps, 7u);
  EXPECT_EQ(F.OpCache.LineBytes, 32u);
  EXPECT_EQ(F.OpCache.CacheOps, 100u);
  EXPECT_FALSE(F.OpCache.CachesCopies);
  EXPECT_TRUE(F.OpCache.FusesNops);
  EXPECT_TRUE(F.OpCache.StartsFull);
  ASSERT_EQ(F.OpCache.Fits.size(), 2u);
  const OpCacheFit &Few = F.OpCache.Fits[0], &Many = F.OpCache.Fits[1];
  EXPECT_EQ(Few.Ops, 2u);
  EXPECT_EQ(Few.Evex, 0u);
  EXPECT_EQ(Few.WideFields, OpCacheFit::Any);
  EXPECT_EQ(Few.Fields, OpCacheFit::Any);
  EXPECT_EQ(Many.Ops, 7u);
  EXPECT_EQ(Many.Evex, OpCacheFit::Any);
  EXPECT_EQ(Many.WideFields, 3u);
  EXPECT_EQ(Many.Fields, 4u);
  EXPECT_EQ(F.OpCache.FetchBytes, 16u);
  EXPECT_EQ(F.OpCache.Decoders, 3u);
  EXPECT_EQ(F.OpCache.OpQueue, 72u);
}

/// Parent and child, merged.
llvm::Expected<std::shared_ptr<const Cpu>> merged(llvm::StringRef Child) {
  CpuFile Files[2];
  const std::string Texts[] = {
      toy("queues: {source: x, list: [{name: a, ports: p0}, "
          "{name: b, ports: p1}]}"),
      ("name: child\nllvm-cpus: [child]\n" + Child).str()};
  for (auto [File, Text] : llvm::zip(Files, Texts)) {
    auto Read = readCpuFile({Text, "x.yaml"});
    if (!Read)
      return Read.takeError();
    File = std::move(*Read);
  }
  return resolveCpu(Files);
}

TEST(CpuQueues, BranchesGoToPortsOfQueues) {
  const auto Message = [](llvm::StringRef Port) {
    return Parsed(toy(("queues: {source: x, branches: [p0, " + Port +
                       "], list: [{name: a, ports: p0}]}")
                          .str()))
        .Message;
  };
  EXPECT_EQ(Message("p0"), "");
  EXPECT_EQ(Message("p1"), "toy.yaml:8:36: 'p1' is in no queue");
  EXPECT_EQ(Message("p9"), "toy.yaml:8:36: 'p9' is no port or unit of toy");
}

TEST(CpuQueues, MayHaveEntriesWherePortsAreChosenAtIssue) {
  const auto Message = [](llvm::StringRef Queues, llvm::StringRef Choice) {
    return Parsed(toy(("queues: {source: x, " + Queues +
                       "}\nrenamer: {source: x, port-choice: " + Choice + "}")
                          .str()))
        .Message;
  };
  const char *const Error =
      "toy.yaml:9:11: with 'together', 'by-cycle', 'by-half' and 'branches' "
      "ports are chosen at dispatch";
  const char *const Entries = "list: [{name: a, ports: p0, entries: 4}]";
  EXPECT_EQ(Message(Entries, "at-dispatch"), "");
  EXPECT_EQ(Message(Entries, "six-ports"), "");
  EXPECT_EQ(Message("together: {ports: p0, entries: 4}, list: []", "uniform"),
            Error);
  EXPECT_EQ(Message("by-cycle: {first: p0, seen-after: 3, left-after: 8}, "
                    "list: [{name: a, ports: p0}]",
                    "uniform"),
            Error);
  EXPECT_EQ(Message("branches: p0, list: [{name: a, ports: p0, entries: 4}]",
                    "uniform"),
            Error);
  EXPECT_EQ(Message("by-half: {first: p0, second: p1, difference: 4, entries: "
                    "28}, list: [{name: a, ports: p0}, {name: b, ports: p1}]",
                    "uniform"),
            Error);
  // They are full or not, and nothing else.
  const char *const Plain =
      "toy.yaml:9:11: where ports are chosen at issue queue 'b' has 'entries' "
      "and none of 'width', 'waiting' and 'by-chance'";
  for (const char *Keys :
       {"", ", entries: 4, width: 2", ", entries: 4, waiting: 2",
        ", entries: 4, by-chance: true"})
    EXPECT_EQ(Message("list: [{name: a, ports: p0, entries: 4}, {name: b, "
                      "ports: p1" +
                          std::string(Keys) + "}]",
                      "uniform"),
              Plain);
  EXPECT_EQ(Message("list: [{name: a, ports: p0, entries: 4}, {name: b, ports: "
                    "[p0, p1], entries: 4}]",
                    "uniform"),
            "toy.yaml:9:11: where ports are chosen at issue p0 is in one "
            "queue");
  // Those that only limit what is dispatched are the front end's.
  EXPECT_EQ(Message("list: [{name: a, ports: p0, width: 1}]", "uniform"), "");
}

TEST(CpuQueues, MayHaveEntriesTogether) {
  const auto Read = [](llvm::StringRef Together) {
    return Parsed(toy(("queues: {source: x, together: " + Together +
                       ", list: [{name: a, ports: p0}]}")
                          .str()));
  };
  const Parsed P = Read("{ports: [p1, div], entries: 7}");
  ASSERT_EQ(P.Message, "");
  EXPECT_EQ(P.C->Together.Ports, 6u);
  EXPECT_EQ(P.C->Together.Entries, 7u);
  EXPECT_EQ(Read("{ports: [], entries: 7}").Message,
            "toy.yaml:8:32: 'together' has no ports");
  EXPECT_EQ(Read("{ports: [p9], entries: 7}").Message,
            "toy.yaml:8:40: 'p9' is no port or unit of toy");
  EXPECT_EQ(Read("{ports: p1, entries: 0}").Message,
            "toy.yaml:8:52: expected a whole number from 1 to 10000");
  EXPECT_EQ(Read("{ports: p1}").Message,
            "toy.yaml:8:32: missing required key 'entries'");
  EXPECT_EQ(Read("{entries: 7}").Message,
            "toy.yaml:8:32: missing required key 'ports'");
}

TEST(CpuQueues, AChildReplacesAll) {
  auto Inherited = merged("");
  ASSERT_TRUE(bool(Inherited)) << llvm::toString(Inherited.takeError());
  EXPECT_EQ((*Inherited)->Queues.size(), 2u);
  auto Own = merged("queues: {source: y, list: [{name: b, ports: p0}]}");
  ASSERT_TRUE(bool(Own)) << llvm::toString(Own.takeError());
  ASSERT_EQ((*Own)->Queues.size(), 1u);
  EXPECT_EQ((*Own)->Queues[0].Ports, 1u);
  auto None = merged("queues: {source: y, list: []}");
  ASSERT_TRUE(bool(None)) << llvm::toString(None.takeError());
  EXPECT_TRUE((*None)->Queues.empty());
}

TEST(CpuQueues, AParentsMeanTheChildsPorts) {
  auto Moved = merged("ports: [{name: p1, llvm: []}, {name: p0, llvm: []}]");
  ASSERT_TRUE(bool(Moved)) << llvm::toString(Moved.takeError());
  ASSERT_EQ((*Moved)->Queues.size(), 2u);
  EXPECT_EQ((*Moved)->Queues[0].Ports, 2u);
}

TEST(CpuQueues, DispatchNeedsThem) {
  const std::string FrontEnd =
      "front-end: {source: x, width: 3, kind: dispatch-queues, results: 4, "
      "result-bits: 32}";
  EXPECT_EQ(Parsed(toy("", FrontEnd)).Message,
            "toy.yaml:3:13: 'dispatch-queues' needs 'queues'");
  Parsed P(toy("queues: {source: x, list: [{name: a, ports: p0}]}", FrontEnd));
  ASSERT_EQ(P.Message, "");
  EXPECT_EQ(P.C->Fetch.Kind, FrontEndKind::DispatchQueues);
  EXPECT_EQ(P.C->Fetch.Results, 4u);
  EXPECT_EQ(P.C->Fetch.ResultBits, 32u);
  Parsed Cross(toy("", "front-end: {source: x, width: 3, kind: no-cross}"));
  ASSERT_EQ(Cross.Message, "");
  EXPECT_EQ(Cross.C->Fetch.Kind, FrontEndKind::NoCross);
  EXPECT_EQ(Cross.C->Fetch.Results, 0u);
  EXPECT_EQ(
      Parsed(toy("", "front-end: {source: x, width: 3, results: 0}")).Message,
      "toy.yaml:3:43: expected a whole number from 1 to 10000");
}

TEST(CpuQueues, ThereMayBeAsManyAsASetHolds) {
  const auto Message = [](unsigned Count) {
    std::string List;
    for (unsigned N = 0; N != Count; ++N)
      List += "\n    - {name: q" + std::to_string(N) + ", ports: p0}";
    return Parsed(toy("queues:\n  source: x\n  list:" + List)).Message;
  };
  EXPECT_EQ(Message(MaxQueues), "");
  EXPECT_EQ(Message(MaxQueues + 1), "toy.yaml:43:14: more than 32 queues");
}

TEST(CpuQueues, ErrorsSayWhereAndWhy) {
  const std::pair<std::string, const char *> Cases[] = {
      {toy("queues: {list: [{name: a, ports: p0}]}"),
       "toy.yaml:8:10: missing required key 'source'"},
      {toy("queues: {source: x}"),
       "toy.yaml:8:10: missing required key 'list'"},
      {toy("queues: {source: x, list: [{name: a}]}"),
       "toy.yaml:8:29: missing required key 'ports'"},
      {toy("queues: {source: x, list: [{ports: p0}]}"),
       "toy.yaml:8:29: missing required key 'name'"},
      {toy("queues: {source: x, list: [{name: a, ports: p0, depth: 4}]}"),
       "toy.yaml:8:49: unknown key 'depth'"},
      {toy("queues: {source: x, list: [{name: a, ports: p0, width: 0}]}"),
       "toy.yaml:8:56: expected a whole number from 1 to 10000"},
      {toy("queues: {source: x, list: [{name: a, ports: p0}, "
           "{name: a, ports: p1}]}"),
       "toy.yaml:8:57: 'a' is described twice"},
      {toy("queues: {source: x, list: [{name: a, ports: p9}]}"),
       "toy.yaml:8:45: 'p9' is no port or unit of toy"},
      {toy("queues: {source: x, list: [{name: a, ports: div}]}"),
       "toy.yaml:8:35: 'div' of 'a' is no port"},
      {toy("queues: {source: x, list: [{name: a, ports: []}]}"),
       "toy.yaml:8:35: 'a' has no ports"},
      {toy("queues: {source: x, list: [{name: a, ports: p0, waiting: 4}]}"),
       "toy.yaml:8:35: 'waiting' of 'a' needs 'entries'"},
  };
  for (const auto &[Text, Expected] : Cases)
    EXPECT_EQ(Parsed(Text).Message, Expected) << Text;
}

} // namespace
