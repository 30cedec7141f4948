//===- SchedModel.h - Reading LLVM's scheduling models ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A view of MCSchedModel in terms of units and sets of units. LLVM's tables
/// are expanded: an instruction on one port also books every group that holds
/// the port. This undoes it.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SCHEDMODEL_H
#define TAKT_MODELS_SCHEDMODEL_H

#include "takt/models/Cpu.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCSchedule.h"
#include <string>
#include <vector>

namespace llvm {
class MCInst;
class MCInstrInfo;
class MCSubtargetInfo;
} // namespace llvm

namespace takt {

/// A set of SchedModel::units().
using UnitMask = uint64_t;

/// Cycles that an instruction takes on one of a set of units.
struct UnitUse {
  UnitMask Units = 0;
  unsigned Cycles = 0;
};

/// LLVM's scheduling model of one CPU. Refers to the MCSubtargetInfo that it
/// was made from.
class SchedModel {
public:
  /// The model of the LLVM CPU \p LLVMCpu; empty: the one \p STI is tuned for.
  /// An error if there is no such CPU or it describes no instructions.
  static llvm::Expected<SchedModel> create(const llvm::MCSubtargetInfo &STI,
                                           llvm::StringRef LLVMCpu);

  /// The smallest units: "SKLPort0", or "A57UnitI[1]" where LLVM has several
  /// units under one name. At most 64.
  const std::vector<std::string> &units() const { return Units; }

  /// The LLVM CPU whose model it is.
  const std::string &cpu() const { return CpuName; }

  const llvm::MCSchedModel &model() const { return *SM; }

  /// The scheduling class of \p I with variants resolved; null if LLVM does not
  /// describe it.
  const llvm::MCSchedClassDesc *classOf(const llvm::MCInst &I,
                                        const llvm::MCInstrInfo &MII) const;

  /// What an instruction of \p Class occupies, each set of units once, smaller
  /// sets first. Empty for what takes no unit.
  llvm::SmallVector<UnitUse, 4> uses(const llvm::MCSchedClassDesc &Class) const;

private:
  SchedModel() = default;
  void findUnits();
  UnitMask unitsOf(unsigned Resource);

  const llvm::MCSubtargetInfo *STI = nullptr;
  const llvm::MCSchedModel *SM = nullptr;
  std::string CpuName;
  std::vector<std::string> Units;
  /// For each of LLVM's resources (units, groups) the units that it means.
  std::vector<UnitMask> Masks;
  bool TooManyUnits = false;
};

} // namespace takt

#endif // TAKT_MODELS_SCHEDMODEL_H
