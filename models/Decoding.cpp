//===- Decoding.cpp - How decoders deliver an instruction -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstrTemplate.h"

using namespace takt;

/// µops that decoders deliver of one instruction; longer ones come from
/// microcode (Intel Optimization Reference Manual 248966-046 section 2.6.2).
static constexpr unsigned MaxDecodedUops = 4;

Decoding takt::decodingOf(const Cpu &C, const Effective &Corrected,
                          unsigned Fused) {
  Decoding D;
  unsigned Queued =
      Corrected.QueuedUops.value_or(std::min(Fused, MaxDecodedUops));
  bool IsMicrocoded = Fused > MaxDecodedUops && Fused > Queued;
  unsigned Microcode =
      Corrected.MicrocodeUops.value_or(IsMicrocoded ? Fused - Queued : 0);
  D.QueuedUops = static_cast<uint16_t>(Queued);
  D.MicrocodeUops = static_cast<uint16_t>(Microcode);
  D.Complex = Corrected.ComplexDecoder.value_or(Queued + Microcode > 1);
  const std::vector<unsigned> &Beside = C.Fetch.Intel.BesideComplex;
  unsigned Simple = C.Fetch.Intel.Decoders - 1;
  if (Microcode)
    Simple = 0;
  else if (D.Complex && !Beside.empty())
    Simple = Beside[std::min<size_t>(std::max(Queued, 1u), Beside.size()) - 1];
  D.SimpleDecoders =
      static_cast<uint8_t>(Corrected.SimpleDecoders.value_or(Simple));
  return D;
}
