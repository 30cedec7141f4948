//===- CpuResolveCorrections.cpp - Facts with their names resolved *- C++
//-*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuResolver.h"
#include "ResourceUses.h"
#include "llvm/ADT/StringExtras.h"

using namespace takt;
using llvm::Error;
using llvm::StringRef;

/// Beyond, a typing error is more likely, and kernels could not count them.
static constexpr unsigned MostUops = 10000;

Error CpuResolver::addValueRule(const CpuFile &F, const FileValueRule &From) {
  ValueRule To;
  To.Match = From.Match.Text;
  To.Effect = From.Effect;
  To.Where = where(F, From.Match);
  To.Signed = From.Signed;
  To.Memory = From.Memory;
  To.Operand = From.Operand;
  bool Needs = To.Effect == ValueRule::Push || To.Effect == ValueRule::Pop ||
               To.Memory != ValueRule::Marked;
  if (Needs && !From.Bytes)
    return at(F, From.Match, "this rule needs 'bytes'");
  if (!Needs && From.Bytes && To.Effect != ValueRule::Copy)
    return at(F, From.Match, "this effect has no 'bytes'");
  set(To.Bytes, From.Bytes);
  if (Error E = pattern(F, From.Match, To.Pattern))
    return E;
  C->ValueRules.push_back(std::move(To));
  return Error::success();
}

Error CpuResolver::addFusion(const CpuFile &F, const FileFusion &From) {
  MacroFusion To;
  To.First = From.First.Text;
  To.Second = From.Second.Text;
  To.AllowMemory = From.Memory.value_or(true);
  To.AllowMemoryImmediate = From.MemoryImmediate.value_or(true);
  To.SameDestination = From.SameDestination.value_or(false);
  To.NoResult = From.NoResult.value_or(false);
  To.Source = From.Source.Text;
  To.Where = where(F, From.First);
  if (Error E = pattern(F, From.First, To.FirstPattern))
    return E;
  if (Error E = pattern(F, From.Second, To.SecondPattern))
    return E;
  if (Error E = conditions(F, From.Conditions, To.Conditions))
    return E;
  if (From.Ports)
    if (Error E = mask(F, *From.Ports, To.Ports))
      return E;
  C->MacroFusions.push_back(std::move(To));
  return Error::success();
}

/// Why a µop of \p Kind has no ports where it names none.
std::string CpuResolver::noPorts(UopKind Kind) const {
  const char *Key = Kind == UopKind::Load           ? "load-ports"
                    : Kind == UopKind::StoreAddress ? "store-address-ports"
                    : Kind == UopKind::StoreData    ? "store-data-ports"
                                                    : nullptr;
  if (Key)
    return std::string("this µop needs 'ports', since 'memory' of ") + C->Name +
           " has no '" + Key + "'";
  if (Kind == UopKind::Branch)
    return "this µop needs 'ports', since 'branches' of " + C->Name +
           " has none";
  return "a µop of this kind needs 'ports'";
}

Error CpuResolver::uop(const CpuFile &F, const FileUop &From,
                       UopSpec &To) const {
  To.Kind = From.Kind.value_or(UopKind::Compute);
  ResourceUse Use;
  if (From.Ports) {
    if (Error E = mask(F, *From.Ports, Use.Resources))
      return E;
  } else {
    Use.Resources = C->portsOf(To.Kind);
    // The ports of a generic CPU are only known with its instructions.
    bool Later = C->Generic && To.Kind != UopKind::Compute;
    if (!Use.Resources && !Later)
      return at(F, From.Where, noPorts(To.Kind));
    To.DefaultPorts = true;
  }
  Use.Cycles = From.Cycles ? From.Cycles->Value : 1;
  // `ports: []` is a µop that the renamer handles.
  if (Use.Resources && Use.Cycles)
    To.Uses.push_back(Use);
  for (const FileUse &Also : From.Also) {
    if (Error E = mask(F, Also.Ports, Use.Resources))
      return E;
    Use.Cycles = Also.Cycles ? Also.Cycles->Value : 1;
    Use.After = Also.After ? Also.After->Value : 0;
    Use.OfFlags = Also.OfFlags.value_or(false);
    if (Use.OfFlags && !Use.After)
      return at(F, From.Where, "'of-flags' needs 'after'");
    if (!Use.isSoonEnough())
      return at(F, From.Where,
                "'after' and 'cycles' are at most " +
                    llvm::Twine(ResourceUse::MaxDelay) + " together");
    if (Use.Resources && Use.Cycles)
      To.Uses.push_back(Use);
  }
  if (!To.Uses.empty() && To.Uses.front().After)
    return at(F, From.Where, "'after' needs a port that is taken at once");
  if (asksTwice(To.Uses))
    return at(F, From.Where, "'after' needs ports that the µop has not then");
  return Error::success();
}

