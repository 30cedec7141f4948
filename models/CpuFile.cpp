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

#include "CpuFileTraits.h"

using namespace takt;
using llvm::StringRef;
using llvm::yaml::IO;

void takt::locate(void *Ctx, FileName &N) {
  auto *C = static_cast<CpuReaderContext *>(Ctx);
  const llvm::yaml::Node *Node = C->In->getCurrentNode();
  if (!Node)
    return;
  std::tie(N.Line, N.Column) =
      C->Places.getLineAndColumn(Node->getSourceRange().Start);
}

/// Largest number of cycles, entries or µops that a file may say; beyond it a
/// typing error is more likely.
static constexpr unsigned MaxNumber = 10000;

StringRef takt::readNumber(StringRef Scalar, unsigned Min, unsigned &Value) {
  if (Scalar.getAsInteger(10, Value) || Value < Min || Value > MaxNumber)
    return Min == 0 ? "expected a whole number from 0 to 10000"
                    : "expected a whole number from 1 to 10000";
  return StringRef();
}

namespace llvm {
namespace yaml {

StringRef ScalarTraits<FileName>::input(StringRef Scalar, void *Ctx,
                                        FileName &N) {
  N.Text = Scalar.str();
  locate(Ctx, N);
  return Scalar.empty() ? "must not be empty" : "";
}

StringRef ScalarTraits<FileText>::input(StringRef Scalar, void *, FileText &T) {
  T.Text = Scalar.trim().str();
  return T.Text.empty() ? "must not be empty" : "";
}

StringRef ScalarTraits<FileCount>::input(StringRef Scalar, void *,
                                         FileCount &N) {
  return readNumber(Scalar, 1, N.Value);
}

StringRef ScalarTraits<FilePlacedCount>::input(StringRef Scalar, void *Ctx,
                                               FilePlacedCount &N) {
  locate(Ctx, N.Where);
  return readNumber(Scalar, 1, N.Value);
}

StringRef ScalarTraits<FileCycles>::input(StringRef Scalar, void *,
                                          FileCycles &N) {
  return readNumber(Scalar, 0, N.Value);
}

StringRef ScalarTraits<FilePlacedCycles>::input(StringRef Scalar, void *Ctx,
                                                FilePlacedCycles &N) {
  locate(Ctx, N.Where);
  return readNumber(Scalar, 0, N.Value);
}

StringRef ScalarTraits<FileBytes>::input(StringRef Scalar, void *,
                                         FileBytes &N) {
  if (Scalar.getAsInteger(10, N.Value) || !isPowerOf2_32(N.Value) ||
      N.Value > 64)
    return "expected 1, 2, 4, 8, 16, 32 or 64 bytes";
  return StringRef();
}

StringRef ScalarTraits<FileSlots>::input(StringRef Scalar, void *,
                                         FileSlots &N) {
  if (Scalar == "unlimited")
    return StringRef();
  N.Value.emplace();
  StringRef Error = readNumber(Scalar, 0, *N.Value);
  return Error.empty() ? Error
                       : "expected 'unlimited' or a whole number from 0 to "
                         "10000";
}

void yamlize(IO &IO, FileNames &List, bool, EmptyContext &Ctx) {
  auto *C = static_cast<CpuReaderContext *>(IO.getContext());
  if (!isa_and_nonnull<ScalarNode>(C->In->getCurrentNode()))
    return yamlize(IO, List.Names, true, Ctx);
  yamlize(IO, List.Names.emplace_back(), true, Ctx);
}

void CustomMappingTraits<FilePortGroups>::inputOne(IO &IO, StringRef Key,
                                                   FilePortGroups &G) {
  FileName Name;
  locate(IO.getContext(), Name);
  Name.Text = Key.str();
  FilePorts Ports;
  IO.mapRequired(Key.str().c_str(), Ports);
  G.List.emplace_back(std::move(Name), std::move(Ports));
}

void CustomMappingTraits<FilePrefixes>::inputOne(IO &IO, StringRef Key,
                                                 FilePrefixes &P) {
  FileCount Flag;
  IO.mapRequired(Key.str().c_str(), Flag);
  P.List.push_back({Key.str(), Flag.Value});
}

void MappingTraits<CpuFile>::mapping(IO &IO, CpuFile &C) {
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
  IO.mapOptional("port-groups", C.PortGroups);
  IO.mapOptional("ignore-units", C.IgnoreUnits);
  IO.mapOptional("memory", C.Memory);
  IO.mapOptional("branches", C.Branches);
  IO.mapOptional("clock", C.Clock);
  IO.mapOptional("renamer", C.Renamer);
  IO.mapOptional("scheduler", C.Scheduler);
  IO.mapOptional("queues", C.Queues);
  IO.mapOptional("domains", C.Domains);
  IO.mapOptional("ignore-registers", C.IgnoreRegisters);
  IO.mapOptional("high-byte-registers", C.HighByteRegisters);
  IO.mapOptional("stack-pointer", C.StackPointer);
  IO.mapOptional("flags", C.Flags);
  IO.mapOptional("conditions", C.Conditions);
  IO.mapOptional("prefixes", C.Prefixes);
  IO.mapOptional("macro-fusions", C.MacroFusions);
  IO.mapOptional("values", C.Values);
  IO.mapOptional("corrections", C.Corrections);
}

} // namespace yaml
} // namespace llvm

llvm::Error takt::fileError(StringRef File, unsigned Line, unsigned Column,
                            const llvm::Twine &Reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 File + ":" + llvm::Twine(Line) + ":" +
                                     llvm::Twine(Column) + ": " + Reason);
}

llvm::Error takt::errorAt(const FilePosition &Where,
                          const llvm::Twine &Reason) {
  return fileError(Where.File, Where.Line, Where.Column, Reason);
}

static std::string expectedOneOf(llvm::ArrayRef<llvm::StringRef> Names) {
  return "expected " + llvm::join(Names.drop_back(), ", ") + " or " +
         Names.back().str();
}

/// Keeps the first diagnostic; the rest are its consequences.
static void keepFirstError(const llvm::SMDiagnostic &D, void *Ctx) {
  auto *C = static_cast<CpuReaderContext *>(Ctx);
  if (!C->FirstError.empty())
    return;
  std::string Reason = D.getMessage().str();
  if (Reason == "unknown enumerated scalar" && !C->Choices.empty())
    Reason = expectedOneOf(C->Choices);
  // SMDiagnostic counts columns from 0, and says -1 where it knows none.
  llvm::consumeError(llvm::handleErrors(
      fileError(D.getFilename(), std::max(D.getLineNo(), 1),
                std::max(D.getColumnNo(), 0) + 1, Reason),
      [&](const llvm::StringError &E) { C->FirstError = E.getMessage(); }));
}

llvm::Expected<CpuFile> takt::readCpuFile(llvm::MemoryBufferRef Buffer) {
  CpuReaderContext Ctx;
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
