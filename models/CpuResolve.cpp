//===- CpuResolve.cpp - Merging a description with its parents --*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From the files of a CPU and its parents to a Cpu. Single values and the
/// lists of ports, units and ignored units of a child replace the parent's;
/// corrections, macro-fusions and ignored registers are appended. Names are
/// resolved when everything is merged, so that a parent's corrections mean the
/// child's ports.
///
//===----------------------------------------------------------------------===//

#include "CpuFile.h"
#include "llvm/ADT/STLExtras.h"

using namespace takt;
using llvm::Error;

namespace {

/// Merges one chain of files.
class Resolver {
public:
  explicit Resolver(llvm::ArrayRef<CpuFile> Chain)
      : Chain(Chain), C(std::make_shared<Cpu>()) {}

  llvm::Expected<std::shared_ptr<const Cpu>> run();

private:
  Error identify();
  void mergeNumbers(const CpuFile &F);
  Error addResources(const CpuFile &F, llvm::ArrayRef<FileResource> List,
                     bool IsPort);
  Error resolveResources();
  Error resolveRoles();
  Error resolveFlags(const CpuFile &F);
  Error resolveConditions(const CpuFile &F);
  Error addFusion(const CpuFile &F, const FileFusion &From);
  Error addCorrection(const CpuFile &F, const FileCorrection &From);

  Error mask(const CpuFile &F, llvm::ArrayRef<FileName> Names,
             ResourceMask &Mask) const;
  Error pattern(const CpuFile &F, const FileName &Text,
                std::shared_ptr<llvm::Regex> &R) const;
  Error conditions(const CpuFile &F, llvm::ArrayRef<FileName> Names,
                   std::vector<std::string> &To) const;
  Error flagGroups(const CpuFile &F,
                   const std::optional<std::vector<FileName>> &Names,
                   std::optional<std::vector<std::string>> &To) const;
  Error uop(const CpuFile &F, const FileUop &From,
            std::vector<UopSpec> &To) const;

  static FilePosition where(const CpuFile &F, const FileName &N) {
    return {F.Path, N.Line, N.Column};
  }
  static Error at(const CpuFile &F, const FileName &N,
                  const llvm::Twine &What) {
    return fileError(F.Path, N.Line, N.Column, What);
  }

  /// The last file of the chain that says something under \p Member.
  template <typename T>
  const CpuFile *lastWith(std::optional<T> CpuFile::*Member) const {
    for (const CpuFile &F : llvm::reverse(Chain))
      if (F.*Member)
        return &F;
    return nullptr;
  }

  llvm::ArrayRef<CpuFile> Chain;
  std::shared_ptr<Cpu> C;
};

} // namespace

template <typename T, typename V>
static void set(T &To, const std::optional<V> &From) {
  if (From)
    To = From->Value;
}

void Resolver::mergeNumbers(const CpuFile &F) {
  if (!F.Architecture.empty())
    C->Architecture = F.Architecture;
  if (!F.BaseModel.empty())
    C->BaseModel = F.BaseModel;
  if (F.FrontEnd) {
    C->Fetch.Kind = F.FrontEnd->Kind.value_or(C->Fetch.Kind);
    set(C->Fetch.Width, F.FrontEnd->Width);
  }
  if (F.Buffers) {
    set(C->ReorderBuffer, F.Buffers->Reorder);
    set(C->Scheduler, F.Buffers->Scheduler);
    set(C->LoadBuffer, F.Buffers->Load);
    set(C->StoreBuffer, F.Buffers->Store);
    set(C->RetireWidth, F.Buffers->RetireWidth);
  }
  if (F.Memory) {
    set(C->LoadLatency, F.Memory->LoadLatency);
    set(C->VectorLoadLatency, F.Memory->VectorLoadLatency);
    set(C->StoreForwardLatency, F.Memory->StoreForwardLatency);
    set(C->ChainedLoadGain, F.Memory->ChainedLoadGain);
    set(C->ChainedLoadReach, F.Memory->ChainedLoadReach);
  }
  if (F.Renamer) {
    C->MicroFusion = F.Renamer->MicroFusion.value_or(C->MicroFusion);
    C->FusedUopsFromModel =
        F.Renamer->FusedUopsFromModel.value_or(C->FusedUopsFromModel);
    C->PartialWritesMerge =
        F.Renamer->PartialWritesMerge.value_or(C->PartialWritesMerge);
  }
  if (F.StackPointer)
    C->StackPointer = {F.StackPointer->Text, where(F, *F.StackPointer)};
  if (!F.Prefixes.List.empty())
    C->Prefixes = F.Prefixes.List;
  for (const FileName &R : F.IgnoreRegisters)
    C->IgnoredRegisters.push_back({R.Text, where(F, R)});
}

