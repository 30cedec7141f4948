//===- ModelMap.h - A CPU's description onto LLVM's model -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MODELMAP_H
#define TAKT_MODELS_MODELMAP_H

#include "SchedModel.h"

namespace takt {

/// The scheduling model that \p C is based on.
llvm::Expected<SchedModel> baseModel(const llvm::MCSubtargetInfo &STI,
                                     const Cpu &C);

/// For each unit of \p M the resources of \p C that stand for it; 0 for ignored
/// units. An error, with its line, for a name that is no unit of \p M, and for
/// units that \p C does not mention.
llvm::Expected<std::vector<ResourceMask>> mapUnits(const SchedModel &M,
                                                   const Cpu &C);

/// Finds the ports of loads and stores of a generic CPU: the port sets that
/// most of LLVM's loads (stores) use, and that are used by more of them than by
/// instructions without memory.
void findMemoryPorts(const SchedModel &M, const llvm::MCInstrInfo &MII,
                     llvm::ArrayRef<ResourceMask> UnitResources, Cpu &C);

} // namespace takt

#endif // TAKT_MODELS_MODELMAP_H
