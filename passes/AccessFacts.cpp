//===- AccessFacts.cpp - What the IR knows of a loop's accesses -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/AccessFacts.h"
#include "AccessPlaces.h"
#include "takt/passes/IRAnalyses.h"
#include "takt/passes/SourceSteps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace takt;

namespace {

class Finder {
public:
  Finder(const MachineFunction &MF, IRAnalyses *IR, const Loop *L,
         const KernelCode &K)
      : MF(MF), TII(*MF.getSubtarget().getInstrInfo()), IR(IR), L(L), K(K),
        Start(L ? loopStart(*L) : DebugLoc()) {}

  MemoryFacts run();

private:
  const MCInstrDesc &descOf(size_t Instr) const {
    return TII.get(K.Code[Instr].Inst.getOpcode());
  }
  bool loadsAndStores() const;
  void findLocalScopes();
  void collect();
  AccessPlace placeOf(const MachineMemOperand &MMO);
  void setSlot(AccessPlace &P, const PseudoSourceValue &V);
  void setAddress(AccessPlace &P);
  AAMDNodes lastingTags(AAMDNodes Tags) const;
  void group(AccessPlace &P);
  std::pair<uint32_t, int64_t> findGroup(const SCEV *Address);
  bool isAlways(const MachineInstr &MI) const;
  std::optional<int64_t> strideOf(const AccessPlace &P);
  bool followsLoop() const;
  void setBase(ArrayRef<AccessPlace> Of, AccessFact &F) const;
  void setObject(const AccessPlace &P, AccessFact &F);
  bool isWhole(ArrayRef<AccessPlace> Of, const AccessFact &F,
               int64_t Start) const;
  /// If \p InOrder, as followsLoop() says.
  void describe(bool InOrder);

  const MachineFunction &MF;
  const TargetInstrInfo &TII;
  IRAnalyses *IR;
  const Loop *L;
  const KernelCode &K;
  MemoryFacts Facts;
  std::vector<AccessPlace> Places;
  /// Scopes that begin anew in every iteration.
  SmallPtrSet<const MDNode *, 8> LocalScopes;
  /// The first address of every group (null: a slot), and where others are.
  std::vector<const SCEV *> Groups;
  DenseMap<const SCEV *, std::pair<uint32_t, int64_t>> Grouped;
  DenseMap<int, uint32_t> SlotGroups;
  /// What pointers are derived from, by AccessFact::Root.
  DenseMap<const Value *, uint32_t> Roots;
  /// Where the loop starts.
  const DebugLoc Start;
  /// Differences that may still be computed the slow way.
  unsigned Differences = 256;
};

} // namespace

bool Finder::loadsAndStores() const {
  bool Loads = false, Stores = false;
  for (size_t I = 0; I != K.Code.size() && !(Loads && Stores); ++I) {
    if (!K.Origin[I] || K.Origin[I]->memoperands_empty())
      continue;
    Loads |= descOf(I).mayLoad();
    Stores |= descOf(I).mayStore();
  }
  return Loads && Stores;
}

/// What `restrict` of an inlined callee promises holds for one call: not
/// between iterations, if the call is in the loop.
void Finder::findLocalScopes() {
  if (!L)
    return;
  for (const BasicBlock *BB : L->blocks())
    for (const Instruction &I : *BB)
      if (const auto *Scope = dyn_cast<NoAliasScopeDeclInst>(&I))
        for (const MDOperand &Op : Scope->getScopeList()->operands())
          LocalScopes.insert(cast<MDNode>(Op.get()));
}

/// Accesses whose scopes are all excluded by another access are apart from it,
/// so leaving out a single scope would say more than is true.
AAMDNodes Finder::lastingTags(AAMDNodes Tags) const {
  const auto IsLocal = [&](const MDOperand &Op) {
    return !L || LocalScopes.contains(cast<MDNode>(Op.get()));
  };
  if (Tags.Scope && any_of(Tags.Scope->operands(), IsLocal))
    Tags.Scope = nullptr;
  return Tags;
}

void Finder::setSlot(AccessPlace &P, const PseudoSourceValue &V) {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  P.Constant =
      V.isConstant(&MFI) || V.isGOT() || V.isConstantPool() || V.isJumpTable();
  const auto *Stack = dyn_cast<FixedStackPseudoSourceValue>(&V);
  if (!Stack)
    return;
  const int Index = Stack->getFrameIndex();
  // A variable is known by its IR value, too: one name for both.
  if (const AllocaInst *A = MFI.getObjectAllocation(Index); A && IR) {
    P.Pointer = A;
    setAddress(P);
    return;
  }
  P.Slot = Index;
  P.Private = !V.isAliased(&MFI) && !V.mayAlias(&MFI);
}

