//===- JsonReport.h - A report for programs ---------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The JSON that `takt --json` prints, as docs/takt.schema.json describes it.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_TAKT_JSONREPORT_H
#define TAKT_TOOLS_TAKT_JSONREPORT_H

#include "TextReport.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace takt {

/// Grows by one whenever a program that reads the JSON could break: a field
/// that is renamed, removed or changes its meaning. New fields do not count.
constexpr int JsonSchemaVersion = 1;

/// Writes one JSON document. Kernels are written as they come, so that memory
/// does not grow with them; errors are kept until the end.
class JsonReport {
public:
  explicit JsonReport(llvm::raw_ostream &OS);
  /// Ends the document.
  ~JsonReport();

  void add(const Analysed &A);
  /// What cannot be analysed, and why; \p R: where it is, null if no region is
  /// concerned.
  void addError(llvm::StringRef Input, llvm::StringRef Message,
                const CodeRegion *R);

private:
  void place(const CodeRegion &R);
  void bounds(const Prediction &P);
  void frontEndParts(const FrontEndLimits &L);
  void sensitivity(const Analysed &A);
  void placement(const Prediction &P);
  void ports(const Cpu &C, llvm::ArrayRef<Rational> Load);
  void recurrence(const Analysed &A);
  void memoryDependences(llvm::StringRef Name,
                         llvm::ArrayRef<MemoryDependence> List);
  void memoryOrders(const Kernel &K);
  void instructions(const Analysed &A);

  struct Failure {
    std::string Input, Message;
    bool HasPlace = false;
    CodeRegion Place;
  };
  llvm::json::OStream J;
  std::vector<Failure> Errors;
};

} // namespace takt

#endif // TAKT_TOOLS_TAKT_JSONREPORT_H
