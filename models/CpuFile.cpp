//===- CpuFile.cpp - Reading machine descriptions ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The format of models/cpus/*.yaml in LLVM's YAML I/O. Its diagnostics carry
/// the place; names that can only be checked later (ports, conditions) keep
/// theirs.
///
//===----------------------------------------------------------------------===//

#include "CpuFile.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/YAMLTraits.h"

using namespace takt;
using llvm::StringRef;
using llvm::yaml::IO;

namespace {

/// What the traits need to find the place of a scalar.
struct ReaderContext {
  llvm::yaml::Input *In = nullptr;
  llvm::SourceMgr Places;
  std::string FirstError;
};

/// Puts the place of the node being read into \p N.
void locate(void *Ctx, FileName &N) {
  auto *C = static_cast<ReaderContext *>(Ctx);
  const llvm::yaml::Node *Node = C->In->getCurrentNode();
  if (!Node)
    return;
  std::tie(N.Line, N.Column) =
      C->Places.getLineAndColumn(Node->getSourceRange().Start);
}

/// Largest number of cycles, entries or µops that a file may say; beyond it a
/// typing error is more likely.
constexpr unsigned MaxNumber = 10000;

StringRef readNumber(StringRef Scalar, unsigned Min, unsigned &Value) {
  if (Scalar.getAsInteger(10, Value) || Value < Min || Value > MaxNumber)
    return Min == 0 ? "expected a whole number from 0 to 10000"
                    : "expected a whole number from 1 to 10000";
  return StringRef();
}

} // namespace

LLVM_YAML_IS_SEQUENCE_VECTOR(FileResource)
LLVM_YAML_IS_SEQUENCE_VECTOR(FileConditionOperand)
LLVM_YAML_IS_SEQUENCE_VECTOR(FileUse)
LLVM_YAML_IS_SEQUENCE_VECTOR(FileUop)
LLVM_YAML_IS_SEQUENCE_VECTOR(FileCorrection)
LLVM_YAML_IS_SEQUENCE_VECTOR(FileFusion)
LLVM_YAML_IS_FLOW_SEQUENCE_VECTOR(FileName)

