//===- CpuResolvePipeline.cpp - Merging the machine's keys ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuResolver.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace takt;
using llvm::Error;

void CpuResolver::mergeFrontEnd(const FileFrontEnd &F) {
  C->Fetch.Kind = F.Kind.value_or(C->Fetch.Kind);
  set(C->Fetch.Width, F.Width);
  set(C->Fetch.Results, F.Results);
  set(C->Fetch.ResultBits, F.ResultBits);
  set(C->FusesPairs, F.MacroFusion);
  set(C->FusionLine, F.FusionLine);
  IntelFrontEnd &To = C->Fetch.Intel;
  set(To.FetchBytes, F.Predecoder.Block);
  set(To.PredecodeWidth, F.Predecoder.Width);
  set(To.PrefixPenalty, F.Predecoder.PrefixPenalty);
  set(To.PredecodeDelay, F.Predecoder.Delay);
  set(To.WaitingBlocks, F.Predecoder.WaitingBlocks);
  set(To.InstructionQueue, F.InstructionQueue);
  set(To.Decoders, F.Decoders.Count);
  if (F.Decoders.BesideComplex) {
    To.BesideComplex.clear();
    for (FileCycles N : *F.Decoders.BesideComplex)
      To.BesideComplex.push_back(N.Value);
  }
  set(To.FusibleOnLastDecoder, F.Decoders.FusibleOnLast);
  set(To.MicrocodeWidth, F.Microcode.Width);
  set(To.MicrocodeEnter, F.Microcode.EnterDelay);
  set(To.MicrocodeLeave, F.Microcode.LeaveDelay);
  set(To.MicrocodeEnterFromCache, F.Microcode.EnterDelayFromCache);
  set(To.CacheWidth, F.UopCache.Width);
  set(To.CacheWindow, F.UopCache.Window);
  set(To.CacheLines, F.UopCache.Lines);
  set(To.CacheLineUops, F.UopCache.LineUops);
  set(To.WaitingLines, F.UopCache.WaitingLines);
  set(To.JumpErratum, F.UopCache.JumpErratum);
  set(To.CachesWholeLines, F.UopCache.WholeLines);
  set(To.UopQueue, F.UopQueue);
  set(To.LoopStream, F.LoopStream.Enabled);
  mergeOpCache(F);
}

void CpuResolver::mergeOpCache(const FileFrontEnd &F) {
  OpCacheFrontEnd &To = C->Fetch.OpCache;
  set(To.CacheWidth, F.OpCache.Width);
  set(To.EntriesPerCycle, F.OpCache.EntriesPerCycle);
  set(To.EntryOps, F.OpCache.EntryOps);
  set(To.LineBytes, F.OpCache.Line);
  set(To.CacheOps, F.OpCache.Ops);
  set(To.CachesCopies, F.OpCache.Copies);
  set(To.FusesNops, F.OpCache.FusesNops);
  set(To.LinesAhead, F.OpCache.LinesAhead);
  set(To.StartsFull, F.OpCache.StartsFull);
  set(To.FetchBytes, F.Predecoder.Block);
  set(To.Decoders, F.Decoders.Count);
  set(To.OpQueue, F.UopQueue);
}

Error CpuResolver::mergeLoopStream(const CpuFile &F) {
  if (!F.FrontEnd || !F.FrontEnd->LoopStream.Unrolling)
    return Error::success();
  std::vector<LoopUnrolling> &To = C->Fetch.Intel.LoopUnrollings;
  To.clear();
  for (const FileUnrolling &U : *F.FrontEnd->LoopStream.Unrolling) {
    if (!To.empty() && U.UpTo.Value <= To.back().UpTo)
      return at(F, U.Where, "'up-to' is not larger than the one before");
    To.push_back({U.UpTo.Value, U.Times.Value});
  }
  return Error::success();
}

