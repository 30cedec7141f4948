//===- AccessSizes.h - Bytes of memory operands -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's instruction descriptions do not say how many bytes a memory operand
/// has; the only place that does is the printer of Intel syntax ("qword ptr").
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_ACCESSSIZES_H
#define TAKT_MODELS_ACCESSSIZES_H

#include "takt/models/KernelBuilder.h"

namespace llvm {
class MCAsmInfo;
} // namespace llvm

namespace takt {

class AccessSizes {
public:
  explicit AccessSizes(const TargetRef &T);
  ~AccessSizes();

  /// Bytes of \p I's memory operand; 0 if it has none or it is not known.
  unsigned sizeOf(const llvm::MCInst &I);

private:
  TargetRef T;
  std::unique_ptr<llvm::MCAsmInfo> MAI;
  /// Null for targets without such a syntax.
  std::unique_ptr<llvm::MCInstPrinter> Printer;
};

} // namespace takt

#endif // TAKT_MODELS_ACCESSSIZES_H
