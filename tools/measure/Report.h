//===- Report.h - Measurements as rows or JSON ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes measurements.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_REPORT_H
#define TAKT_TOOLS_MEASURE_REPORT_H

#include "Measurable.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

namespace takt {

/// One region in one form.
struct MeasuredRegion {
  llvm::StringRef Hex;
  Form Repeated = Form::Loop;
  /// Cycles are those of one repetition, of Copies copies.
  Measurement Result;
  unsigned Copies = 1;
  /// Where it was found; empty for lines of hex.
  std::string Place;
  /// Why it was not tried; else empty.
  std::string Why;
};

/// Writes regions as they come: csv with a header, or one JSON array.
class MeasureReport {
public:
  MeasureReport(llvm::raw_ostream &OS, bool Json);
  ~MeasureReport();
  void write(const MeasuredRegion &B);

private:
  void writeRow(const MeasuredRegion &B);
  void writeObject(const MeasuredRegion &B);

  llvm::raw_ostream &OS;
  std::unique_ptr<llvm::json::OStream> Json;
};

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_REPORT_H
