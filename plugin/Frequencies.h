//===- Frequencies.h - Block frequencies for remarks ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_PLUGIN_FREQUENCIES_H
#define TAKT_PLUGIN_FREQUENCIES_H

#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include <optional>

namespace takt {

/// Block frequencies of a function, when they are first asked for, and an
/// emitter of remarks that has them where remarks are to have the hotness of
/// their code. LLVM's LazyMachineBlockFrequencyInfoPass makes them anew
/// whenever it is asked, and gone are those that its emitter still refers to.
class Frequencies {
public:
  explicit Frequencies(llvm::MachineFunction &MF) : MF(MF) {}

  const llvm::MachineBlockFrequencyInfo *get() { return &found(); }

  llvm::MachineOptimizationRemarkEmitter emitter() {
    const bool Hotness =
        MF.getFunction().getContext().getDiagnosticsHotnessRequested();
    return {MF, Hotness ? &found() : nullptr};
  }

private:
  llvm::MachineBlockFrequencyInfo &found() {
    if (!MBFI) {
      Dominators.emplace(MF);
      Loops.emplace(*Dominators);
      MBFI.emplace(MF, Probabilities, *Loops);
    }
    return *MBFI;
  }

  llvm::MachineFunction &MF;
  llvm::MachineBranchProbabilityInfo Probabilities;
  std::optional<llvm::MachineDominatorTree> Dominators;
  std::optional<llvm::MachineLoopInfo> Loops;
  std::optional<llvm::MachineBlockFrequencyInfo> MBFI;
};

} // namespace takt

#endif // TAKT_PLUGIN_FREQUENCIES_H
