//===- Cpu.cpp - Machine descriptions from files ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Cpu.h"
#include "CpuFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace takt;
using llvm::StringRef;

std::optional<unsigned> Cpu::findResource(StringRef Wanted) const {
  for (auto [Index, R] : llvm::enumerate(Resources))
    if (R.Name == Wanted)
      return Index;
  return std::nullopt;
}

ResourceMask Cpu::portsOf(UopKind Kind) const {
  switch (Kind) {
  case UopKind::Compute:
    return 0;
  case UopKind::Load:
    return LoadPorts;
  case UopKind::StoreAddress:
    return StoreAddressPorts;
  case UopKind::StoreData:
    return StoreDataPorts;
  case UopKind::Branch:
    return BranchPorts;
  }
  llvm_unreachable("all kinds are handled");
}

std::string Cpu::resourceNames(ResourceMask Mask) const {
  llvm::SmallVector<StringRef, 8> Names;
  for (auto [Index, R] : llvm::enumerate(Resources))
    if (Mask >> Index & 1)
      Names.push_back(R.Name);
  if (Names.size() < 2)
    return Names.empty() ? "" : Names.front().str();
  StringRef Last = Names.pop_back_val();
  return llvm::join(Names, ", ") + " and " + Last.str();
}

/// The text compiled in under \p Name.
static std::optional<StringRef> embedded(StringRef Name) {
  for (const auto &[FileName, Text] : embeddedCpuFiles())
    if (FileName == Name)
      return Text;
  return std::nullopt;
}

static constexpr StringRef EmbeddedFolder = "<built-in>/";

std::string takt::embeddedPath(StringRef Name) {
  return (EmbeddedFolder + Name + ".yaml").str();
}

bool takt::isEmbedded(StringRef Path) {
  return Path.starts_with(EmbeddedFolder);
}

/// Reads a parent of \p Child: beside it on disk, else compiled in.
static llvm::Expected<CpuFile> readParent(const CpuFile &Child,
                                          const FileName &Parent) {
  llvm::SmallString<128> Beside(Child.Path);
  llvm::sys::path::remove_filename(Beside);
  llvm::sys::path::append(Beside, Parent.Text + ".yaml");
  if (llvm::sys::fs::exists(Child.Path) && llvm::sys::fs::exists(Beside)) {
    auto Buffer = llvm::MemoryBuffer::getFile(Beside, /*IsText=*/true);
    if (!Buffer)
      return fileError(Child.Path, Parent.Line, Parent.Column,
                       "cannot read " + Beside + ": " +
                           Buffer.getError().message());
    return readCpuFile(**Buffer);
  }
  if (std::optional<StringRef> Text = embedded(Parent.Text))
    return readCpuFile({*Text, embeddedPath(Parent.Text)});
  return fileError(Child.Path, Parent.Line, Parent.Column,
                   "no description '" + Parent.Text + "' to inherit from");
}

/// Parents of parents. Beyond, a program that writes files has gone wrong.
static constexpr size_t MostGenerations = 64;

/// Appends \p Self to \p Chain, its parents first, each file once. \p Open are
/// the paths of those whose parents are being read.
static llvm::Error readParents(CpuFile Self, std::vector<std::string> &Open,
                               std::vector<CpuFile> &Chain) {
  Open.push_back(Self.Path);
  for (const FileName &Name : Self.Inherits.Names) {
    llvm::Expected<CpuFile> Parent = readParent(Self, Name);
    if (!Parent)
      return Parent.takeError();
    // A file may extend the compiled-in description of the same name, so what
    // makes a circle is the path, not the name.
    if (llvm::is_contained(Open, Parent->Path))
      return fileError(Self.Path, Name.Line, Name.Column,
                       "'" + Name.Text + "' inherits from itself");
    if (Open.size() == MostGenerations)
      return fileError(Self.Path, Name.Line, Name.Column,
                       "more than " + llvm::Twine(MostGenerations) +
                           " generations of parents");
    if (llvm::any_of(Chain,
                     [&](const CpuFile &F) { return F.Path == Parent->Path; }))
      continue;
    if (llvm::Error E = readParents(std::move(*Parent), Open, Chain))
      return E;
  }
  Open.pop_back();
  Chain.push_back(std::move(Self));
  return llvm::Error::success();
}

/// Reads \p Buffer and all its parents, parents first.
static llvm::Expected<std::vector<CpuFile>>
readChain(llvm::MemoryBufferRef Buffer) {
  llvm::Expected<CpuFile> Self = readCpuFile(Buffer);
  if (!Self)
    return Self.takeError();
  std::vector<CpuFile> Chain;
  std::vector<std::string> Open;
  if (llvm::Error E = readParents(std::move(*Self), Open, Chain))
    return std::move(E);
  return Chain;
}

llvm::Expected<std::shared_ptr<const Cpu>>
takt::parseCpu(llvm::MemoryBufferRef Buffer) {
  llvm::Expected<std::vector<CpuFile>> Chain = readChain(Buffer);
  if (!Chain)
    return Chain.takeError();
  const CpuFile &Self = Chain->back();
  if (Self.Abstract.value_or(false))
    return fileError(Self.Path, Self.Name.Line, Self.Name.Column,
                     "'" + Self.Name.Text +
                         "' is abstract: a parent, not a CPU");
  return resolveCpu(*Chain);
}

/// Fused-domain µops per cycle of a CPU without a file: an assumption, in the
/// middle of what its contemporaries have (docs/cpu-files.md).
static constexpr unsigned GenericWidth = 4;

llvm::Expected<std::shared_ptr<const Cpu>>
takt::resolveGeneric(StringRef Architecture) {
  std::vector<CpuFile> Chain;
  if (std::optional<StringRef> Text = embedded(Architecture)) {
    llvm::Expected<CpuFile> Parent =
        readCpuFile({*Text, embeddedPath(Architecture)});
    if (!Parent)
      return Parent.takeError();
    Chain.push_back(std::move(*Parent));
  }
  CpuFile Self;
  Self.Path = "<generic>";
  Self.Generic = true;
  Self.Name.Text = Self.Architecture = Architecture.str();
  Self.LLVMCpus.emplace_back().Text = Architecture.str();
  Self.FrontEnd.emplace();
  Self.FrontEnd->Width = FileCount{GenericWidth};
  // Its ports are the units of LLVM's model, which the target tells.
  Self.Ports.emplace();
  Chain.push_back(std::move(Self));
  return resolveCpu(Chain);
}
