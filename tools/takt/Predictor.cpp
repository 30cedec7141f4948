//===- Predictor.cpp - From regions to predictions ------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Predictor.h"
#include "takt/models/Placement.h"

using namespace llvm;
using namespace takt;

Expected<std::unique_ptr<Predictor>>
Predictor::create(CodeTarget &T, const MemoryOptions &Memory,
                  PredictorKind By) {
  std::shared_ptr<const Cpu> C = T.description();
  if (!C) {
    Expected<std::shared_ptr<const Cpu>> Made = cpuFor(T.ref().STI);
    if (!Made)
      return Made.takeError();
    C = std::move(*Made);
  } else if (!C->CompiledIn) {
    if (Error E = checkCpu(T.ref(), *C))
      return std::move(E);
  }
  Expected<std::unique_ptr<KernelBuilder>> B =
      KernelBuilder::create(T.ref(), std::move(C));
  if (!B)
    return B.takeError();
  return std::unique_ptr<Predictor>(new Predictor(std::move(*B), Memory, By));
}

Expected<Kernel> Predictor::build(const CodeRegion &R, InstrText Text) {
  if (!R.WhyNot.empty())
    return createStringError(R.WhyNot);
  return Builder->build(R.Instrs, R.Repeats, Text, Memory);
}

Prediction Predictor::predict(const Kernel &K, Detail D) const {
  return takt::predict(K, cpu(), D, By);
}

Prediction Predictor::predict(const Kernel &K, const CodeRegion &R) {
  Prediction P = predict(K, Detail::Costs);
  if (By == PredictorKind::Simulation)
    P.Places = placementRange(*Builder, K, R.Instrs, R.Alignment, P, Memory);
  return P;
}