/// What would keep the front end from ever delivering is a typing error.
Error CpuResolver::checkFrontEnd() const {
  const CpuFile *F = lastWith(&CpuFile::FrontEnd);
  if (C->Fetch.Kind == FrontEndKind::DispatchQueues && C->Queues.empty())
    return at(*F, F->FrontEnd->Where, "'dispatch-queues' needs 'queues'");
  if (C->Fetch.Kind != FrontEndKind::Intel)
    return Error::success();
  const IntelFrontEnd &I = C->Fetch.Intel;
  const FileName &Where = F->FrontEnd->Where;
  if (I.InstructionQueue < I.PredecodeWidth)
    return at(*F, Where,
              "'instruction-queue' is smaller than the "
              "predecoder's width");
  for (auto [Width, Of] : {std::pair(I.CacheWidth, "uop-cache's"),
                           std::pair(I.MicrocodeWidth, "microcode's")})
    if (I.UopQueue < Width)
      return at(*F, Where,
                llvm::Twine("'uop-queue' is smaller than the ") + Of +
                    " width");
  if (I.CacheWindow < I.FetchBytes)
    return at(*F, Where,
              "the uop-cache's window is smaller than the "
              "predecoder's block");
  return Error::success();
}

Error CpuResolver::checkRenamer() const {
  const CpuFile *F = lastWith(&CpuFile::Renamer);
  if (!F)
    return Error::success();
  const FileName &Where = F->Renamer->Where;
  if (C->Schedule.ResultPorts && C->Rename.Ports != PortChoice::AtDispatch)
    return at(*F, Where, "with 'result-ports' ports are chosen at dispatch");
  const bool Entries =
      C->Together.Entries || C->Binding.FirstPorts ||
      llvm::any_of(C->Queues, [](const auto &Q) { return Q.Entries; });
  if (Entries && C->Rename.Ports != PortChoice::AtDispatch)
    return at(*F, Where,
              "behind queues with entries ports are chosen at dispatch");
  if (C->Rename.StackEngine && !C->Rename.StackSyncPorts)
    return at(*F, Where, "'stack-engine' needs 'sync-ports'");
  if (C->Rename.HighBytesApart && !C->Rename.MergePorts)
    return at(*F, Where, "'high-bytes' needs 'merge-ports'");
  return Error::success();
}

void CpuResolver::mergeMemory(const FileMemory &M) {
  set(C->LoadLatency, M.LoadLatency);
  set(C->VectorLoadLatency, M.VectorLoadLatency);
  set(C->ComplexAddressLatency, M.ComplexAddressLatency);
  set(C->StoreForwardLatency, M.StoreForwardLatency);
  set(C->ChainedLoadGain, M.ChainedLoadGain);
  set(C->ChainedLoadReach, M.ChainedLoadReach);
  set(C->Memory.ForwardFailLatency, M.StoreForwardFailLatency);
  set(C->Memory.VectorForwardLatency, M.VectorStoreForwardLatency);
  set(C->Memory.FailUntilRetired, M.FailUntilRetired);
  set(C->Memory.RenamedByAddress, M.RenamedByAddress);
  set(C->Memory.ForwardStores, M.ForwardStores);
  set(C->Memory.StoreAddressLatency, M.StoreAddressLatency);
  set(C->Memory.StoreDataLatency, M.StoreDataLatency);
  set(C->Memory.FullWidth, M.FullWidth);
  set(C->Memory.PairedStoreReach, M.PairedStoreReach);
  set(C->Memory.StoreBlock, M.StoreBlock);
  set(C->Memory.StoreBlockQueue, M.StoreBlockQueue);
  set(C->Memory.LineBytes, M.Line);
  set(C->Memory.CrossingDelay, M.CrossingDelay);
  set(C->Memory.LoadRetry, M.LoadRetry);
  set(C->Memory.AddressesByParts, M.AddressesByParts);
  // The whole way and its first part give the rest.
  unsigned Whole = C->StoreForwardLatency, First = C->Memory.StoreDataLatency;
  C->Memory.ForwardDelay = Whole > First ? Whole - First : 0;
}