Error Resolver::identify() {
  const CpuFile &Self = Chain.back();
  C->Name = Self.Name.Text;
  C->Generic = Self.Generic;
  C->LLVMCpus = Self.LLVMCpus;
  if (C->LLVMCpus.empty())
    return at(Self, Self.Name, "missing required key 'llvm-cpus'");
  if (!lastWith(&CpuFile::Ports))
    return at(Self, Self.Name, "no 'ports', here or in a parent");
  bool HasWidth = llvm::any_of(
      Chain, [](const CpuFile &F) { return F.FrontEnd && F.FrontEnd->Width; });
  if (!HasWidth)
    return at(Self, Self.Name, "no 'front-end' width, here or in a parent");
  return Error::success();
}

Error Resolver::addResources(const CpuFile &F,
                             llvm::ArrayRef<FileResource> List, bool IsPort) {
  for (const FileResource &From : List) {
    if (C->findResource(From.Name.Text))
      return at(F, From.Name, "'" + From.Name.Text + "' is described twice");
    if (C->Resources.size() == 64)
      return at(F, From.Name, "more than 64 ports and units");
    Resource R;
    R.Name = From.Name.Text;
    R.IsPort = IsPort;
    R.Where = where(F, From.Name);
    for (const FileName &N : From.LLVM)
      R.LLVMNames.push_back(N.Text);
    C->Resources.push_back(std::move(R));
  }
  return Error::success();
}

Error Resolver::resolveResources() {
  const CpuFile *Ports = lastWith(&CpuFile::Ports);
  if (Error E = addResources(*Ports, *Ports->Ports, /*IsPort=*/true))
    return E;
  if (const CpuFile *Units = lastWith(&CpuFile::Units))
    if (Error E = addResources(*Units, *Units->Units, /*IsPort=*/false))
      return E;
  if (const CpuFile *Ignore = lastWith(&CpuFile::IgnoreUnits))
    for (const FileName &N : *Ignore->IgnoreUnits)
      C->IgnoredUnits.push_back({N.Text, where(*Ignore, N)});
  return Error::success();
}

Error Resolver::mask(const CpuFile &F, llvm::ArrayRef<FileName> Names,
                     ResourceMask &Mask) const {
  Mask = 0;
  for (const FileName &N : Names) {
    std::optional<unsigned> Index = C->findResource(N.Text);
    if (!Index)
      return at(F, N, "'" + N.Text + "' is no port or unit of " + C->Name);
    Mask |= ResourceMask(1) << *Index;
  }
  return Error::success();
}

Error Resolver::resolveRoles() {
  for (const CpuFile &F : Chain) {
    if (F.Branches) {
      if (Error E = mask(F, F.Branches->Ports, C->BranchPorts))
        return E;
      if (Error E = mask(F, F.Branches->TakenPorts.value_or(F.Branches->Ports),
                         C->TakenBranchPorts))
        return E;
    }
    if (!F.Memory)
      continue;
    const FileMemory &M = *F.Memory;
    for (auto [From, To] :
         {std::pair(&M.LoadPorts, &C->LoadPorts),
          std::pair(&M.StoreAddressPorts, &C->StoreAddressPorts),
          std::pair(&M.IndexedStoreAddressPorts, &C->IndexedStoreAddressPorts),
          std::pair(&M.StoreDataPorts, &C->StoreDataPorts)})
      if (*From)
        if (Error E = mask(F, **From, *To))
          return E;
  }
  return Error::success();
}

