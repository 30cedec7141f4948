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

/// Whether each access that is \p Used moves by the same distance, or none,
/// from each iteration to the next.
bool PairCounter::isSteady(const AddressTrace &T, const BitVector &Used) {
  const size_t NumSites = Used.size();
  const MaybeValue *const First = T.Addresses.data();
  const MaybeValue *const Second = First + NumSites;
  for (const MaybeValue *Of = Second,
                        *End = First + NumSites * (T.Iterations - 1);
       Of < End; Of += NumSites)
    for (unsigned Site : Used.set_bits()) {
      const MaybeValue &Next = Of[NumSites + Site];
      if (Next.Known != First[Site].Known ||
          (Next.Known && Next.Value - Of[Site].Value !=
                             Second[Site].Value - First[Site].Value))
        return false;
    }
  return llvm::all_of(Used.set_bits(), [&](unsigned Site) {
    return First[Site].Known == Second[Site].Known;
  });
}

/// Of a steady trace: no byte that \p A touches does \p B touch more iterations
/// later than that, or, where both stand still, it finds what is nearer.
/// \returns T.Iterations if it takes more to tell.
uint32_t PairCounter::mostBetween(const AddressTrace &T, uint32_t A,
                                  uint32_t B) const {
  // Numbers for which nothing overflows.
  constexpr int64_t Furthest = int64_t(1) << 61, Fastest = int64_t(1) << 32;
  const auto At = [&](uint32_t Iteration, uint32_t Site) {
    return T.Addresses[Iteration * Sites.size() + Site].Value;
  };
  const auto Apart = static_cast<int64_t>(At(0, B) - At(0, A));
  const auto StepA = static_cast<int64_t>(At(1, A) - At(0, A));
  const auto StepB = static_cast<int64_t>(At(1, B) - At(0, B));
  if (std::abs(StepA) > Fastest || std::abs(StepB) > Fastest ||
      Apart > Furthest || Apart < -Furthest)
    return T.Iterations;
  const int64_t Sum = int64_t(sizeOf(A + 1)) + sizeOf(B + 1);
  if (std::abs(Apart) >=
      Sum + T.Iterations * (std::abs(StepA) + std::abs(StepB)))
    return 0;
  if (StepA != StepB)
    return T.Iterations;
  if (StepA == 0)
    return 1;
  // Towards A, and then past it.
  const int64_t Way = StepB > 0 ? -Apart : Apart;
  return std::min<int64_t>(std::max<int64_t>(Way + Sum, 0) / std::abs(StepB),
                           T.Iterations);
}

/// After so many iterations of \p T, each one finds what the last one found. In
/// a steady trace that is so once the first iteration is as far back as
/// accesses that meet are ever apart.
uint32_t PairCounter::iterationsToSee(const AddressTrace &T,
                                      const BitVector &Used) const {
  if (T.Iterations <= 2 || !(T.Steady || isSteady(T, Used)))
    return T.Iterations;
  SmallVector<uint32_t, 16> Known;
  for (unsigned Site : Used.set_bits())
    if (T.Addresses[Site].Known)
      Known.push_back(Site);
  uint32_t Most = 1;
  const auto StandsStill = [&](uint32_t Site) {
    return T.Addresses[Site].Value == T.Addresses[Sites.size() + Site].Value;
  };
  if (!all_of(Known, StandsStill)) {
    // It must be worth the look at all pairs.
    if (Known.size() > T.Iterations)
      return T.Iterations;
    for (uint32_t A : Known)
      for (uint32_t B : Known)
        Most = std::max(Most, mostBetween(T, A, B));
  }
  return std::min(Most + 1, T.Iterations);
}

void PairCounter::add(const AddressTrace &T, const BitVector &Used) {
  Trace = &T;
  Memory.clear();
  uint32_t Access = 0;
  const uint32_t ToSee = iterationsToSee(T, Used);
  for (uint32_t I = 0; I != ToSee; ++I) {
    // The last one stands for all that come.
    Weight = I + 1 == ToSee ? T.Iterations - I : 1;
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
  Usual.reserve(Pairs.size());
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
