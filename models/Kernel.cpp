//===- Kernel.cpp - One iteration of a loop, in µops ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Kernel.h"
#include "ResourceUses.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace takt;

bool KernelInstr::hasUop(UopKind Kind) const {
  return any_of(Uops, [&](const Uop &U) { return U.Kind == Kind; });
}

/// `add` to memory, which loads what it stored before, has stores leave as if
/// it were not there.
bool Kernel::isNamedLoad(const MemoryDependence &D) const {
  return D.Named && !D.Partial && !Instrs[D.Load].hasUop(UopKind::StoreData);
}

uint64_t Kernel::fusedUops() const {
  uint64_t N = 0;
  for (const KernelInstr &I : Instrs)
    N += I.FusedUops;
  return N;
}

uint64_t Kernel::unfusedUops() const {
  uint64_t N = 0;
  for (const KernelInstr &I : Instrs)
    N += I.Uops.size();
  return N;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

namespace {

/// Checks one kernel; every function returns the first violation.
class Verifier {
public:
  Verifier(const Kernel &K, unsigned NumResources)
      : K(K), NumResources(NumResources), WrittenBy(K.Locations.size()) {}

  Error verify();

private:
  Error verifyInstr(uint32_t I);
  Error verifyMacroFused(uint32_t I);
  Error verifyDecoding(uint32_t I);
  Error verifyMove(uint32_t I);
  Error verifyRepeats();
  Error verifyUops(uint32_t I, ArrayRef<Uop> Uops, StringRef Kind);
  Error verifyValues(const Uop &Op, const std::string &Where);
  Error verifyUses(const Uop &Op, const std::string &Where);
  Error verifyAccess(const KernelInstr &I, const Uop &Op,
                     const std::string &Where);
  Error verifyMemory(const MemoryDependence &D, const std::string &Where);
  Error verifyOrder(const MemoryOrder &O, const std::string &Where);
  Error verifyInstrsExist(std::initializer_list<uint32_t> Instrs,
                          const std::string &Where);

  std::string place(uint32_t I) const {
    return "instruction " + std::to_string(I) + " (" + K.Instrs[I].Mnemonic +
           ")";
  }
  static Error fail(const Twine &Message) {
    return createStringError(inconvertibleErrorCode(), Message);
  }
  /// " location 7, but the kernel has 3".
  std::string noSuchLocation(LocationId L) const {
    return " location " + std::to_string(L) + ", but the kernel has " +
           std::to_string(K.Locations.size());
  }

  const Kernel &K;
  const unsigned NumResources;
  /// The list of µops (instruction's or executed) that last wrote each
  /// location, counted from 1, and the one at hand.
  std::vector<uint32_t> WrittenBy;
  uint32_t List = 0;
};

} // namespace

Error Verifier::verify() {
  if (NumResources > 64)
    return fail("the CPU has " + Twine(NumResources) +
                " resources, more than 64");
  for (const auto &[N, L] : enumerate(K.Locations))
    if (L.Name.empty())
      return fail("location " + Twine(N) + " has no name");
  for (uint32_t I = 0; I != K.Instrs.size(); ++I)
    if (Error E = verifyInstr(I))
      return E;
  if (Error E = verifyRepeats())
    return E;
  for (const auto &[N, D] : enumerate(K.MemoryDependences))
    if (Error E = verifyMemory(D, "memory dependence " + std::to_string(N)))
      return E;
  for (const auto &[N, D] : enumerate(K.PossibleDependences))
    if (Error E = verifyMemory(D, "possible dependence " + std::to_string(N)))
      return E;
  for (const auto &[N, O] : enumerate(K.MemoryOrders))
    if (Error E = verifyOrder(O, "memory order " + std::to_string(N)))
      return E;
  return Error::success();
}

Error Verifier::verifyInstr(uint32_t I) {
  const KernelInstr &Instr = K.Instrs[I];
  if (Instr.Mnemonic.empty())
    return fail("instruction " + Twine(I) + " has no mnemonic");
  if (Error E = verifyMacroFused(I))
    return E;
  if (Error E = verifyDecoding(I))
    return E;
  if (Error E = verifyMove(I))
    return E;
  if (Error E = verifyUops(I, Instr.Uops, "µop"))
    return E;
  return verifyUops(I, Instr.Executed, "executed µop");
}

Error Verifier::verifyMacroFused(uint32_t I) {
  const KernelInstr &Instr = K.Instrs[I];
  if (!Instr.MacroFused)
    return Error::success();
  if (I == 0)
    return fail(place(I) + " is macro-fused, but nothing precedes it");
  if (K.Instrs[I - 1].MacroFused)
    return fail(place(I) + " is macro-fused with the second half of a pair");
  if (Instr.FusedUops != 0 || Instr.Decode.QueuedUops != 0 ||
      Instr.Decode.MicrocodeUops != 0 || !Instr.Uops.empty())
    return fail(place(I) + " is macro-fused, but has µops of its own");
  return Error::success();
}

Error Verifier::verifyDecoding(uint32_t I) {
  const KernelInstr &Instr = K.Instrs[I];
  const Decoding &D = Instr.Decode;
  if (!Instr.MacroFused && D.QueuedUops == 0 && D.MicrocodeUops == 0)
    return fail(place(I) + " has no queued µops");
  if (unsigned(D.QueuedUops) + D.MicrocodeUops > UINT16_MAX)
    return fail(place(I) + " has more than 65535 queued µops");
  if (Instr.Size != 0 && D.OpcodeOffset >= Instr.Size)
    return fail(place(I) + " has its opcode at byte " +
                Twine(unsigned(D.OpcodeOffset)) + " of " + Twine(Instr.Size));
  return Error::success();
}

Error Verifier::verifyMove(uint32_t I) {
  const KernelInstr &Instr = K.Instrs[I];
  if (Instr.Move == MoveKind::None) {
    if (!Instr.Executed.empty())
      return fail(place(I) + " has executed µops, but is no move");
    return Error::success();
  }
  if (Instr.Executed.empty())
    return fail(place(I) + " is a move without executed µops");
  // Merges come in front. A latency is what the read of a value of some class
  // goes without, see Bypass.
  const auto Own =
      make_filter_range(Instr.Uops, [](const Uop &U) { return !U.Merge; });
  const auto Bad = [](const Uop &U) {
    return !U.Uses.empty() || any_of(U.Writes, [](const UopWrite &W) {
      return W.Latency != 0 && W.WriteClass == 0;
    });
  };
  if (std::distance(Own.begin(), Own.end()) != 1 || any_of(Own, Bad))
    return fail(place(I) + " is a move; eliminated, it must be one µop without "
                           "port and of latency 0");
  return Error::success();
}

/// Instructions that count as equal agree.
Error Verifier::verifyRepeats() {
  DenseMap<uint32_t, uint32_t> First;
  for (uint32_t I = 0; I != K.Instrs.size(); ++I) {
    const KernelInstr &Instr = K.Instrs[I];
    if (Instr.RepeatCycles == 0)
      continue;
    const auto [Known, New] = First.try_emplace(Instr.RepeatId, I);
    if (!New && K.Instrs[Known->second].RepeatCycles != Instr.RepeatCycles)
      return fail(place(I) + " repeats after " + Twine(Instr.RepeatCycles) +
                  " cycles, but " + place(Known->second) +
                  ", which counts as equal, after " +
                  Twine(K.Instrs[Known->second].RepeatCycles));
  }
  return Error::success();
}

Error Verifier::verifyUops(uint32_t I, ArrayRef<Uop> Uops, StringRef Kind) {
  ++List;
  for (const auto &[U, Op] : enumerate(Uops)) {
    const std::string Where = (place(I) + ", " + Kind + " " + Twine(U)).str();
    if (Error E = verifyUses(Op, Where))
      return E;
    if (Op.Merge && U != 0 && !Uops[U - 1].Merge)
      return fail(Where + " is a merge behind another µop");
    if (Error E = verifyAccess(K.Instrs[I], Op, Where))
      return E;
    if (Error E = verifyValues(Op, Where))
      return E;
  }
  return Error::success();
}

Error Verifier::verifyValues(const Uop &Op, const std::string &Where) {
  for (const UopRead &R : Op.Reads) {
    if (any_of(R.Bypasses,
               [](const Bypass &B) { return B.Together && B.Cycles > 0; }))
      return fail(Where + " reads a value the earlier for being issued with "
                          "what makes it");
    if (R.Loc >= K.Locations.size())
      return fail(Where + " reads" + noSuchLocation(R.Loc));
    if (K.Locations[R.Loc].Internal && WrittenBy[R.Loc] != List)
      return fail(Where + " reads the internal value " +
                  K.Locations[R.Loc].Name +
                  " before the instruction has written it");
  }
  for (const UopWrite &W : Op.Writes) {
    if (W.Loc >= K.Locations.size())
      return fail(Where + " writes" + noSuchLocation(W.Loc));
    WrittenBy[W.Loc] = List;
  }
  return Error::success();
}

Error Verifier::verifyUses(const Uop &Op, const std::string &Where) {
  for (const ResourceUse &Use : Op.Uses) {
    if (Use.Resources == 0)
      return fail(Where + " uses an empty set of resources");
    if (NumResources < 64 && Use.Resources >> NumResources != 0)
      return fail(Where + " uses a resource beyond the CPU's " +
                  Twine(NumResources));
    if (Use.Cycles == 0)
      return fail(Where + " uses a resource for 0 cycles");
    if (!Use.isSoonEnough())
      return fail(Where + " uses a resource later than " +
                  Twine(ResourceUse::MaxDelay) + " cycles after its dispatch");
  }
  if (!Op.Uses.empty() &&
      all_of(Op.Uses, [](const ResourceUse &Use) { return Use.After != 0; }))
    return fail(Where + " uses no resource at once");
  if (asksTwice(Op.Uses))
    return fail(Where + " uses a resource later that it has then already");
  return Error::success();
}

Error Verifier::verifyAccess(const KernelInstr &I, const Uop &Op,
                             const std::string &Where) {
  if (Op.Access == -1)
    return Error::success();
  if (Op.Access < 0 || size_t(Op.Access) >= I.Accesses.size())
    return fail(Where + " has access " + Twine(int(Op.Access)) +
                ", but the instruction has " + Twine(I.Accesses.size()));
  if (Op.Kind == UopKind::Compute || Op.Kind == UopKind::Branch)
    return fail(Where + " has an access, but neither loads nor stores");
  return Error::success();
}

Error Verifier::verifyInstrsExist(std::initializer_list<uint32_t> Instrs,
                                  const std::string &Where) {
  for (const uint32_t I : Instrs)
    if (I >= K.Instrs.size())
      return fail(Where + ": there is no instruction " + Twine(I));
  return Error::success();
}

Error Verifier::verifyMemory(const MemoryDependence &D,
                             const std::string &Where) {
  if (Error E = verifyInstrsExist({D.Store, D.Load}, Where))
    return E;
  if (!K.Instrs[D.Store].hasUop(UopKind::StoreData))
    return fail(Where + ": " + place(D.Store) + " stores nothing");
  if (!K.Instrs[D.Load].hasUop(UopKind::Load))
    return fail(Where + ": " + place(D.Load) + " loads nothing");
  if (D.Distance == 0 && D.Store >= D.Load)
    return fail(Where + ": " + place(D.Store) +
                " does not precede the load in the iteration");
  return Error::success();
}

Error Verifier::verifyOrder(const MemoryOrder &O, const std::string &Where) {
  if (Error E = verifyInstrsExist({O.First, O.Second}, Where))
    return E;
  const bool Reads = O.Kind == MemoryOrder::WriteAfterRead;
  if (!K.Instrs[O.First].hasUop(Reads ? UopKind::Load : UopKind::StoreData))
    return fail(Where + ": " + place(O.First) +
                (Reads ? " loads nothing" : " stores nothing"));
  if (!K.Instrs[O.Second].hasUop(UopKind::StoreData))
    return fail(Where + ": " + place(O.Second) + " stores nothing");
  if (O.Distance == 0 && O.First >= O.Second)
    return fail(Where + ": " + place(O.First) + " does not precede " +
                place(O.Second) + " in the iteration");
  return Error::success();
}

Error Kernel::verify(unsigned NumResources) const {
  return Verifier(*this, NumResources).verify();
}