Error Resolver::pattern(const CpuFile &F, const FileName &Text,
                        std::shared_ptr<llvm::Regex> &R) const {
  R = std::make_shared<llvm::Regex>("^(" + Text.Text + ")$");
  std::string Reason;
  if (!R->isValid(Reason))
    return at(F, Text, "bad regular expression: " + Reason);
  return Error::success();
}

Error Resolver::resolveFlags(const CpuFile &F) {
  if (!F.Flags)
    return Error::success();
  C->FlagsRegister = {F.Flags->Register.Text, where(F, F.Flags->Register)};
  C->FlagGroups.clear();
  for (const FileName &G : F.Flags->Groups)
    C->FlagGroups.push_back(G.Text);
  return Error::success();
}

Error Resolver::resolveConditions(const CpuFile &F) {
  if (!F.Conditions)
    return Error::success();
  C->ConditionNames.clear();
  C->ConditionOperands.clear();
  for (const FileName &N : F.Conditions->Names)
    C->ConditionNames.push_back(N.Text);
  for (const FileConditionOperand &From : F.Conditions->Operands) {
    ConditionOperand To;
    To.Match = From.Match.Text;
    To.Operand = From.Operand;
    To.Where = where(F, From.Match);
    if (Error E = pattern(F, From.Match, To.Pattern))
      return E;
    C->ConditionOperands.push_back(std::move(To));
  }
  return Error::success();
}

Error Resolver::conditions(const CpuFile &F, llvm::ArrayRef<FileName> Names,
                           std::vector<std::string> &To) const {
  for (const FileName &N : Names) {
    if (!llvm::is_contained(C->ConditionNames, N.Text))
      return at(F, N, "'" + N.Text + "' is no condition of " + C->Name);
    To.push_back(N.Text);
  }
  return Error::success();
}

Error Resolver::flagGroups(const CpuFile &F,
                           const std::optional<std::vector<FileName>> &Names,
                           std::optional<std::vector<std::string>> &To) const {
  if (!Names)
    return Error::success();
  To.emplace();
  for (const FileName &N : *Names) {
    if (!llvm::is_contained(C->FlagGroups, N.Text))
      return at(F, N, "'" + N.Text + "' is no group of flags of " + C->Name);
    To->push_back(N.Text);
  }
  return Error::success();
}

Error Resolver::addFusion(const CpuFile &F, const FileFusion &From) {
  MacroFusion To;
  To.First = From.First.Text;
  To.Second = From.Second.Text;
  To.AllowMemory = From.Memory.value_or(true);
  To.AllowMemoryImmediate = From.MemoryImmediate.value_or(true);
  To.Source = From.Source.Text;
  To.Where = where(F, From.First);
  if (Error E = pattern(F, From.First, To.FirstPattern))
    return E;
  if (Error E = pattern(F, From.Second, To.SecondPattern))
    return E;
  if (Error E = conditions(F, From.Conditions, To.Conditions))
    return E;
  C->MacroFusions.push_back(std::move(To));
  return Error::success();
}

