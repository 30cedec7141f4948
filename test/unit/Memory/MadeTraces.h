//===- MadeTraces.h - Kernels of accesses with given addresses --*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel of nothing but loads and stores, each an instruction of its own,
/// with a formula for its address instead of an interpreter.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TEST_UNIT_MEMORY_MADETRACES_H
#define TAKT_TEST_UNIT_MEMORY_MADETRACES_H

#include "memory/Dependences.h"
#include "memory/RandomValues.h"
#include "gtest/gtest.h"
#include <functional>
#include <random>

namespace takt::test {

/// Unknown number \p N under a seed; \p I tells apart unknowns that are others
/// in every iteration.
inline uint64_t unknown(uint64_t Seed, unsigned N, uint32_t I = 0) {
  return std::mt19937_64(Seed * 1000003 + N * 101 + I)() & randomBits(Seed);
}

/// Address in iteration I under a seed; none: ⊥.
using Formula = std::function<std::optional<uint64_t>(uint32_t I, uint64_t)>;

/// Unknown \p N + \p Offset + I * \p Step.
inline Formula linear(unsigned N, int64_t Offset, int64_t Step) {
  return [=](uint32_t I, uint64_t Seed) {
    return unknown(Seed, N) + uint64_t(Offset) + I * uint64_t(Step);
  };
}
/// Another address in every iteration.
inline Formula irregular(unsigned N, int64_t Offset = 0) {
  return [=](uint32_t I, uint64_t Seed) {
    return unknown(Seed, N, I) + uint64_t(Offset);
  };
}

struct MadeKernel {
  Kernel K;
  std::vector<AccessSite> Sites;
  std::vector<Formula> Formulas;
  Cpu C;
  MemoryOptions Options;
  unsigned Runs = 0;

  MadeKernel() { C.ReorderBuffer = 64; }

  MadeKernel &load(unsigned Size, Formula F) {
    return add(true, false, Size, std::move(F));
  }
  MadeKernel &store(unsigned Size, Formula F) {
    return add(false, true, Size, std::move(F));
  }
  MadeKernel &update(unsigned Size, Formula F) {
    return add(true, true, Size, std::move(F));
  }
  MadeKernel &add(bool Load, bool Store, unsigned Size, Formula F) {
    AccessSite S;
    S.Instr = K.Instrs.size();
    S.Load = Load;
    S.Store = Store;
    S.Size = Size;
    Sites.push_back(S);
    Formulas.push_back(std::move(F));
    KernelInstr &I = K.Instrs.emplace_back();
    I.Mnemonic = Load ? Store ? "update" : "load" : "store";
    I.Accesses.emplace_back().Size = Size;
    std::vector<UopKind> Kinds;
    if (Load)
      Kinds.push_back(UopKind::Load);
    if (Store)
      Kinds.insert(Kinds.end(), {UopKind::StoreAddress, UopKind::StoreData});
    for (UopKind Kind : Kinds) {
      Uop &U = I.Uops.emplace_back();
      U.Kind = Kind;
      U.Access = 0;
    }
    return *this;
  }

  /// Another access like the first one of the last instruction.
  MadeKernel &alsoAccess(unsigned Size, Formula F) {
    KernelInstr &I = K.Instrs.back();
    AccessSite S = Sites.back();
    S.Size = Size;
    S.Access = I.Accesses.size();
    Sites.push_back(S);
    Formulas.push_back(std::move(F));
    I.Accesses.emplace_back().Size = Size;
    for (size_t N = 0, Uops = I.Uops.size(); N != Uops; ++N)
      I.Uops.emplace_back(I.Uops[N]).Access = S.Access;
    return *this;
  }

  AddressTrace trace(uint32_t Iterations, uint64_t Seed) {
    ++Runs;
    AddressTrace T;
    T.Iterations = Iterations;
    for (uint32_t I = 0; I != Iterations; ++I)
      for (const Formula &F : Formulas) {
        const std::optional<uint64_t> Address = F(I, Seed);
        T.Addresses.push_back({Address.value_or(0), Address.has_value()});
      }
    return T;
  }

  MadeKernel &find() {
    findMemoryDependences(
        K, Sites, [&](uint32_t N, uint64_t Seed) { return trace(N, Seed); }, C,
        Options);
    if (llvm::Error E = K.verify(64))
      ADD_FAILURE() << llvm::toString(std::move(E));
    return *this;
  }

  /// "0->1 d0, 1->2 d3 partial"
  static std::string text(llvm::ArrayRef<MemoryDependence> List) {
    std::string S;
    for (const MemoryDependence &D : List)
      S += (S.empty() ? "" : ", ") + std::to_string(D.Store) + "->" +
           std::to_string(D.Load) + " d" + std::to_string(D.Distance) +
           (D.Partial ? " partial" : "") + (D.Renamed ? " renamed" : "");
    return S;
  }
  std::string dependences() { return text(K.MemoryDependences); }
  std::string possible() { return text(K.PossibleDependences); }
  /// "5/7, 17/19": cycles from the data and from the address of each.
  std::string latencies() {
    std::string S;
    for (const MemoryDependence &D : K.MemoryDependences)
      S += (S.empty() ? "" : ", ") + std::to_string(D.Latency) + "/" +
           std::to_string(D.AddressLatency);
    return S;
  }
  /// "waw 0->1 d1, war 0->0 d2"
  std::string orders() {
    std::string S;
    for (const MemoryOrder &O : K.MemoryOrders)
      S += std::string(S.empty() ? "" : ", ") +
           (O.Kind == MemoryOrder::WriteAfterWrite ? "waw " : "war ") +
           std::to_string(O.First) + "->" + std::to_string(O.Second) + " d" +
           std::to_string(O.Distance);
    return S;
  }
  /// "a+0 step 8, b" of the instructions' accesses.
  std::string accesses() {
    std::string S;
    for (const KernelInstr &I : K.Instrs) {
      const MemoryAccess &A = I.Accesses[0];
      S += (S.empty() ? "" : ", ") + std::string(1, char('a' + A.Symbol)) +
           (A.Offset < 0 ? "" : "+") + std::to_string(A.Offset) +
           (A.Step ? " step " + std::to_string(*A.Step) : "");
    }
    return S;
  }
};

} // namespace takt::test

#endif // TAKT_TEST_UNIT_MEMORY_MADETRACES_H
