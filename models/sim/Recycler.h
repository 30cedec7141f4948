//===- Recycler.h - Memory of machines that are gone ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A machine has some 300 KB of rings and records, and is gone after a tenth of
/// a millisecond. Freed, that is more than malloc keeps (mallopt(3),
/// M_TRIM_THRESHOLD): it goes back to the system, and each page costs a fault
/// when the next machine touches it. So each thread keeps such memory. Of small
/// pieces a machine needs some fifty; malloc and free of one take some 200
/// instructions, and are not in the first cache then: they are kept, too.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_RECYCLER_H
#define TAKT_MODELS_SIM_RECYCLER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Compiler.h"
#include <array>
#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace takt::sim {

/// Pieces of memory that wait for somebody to use them again. The address
/// sanitizer takes what waits for freed.
class Recycler {
public:
  /// That of this thread.
  static Recycler &ofThread();
  Recycler() = default;
  Recycler(const Recycler &) = delete;
  Recycler &operator=(const Recycler &) = delete;
  ~Recycler();

  /// \returns at least \p Bytes of memory without content, aligned for any
  /// type.
  void *take(size_t Bytes) {
    if (Bytes >= SmallestPiece)
      return takeLarge(Bytes);
    Small *&First = Free[Bytes / SmallUnit];
    if (LLVM_UNLIKELY(!First))
      return ::operator new(smallSize(Bytes));
    SmallWaiting -= smallSize(Bytes);
    __asan_unpoison_memory_region(First, smallSize(Bytes));
    return std::exchange(First, First->Next);
  }
  /// Gives back what take(\p Bytes) returned, in any thread.
  void give(void *Memory, size_t Bytes) {
    if (Bytes >= SmallestPiece || SmallWaiting >= MostSmall)
      return giveLarge(Memory, Bytes);
    Small *&First = Free[Bytes / SmallUnit];
    First = ::new (Memory) Small{First};
    SmallWaiting += smallSize(Bytes);
    __asan_poison_memory_region(Memory, smallSize(Bytes));
  }
  /// Bytes that wait: at most MostPieces * LargestPiece, and little more than
  /// MostSmall of small pieces.
  size_t waiting() const;

  /// Of larger pieces few are needed, and smaller ones are small.
  static constexpr size_t SmallestPiece = 4096, LargestPiece = 512 * 1024;
  static constexpr size_t MostPieces = 16;
  /// Small ones are multiples of that.
  static constexpr size_t SmallUnit = 64, MostSmall = 128 * 1024;

private:
  /// A small piece that waits.
  struct Small {
    Small *Next;
  };
  static size_t smallSize(size_t Bytes) {
    return (Bytes / SmallUnit + 1) * SmallUnit;
  }
  LLVM_ATTRIBUTE_NOINLINE void *takeLarge(size_t Bytes);
  LLVM_ATTRIBUTE_NOINLINE void giveLarge(void *Memory, size_t Bytes);
  struct Piece {
    void *Memory = nullptr;
    size_t Bytes = 0;
  };
  std::array<Piece, MostPieces> Pieces;
  unsigned NextToGo = 0;
  /// By size in units, less 1.
  std::array<Small *, SmallestPiece / SmallUnit> Free = {};
  size_t SmallWaiting = 0;
};

/// For vectors of memory from the recycler.
template <typename T> struct PoolAllocator {
  using value_type = T;
  PoolAllocator() = default;
  template <typename U> PoolAllocator(const PoolAllocator<U> &) {}
  T *allocate(size_t N) {
    return static_cast<T *>(Recycler::ofThread().take(N * sizeof(T)));
  }
  void deallocate(T *Memory, size_t N) {
    Recycler::ofThread().give(Memory, N * sizeof(T));
  }
  bool operator==(const PoolAllocator &) const { return true; }
  bool operator!=(const PoolAllocator &) const { return false; }
};

/// For containers whose memory is recycled. Elements without constructor have
/// no value at first.
template <typename T> struct RecyclingAllocator : PoolAllocator<T> {
  RecyclingAllocator() = default;
  template <typename U> RecyclingAllocator(const RecyclingAllocator<U> &) {}
  template <typename U> void construct(U *At) { ::new (At) U; }
  template <typename U, typename... Args> void construct(U *At, Args &&...As) {
    ::new (At) U(std::forward<Args>(As)...);
  }
};

template <typename T>
using RecycledVector = std::vector<T, RecyclingAllocator<T>>;

template <typename T> using PoolVector = std::vector<T, PoolAllocator<T>>;

/// All of \p V, to be written to.
template <typename T> llvm::MutableArrayRef<T> elements(PoolVector<T> &V) {
  return {V.data(), V.size()};
}

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_RECYCLER_H
