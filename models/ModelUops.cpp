//===- ModelUops.cpp - µops out of LLVM's scheduling model ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstrTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace takt;
using llvm::MCInstrDesc;
using llvm::MCSchedClassDesc;

using Uops = llvm::SmallVector<TemplateUop, 4>;

namespace {

/// What an instruction occupies, in the CPU's resources.
struct Occupation {
  llvm::SmallVector<ResourceUse, 4> Ports, Units;
};

} // namespace

static ResourceMask portMask(const Cpu &C) {
  ResourceMask Mask = 0;
  for (auto [Index, R] : llvm::enumerate(C.Resources))
    if (R.IsPort)
      Mask |= ResourceMask(1) << Index;
  return Mask;
}

static void addUse(llvm::SmallVectorImpl<ResourceUse> &To, ResourceMask Mask,
                   unsigned Cycles) {
  for (ResourceUse &Use : To)
    if (Use.Resources == Mask) {
      Use.Cycles += Cycles;
      return;
    }
  To.push_back({Mask, static_cast<uint16_t>(Cycles)});
}

/// The scheduling class in the CPU's ports and units; ignored units drop out.
static Occupation occupationOf(const BuilderContext &Ctx,
                               const MCSchedClassDesc &Class) {
  const ResourceMask AllPorts = portMask(Ctx.C);
  Occupation O;
  for (const UnitUse &Use : Ctx.Model.uses(Class)) {
    ResourceMask Mask = 0;
    for (auto [Unit, Resources] : llvm::enumerate(Ctx.UnitResources))
      if (Use.Units >> Unit & 1)
        Mask |= Resources;
    if (ResourceMask Ports = Mask & AllPorts)
      addUse(O.Ports, Ports, Use.Cycles);
    else if (Mask)
      addUse(O.Units, Mask, Use.Cycles);
  }
  return O;
}

static bool isSubset(ResourceMask Mask, ResourceMask Of) {
  return Of && (Mask & ~Of) == 0;
}

/// The kinds of the µops that a port set's cycles may be, most likely first.
static UopKind kindOf(const Cpu &C, ResourceMask Mask, bool NeedsLoad,
                      bool NeedsStore, bool HasStoreData) {
  if (NeedsLoad && isSubset(Mask, C.LoadPorts))
    return UopKind::Load;
  if (!NeedsStore)
    return UopKind::Compute;
  bool Address = isSubset(Mask, C.StoreAddressPorts);
  if (isSubset(Mask, C.StoreDataPorts) && !(Address && HasStoreData))
    return UopKind::StoreData;
  return Address ? UopKind::StoreAddress : UopKind::Compute;
}

static TemplateUop makeUop(UopKind Kind, ResourceMask Ports, unsigned Cycles) {
  TemplateUop U;
  U.Kind = Kind;
  if (Ports)
    U.Uses.push_back({Ports, static_cast<uint16_t>(Cycles)});
  return U;
}

static bool has(const Uops &List, UopKind Kind) {
  return llvm::any_of(List,
                      [&](const TemplateUop &U) { return U.Kind == Kind; });
}

/// Turns port sets into µops. LLVM says for how many cycles a set is taken, not
/// by how many µops: a set that is taken for n cycles is n µops as far as
/// NumMicroOps allows after every set has got one, else one µop of n cycles
/// (a divider that is not pipelined, a vector in two halves). What a gather
/// loads is an element a µop all the same: uops.info has 8*p23 of a gather of
/// eight whose NumMicroOps, those of the renamer, are five.
static Uops splitUops(const Cpu &C, const Occupation &O, unsigned NumMicroOps,
                      bool Loads, bool Stores, bool IsGather) {
  Uops List;
  unsigned Spare =
      NumMicroOps > O.Ports.size() ? NumMicroOps - O.Ports.size() : 0;
  for (const ResourceUse &Use : O.Ports) {
    unsigned Left = Use.Cycles;
    UopKind Kind = kindOf(C, Use.Resources, Loads && !has(List, UopKind::Load),
                          Stores, has(List, UopKind::StoreData));
    // A load and a store address on the same ports are two µops for certain.
    if (Kind == UopKind::Load && Stores && Left > 1 &&
        isSubset(Use.Resources, C.StoreAddressPorts)) {
      List.push_back(makeUop(UopKind::Load, Use.Resources, 1));
      Kind = UopKind::StoreAddress;
      --Left;
    }
    const bool Elements = IsGather && Kind == UopKind::Load;
    if (Left > 1 && (Elements || Left - 1 <= Spare)) {
      Spare -= Elements ? 0 : Left - 1;
      for (; Left > 0; --Left)
        List.push_back(makeUop(Kind, Use.Resources, 1));
    } else {
      List.push_back(makeUop(Kind, Use.Resources, Left));
    }
  }
  return List;
}

