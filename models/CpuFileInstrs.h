//===- CpuFileInstrs.h - What a description says of code --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parts of a file of models/cpus that are about instructions, as they are
/// written: corrections, rules of values, macro-fusions.
/// docs/cpu-instructions.md describes the format.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_CPUFILEINSTRS_H
#define TAKT_MODELS_CPUFILEINSTRS_H

#include "CpuFileScalars.h"
#include "takt/models/Cpu.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace takt {

struct FileUse {
  FilePorts Ports;
  std::optional<FileCycles> Cycles, After;
  std::optional<bool> OfFlags;
};

struct FileWrites {
  std::vector<std::pair<std::string, FilePlacedCycles>> List;
};

struct FileUop {
  FileName Where;
  std::optional<UopKind> Kind;
  std::optional<FilePorts> Ports;
  std::optional<FileCycles> Cycles;
  std::optional<FileCount> Count;
  std::vector<FileUse> Also;
  std::optional<std::vector<FileName>> Reads;
  std::optional<FileWrites> Writes;
};

struct FileForm {
  /// All but names.
  FormCondition Asked;
  std::vector<FileName> Conditions, Prefixes, Registers, SourceRegisters;
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
      ForwardLatency, FlagsLatency, FlagsTogether, Results, QueuedUops,
      MicrocodeUops, SimpleDecoders, RepeatCycles;
  std::optional<bool> Eliminated, BreaksDependence, Unlaminated,
      ReadsDestination, ComplexDecoder, RenamedStore, KeepsRegisters;
  std::optional<Ordering> Order;
  std::optional<SharedOperand> Shared;
  FileLatencies Latencies;
  FileAdvances Advances;
  std::optional<std::vector<FileName>> FlagsRead, FlagsWritten;
  std::optional<FileText> NotModelled;
  FileText Source;
};

struct FileValueRule {
  FileName Match;
  ValueRule::EffectKind Effect = ValueRule::Copy;
  std::optional<FileCount> Bytes;
  bool Signed = false;
  ValueRule::AddressKind Memory = ValueRule::Marked;
  ValueRule::OperandKind Operand = ValueRule::Plain;
  FileText Source;
};

struct FileFusion {
  FileName First, Second;
  std::vector<FileName> Conditions;
  std::optional<bool> Memory, MemoryImmediate, SameDestination, NoResult;
  std::optional<FilePorts> Ports;
  FileText Source;
};

} // namespace takt

#endif // TAKT_MODELS_CPUFILEINSTRS_H
