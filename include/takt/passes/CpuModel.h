//===- CpuModel.h - The kernel builder for a function's CPU -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Brings together the CPU that a function is compiled for (or that the options
/// name), its machine description and a kernel builder.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_CPUMODEL_H
#define TAKT_PASSES_CPUMODEL_H

#include "takt/models/KernelBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class MachineFunction;
} // namespace llvm

namespace takt {

struct Options;

/// A kernel builder with all that it refers to. Lives no longer than the
/// function's TargetMachine.
class CpuModel {
public:
  /// The model for \p MF under \p O. Fails for an unreadable or malformed model
  /// file, an unknown CPU in the options, and a CPU for which LLVM has no
  /// scheduling model.
  static llvm::Expected<std::unique_ptr<CpuModel>>
  create(const llvm::MachineFunction &MF, const Options &O);
  ~CpuModel();

  KernelBuilder &builder() { return *Builder; }
  const std::shared_ptr<const Cpu> &cpu() const { return C; }

private:
  CpuModel();

  /// Set where the options ask for another CPU than the function's.
  std::unique_ptr<llvm::MCSubtargetInfo> OtherSTI;
  std::unique_ptr<llvm::MCInstrAnalysis> MIA;
  std::unique_ptr<llvm::MCInstPrinter> Printer;
  std::shared_ptr<const Cpu> C;
  std::unique_ptr<KernelBuilder> Builder;
};

/// The models of the CPUs that the functions of a module are compiled for, for
/// passes that change code: where there is none they leave the code alone, and
/// the analysis says why.
class CpuModels {
public:
  /// The model for \p MF under the options; made when it is first asked for.
  /// Null where CpuModel::create fails.
  CpuModel *get(const llvm::MachineFunction &MF);

private:
  llvm::DenseMap<const llvm::MCSubtargetInfo *, std::unique_ptr<CpuModel>>
      Models;
};

} // namespace takt

#endif // TAKT_PASSES_CPUMODEL_H
