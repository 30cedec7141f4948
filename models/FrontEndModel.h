//===- FrontEndModel.h - The in-order part of a CPU -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A front end of one kind. Each FrontEndKind has a class of its own, and one
/// line in the table of FrontEndBound.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_FRONTENDMODEL_H
#define TAKT_MODELS_FRONTENDMODEL_H

#include "takt/models/Bounds.h"

namespace takt {

/// A kind of front end; has no state.
class FrontEndModel {
public:
  virtual ~FrontEndModel() = default;
  /// The steady state for \p K alone, with a back end that takes everything.
  virtual FrontEndBound bound(const Kernel &K, const Cpu &C) const = 0;
};

/// The model for \p Kind.
const FrontEndModel &frontEndModel(FrontEndKind Kind);

} // namespace takt

#endif // TAKT_MODELS_FRONTENDMODEL_H
