//===- CpuPipelineTest.cpp - Tests of the machine's keys of descriptions --===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpcodePatterns.h"
#include "ToyFile.h"

using namespace takt;
using namespace takt::test;

namespace {

/// toy() with this front end.
std::string withFrontEnd(llvm::StringRef Keys) {
  return toy("", ("front-end: {source: x, width: 4, " + Keys + "}").str());
}

TEST(CpuPipeline, ReadsTheIntelFrontEnd) {
  Parsed P(toy("", R"(front-end:
  source: made up
  kind: intel
  width: 5
  macro-fusion: false
  fusion-line: 32
  predecoder: {block: 32, width: 6, prefix-penalty: 0, delay: 4, waiting-blocks: 5}
  instruction-queue: 30
  decoders: {count: 3, beside-complex: [3, 2, 0], fusible-on-last: true}
  microcode: {width: 2, enter-delay: 3, leave-delay: 0, enter-delay-from-cache: 4}
  uop-cache: {width: 6, window: 64, lines: 7, line-uops: 8, waiting-lines: 3, jump-erratum: true, rejects-odd-prefixes: false, whole-lines: true, extra-slots: false, ends-apart: true, window-a-cycle: true, pairs-windows: true}
  uop-queue: 70
  loop-stream: {enabled: true, unrolling: [{up-to: 4, times: 8}, {up-to: 5, times: 6}]})"));
  ASSERT_EQ(P.Message, "");
  EXPECT_FALSE(P.C->FusesPairs);
  EXPECT_EQ(P.C->FusionLine, 32u);
  EXPECT_EQ(P.C->Fetch.Kind, FrontEndKind::Intel);
  EXPECT_EQ(P.C->Fetch.Width, 5u);
  const IntelFrontEnd &I = P.C->Fetch.Intel;
  EXPECT_EQ(I.FetchBytes, 32u);
  EXPECT_EQ(I.PredecodeWidth, 6u);
  EXPECT_EQ(I.PrefixPenalty, 0u);
  EXPECT_EQ(I.PredecodeDelay, 4u);
  EXPECT_EQ(I.WaitingBlocks, 5u);
  EXPECT_EQ(I.InstructionQueue, 30u);
  EXPECT_EQ(I.Decoders, 3u);
  EXPECT_EQ(I.BesideComplex, (std::vector<unsigned>{3, 2, 0}));
  EXPECT_TRUE(I.FusibleOnLastDecoder);
  EXPECT_EQ(I.MicrocodeWidth, 2u);
  EXPECT_EQ(I.MicrocodeEnter, 3u);
  EXPECT_EQ(I.MicrocodeLeave, 0u);
  EXPECT_EQ(I.MicrocodeEnterFromCache, 4u);
  EXPECT_EQ(I.CacheWidth, 6u);
  EXPECT_EQ(I.CacheWindow, 64u);
  EXPECT_EQ(I.CacheLines, 7u);
  EXPECT_EQ(I.CacheLineUops, 8u);
  EXPECT_EQ(I.WaitingLines, 3u);
  EXPECT_TRUE(I.JumpErratum);
  EXPECT_FALSE(I.RejectsOddPrefixes);
  EXPECT_TRUE(I.CachesWholeLines);
  EXPECT_FALSE(I.ExtraSlots);
  EXPECT_TRUE(I.EndsApart);
  EXPECT_TRUE(I.WindowACycle);
  EXPECT_TRUE(I.PairsWindows);
  EXPECT_EQ(I.UopQueue, 70u);
  EXPECT_TRUE(I.LoopStream);
  ASSERT_EQ(I.LoopUnrollings.size(), 2u);
  EXPECT_EQ(I.LoopUnrollings[1].UpTo, 5u);
  EXPECT_EQ(I.LoopUnrollings[1].Times, 6u);
}

TEST(CpuPipeline, ReadsRenamerSchedulerAndMemory) {
  Parsed P(toy(R"(renamer:
  source: made up
  port-choice: eight-ports
  port-imbalance: 5
  port-order: [p1, p0]
  alternating-ports: [[p0, p1], p1]
  move-elimination: slots
  moves-per-cycle: 3
  move-slots: {general: 4, vector: unlimited, pipeline: 2, until-overwritten: true}
  high-bytes: {apart: true, merge-ports: p1}
  stack-engine: {enabled: true, sync-ports: [p0], reach: 100, in-addresses: true, every-use: true}
  wide-vectors: {bits: 256, blocked-ports: p1}
  unlamination: {places: 3, per-cycle: 2}
  whole-uops: 2
  microcode-apart: true
  short-constants: 100
scheduler: {source: made up, issue-to-dispatch: 5, late-window: 2, execute-delay: 3}
memory:
  source: made up
  store-forward-latency: 9
  store-forward-fail-latency: 19
  forward-stores: 2
  store-address-latency: 6
  store-data-latency: 2
  full-width: 16
  paired-store-reach: 64
  store-block: 32
  store-block-queue: 2
  lone-stores: {turns: 3, accesses: 7}
  store-blocks-known: {count: 12, after: 10}
  store-page: {bytes: 4096, delay: 30}
  wide-store-forward: {bytes: 16, delay: 3}
  line: 64
  crossing-delay: 1
  crossings: 2
  load-retry: 3
  banks: {bytes: 4, count: 8, ways: 2, reads: 3}
  vector-store-forward-latency: 11
  fail-until-retired: true
  unready-rewrites-again: 2
  renamed-by-address: true
  renamed-relative: true
  renamed-start: true
  renamed-without-index: true
  renamed-loads: 'MOV64rm'
  addresses-by-parts: true
  chained-loads: 'MOV(32|64)rm'
)"));
  ASSERT_EQ(P.Message, "");
  EXPECT_TRUE(P.C->FusesPairs);
  const Renamer &R = P.C->Rename;
  EXPECT_EQ(R.Ports, PortChoice::EightPorts);
  EXPECT_EQ(R.PortImbalance, 5u);
  EXPECT_EQ(R.PortOrder, (std::vector<unsigned>{1, 0}));
  EXPECT_EQ(R.ApartPlaces, 3u);
  EXPECT_EQ(R.ApartPerCycle, 2u);
  EXPECT_EQ(R.Alternating, (std::vector<uint64_t>{3, 2}));
  EXPECT_EQ(R.Moves, MoveElimination::Slots);
  EXPECT_EQ(R.MovesPerCycle, 3u);
  EXPECT_EQ(R.GeneralMoveSlots, 4u);
  EXPECT_EQ(R.VectorMoveSlots, std::nullopt);
  EXPECT_EQ(R.MovePipeline, 2u);
  EXPECT_TRUE(R.MoveSlotsUntilOverwritten);
  EXPECT_TRUE(R.HighBytesApart);
  EXPECT_EQ(R.MergePorts, 2u);
  EXPECT_TRUE(R.StackEngine);
  EXPECT_EQ(R.StackSyncPorts, 1u);
  EXPECT_EQ(R.StackReach, 100u);
  EXPECT_TRUE(R.StackInAddresses);
  EXPECT_TRUE(R.StackSyncsEveryUse);
  EXPECT_EQ(R.WholeUops, 2u);
  EXPECT_TRUE(R.MicrocodeApart);
  EXPECT_EQ(R.ShortConstants, 100u);
  EXPECT_EQ(P.C->WideVectorBits, 256u);
  EXPECT_EQ(P.C->WideVectorsBlock, 2u);
  EXPECT_EQ(P.C->Schedule.IssueToDispatch, 5u);
  EXPECT_EQ(P.C->Schedule.LateWindow, 2u);
  EXPECT_EQ(P.C->Schedule.ExecuteDelay, 3u);
  const MemoryPipes &M = P.C->Memory;
  EXPECT_EQ(M.StoreAddressLatency, 6u);
  EXPECT_EQ(M.StoreDataLatency, 2u);
  EXPECT_EQ(M.ForwardDelay, 7u) << "what is left of 9 cycles";
  EXPECT_EQ(M.ForwardFailLatency, 19u);
  EXPECT_EQ(M.ForwardStores, 2u);
  EXPECT_EQ(M.FullWidth, 16u);
  EXPECT_EQ(M.PairedStoreReach, 64u);
  EXPECT_EQ(M.StoreBlock, 32u);
  EXPECT_EQ(M.StoreBlockQueue, 2u);
  EXPECT_EQ(M.Lone.Turns, 3u);
  EXPECT_EQ(M.Lone.Accesses, 7u);
  EXPECT_EQ(M.KnownBlocks, 12u);
  EXPECT_EQ(M.KnownAfter, 10u);
  EXPECT_EQ(M.PageBytes, 4096u);
  EXPECT_EQ(M.PageStoreDelay, 30u);
  EXPECT_EQ(M.WideForward, 16u);
  EXPECT_EQ(M.WideForwardDelay, 3u);
  EXPECT_EQ(M.LineBytes, 64u);
  EXPECT_EQ(M.CrossingDelay, 1u);
  EXPECT_EQ(M.Crossings, 2u);
  EXPECT_EQ(M.LoadRetry, 3u);
  EXPECT_EQ(M.Banks.Bytes, 4u);
  EXPECT_EQ(M.Banks.Count, 8u);
  EXPECT_EQ(M.Banks.Ways, 2u);
  EXPECT_EQ(M.Banks.Reads, 3u);
  EXPECT_EQ(M.VectorForwardLatency, 11u);
  EXPECT_TRUE(M.FailUntilRetired);
  EXPECT_EQ(M.RewritesAgainAfter, 2u);
  EXPECT_TRUE(M.RenamedByAddress);
  EXPECT_TRUE(M.RenamedRelative);
  EXPECT_TRUE(M.RenamedStart);
  EXPECT_TRUE(M.RenamedWithoutIndex);
  EXPECT_EQ(P.C->RenamedLoads, "MOV64rm");
  EXPECT_TRUE(P.C->Patterns->matches(*P.C->RenamedLoadsPattern, "MOV64rm"));
  EXPECT_FALSE(P.C->Patterns->matches(*P.C->RenamedLoadsPattern, "MOV32rm"));
  EXPECT_TRUE(M.AddressesByParts);
  EXPECT_EQ(P.C->ChainedLoads, "MOV(32|64)rm");
  EXPECT_TRUE(P.C->Patterns->matches(*P.C->ChainedLoadsPattern, "MOV64rm"));
  EXPECT_FALSE(P.C->Patterns->matches(*P.C->ChainedLoadsPattern, "MOV64rmX"));
}

TEST(CpuPipeline, KnowsAllPolicies) {
  const std::pair<llvm::StringRef, PortChoice> Choices[] = {
      {"at-dispatch", PortChoice::AtDispatch},
      {"six-ports", PortChoice::SixPorts},
      {"eight-ports", PortChoice::EightPorts},
      {"ten-ports", PortChoice::TenPorts},
      {"twelve-ports", PortChoice::TwelvePorts},
      {"uniform", PortChoice::Uniform}};
  for (auto [Name, Choice] : Choices) {
    Parsed P(toy(("renamer: {source: x, port-choice: " + Name + "}").str()));
    ASSERT_EQ(P.Message, "");
    EXPECT_EQ(P.C->Rename.Ports, Choice);
  }
  const std::pair<llvm::StringRef, MoveElimination> Kinds[] = {
      {"never", MoveElimination::Never},
      {"slots", MoveElimination::Slots},
      {"always", MoveElimination::Always}};
  for (auto [Name, Kind] : Kinds) {
    Parsed P(
        toy(("renamer: {source: x, move-elimination: " + Name + "}").str()));
    ASSERT_EQ(P.Message, "");
    EXPECT_EQ(P.C->Rename.Moves, Kind);
  }
}

TEST(CpuPipeline, ErrorsSayWhereAndWhy) {
  const std::pair<std::string, const char *> Cases[] = {
      {withFrontEnd("kind: odd"), "toy.yaml:3:40: expected linear, no-cross, "
                                  "dispatch-queues, intel or op-cache"},
      {withFrontEnd("predecoder: {block: 12}"),
       "toy.yaml:3:54: expected 1, 2, 4, 8, 16, 32 or 64 bytes"},
      {withFrontEnd("uop-cache: {window: 128}"),
       "toy.yaml:3:54: expected 1, 2, 4, 8, 16, 32 or 64 bytes"},
      {withFrontEnd("decoders: {beside-complex: [x]}"),
       "toy.yaml:3:62: expected a whole number from 0 to 10000"},
      {withFrontEnd("predecoder: {speed: 1}"),
       "toy.yaml:3:47: unknown key 'speed'"},
      {withFrontEnd("loop-stream: {unrolling: [{up-to: 4}]}"),
       "toy.yaml:3:61: missing required key 'times'"},
      {withFrontEnd("loop-stream: {unrolling: [{up-to: 4, times: 2}, "
                    "{up-to: 4, times: 1}]}"),
       "toy.yaml:3:83: 'up-to' is not larger than the one before"},
      {withFrontEnd("op-cache: {fits: [{ops: 4}, {ops: 4}]}"),
       "toy.yaml:3:63: 'ops' is not larger than the one before"},
      {withFrontEnd("op-cache: {fits: [{evex: 4}]}"),
       "toy.yaml:3:53: missing required key 'ops'"},
      {withFrontEnd("op-cache: {fits: [{ops: 0}]}"),
       "toy.yaml:3:58: expected a whole number from 1 to 10000"},
      {withFrontEnd("op-cache: {fits: [{ops: 1, evex: many}]}"),
       "toy.yaml:3:67: invalid number"},
      {withFrontEnd("kind: intel, instruction-queue: 4"),
       "toy.yaml:3:13: 'instruction-queue' is smaller than the predecoder's "
       "width"},
      {withFrontEnd("kind: intel, uop-queue: 5, uop-cache: {width: 6}"),
       "toy.yaml:3:13: 'uop-queue' is smaller than the uop-cache's width"},
      {withFrontEnd("kind: intel, uop-cache: {pairs-windows: true}"),
       "toy.yaml:3:13: 'pairs-windows' needs 'window-a-cycle'"},
      {withFrontEnd("kind: intel, uop-queue: 5, microcode: {width: 6}"),
       "toy.yaml:3:13: 'uop-queue' is smaller than the microcode's width"},
      {withFrontEnd("kind: intel, uop-cache: {window: 8}"),
       "toy.yaml:3:13: the uop-cache's window is smaller than the predecoder's "
       "block"},
      {withFrontEnd("kind: op-cache, uop-cache: {width: 6}"),
       "toy.yaml:3:13: a front end of this kind has no 'uop-cache'"},
      {withFrontEnd("kind: op-cache, instruction-queue: 20"),
       "toy.yaml:3:13: a front end of this kind has no 'instruction-queue'"},
      {withFrontEnd("kind: op-cache, microcode: {width: 2}"),
       "toy.yaml:3:13: a front end of this kind has no 'microcode'"},
      {withFrontEnd("kind: op-cache, loop-stream: {enabled: true}"),
       "toy.yaml:3:13: a front end of this kind has no 'loop-stream'"},
      {withFrontEnd("kind: op-cache, predecoder: {block: 16, width: 5}"),
       "toy.yaml:3:13: of 'predecoder' a front end of this kind has 'block' "
       "alone"},
      {withFrontEnd("kind: op-cache, decoders: {fusible-on-last: true}"),
       "toy.yaml:3:13: of 'decoders' a front end of this kind has 'count' "
       "alone"},
      {withFrontEnd("kind: intel, op-cache: {width: 6}"),
       "toy.yaml:3:13: a front end of this kind has no 'op-cache'"},
      {withFrontEnd("kind: no-cross, predecoder: {block: 16}"),
       "toy.yaml:3:13: a front end of this kind has no 'predecoder'"},
      {withFrontEnd("kind: linear, decoders: {count: 4}"),
       "toy.yaml:3:13: a front end of this kind has no 'decoders'"},
      {withFrontEnd("uop-queue: 40"),
       "toy.yaml:3:13: a front end of this kind has no 'uop-queue'"},
      {toy("renamer: {source: x, port-choice: best}"),
       "toy.yaml:8:35: expected at-dispatch, six-ports, eight-ports, "
       "ten-ports, twelve-ports or uniform"},
      {toy("renamer: {source: x, move-elimination: often}"),
       "toy.yaml:8:40: expected never, slots or always"},
      {toy("renamer: {source: x, move-slots: {general: many}}"),
       "toy.yaml:8:44: expected 'unlimited' or a whole number from 0 to 10000"},
      {toy("renamer: {source: x, alternating-ports: [[p0, p9]]}"),
       "toy.yaml:8:47: 'p9' is no port or unit of toy"},
      {toy("renamer: {source: x, port-order: [p0, p9]}"),
       "toy.yaml:8:39: 'p9' is no port or unit of toy"},
      {toy("renamer: {source: x, port-order: [p1, p0, p1]}"),
       "toy.yaml:8:11: 'port-order' names one port after the other, each once"},
      {toy("renamer: {source: x, port-order: [[p0, p1]]}"),
       "toy.yaml:8:11: 'port-order' names one port after the other, each once"},
      {toy("renamer: {source: x, unlamination: {places: 0}}"),
       "toy.yaml:8:45: expected a whole number from 1 to 10000"},
      {toy("renamer: {source: x, unlamination: {per-cycle: 0}}"),
       "toy.yaml:8:48: expected a whole number from 1 to 10000"},
      {toy("renamer: {source: x, high-bytes: {merge-ports: p9}}"),
       "toy.yaml:8:48: 'p9' is no port or unit of toy"},
      {toy("renamer: {source: x, stack-engine: {sync-ports: p9}}"),
       "toy.yaml:8:49: 'p9' is no port or unit of toy"},
      {toy("renamer: {source: x, high-bytes: {apart: true}}"),
       "toy.yaml:8:11: 'high-bytes' needs 'merge-ports'"},
      {toy("renamer: {source: x, stack-engine: {enabled: true}}"),
       "toy.yaml:8:11: 'stack-engine' needs 'sync-ports'"},
      {toy("renamer: {source: x, microcode-apart: true}"),
       "toy.yaml:8:11: 'microcode-apart' needs 'whole-uops'"},
      {toy("renamer: {source: x, whole-uops: 100}"),
       "toy.yaml:8:11: 'whole-uops' is more than the front end's width"},
      {toy("renamer: {source: x, wide-vectors: {blocked-ports: p9}}"),
       "toy.yaml:8:52: 'p9' is no port or unit of toy"},
      {toy("buffers: {source: x, registers: {general: 9, mask: 2}}"),
       "toy.yaml:8:52: 'mask' needs 'mask-register'"},
      {toy("buffers: {source: x, registers: {general: 9}}"),
       "toy.yaml:8:43: 'general' needs 'stack-pointer', which tells these "
       "registers"},
      {toy("port-groups: {alu: p9}"),
       "toy.yaml:8:20: 'p9' is no port or unit of toy"},
      {toy("port-groups: {alu: p0, all: [p1, alu]}"),
       "toy.yaml:8:34: 'alu' is no port or unit of toy"},
      {toy("port-groups: {p0: [p1]}"),
       "toy.yaml:8:20: 'p0' is a port or unit, too"},
  };
  for (const auto &[Text, Expected] : Cases)
    EXPECT_EQ(Parsed(Text).Message, Expected) << Text;
}

/// The variants of the uiCA paper's table 4 are children of a few lines.
TEST(CpuPipeline, PartsOfTheMachineCanBeSwitchedOff) {
  auto Variant = [](llvm::StringRef Keys) {
    Parsed P(
        ("name: variant\ninherits: cascadelake\nllvm-cpus: [cascadelake]\n" +
         Keys + "\n")
            .str());
    EXPECT_EQ(P.Message, "");
    return P.C;
  };
  auto Whole = Variant("");
  EXPECT_EQ(Whole->Fetch.Kind, FrontEndKind::Intel);
  EXPECT_EQ(Whole->Rename.Ports, PortChoice::EightPorts);
  EXPECT_TRUE(Whole->MicroFusion && Whole->FusesPairs);
  EXPECT_EQ(Whole->Fetch.Intel.LoopUnrollings.size(), 5u);
  EXPECT_EQ(Whole->Rename.Moves, MoveElimination::Slots);

  EXPECT_EQ(Variant("front-end: {source: x, kind: linear}")->Fetch.Kind,
            FrontEndKind::Linear);
  EXPECT_EQ(Variant("renamer: {source: x, port-choice: uniform}")->Rename.Ports,
            PortChoice::Uniform);
  EXPECT_FALSE(
      Variant("renamer: {source: x, micro-fusion: false}")->MicroFusion);
  EXPECT_FALSE(
      Variant("front-end: {source: x, macro-fusion: false}")->FusesPairs);
  auto Streamed =
      Variant("front-end: {source: x, loop-stream: {unrolling: []}}");
  EXPECT_TRUE(Streamed->Fetch.Intel.LoopStream);
  EXPECT_TRUE(Streamed->Fetch.Intel.LoopUnrollings.empty());
  EXPECT_EQ(
      Variant("renamer: {source: x, move-elimination: never}")->Rename.Moves,
      MoveElimination::Never);
  EXPECT_EQ(
      Variant("renamer: {source: x, move-elimination: always}")->Rename.Moves,
      MoveElimination::Always);
}

TEST(CpuPipeline, PortGroupsStandForPorts) {
  Parsed P(toy(R"(port-groups: {alu: [p0, p1], one: p1}
branches: {source: x, ports: alu, taken-ports: [one], also: [div]}
corrections: [{match: A, source: x, uops: [{ports: [alu, div]}, {ports: one, also: [{ports: div}]}]}]
)"));
  ASSERT_EQ(P.Message, "");
  EXPECT_EQ(P.C->BranchPorts, 3u);
  EXPECT_EQ(P.C->TakenBranchPorts, 2u);
  EXPECT_EQ(P.C->BranchesAlso, 4u);
  const std::vector<UopSpec> &Uops = *P.C->Corrections[0].Uops;
  EXPECT_EQ(Uops[0].Uses[0].Resources, 7u);
  EXPECT_EQ(Uops[1].Uses[0].Resources, 2u);
  EXPECT_EQ(Uops[1].Uses[1].Resources, 4u);
}

/// A null node is no scalar.
TEST(CpuPipeline, EmptyListsOfPortsMayBeLeftOut) {
  Parsed P(toy("port-groups:\n  alu:\ncorrections: [{match: A, source: x, "
               "uops: [{ports: alu}]}]\n"));
  ASSERT_EQ(P.Message, "");
  EXPECT_TRUE((*P.C->Corrections[0].Uops)[0].Uses.empty());
}

} // namespace
