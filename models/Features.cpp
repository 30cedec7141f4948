//===- Features.cpp - Names of a target's features ------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Features.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/TargetParser/SubtargetFeature.h"

using namespace llvm;
using namespace takt;

std::optional<std::string> takt::unknownFeature(const MCSubtargetInfo &STI,
                                                StringRef Features) {
  const SubtargetFeatures Given(Features);
  for (const std::string &F : Given.getFeatures()) {
    const StringRef Name = SubtargetFeatures::StripFlag(F);
    if (Name.empty() ||
        none_of(STI.getAllProcessorFeatures(),
                [&](const SubtargetFeatureKV &KV) { return Name == KV.Key; }))
      return Name.str();
  }
  return std::nullopt;
}