namespace llvm {
namespace yaml {

/// YAML I/O would write with these too; Takt only reads.
template <typename T> struct ReadOnlyScalar {
  static void output(const T &, void *, raw_ostream &) {}
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct ScalarTraits<FileName> : ReadOnlyScalar<FileName> {
  static StringRef input(StringRef Scalar, void *Ctx, FileName &N) {
    N.Text = Scalar.str();
    locate(Ctx, N);
    return Scalar.empty() ? "must not be empty" : "";
  }
};

template <> struct ScalarTraits<FileText> : ReadOnlyScalar<FileText> {
  static StringRef input(StringRef Scalar, void *, FileText &T) {
    T.Text = Scalar.trim().str();
    return T.Text.empty() ? "must not be empty" : "";
  }
};

template <> struct ScalarTraits<FileCount> : ReadOnlyScalar<FileCount> {
  static StringRef input(StringRef Scalar, void *, FileCount &N) {
    return readNumber(Scalar, 1, N.Value);
  }
};

template <> struct ScalarTraits<FileCycles> : ReadOnlyScalar<FileCycles> {
  static StringRef input(StringRef Scalar, void *, FileCycles &N) {
    return readNumber(Scalar, 0, N.Value);
  }
};

template <> struct ScalarEnumerationTraits<FrontEndKind> {
  static void enumeration(IO &IO, FrontEndKind &K) {
    IO.enumCase(K, "linear", FrontEndKind::Linear);
  }
};

template <> struct ScalarEnumerationTraits<UopKind> {
  static void enumeration(IO &IO, UopKind &K) {
    IO.enumCase(K, "compute", UopKind::Compute);
    IO.enumCase(K, "load", UopKind::Load);
    IO.enumCase(K, "store-address", UopKind::StoreAddress);
    IO.enumCase(K, "store-data", UopKind::StoreData);
    IO.enumCase(K, "branch", UopKind::Branch);
  }
};

template <> struct MappingTraits<FileFrontEnd> {
  static void mapping(IO &IO, FileFrontEnd &F) {
    IO.mapRequired("source", F.Source);
    IO.mapOptional("kind", F.Kind);
    IO.mapOptional("width", F.Width);
  }
};

template <> struct MappingTraits<FileBuffers> {
  static void mapping(IO &IO, FileBuffers &B) {
    IO.mapRequired("source", B.Source);
    IO.mapOptional("reorder", B.Reorder);
    IO.mapOptional("scheduler", B.Scheduler);
    IO.mapOptional("load", B.Load);
    IO.mapOptional("store", B.Store);
    IO.mapOptional("retire-width", B.RetireWidth);
  }
};

template <> struct MappingTraits<FileMemory> {
  static void mapping(IO &IO, FileMemory &M) {
    IO.mapRequired("source", M.Source);
    IO.mapOptional("load-ports", M.LoadPorts);
    IO.mapOptional("store-address-ports", M.StoreAddressPorts);
    IO.mapOptional("indexed-store-address-ports", M.IndexedStoreAddressPorts);
    IO.mapOptional("store-data-ports", M.StoreDataPorts);
    IO.mapOptional("load-latency", M.LoadLatency);
    IO.mapOptional("vector-load-latency", M.VectorLoadLatency);
    IO.mapOptional("store-forward-latency", M.StoreForwardLatency);
    IO.mapOptional("chained-load-gain", M.ChainedLoadGain);
    IO.mapOptional("chained-load-reach", M.ChainedLoadReach);
  }
};

template <> struct MappingTraits<FileBranches> {
  static void mapping(IO &IO, FileBranches &B) {
    IO.mapRequired("source", B.Source);
    IO.mapRequired("ports", B.Ports);
    IO.mapOptional("taken-ports", B.TakenPorts);
  }
};

template <> struct MappingTraits<FileRenamer> {
  static void mapping(IO &IO, FileRenamer &R) {
    IO.mapRequired("source", R.Source);
    IO.mapOptional("micro-fusion", R.MicroFusion);
    IO.mapOptional("fused-uops-from-model", R.FusedUopsFromModel);
    IO.mapOptional("partial-writes-merge", R.PartialWritesMerge);
  }
};

template <> struct MappingTraits<FileResource> {
  static void mapping(IO &IO, FileResource &R) {
    IO.mapRequired("name", R.Name);
    IO.mapRequired("llvm", R.LLVM);
  }
};

template <> struct MappingTraits<FileFlags> {
  static void mapping(IO &IO, FileFlags &F) {
    IO.mapRequired("source", F.Source);
    IO.mapRequired("register", F.Register);
    IO.mapRequired("groups", F.Groups);
  }
};

template <> struct MappingTraits<FileConditionOperand> {
  static void mapping(IO &IO, FileConditionOperand &C) {
    IO.mapRequired("match", C.Match);
    IO.mapOptional("operand", C.Operand, -1);
  }
};

template <> struct MappingTraits<FileConditions> {
  static void mapping(IO &IO, FileConditions &C) {
    IO.mapRequired("source", C.Source);
    IO.mapRequired("names", C.Names);
    IO.mapRequired("operands", C.Operands);
  }
};

template <> struct MappingTraits<FileUse> {
  static void mapping(IO &IO, FileUse &U) {
    IO.mapRequired("ports", U.Ports);
    IO.mapOptional("cycles", U.Cycles);
  }
};

template <> struct MappingTraits<FileUop> {
  static void mapping(IO &IO, FileUop &U) {
    locate(IO.getContext(), U.Where);
    IO.mapOptional("kind", U.Kind);
    IO.mapOptional("ports", U.Ports);
    IO.mapOptional("cycles", U.Cycles);
    IO.mapOptional("count", U.Count);
    IO.mapOptional("also", U.Also);
  }
};

template <> struct MappingTraits<FileForm> {
  static void mapping(IO &IO, FileForm &F) {
    IO.mapOptional("loads", F.Asked.Loads);
    IO.mapOptional("stores", F.Asked.Stores);
    IO.mapOptional("indexed", F.Asked.Indexed);
    IO.mapOptional("three-parts", F.Asked.ThreeParts);
    IO.mapOptional("same-register", F.Asked.SameRegister);
    IO.mapOptional("tied", F.Asked.Tied);
    IO.mapOptional("scaled", F.Asked.Scaled);
    IO.mapOptional("pc-relative", F.Asked.PcRelative);
    IO.mapOptional("zero-source", F.Asked.ZeroSource);
    IO.mapOptional("immediate", F.Asked.Immediate);
    IO.mapOptional("conditions", F.Conditions);
    IO.mapOptional("prefixes", F.Prefixes);
  }
};

template <> struct CustomMappingTraits<FileLatencies> {
  static void inputOne(IO &IO, StringRef Key, FileLatencies &L) {
    FileCycles Cycles;
    IO.mapRequired(Key.str().c_str(), Cycles);
    L.List.push_back({Key.str(), Cycles.Value});
  }
  static void output(IO &, FileLatencies &) {}
};

template <> struct CustomMappingTraits<FileAdvances> {
  static void inputOne(IO &IO, StringRef Key, FileAdvances &A) {
    FileCycles Cycles;
    IO.mapRequired(Key.str().c_str(), Cycles);
    FileName Name;
    locate(IO.getContext(), Name);
    Name.Text = Key.str();
    A.List.push_back({Name, Cycles.Value});
  }
  static void output(IO &, FileAdvances &) {}
};

template <> struct CustomMappingTraits<FilePrefixes> {
  static void inputOne(IO &IO, StringRef Key, FilePrefixes &P) {
    FileCount Flag;
    IO.mapRequired(Key.str().c_str(), Flag);
    P.List.push_back({Key.str(), Flag.Value});
  }
  static void output(IO &, FilePrefixes &) {}
};

template <> struct MappingTraits<FileCorrection> {
  static void mapping(IO &IO, FileCorrection &C) {
    IO.mapRequired("match", C.Match);
    IO.mapOptional("form", C.Form);
    IO.mapOptional("uops", C.Uops);
    IO.mapOptional("fused-uops", C.FusedUops);
    IO.mapOptional("latency", C.Latency);
    IO.mapOptional("load-latency", C.LoadLatency);
    IO.mapOptional("accumulate-latency", C.AccumulateLatency);
    IO.mapOptional("flags-latency", C.FlagsLatency);
    IO.mapOptional("latencies", C.Latencies);
    IO.mapOptional("advances", C.Advances);
    IO.mapOptional("eliminated", C.Eliminated);
    IO.mapOptional("breaks-dependence", C.BreaksDependence);
    IO.mapOptional("unlaminated", C.Unlaminated);
    IO.mapOptional("reads-destination", C.ReadsDestination);
    IO.mapOptional("flags-read", C.FlagsRead);
    IO.mapOptional("flags-written", C.FlagsWritten);
    IO.mapOptional("not-modelled", C.NotModelled);
    IO.mapRequired("source", C.Source);
  }
};

template <> struct MappingTraits<FileFusion> {
  static void mapping(IO &IO, FileFusion &F) {
    IO.mapRequired("first", F.First);
    IO.mapRequired("second", F.Second);
    IO.mapOptional("conditions", F.Conditions);
    IO.mapOptional("memory", F.Memory);
    IO.mapOptional("memory-immediate", F.MemoryImmediate);
    IO.mapRequired("source", F.Source);
  }
};

template <> struct MappingTraits<CpuFile> {
  static void mapping(IO &IO, CpuFile &C) {
    IO.mapRequired("name", C.Name);
    IO.mapOptional("abstract", C.Abstract);
    IO.mapOptional("inherits", C.Inherits);
    IO.mapOptional("architecture", C.Architecture);
    IO.mapOptional("llvm-cpus", C.LLVMCpus);
    IO.mapOptional("base-model", C.BaseModel);
    IO.mapOptional("front-end", C.FrontEnd);
    IO.mapOptional("buffers", C.Buffers);
    IO.mapOptional("ports", C.Ports);
    IO.mapOptional("units", C.Units);
    IO.mapOptional("ignore-units", C.IgnoreUnits);
    IO.mapOptional("memory", C.Memory);
    IO.mapOptional("branches", C.Branches);
    IO.mapOptional("renamer", C.Renamer);
    IO.mapOptional("ignore-registers", C.IgnoreRegisters);
    IO.mapOptional("stack-pointer", C.StackPointer);
    IO.mapOptional("flags", C.Flags);
    IO.mapOptional("conditions", C.Conditions);
    IO.mapOptional("prefixes", C.Prefixes);
    IO.mapOptional("macro-fusions", C.MacroFusions);
    IO.mapOptional("corrections", C.Corrections);
  }
};

} // namespace yaml
} // namespace llvm

llvm::Error takt::fileError(StringRef File, unsigned Line, unsigned Column,
                            const llvm::Twine &Reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 File + ":" + llvm::Twine(Line) + ":" +
                                     llvm::Twine(Column) + ": " + Reason);
}

