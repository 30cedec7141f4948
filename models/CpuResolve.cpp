//===- CpuResolve.cpp - Merging a description with its parents --*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuResolver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace takt;
using llvm::Error;

void CpuResolver::mergeNumbers(const CpuFile &F) {
  if (!F.Architecture.empty())
    C->Architecture = F.Architecture;
  if (!F.BaseModel.Text.empty()) {
    C->BaseModel = F.BaseModel.Text;
    C->BaseModelWhere = where(F, F.BaseModel);
  }
  if (F.FrontEnd)
    mergeFrontEnd(*F.FrontEnd);
  if (F.Buffers)
    mergeBuffers(F);
  if (F.Scheduler) {
    set(C->Schedule.IssueToDispatch, F.Scheduler->IssueToDispatch);
    set(C->Schedule.LateWindow, F.Scheduler->LateWindow);
    set(C->Schedule.ExecuteDelay, F.Scheduler->ExecuteDelay);
    set(C->Schedule.PortResults, F.Scheduler->PortResults);
    set(C->Schedule.IntegerResults, F.Scheduler->IntegerResults);
    if (F.Scheduler->ResultsPass)
      C->Schedule.ResultPatience =
          *F.Scheduler->ResultsPass ? Scheduling::Endless : 0;
    set(C->Schedule.ResultPatience, F.Scheduler->ResultPatience);
  }
  if (F.Memory)
    mergeMemory(*F.Memory);
  if (F.Renamer)
    mergeRenamer(*F.Renamer);
  for (const auto &[Name, Ports] : F.PortGroups.List)
    PortGroups[Name.Text] = {&F, &Ports};
  if (F.StackPointer)
    C->StackPointer = {F.StackPointer->Text, where(F, *F.StackPointer)};
  if (!F.Prefixes.List.empty())
    C->Prefixes = F.Prefixes.List;
  for (const FileName &R : F.IgnoreRegisters)
    C->IgnoredRegisters.push_back({R.Text, where(F, R)});
  for (const FileName &R : F.HighByteRegisters)
    C->HighByteRegisters.push_back({R.Text, where(F, R)});
}

void CpuResolver::mergeBuffers(const CpuFile &F) {
  const FileBuffers &B = *F.Buffers;
  set(C->ReorderBuffer, B.Reorder);
  set(C->Scheduler, B.Scheduler);
  set(C->LoadBuffer, B.Load);
  set(C->StoreBuffer, B.Store);
  if (B.WaitingLoads)
    C->WaitingLoads = {B.WaitingLoads->Entries.Value,
                       B.WaitingLoads->After.Value};
  set(C->RetireWidth, B.RetireWidth);
  set(C->Registers.General, B.Registers.General);
  set(C->Registers.Vector, B.Registers.Vector);
  set(C->Registers.Mask, B.Registers.Mask);
  if (B.Code) {
    set(C->Code.Blocks, B.Code->Blocks);
    set(C->Code.Lines, B.Code->Lines);
  }
  if (B.Registers.MaskRegister)
    C->MaskRegister = {B.Registers.MaskRegister->Text,
                       where(F, *B.Registers.MaskRegister)};
}

Error CpuResolver::identify() {
  const CpuFile &Self = Chain.back();
  C->Name = Self.Name.Text;
  C->Generic = Self.Generic;
  if (Self.LLVMCpus.empty())
    return at(Self, Self.Name, "missing required key 'llvm-cpus'");
  for (const FileName &N : Self.LLVMCpus)
    C->LLVMCpus.push_back(N.Text);
  C->LLVMCpuWhere = where(Self, Self.LLVMCpus.front());
  if (!lastWith(&CpuFile::Ports))
    return at(Self, Self.Name, "no 'ports', here or in a parent");
  bool HasWidth = llvm::any_of(
      Chain, [](const CpuFile &F) { return F.FrontEnd && F.FrontEnd->Width; });
  if (!HasWidth)
    return at(Self, Self.Name, "no 'front-end' width, here or in a parent");
  return Error::success();
}

