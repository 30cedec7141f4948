//===- Cpu.cpp - Finding machine descriptions -------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Cpu.h"
#include "CpuFile.h"
#include "SchedModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <map>
#include <mutex>

using namespace takt;
using llvm::StringRef;
using CpuRef = std::shared_ptr<const Cpu>;

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

/// What messages call a description that is compiled in.
static std::string embeddedPath(StringRef Name) {
  return ("<built-in>/" + Name + ".yaml").str();
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

llvm::Expected<CpuRef> takt::parseCpu(llvm::MemoryBufferRef Buffer) {
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

namespace {

/// What has been read so far; an error is kept as its message.
struct Loaded {
  CpuRef Description;
  std::string Error;
};

struct Registry {
  std::mutex Lock;
  llvm::StringMap<Loaded> ByName;
  /// Generic descriptions by LLVM CPU name and scheduling model.
  std::map<std::pair<std::string, const llvm::MCSchedModel *>, CpuRef> Generic;
  /// Answers of serving().
  std::map<std::pair<std::string, std::string>, CpuRef> Serving;
};

} // namespace

/// Fused-domain µops per cycle of a CPU without a file: an assumption, in the
/// middle of what its contemporaries have (docs/cpu-files.md).
static constexpr unsigned GenericWidth = 4;

static Registry &registry() {
  static Registry R;
  return R;
}

static llvm::Expected<CpuRef> asExpected(const Loaded &L) {
  if (L.Description)
    return L.Description;
  return llvm::createStringError(llvm::inconvertibleErrorCode(), L.Error);
}

llvm::Expected<CpuRef> takt::loadCpu(StringRef Name) {
  Registry &R = registry();
  std::lock_guard<std::mutex> Guard(R.Lock);
  auto [It, IsNew] = R.ByName.try_emplace(Name);
  Loaded &L = It->second;
  if (!IsNew)
    return asExpected(L);
  std::optional<StringRef> Text = embedded(Name);
  if (!Text) {
    L.Error = ("no description of a CPU '" + Name + "'").str();
    return asExpected(L);
  }
  llvm::Expected<CpuRef> C = parseCpu({*Text, embeddedPath(Name)});
  if (C)
    L.Description = std::move(*C);
  else
    L.Error = llvm::toString(C.takeError());
  return asExpected(L);
}

CpuRef takt::findCpu(StringRef Name) {
  llvm::Expected<CpuRef> C = loadCpu(Name);
  if (C)
    return *C;
  llvm::consumeError(C.takeError());
  return nullptr;
}

std::vector<StringRef> takt::knownCpus() {
  std::vector<StringRef> Names;
  for (const auto &[Name, Text] : embeddedCpuFiles()) {
    llvm::Expected<CpuFile> F = readCpuFile({Text, embeddedPath(Name)});
    // A description that does not parse is known; loading it tells why.
    if (!F)
      llvm::consumeError(F.takeError());
    else if (F->Abstract.value_or(false))
      continue;
    Names.push_back(Name);
  }
  return Names;
}

/// The compiled-in description that serves the LLVM CPU \p LLVMCpu; null if
/// there is none.
static llvm::Expected<CpuRef> findServing(StringRef LLVMCpu, StringRef Arch) {
  for (const auto &[Name, Text] : embeddedCpuFiles()) {
    // A cheap look before reading the whole file.
    if (!Text.contains(LLVMCpu))
      continue;
    llvm::Expected<CpuFile> F = readCpuFile({Text, embeddedPath(Name)});
    if (!F)
      return F.takeError();
    if (F->Abstract.value_or(false) ||
        !llvm::is_contained(F->LLVMCpus, LLVMCpu))
      continue;
    llvm::Expected<CpuRef> C = loadCpu(Name);
    if (!C || (*C)->Architecture.empty() || (*C)->Architecture == Arch)
      return C;
  }
  return CpuRef();
}

/// findServing, remembering its answers.
static llvm::Expected<CpuRef> serving(StringRef LLVMCpu, StringRef Arch) {
  Registry &R = registry();
  const std::pair<std::string, std::string> Key(LLVMCpu, Arch);
  {
    std::lock_guard<std::mutex> Guard(R.Lock);
    if (auto It = R.Serving.find(Key); It != R.Serving.end())
      return It->second;
  }
  llvm::Expected<CpuRef> C = findServing(LLVMCpu, Arch);
  if (C) {
    std::lock_guard<std::mutex> Guard(R.Lock);
    R.Serving[Key] = *C;
  }
  return C;
}

/// The names that descriptions use for architectures: all x86 and all AArch64
/// triples together.
static StringRef architectureOf(const llvm::Triple &T) {
  if (T.isX86())
    return "x86";
  if (T.isAArch64())
    return "aarch64";
  return llvm::Triple::getArchTypeName(T.getArch());
}

/// A description for a CPU without a file: what its architecture's file says,
/// every unit of LLVM's model as a port, and the default front end.
static llvm::Expected<CpuRef> genericCpu(const llvm::MCSubtargetInfo &STI,
                                         StringRef Name, StringRef Arch) {
  llvm::Expected<SchedModel> M = SchedModel::create(STI, "");
  if (!M)
    return M.takeError();
  std::vector<CpuFile> Chain;
  if (std::optional<StringRef> Text = embedded(Arch)) {
    llvm::Expected<CpuFile> Parent = readCpuFile({*Text, embeddedPath(Arch)});
    if (!Parent)
      return Parent.takeError();
    Chain.push_back(std::move(*Parent));
  }
  CpuFile Self;
  Self.Path = ("<generic " + Name + ">").str();
  Self.Generic = true;
  Self.Name.Text = Name.str();
  Self.Architecture = Arch.str();
  Self.LLVMCpus = {Name.str()};
  Self.FrontEnd.emplace();
  Self.FrontEnd->Width = FileCount{GenericWidth};
  Self.Memory.emplace();
  Self.Memory->LoadLatency = Self.Memory->VectorLoadLatency =
      FileCycles{M->model().LoadLatency};
  Self.Ports.emplace();
  Self.Units.emplace();
  for (const std::string &Unit : M->units()) {
    // LLVM tells dividers from ports only by their names.
    bool IsPort = !StringRef(Unit).contains_insensitive("div");
    (IsPort ? *Self.Ports : *Self.Units).push_back({{Unit}, {{Unit}}});
  }
  Chain.push_back(std::move(Self));
  return resolveCpu(Chain);
}

llvm::Expected<CpuRef> takt::cpuFor(const llvm::MCSubtargetInfo &STI) {
  StringRef Arch = architectureOf(STI.getTargetTriple());
  for (StringRef Name : {STI.getTuneCPU(), STI.getCPU()}) {
    if (Name.empty())
      continue;
    llvm::Expected<CpuRef> C = serving(Name, Arch);
    if (!C || *C)
      return C;
  }
  StringRef Name = STI.getTuneCPU().empty() ? STI.getCPU() : STI.getTuneCPU();
  Registry &R = registry();
  std::lock_guard<std::mutex> Guard(R.Lock);
  CpuRef &Slot = R.Generic[{Name.str(), &STI.getSchedModel()}];
  if (!Slot) {
    llvm::Expected<CpuRef> C = genericCpu(STI, Name, Arch);
    if (!C)
      return C;
    Slot = std::move(*C);
  }
  return Slot;
}
