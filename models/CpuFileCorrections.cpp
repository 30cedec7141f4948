//===- CpuFileCorrections.cpp - Facts about instructions --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keys of corrections and macro-fusions.
///
//===----------------------------------------------------------------------===//

#include "CpuFileTraits.h"

using namespace takt;

namespace llvm {
namespace yaml {

template <> struct ScalarEnumerationTraits<UopKind> {
  static void enumeration(IO &IO, UopKind &K) {
    const Choice Is(IO, K);
    Is("compute", UopKind::Compute);
    Is("load", UopKind::Load);
    Is("store-address", UopKind::StoreAddress);
    Is("store-data", UopKind::StoreData);
    Is("branch", UopKind::Branch);
  }
};

template <> struct ScalarEnumerationTraits<SharedOperand> {
  static void enumeration(IO &IO, SharedOperand &O) {
    const Choice Is(IO, O);
    Is("result", SharedOperand::Result);
    Is("first", SharedOperand::First);
    Is("last", SharedOperand::Last);
  }
};

template <> struct ScalarEnumerationTraits<Ordering> {
  static void enumeration(IO &IO, Ordering &O) {
    const Choice Is(IO, O);
    Is("none", Ordering::None);
    Is("serializing", Ordering::Serializing);
    Is("loads", Ordering::Loads);
    Is("stores", Ordering::Stores);
    Is("loads-and-stores", Ordering::LoadsAndStores);
  }
};

template <> struct MappingTraits<FileUse> {
  static void mapping(IO &IO, FileUse &U) {
    IO.mapRequired("ports", U.Ports);
    IO.mapOptional("cycles", U.Cycles);
    IO.mapOptional("after", U.After);
    IO.mapOptional("of-flags", U.OfFlags);
  }
};

template <> struct CustomMappingTraits<FileWrites> {
  static void inputOne(IO &IO, StringRef Key, FileWrites &W) {
    FilePlacedCycles Cycles;
    IO.mapRequired(Key.str().c_str(), Cycles);
    W.List.emplace_back(Key.str(), std::move(Cycles));
  }
  static void output(IO &, FileWrites &) {}
};

template <> struct MappingTraits<FileUop> {
  static void mapping(IO &IO, FileUop &U) {
    locate(IO.getContext(), U.Where);
    IO.mapOptional("kind", U.Kind);
    IO.mapOptional("ports", U.Ports);
    IO.mapOptional("cycles", U.Cycles);
    IO.mapOptional("count", U.Count);
    IO.mapOptional("also", U.Also);
    IO.mapOptional("reads", U.Reads);
    IO.mapOptional("writes", U.Writes);
  }
};

template <> struct MappingTraits<FileForm> {
  static void mapping(IO &IO, FileForm &F) {
    IO.mapOptional("loads", F.Asked.Loads);
    IO.mapOptional("stores", F.Asked.Stores);
    IO.mapOptional("indexed", F.Asked.Indexed);
    IO.mapOptional("two-registers", F.Asked.TwoRegisters);
    IO.mapOptional("three-parts", F.Asked.ThreeParts);
    IO.mapOptional("same-register", F.Asked.SameRegister);
    IO.mapOptional("tied", F.Asked.Tied);
    IO.mapOptional("scaled", F.Asked.Scaled);
    IO.mapOptional("pc-relative", F.Asked.PcRelative);
    IO.mapOptional("zero-source", F.Asked.ZeroSource);
    IO.mapOptional("immediate", F.Asked.Immediate);
    IO.mapOptional("conditions", F.Conditions);
    IO.mapOptional("prefixes", F.Prefixes);
    IO.mapOptional("registers", F.Registers);
    IO.mapOptional("source-registers", F.SourceRegisters);
    IO.mapOptional("zero-immediate", F.Asked.ZeroImmediate);
    IO.mapOptional("short-constant", F.Asked.ShortConstant);
    IO.mapOptional("high-byte", F.Asked.HighByte);
  }
};

template <> struct CustomMappingTraits<FileLatencies> {
  static void inputOne(IO &IO, StringRef Key, FileLatencies &L) {
    FileCycles Cycles;
    IO.mapRequired(Key.str().c_str(), Cycles);
    L.List.push_back({Key.str(), Cycles.Value});
  }
  static void output(IO &, FileLatencies &) {}
};

template <> struct CustomMappingTraits<FileAdvances> {
  static void inputOne(IO &IO, StringRef Key, FileAdvances &A) {
    FileCycles Cycles;
    IO.mapRequired(Key.str().c_str(), Cycles);
    FileName Name;
    locate(IO.getContext(), Name);
    Name.Text = Key.str();
    A.List.push_back({Name, Cycles.Value});
  }
  static void output(IO &, FileAdvances &) {}
};

void MappingTraits<FileCorrection>::mapping(IO &IO, FileCorrection &C) {
  IO.mapRequired("match", C.Match);
  IO.mapOptional("form", C.Form);
  IO.mapOptional("uops", C.Uops);
  IO.mapOptional("fused-uops", C.FusedUops);
  IO.mapOptional("latency", C.Latency);
  IO.mapOptional("load-latency", C.LoadLatency);
  IO.mapOptional("accumulate-latency", C.AccumulateLatency);
  IO.mapOptional("forward-latency", C.ForwardLatency);
  IO.mapOptional("flags-latency", C.FlagsLatency);
  IO.mapOptional("flags-together", C.FlagsTogether);
  IO.mapOptional("latencies", C.Latencies);
  IO.mapOptional("advances", C.Advances);
  IO.mapOptional("eliminated", C.Eliminated);
  IO.mapOptional("breaks-dependence", C.BreaksDependence);
  IO.mapOptional("keeps-registers", C.KeepsRegisters);
  IO.mapOptional("unlaminated", C.Unlaminated);
  IO.mapOptional("reads-destination", C.ReadsDestination);
  IO.mapOptional("flags-read", C.FlagsRead);
  IO.mapOptional("flags-written", C.FlagsWritten);
  IO.mapOptional("results", C.Results);
  IO.mapOptional("queued-uops", C.QueuedUops);
  IO.mapOptional("microcode-uops", C.MicrocodeUops);
  IO.mapOptional("complex-decoder", C.ComplexDecoder);
  IO.mapOptional("simple-decoders", C.SimpleDecoders);
  IO.mapOptional("repeat-cycles", C.RepeatCycles);
  IO.mapOptional("order", C.Order);
  IO.mapOptional("shared-operand", C.Shared);
  IO.mapOptional("renamed-store", C.RenamedStore);
  IO.mapOptional("not-modelled", C.NotModelled);
  IO.mapRequired("source", C.Source);
}

void MappingTraits<FileFusion>::mapping(IO &IO, FileFusion &F) {
  IO.mapRequired("first", F.First);
  IO.mapRequired("second", F.Second);
  IO.mapOptional("conditions", F.Conditions);
  IO.mapOptional("memory", F.Memory);
  IO.mapOptional("memory-immediate", F.MemoryImmediate);
  IO.mapOptional("same-destination", F.SameDestination);
  IO.mapOptional("no-result", F.NoResult);
  IO.mapOptional("ports", F.Ports);
  IO.mapRequired("source", F.Source);
}

} // namespace yaml
} // namespace llvm
