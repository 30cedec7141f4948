//===- TraceRows.cpp - What µops do in each cycle -------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceRows.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace takt;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

char takt::stateLetter(UopState S, UopSource From) {
  switch (S) {
  case UopState::Predecoded:
    return 'P';
  case UopState::Predecode:
  case UopState::InQueue:
    return '.';
  case UopState::Delivered:
    return "QMSCL"[size_t(From)];
  case UopState::Issued:
    return 'I';
  case UopState::OnTheWay:
    return ':';
  case UopState::NeedsValue:
    return '=';
  case UopState::NeedsPort:
    return '~';
  case UopState::Dispatched:
    return 'D';
  case UopState::Executing:
    return 'e';
  case UopState::Executed:
    return 'E';
  case UopState::Waiting:
    return '-';
  case UopState::Retired:
    return 'R';
  }
  llvm_unreachable("unknown state");
}

StringRef takt::sourceName(UopSource From) {
  switch (From) {
  case UopSource::None:
    return "front end";
  case UopSource::Decoders:
    return "decoders";
  case UopSource::Microcode:
    return "microcode";
  case UopSource::UopCache:
    return "µop cache";
  case UopSource::LoopStream:
    return "loop stream";
  }
  llvm_unreachable("unknown source");
}

std::string takt::stateName(UopState S, UopSource From) {
  switch (S) {
  case UopState::Predecoded:
    return "predecoded";
  case UopState::Predecode:
    return "in the instruction queue";
  case UopState::Delivered:
    return ("delivered by the " + sourceName(From)).str();
  case UopState::InQueue:
    return "in the µop queue";
  case UopState::Issued:
    return "issued";
  case UopState::OnTheWay:
    return "on the way to the scheduler";
  case UopState::NeedsValue:
    return "waits for an operand";
  case UopState::NeedsPort:
    return "ready, waits for its port";
  case UopState::Dispatched:
    return "dispatched";
  case UopState::Executing:
    return "executes";
  case UopState::Executed:
    return "executed";
  case UopState::Waiting:
    return "waits for its retirement";
  case UopState::Retired:
    return "retired";
  }
  llvm_unreachable("unknown state");
}

bool takt::isEvent(UopState S) {
  return S == UopState::Predecoded || S == UopState::Delivered ||
         S == UopState::Issued || S == UopState::Dispatched ||
         S == UopState::Executed || S == UopState::Retired;
}

const Uop *takt::kernelUop(const KernelInstr &I, const UopTrace &U) {
  if (isByStackEngine(U.Origin) || !U.has(Stage::Issued))
    return nullptr;
  const std::vector<Uop> &Uops =
      I.Move != MoveKind::None && !U.Eliminated ? I.Executed : I.Uops;
  return U.Uop < Uops.size() ? &Uops[U.Uop] : nullptr;
}