/// The number behind \p Letters, in "op2" and "t0".
static std::optional<unsigned> numbered(StringRef Text, StringRef Letters) {
  unsigned Number = 0;
  if (!Text.consume_front(Letters) || Text.getAsInteger(10, Number) ||
      Number >= 64)
    return std::nullopt;
  return Number;
}

Error CpuResolver::value(const CpuFile &F, StringRef Text, const FileName &At,
                         UopValue &To) const {
  To.Where = where(F, At);
  static constexpr std::pair<const char *, UopValue::Kind> Words[] = {
      {"tied", UopValue::Tied},     {"sources", UopValue::Sources},
      {"flags", UopValue::Flags},   {"result", UopValue::Result},
      {"memory", UopValue::Memory}, {"address", UopValue::Address},
      {"store", UopValue::Store},
  };
  for (auto [Word, What] : Words)
    if (Text == Word) {
      To.What = What;
      To.Index = What == UopValue::Flags ? ~0u : 0;
      return Error::success();
    }
  if (std::optional<unsigned> Index = numbered(Text, "op")) {
    To.What = UopValue::Operand;
    To.Index = *Index;
  } else if (std::optional<unsigned> Index = numbered(Text, "t")) {
    To.What = UopValue::Temp;
    To.Index = *Index;
  } else if (StringRef Group = Text; Group.consume_front("flags.")) {
    auto It = llvm::find(C->FlagGroups, Group);
    if (It == C->FlagGroups.end())
      return at(F, At, "'" + Group + "' is no group of flags of " + C->Name);
    To.What = UopValue::Flags;
    To.Index = 1u << (It - C->FlagGroups.begin());
  } else {
    // Only the target knows its registers.
    To.What = UopValue::Register;
    To.Name = Text.str();
  }
  return Error::success();
}

/// Reads and writes of a µop; \p TempsMade are the temporary values that µops
/// before it make.
Error CpuResolver::dataFlow(const CpuFile &F, const FileUop &From,
                            uint64_t &TempsMade, UopSpec &To) const {
  if (From.Reads) {
    To.Reads.emplace();
    for (const FileName &N : *From.Reads) {
      UopValue V;
      if (Error E = value(F, N.Text, N, V))
        return E;
      if (V.What == UopValue::Result)
        return at(F, N, "'result' is only written");
      if (V.What == UopValue::Store && To.Kind != UopKind::StoreData)
        return at(F, N, "only store-data µops read 'store'");
      if (V.What == UopValue::Temp && !(TempsMade >> V.Index & 1))
        return at(F, N, "no µop before writes '" + N.Text + "'");
      To.Reads->push_back(std::move(V));
    }
  }
  if (!From.Writes)
    return Error::success();
  To.Writes.emplace();
  // YAML I/O gives keys in no order.
  auto Writes = From.Writes->List;
  llvm::sort(Writes, [](const auto &A, const auto &B) {
    const FileName &P = A.second.Where, &Q = B.second.Where;
    return std::tie(P.Line, P.Column) < std::tie(Q.Line, Q.Column);
  });
  for (const auto &[Text, Cycles] : Writes) {
    UopResult R;
    R.Latency = Cycles.Value;
    if (Error E = value(F, Text, Cycles.Where, R.Value))
      return E;
    if (R.Value.What == UopValue::Address ||
        R.Value.What == UopValue::Sources || R.Value.What == UopValue::Tied)
      return at(F, Cycles.Where, "'" + Text + "' is only read");
    if (R.Value.What == UopValue::Memory && To.Kind != UopKind::Load)
      return at(F, Cycles.Where, "only load µops write 'memory'");
    if (R.Value.What == UopValue::Temp)
      TempsMade |= uint64_t(1) << R.Value.Index;
    To.Writes->push_back(std::move(R));
  }
  return Error::success();
}

