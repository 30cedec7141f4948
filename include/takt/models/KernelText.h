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
///       load   : load p23 ; reads rdi ; writes x latency 5
///       fma    : p01 ; reads x acc ; writes acc latency 4
///       add    : p0156 ; reads rdi ; writes rdi latency 1
///     expect cycles 4 ports 2/3 front-end 3/4 dependences 4 bound-by
///     dependences
///
/// docs/kernel-text.md has the grammar.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_KERNELTEXT_H
#define TAKT_MODELS_KERNELTEXT_H

#include "takt/models/Cpu.h"
#include "takt/models/Kernel.h"
#include "takt/models/Rational.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <utility>
#include <vector>

namespace takt {

/// A kernel with what a test expects of it.
struct NamedKernel {
  std::string Name;
  Kernel K;
  /// What is expected: "cycles" → "4", "bound-by" → "dependences", in the order
  /// of the file.
  std::vector<std::pair<std::string, std::string>> Expected;
  /// Line of the `kernel` keyword.
  unsigned Line = 0;
};

/// Reads all kernels of \p Buffer for \p C. Errors say file, line, column and
/// reason.
llvm::Expected<std::vector<NamedKernel>>
parseKernels(llvm::MemoryBufferRef Buffer, const Cpu &C);

/// Writes \p K so that parseKernels reads the same kernel again.
void printKernel(llvm::raw_ostream &OS, llvm::StringRef Name, const Kernel &K,
                 const Cpu &C);

} // namespace takt

#endif // TAKT_MODELS_KERNELTEXT_H