Error CpuResolver::addResources(const CpuFile &F,
                                llvm::ArrayRef<FileResource> List,
                                bool IsPort) {
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

Error CpuResolver::resolveResources() {
  const CpuFile *Ports = lastWith(&CpuFile::Ports);
  if (Error E = addResources(*Ports, *Ports->Ports, /*IsPort=*/true))
    return E;
  if (const CpuFile *Units = lastWith(&CpuFile::Units))
    if (Error E = addResources(*Units, *Units->Units, /*IsPort=*/false))
      return E;
  if (const CpuFile *Ignore = lastWith(&CpuFile::IgnoreUnits))
    for (const FileName &N : *Ignore->IgnoreUnits) {
      for (const Resource &R : C->Resources)
        if (llvm::is_contained(R.LLVMNames, N.Text))
          return at(*Ignore, N,
                    "'" + N.Text + "' is part of '" + R.Name +
                        "', so that it is not ignored");
      C->IgnoredUnits.push_back({N.Text, where(*Ignore, N)});
    }
  // Every group has to stand for ports of this CPU, used or not.
  for (const auto &Group : PortGroups) {
    auto [F, Ports] = Group.second;
    if (C->findResource(Group.first()) && !Ports->Names.empty())
      return at(*F, Ports->Names.front(),
                "'" + Group.first() + "' is a port or unit, too");
    ResourceMask Unused = 0;
    for (const FileName &Member : Ports->Names)
      if (Error E = addPort(*F, Member, Unused))
        return E;
  }
  return Error::success();
}

Error CpuResolver::addPort(const CpuFile &F, const FileName &N,
                           ResourceMask &Mask) const {
  std::optional<unsigned> Index = C->findResource(N.Text);
  if (!Index)
    return at(F, N,
              "'" + N.Text + "' is no port or unit of " + C->Name +
                  (&F == &Chain.back()
                       ? ""
                       : ", whose own 'ports', 'units' and 'port-groups' have "
                         "to have all that its parents name"));
  Mask |= ResourceMask(1) << *Index;
  return Error::success();
}

/// Names mean groups, else ports or units.
Error CpuResolver::mask(const CpuFile &F, const FilePorts &Ports,
                        ResourceMask &Mask) const {
  Mask = 0;
  for (const FileName &N : Ports.Names) {
    auto Group = PortGroups.find(N.Text);
    if (Group == PortGroups.end()) {
      if (Error E = addPort(F, N, Mask))
        return E;
      continue;
    }
    auto [Said, Members] = Group->second;
    for (const FileName &Member : Members->Names)
      if (Error E = addPort(*Said, Member, Mask))
        return E;
  }
  return Error::success();
}

Error CpuResolver::resolveRoles(const CpuFile &F) {
  if (F.Buffers && F.Buffers->WaitingLoads &&
      F.Buffers->WaitingLoads->After.Value > LoadWait::MostAfter)
    return at(F, F.Buffers->WaitingLoads->After.Where,
              "'after' of 'waiting-loads' is at most " +
                  llvm::Twine(LoadWait::MostAfter));
  if (F.Buffers && F.Buffers->Registers.Mask && C->MaskRegister.Name.empty())
    return at(F, F.Buffers->Registers.Mask->Where,
              "'mask' needs 'mask-register'");
  if (F.Buffers && F.Buffers->Registers.General && C->StackPointer.Name.empty())
    return at(F, F.Buffers->Registers.General->Where,
              "'general' needs 'stack-pointer', which tells these registers");
  if (F.Buffers && F.Buffers->Code && C->Code.any()) {
    if (C->Fetch.Kind != FrontEndKind::OpCache &&
        &F == lastWith(&CpuFile::Buffers))
      return at(F, F.Buffers->Code->Where,
                "'code-in-flight' needs a front end of kind 'op-cache', which "
                "has these lines");
    if (std::max(C->Code.Blocks, C->Code.Lines) > CodeInFlight::Most)
      return at(F, F.Buffers->Code->Where,
                "'blocks' and 'lines' of 'code-in-flight' are at most " +
                    llvm::Twine(CodeInFlight::Most));
  }
  if (F.Branches) {
    if (Error E = mask(F, F.Branches->Ports, C->BranchPorts))
      return E;
    if (Error E = mask(F, F.Branches->TakenPorts.value_or(F.Branches->Ports),
                       C->TakenBranchPorts))
      return E;
    if (F.Branches->Also)
      if (Error E = mask(F, *F.Branches->Also, C->BranchesAlso))
        return E;
  }
  if (F.Scheduler && F.Scheduler->ResultPorts)
    if (Error E = mask(F, *F.Scheduler->ResultPorts, C->Schedule.ResultPorts))
      return E;
  if (F.Scheduler && F.Scheduler->LateResults)
    if (Error E = mask(F, *F.Scheduler->LateResults, C->Schedule.LateResults))
      return E;
  if (F.Scheduler && F.Scheduler->EarlyTries)
    if (Error E = mask(F, *F.Scheduler->EarlyTries, C->Schedule.EarlyTries))
      return E;
  if (F.Scheduler && F.Scheduler->SharedReads)
    if (Error E = resolveSharedReads(F, *F.Scheduler->SharedReads))
      return E;
  if (F.Scheduler && F.Scheduler->ResultPatience && !C->Schedule.ResultPorts)
    return at(F, F.Scheduler->Where, "'result-patience' needs 'result-ports'");
  if (F.Scheduler && F.Scheduler->ResultsPass && !C->Schedule.ResultPorts)
    return at(F, F.Scheduler->Where, "'results-pass' needs 'result-ports'");
  if (F.Scheduler && F.Scheduler->IntegerResults && !C->Schedule.ResultPorts)
    return at(F, F.Scheduler->Where, "'integer-results' needs 'result-ports'");
  if (!F.Memory)
    return Error::success();
  const FileMemory &M = *F.Memory;
  for (auto [From, To] :
       {std::pair(&M.LoadPorts, &C->LoadPorts),
        std::pair(&M.StoreAddressPorts, &C->StoreAddressPorts),
        std::pair(&M.IndexedStoreAddressPorts, &C->IndexedStoreAddressPorts),
        std::pair(&M.StoreDataPorts, &C->StoreDataPorts)})
    if (*From)
      if (Error E = mask(F, **From, *To))
        return E;
  if (const std::optional<FileBytesDelay> &W = M.WideStoreForward) {
    if (!llvm::isPowerOf2_32(W->Bytes.Value))
      return at(F, W->Where, "pieces of a store are a power of two");
    C->Memory.WideForward = W->Bytes.Value;
    C->Memory.WideForwardDelay = W->Delay.Value;
  }
  if (M.StoreBlockQueue && !C->Memory.StoreBlock)
    return at(F, M.StoreBlockQueue->Where,
              "'store-block-queue' needs 'store-block'");
  if (const std::optional<FileKnownBlocks> &K = M.KnownBlocks) {
    if (!C->Memory.StoreBlock)
      return at(F, K->Where, "'store-blocks-known' needs 'store-block'");
    C->Memory.KnownBlocks = K->Count.Value;
    C->Memory.KnownAfter = K->After.Value;
  }
  if (const std::optional<FileLoneStores> &L = M.LoneStores) {
    if (!C->Memory.StoreBlock)
      return at(F, L->Where, "'lone-stores' needs 'store-block'");
    if (L->Turns.Value < 2)
      return at(F, L->Turns.Where,
                "'turns' of 'lone-stores' is 2 or more: once each load goes "
                "anyway");
    C->Memory.Lone = {L->Turns.Value, L->Accesses.Value};
  }
  if (M.StorePage)
    if (Error E = resolveStorePage(F, *M.StorePage))
      return E;
  return M.Banks ? resolveBanks(F, *M.Banks) : Error::success();
}

Error CpuResolver::resolveStorePage(const CpuFile &F, const FileBytesDelay &P) {
  const MemoryPipes &M = C->Memory;
  if (!M.StoreBlock || !M.LineBytes)
    return at(F, P.Where, "'store-page' needs 'store-block' and 'line'");
  if (!llvm::isPowerOf2_32(P.Bytes.Value) || P.Bytes.Value <= M.LineBytes)
    return at(F, P.Where, "a page is a power of two and larger than a line");
  C->Memory.PageBytes = P.Bytes.Value;
  C->Memory.PageStoreDelay = P.Delay.Value;
  return Error::success();
}

Error CpuResolver::resolveBanks(const CpuFile &F, const FileBanks &B) {
  CacheBanks &To = C->Memory.Banks;
  const auto Value = [](const std::optional<FileCount> &N) {
    return N ? N->Value : 0;
  };
  To = {B.Bytes.Value, B.Count.Value, Value(B.Ways), Value(B.Reads)};
  if (!To.Ways && !To.Reads)
    return at(F, B.Where, "'banks' needs 'ways' or 'reads'");
  if (!C->Memory.LineBytes)
    return at(F, B.Where, "'banks' needs 'line'");
  if (To.Ways && !C->Memory.LoadRetry)
    return at(F, B.Where, "'ways' of 'banks' needs 'load-retry'");
  if (!llvm::isPowerOf2_32(To.Count) || To.Count > 64 ||
      To.Bytes * To.Count > C->Memory.LineBytes)
    return at(F, B.Where,
              "the banks of a row are a power of two and fill at most a line");
  return Error::success();
}

Error CpuResolver::pattern(const CpuFile &F, const FileName &Text,
                           PatternId &Id) {
  llvm::Expected<PatternId> Added = Patterns->add(Text.Text);
  if (!Added)
    return at(F, Text, llvm::toString(Added.takeError()));
  Id = *Added;
  return Error::success();
}

Error CpuResolver::resolveFlags(const CpuFile &F) {
  if (!F.Flags)
    return Error::success();
  C->FlagsRegister = {F.Flags->Register.Text, where(F, F.Flags->Register)};
  C->FlagGroups.clear();
  for (const FileName &G : F.Flags->Groups)
    C->FlagGroups.push_back(G.Text);
  return Error::success();
}

Error CpuResolver::resolveConditions(const CpuFile &F) {
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

Error CpuResolver::conditions(const CpuFile &F, llvm::ArrayRef<FileName> Names,
                              std::vector<std::string> &To) const {
  for (const FileName &N : Names) {
    if (!llvm::is_contained(C->ConditionNames, N.Text))
      return at(F, N, "'" + N.Text + "' is no condition of " + C->Name);
    To.push_back(N.Text);
  }
  return Error::success();
}

Error CpuResolver::flagGroups(
    const CpuFile &F, const std::optional<std::vector<FileName>> &Names,
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

llvm::Expected<std::shared_ptr<const Cpu>> CpuResolver::run() {
  if (Error E = identify())
    return std::move(E);
  for (const CpuFile &F : Chain)
    mergeNumbers(F);
  if (Error E = resolveResources())
    return std::move(E);
  for (const CpuFile &F : Chain)
    for (auto Step :
         {&CpuResolver::resolveRoles, &CpuResolver::mergeLoopStream,
          &CpuResolver::mergeOpCacheFits, &CpuResolver::resolveRenamer,
          &CpuResolver::resolveLoads, &CpuResolver::resolveClock,
          &CpuResolver::resolveQueues, &CpuResolver::resolveDomains,
          &CpuResolver::resolveFlags, &CpuResolver::resolveConditions})
      if (Error E = (this->*Step)(F))
        return std::move(E);
  if (Error E = checkFrontEnd())
    return std::move(E);
  if (Error E = checkRenamer())
    return std::move(E);
  for (const CpuFile &F : Chain) {
    for (const FileValueRule &From : F.Values)
      if (Error E = addValueRule(F, From))
        return std::move(E);
    for (const FileFusion &From : F.MacroFusions)
      if (Error E = addFusion(F, From))
        return std::move(E);
    for (const FileCorrection &From : F.Corrections)
      if (Error E = addCorrection(F, From))
        return std::move(E);
  }
  C->Patterns = std::move(Patterns);
  return std::shared_ptr<const Cpu>(std::move(C));
}

llvm::Expected<std::shared_ptr<const Cpu>>
takt::resolveCpu(llvm::ArrayRef<CpuFile> Chain) {
  return CpuResolver(Chain).run();
}
