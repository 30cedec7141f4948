//===- IntelDecodeGroups.cpp - What is decoded in a cycle -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntelCode.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

static DecodedInstr decodedInstr(const KernelInstr &I, const IntelFrontEnd &P) {
  DecodedInstr D;
  // Every instruction has a µop from a decoder; those that no decoder could
  // deliver at once are left to microcode.
  const unsigned Most = 4 * P.Decoders;
  const unsigned Queued = I.Decode.QueuedUops;
  D.Uops = std::clamp(Queued, 1u, Most);
  D.Microcode =
      std::max<unsigned>(Queued + I.Decode.MicrocodeUops, D.Uops) - D.Uops;
  D.Complex = I.Decode.Complex || D.Microcode || D.Uops > 1;
  D.Beside = I.Decode.SimpleDecoders;
  D.Fusible = I.Decode.MacroFusible;
  return D;
}

void IntelCode::decode() {
  Instrs.reserve(K.Instrs.size());
  for (const KernelInstr &I : K.Instrs) {
    if (I.MacroFused) {
      DecodedInstr Second;
      Second.Uops = 0;
      Instrs.push_back(Second);
      Instrs[Instrs.size() - 2].Paired = true;
      continue;
    }
    Instrs.push_back(decodedInstr(I, P));
    Uops += Instrs.back().Uops + Instrs.back().Microcode;
  }
}

unsigned IntelCode::decodedTogether(uint32_t First) const {
  const uint32_t N = Instrs.size();
  unsigned Taken = 0, Free = P.Decoders;
  for (unsigned Used = 0; Free; ++Used) {
    const DecodedInstr &D = Instrs[(First + Taken) % N];
    const bool IsEnd = !Stretches.empty() && First + Taken >= N;
    if (IsEnd || !canFollow(D, Used))
      break;
    Taken += D.Paired ? 2 : 1;
    if (D.EndsGroup)
      break;
    --Free;
    if (D.Complex)
      Free = std::min<unsigned>(Free, D.Beside);
  }
  return Taken;
}

void IntelCode::makeGroups() {
  const uint32_t N = Instrs.size();
  Groups.resize(N);
  GroupUops.reserve(size_t(N) * P.Decoders);
  for (uint32_t First = 0; First != N; ++First) {
    DecodeGroup &G = Groups[First];
    G.FirstUop = GroupUops.size();
    G.Instrs = decodedTogether(First);
    G.Needed = G.Instrs;
    for (uint32_t I = First; I != First + G.Instrs; ++I) {
      const DecodedInstr &D = Instrs[I % N];
      QueuedUop U;
      U.Iteration = I / N;
      U.Instr = I % N;
      for (; U.Index != D.Uops; ++U.Index)
        GroupUops.push_back(U);
      G.Simple &= D.Simple;
      // The last one waits for its second half.
      if (I + 1 == First + G.Instrs && D.Fusible)
        ++G.Needed;
    }
    G.NumUops = GroupUops.size() - G.FirstUop;
    G.Next = (First + G.Instrs) % N;
    G.Iterations = (First + G.Instrs) / N;
    // Microcode goes on behind it.
    for (uint32_t I = First; I != First + G.Instrs; ++I)
      if (Instrs[I % N].Microcode)
        G.Needed = DecodeGroup::Never;
  }
}

} // namespace takt::sim
