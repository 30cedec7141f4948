//===- CpuArchiveFields.h - All fields of a description ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each struct is taken apart by a structured binding, which names every field:
/// a field that is added to a struct does not compile until it stands here.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_CPUARCHIVEFIELDS_H
#define TAKT_MODELS_CPUARCHIVEFIELDS_H

#include "takt/models/Cpu.h"

namespace takt {

/// What to do with a value; Self says it for the simple ones.
template <typename Self> class Archive {
public:
  template <typename... Ts> void operator()(Ts &...Values) {
    (self().value(Values), ...);
  }

  void value(FilePosition &P) {
    auto &[File, Line, Column] = P;
    (*this)(File, Line, Column);
  }
  void value(LLVMName &N) {
    auto &[Name, Where] = N;
    (*this)(Name, Where);
  }
  void value(Resource &R) {
    auto &[Name, LLVMNames, Where, IsPort] = R;
    (*this)(Name, LLVMNames, Where, IsPort);
  }

  // The machine.
  void value(LoopUnrolling &U) {
    auto &[UpTo, Times] = U;
    (*this)(UpTo, Times);
  }
  void value(IntelFrontEnd &I) {
    auto &[FetchBytes, PredecodeWidth, PrefixPenalty, PredecodeDelay,
           WaitingBlocks, WaitingLines, InstructionQueue, Decoders,
           BesideComplex, FusibleOnLast, MicrocodeApart, MicrocodeEnter,
           MicrocodeLeave, MicrocodeEnterFromCache, CacheWidth, CacheWindow,
           CacheLines, CacheLineUops, JumpErratum, OddPrefixes, WholeLines,
           ExtraSlots, EndsApart, WindowACycle, PairsWindows, UopQueue,
           LoopStream, LoopUnrollings] = I;
    (*this)(FetchBytes, PredecodeWidth, PrefixPenalty, PredecodeDelay,
            WaitingBlocks, WaitingLines, InstructionQueue, Decoders,
            BesideComplex, FusibleOnLast, MicrocodeApart, MicrocodeEnter,
            MicrocodeLeave, MicrocodeEnterFromCache, CacheWidth, CacheWindow,
            CacheLines, CacheLineUops, JumpErratum, OddPrefixes, WholeLines,
            ExtraSlots, EndsApart, WindowACycle, PairsWindows, UopQueue,
            LoopStream, LoopUnrollings);
  }
  void value(OpCacheFit &F) {
    auto &[Ops, Evex, WideFields, Fields] = F;
    (*this)(Ops, Evex, WideFields, Fields);
  }
  void value(OpCacheFrontEnd &O) {
    auto &[Width, Entries, EntryOps, LineBytes, Fits, Ops, Copies, FetchBytes,
           Decoders, FusesNops, LinesAhead, CountsInstrs, LineAgain,
           BranchesByEnd, SecondBehind, OpQueue, StartsFull] = O;
    (*this)(Width, Entries, EntryOps, LineBytes, Fits, Ops, Copies, FetchBytes,
            Decoders, FusesNops, LinesAhead, CountsInstrs, LineAgain,
            BranchesByEnd, SecondBehind, OpQueue, StartsFull);
  }
  void value(FrontEnd &F) {
    auto &[Kind, Width, Results, ResultBits, Intel, OpCache] = F;
    (*this)(Kind, Width, Results, ResultBits, Intel, OpCache);
  }
  void value(Renamer &R) {
    auto &[Ports, Imbalance, Order, Alternating, Moves, MovesPerCycle,
           GeneralSlots, VectorSlots, Pipeline, UntilOverwritten,
           HighBytesApart, MergePorts, StackEngine, StackSyncPorts, StackReach,
           StackInAddresses, StackSyncsEveryUse, WholeUops, ApartPlaces,
           ApartPerCycle, MicrocodeApart, ShortConstants] = R;
    (*this)(Ports, Imbalance, Order, Alternating, Moves, MovesPerCycle,
            GeneralSlots, VectorSlots, Pipeline, UntilOverwritten,
            HighBytesApart, MergePorts, StackEngine, StackSyncPorts, StackReach,
            StackInAddresses, StackSyncsEveryUse, WholeUops, ApartPlaces,
            ApartPerCycle, MicrocodeApart, ShortConstants);
  }
  void value(Scheduling &S) {
    auto &[IssueToDispatch, LateWindow, ExecuteDelay, ResultPorts,
           IntegerResults, PortResults, ResultPatience, LateResults, EarlyTries,
           Reads] = S;
    (*this)(IssueToDispatch, LateWindow, ExecuteDelay, ResultPorts,
            IntegerResults, PortResults, ResultPatience, LateResults,
            EarlyTries, Reads);
  }
  void value(SharedReads &R) {
    auto &[Sides, Always, First, HandedOn, TurnsAfter, AsksAfter] = R;
    (*this)(Sides, Always, First, HandedOn, TurnsAfter, AsksAfter);
  }
  void value(DispatchQueue &Q) {
    auto &[Name, Ports, Width, Entries, Waiting, ByChance] = Q;
    (*this)(Name, Ports, Width, Entries, Waiting, ByChance);
  }
  void value(LoadWait &W) {
    auto &[Entries, After] = W;
    (*this)(Entries, After);
  }
  void value(RegisterLimits &L) {
    auto &[General, Vector, Mask] = L;
    (*this)(General, Vector, Mask);
  }
  void value(CodeInFlight &Code) {
    auto &[Blocks, Lines] = Code;
    (*this)(Blocks, Lines);
  }
  void value(CommonEntries &E) {
    auto &[Ports, Entries] = E;
    (*this)(Ports, Entries);
  }
  void value(CycleBinding &B) {
    auto &[FirstPorts, SeenAfter, LeftAfter, FreeAfter, Reserve, SinglePorts] =
        B;
    (*this)(FirstPorts, SeenAfter, LeftAfter, FreeAfter, Reserve, SinglePorts);
  }
  void value(PlaceBinding &B) {
    auto &[Even, Odd, Difference, DifferenceAfter, Total, TotalAfter, Flow,
           FlowCycles, FlowAfter, Uneven, UnevenAfter, Full] = B;
    (*this)(Even, Odd, Difference, DifferenceAfter, Total, TotalAfter, Flow,
            FlowCycles, FlowAfter, Uneven, UnevenAfter, Full);
  }
  void value(HalfBinding &H) {
    auto &[Ports, Difference, Entries] = H;
    (*this)(Ports[0], Ports[1], Difference, Entries);
  }
  void value(MemoryPipes &M) {
    auto &[Address, Data, Forward, ForwardFail, VectorForward, WideForward,
           WideForwardDelay, FailUntilRetired, RewritesAgainAfter,
           RenamedByAddress, RenamedRelative, RenamedWithoutIndex, RenamedStart,
           ForwardStores, FullWidth, PairedStoreReach, StoreBlock,
           StoreBlockQueue, Lone, KnownBlocks, KnownAfter, PageBytes,
           PageStoreDelay, LineBytes, CrossingDelay, Crossings, LoadRetry,
           Banks, AddressesByParts] = M;
    (*this)(Address, Data, Forward, ForwardFail, VectorForward, WideForward,
            WideForwardDelay, FailUntilRetired, RewritesAgainAfter,
            RenamedByAddress, RenamedRelative, RenamedWithoutIndex,
            RenamedStart, ForwardStores, FullWidth, PairedStoreReach,
            StoreBlock, StoreBlockQueue, Lone.Turns, Lone.Accesses, KnownBlocks,
            KnownAfter, PageBytes, PageStoreDelay, LineBytes, CrossingDelay,
            Crossings, LoadRetry, Banks.Bytes, Banks.Count, Banks.Ways,
            Banks.Reads, AddressesByParts);
  }

  void value(ClockRule &C) {
    auto &[Bits, Percent, Match, Pattern, Where] = C;
    (*this)(Bits, Percent, Match, Pattern, Where);
  }

  // Facts about instructions.
  void value(InstrPrefix &P) {
    auto &[Name, Flag] = P;
    (*this)(Name, Flag);
  }
  void value(ConditionOperand &O) {
    auto &[Match, Pattern, Operand, Where] = O;
    (*this)(Match, Pattern, Operand, Where);
  }
  void value(MacroFusion &F) {
    auto &[First, Second, FirstPattern, SecondPattern, Conditions, Memory,
           MemoryImmediate, SameDestination, NoResult, Ports, Source, Where] =
        F;
    (*this)(First, Second, FirstPattern, SecondPattern, Conditions, Memory,
            MemoryImmediate, SameDestination, NoResult, Ports, Source, Where);
  }
  void value(ValueRule &V) {
    auto &[Match, Pattern, Effect, Bytes, Signed, Memory, Operand, Where] = V;
    (*this)(Match, Pattern, Effect, Bytes, Signed, Memory, Operand, Where);
  }
  void value(FormCondition &F) {
    auto &[Loads, Stores, Indexed, Scaled, PcRelative, ZeroSource, TwoRegisters,
           ThreeParts, SameRegister, Tied, Immediate, ZeroImmediate,
           ShortConstant, Conditions, Registers, RegisterIsSource, HighByte,
           Prefixes] = F;
    (*this)(Loads, Stores, Indexed, Scaled, PcRelative, ZeroSource,
            TwoRegisters, ThreeParts, SameRegister, Tied, Immediate,
            ZeroImmediate, ShortConstant, Conditions, Registers,
            RegisterIsSource, HighByte, Prefixes);
  }
  void value(ResourceUse &U) {
    auto &[Resources, Cycles, After, OfFlags] = U;
    (*this)(Resources, Cycles, After, OfFlags);
  }
  void value(UopValue &V) {
    auto &[What, Index, Name, Where] = V;
    (*this)(What, Index, Name, Where);
  }
  void value(UopResult &R) {
    auto &[Value, Latency] = R;
    (*this)(Value, Latency);
  }
  void value(UopSpec &U) {
    auto &[Kind, Uses, DefaultPorts, Reads, Writes] = U;
    (*this)(Kind, Uses, DefaultPorts, Reads, Writes);
  }
  void value(RegisterLatency &L) {
    auto &[Register, Latency] = L;
    (*this)(Register, Latency);
  }
  void value(OperandAdvance &A) {
    auto &[Operand, Cycles] = A;
    (*this)(Operand, Cycles);
  }
  void value(Correction &K) {
    auto &[Match, Pattern, Form, Uops, FusedUops, Latency, LoadLatency,
           AccumulateLatency, ForwardLatency, FlagsLatency, FlagsTogether,
           Eliminated, BreaksDependence, KeepsRegisters, Unlaminated,
           ReadsDestination, Latencies, Advances, FlagsRead, FlagsWritten,
           Results, QueuedUops, MicrocodeUops, SimpleDecoders, ComplexDecoder,
           RepeatCycles, Order, Shared, RenamedStore, NotModelled, Source,
           Where] = K;
    (*this)(Match, Pattern, Form, Uops, FusedUops, Latency, LoadLatency,
            AccumulateLatency, ForwardLatency, FlagsLatency, FlagsTogether,
            Eliminated, BreaksDependence, KeepsRegisters, Unlaminated,
            ReadsDestination, Latencies, Advances, FlagsRead, FlagsWritten,
            Results, QueuedUops, MicrocodeUops, SimpleDecoders, ComplexDecoder,
            RepeatCycles, Order, Shared, RenamedStore, NotModelled, Source,
            Where);
  }

  void value(Domain &D) {
    auto &[Name, Match, Pattern, Where] = D;
    (*this)(Name, Match, Pattern, Where);
  }
  void value(DomainDelay &D) {
    auto &[From, To, Cycles] = D;
    (*this)(From, To, Cycles);
  }
  void value(Domains &D) {
    auto &[List, Delays] = D;
    (*this)(List, Delays);
  }

  /// All but corrections and patterns, which are not part of the bytes.
  void value(Cpu &C) {
    auto &[Name, Generic, Architecture, LLVMCpus, BaseModel, LLVMCpuWhere,
           BaseModelWhere, Fetch, Rename, Schedule, Memory, Queues, Together,
           Binding, Places, Halves, BranchOrder, ReorderBuffer, Scheduler,
           LoadBuffer, StoreBuffer, WaitingLoads, RetireWidth, Registers, Code,
           MaskRegister, Resources, LoadPorts, StoreAddressPorts,
           StoreDataPorts, BranchPorts, TakenBranchPorts, BranchesAlso,
           IndexedStoreAddressPorts, LoadLatency, VectorLoadLatency,
           ComplexAddressLatency, StoreForwardLatency, ChainedLoadGain,
           ChainedLoadReach, ChainedLoads, ChainedLoadsPattern, RenamedLoads,
           RenamedLoadsPattern, MicroFusion, FusedUopsFromModel, FusesPairs,
           PartialWritesMerge, IgnoredUnits, IgnoredRegisters,
           HighByteRegisters, StackPointer, FlagsRegister, FlagGroups,
           ConditionNames, ConditionOperands, Prefixes, MacroFusions,
           FusionLine, WideVectorsBlock, WideVectorBits, Clock, ResultDomains,
           ValueRules, Corrections, Patterns, CompiledIn] = C;
    (*this)(Name, Generic, Architecture, LLVMCpus, BaseModel, LLVMCpuWhere,
            BaseModelWhere, Fetch, Rename, Schedule, Memory, Queues, Together,
            Binding, Places, Halves, BranchOrder, ReorderBuffer, Scheduler,
            LoadBuffer, StoreBuffer, WaitingLoads, RetireWidth, Registers, Code,
            MaskRegister, Resources, LoadPorts, StoreAddressPorts,
            StoreDataPorts, BranchPorts, TakenBranchPorts, BranchesAlso,
            IndexedStoreAddressPorts, LoadLatency, VectorLoadLatency,
            ComplexAddressLatency, StoreForwardLatency, ChainedLoadGain,
            ChainedLoadReach, ChainedLoads, ChainedLoadsPattern, RenamedLoads,
            RenamedLoadsPattern, MicroFusion, FusedUopsFromModel, FusesPairs,
            PartialWritesMerge, IgnoredUnits, IgnoredRegisters,
            HighByteRegisters, StackPointer, FlagsRegister, FlagGroups,
            ConditionNames, ConditionOperands, Prefixes, MacroFusions,
            FusionLine, WideVectorsBlock, WideVectorBits, Clock, ResultDomains,
            ValueRules);
    (void)Corrections, (void)Patterns, (void)CompiledIn;
  }

private:
  Self &self() { return static_cast<Self &>(*this); }
};

} // namespace takt

#endif // TAKT_MODELS_CPUARCHIVEFIELDS_H
