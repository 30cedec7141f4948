//===- MemoryDependences.cpp - Which loads read what was stored -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressTracker.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace takt;

/// Stores are looked up by blocks of so many bytes, at least the largest
/// access.
static constexpr int64_t BlockBytes = 64;
/// Fused-domain µops in flight where the CPU's file does not say.
static constexpr unsigned DefaultReorderBuffer = 512;

static int64_t blockOf(int64_t Offset) {
  return Offset >> llvm::CTLog2<BlockBytes>();
}

namespace {

class Finder {
public:
  Finder(Kernel &K, const Cpu &C) : K(K), C(C) {}
  void run();

private:
  struct Store {
    uint32_t Instr;
    int64_t Offset;
    unsigned Size;
  };
  using Stores = llvm::SmallVector<Store, 2>;

  void collectStores();
  void findStoreOf(uint32_t Load, const MemoryAccess &A);
  void addDependence(uint32_t Store, uint32_t Load, uint64_t Distance,
                     int64_t Offset);
  int64_t lastStore(const MemoryAccess &A, int64_t Offset,
                    uint32_t Before) const;

  Kernel &K;
  const Cpu &C;
  /// By symbol and block, in program order; a store that crosses blocks is in
  /// both.
  llvm::DenseMap<std::pair<uint32_t, int64_t>, Stores> ByBlock;
  llvm::DenseSet<uint32_t> Symbols;
};

} // namespace

/// The access of \p I's µops of \p Kind, or null.
static const MemoryAccess *accessOf(const KernelInstr &I, UopKind Kind) {
  for (const Uop &U : I.Uops)
    if (U.Kind == Kind && U.Access >= 0)
      return &I.Accesses[U.Access];
  return nullptr;
}

/// Without a size, an access is to one byte.
static unsigned sizeOf(const MemoryAccess &A) {
  return std::max<unsigned>(A.Size, 1);
}

void Finder::collectStores() {
  for (uint32_t I = 0; I < K.Instrs.size(); ++I)
    if (const MemoryAccess *A = accessOf(K.Instrs[I], UopKind::StoreData)) {
      Symbols.insert(A->Symbol);
      int64_t First = blockOf(A->Offset),
              Last = blockOf(A->Offset + sizeOf(*A) - 1);
      ByBlock[{A->Symbol, First}].push_back({I, A->Offset, sizeOf(*A)});
      if (Last != First)
        ByBlock[{A->Symbol, Last}].push_back({I, A->Offset, sizeOf(*A)});
    }
}

/// The last store in front of instruction \p Before that writes some byte from
/// \p Offset on that \p A reads; -1: none.
int64_t Finder::lastStore(const MemoryAccess &A, int64_t Offset,
                          uint32_t Before) const {
  int64_t Found = -1, Size = sizeOf(A);
  for (int64_t Block : {blockOf(Offset), blockOf(Offset + Size - 1)}) {
    auto At = ByBlock.find({A.Symbol, Block});
    if (At == ByBlock.end())
      continue;
    for (const Store &S : llvm::reverse(At->second)) {
      if (int64_t(S.Instr) <= Found)
        break;
      if (S.Instr < Before && S.Offset < Offset + Size &&
          Offset < S.Offset + int64_t(S.Size)) {
        Found = S.Instr;
        break;
      }
    }
  }
  return Found;
}

/// \p Load reads from \p Offset on what \p Store wrote \p Distance iterations
/// ago.
void Finder::addDependence(uint32_t Store, uint32_t Load, uint64_t Distance,
                           int64_t Offset) {
  const MemoryAccess &From = *accessOf(K.Instrs[Store], UopKind::StoreData);
  const MemoryAccess &To = *accessOf(K.Instrs[Load], UopKind::Load);
  MemoryDependence D;
  D.Store = Store;
  D.Load = Load;
  D.Distance = static_cast<uint32_t>(Distance);
  D.Renamed = From.Renamed && From.Size == To.Size && From.Offset == Offset;
  D.Latency = D.Renamed ? 0 : static_cast<uint16_t>(C.StoreForwardLatency);
  K.MemoryDependences.push_back(D);
}

/// The nearest store to what instruction \p Load reads at \p A, in this
/// iteration or an earlier one: d iterations ago a store was d steps behind.
void Finder::findStoreOf(uint32_t Load, const MemoryAccess &A) {
  if (!Symbols.contains(A.Symbol))
    return;
  unsigned InFlight = C.ReorderBuffer ? C.ReorderBuffer : DefaultReorderBuffer;
  uint64_t Reach = InFlight / std::max<uint64_t>(K.fusedUops(), 1) + 1;
  if (!A.Step)
    Reach = 0;
  else if (*A.Step == 0)
    Reach = 1;
  int64_t Offset = A.Offset;
  for (uint64_t Distance = 0; Distance <= Reach; ++Distance) {
    uint32_t Before = Distance == 0 ? Load : uint32_t(K.Instrs.size());
    int64_t Store = lastStore(A, Offset, Before);
    if (Store >= 0) {
      addDependence(Store, Load, Distance, Offset);
      return;
    }
    // Far addresses wrap; nothing is there.
    if (llvm::AddOverflow(Offset, A.Step.value_or(0), Offset))
      return;
  }
}

void Finder::run() {
  collectStores();
  if (ByBlock.empty())
    return;
  for (uint32_t I = 0; I < K.Instrs.size(); ++I)
    if (const MemoryAccess *A = accessOf(K.Instrs[I], UopKind::Load))
      findStoreOf(I, *A);
}

void takt::findMemoryDependences(Kernel &K, const Cpu &C) {
  Finder(K, C).run();
}
