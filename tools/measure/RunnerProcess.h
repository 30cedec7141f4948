//===- RunnerProcess.h - The program that runs code -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Talks to takt-measure-runner, which may be on another machine.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNNERPROCESS_H
#define TAKT_TOOLS_MEASURE_RUNNERPROCESS_H

#include "Job.h"
#include "Reply.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdio>
#include <memory>

namespace takt {

class RunnerProcess {
public:
  /// Starts \p Command by the shell. Fails if there are no pipes or processes.
  static llvm::Expected<std::unique_ptr<RunnerProcess>>
  start(llvm::StringRef Command);
  ~RunnerProcess();

  /// Errors: what the runner says that it cannot do; that it ended, or says
  /// something that it should not.
  llvm::Expected<Measurement> measure(const Job &J);

private:
  RunnerProcess() = default;
  llvm::Error lost(llvm::StringRef Said) const;

  std::string Command;
  std::FILE *To = nullptr, *From = nullptr;
  int Process = -1;
};

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNNERPROCESS_H
