//===- PathCode.h - The code of a path through a loop -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_PATHCODE_H
#define TAKT_PASSES_PATHCODE_H

#include "takt/models/KernelBuilder.h"
#include <string>
#include <vector>

namespace llvm {
class MachineInstr;
} // namespace llvm

namespace takt {

class FunctionLayout;
struct LoopPath;

/// The code of a kernel, with the machine instruction behind each MCInst.
struct PathCode {
  std::vector<CodeInstr> Code;
  std::vector<const llvm::MachineInstr *> Origin;
  /// Why the path cannot be modelled ("call to printf"); empty if nothing is in
  /// the way.
  std::string Reason;
};

/// The instructions on \p Path, laid out in \p Layout.
PathCode codeOfPath(const LoopPath &Path, const FunctionLayout &Layout);

} // namespace takt

#endif // TAKT_PASSES_PATHCODE_H
