//===- KernelRun.h - Runs a kernel in processes of its own ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loads a kernel (kernels/kernel.h) from a shared library; checks, times and
/// traces it. Whatever it does, it does to a child process.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_LOOPS_KERNELRUN_H
#define TAKT_TOOLS_LOOPS_KERNELRUN_H

#include "../kernels/kernel.h"
#include "Child.h"
#include "Reply.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace takt {

/// A loaded kernel. The library stays loaded until the process ends.
struct LoadedKernel {
  void (*Run)(long N, Data *D) = nullptr;
  /// Elements of a measurement; at least 2.
  long Size = 0;
  /// What the loader added to the library's addresses.
  uint64_t Base = 0;
};

/// Loads \p Path. Errors: it cannot be loaded, is no kernel, or its kernelSize
/// is below 2.
llvm::Expected<LoadedKernel> loadKernel(const std::string &Path);

/// Data in fresh pages. Fails if there is no memory.
llvm::Expected<Data *> makeData();

/// Runs \p Work in a child, for \p Milliseconds at most. \returns Ok or how it
/// ended; an error if there is no process to be had.
llvm::Expected<Status> runInChild(unsigned Milliseconds,
                                  llvm::function_ref<void()> Work);

/// What timing says of a kernel, per element.
struct KernelCycles {
  Status What = Status::Unstable;
  /// Of the lower of two processes that agree; else of the lowest one that was
  /// stable; all zero if none was.
  Round Cycles;
  /// Calls of each timed stretch.
  uint64_t Calls = 0;
  /// Processes that were stable.
  unsigned Stable = 0;
  /// Cycles of a probe of the core's width on a core of its own; 0: not known.
  double Probe = 0;
};

struct TimingOptions {
  /// For one process.
  unsigned TimeoutMilliseconds = 5000;
  /// At most so many; at least 2.
  unsigned Processes = 8;
  /// KernelCycles::Probe as known from other kernels; 0: not known.
  double Probe = 0;
};

/// Cycles per element: runs of Size and of Size / 2 elements, their difference
/// over the difference of elements. Fails where measure() of takt-measure does.
llvm::Expected<KernelCycles> timeKernel(const LoadedKernel &K,
                                        const TimingOptions &O);

/// Elements of the longer of both calls that are traced: a quarter of large
/// sizes, for a step takes microseconds.
long traceSize(const LoadedKernel &K);

/// Steps through a call with traceSize() / 2 and then through one with
/// traceSize() elements, after calls that are not watched, and writes the
/// address of each executed instruction as in the library's file, 8 bytes each
/// (little-endian), and a zero behind each of both calls. \returns how it
/// ended; an error if processes cannot be traced, or the kernel takes more than
/// 20 million steps.
llvm::Expected<Status> traceKernel(const LoadedKernel &K, unsigned Milliseconds,
                                   llvm::raw_ostream &OS);

} // namespace takt

#endif // TAKT_TOOLS_LOOPS_KERNELRUN_H
