//===- BindingLimit.h - What binds where no bound is attained ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which limit a prediction names where its cycles are more than each bound,
/// and the words about it.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_BINDINGLIMIT_H
#define TAKT_MODELS_BINDINGLIMIT_H

#include "takt/models/Prediction.h"

namespace takt {

/// Whether the longest recurrence is worth a word where dependences cost
/// something: it takes at least half of the cycles. A shorter one waits longer
/// than it works, so what dependences cost are latencies within an iteration.
bool isChainLong(const Prediction &P);

/// The one of \p P's costs, which are not empty, that says what binds: the
/// first, but stores that leave one at a time where that costs half as much, as
/// it is part of what buffers and ports cost; and loads that wait for stores
/// where these make up nine tenths of what the latencies within an iteration
/// cost.
const LimitCost &bindingLimit(const Prediction &P);

/// Whether \p L is ports, a unit or the front end that alone take half of the
/// cycles, and more than would be left without them: it is the bound that binds
/// then, and what its use costs comes on top.
bool isMostlyBound(const LimitCost &L, const Prediction &P);

/// "dependency chain through xmm0 (vfmadd231sd, 4.00)".
std::string chainText(const Prediction &P, const Kernel &K);

/// "ports p0 and p1", "the divider unit fpdiv", "port p0 and the divider unit
/// div".
std::string resourcesText(ResourceMask Resources, const Cpu &C);

/// "bound by " and the limits that matter most, at most two of them.
std::string describeCosts(const Prediction &P, const Kernel &K, const Cpu &C);

} // namespace takt

#endif // TAKT_MODELS_BINDINGLIMIT_H
