//===- Predictor.h - From regions to predictions ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The machine description, the kernel builder and the models behind one door,
/// for the reports and the batch alike.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_TAKT_PREDICTOR_H
#define TAKT_TOOLS_TAKT_PREDICTOR_H

#include "CodeRegion.h"
#include "CodeTarget.h"
#include "takt/models/Cpu.h"
#include "takt/models/KernelBuilder.h"
#include "takt/models/Prediction.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace takt {

/// Predicts regions of one target. Not thread-safe; \p T outlives it.
class Predictor {
public:
  /// With the description that \p T was made for, else one made from LLVM's
  /// scheduling model; an error if that does not exist or does not fit.
  static llvm::Expected<std::unique_ptr<Predictor>>
  create(CodeTarget &T, const MemoryOptions &Memory = {},
         PredictorKind By = PredictorKind::Simulation);

  const Cpu &cpu() const { return Builder->cpu(); }

  /// The kernel of \p R, with the text of its instructions that \p Text says.
  /// Fails with CodeRegion::WhyNot or NotModelled, which says who is called
  /// as the compiler's remarks do.
  llvm::Expected<Kernel> build(const CodeRegion &R, InstrText Text);

  /// The prediction for a kernel that this has built.
  Prediction predict(const Kernel &K, Detail D) const;
  /// For the kernel of \p R, with the range over the places that it can get.
  Prediction predict(const Kernel &K, const CodeRegion &R);

private:
  Predictor(TargetRef T, std::unique_ptr<KernelBuilder> B,
            const MemoryOptions &Memory, PredictorKind By)
      : T(T), Builder(std::move(B)), Memory(Memory), By(By) {}
  std::string describeCall(const CodeRegion &R, const CodeInstr &Call) const;

  const TargetRef T;
  std::unique_ptr<KernelBuilder> Builder;
  const MemoryOptions Memory;
  const PredictorKind By;
};

} // namespace takt

#endif // TAKT_TOOLS_TAKT_PREDICTOR_H