Error CpuResolver::uops(const CpuFile &F, llvm::ArrayRef<FileUop> From,
                        std::vector<UopSpec> &To) const {
  uint64_t TempsMade = 0;
  for (const FileUop &U : From) {
    UopSpec Spec;
    if (Error E = uop(F, U, Spec))
      return E;
    if (Error E = dataFlow(F, U, TempsMade, Spec))
      return E;
    To.insert(To.end(), U.Count ? U.Count->Value : 1, Spec);
    if (To.size() > MostUops)
      return at(F, U.Where,
                "an instruction has at most " + llvm::Twine(MostUops) +
                    " µops");
  }
  return Error::success();
}

Error CpuResolver::form(const CpuFile &F, const FileForm &From,
                        FormCondition &To) const {
  To = From.Asked;
  if (Error E = conditions(F, From.Conditions, To.Conditions))
    return E;
  for (const FileName &N : From.Registers)
    To.Registers.push_back(N.Text);
  if (!From.SourceRegisters.empty() && !From.Registers.empty())
    return at(F, From.SourceRegisters.front(),
              "either 'registers' or 'source-registers'");
  To.RegisterIsSource = !From.SourceRegisters.empty();
  for (const FileName &N : From.SourceRegisters)
    To.Registers.push_back(N.Text);
  for (const FileName &N : From.Prefixes) {
    auto It = llvm::find_if(
        C->Prefixes, [&](const InstrPrefix &P) { return P.Name == N.Text; });
    if (It == C->Prefixes.end())
      return at(F, N, "'" + N.Text + "' is no prefix of " + C->Name);
    To.Prefixes |= It->Flag;
  }
  return Error::success();
}

Error CpuResolver::addCorrection(const CpuFile &F, const FileCorrection &From) {
  Correction To;
  To.Match = From.Match.Text;
  To.Source = From.Source.Text;
  To.Where = where(F, From.Match);
  if (Error E = pattern(F, From.Match, To.Pattern))
    return E;
  if (Error E = form(F, From.Form, To.Form))
    return E;
  if (To.Form.ShortConstant && !C->Rename.ShortConstants)
    return at(F, From.Match,
              "'short-constant' needs 'short-constants' of the renamer");
  for (const auto &[Operand, Cycles] : From.Advances.List)
    To.Advances.push_back({Operand.Text, Cycles});
  if (From.Uops)
    if (Error E = uops(F, *From.Uops, To.Uops.emplace()))
      return E;
  set(To.FusedUops, From.FusedUops);
  set(To.Latency, From.Latency);
  set(To.LoadLatency, From.LoadLatency);
  set(To.AccumulateLatency, From.AccumulateLatency);
  set(To.ForwardLatency, From.ForwardLatency);
  set(To.FlagsLatency, From.FlagsLatency);
  set(To.FlagsTogether, From.FlagsTogether);
  set(To.Results, From.Results);
  set(To.QueuedUops, From.QueuedUops);
  set(To.MicrocodeUops, From.MicrocodeUops);
  set(To.SimpleDecoders, From.SimpleDecoders);
  set(To.RepeatCycles, From.RepeatCycles);
  To.ComplexDecoder = From.ComplexDecoder;
  To.Order = From.Order;
  To.Shared = From.Shared;
  To.RenamedStore = From.RenamedStore;
  To.Eliminated = From.Eliminated;
  To.BreaksDependence = From.BreaksDependence;
  To.KeepsRegisters = From.KeepsRegisters;
  To.Unlaminated = From.Unlaminated;
  To.ReadsDestination = From.ReadsDestination;
  To.Latencies = From.Latencies.List;
  if (Error E = flagGroups(F, From.FlagsRead, To.FlagsRead))
    return E;
  if (Error E = flagGroups(F, From.FlagsWritten, To.FlagsWritten))
    return E;
  if (From.NotModelled)
    To.NotModelled =
        From.NotModelled->Text == "false" ? "" : From.NotModelled->Text;
  C->Corrections.append(std::move(To));
  return Error::success();
}
