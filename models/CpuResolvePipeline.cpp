//===- CpuResolvePipeline.cpp - Merging the machine's keys ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuResolver.h"
#include <algorithm>
#include <tuple>

using namespace takt;
using llvm::Error;

void CpuResolver::mergeFrontEnd(const FileFrontEnd &F) {
  C->Fetch.Kind = F.Kind.value_or(C->Fetch.Kind);
  if (C->Fetch.Kind != FrontEndKind::OpCache)
    C->Code = {}; // a parent's, whose lines it leaves behind
  set(C->Fetch.Width, F.Width);
  set(C->Fetch.Results, F.Results);
  set(C->Fetch.ResultBits, F.ResultBits);
  set(C->FusesPairs, F.MacroFusion);
  set(C->FusionLine, F.FusionLine);
  mergeIntel(F);
  mergeOpCache(F);
}

void CpuResolver::mergeIntel(const FileFrontEnd &F) {
  const FilePredecoder Predecoder = F.Predecoder.value_or(FilePredecoder());
  const FileDecoders Decoders = F.Decoders.value_or(FileDecoders());
  const FileMicrocode Microcode = F.Microcode.value_or(FileMicrocode());
  const FileUopCache UopCache = F.UopCache.value_or(FileUopCache());
  IntelFrontEnd &To = C->Fetch.Intel;
  set(To.FetchBytes, Predecoder.Block);
  set(To.PredecodeWidth, Predecoder.Width);
  set(To.PrefixPenalty, Predecoder.PrefixPenalty);
  set(To.PredecodeDelay, Predecoder.Delay);
  set(To.WaitingBlocks, Predecoder.WaitingBlocks);
  set(To.InstructionQueue, F.InstructionQueue);
  set(To.Decoders, Decoders.Count);
  if (Decoders.BesideComplex) {
    To.BesideComplex.clear();
    for (FileCycles N : *Decoders.BesideComplex)
      To.BesideComplex.push_back(N.Value);
  }
  set(To.FusibleOnLastDecoder, Decoders.FusibleOnLast);
  set(To.MicrocodeWidth, Microcode.Width);
  set(To.MicrocodeEnter, Microcode.EnterDelay);
  set(To.MicrocodeLeave, Microcode.LeaveDelay);
  set(To.MicrocodeEnterFromCache, Microcode.EnterDelayFromCache);
  set(To.CacheWidth, UopCache.Width);
  set(To.CacheWindow, UopCache.Window);
  set(To.CacheLines, UopCache.Lines);
  set(To.CacheLineUops, UopCache.LineUops);
  set(To.WaitingLines, UopCache.WaitingLines);
  set(To.JumpErratum, UopCache.JumpErratum);
  set(To.RejectsOddPrefixes, UopCache.RejectsOddPrefixes);
  set(To.CachesWholeLines, UopCache.WholeLines);
  set(To.ExtraSlots, UopCache.ExtraSlots);
  set(To.EndsApart, UopCache.EndsApart);
  set(To.WindowACycle, UopCache.WindowACycle);
  set(To.PairsWindows, UopCache.PairsWindows);
  set(To.UopQueue, F.UopQueue);
  if (F.LoopStream)
    set(To.LoopStream, F.LoopStream->Enabled);
}

void CpuResolver::mergeOpCache(const FileFrontEnd &F) {
  const FilePredecoder Predecoder = F.Predecoder.value_or(FilePredecoder());
  const FileDecoders Decoders = F.Decoders.value_or(FileDecoders());
  const FileOpCache OpCache = F.OpCache.value_or(FileOpCache());
  OpCacheFrontEnd &To = C->Fetch.OpCache;
  set(To.CacheWidth, OpCache.Width);
  set(To.EntriesPerCycle, OpCache.EntriesPerCycle);
  set(To.EntryOps, OpCache.EntryOps);
  set(To.LineBytes, OpCache.Line);
  set(To.CacheOps, OpCache.Ops);
  set(To.CachesCopies, OpCache.Copies);
  set(To.FusesNops, OpCache.FusesNops);
  set(To.LinesAhead, OpCache.LinesAhead);
  set(To.CountsInstrs, OpCache.CountsInstrs);
  set(To.LineAgain, OpCache.LineAgain);
  set(To.BranchesByEnd, OpCache.BranchesByEnd);
  set(To.SecondBehind, OpCache.SecondBehind);
  set(To.StartsFull, OpCache.StartsFull);
  set(To.FetchBytes, Predecoder.Block);
  set(To.Decoders, Decoders.Count);
  set(To.OpQueue, F.UopQueue);
}