Error Resolver::uop(const CpuFile &F, const FileUop &From,
                    std::vector<UopSpec> &To) const {
  UopSpec U;
  U.Kind = From.Kind.value_or(UopKind::Compute);
  ResourceUse Use;
  if (From.Ports) {
    if (Error E = mask(F, *From.Ports, Use.Resources))
      return E;
  } else {
    Use.Resources = C->portsOf(U.Kind);
    // The ports of a generic CPU are only known with its instructions.
    bool Later = C->Generic && U.Kind != UopKind::Compute;
    if (!Use.Resources && !Later)
      return at(F, From.Where, "a µop of this kind needs 'ports'");
    U.DefaultPorts = true;
  }
  Use.Cycles = From.Cycles ? From.Cycles->Value : 1;
  // `ports: []` is a µop that the renamer handles.
  if (Use.Resources && Use.Cycles)
    U.Uses.push_back(Use);
  for (const FileUse &Also : From.Also) {
    if (Error E = mask(F, Also.Ports, Use.Resources))
      return E;
    Use.Cycles = Also.Cycles ? Also.Cycles->Value : 1;
    if (Use.Resources && Use.Cycles)
      U.Uses.push_back(Use);
  }
  To.insert(To.end(), From.Count ? From.Count->Value : 1, U);
  return Error::success();
}

Error Resolver::addCorrection(const CpuFile &F, const FileCorrection &From) {
  Correction To;
  To.Match = From.Match.Text;
  To.Source = From.Source.Text;
  To.Where = where(F, From.Match);
  if (Error E = pattern(F, From.Match, To.Pattern))
    return E;
  To.Form = From.Form.Asked;
  if (Error E = conditions(F, From.Form.Conditions, To.Form.Conditions))
    return E;
  for (const FileName &N : From.Form.Prefixes) {
    auto It = llvm::find_if(
        C->Prefixes, [&](const InstrPrefix &P) { return P.Name == N.Text; });
    if (It == C->Prefixes.end())
      return at(F, N, "'" + N.Text + "' is no prefix of " + C->Name);
    To.Form.Prefixes |= It->Flag;
  }
  for (const auto &[Operand, Cycles] : From.Advances.List)
    To.Advances.push_back({Operand.Text, Cycles});
  if (From.Uops) {
    To.Uops.emplace();
    for (const FileUop &U : *From.Uops)
      if (Error E = uop(F, U, *To.Uops))
        return E;
  }
  set(To.FusedUops, From.FusedUops);
  set(To.Latency, From.Latency);
  set(To.LoadLatency, From.LoadLatency);
  set(To.AccumulateLatency, From.AccumulateLatency);
  set(To.FlagsLatency, From.FlagsLatency);
  To.Eliminated = From.Eliminated;
  To.BreaksDependence = From.BreaksDependence;
  To.Unlaminated = From.Unlaminated;
  To.ReadsDestination = From.ReadsDestination;
  To.Latencies = From.Latencies.List;
  if (Error E = flagGroups(F, From.FlagsRead, To.FlagsRead))
    return E;
  if (Error E = flagGroups(F, From.FlagsWritten, To.FlagsWritten))
    return E;
  if (From.NotModelled)
    To.NotModelled = From.NotModelled->Text;
  C->Corrections.push_back(std::move(To));
  return Error::success();
}

llvm::Expected<std::shared_ptr<const Cpu>> Resolver::run() {
  if (Error E = identify())
    return std::move(E);
  for (const CpuFile &F : Chain)
    mergeNumbers(F);
  if (Error E = resolveResources())
    return std::move(E);
  if (Error E = resolveRoles())
    return std::move(E);
  for (const CpuFile &F : Chain) {
    if (Error E = resolveFlags(F))
      return std::move(E);
    if (Error E = resolveConditions(F))
      return std::move(E);
  }
  for (const CpuFile &F : Chain) {
    for (const FileFusion &From : F.MacroFusions)
      if (Error E = addFusion(F, From))
        return std::move(E);
    for (const FileCorrection &From : F.Corrections)
      if (Error E = addCorrection(F, From))
        return std::move(E);
  }
  return std::shared_ptr<const Cpu>(std::move(C));
}

llvm::Expected<std::shared_ptr<const Cpu>>
takt::resolveCpu(llvm::ArrayRef<CpuFile> Chain) {
  return Resolver(Chain).run();
}
