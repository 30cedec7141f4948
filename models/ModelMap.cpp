//===- ModelMap.cpp - A CPU's description onto LLVM's model -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace takt;
using llvm::StringRef;

llvm::Expected<SchedModel> takt::baseModel(const llvm::MCSubtargetInfo &STI,
                                           const Cpu &C) {
  if (C.Generic)
    return SchedModel::create(STI, "");
  if (!C.BaseModel.empty()) {
    if (!STI.isCPUStringValid(C.BaseModel) && C.BaseModelWhere.Line)
      return errorAt(C.BaseModelWhere, "LLVM knows no CPU '" + C.BaseModel +
                                           "' for " +
                                           STI.getTargetTriple().str());
    return SchedModel::create(STI, C.BaseModel);
  }
  for (StringRef Name : {STI.getTuneCPU(), STI.getCPU()})
    if (llvm::is_contained(C.LLVMCpus, Name))
      return SchedModel::create(STI, Name);
  return SchedModel::create(STI, C.LLVMCpus.empty() ? "" : C.LLVMCpus.front());
}

/// The index of the unit \p Name of \p M.
static llvm::Expected<unsigned> findUnit(const SchedModel &M, StringRef Name,
                                         const FilePosition &Where) {
  for (auto [Index, Unit] : llvm::enumerate(M.units()))
    if (Unit == Name)
      return Index;
  if (llvm::is_contained(M.units(), (Name + "[0]").str()))
    return errorAt(Where, "'" + Name +
                              "' is several units in LLVM's model of " +
                              M.cpu() + "; write '" + Name + "[0]' and so on");
  return errorAt(Where,
                 "LLVM's model of " + M.cpu() + " has no unit '" + Name + "'");
}

llvm::Expected<std::vector<ResourceMask>> takt::mapUnits(const SchedModel &M,
                                                         const Cpu &C) {
  std::vector<ResourceMask> Map(M.units().size(), 0);
  std::vector<bool> Mentioned(M.units().size(), false);
  for (auto [Index, R] : llvm::enumerate(C.Resources))
    for (const std::string &Name : R.LLVMNames) {
      llvm::Expected<unsigned> Unit = findUnit(M, Name, R.Where);
      if (!Unit)
        return Unit.takeError();
      Map[*Unit] |= ResourceMask(1) << Index;
      Mentioned[*Unit] = true;
    }
  for (const LLVMName &N : C.IgnoredUnits) {
    llvm::Expected<unsigned> Unit = findUnit(M, N.Name, N.Where);
    if (!Unit)
      return Unit.takeError();
    Mentioned[*Unit] = true;
  }
  std::string Missing;
  for (auto [Unit, Is] : llvm::zip_equal(M.units(), Mentioned))
    if (!Is)
      Missing += (Missing.empty() ? "" : ", ") + Unit;
  if (!Missing.empty())
    return errorAt(
        C.Resources.empty() ? FilePosition() : C.Resources.front().Where,
        "units of LLVM's model of " + M.cpu() +
            " that are in neither 'ports', 'units' nor 'ignore-units': " +
            Missing);
  return Map;
}

namespace {

/// How many opcodes use a port set.
struct Counts {
  unsigned Loads = 0, Stores = 0, Others = 0;
};

} // namespace

/// The second port set of stores counts if it is used by at least one in so
/// many of the opcodes that use the first; below, it is a rarity.
static constexpr unsigned SecondStoreShare = 10;

void takt::findMemoryPorts(const SchedModel &M, const llvm::MCInstrInfo &MII,
                           llvm::ArrayRef<ResourceMask> UnitResources, Cpu &C) {
  llvm::MapVector<ResourceMask, Counts> Sets;
  for (unsigned Opcode = 0; Opcode < MII.getNumOpcodes(); ++Opcode) {
    const llvm::MCInstrDesc &Desc = MII.get(Opcode);
    const llvm::MCSchedClassDesc *Class =
        M.model().getSchedClassDesc(Desc.getSchedClass());
    if (Desc.isPseudo() || !Class->isValid() || Class->isVariant())
      continue;
    for (const UnitUse &Use : M.uses(*Class)) {
      ResourceMask Mask = 0;
      for (auto [Unit, Resources] : llvm::enumerate(UnitResources))
        if (Use.Units >> Unit & 1)
          Mask |= Resources;
      Counts &N = Sets[Mask];
      unsigned &Count = !Desc.mayLoad() && !Desc.mayStore() ? N.Others
                        : !Desc.mayStore()                  ? N.Loads
                        : !Desc.mayLoad()                   ? N.Stores
                                                            : N.Others;
      // What both loads and stores says nothing.
      if (!(Desc.mayLoad() && Desc.mayStore()))
        ++Count;
    }
  }
  const std::pair<ResourceMask, Counts> *Load = nullptr, *Store = nullptr,
                                        *Second = nullptr;
  for (const auto &Set : Sets) {
    const Counts &N = Set.second;
    if (N.Loads > N.Others && (!Load || N.Loads > Load->second.Loads))
      Load = &Set;
    if (N.Stores <= N.Others)
      continue;
    if (!Store || N.Stores > Store->second.Stores) {
      Second = Store;
      Store = &Set;
    } else if (!Second || N.Stores > Second->second.Stores) {
      Second = &Set;
    }
  }
  C.LoadPorts = Load ? Load->first : 0;
  if (!Store)
    return;
  C.StoreAddressPorts = C.StoreDataPorts = Store->first;
  if (!Second ||
      Second->second.Stores * SecondStoreShare < Store->second.Stores)
    return;
  bool SecondIsAddress = (Second->first & C.LoadPorts) != 0;
  (SecondIsAddress ? C.StoreAddressPorts : C.StoreDataPorts) = Second->first;
}
