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
/// when the next machine touches it. So each thread keeps such memory.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_RECYCLER_H
#define TAKT_MODELS_SIM_RECYCLER_H

#include <array>
#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace takt::sim {

/// Pieces of memory that wait for somebody to use them again.
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
  void *take(size_t Bytes);
  /// Gives back what take(\p Bytes) returned, in any thread.
  void give(void *Memory, size_t Bytes);
  /// Bytes that wait: at most MostPieces * LargestPiece.
  size_t waiting() const;

  /// Smaller pieces malloc is fast with; of larger ones few are needed.
  static constexpr size_t SmallestPiece = 4096, LargestPiece = 512 * 1024;
  static constexpr size_t MostPieces = 16;

private:
  struct Piece {
    void *Memory = nullptr;
    size_t Bytes = 0;
  };
  std::array<Piece, MostPieces> Pieces;
  unsigned NextToGo = 0;
};

/// For containers whose memory is recycled. Elements without constructor have
/// no value at first.
template <typename T> struct RecyclingAllocator {
  using value_type = T;
  RecyclingAllocator() = default;
  template <typename U> RecyclingAllocator(const RecyclingAllocator<U> &) {}
  T *allocate(size_t N) {
    return static_cast<T *>(Recycler::ofThread().take(N * sizeof(T)));
  }
  void deallocate(T *Memory, size_t N) {
    Recycler::ofThread().give(Memory, N * sizeof(T));
  }
  template <typename U> void construct(U *At) { ::new (At) U; }
  template <typename U, typename... Args> void construct(U *At, Args &&...As) {
    ::new (At) U(std::forward<Args>(As)...);
  }
  bool operator==(const RecyclingAllocator &) const { return true; }
  bool operator!=(const RecyclingAllocator &) const { return false; }
};

template <typename T>
using RecycledVector = std::vector<T, RecyclingAllocator<T>>;

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_RECYCLER_H
