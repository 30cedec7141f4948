//===- KernelText.h - Kernels as text ---------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A text form of kernels, so that models are tested without a compiler:
///
///     # A dot product: the chain through the accumulator binds.
///     kernel dot
///       load : load p23 ; reads rdi ; writes x latency 5
///       fma  : p01 ; reads x acc ; writes acc latency 4
///       add  : p0156 ; reads rdi ; writes rdi
///       expect cycles 4 ports 1 front-end 3/4 dependences 4
///       expect bound-by dependences
///
/// docs/kernel-text.md has the grammar.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_KERNELTEXT_H
#define TAKT_MODELS_KERNELTEXT_H

#include "takt/models/Cpu.h"
#include "takt/models/Kernel.h"
#include "takt/models/Rational.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace takt {

/// Something that a test expects of a prediction.
struct Expectation {
  /// "cycles", "ports", "front-end", "dependences", "bound-by", "saturated",
  /// "recurrence", or "load" and the name of a resource: "load p0".
  std::string Key;
  /// Numbers as Rational::exactStr, sets as resourceSetText, a recurrence as
  /// "mul->add", whatever way the file spells them.
  std::string Value;
  unsigned Line = 0, Column = 0; ///< of the key
};

/// A kernel with what a test expects of it.
struct NamedKernel {
  std::string Name;
  Kernel K;
  /// In the order of the file.
  std::vector<Expectation> Expected;
  /// Line of the `kernel` keyword.
  unsigned Line = 0;
};

/// Reads all kernels of \p Buffer for \p C. Every kernel returned is valid
/// (Kernel::verify). Errors say "file:line:column: reason".
llvm::Expected<std::vector<NamedKernel>>
parseKernels(llvm::MemoryBufferRef Buffer, const Cpu &C);

/// Writes \p K so that parseKernels reads the same kernel again. \p K must be
/// valid.
void printKernel(llvm::raw_ostream &OS, llvm::StringRef Name, const Kernel &K,
                 const Cpu &C);

/// A set of resources as the text form spells it: "p01", "alu0/alu1", "none".
std::string resourceSetText(ResourceMask Mask, const Cpu &C);

} // namespace takt

#endif // TAKT_MODELS_KERNELTEXT_H