void Finder::setAddress(AccessPlace &P) {
  P.Object = P.Pointer;
  if (!L || !P.Pointer->getType()->isPointerTy())
    return;
  ScalarEvolution &SE = IR->scalarEvolution();
  P.Address = SE.getSCEV(const_cast<Value *>(P.Pointer));
  const auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(P.Address));
  if (Base && L->isLoopInvariant(Base->getValue()))
    P.Object = Base->getValue();
}

AccessPlace Finder::placeOf(const MachineMemOperand &MMO) {
  AccessPlace P;
  const LocationSize Size = MMO.getSize();
  if (Size.hasValue() && !Size.isScalable())
    P.Size = Size.getValue().getFixedValue();
  P.Offset = MMO.getOffset();
  P.Tags = lastingTags(MMO.getAAInfo());
  P.Constant = MMO.isInvariant();
  if (const PseudoSourceValue *V = MMO.getPseudoValue()) {
    setSlot(P, *V);
  } else if (MMO.getValue() && IR) {
    P.Pointer = MMO.getValue();
    setAddress(P);
  }
  group(P);
  return P;
}

/// Puts \p P with those at constant distances from it.
void Finder::group(AccessPlace &P) {
  if (P.Slot) {
    // Spills are at the offsets that they say; other slots may be indexed.
    if (!MF.getFrameInfo().isSpillSlotObjectIndex(*P.Slot))
      return;
    auto [It, New] = SlotGroups.try_emplace(*P.Slot, Groups.size());
    if (New)
      Groups.push_back(nullptr);
    P.Group = It->second;
    return;
  }
  if (!P.Address)
    return;
  auto It = Grouped.find(P.Address);
  if (It == Grouped.end())
    It = Grouped.try_emplace(P.Address, findGroup(P.Address)).first;
  std::tie(P.Group, P.Distance) = It->second;
}

/// The group that \p Address belongs to, and where: a new one if it is at no
/// constant distance from the others.
std::pair<uint32_t, int64_t> Finder::findGroup(const SCEV *Address) {
  ScalarEvolution &SE = IR->scalarEvolution();
  const SCEV *Object = SE.getPointerBase(Address);
  for (uint32_t G = 0; G != Groups.size(); ++G) {
    if (!Groups[G] || SE.getPointerBase(Groups[G]) != Object)
      continue;
    std::optional<APInt> D = SE.computeConstantDifference(Address, Groups[G]);
    if (!D && Differences != 0) {
      --Differences;
      const auto *Constant =
          dyn_cast<SCEVConstant>(SE.getMinusSCEV(Address, Groups[G]));
      if (Constant)
        D = Constant->getAPInt();
    }
    if (D && D->getSignificantBits() <= 64)
      return {G, D->getSExtValue()};
  }
  Groups.push_back(Address);
  return {Groups.size() - 1, 0};
}

void Finder::collect() {
  for (uint32_t I = 0; I != K.Code.size(); ++I) {
    if (!K.Origin[I])
      continue;
    for (const bool Store : {false, true}) {
      if (!(Store ? descOf(I).mayStore() : descOf(I).mayLoad()))
        continue;
      const size_t First = Places.size();
      for (const MachineMemOperand *MMO : K.Origin[I]->memoperands()) {
        if (!(Store ? MMO->isStore() : MMO->isLoad()))
          continue;
        AccessPlace P = placeOf(*MMO);
        P.Access = Facts.Accesses.size();
        P.Store = Store;
        P.Always = isAlways(*K.Origin[I]);
        Places.push_back(P);
      }
      if (Places.size() == First)
        continue;
      AccessFact F;
      F.Instr = I;
      F.Store = Store;
      Facts.Accesses.push_back(std::move(F));
    }
  }
}

/// True if \p MI runs in every iteration that goes back to the start.
bool Finder::isAlways(const MachineInstr &MI) const {
  const BasicBlock *BB = MI.getParent()->getBasicBlock();
  return L && L->getLoopLatch() && BB && BB->getParent() == &MF.getFunction() &&
         IR->dominators().dominates(BB, L->getLoopLatch());
}

