//===- CpuFile.h - A machine description as it is written -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One file of models/cpus as it is written: what it says and where, before its
/// parents are merged in and names are resolved. docs/cpu-files.md describes
/// the format.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_CPUFILE_H
#define TAKT_MODELS_CPUFILE_H

#include "CpuFileInstrs.h"
#include "CpuFileScalars.h"
#include "takt/models/Cpu.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace takt {

struct FilePredecoder {
  std::optional<FileBytes> Block;
  std::optional<FileCount> Width, WaitingBlocks;
  std::optional<FileCycles> PrefixPenalty, Delay;
};

struct FileDecoders {
  std::optional<FileCount> Count;
  std::optional<std::vector<FileCycles>> BesideComplex;
  std::optional<bool> FusibleOnLast;
};

struct FileMicrocode {
  std::optional<FileCount> Width;
  std::optional<FileCycles> EnterDelay, LeaveDelay, EnterDelayFromCache;
};

struct FileUopCache {
  std::optional<FileCount> Width, Lines, LineUops, WaitingLines;
  std::optional<FileBytes> Window;
  std::optional<bool> JumpErratum, RejectsOddPrefixes, WholeLines, ExtraSlots,
      EndsApart, WindowACycle, PairsWindows;
};

struct FileFit {
  FileName Where;
  FileCount Ops;
  std::optional<unsigned> Evex, WideFields, Fields;
};

struct FileOpCache {
  std::optional<FileCount> Width, EntriesPerCycle, EntryOps, Ops, LinesAhead,
      LineAgain, SecondBehind;
  std::optional<FileBytes> Line;
  std::optional<bool> Copies, FusesNops, CountsInstrs, StartsFull,
      BranchesByEnd;
  std::optional<std::vector<FileFit>> Fits;
};

struct FileUnrolling {
  FileName Where;
  FileCount UpTo, Times;
};

struct FileLoopStream {
  std::optional<bool> Enabled;
  std::optional<std::vector<FileUnrolling>> Unrolling;
};

struct FileFrontEnd {
  FileName Where;
  FileText Source;
  std::optional<FrontEndKind> Kind;
  std::optional<FileCount> Width, Results, ResultBits, InstructionQueue,
      UopQueue;
  std::optional<FileBytes> FusionLine;
  std::optional<bool> MacroFusion;
  std::optional<FilePredecoder> Predecoder;
  std::optional<FileDecoders> Decoders;
  std::optional<FileMicrocode> Microcode;
  std::optional<FileUopCache> UopCache;
  std::optional<FileOpCache> OpCache;
  std::optional<FileLoopStream> LoopStream;
};

/// FileBuffers::Registers.
struct FileRegisters {
  std::optional<FileCount> Vector;
  std::optional<FilePlacedCount> General, Mask;
  std::optional<FileName> MaskRegister;
};

/// FileBuffers::WaitingLoads.
struct FileLoadWait {
  FileCount Entries;
  FilePlacedCount After;
};

/// FileBuffers::Code.
struct FileCodeInFlight {
  FileName Where;
  std::optional<FilePlacedCount> Blocks, Lines;
};

struct FileBuffers {
  FileText Source;
  std::optional<FileCount> Reorder, Scheduler, Load, Store, RetireWidth;
  std::optional<FileLoadWait> WaitingLoads;
  FileRegisters Registers;
  std::optional<FileCodeInFlight> Code;
};

/// FileMemory::Banks.
struct FileBanks {
  FileName Where;
  FileBytes Bytes;
  FileCount Count;
  std::optional<FileCount> Ways, Reads;
};

/// FileMemory::WideStoreForward, StorePage.
struct FileBytesDelay {
  FileName Where;
  FileCount Bytes;
  FileCycles Delay;
};

/// FileMemory::KnownBlocks.
struct FileKnownBlocks {
  FileName Where;
  FileCount Count;
  FileCycles After;
};

/// FileMemory::LoneStores.
struct FileLoneStores {
  FileName Where;
  FilePlacedCount Turns;
  FileCount Accesses;
};

