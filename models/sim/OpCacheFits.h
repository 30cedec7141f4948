//===- OpCacheFits.h - What the op cache delivers together ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many macro-ops an op cache delivers in a cycle by what else their code
/// has: prefixes, immediates and displacements (OpCacheFit).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_OPCACHEFITS_H
#define TAKT_MODELS_SIM_OPCACHEFITS_H

#include "takt/models/Kernel.h"
#include "takt/models/Pipeline.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace takt::sim {

/// Prefixes and fields of one or several instructions.
struct FieldCount {
  unsigned Evex = 0, All = 0, Wide = 0;

  FieldCount() = default;
  FieldCount(const CodeFields &F) : Evex(F.Evex), All(F.All), Wide(F.Wide) {}
  void add(const FieldCount &F) {
    Evex += F.Evex;
    All += F.All;
    Wide += F.Wide;
  }
};

/// Of each instruction with \p Counts macro-ops (sim::macroOps), what it and
/// those macro-fused to it have.
std::vector<FieldCount> fieldsOfMacroOps(const Kernel &K,
                                         llvm::ArrayRef<uint16_t> Counts);

/// A cycle's macro-ops so far.
class OpCacheCycle {
public:
  explicit OpCacheCycle(llvm::ArrayRef<OpCacheFit> Fits) : Fits(Fits) {}

  /// One more macro-op, the first one of an instruction with fields \p Of.
  /// \returns whether it fits beside the others; if not, nothing changes.
  bool add(const FieldCount &Of) {
    if (Fits.empty())
      return true;
    FieldCount Then = Sum;
    Then.add(Of);
    // The smallest one for so many; beyond the last there is no limit.
    while (At != Fits.size() && Fits[At].Ops <= Ops)
      ++At;
    // What does not fit alone is delivered alone.
    if (Ops && At != Fits.size() &&
        (Then.Evex > Fits[At].Evex || Then.Wide > Fits[At].WideFields ||
         Then.All > Fits[At].Fields))
      return false;
    Sum = Then;
    ++Ops;
    return true;
  }

private:
  llvm::ArrayRef<OpCacheFit> Fits;
  FieldCount Sum;
  unsigned Ops = 0;
  size_t At = 0; ///< in Fits
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_OPCACHEFITS_H
