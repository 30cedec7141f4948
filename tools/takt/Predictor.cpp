//===- Predictor.cpp - From regions to predictions ------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Predictor.h"
#include "takt/models/Placement.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstrAnalysis.h"

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
  return std::unique_ptr<Predictor>(
      new Predictor(T.ref(), std::move(*B), Memory, By));
}

/// "call to printf", "call to 0x40", "indirect call": the first call of \p R
/// that is not taken.
std::string Predictor::describeCall(const CodeRegion &R,
                                    const CodeInstr &Call) const {
  if (!R.Callee.empty())
    return "call to " + R.Callee;
  uint64_t Target = 0;
  if (T.MIA->evaluateBranch(Call.Inst, Call.Offset, Call.Size, Target))
    return "call to 0x" + utohexstr(Target, /*LowerCase=*/true);
  return "indirect call";
}

Expected<Kernel> Predictor::build(const CodeRegion &R, InstrText Text) {
  if (!R.WhyNot.empty())
    return createStringError(R.WhyNot);
  Expected<Kernel> K = Builder->build(R.Instrs, R.Repeats, Text, Memory);
  if (K)
    return K;
  return handleErrors(
      K.takeError(), [&](std::unique_ptr<NotModelled> E) -> Error {
        if (E->reason() != NotModelled::Call)
          return Error(std::move(E));
        return make_error<NotModelled>(E->index(), E->instr().str(),
                                       describeCall(R, R.Instrs[E->index()]));
      });
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