/// Keeps the first diagnostic; the rest are its consequences.
static void keepFirstError(const llvm::SMDiagnostic &D, void *Ctx) {
  auto *C = static_cast<ReaderContext *>(Ctx);
  if (!C->FirstError.empty())
    return;
  // SMDiagnostic counts columns from 0, and says -1 where it knows none.
  llvm::consumeError(llvm::handleErrors(
      fileError(D.getFilename(), std::max(D.getLineNo(), 1),
                std::max(D.getColumnNo(), 0) + 1, D.getMessage()),
      [&](const llvm::StringError &E) { C->FirstError = E.getMessage(); }));
}

llvm::Expected<CpuFile> takt::readCpuFile(llvm::MemoryBufferRef Buffer) {
  ReaderContext Ctx;
  Ctx.Places.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(Buffer,
                                       /*RequiresNullTerminator=*/false),
      llvm::SMLoc());
  llvm::yaml::Input In(Buffer, &Ctx, keepFirstError, &Ctx);
  Ctx.In = &In;

  CpuFile File;
  File.Path = Buffer.getBufferIdentifier().str();
  In >> File;
  if (!Ctx.FirstError.empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   Ctx.FirstError);
  // YAML I/O calls an empty document an error without saying so.
  if (In.error() || File.Name.Text.empty())
    return fileError(File.Path, 1, 1, "no description in the file");
  if (In.nextDocument() && In.setCurrentDocument())
    return fileError(File.Path, 1, 1, "more than one description in the file");
  return File;
}
