//===- Dependences.cpp - Which accesses touch the same bytes ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dependences.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>
#include <utility>

using namespace llvm;
using namespace takt;

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// Accesses are numbered from 1 on through all iterations.
uint64_t PairCounter::addressOf(uint32_t Access) const {
  return Trace->Addresses[Access - 1].Value;
}

unsigned PairCounter::sizeOf(uint32_t Access) const {
  return std::max<unsigned>(Sites[(Access - 1) % Sites.size()].Size, 1);
}

/// Calls \p Do with block, first byte and end of each part of an access.
template <typename F>
static void forEachBlock(LastAccesses &Memory, uint64_t Address, unsigned Size,
                         F Do) {
  while (Size) {
    const unsigned First = Address % LastAccesses::BlockBytes;
    const unsigned Bytes = std::min(Size, LastAccesses::BlockBytes - First);
    Do(Memory.block(Address / LastAccesses::BlockBytes), First, First + Bytes);
    Address += Bytes;
    Size -= Bytes;
  }
}

/// Counts what was found for \p Second.
void PairCounter::count(SitePair::PairKind Kind, uint32_t Second) {
  const uint32_t NumSites = Sites.size();
  const uint32_t To = (Second - 1) % NumSites;
  for (const Touched &T : Found) {
    const uint32_t From = (T.Access - 1) % NumSites;
    const uint32_t Distance =
        (Second - 1) / NumSites - (T.Access - 1) / NumSites;
    // One instruction that reads and writes the same bytes is no news.
    if (Distance > Reach || (Distance == 0 && From == To))
      continue;
    auto *P = find_if(Pairs[To], [&](const SitePair &Other) {
      return Other.Kind == Kind && Other.First == From &&
             Other.Distance == Distance;
    });
    if (P == Pairs[To].end())
      P = &Pairs[To].emplace_back(
          SitePair{Kind, From, To, Distance, 0, 0, 0, 0});
    P->Times += Weight;
    P->Bytes += uint64_t(Weight) * T.Bytes;
    if (addressOf(T.Access) != addressOf(Second))
      continue;
    P->Equal += sizeOf(T.Access) == sizeOf(Second) ? Weight : 0;
    P->Within += sizeOf(T.Access) >= sizeOf(Second) ? Weight : 0;
  }
  Found.clear();
}

/// Takes note of \p Bytes bytes that \p Access touched last.
template <typename List>
static void note(List &Found, uint32_t Access, unsigned Bytes) {
  if (!Access)
    return;
  for (auto &T : Found)
    if (T.Access == Access) {
      T.Bytes += Bytes;
      return;
    }
  Found.push_back({Access, Bytes});
}

/// Takes note of who touched \p Last last, mostly one access, and makes that
/// \p Now.
template <typename List>
static void exchange(List &Found, MutableArrayRef<uint32_t> Last,
                     uint32_t Now) {
  for (size_t First = 0, End; First != Last.size(); First = End) {
    const uint32_t Access = Last[First];
    End = First;
    do
      Last[End++] = Now;
    while (End != Last.size() && Last[End] == Access);
    note(Found, Access, End - First);
  }
}

void PairCounter::read(uint32_t Access, uint64_t Address) {
  forEachBlock(Memory, Address, sizeOf(Access),
               [&](LastAccesses::Block &B, unsigned First, unsigned End) {
                 for (unsigned Byte = First; Byte != End;) {
                   const uint32_t Writer = B.Writer[Byte];
                   const unsigned From = Byte;
                   do
                     B.Reader[Byte++] = Access;
                   while (Byte != End && B.Writer[Byte] == Writer);
                   note(Found, Writer, Byte - From);
                 }
               });
  count(SitePair::ReadAfterWrite, Access);
}

void PairCounter::write(uint32_t Access, uint64_t Address) {
  SmallVector<Touched, 4> Readers;
  forEachBlock(Memory, Address, sizeOf(Access),
               [&](LastAccesses::Block &B, unsigned First, unsigned End) {
                 const auto Part = [&](auto &Of) {
                   return MutableArrayRef(Of).slice(First, End - First);
                 };
                 exchange(Found, Part(B.Writer), Access);
                 exchange(Readers, Part(B.Reader), 0);
               });
  count(SitePair::WriteAfterWrite, Access);
  Found = std::move(Readers);
  count(SitePair::WriteAfterRead, Access);
}

/// Whether each access that is \p Used goes to the same address in all
/// iterations.
bool PairCounter::standsStill(const AddressTrace &T, const BitVector &Used) {
  const size_t NumSites = Used.size();
  const MaybeValue *const First = T.Addresses.data();
  for (const MaybeValue *Of = First + NumSites,
                        *End = First + NumSites * T.Iterations;
       Of < End; Of += NumSites)
    for (unsigned Site : Used.set_bits())
      if (Of[Site].Known != First[Site].Known ||
          (Of[Site].Known && Of[Site].Value != First[Site].Value))
        return false;
  return true;
}

void PairCounter::add(const AddressTrace &T, const BitVector &Used) {
  Trace = &T;
  Memory.clear();
  uint32_t Access = 0;
  // Where it does, each iteration finds what the one before left, and all from
  // the second one on find the same.
  const bool Repeats = T.Iterations > 2 && (T.Still || standsStill(T, Used));
  for (uint32_t I = 0; I != (Repeats ? 2 : T.Iterations); ++I) {
    Weight = Repeats && I == 1 ? T.Iterations - 1 : 1;
    for (size_t Site = 0; Site != Sites.size(); ++Site) {
      const MaybeValue &Address = T.Addresses[Access++];
      if (!Used[Site] || !Address.Known)
        continue;
      if (Sites[Site].Load)
        read(Access, Address.Value);
      if (Sites[Site].Store)
        write(Access, Address.Value);
    }
  }
  Iterations = T.Iterations;
  ++NumTraces;
  Trace = nullptr;
}

std::vector<SitePair> PairCounter::usual() const {
  std::vector<SitePair> Usual;
  for (const SmallVector<SitePair, 2> &Of : Pairs)
    for (const SitePair &P : Of)
      if (P.Distance < Iterations &&
          isUsual(P.Times, NumTraces * (Iterations - P.Distance)))
        Usual.push_back(P);
  llvm::sort(Usual, [](const SitePair &A, const SitePair &B) {
    return std::tie(A.Second, A.Kind, A.First, A.Distance) <
           std::tie(B.Second, B.Kind, B.First, B.Distance);
  });
  return Usual;
}
