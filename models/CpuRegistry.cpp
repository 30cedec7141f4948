//===- CpuRegistry.cpp - Finding machine descriptions -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuArchive.h"
#include "CpuFile.h"
#include "SchedModel.h"
#include "takt/models/Cpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include <map>
#include <mutex>

using namespace takt;
using llvm::StringRef;
using CpuRef = std::shared_ptr<const Cpu>;

namespace {

/// What has been read so far.
struct Registry {
  std::mutex Lock;
  llvm::StringMap<CpuRef> ByName;
  /// Generic descriptions by LLVM CPU name and scheduling model.
  std::map<std::pair<std::string, const llvm::MCSchedModel *>, CpuRef> Generic;
};

} // namespace

static Registry &registry() {
  static Registry R;
  return R;
}

/// What is compiled in under \p Name; null if nothing is.
static const ArchivedCpu *archived(StringRef Name, bool Generic) {
  for (const ArchivedCpu &A : archivedCpus())
    if (A.Name == Name && A.Generic == Generic)
      return &A;
  return nullptr;
}

llvm::Expected<CpuRef> takt::loadCpu(StringRef Name) {
  const ArchivedCpu *A = archived(Name, /*Generic=*/false);
  if (!A)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "no description of a CPU '" + Name + "'");
  Registry &R = registry();
  std::lock_guard<std::mutex> Guard(R.Lock);
  CpuRef &C = R.ByName[Name];
  if (!C)
    C = readCpu(*A, archivedTexts());
  return C;
}

bool takt::namesCpuFile(StringRef Name) {
  return Name.ends_with(".yaml") || Name.ends_with(".yml") ||
         Name.contains('/');
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
  for (const ArchivedCpu &A : archivedCpus())
    if (!A.Generic)
      Names.push_back(A.Name);
  return Names;
}

/// The description compiled in that serves the LLVM CPU \p LLVMCpu; null if
/// there is none.
static llvm::Expected<CpuRef> serving(StringRef LLVMCpu, StringRef Arch) {
  for (const ArchivedCpu &A : archivedCpus())
    if (!A.Generic && llvm::is_contained(A.LLVMCpus, LLVMCpu) &&
        (A.Architecture.empty() || A.Architecture == Arch))
      return loadCpu(A.Name);
  return CpuRef();
}

StringRef takt::architectureOf(const llvm::Triple &T) {
  if (T.isX86())
    return "x86";
  if (T.isAArch64())
    return "aarch64";
  return llvm::Triple::getArchTypeName(T.getArch());
}

/// What the file of the architecture says of all its CPUs.
static llvm::Expected<std::shared_ptr<Cpu>> architecture(StringRef Arch) {
  if (const ArchivedCpu *A = archived(Arch, /*Generic=*/true))
    return readCpu(*A, archivedTexts());
  llvm::Expected<CpuRef> C = resolveGeneric(Arch);
  if (!C)
    return C.takeError();
  return std::make_shared<Cpu>(**C);
}

/// A description for a CPU without a file: what its architecture's file says,
/// every unit of LLVM's model as a port, and the default front end.
static llvm::Expected<CpuRef> genericCpu(const llvm::MCSubtargetInfo &STI,
                                         StringRef Name, StringRef Arch) {
  llvm::Expected<SchedModel> M = SchedModel::create(STI, "");
  if (!M)
    return M.takeError();
  llvm::Expected<std::shared_ptr<Cpu>> C = architecture(Arch);
  if (!C)
    return C.takeError();
  Cpu &To = **C;
  To.Name = Name.str();
  To.LLVMCpus = {Name.str()};
  To.LoadLatency = To.VectorLoadLatency = M->model().LoadLatency;
  if (M->units().size() > 64)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "LLVM's model of " + Name +
                                       " has more than 64 units");
  // LLVM tells dividers from ports only by their names. Ports come first.
  auto IsPort = [](StringRef Unit) {
    return !Unit.contains_insensitive("div");
  };
  for (bool Ports : {true, false})
    for (const std::string &Unit : M->units())
      if (IsPort(Unit) == Ports)
        To.Resources.push_back(
            {Unit, {Unit}, {("<generic " + Name + ">").str()}, Ports});
  return CpuRef(std::move(*C));
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