std::string takt::uopRole(const KernelInstr &I, const UopTrace &U) {
  if (U.Origin == UopOrigin::StackSync)
    return "stack pointer sync";
  if (U.Origin == UopOrigin::StackPlace)
    return "place of a stack pointer sync";
  if (U.Origin == UopOrigin::Merge)
    return "merge of a partial register";
  if (!U.has(Stage::Issued))
    return "not issued yet";
  const Uop *Op = kernelUop(I, U);
  if (!Op)
    return "empty slot";
  switch (Op->Kind) {
  case UopKind::Compute:
    return U.Eliminated ? "eliminated" : "operation";
  case UopKind::Load:
    return "load";
  case UopKind::StoreAddress:
    return "store address";
  case UopKind::StoreData:
    return "store data";
  case UopKind::Branch:
    return "branch";
  }
  llvm_unreachable("unknown kind");
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {

/// Puts one state behind the other.
class RowBuilder {
public:
  explicit RowBuilder(std::vector<TraceSegment> &Segments)
      : Segments(Segments) {}

  /// An event in \p Cycle, after which \p Then lasts. A later stage in the same
  /// cycle takes the place of an earlier one.
  void event(uint64_t Cycle, UopState S, UopState Then) {
    enter(Cycle, S);
    enter(Cycle + 1, Then);
  }
  void enter(uint64_t Cycle, UopState S) {
    while (!Segments.empty() && Segments.back().Begin >= Cycle)
      Segments.pop_back();
    if (!Segments.empty())
      Segments.back().End = Cycle;
    Segments.push_back({S, Cycle, Cycle});
  }
  /// The last state lasts until \p Cycle, unless it never began.
  void end(uint64_t Cycle) {
    if (Segments.empty())
      return;
    if (Segments.back().Begin >= Cycle)
      Segments.pop_back();
    else
      Segments.back().End = Cycle;
  }

private:
  std::vector<TraceSegment> &Segments;
};

} // namespace

static void addBackEnd(RowBuilder &B, const UopTrace &U, const Cpu &C) {
  const uint64_t Issued = U.at(Stage::Issued);
  B.event(Issued, UopState::Issued, UopState::OnTheWay);
  const uint64_t Next = std::min(
      {U.at(Stage::Ready), U.at(Stage::Dispatched), U.at(Stage::Executed)});
  const uint64_t Arrives = Issued + std::max(1u, C.Schedule.IssueToDispatch);
  if (Arrives < Next)
    B.enter(Arrives, UopState::NeedsValue);
  if (U.has(Stage::Ready) && U.at(Stage::Ready) < U.at(Stage::Dispatched) &&
      U.Port >= 0)
    B.enter(std::max(U.at(Stage::Ready), Issued + 1), UopState::NeedsPort);
  if (U.has(Stage::Dispatched))
    B.event(U.at(Stage::Dispatched), UopState::Dispatched, UopState::Executing);
  // What the renamer does itself is executed as soon as it is issued.
  if (U.has(Stage::Executed) && U.at(Stage::Executed) <= Issued)
    B.enter(Issued + 1, UopState::Waiting);
  else if (U.has(Stage::Executed))
    B.event(U.at(Stage::Executed), UopState::Executed, UopState::Waiting);
}

/// The states of one µop, until \p End if it does not retire before.
static void addStates(TraceRow &R, const InstrTrace &I, const Cpu &C,
                      uint64_t End) {
  RowBuilder B(R.Segments);
  if (R.First && I.Predecoded != NeverCycle)
    B.event(I.Predecoded, UopState::Predecoded, UopState::Predecode);
  if (!R.Uop)
    return B.end(I.Predecoded == NeverCycle ? 0 : I.Predecoded + 1);
  const UopTrace &U = *R.Uop;
  if (U.has(Stage::Queued))
    B.event(U.at(Stage::Queued), UopState::Delivered, UopState::InQueue);
  if (U.has(Stage::Issued))
    addBackEnd(B, U, C);
  if (!U.has(Stage::Retired))
    return B.end(End);
  B.enter(U.at(Stage::Retired), UopState::Retired);
  B.end(U.at(Stage::Retired) + 1);
}

std::vector<TraceRow> takt::traceRows(const PipelineTrace &T, const Cpu &C) {
  std::vector<TraceRow> Rows;
  for (const InstrTrace &I : T.instrs()) {
    const size_t Count = std::max<size_t>(1, I.Uops.size());
    for (size_t U = 0; U != Count; ++U) {
      TraceRow &R = Rows.emplace_back();
      R.Iteration = I.Iteration;
      R.Instr = I.Instr;
      R.First = U == 0;
      R.Uop = I.Uops.empty() ? nullptr : &I.Uops[U];
      addStates(R, I, C, T.endCycle());
    }
  }
  return Rows;
}

std::vector<std::pair<uint64_t, uint64_t>>
takt::quietCycles(ArrayRef<TraceRow> Rows, uint64_t Begin, uint64_t End) {
  constexpr uint64_t Shortest = 8, Margin = 2;
  std::vector<uint64_t> Busy;
  for (const TraceRow &R : Rows)
    for (const TraceSegment &S : R.Segments)
      if (S.Begin >= Begin && S.Begin < End)
        Busy.push_back(S.Begin);
  Busy.push_back(End);
  llvm::sort(Busy);
  std::vector<std::pair<uint64_t, uint64_t>> Quiet;
  uint64_t Last = Begin;
  for (const uint64_t Cycle : Busy) {
    if (Cycle > Last + Shortest + 2 * Margin)
      Quiet.push_back({Last + 1 + Margin, Cycle - Margin});
    Last = Cycle;
  }
  return Quiet;
}

std::vector<TraceColumn> takt::traceColumns(ArrayRef<TraceRow> Rows,
                                            uint64_t Most) {
  uint64_t Begin = NeverCycle, End = 0;
  for (const TraceRow &R : Rows)
    if (!R.Segments.empty()) {
      Begin = std::min(Begin, R.begin());
      End = std::max(End, R.end());
    }
  std::vector<TraceColumn> Columns;
  if (Begin == NeverCycle)
    return Columns;
  const auto Quiet = quietCycles(Rows, Begin, End);
  auto Gap = Quiet.begin();
  for (uint64_t C = Begin; C < End && (Most == 0 || Columns.size() != Most);) {
    const bool IsGap = Gap != Quiet.end() && Gap->first == C;
    const uint64_t Next = IsGap ? Gap->second : C + 1;
    Gap += IsGap;
    Columns.push_back({C, Next, IsGap});
    C = Next;
  }
  return Columns;
}
