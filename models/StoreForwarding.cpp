//===- StoreForwarding.cpp - How long stored values take --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoreForwarding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace takt;

bool takt::loadsVector(const KernelInstr &I, const Cpu &C) {
  if (C.VectorLoadLatency <= C.LoadLatency)
    return false;
  return llvm::any_of(I.Uops, [&](const Uop &U) {
    return U.Kind == UopKind::Load &&
           llvm::any_of(U.Writes, [&](const auto &W) {
             return W.Latency >= C.VectorLoadLatency;
           });
  });
}

void takt::setLatencies(MemoryDependence &D, const Cpu &C, bool Vector,
                        unsigned Later) {
  const MemoryPipes &M = C.Memory;
  const unsigned Forwarded = C.StoreForwardLatency;
  const unsigned Whole =
      (Vector && M.VectorForwardLatency ? M.VectorForwardLatency : Forwarded) +
      Later;
  const unsigned Failed = std::max(M.ForwardFailLatency, Whole);
  const unsigned Latency = D.Partial ? Failed : Whole;
  D.Latency = D.Renamed ? 0 : std::min<unsigned>(Latency, UINT16_MAX);
  // The way from the store buffer, or through the cache, is the same whether
  // the data was there last or the address.
  const unsigned Longer = std::max(Latency, Forwarded) - Forwarded;
  const unsigned Address = M.StoreAddressLatency + M.ForwardDelay + Longer;
  D.AddressLatency = D.Renamed ? 0 : std::min<unsigned>(Address, UINT16_MAX);
}

/// What the µop of \p Kind of \p I accesses.
static const MemoryAccess *accessOf(const KernelInstr &I, UopKind Kind) {
  for (const Uop &U : I.Uops)
    if (U.Kind == Kind && U.Access >= 0)
      return &I.Accesses[U.Access];
  return nullptr;
}

/// Bytes from the start of \p Store to that of \p Load so many iterations
/// later. What is not known counts as the same place.
static int64_t bytesBetween(const MemoryAccess &Store, const MemoryAccess &Load,
                            uint32_t Iterations) {
  // Without a step they are known within an iteration only.
  if (Store.Symbol != Load.Symbol || Store.Step != Load.Step ||
      (!Store.Step && Iterations))
    return 0;
  return Load.Offset - Store.Offset +
         Load.Step.value_or(0) * int64_t(Iterations);
}

/// Whether \p A, or a piece of it, goes over the end of a line every time.
static bool alwaysCrosses(const MemoryAccess &A, const MemoryPipes &M) {
  const int64_t Line = M.LineBytes;
  if (!Line || !A.Step || *A.Step % Line != 0)
    return false;
  const int64_t Size =
      M.WideForward ? std::min<int64_t>(A.Size, M.WideForward) : A.Size;
  return A.Offset - llvm::divideFloorSigned(A.Offset, Line) * Line + Size >
         Line;
}

void takt::setLatencies(MemoryDependence &D, const Kernel &K, const Cpu &C) {
  const MemoryAccess *const Store =
      accessOf(K.Instrs[D.Store], UopKind::StoreAddress);
  const MemoryAccess *const Load = accessOf(K.Instrs[D.Load], UopKind::Load);
  if (!Store || !Load)
    return setLatencies(D, C, loadsVector(K.Instrs[D.Load], C));
  setLatencies(D, K, C, *Store, *Load);
}

void takt::setLatencies(MemoryDependence &D, const Kernel &K, const Cpu &C,
                        const MemoryAccess &Store, const MemoryAccess &Load) {
  const MemoryPipes &M = C.Memory;
  unsigned Later = alwaysCrosses(Load, M) ? M.CrossingDelay : 0;
  if (const int64_t Piece = M.WideForward;
      Piece && !D.Renamed && Store.Size >= Piece) {
    const int64_t From = bytesBetween(Store, Load, D.Distance);
    const int64_t Last = From + std::max<int64_t>(Load.Size, 1) - 1;
    const bool Wide = Load.Size > Piece;
    if (Wide ? From % Piece || Load.Offset % Piece
             : From / Piece != Last / Piece)
      D.Partial = true;
    Later +=
        M.WideForwardDelay * (1 + std::max<int64_t>(Last, 0) / Piece + Wide);
  }
  setLatencies(D, C, loadsVector(K.Instrs[D.Load], C), Later);
}

bool takt::waitsForRetirement(const MemoryDependence &D, const Kernel &K,
                              const Cpu &C) {
  if (!D.Partial || !C.Memory.FailUntilRetired)
    return false;
  const MemoryAccess *const Store =
      accessOf(K.Instrs[D.Store], UopKind::StoreAddress);
  const MemoryAccess *const Load = accessOf(K.Instrs[D.Load], UopKind::Load);
  return !C.Memory.RenamedStart || !Store || !Load ||
         loadsVector(K.Instrs[D.Load], C) ||
         bytesBetween(*Store, *Load, D.Distance) != 0;
}
