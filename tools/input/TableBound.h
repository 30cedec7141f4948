//===- TableBound.h - How many entries a jump table has ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The bound of a table's index, from the compare or the mask before its use.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_TABLEBOUND_H
#define TAKT_TOOLS_INPUT_TABLEBOUND_H

#include "ReachingDefs.h"

namespace takt {

/// How many values, from 0 on, \p Index can have at instruction \p Use: all
/// ways there, a few blocks back, compare it unsigned with a constant or mask
/// it. None if that cannot be seen.
std::optional<uint64_t> tableBound(FlowGraph &G, const ReachingDefs &Defs,
                                   TargetRef T, size_t Use,
                                   llvm::MCRegister Index);

} // namespace takt

#endif // TAKT_TOOLS_INPUT_TABLEBOUND_H
