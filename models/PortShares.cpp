//===- PortShares.cpp - Who causes the load of a port ---------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Bounds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace takt;

namespace {

/// µops that share the work of the same resources.
struct UopClass {
  ResourceMask Resources = 0;
  /// Busy cycles per iteration.
  uint64_t Cycles = 0;
  /// How many of them each resource takes.
  SmallVector<Rational, 16> Share;
};

/// Distributes classes of µops over resources with given loads.
class Shares {
public:
  Shares(const Kernel &K, ArrayRef<Rational> Load);
  /// What a resource takes of one cycle of \p Use.
  const UopClass &classOf(const ResourceUse &Use) const;

private:
  ResourceMask leastLoaded(ResourceMask M) const;
  void balance();
  bool relieve(unsigned From);

  ArrayRef<Rational> Load;
  SmallVector<UopClass, 16> Classes;
  /// What each resource has been given above its load.
  SmallVector<Rational, 16> Excess;
};

} // namespace

// The bound fills its densest set first and gives it no other work; each
// further set is less dense. So a µop that may use resources of several sets
// runs on those of the last one, which are its least loaded ones.
ResourceMask Shares::leastLoaded(ResourceMask M) const {
  ResourceMask Least = M & -M;
  for (M &= M - 1; M; M &= M - 1) {
    const Rational Before = Load[llvm::countr_zero(Least)];
    const Rational L = Load[llvm::countr_zero(M)];
    if (L < Before)
      Least = 0;
    if (L <= Before)
      Least |= M & -M;
  }
  return Least;
}

Shares::Shares(const Kernel &K, ArrayRef<Rational> Load) : Load(Load) {
  for (const KernelInstr &I : K.Instrs)
    for (const Uop &U : I.Uops)
      for (const ResourceUse &Use : U.Uses) {
        const ResourceMask M = leastLoaded(Use.Resources);
        auto *Known = find_if(
            Classes, [M](const UopClass &C) { return C.Resources == M; });
        if (Known == Classes.end())
          Known = Classes.insert(Known, UopClass{M, 0, {}});
        Known->Cycles += Use.Cycles;
      }
  balance();
}

const UopClass &Shares::classOf(const ResourceUse &Use) const {
  const ResourceMask M = leastLoaded(Use.Resources);
  return *find_if(Classes, [M](const UopClass &C) { return C.Resources == M; });
}

void Shares::balance() {
  for (const Rational L : Load)
    Excess.push_back(Rational(0) - L);
  for (UopClass &C : Classes) {
    C.Share.resize(Load.size());
    const Rational Even(static_cast<int64_t>(C.Cycles),
                        llvm::popcount(C.Resources));
    for (ResourceMask M = C.Resources; M; M &= M - 1) {
      C.Share[llvm::countr_zero(M)] = Even;
      Excess[llvm::countr_zero(M)] += Even;
    }
  }
  for (unsigned R = 0; R != Excess.size(); ++R)
    while (Excess[R] > Rational(0) && relieve(R))
      ;
}

// The shortest chain of classes that can hand work on from an overloaded
// resource to one with room, as in the algorithm of Edmonds and Karp (1972).
// There is always one, because an assignment with these loads exists.
bool Shares::relieve(unsigned From) {
  constexpr unsigned None = ~0u;
  SmallVector<std::pair<unsigned, unsigned>, 16> Via(Excess.size(),
                                                     {None, None});
  SmallVector<unsigned, 16> Queue{From};
  unsigned To = None;
  for (size_t Next = 0; Next != Queue.size() && To == None; ++Next)
    for (unsigned C = 0; C != Classes.size() && To == None; ++C) {
      if (Classes[C].Share[Queue[Next]] == Rational(0))
        continue;
      for (ResourceMask M = Classes[C].Resources; M; M &= M - 1) {
        const unsigned R = llvm::countr_zero(M);
        if (R == From || Via[R].first != None)
          continue;
        Via[R] = {Queue[Next], C};
        Queue.push_back(R);
        if (Excess[R] < Rational(0)) {
          To = R;
          break;
        }
      }
    }
  if (To == None)
    return false;

  Rational Amount = std::min(Excess[From], Rational(0) - Excess[To]);
  for (unsigned R = To; R != From; R = Via[R].first)
    Amount = std::min(Amount, Classes[Via[R].second].Share[Via[R].first]);
  for (unsigned R = To; R != From; R = Via[R].first) {
    Rational &Taken = Classes[Via[R].second].Share[Via[R].first];
    Taken = Taken - Amount;
    Classes[Via[R].second].Share[R] += Amount;
  }
  Excess[From] = Excess[From] - Amount;
  Excess[To] += Amount;
  return true;
}

std::vector<std::vector<Rational>> takt::portShares(const Kernel &K,
                                                    const PortBound &B) {
  const Shares S(K, B.Load);
  std::vector<std::vector<Rational>> Of(K.Instrs.size());
  for (const auto &[N, I] : enumerate(K.Instrs)) {
    Of[N].resize(B.Load.size());
    for (const Uop &U : I.Uops)
      for (const ResourceUse &Use : U.Uses) {
        const UopClass &C = S.classOf(Use);
        const Rational Part(Use.Cycles, static_cast<int64_t>(C.Cycles));
        for (ResourceMask M = C.Resources; M; M &= M - 1) {
          const unsigned R = llvm::countr_zero(M);
          Of[N][R] += C.Share[R] * Part;
        }
      }
  }
  return Of;
}
