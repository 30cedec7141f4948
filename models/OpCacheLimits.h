//===- OpCacheLimits.h - Limits of a front end with an op cache -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a front end of kind `op-cache` (AMD's since Zen) allows at most, in
/// closed form: the part of frontEndLimits() for these.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_OPCACHELIMITS_H
#define TAKT_MODELS_OPCACHELIMITS_H

#include "takt/models/FrontEndLimits.h"

namespace takt {

/// The limits of a front end of kind `op-cache`, in cycles of an iteration.
/// Sources: those of OpCacheFrontEnd.
FrontEndLimits opCacheLimits(const Kernel &K, const Cpu &C);

} // namespace takt

#endif // TAKT_MODELS_OPCACHELIMITS_H
