//===- IntelFrontEnd.h - Predecoder to µop queue ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The front end of Intel's cores from Sandy Bridge to Rocket Lake (uiCA paper,
/// section 4.1.1; docs/simulation.md, front end).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_INTELFRONTEND_H
#define TAKT_MODELS_SIM_INTELFRONTEND_H

#include "IntelParts.h"

namespace takt::sim {

class IntelFrontEndUnit final : public FrontEnd {
public:
  explicit IntelFrontEndUnit(const FrontEndContext &Ctx);

  void cycle(uint64_t Now) override {
    if (int(Ctx.Queue.size()) <= MostWaiting)
      work(Now);
  }
  void state(StateWriter &W) const override;
  uint32_t round() const override;
  std::unique_ptr<FrontEnd> copy() const override {
    return std::make_unique<IntelFrontEndUnit>(*this);
  }

private:
  LLVM_ATTRIBUTE_NOINLINE void work(uint64_t Now);
  void beginStretch();
  void streamLoop(uint64_t Now);

  const FrontEndContext Ctx;
  const IntelFrontEnd &P;
  /// Shared with copies.
  const std::shared_ptr<const IntelCode> Shared;
  const IntelCode &Code;
  /// Nothing is delivered while more wait in the queue.
  const int MostWaiting;
  const bool AllDecoded; ///< decoders deliver all
  MicrocodeSequencer MS;
  InstructionQueue Queue;
  Predecoder Predecode;
  Decoders Decode;
  UopCache Cache;
  /// Of the stretch or copy that comes now.
  uint64_t Iteration = 0;
  uint32_t Stretch = 0;
  bool FromCache = false;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_INTELFRONTEND_H
