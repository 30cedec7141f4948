//===- Kernel.cpp - One iteration of a loop, in µops ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Kernel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace takt;

bool KernelInstr::hasUop(UopKind Kind) const {
  return any_of(Uops, [&](const Uop &U) { return U.Kind == Kind; });
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
      : K(K), NumResources(NumResources), WrittenBy(K.Locations.size(), ~0u) {}

  Error verify();

private:
  Error verifyInstr(uint32_t I);
  Error verifyUop(uint32_t I, uint32_t U);
  Error verifyUses(uint32_t I, uint32_t U);
  Error verifyMemory(size_t N);

  std::string place(uint32_t I) const {
    return "instruction " + std::to_string(I) + " (" + K.Instrs[I].Mnemonic +
           ")";
  }
  std::string place(uint32_t I, uint32_t U) const {
    return place(I) + ", µop " + std::to_string(U);
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
  /// The instruction that last wrote each internal location.
  std::vector<uint32_t> WrittenBy;
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
  for (size_t N = 0; N != K.MemoryDependences.size(); ++N)
    if (Error E = verifyMemory(N))
      return E;
  return Error::success();
}

Error Verifier::verifyInstr(uint32_t I) {
  const KernelInstr &Instr = K.Instrs[I];
  if (Instr.Mnemonic.empty())
    return fail("instruction " + Twine(I) + " has no mnemonic");
  if (Instr.MacroFused) {
    if (I == 0)
      return fail(place(I) + " is macro-fused, but nothing precedes it");
    if (K.Instrs[I - 1].MacroFused)
      return fail(place(I) + " is macro-fused with the second half of a pair");
    if (Instr.FusedUops != 0 || !Instr.Uops.empty())
      return fail(place(I) + " is macro-fused, but has µops of its own");
  }
  for (uint32_t U = 0; U != Instr.Uops.size(); ++U)
    if (Error E = verifyUop(I, U))
      return E;
  return Error::success();
}

Error Verifier::verifyUop(uint32_t I, uint32_t U) {
  const Uop &Op = K.Instrs[I].Uops[U];
  if (Error E = verifyUses(I, U))
    return E;
  for (const UopRead &R : Op.Reads) {
    if (R.Loc >= K.Locations.size())
      return fail(place(I, U) + " reads" + noSuchLocation(R.Loc));
    if (K.Locations[R.Loc].Internal && WrittenBy[R.Loc] != I)
      return fail(place(I, U) + " reads the internal value " +
                  K.Locations[R.Loc].Name +
                  " before the instruction has written it");
  }
  for (const UopWrite &W : Op.Writes) {
    if (W.Loc >= K.Locations.size())
      return fail(place(I, U) + " writes" + noSuchLocation(W.Loc));
    WrittenBy[W.Loc] = I;
  }
  return Error::success();
}

Error Verifier::verifyUses(uint32_t I, uint32_t U) {
  for (const ResourceUse &Use : K.Instrs[I].Uops[U].Uses) {
    if (Use.Resources == 0)
      return fail(place(I, U) + " uses an empty set of resources");
    if (NumResources < 64 && Use.Resources >> NumResources != 0)
      return fail(place(I, U) + " uses a resource beyond the CPU's " +
                  Twine(NumResources));
    if (Use.Cycles == 0)
      return fail(place(I, U) + " uses a resource for 0 cycles");
  }
  return Error::success();
}

Error Verifier::verifyMemory(size_t N) {
  const MemoryDependence &D = K.MemoryDependences[N];
  const std::string Where = "memory dependence " + std::to_string(N);
  for (const uint32_t I : {D.Store, D.Load})
    if (I >= K.Instrs.size())
      return fail(Where + ": there is no instruction " + Twine(I));
  if (!K.Instrs[D.Store].hasUop(UopKind::StoreData))
    return fail(Where + ": " + place(D.Store) + " stores nothing");
  if (!K.Instrs[D.Load].hasUop(UopKind::Load))
    return fail(Where + ": " + place(D.Load) + " loads nothing");
  if (D.Distance == 0 && D.Store >= D.Load)
    return fail(Where + ": " + place(D.Store) +
                " does not precede the load in the iteration");
  return Error::success();
}

Error Kernel::verify(unsigned NumResources) const {
  return Verifier(*this, NumResources).verify();
}
