//===- CpuFileTest.cpp - Tests of the format of machine descriptions ------===//
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

TEST(CpuFile, ReadsEveryKey) {
  Parsed P(toy(R"(architecture: x86
base-model: other
buffers: {source: made up, reorder: 224, scheduler: 97, load: 72, store: 56, waiting-loads: {entries: 44, after: 13}, retire-width: 8, registers: {general: 190, vector: 140, mask: 40, mask-register: k0}}
ignore-units: [E]
memory:
  source: made up
  load-ports: [p0]
  store-address-ports: [p0, p1]
  store-data-ports: [p1]
  load-latency: 3
  vector-load-latency: 6
  complex-address-latency: 2
  store-forward-latency: 7
  chained-load-gain: 1
  chained-load-reach: 2047
branches: {source: made up, ports: [p0, p1], taken-ports: [p1]}
renamer: {source: made up, micro-fusion: true, fused-uops-from-model: true, partial-writes-merge: true}
ignore-registers: [rip]
prefixes: {rep: 8, lock: 16, repne: 4}
stack-pointer: rsp
macro-fusions:
  - {first: CMP, second: J, conditions: [ne], memory: false, memory-immediate: false, same-destination: true, no-result: true, source: made up}
corrections:
  - match: ADD.*
    form: {loads: true, stores: false, indexed: true, two-registers: true, three-parts: false, same-register: false, tied: true, immediate: false, conditions: [e], prefixes: [rep, lock]}
    uops:
      - {kind: load}
      - {ports: [p0, p1], cycles: 2, count: 2, also: [{ports: [div], cycles: 9}]}
    fused-uops: 2
    latency: 3
    load-latency: 5
    flags-latency: 4
    forward-latency: 2
    latencies: {rsp: 0}
    advances: {tied: 1, rcx: 2}
    eliminated: false
    breaks-dependence: true
    keeps-registers: true
    unlaminated: true
    reads-destination: false
    flags-read: [c]
    flags-written: [z]
    not-modelled: why
    source: made up
)"));
  ASSERT_EQ(P.Message, "");
  const Cpu &C = *P.C;
  EXPECT_EQ(C.Name, "toy");
  EXPECT_FALSE(C.Generic);
  EXPECT_EQ(C.Architecture, "x86");
  EXPECT_EQ(C.BaseModel, "other");
  EXPECT_EQ(C.LLVMCpus, std::vector<std::string>{"toy"});
  EXPECT_EQ(C.Fetch.Width, 4u);
  EXPECT_EQ(C.ReorderBuffer, 224u);
  EXPECT_EQ(C.Scheduler, 97u);
  EXPECT_EQ(C.LoadBuffer, 72u);
  EXPECT_EQ(C.StoreBuffer, 56u);
  EXPECT_EQ(C.WaitingLoads.Entries, 44u);
  EXPECT_EQ(C.WaitingLoads.After, 13u);
  EXPECT_EQ(C.RetireWidth, 8u);
  EXPECT_EQ(C.Registers.General, 190u);
  EXPECT_EQ(C.Registers.Vector, 140u);
  EXPECT_EQ(C.Registers.Mask, 40u);
  EXPECT_EQ(C.MaskRegister.Name, "k0");
  ASSERT_EQ(C.Resources.size(), 3u);
  EXPECT_TRUE(C.Resources[1].IsPort);
  EXPECT_EQ(C.Resources[1].LLVMNames, (std::vector<std::string>{"B", "C"}));
  EXPECT_FALSE(C.Resources[2].IsPort);
  EXPECT_EQ(C.resourceNames(0b111), "p0, p1 and div");
  EXPECT_EQ(C.IgnoredUnits.at(0).Name, "E");
  EXPECT_EQ(C.LoadPorts, 1u);
  EXPECT_EQ(C.StoreAddressPorts, 3u);
  EXPECT_EQ(C.StoreDataPorts, 2u);
  EXPECT_EQ(C.BranchPorts, 3u);
  EXPECT_EQ(C.TakenBranchPorts, 2u);
  EXPECT_EQ(C.LoadLatency, 3u);
  EXPECT_EQ(C.VectorLoadLatency, 6u);
  EXPECT_EQ(C.ComplexAddressLatency, 2u);
  EXPECT_EQ(C.StoreForwardLatency, 7u);
  EXPECT_EQ(C.ChainedLoadGain, 1u);
  EXPECT_EQ(C.ChainedLoadReach, 2047u);
  EXPECT_TRUE(C.MicroFusion);
  EXPECT_TRUE(C.PartialWritesMerge);
  EXPECT_EQ(C.IgnoredRegisters.at(0).Name, "rip");
  EXPECT_TRUE(C.FusedUopsFromModel);
  EXPECT_EQ(C.StackPointer.Name, "rsp");
  EXPECT_EQ(C.FlagsRegister.Name, "flags");
  EXPECT_EQ(C.FlagGroups, (std::vector<std::string>{"c", "z"}));
  EXPECT_EQ(C.ConditionNames, (std::vector<std::string>{"e", "ne"}));
  EXPECT_EQ(C.ConditionOperands.at(0).Operand, -1);

  const MacroFusion &F = C.MacroFusions.at(0);
  EXPECT_TRUE(C.Patterns->matches(F.FirstPattern, "CMP"));
  EXPECT_FALSE(C.Patterns->matches(F.FirstPattern, "CMPX"));
  EXPECT_EQ(F.Conditions, std::vector<std::string>{"ne"});
  EXPECT_FALSE(F.AllowMemory);
  EXPECT_FALSE(F.AllowMemoryImmediate);
  EXPECT_TRUE(F.SameDestination);
  EXPECT_TRUE(F.NoResult);

  const Correction &K = C.Corrections[0];
  EXPECT_TRUE(C.Patterns->matches(K.Pattern, "ADD64rr"));
  EXPECT_FALSE(C.Patterns->matches(K.Pattern, "VADD"));
  EXPECT_EQ(K.Form.Loads, true);
  EXPECT_EQ(K.Form.Stores, false);
  EXPECT_EQ(K.Form.Indexed, true);
  EXPECT_EQ(K.Form.SameRegister, false);
  EXPECT_EQ(K.Form.Tied, true);
  EXPECT_EQ(K.Form.Immediate, false);
  EXPECT_EQ(K.Form.Conditions, std::vector<std::string>{"e"});
  ASSERT_EQ(K.Uops->size(), 3u);
  EXPECT_EQ((*K.Uops)[0].Kind, UopKind::Load);
  EXPECT_EQ((*K.Uops)[0].Uses[0].Resources, C.LoadPorts);
  for (unsigned I : {1, 2}) {
    const UopSpec &U = (*K.Uops)[I];
    EXPECT_EQ(U.Kind, UopKind::Compute);
    ASSERT_EQ(U.Uses.size(), 2u);
    EXPECT_EQ(U.Uses[0].Resources, 3u);
    EXPECT_EQ(U.Uses[0].Cycles, 2u);
    EXPECT_EQ(U.Uses[1].Resources, 4u);
    EXPECT_EQ(U.Uses[1].Cycles, 9u);
  }
  EXPECT_EQ(K.FusedUops, 2u);
  EXPECT_EQ(K.Latency, 3u);
  EXPECT_EQ(K.LoadLatency, 5u);
  EXPECT_EQ(K.FlagsLatency, 4u);
  EXPECT_EQ(K.ForwardLatency, 2u);
  EXPECT_EQ(K.Latencies.at(0).Register, "rsp");
  EXPECT_EQ(K.Latencies.at(0).Latency, 0u);
  ASSERT_EQ(K.Advances.size(), 2u);
  EXPECT_EQ(K.Form.Prefixes, 24u);
  EXPECT_EQ(K.Form.TwoRegisters, true);
  EXPECT_EQ(K.Form.ThreeParts, false);
  EXPECT_EQ(K.Eliminated, false);
  EXPECT_EQ(K.BreaksDependence, true);
  EXPECT_EQ(K.KeepsRegisters, true);
  EXPECT_EQ(K.Unlaminated, true);
  EXPECT_EQ(K.ReadsDestination, false);
  EXPECT_EQ(*K.FlagsRead, std::vector<std::string>{"c"});
  EXPECT_EQ(*K.FlagsWritten, std::vector<std::string>{"z"});
  EXPECT_EQ(K.NotModelled, "why");
  EXPECT_EQ(K.Source, "made up");
  EXPECT_EQ(K.Where.File, "toy.yaml");
  EXPECT_EQ(K.Where.Line, 31u);
}

/// Every error names the file, the line and the reason.
TEST(CpuFile, ErrorsSayWhereAndWhy) {
  const std::pair<llvm::StringRef, llvm::StringRef> Cases[] = {
      {"what: 1", "toy.yaml:8:1: unknown key 'what'"},
      {"front-end: {source: x}",
       "toy.yaml:8:1: duplicated mapping key 'front-end'"},
      {"buffers: {reorder: 1}", "toy.yaml:8:11: missing required key 'source'"},
      {"buffers: {source: '', reorder: 1}", "toy.yaml:8:19: must not be empty"},
      {"buffers: {source: x, reorder: 0}",
       "toy.yaml:8:31: expected a whole number from 1 to 10000"},
      {"buffers: {source: x, registers: {mask: 0}}",
       "toy.yaml:8:40: expected a whole number from 1 to 10000"},
      {"buffers: {source: x, reorder: many}",
       "toy.yaml:8:31: expected a whole number from 1 to 10000"},
      {"memory: {source: x, load-latency: 10001}",
       "toy.yaml:8:35: expected a whole number from 0 to 10000"},
      {"memory: {source: x, load-ports: [p9]}",
       "toy.yaml:8:34: 'p9' is no port or unit of toy"},
      {"memory: {source: x, store-address-ports: [p9]}",
       "toy.yaml:8:43: 'p9' is no port or unit of toy"},
      {"memory: {source: x, store-data-ports: [p9]}",
       "toy.yaml:8:40: 'p9' is no port or unit of toy"},
      {"branches: {source: x, ports: [p9]}",
       "toy.yaml:8:31: 'p9' is no port or unit of toy"},
      {"branches: {source: x, ports: [p0], taken-ports: [p9]}",
       "toy.yaml:8:50: 'p9' is no port or unit of toy"},
      {"renamer: {source: x, micro-fusion: maybe}",
       "toy.yaml:8:36: invalid boolean"},
      {"inherits: nobody",
       "toy.yaml:8:11: no description 'nobody' to inherit from"},
      {"corrections: [{match: ADD, latency: 1}]",
       "toy.yaml:8:16: missing required key 'source'"},
      {"corrections: [{match: ADD, source: ' '}]",
       "toy.yaml:8:36: must not be empty"},
      {"corrections: [{match: '(', source: x}]",
       "toy.yaml:8:23: bad regular expression: parentheses not balanced"},
      {"corrections: [{match: '', source: x}]",
       "toy.yaml:8:23: must not be empty"},
      {"corrections: [{source: x, uops: []}]",
       "toy.yaml:8:16: missing required key 'match'"},
      {"corrections: [{match: A, source: x, uops: [{ports: [p9]}]}]",
       "toy.yaml:8:53: 'p9' is no port or unit of toy"},
      {"corrections: [{match: A, source: x, uops: [{ports: [p0], also: "
       "[{ports: [p9]}]}]}]",
       "toy.yaml:8:74: 'p9' is no port or unit of toy"},
      {"corrections: [{match: A, source: x, uops: [{ports: [p0], also: "
       "[{ports: [p0], cycles: 3, after: 13}]}]}]",
       "toy.yaml:8:45: 'after' and 'cycles' are at most 15 together"},
      {"buffers: {source: x, waiting-loads: {entries: 4, after: 64}}",
       "toy.yaml:8:57: 'after' of 'waiting-loads' is at most 63"},
      {"buffers: {source: x, waiting-loads: {entries: 4, after: 0}}",
       "toy.yaml:8:57: expected a whole number from 1 to 10000"},
      {"buffers: {source: x, waiting-loads: {entries: 4}}",
       "toy.yaml:8:38: missing required key 'after'"},
      {"corrections: [{match: A, source: x, uops: [{ports: [], also: "
       "[{ports: [p0], after: 1}]}]}]",
       "toy.yaml:8:45: 'after' needs a port that is taken at once"},
      {"corrections: [{match: A, source: x, uops: [{ports: [p0], also: "
       "[{ports: [p1], of-flags: true}]}]}]",
       "toy.yaml:8:45: 'of-flags' needs 'after'"},
      {"corrections: [{match: A, source: x, uops: [{ports: [p0], cycles: 3, "
       "also: [{ports: [p0], after: 1}]}]}]",
       "toy.yaml:8:45: 'after' needs ports that the µop has not then"},
      {"corrections: [{match: A, source: x, uops: [{}]}]",
       "toy.yaml:8:45: a µop of this kind needs 'ports'"},
      {"corrections: [{match: A, source: x, uops: [{kind: load}]}]",
       "toy.yaml:8:45: this µop needs 'ports', since 'memory' of toy has no "
       "'load-ports'"},
      {"corrections: [{match: A, source: x, uops: [{kind: store-address}]}]",
       "toy.yaml:8:45: this µop needs 'ports', since 'memory' of toy has no "
       "'store-address-ports'"},
      {"corrections: [{match: A, source: x, uops: [{kind: store-data}]}]",
       "toy.yaml:8:45: this µop needs 'ports', since 'memory' of toy has no "
       "'store-data-ports'"},
      {"corrections: [{match: A, source: x, uops: [{kind: branch}]}]",
       "toy.yaml:8:45: this µop needs 'ports', since 'branches' of toy has "
       "none"},
      {"corrections: [{match: A, source: x, uops: [{ports: [p0], count: 9999}, "
       "{ports: [p0], count: 2}]}]",
       "toy.yaml:8:73: an instruction has at most 10000 µops"},
      {"ignore-units: [X, C]",
       "toy.yaml:8:19: 'C' is part of 'p1', so that it is not ignored"},
      {"corrections: [{match: A, source: x, uops: [{kind: magic}]}]",
       "toy.yaml:8:51: expected compute, load, store-address, store-data or "
       "branch"},
      {"corrections: [{match: A, source: x, form: {conditions: [zz]}}]",
       "toy.yaml:8:57: 'zz' is no condition of toy"},
      {"corrections: [{match: A, source: x, form: {prefixes: [zz]}}]",
       "toy.yaml:8:55: 'zz' is no prefix of toy"},
      {"corrections: [{match: A, source: x, advances: {tied: x}}]",
       "toy.yaml:8:54: expected a whole number from 0 to 10000"},
      {"prefixes: {lock: 0}",
       "toy.yaml:8:18: expected a whole number from 1 to 10000"},
      {"corrections: [{match: A, source: x, form: {big: true}}]",
       "toy.yaml:8:44: unknown key 'big'"},
      {"corrections: [{match: A, source: x, flags-read: [q]}]",
       "toy.yaml:8:50: 'q' is no group of flags of toy"},
      {"corrections: [{match: A, source: x, flags-written: [q]}]",
       "toy.yaml:8:53: 'q' is no group of flags of toy"},
      {"corrections: [{match: A, source: x, latencies: {rsp: -1}}]",
       "toy.yaml:8:54: expected a whole number from 0 to 10000"},
      {"macro-fusions: [{first: A, second: B}]",
       "toy.yaml:8:18: missing required key 'source'"},
      {"macro-fusions: [{first: '[', second: B, source: x}]",
       "toy.yaml:8:25: bad regular expression: brackets ([ ]) not balanced"},
      {"macro-fusions: [{first: A, second: '[', source: x}]",
       "toy.yaml:8:36: bad regular expression: brackets ([ ]) not balanced"},
      {"macro-fusions: [{first: A, second: B, conditions: [x], source: x}]",
       "toy.yaml:8:52: 'x' is no condition of toy"},
      {"abstract: true",
       "toy.yaml:1:7: 'toy' is abstract: a parent, not a CPU"},
      {"corrections: [", "toy.yaml:8:14: Could not find closing ]!"},
  };
  for (const auto &[More, Expected] : Cases) {
    Parsed P(toy(More));
    EXPECT_EQ(P.Message, Expected.str()) << More.str();
  }
}

TEST(CpuFile, ErrorsOfWholeFiles) {
  const std::pair<llvm::StringRef, llvm::StringRef> Cases[] = {
      {"", "toy.yaml:1:1: no description in the file"},
      {"name: a\n---\nname: b\n",
       "toy.yaml:1:1: more than one description in the file"},
      {"llvm-cpus: [a]\n", "toy.yaml:1:1: missing required key 'name'"},
      {"name: a\n", "toy.yaml:1:7: missing required key 'llvm-cpus'"},
      {"name: a\nllvm-cpus: [a]\n",
       "toy.yaml:1:7: no 'ports', here or in a parent"},
      {"name: a\nllvm-cpus: [a]\nports: [{name: p, llvm: [A]}]\n",
       "toy.yaml:1:7: no 'front-end' width, here or in a parent"},
      {"name: a\nllvm-cpus: [a]\nfront-end: {source: x, kind: odd}\n",
       "toy.yaml:3:30: expected linear, no-cross, dispatch-queues, intel or "
       "op-cache"},
      {"name: a\nllvm-cpus: [a]\nfront-end: {source: x, width: 0}\n",
       "toy.yaml:3:31: expected a whole number from 1 to 10000"},
      {"name: a\nllvm-cpus: [a]\nfront-end: {source: x, width: 1}\n"
       "ports:\n  - {name: p, llvm: [A]}\n  - {name: p, llvm: [B]}\n",
       "toy.yaml:6:12: 'p' is described twice"},
      {"name: a\nconditions: {source: x, names: [e], operands: [{match: (}]}\n"
       "llvm-cpus: [a]\nfront-end: {source: x, width: 1}\n"
       "ports: [{name: p, llvm: [A]}]\n",
       "toy.yaml:2:56: bad regular expression: parentheses not balanced"},
      {"- a", "toy.yaml:1:1: not a mapping"},
  };
  for (const auto &[Text, Expected] : Cases)
    EXPECT_EQ(Parsed(Text).Message, Expected.str()) << Text.str();
}

TEST(CpuFile, RefusesMoreResourcesThanAMaskHolds) {
  std::string Text = "name: a\nllvm-cpus: [a]\n"
                     "front-end: {source: x, width: 1}\nports:\n";
  for (unsigned I = 0; I < 65; ++I)
    Text += "  - {name: p" + std::to_string(I) + ", llvm: [A]}\n";
  EXPECT_EQ(Parsed(Text).Message,
            "toy.yaml:69:12: more than 64 ports and units");
}

} // namespace