/// Adds the load and store µops that LLVM's model leaves out (znver4 has no
/// address generation for vectors, Sapphire Rapids no ports for some).
static void completeMemory(const Cpu &C, bool Loads, bool Stores, Uops &List) {
  if (Loads && !has(List, UopKind::Load) && C.LoadPorts)
    List.push_back(makeUop(UopKind::Load, C.LoadPorts, 1));
  if (!Stores)
    return;
  // One port for address and data: the µop that does both counts as the data.
  bool Combined = C.StoreAddressPorts == C.StoreDataPorts;
  if (!Combined && !has(List, UopKind::StoreAddress) && C.StoreAddressPorts)
    List.push_back(makeUop(UopKind::StoreAddress, C.StoreAddressPorts, 1));
  if (has(List, UopKind::StoreData))
    return;
  // Stores of vectors may hand over their data on a vector port; a later
  // operation is the write-back of the address.
  for (TemplateUop &U : List)
    if (!Loads && U.Kind == UopKind::Compute) {
      U.Kind = UopKind::StoreData;
      return;
    }
  List.push_back(makeUop(UopKind::StoreData, C.StoreDataPorts, 1));
}

Uops takt::modelUops(const BuilderContext &Ctx, const MCInstrDesc &Desc,
                     const MCSchedClassDesc &Class,
                     const OpcodeOperands &Operands) {
  const Cpu &C = Ctx.C;
  // Fences and the like are marked as loads and stores but have no address.
  bool Loads = Desc.mayLoad() && Operands.hasAddress();
  bool Stores = Desc.mayStore() && Operands.hasAddress();
  Occupation O = occupationOf(Ctx, Class);
  Uops List = splitUops(C, O, Class.NumMicroOps, Loads, Stores,
                        Loads && Operands.VectorIndex);
  completeMemory(C, Loads, Stores, List);
  if (Desc.isBranch()) {
    if (!has(List, UopKind::Compute))
      List.push_back(makeUop(UopKind::Compute, C.BranchPorts, 1));
    for (TemplateUop &U : llvm::reverse(List))
      if (U.Kind == UopKind::Compute) {
        U.Kind = UopKind::Branch;
        break;
      }
  }
  // What the renamer does alone still has its slot, and its result.
  if (List.empty())
    List.push_back(TemplateUop());
  auto Order = [](const TemplateUop &U) {
    switch (U.Kind) {
    case UopKind::Load:
      return 0;
    case UopKind::Compute:
    case UopKind::Branch:
      return 1;
    case UopKind::StoreAddress:
      return 2;
    case UopKind::StoreData:
      return 3;
    }
    llvm_unreachable("all kinds are handled");
  };
  // Insertion sort: stable, and there are a handful.
  for (unsigned I = 1; I < List.size(); ++I)
    for (unsigned J = I; J > 0 && Order(List[J]) < Order(List[J - 1]); --J)
      std::swap(List[J], List[J - 1]);
  auto *Main = llvm::find_if(
      List, [](const TemplateUop &U) { return U.Kind == UopKind::Compute; });
  if (Main == List.end())
    Main = List.begin();
  Main->Uses.append(O.Units);
  return List;
}

unsigned takt::countFusedUops(const Cpu &C, llvm::ArrayRef<TemplateUop> List,
                              bool Unlaminated) {
  unsigned Fused = List.size();
  auto Has = [&](UopKind Kind) {
    return llvm::any_of(List,
                        [&](const TemplateUop &U) { return U.Kind == Kind; });
  };
  if (C.MicroFusion && !Unlaminated) {
    if (Has(UopKind::Load) && (Has(UopKind::Compute) || Has(UopKind::Branch)))
      --Fused;
    if (Has(UopKind::StoreAddress) && Has(UopKind::StoreData))
      --Fused;
  }
  return std::max(Fused, 1u);
}