Error CpuResolver::resolveLoads(const CpuFile &F) {
  if (!F.Memory)
    return Error::success();
  if (const std::optional<FileName> &Loads = F.Memory->ChainedLoads) {
    C->ChainedLoads = Loads->Text;
    if (Error E = pattern(F, *Loads, C->ChainedLoadsPattern.emplace()))
      return E;
  }
  if (const std::optional<FileName> &Loads = F.Memory->RenamedLoads) {
    C->RenamedLoads = Loads->Text;
    return pattern(F, *Loads, C->RenamedLoadsPattern.emplace());
  }
  return Error::success();
}

/// What \p From says of \p To, whose ports are known, contradicts itself or the
/// queues in front of it.
Error CpuResolver::checkQueue(const CpuFile &F, const FileQueue &From,
                              const DispatchQueue &To) const {
  if (!To.Ports)
    return at(F, From.Name, "'" + To.Name + "' has no ports");
  for (const auto &[Index, R] : llvm::enumerate(C->Resources))
    if (!R.IsPort && (To.Ports >> Index & 1))
      return at(F, From.Name,
                "'" + R.Name + "' of '" + To.Name + "' is no port");
  if (To.Waiting && !To.Entries)
    return at(F, From.Name, "'waiting' of '" + To.Name + "' needs 'entries'");
  for (const DispatchQueue &Q : C->Queues)
    if (Q.Name == To.Name)
      return at(F, From.Name, "'" + To.Name + "' is described twice");
  return Error::success();
}

Error CpuResolver::resolveQueues(const CpuFile &F) {
  // The list is replaced as a whole, like that of the ports.
  if (!F.Queues || &F != lastWith(&CpuFile::Queues))
    return Error::success();
  auto Number = [](const std::optional<FileCount> &N) {
    return N ? std::optional(N->Value) : std::nullopt;
  };
  C->QueueImbalance = F.Queues->Imbalance ? F.Queues->Imbalance->Value : 0;
  C->QueueTurnsApart = F.Queues->TurnsApart.value_or(false);
  for (const FileQueue &From : F.Queues->List) {
    DispatchQueue To;
    To.Name = From.Name.Text;
    To.Width = Number(From.Width);
    To.Entries = Number(From.Entries);
    To.Waiting = Number(From.Waiting);
    if (Error E = mask(F, From.Ports, To.Ports))
      return E;
    if (Error E = checkQueue(F, From, To))
      return E;
    if (C->Queues.size() == MaxQueues)
      return at(F, From.Name,
                "more than " + llvm::Twine(MaxQueues) + " queues");
    C->Queues.push_back(std::move(To));
  }
  if (Error E = resolveTogether(F))
    return E;
  if (Error E = resolveBinding(F))
    return E;
  return resolveBranchOrder(F);
}

Error CpuResolver::resolveTogether(const CpuFile &F) {
  C->Together = CommonEntries();
  if (!F.Queues->Together)
    return Error::success();
  const FileTogether &From = *F.Queues->Together;
  C->Together.Entries = From.Entries.Value;
  if (Error E = mask(F, From.Ports, C->Together.Ports))
    return E;
  if (!C->Together.Ports)
    return at(F, From.Where, "'together' has no ports");
  return Error::success();
}

/// Cycles that CycleBinding may look back: each is part of the machine's state.
static constexpr unsigned MostCyclesBack = 64;

