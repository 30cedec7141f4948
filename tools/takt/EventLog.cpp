//===- EventLog.cpp - What happened to each µop ---------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventLog.h"

using namespace llvm;
using namespace takt;

/// Merge and sync µops go in front of the instruction.
static unsigned rankOf(UopOrigin O) {
  switch (O) {
  case UopOrigin::StackSync:
  case UopOrigin::StackPlace:
    return 0;
  case UopOrigin::Merge:
    return 1;
  case UopOrigin::Instruction:
    return 2;
  }
  llvm_unreachable("unknown origin");
}

static StringRef originName(unsigned Rank) {
  static constexpr StringLiteral Names[] = {"sync", "merge", ""};
  return Names[Rank];
}

static StringRef sourceName(UopSource S) {
  switch (S) {
  case UopSource::None:
    return "";
  case UopSource::Decoders:
    return "decoders";
  case UopSource::Microcode:
    return "microcode";
  case UopSource::UopCache:
    return "uop cache";
  case UopSource::LoopStream:
    return "loop stream";
  }
  llvm_unreachable("unknown source");
}

void EventLog::event(const PipelineEvent &E) {
  if (E.What == Stage::Predecoded || E.Uop == PipelineEvent::NoUop)
    return;
  const unsigned Rank = rankOf(E.Origin);
  if (E.What == Stage::Queued) {
    Deliveries[{E.Iteration, E.Instr, Rank, E.Queued}] = {E.From, E.Cycle};
    return;
  }
  const Key Which{E.Iteration, E.Instr, Rank, E.Uop};
  if (E.What == Stage::Issued) {
    if (E.Cycle >= Before)
      return;
    Row &R = Rows[Which];
    R.Queued = E.Queued;
    R.Fused = E.Fused;
    R.Port = E.Port;
    const auto D = Deliveries.find({E.Iteration, E.Instr, Rank, E.Queued});
    if (D != Deliveries.end()) {
      R.From = D->second.From;
      R.Cycles[0] = D->second.Cycle;
    }
  }
  const auto R = Rows.find(Which);
  if (R == Rows.end())
    return;
  const unsigned At =
      static_cast<unsigned>(E.What) - static_cast<unsigned>(Stage::Queued);
  R->second.Cycles[At] = E.Cycle;
  if (E.What == Stage::Dispatched)
    R->second.Port = E.Port;
}

void EventLog::writeHeader(raw_ostream &OS) {
  OS << "kernel,iteration,instruction,extra,queued,fused,uop,port,from,"
        "into_queue,issued,ready,dispatched,executed,retired\n";
}

void EventLog::write(raw_ostream &OS, unsigned Kernel, const Cpu &C) const {
  for (const auto &[Which, R] : Rows) {
    const auto &[Iteration, Instr, Rank, Uop] = Which;
    OS << Kernel << ',' << Iteration << ',' << Instr << ',' << originName(Rank)
       << ',' << R.Queued << ',' << R.Fused << ',' << Uop << ','
       << (R.Port < 0 ? StringRef() : StringRef(C.Resources[R.Port].Name))
       << ',' << sourceName(R.From);
    for (const int64_t Cycle : R.Cycles) {
      OS << ',';
      if (Cycle >= 0)
        OS << Cycle;
    }
    OS << '\n';
  }
}
