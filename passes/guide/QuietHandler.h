//===- QuietHandler.h - Keeps what a compilation says -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What LLVM says of a compilation that nobody else is to hear of.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_QUIETHANDLER_H
#define TAKT_PASSES_GUIDE_QUIETHANDLER_H

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace takt {

/// Keeps the first thing that goes wrong, and lets nothing out.
struct QuietHandler : llvm::DiagnosticHandler {
  explicit QuietHandler(std::string &FirstError) : FirstError(FirstError) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &DI) override {
    if (DI.getSeverity() == llvm::DS_Error && FirstError.empty()) {
      llvm::raw_string_ostream OS(FirstError);
      llvm::DiagnosticPrinterRawOStream Printer(OS);
      DI.print(Printer);
    }
    return true;
  }
  bool isAnalysisRemarkEnabled(llvm::StringRef) const override { return false; }
  bool isMissedOptRemarkEnabled(llvm::StringRef) const override {
    return false;
  }
  bool isPassedOptRemarkEnabled(llvm::StringRef) const override {
    return false;
  }
  bool isAnyRemarkEnabled() const override { return false; }

  std::string &FirstError;
};

} // namespace takt

#endif // TAKT_PASSES_GUIDE_QUIETHANDLER_H