/// Queues whose µops are bound a cycle at a time.
Error CpuResolver::resolveBinding(const CpuFile &F) {
  C->Binding = CycleBinding();
  if (!F.Queues->ByCycle)
    return Error::success();
  const FileBinding &From = *F.Queues->ByCycle;
  C->Binding.SeenAfter = From.SeenAfter.Value;
  C->Binding.LeftAfter = From.LeftAfter.Value;
  set(C->Binding.FreeAfter, From.FreeAfter);
  set(C->Binding.Reserve, From.Reserve);
  if (From.First.Names.empty())
    return at(F, From.Where, "'by-cycle' has no first ports");
  if (std::max({C->Binding.SeenAfter, C->Binding.LeftAfter,
                C->Binding.FreeAfter}) > MostCyclesBack)
    return at(F, From.Where,
              "'seen-after', 'left-after' and 'free-after' are at most " +
                  llvm::Twine(MostCyclesBack));
  unsigned Last = 0, Count = 0;
  for (const FileName &Name : From.First.Names) {
    ResourceMask Ports = 0;
    if (Error E = addPort(F, Name, Ports))
      return E;
    const auto In = llvm::find_if(
        C->Queues, [&](const DispatchQueue &Q) { return Q.Ports & Ports; });
    if (In == C->Queues.end())
      return at(F, Name, "'" + Name.Text + "' is in no queue");
    if (std::any_of(In + 1, C->Queues.end(),
                    [&](const DispatchQueue &Q) { return Q.Ports & Ports; }))
      return at(F, Name, "'" + Name.Text + "' is in two queues");
    const unsigned Queue = In - C->Queues.begin();
    if (Count++ && Queue != Last + 1)
      return at(F, Name,
                "'" + Name.Text +
                    "' is not in the queue behind the one before");
    if (Count > CycleBinding::MaxQueues)
      return at(F, Name,
                "more than " + llvm::Twine(CycleBinding::MaxQueues) +
                    " queues");
    if (In->Entries && *In->Entries < C->Binding.Reserve)
      return at(F, From.Where,
                "'reserve' is more than '" + In->Name + "' has entries");
    Last = Queue;
    C->Binding.FirstPorts |= Ports;
  }
  return Error::success();
}

Error CpuResolver::resolveBranchOrder(const CpuFile &F) {
  ResourceMask InQueues = 0;
  for (const DispatchQueue &Q : C->Queues)
    InQueues |= Q.Ports;
  C->BranchOrder.clear();
  if (!F.Queues->Branches)
    return Error::success();
  for (const FileName &Name : F.Queues->Branches->Names) {
    ResourceMask Port = 0;
    if (Error E = addPort(F, Name, Port))
      return E;
    if (!(Port & InQueues))
      return at(F, Name, "'" + Name.Text + "' is in no queue");
    C->BranchOrder.push_back(llvm::countr_zero(Port));
  }
  return Error::success();
}

void CpuResolver::mergeRenamer(const FileRenamer &R) {
  set(C->MicroFusion, R.MicroFusion);
  set(C->FusedUopsFromModel, R.FusedUopsFromModel);
  set(C->PartialWritesMerge, R.PartialWritesMerge);
  Renamer &To = C->Rename;
  To.Ports = R.Choice.value_or(To.Ports);
  set(To.PortImbalance, R.PortImbalance);
  To.Moves = R.Moves.value_or(To.Moves);
  set(To.MovesPerCycle, R.MovesPerCycle);
  set(To.GeneralMoveSlots, R.MoveSlots.General);
  set(To.VectorMoveSlots, R.MoveSlots.Vector);
  set(To.MovePipeline, R.MoveSlots.Pipeline);
  set(To.MoveSlotsUntilOverwritten, R.MoveSlots.UntilOverwritten);
  set(To.HighBytesApart, R.HighBytes.Apart);
  set(To.StackEngine, R.StackEngine.Enabled);
  set(To.StackReach, R.StackEngine.Reach);
  set(C->WideVectorBits, R.WideVectors.Bits);
}

Error CpuResolver::resolveRenamer(const CpuFile &F) {
  if (!F.Renamer)
    return Error::success();
  const FileRenamer &R = *F.Renamer;
  if (R.HighBytes.MergePorts)
    if (Error E = mask(F, *R.HighBytes.MergePorts, C->Rename.MergePorts))
      return E;
  if (R.StackEngine.SyncPorts)
    if (Error E = mask(F, *R.StackEngine.SyncPorts, C->Rename.StackSyncPorts))
      return E;
  if (R.WideVectors.BlockedPorts)
    if (Error E = mask(F, *R.WideVectors.BlockedPorts, C->WideVectorsBlock))
      return E;
  if (!R.AlternatingPorts)
    return Error::success();
  C->Rename.Alternating.clear();
  for (const FilePorts &Ports : *R.AlternatingPorts)
    if (Error E = mask(F, Ports, C->Rename.Alternating.emplace_back()))
      return E;
  return Error::success();
}