Error CpuResolver::mergeOpCacheFits(const CpuFile &F) {
  if (!F.FrontEnd || !F.FrontEnd->OpCache || !F.FrontEnd->OpCache->Fits)
    return Error::success();
  std::vector<OpCacheFit> &To = C->Fetch.OpCache.Fits;
  To.clear();
  for (const FileFit &Of : *F.FrontEnd->OpCache->Fits) {
    if (!To.empty() && Of.Ops.Value <= To.back().Ops)
      return at(F, Of.Where, "'ops' is not larger than the one before");
    constexpr unsigned Any = OpCacheFit::Any;
    To.push_back({Of.Ops.Value, Of.Evex.value_or(Any),
                  Of.WideFields.value_or(Any), Of.Fields.value_or(Any)});
  }
  return Error::success();
}

Error CpuResolver::mergeLoopStream(const CpuFile &F) {
  if (!F.FrontEnd || !F.FrontEnd->LoopStream ||
      !F.FrontEnd->LoopStream->Unrolling)
    return Error::success();
  std::vector<LoopUnrolling> &To = C->Fetch.Intel.LoopUnrollings;
  To.clear();
  for (const FileUnrolling &U : *F.FrontEnd->LoopStream->Unrolling) {
    if (!To.empty() && U.UpTo.Value <= To.back().UpTo)
      return at(F, U.Where, "'up-to' is not larger than the one before");
    To.push_back({U.UpTo.Value, U.Times.Value});
  }
  return Error::success();
}

/// Parts that the kind of front end does not have would say nothing. A file
/// that chooses another kind than its parent leaves the parent's parts behind.
Error CpuResolver::checkFrontEndParts() const {
  const FrontEndKind Kind = C->Fetch.Kind;
  const bool Intel = Kind == FrontEndKind::Intel;
  const bool Decodes = Intel || Kind == FrontEndKind::OpCache;
  for (const CpuFile &F : llvm::reverse(Chain)) {
    if (!F.FrontEnd)
      continue;
    const FileFrontEnd &E = *F.FrontEnd;
    const std::tuple<const char *, bool, bool> Parts[] = {
        {"predecoder", E.Predecoder.has_value(), Decodes},
        {"instruction-queue", E.InstructionQueue.has_value(), Intel},
        {"decoders", E.Decoders.has_value(), Decodes},
        {"microcode", E.Microcode.has_value(), Intel},
        {"uop-cache", E.UopCache.has_value(), Intel},
        {"op-cache", E.OpCache.has_value(), Decodes && !Intel},
        {"uop-queue", E.UopQueue.has_value(), Decodes},
        {"loop-stream", E.LoopStream.has_value(), Intel}};
    for (const auto &[Key, Given, Known] : Parts)
      if (Given && !Known)
        return at(F, E.Where,
                  "a front end of this kind has no '" + llvm::Twine(Key) + "'");
    const FilePredecoder P = E.Predecoder.value_or(FilePredecoder());
    if (!Intel && (P.Width || P.WaitingBlocks || P.PrefixPenalty || P.Delay))
      return at(F, E.Where,
                "of 'predecoder' a front end of this kind has 'block' alone");
    const FileDecoders D = E.Decoders.value_or(FileDecoders());
    if (!Intel && (D.BesideComplex || D.FusibleOnLast))
      return at(F, E.Where,
                "of 'decoders' a front end of this kind has 'count' alone");
    if (E.Kind)
      break;
  }
  return Error::success();
}

/// What would keep the front end from ever delivering is a typing error.
Error CpuResolver::checkFrontEnd() const {
  const CpuFile *F = lastWith(&CpuFile::FrontEnd);
  if (Error E = checkFrontEndParts())
    return E;
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
  if (I.PairsWindows && !I.WindowACycle)
    return at(*F, Where, "'pairs-windows' needs 'window-a-cycle'");
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
  set(C->Memory.RenamedRelative, M.RenamedRelative);
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
