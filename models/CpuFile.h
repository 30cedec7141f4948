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

#include "takt/models/Cpu.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace takt {

/// A scalar with its place.
struct FileName {
  std::string Text;
  unsigned Line = 0, Column = 0;
};

/// A number of cycles, entries or µops.
struct FileCount {
  unsigned Value = 0;
};

/// A latency or an occupation in cycles.
struct FileCycles {
  unsigned Value = 0;
};

/// A text that must not be empty.
struct FileText {
  std::string Text;
};

struct FileFrontEnd {
  FileText Source;
  std::optional<FrontEndKind> Kind;
  std::optional<FileCount> Width;
};

struct FileBuffers {
  FileText Source;
  std::optional<FileCount> Reorder, Scheduler, Load, Store, RetireWidth;
};

struct FileMemory {
  FileText Source;
  std::optional<std::vector<FileName>> LoadPorts, StoreAddressPorts,
      IndexedStoreAddressPorts, StoreDataPorts;
  std::optional<FileCycles> LoadLatency, VectorLoadLatency, StoreForwardLatency,
      ChainedLoadGain, ChainedLoadReach;
};

struct FileBranches {
  FileText Source;
  std::vector<FileName> Ports;
  std::optional<std::vector<FileName>> TakenPorts;
};

struct FileRenamer {
  FileText Source;
  std::optional<bool> MicroFusion, FusedUopsFromModel, PartialWritesMerge;
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

struct FileUse {
  std::vector<FileName> Ports;
  std::optional<FileCycles> Cycles;
};

struct FileUop {
  FileName Where;
  std::optional<UopKind> Kind;
  std::optional<std::vector<FileName>> Ports;
  std::optional<FileCycles> Cycles;
  std::optional<FileCount> Count;
  std::vector<FileUse> Also;
};

struct FileForm {
  /// All but names.
  FormCondition Asked;
  std::vector<FileName> Conditions, Prefixes;
};

struct FileAdvances {
  std::vector<std::pair<FileName, unsigned>> List;
};

struct FilePrefixes {
  std::vector<InstrPrefix> List;
};

struct FileLatencies {
  std::vector<RegisterLatency> List;
};

struct FileCorrection {
  FileName Match;
  FileForm Form;
  std::optional<std::vector<FileUop>> Uops;
  std::optional<FileCycles> FusedUops, Latency, LoadLatency, AccumulateLatency,
      FlagsLatency;
  std::optional<bool> Eliminated, BreaksDependence, Unlaminated,
      ReadsDestination;
  FileLatencies Latencies;
  FileAdvances Advances;
  std::optional<std::vector<FileName>> FlagsRead, FlagsWritten;
  std::optional<FileText> NotModelled;
  FileText Source;
};

struct FileFusion {
  FileName First, Second;
  std::vector<FileName> Conditions;
  std::optional<bool> Memory, MemoryImmediate;
  FileText Source;
};

/// A file of models/cpus.
struct CpuFile {
  /// What messages call the file.
  std::string Path;
  /// Not a file: made from LLVM's scheduling model.
  bool Generic = false;

  FileName Name;
  std::optional<bool> Abstract;
  std::optional<FileName> Inherits;
  std::string Architecture, BaseModel;
  std::vector<std::string> LLVMCpus;
  std::optional<FileFrontEnd> FrontEnd;
  std::optional<FileBuffers> Buffers;
  std::optional<FileMemory> Memory;
  std::optional<FileBranches> Branches;
  std::optional<FileRenamer> Renamer;
  std::optional<std::vector<FileResource>> Ports, Units;
  std::optional<std::vector<FileName>> IgnoreUnits;
  std::vector<FileName> IgnoreRegisters;
  std::optional<FileName> StackPointer;
  std::optional<FileFlags> Flags;
  std::optional<FileConditions> Conditions;
  FilePrefixes Prefixes;
  std::vector<FileFusion> MacroFusions;
  std::vector<FileCorrection> Corrections;
};

/// Reads one file, without its parents. Errors are "file:line:column: reason".
llvm::Expected<CpuFile> readCpuFile(llvm::MemoryBufferRef Buffer);

/// Merges \p Chain, parents before children, and resolves all names; the last
/// element is the CPU itself.
llvm::Expected<std::shared_ptr<const Cpu>>
resolveCpu(llvm::ArrayRef<CpuFile> Chain);

/// "file:line:column: reason".
llvm::Error fileError(llvm::StringRef File, unsigned Line, unsigned Column,
                      const llvm::Twine &Reason);

/// Names and texts of the descriptions compiled in; made by EmbedCpus.cmake.
llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> embeddedCpuFiles();

} // namespace takt

#endif // TAKT_MODELS_CPUFILE_H