struct FileMemory {
  FileText Source;
  std::optional<FilePorts> LoadPorts, StoreAddressPorts,
      IndexedStoreAddressPorts, StoreDataPorts;
  std::optional<FileCycles> LoadLatency, VectorLoadLatency,
      ComplexAddressLatency, StoreForwardLatency, VectorStoreForwardLatency,
      StoreForwardFailLatency, StoreAddressLatency, StoreDataLatency,
      ChainedLoadGain, ChainedLoadReach, CrossingDelay, LoadRetry,
      RewritesAgainAfter;
  std::optional<FileCount> ForwardStores, Crossings;
  std::optional<FilePlacedCount> StoreBlockQueue;
  std::optional<FileName> ChainedLoads, RenamedLoads;
  std::optional<FileBanks> Banks;
  std::optional<FileBytesDelay> WideStoreForward, StorePage;
  std::optional<FileKnownBlocks> KnownBlocks;
  std::optional<FileLoneStores> LoneStores;
  std::optional<FileBytes> FullWidth, PairedStoreReach, StoreBlock, Line;
  std::optional<bool> FailUntilRetired, RenamedByAddress, RenamedRelative,
      RenamedWithoutIndex, RenamedStart, AddressesByParts;
};

struct FileBranches {
  FileText Source;
  FilePorts Ports;
  std::optional<FilePorts> TakenPorts, Also;
};

struct FileClock {
  FileText Source;
  FileName Where;
  std::optional<FileCount> Bits, Percent;
  std::optional<FileName> Match;
};

struct FileMoveSlots {
  std::optional<FileSlots> General, Vector;
  std::optional<FileCount> Pipeline;
  std::optional<bool> UntilOverwritten;
};

struct FileHighBytes {
  std::optional<bool> Apart;
  std::optional<FilePorts> MergePorts;
};

struct FileStackEngine {
  std::optional<bool> Enabled;
  std::optional<FilePorts> SyncPorts;
  std::optional<FileCount> Reach;
  std::optional<bool> InAddresses, EveryUse;
};

struct FileUnlamination {
  std::optional<FileCount> Places, PerCycle;
};

struct FileWideVectors {
  std::optional<FileCount> Bits;
  std::optional<FilePorts> BlockedPorts;
};

struct FileRenamer {
  FileName Where;
  FileText Source;
  std::optional<bool> MicroFusion, FusedUopsFromModel, PartialWritesMerge;
  std::optional<PortChoice> Choice;
  std::optional<FileCount> PortImbalance;
  std::optional<std::vector<FilePorts>> PortOrder, AlternatingPorts;
  std::optional<MoveElimination> Moves;
  std::optional<FileCount> MovesPerCycle;
  FileMoveSlots MoveSlots;
  FileHighBytes HighBytes;
  FileStackEngine StackEngine;
  FileWideVectors WideVectors;
  FileUnlamination Unlamination;
  std::optional<FileCount> WholeUops;
  std::optional<bool> MicrocodeApart;
  std::optional<FileCount> ShortConstants;
};

struct FileSharedReads {
  FileName Where;
  std::vector<FilePorts> Sides;
  FilePorts Always, First;
  std::optional<FileCycles> HandedOn, TurnsAfter, AsksAfter;
};

struct FileScheduler {
  FileName Where;
  FileText Source;
  std::optional<FileCycles> IssueToDispatch, LateWindow, ExecuteDelay;
  std::optional<FilePorts> ResultPorts, LateResults, EarlyTries;
  std::optional<bool> IntegerResults, ResultsPass;
  std::optional<FileCount> PortResults, ResultPatience;
  std::optional<FileSharedReads> SharedReads;
};

struct FileQueue {
  FileName Name;
  FilePorts Ports;
  std::optional<FileCount> Width, Entries, Waiting;
  std::optional<bool> ByChance;
};

struct FileBinding {
  FileName Where;
  FilePorts First;
  FileCount SeenAfter, LeftAfter;
  std::optional<FileCount> FreeAfter, Reserve;
  FilePorts Single;
};

