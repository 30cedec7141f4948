//===- ResultDomains.cpp - What it costs to read other domains  -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lengthens the latencies of µops that read what another domain wrote
/// (Domains.h): who wrote what a register holds is the same in every iteration.
///
//===----------------------------------------------------------------------===//

#include "KernelBuilderImpl.h"

using namespace takt;

namespace {

/// Which domain wrote what is in each location.
class DomainTracker {
public:
  DomainTracker(const Domains &All, Kernel &K)
      : All(All), Writers(K.Locations.size(), Domain::None), K(K) {}

  /// \p I, an instruction of domain \p Of, is executed. Its results get
  /// slower if \p Settled.
  void add(KernelInstr &I, unsigned Of, bool Settled) {
    // A move that the renamer does only gives another name.
    if (I.Move != MoveKind::None && I.Uops.size() == 1 &&
        I.Uops[0].Reads.size() == 1)
      Of = Writers[I.Uops[0].Reads[0].Loc];
    else if (Settled)
      for (Uop &U : I.Uops)
        delay(U, Of);
    for (const Uop &U : I.Uops)
      for (const UopWrite &W : U.Writes)
        if (!K.Locations[W.Loc].Internal)
          Writers[W.Loc] =
              U.Uses.empty() && I.Move == MoveKind::None ? Domain::None : Of;
  }

private:
  unsigned cycles(const UopRead &R, unsigned Of) const {
    const DomainMask From = DomainMask(1) << Writers[R.Loc];
    unsigned Most = 0;
    for (const DomainDelay &D : All.Delays)
      if ((D.From & From) && (D.To >> Of & 1))
        Most = std::max(Most, D.Cycles);
    return Most;
  }
  static void readLater(UopRead &R, unsigned Cycles) {
    for (Bypass &B : R.Bypasses)
      if (!B.Together)
        B.Cycles -= Cycles;
    if (llvm::none_of(R.Bypasses, [](const Bypass &B) {
          return B.Producer == 0 && !B.Together;
        }))
      R.Bypasses.push_back({0, static_cast<int16_t>(-int(Cycles))});
  }
  void delay(Uop &U, unsigned Of) {
    unsigned Most = 0;
    for (UopRead &R : U.Reads) {
      const unsigned Cycles = cycles(R, Of);
      Most = std::max(Most, Cycles);
      // What writes nothing, as a store, has what it reads so much later.
      if (Cycles && U.Writes.empty())
        readLater(R, Cycles);
    }
    for (UopWrite &W : U.Writes)
      W.Latency += Most;
  }

  const Domains &All;
  std::vector<uint8_t> Writers;
  Kernel &K;
};

} // namespace

/// Twice around, for what the end writes and the start reads.
void Builder::delayByDomains(llvm::ArrayRef<CodeInstr> Code, Kernel &K) {
  if (C->ResultDomains.Delays.empty())
    return;
  DomainTracker Tracker(C->ResultDomains, K);
  for (bool Settled : {false, true})
    for (auto [From, To] : llvm::zip_equal(Code, K.Instrs))
      Tracker.add(To, info(From.Inst.getOpcode()).ResultDomain, Settled);
}
