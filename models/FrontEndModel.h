//===- FrontEndModel.h - All that is asked of a front end -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A front end of one kind: what bounds, simulation and passes ask of it. A new
/// kind is one class, its enumerator in FrontEndKind, its line in
/// frontEndModel() and its name in models/CpuFilePipeline.cpp; docs/models.md
/// has the steps.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_FRONTENDMODEL_H
#define TAKT_MODELS_FRONTENDMODEL_H

#include "sim/FrontEnd.h"
#include "takt/models/FrontEndLimits.h"
#include <memory>

namespace takt {

/// A kind of front end; has no state.
class FrontEndModel {
public:
  virtual ~FrontEndModel() = default;

  /// The steady state for \p K alone, with a back end that takes everything:
  /// FrontEndLimits::Together, and what of it each part needs. Must not be
  /// above what the simulation takes.
  virtual FrontEndLimits limits(const Kernel &K, const Cpu &C) const = 0;
  /// One that is simulated; must not outlive what \p Ctx refers to.
  virtual std::unique_ptr<sim::FrontEnd>
  make(const sim::FrontEndContext &Ctx) const = 0;
  /// Entries of the µop queue that the front end of \p C needs, for what is
  /// delivered in one cycle once there is room, each with a stack sync µop.
  virtual unsigned queueCapacity(const Cpu &C) const {
    return 2 * C.Fetch.Width + 2;
  }
  /// Entries of the µop queue that \p I, which is not fused to the one before,
  /// takes: 1 or more.
  virtual unsigned queuedUops(const KernelInstr &I) const;
  /// \sa takt::startsAtRenaming
  virtual bool startsAtRenaming() const { return false; }
  /// \sa takt::dispatchesInGroups
  virtual bool dispatchesInGroups() const { return false; }
};

/// The model for \p Kind.
const FrontEndModel &frontEndModel(FrontEndKind Kind);

/// FrontEndModel::limits of the kinds, for the parts that they have: the issue
/// width alone; in-order dispatch and register results; predecoder, decoders,
/// µop cache and loop stream. (opCacheLimits is in OpCacheLimits.h.)
FrontEndLimits issueLimits(const Kernel &K, const Cpu &C);
FrontEndLimits dispatchLimits(const Kernel &K, const Cpu &C);
FrontEndLimits intelLimits(const Kernel &K, const Cpu &C);

} // namespace takt

#endif // TAKT_MODELS_FRONTENDMODEL_H
