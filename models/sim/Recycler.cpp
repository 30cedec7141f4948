//===- Recycler.cpp - Memory of machines that are gone ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recycler.h"
#include <new>
#include <utility>

namespace takt::sim {

Recycler &Recycler::ofThread() {
  static thread_local Recycler Mine;
  return Mine;
}

Recycler::~Recycler() {
  for (const Piece &P : Pieces)
    ::operator delete(P.Memory);
  for (Small *Next : Free)
    while (Next) {
      __asan_unpoison_memory_region(Next, sizeof(Small));
      ::operator delete(std::exchange(Next, Next->Next));
    }
}

static bool isRecycled(size_t Bytes) {
  return Bytes >= Recycler::SmallestPiece && Bytes <= Recycler::LargestPiece;
}

/// What is asked for is rounded up to that, so that pieces serve kernels of
/// other sizes, too.
static size_t pieceSize(size_t Bytes) {
  constexpr size_t Unit = Recycler::SmallestPiece;
  return (Bytes + Unit - 1) / Unit * Unit;
}

void *Recycler::takeLarge(size_t Bytes) {
  if (!isRecycled(Bytes))
    return ::operator new(Bytes);
  const size_t Size = pieceSize(Bytes);
  for (Piece &P : Pieces)
    if (P.Bytes == Size) {
      P.Bytes = 0;
      __asan_unpoison_memory_region(P.Memory, Size);
      return std::exchange(P.Memory, nullptr);
    }
  return ::operator new(Size);
}

void Recycler::giveLarge(void *Memory, size_t Bytes) {
  if (!isRecycled(Bytes)) {
    ::operator delete(Memory);
    return;
  }
  Piece *Place = Pieces.data(), *const End = Place + MostPieces;
  while (Place != End && Place->Memory)
    ++Place;
  if (Place == End) {
    // In turn, so that none stays that nobody asks for any more.
    Place = &Pieces[NextToGo];
    NextToGo = (NextToGo + 1) % MostPieces;
  }
  __asan_poison_memory_region(Memory, pieceSize(Bytes));
  const Piece Old = std::exchange(*Place, {Memory, pieceSize(Bytes)});
  ::operator delete(Old.Memory);
}

size_t Recycler::waiting() const {
  size_t Bytes = SmallWaiting;
  for (const Piece &P : Pieces)
    Bytes += P.Bytes;
  return Bytes;
}

} // namespace takt::sim
