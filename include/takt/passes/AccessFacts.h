//===- AccessFacts.h - What the IR knows of a loop's accesses ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A machine instruction still says which IR pointer it accesses, and the final
/// IR is alive while code is printed. From there come the distances between
/// addresses that registers do not show (b = a + 8 in front of the loop), the
/// strides, and which accesses never meet: restrict, types, different objects,
/// the vectoriser's runtime checks, ranges that follow from the trip count.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_ACCESSFACTS_H
#define TAKT_PASSES_ACCESSFACTS_H

#include "takt/models/KernelBuilder.h"
#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Loop;
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace takt {

class IRAnalyses;

/// The instructions of an iteration in order, and the machine instruction that
/// each comes from (null: none; one may become several).
struct KernelCode {
  llvm::ArrayRef<CodeInstr> Code;
  llvm::ArrayRef<const llvm::MachineInstr *> Origin;
};

/// What is known of the accesses of \p K, an iteration of a loop in \p MF that
/// was made from \p L (null: not known). \p IR may be null; then only slots of
/// the frame are known. Nothing is looked for, and the facts are empty, unless
/// the kernel both loads and stores: there are no dependences to decide about.
MemoryFacts findAccessFacts(const llvm::MachineFunction &MF, IRAnalyses *IR,
                            const llvm::Loop *L, const KernelCode &K);

} // namespace takt

#endif // TAKT_PASSES_ACCESSFACTS_H
