//===- EventLog.h - What happened to each µop -------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `takt --events`: the events of a simulation as a csv file, one row for each
/// unfused-domain µop, for comparison with other simulators
/// (tools/accuracy/events.py).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_TAKT_EVENTLOG_H
#define TAKT_TOOLS_TAKT_EVENTLOG_H

#include "takt/models/Simulation.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <tuple>
#include <vector>

namespace takt {

/// Collects the events of one simulation.
class EventLog final : public PipelineListener {
public:
  /// Keeps µops that are issued before cycle \p Before.
  explicit EventLog(uint64_t Before) : Before(Before) {}

  void event(const PipelineEvent &E) override;

  /// The names of the columns, as a line.
  static void writeHeader(llvm::raw_ostream &OS);
  /// The rows, in order of the program. \p Kernel is their first cell.
  void write(llvm::raw_ostream &OS, unsigned Kernel, const Cpu &C) const;

private:
  /// Iteration, instruction, merge and sync µops before the others, µop.
  using Key = std::tuple<uint64_t, uint32_t, unsigned, uint16_t>;
  struct Row {
    uint16_t Queued = 0, Fused = 0;
    int8_t Port = -1;
    UopSource From = UopSource::None;
    /// Cycles by stage, Queued to Retired; -1: has not happened.
    int64_t Cycles[6] = {-1, -1, -1, -1, -1, -1};
  };
  struct Delivery {
    UopSource From = UopSource::None;
    uint64_t Cycle = 0;
  };

  uint64_t Before;
  std::map<Key, Row> Rows;
  /// By iteration, instruction, origin and queued µop.
  std::map<Key, Delivery> Deliveries;
};

} // namespace takt

#endif // TAKT_TOOLS_TAKT_EVENTLOG_H