/// Bytes that the place moves per iteration.
std::optional<int64_t> Finder::strideOf(const AccessPlace &P) {
  if (P.Group != NoGroup && !P.Address)
    return 0;
  if (!P.Address)
    return std::nullopt;
  ScalarEvolution &SE = IR->scalarEvolution();
  if (SE.isLoopInvariant(P.Address, L))
    return 0;
  const auto *Moving = dyn_cast<SCEVAddRecExpr>(P.Address);
  if (!Moving || Moving->getLoop() != L || !Moving->isAffine())
    return std::nullopt;
  const auto *Step = dyn_cast<SCEVConstant>(Moving->getStepRecurrence(SE));
  if (!Step || Step->getAPInt().getSignificantBits() > 64)
    return std::nullopt;
  return Step->getAPInt().getSExtValue();
}

/// True if an iteration of the machine's loop is one of the IR's. It is not if
/// the IR's header has been copied to the ends of the blocks that lead to it:
/// then an iteration ends with what the IR does at the start of the next.
bool Finder::followsLoop() const {
  const BasicBlock *Last = nullptr;
  for (const MachineInstr *MI : K.Origin) {
    const BasicBlock *BB = MI ? MI->getParent()->getBasicBlock() : nullptr;
    if (!BB || BB == Last)
      continue;
    if (!L || !L->contains(BB) || (BB == L->getHeader()) != !Last)
      return false;
    Last = BB;
  }
  return true;
}

/// True if the places \p Of, which begin at \p Start, are all that the
/// instruction of \p F accesses.
bool Finder::isWhole(ArrayRef<AccessPlace> Of, const AccessFact &F,
                     int64_t Start) const {
  int64_t Bytes = 0, End = Start;
  bool Same = true;
  for (const AccessPlace &P : Of) {
    if (!P.Size)
      return false;
    Bytes += P.Size;
    End = std::max<int64_t>(End, P.Distance + P.Offset + P.Size);
    Same &= P.Distance + P.Offset == Start && P.Size == Of.front().Size;
  }
  if (Same) // one, or equal instructions made one
    return true;
  SmallVector<const MachineOperand *, 2> Bases;
  int64_t Offset = 0;
  bool Scalable = false;
  LocationSize Width = LocationSize::beforeOrAfterPointer();
  return Bytes == End - Start &&
         TII.getMemOperandsWithOffsetWidth(
             *K.Origin[F.Instr], Bases, Offset, Scalable, Width,
             MF.getSubtarget().getRegisterInfo()) &&
         Width.hasValue() && !Scalable &&
         int64_t(Width.getValue().getKnownMinValue()) == Bytes;
}

void Finder::setBase(ArrayRef<AccessPlace> Of, AccessFact &F) const {
  int64_t Start = INT64_MAX;
  for (const AccessPlace &P : Of) {
    if (P.Group == NoGroup || P.Group != Of.front().Group)
      return;
    Start = std::min(Start, P.Distance + P.Offset);
  }
  if (Of.size() > 1 && !isWhole(Of, F, Start))
    return;
  F.Base = Of.front().Group;
  F.Offset = Start;
}

void Finder::setObject(const AccessPlace &P, AccessFact &F) {
  SourceObject Object = sourceObject(P, Start.get());
  F.Object = std::move(Object.Name);
  F.Can = Object.Can;
  if (P.Object)
    F.Root = Roots.try_emplace(getUnderlyingObject(P.Object), Roots.size())
                 .first->second;
}

void Finder::describe(bool InOrder) {
  for (size_t First = 0; First != Places.size();) {
    AccessFact &F = Facts.Accesses[Places[First].Access];
    size_t End = First;
    while (End != Places.size() && Places[End].Access == Places[First].Access)
      ++End;
    const ArrayRef<AccessPlace> Of = ArrayRef(Places).slice(First, End - First);
    F.Stride = strideOf(Of.front());
    for (const AccessPlace &P : Of.drop_front())
      if (strideOf(P) != F.Stride)
        F.Stride = std::nullopt;
    if (InOrder || !Of.front().Address)
      setBase(Of, F);
    setObject(Of.front(), F);
    First = End;
  }
}

MemoryFacts Finder::run() {
  if (!loadsAndStores())
    return {};
  findLocalScopes();
  collect();
  const bool InOrder = followsLoop();
  describe(InOrder);
  findApartAccesses(IR, L, InOrder, Places, Facts);
  return std::move(Facts);
}

MemoryFacts takt::findAccessFacts(const MachineFunction &MF, IRAnalyses *IR,
                                  const Loop *L, const KernelCode &K) {
  return Finder(MF, IR, L, K).run();
}