struct FilePlaces {
  FileName Where;
  FilePorts Even, Odd;
  FileCount Difference, DifferenceAfter, Total, TotalAfter;
  FileCount Flow, FlowCycles, FlowAfter;
  FileCount Uneven, UnevenAfter, Full;
};

struct FileHalves {
  FileName Where;
  FilePorts First, Second;
  FileCount Difference, Entries;
};

struct FileTogether {
  FileName Where;
  FilePorts Ports;
  FileCount Entries;
};

struct FileDomain {
  FileName Name, Match;
};

struct FileDomainDelay {
  FilePorts From;
  std::optional<FilePorts> To;
  FileCycles Cycles;
};

struct FileDomains {
  FileText Source;
  std::vector<FileDomain> List;
  std::vector<FileDomainDelay> Delays;
};

struct FileQueues {
  FileText Source;
  std::optional<FileTogether> Together;
  std::optional<FileBinding> ByCycle;
  std::optional<FilePlaces> ByPlace;
  std::optional<FileHalves> ByHalf;
  std::optional<FilePorts> Branches;
  std::vector<FileQueue> List;
};

struct FilePortGroups {
  std::vector<std::pair<FileName, FilePorts>> List;
};

struct FileResource {
  FileName Name;
  std::vector<FileName> LLVM;
};

struct FileFlags {
  FileText Source;
  FileName Register;
  std::vector<FileName> Groups;
};

struct FileConditionOperand {
  FileName Match;
  int Operand = -1;
};

struct FileConditions {
  FileText Source;
  std::vector<FileName> Names;
  std::vector<FileConditionOperand> Operands;
};

/// A file of models/cpus.
struct CpuFile {
  /// What messages call the file.
  std::string Path;
  /// Not a file: made from LLVM's scheduling model.
  bool Generic = false;

  FileName Name;
  std::optional<bool> Abstract;
  FileNames Inherits;
  std::string Architecture;
  FileName BaseModel;
  std::vector<FileName> LLVMCpus;
  std::optional<FileFrontEnd> FrontEnd;
  std::optional<FileBuffers> Buffers;
  std::optional<FileMemory> Memory;
  std::optional<FileBranches> Branches;
  std::optional<FileClock> Clock;
  std::optional<FileRenamer> Renamer;
  std::optional<FileScheduler> Scheduler;
  std::optional<FileQueues> Queues;
  std::optional<FileDomains> Domains;
  std::optional<std::vector<FileResource>> Ports, Units;
  FilePortGroups PortGroups;
  std::optional<std::vector<FileName>> IgnoreUnits;
  std::vector<FileName> IgnoreRegisters, HighByteRegisters;
  std::optional<FileName> StackPointer;
  std::optional<FileFlags> Flags;
  std::optional<FileConditions> Conditions;
  FilePrefixes Prefixes;
  std::vector<FileFusion> MacroFusions;
  std::vector<FileValueRule> Values;
  std::vector<FileCorrection> Corrections;
};

/// Reads one file, without its parents. Errors are "file:line:column: reason".
llvm::Expected<CpuFile> readCpuFile(llvm::MemoryBufferRef Buffer);

/// Merges \p Chain, parents before children, and resolves all names; the last
/// element is the CPU itself.
llvm::Expected<std::shared_ptr<const Cpu>>
resolveCpu(llvm::ArrayRef<CpuFile> Chain);

/// What is known of all CPUs of \p Architecture, from its file if there is one;
/// without ports.
llvm::Expected<std::shared_ptr<const Cpu>>
resolveGeneric(llvm::StringRef Architecture);

/// "file:line:column: reason".
llvm::Error fileError(llvm::StringRef File, unsigned Line, unsigned Column,
                      const llvm::Twine &Reason);

/// Names and texts of the descriptions compiled in, to inherit from; made by
/// takt-cpu-tables.
llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> embeddedCpuFiles();

/// What messages call such a text.
std::string embeddedPath(llvm::StringRef Name);
bool isEmbedded(llvm::StringRef Path);

} // namespace takt

#endif // TAKT_MODELS_CPUFILE_H
