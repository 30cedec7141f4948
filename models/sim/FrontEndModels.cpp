//===- FrontEndModels.cpp - The kinds of front ends -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrontEnd.h"
#include "FrontEndModel.h"
#include "IntelFrontEnd.h"
#include "OpCache.h"
#include "OpCacheLimits.h"
#include "takt/models/Bounds.h"
#include <algorithm>
#include <iterator>

using namespace llvm;
using namespace takt;

namespace {

/// Fused-domain µops at a constant rate (`linear` in bastian-thesis, sections
/// 3.1 and 3.4): no gap at the end of an iteration, no limit of decoders.
class LinearModel final : public FrontEndModel {
public:
  FrontEndLimits limits(const Kernel &K, const Cpu &C) const override {
    return issueLimits(K, C);
  }
  std::unique_ptr<sim::FrontEnd>
  make(const sim::FrontEndContext &Ctx) const override {
    return sim::makeLinearFrontEnd(Ctx);
  }
  bool startsAtRenaming() const override { return true; }
};

/// Renaming and dispatch in order (DispatchPipe.h), in groups that an
/// instruction either fits into or not (`no-cross`), or into queues.
class DispatchModel final : public FrontEndModel {
public:
  /// \p EndsAtWidth: without a width there is no cycle that could end.
  explicit DispatchModel(bool EndsAtWidth) : EndsAtWidth(EndsAtWidth) {}
  FrontEndLimits limits(const Kernel &K, const Cpu &C) const override {
    return dispatchLimits(K, C);
  }
  std::unique_ptr<sim::FrontEnd>
  make(const sim::FrontEndContext &Ctx) const override {
    return EndsAtWidth && Ctx.AnyWidth ? sim::makeLinearFrontEnd(Ctx)
                                       : sim::makeDispatchFrontEnd(Ctx);
  }
  bool startsAtRenaming() const override { return true; }
  bool dispatchesInGroups() const override { return true; }

private:
  const bool EndsAtWidth;
};

/// Predecoder, decoders, µop cache and loop stream; the queue between them and
/// the renamer evens out what they deliver from cycle to cycle, so that the
/// whole is no slower than the slowest.
class IntelModel final : public FrontEndModel {
public:
  FrontEndLimits limits(const Kernel &K, const Cpu &C) const override {
    return intelLimits(K, C);
  }
  std::unique_ptr<sim::FrontEnd>
  make(const sim::FrontEndContext &Ctx) const override {
    return std::make_unique<sim::IntelFrontEndUnit>(Ctx);
  }
  /// The whole queue, and what may come in one cycle after a look at how full
  /// it is, each with a stack sync µop.
  unsigned queueCapacity(const Cpu &C) const override {
    const IntelFrontEnd &F = C.Fetch.Intel;
    unsigned Queue = F.UopQueue;
    for (const LoopUnrolling &U : F.LoopUnrollings)
      Queue = std::max(Queue, U.UpTo * U.Times);
    return Queue +
           2 * std::max({F.CacheWidth, F.MicrocodeWidth, 8 * F.Decoders});
  }
  unsigned queuedUops(const KernelInstr &I) const override {
    return std::max(1u, unsigned(I.Decode.QueuedUops) + I.Decode.MicrocodeUops);
  }
};

/// Op cache, or fetch and decoders, behind them a queue.
class OpCacheModel final : public FrontEndModel {
public:
  FrontEndLimits limits(const Kernel &K, const Cpu &C) const override {
    return opCacheLimits(K, C);
  }
  std::unique_ptr<sim::FrontEnd>
  make(const sim::FrontEndContext &Ctx) const override {
    return std::make_unique<sim::OpCacheFrontEndUnit>(Ctx);
  }
  /// What comes in a cycle fills the queue up at most.
  unsigned queueCapacity(const Cpu &C) const override {
    return 2 * C.Fetch.OpCache.OpQueue + FrontEndModel::queueCapacity(C);
  }
};

} // namespace

unsigned FrontEndModel::queuedUops(const KernelInstr &I) const {
  return std::max<unsigned>(1, I.FusedUops);
}

const FrontEndModel &takt::frontEndModel(FrontEndKind Kind) {
  static const LinearModel Linear;
  static const DispatchModel NoCross(/*EndsAtWidth=*/true);
  static const DispatchModel Queues(/*EndsAtWidth=*/false);
  static const IntelModel Intel;
  static const OpCacheModel OpCache;
  // In the order of FrontEndKind.
  static const FrontEndModel *const Models[] = {&Linear, &NoCross, &Queues,
                                                &Intel, &OpCache};
  static_assert(std::size(Models) == size_t(FrontEndKind::Last) + 1,
                "each kind of front end has a model");
  return *Models[size_t(Kind)];
}

//===----------------------------------------------------------------------===//
// What others ask
//===----------------------------------------------------------------------===//

bool takt::startsAtRenaming(FrontEndKind K) {
  return frontEndModel(K).startsAtRenaming();
}

bool takt::dispatchesInGroups(FrontEndKind K) {
  return frontEndModel(K).dispatchesInGroups();
}

FrontEndLimits takt::frontEndLimits(const Kernel &K, const Cpu &C) {
  return frontEndModel(C.Fetch.Kind).limits(K, C);
}

FrontEndBound takt::frontEndBound(const Kernel &K, const Cpu &C) {
  return {frontEndLimits(K, C).Together};
}

std::unique_ptr<sim::FrontEnd>
takt::sim::makeFrontEnd(FrontEndKind Kind, const FrontEndContext &Ctx) {
  return frontEndModel(Kind).make(Ctx);
}

unsigned takt::sim::queueCapacity(const Cpu &C) {
  return frontEndModel(C.Fetch.Kind).queueCapacity(C);
}

unsigned takt::sim::queuedUops(const KernelInstr &I, const Cpu &C) {
  return I.MacroFused ? 0 : frontEndModel(C.Fetch.Kind).queuedUops(I);
}
