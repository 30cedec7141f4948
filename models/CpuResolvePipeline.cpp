//===- CpuResolvePipeline.cpp - Merging the machine's keys ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuResolver.h"
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
  set(To.ExtraSlots, F.UopCache.ExtraSlots);
  set(To.EndsApart, F.UopCache.EndsApart);
  set(To.WindowACycle, F.UopCache.WindowACycle);
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
  set(To.CountsInstrs, F.OpCache.CountsInstrs);
  set(To.LineAgain, F.OpCache.LineAgain);
  set(To.BranchesByEnd, F.OpCache.BranchesByEnd);
  set(To.SecondBehind, F.OpCache.SecondBehind);
  set(To.StartsFull, F.OpCache.StartsFull);
  set(To.FetchBytes, F.Predecoder.Block);
  set(To.Decoders, F.Decoders.Count);
  set(To.OpQueue, F.UopQueue);
}

Error CpuResolver::mergeOpCacheFits(const CpuFile &F) {
  if (!F.FrontEnd || !F.FrontEnd->OpCache.Fits)
    return Error::success();
  std::vector<OpCacheFit> &To = C->Fetch.OpCache.Fits;
  To.clear();
  for (const FileFit &Of : *F.FrontEnd->OpCache.Fits) {
    if (!To.empty() && Of.Ops.Value <= To.back().Ops)
      return at(F, Of.Where, "'ops' is not larger than the one before");
    constexpr unsigned Any = OpCacheFit::Any;
    To.push_back({Of.Ops.Value, Of.Evex.value_or(Any),
                  Of.WideFields.value_or(Any), Of.Fields.value_or(Any)});
  }
  return Error::success();
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
  if (C->Schedule.LateResults && C->Rename.Ports != PortChoice::AtDispatch)
    return at(*F, Where, "with 'late-results' ports are chosen at dispatch");
  if (!C->Schedule.Reads.Sides.empty() &&
      C->Rename.Ports != PortChoice::AtDispatch)
    return at(*F, Where, "with 'shared-reads' ports are chosen at dispatch");
  if (Error E = checkQueuesAtIssue(*F))
    return E;
  if (C->Rename.StackEngine && !C->Rename.StackSyncPorts)
    return at(*F, Where, "'stack-engine' needs 'sync-ports'");
  if (C->Rename.HighBytesApart && !C->Rename.MergePorts)
    return at(*F, Where, "'high-bytes' needs 'merge-ports'");
  if (C->Rename.MicrocodeApart && !C->Rename.WholeUops)
    return at(*F, Where, "'microcode-apart' needs 'whole-uops'");
  if (C->Rename.WholeUops > C->Fetch.Width)
    return at(*F, Where, "'whole-uops' is more than the front end's width");
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
  set(C->Memory.RewritesAgainAfter, M.RewritesAgainAfter);
  set(C->Memory.RenamedByAddress, M.RenamedByAddress);
  set(C->Memory.RenamedWithoutIndex, M.RenamedWithoutIndex);
  set(C->Memory.RenamedStart, M.RenamedStart);
  set(C->Memory.ForwardStores, M.ForwardStores);
  set(C->Memory.StoreAddressLatency, M.StoreAddressLatency);
  set(C->Memory.StoreDataLatency, M.StoreDataLatency);
  set(C->Memory.FullWidth, M.FullWidth);
  set(C->Memory.PairedStoreReach, M.PairedStoreReach);
  set(C->Memory.StoreBlock, M.StoreBlock);
  set(C->Memory.StoreBlockQueue, M.StoreBlockQueue);
  set(C->Memory.LineBytes, M.Line);
  set(C->Memory.CrossingDelay, M.CrossingDelay);
  set(C->Memory.Crossings, M.Crossings);
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

Error CpuResolver::resolveClock(const CpuFile &F) {
  if (!F.Clock)
    return Error::success();
  const FileClock &From = *F.Clock;
  C->Clock = ClockRule();
  if (!From.Bits && !From.Percent && !From.Match)
    return Error::success(); // not known, whatever the parent's is
  if (!From.Bits || !From.Percent || !From.Match)
    return at(F, From.Where,
              "'clock' has all of 'bits', 'percent' and 'match', or none");
  if (From.Percent->Value > 100)
    return at(F, From.Where, "'percent' of 'clock' is at most 100");
  C->Clock = {From.Bits->Value,
              From.Percent->Value,
              From.Match->Text,
              {},
              where(F, *From.Match)};
  return pattern(F, *From.Match, C->Clock.Pattern.emplace());
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
  set(To.StackInAddresses, R.StackEngine.InAddresses);
  set(To.StackSyncsEveryUse, R.StackEngine.EveryUse);
  set(To.WholeUops, R.WholeUops);
  set(To.ApartPlaces, R.Unlamination.Places);
  set(To.ApartPerCycle, R.Unlamination.PerCycle);
  set(To.MicrocodeApart, R.MicrocodeApart);
  set(To.ShortConstants, R.ShortConstants);
  set(C->WideVectorBits, R.WideVectors.Bits);
}

Error CpuResolver::resolveSharedReads(const CpuFile &F,
                                      const FileSharedReads &R) {
  SharedReads &To = C->Schedule.Reads = SharedReads();
  ResourceMask Known = 0;
  for (const FilePorts &Ports : R.Sides) {
    ResourceMask &Side = To.Sides.emplace_back();
    if (Error E = mask(F, Ports, Side))
      return E;
    if (!Side)
      return at(F, R.Where, "one of the 'sides' has no ports");
    if (Side & Known)
      return at(F, R.Where, "a port is on two 'sides'");
    Known |= Side;
  }
  if (Error E = mask(F, R.Always, To.Always))
    return E;
  if (Error E = mask(F, R.First, To.First))
    return E;
  if (To.First & ~Known)
    return at(F, R.Where, "a port of 'first' is on none of the 'sides'");
  set(To.HandedOn, R.HandedOn);
  set(To.TurnsAfter, R.TurnsAfter);
  set(To.AsksAfter, R.AsksAfter);
  if (std::max(To.TurnsAfter, To.AsksAfter) > SharedReads::MostCyclesBack)
    return at(F, R.Where,
              "'turns-after' and 'asks-after' are at most " +
                  llvm::Twine(SharedReads::MostCyclesBack));
  return Error::success();
}

Error CpuResolver::resolvePortOrder(const CpuFile &F, const FileRenamer &R) {
  ResourceMask Known = 0;
  C->Rename.PortOrder.clear();
  for (const FilePorts &Ports : *R.PortOrder) {
    ResourceMask Port = 0;
    if (Error E = mask(F, Ports, Port))
      return E;
    if (!llvm::isPowerOf2_64(Port) || Port & Known)
      return at(F, R.Where,
                "'port-order' names one port after the other, each "
                "once");
    Known |= Port;
    C->Rename.PortOrder.push_back(llvm::countr_zero(Port));
  }
  return Error::success();
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
  if (R.PortOrder)
    if (Error E = resolvePortOrder(F, R))
      return E;
  if (!R.AlternatingPorts)
    return Error::success();
  C->Rename.Alternating.clear();
  for (const FilePorts &Ports : *R.AlternatingPorts)
    if (Error E = mask(F, Ports, C->Rename.Alternating.emplace_back()))
      return E;
  return Error::success();
}
