//===- Core.cpp - What the parts of the back end share ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core.h"
#include "History.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

/// Entries of a reorder buffer whose size does not count; finite like
/// UnknownReorderBuffer.
static constexpr unsigned RelaxedReorderBuffer = 1024;

/// Those of a file without a limit are more than can be in flight.
static RegisterCounts registers(const Cpu &C, bool Relaxed) {
  constexpr unsigned Most = (1u << (RegisterBits - 1)) - 1;
  const auto Of = [&](RegisterKind Kind, unsigned N) {
    return oneRegister(Kind) * (N && !Relaxed ? std::min(N, Most) : Most);
  };
  const auto OrMost = [](unsigned N) { return N ? N : CodeInFlight::Most; };
  const RegisterLimits &R = C.Registers;
  return Of(RegisterKind::General, R.General) |
         Of(RegisterKind::Vector, R.Vector) | Of(RegisterKind::Mask, R.Mask) |
         OneBlock * OrMost(C.Code.Blocks) | OneLine * OrMost(C.Code.Lines);
}

Limits::Limits(const Cpu &C, const Relaxation &Without, bool LoneStores) {
  assert(C.Fetch.Width > 0 && "issue width of 0");
  auto OrAny = [](unsigned N, bool Relaxed) { return N && !Relaxed ? N : Any; };
  IssueWidth = OrAny(C.Fetch.Width, Without.IssueWidth);
  RetireWidth = OrAny(C.RetireWidth, Without.IssueWidth);
  Headroom = C.Fetch.Width;
  ReorderBuffer = std::max(C.ReorderBuffer, Headroom);
  if (Without.Buffers)
    ReorderBuffer = RelaxedReorderBuffer;
  else if (!C.ReorderBuffer)
    ReorderBuffer = UnknownReorderBuffer;
  ReorderBuffer = std::max(ReorderBuffer, Headroom);
  Scheduler = std::max(
      OrAny(C.Scheduler, Without.Buffers || C.hasQueuesAtIssue()), Headroom);
  LoadBuffer = OrAny(C.LoadBuffer, Without.Buffers);
  StoreBuffer = OrAny(C.StoreBuffer, Without.Buffers);
  if (!Without.Buffers)
    WaitingLoads = C.WaitingLoads;
  Registers = registers(C, Without.Buffers);
  StorePorts = C.StoreDataPorts;
  StoreWrites = LoneStores ? 1 : std::max(1, popcount(StorePorts));
  IssueToDispatch = std::max(1u, C.Schedule.IssueToDispatch);
  LateWindow = C.Schedule.LateWindow;
  EveryMove = Without.Moves;
  AnyBuffer = Without.Buffers;
  Unlimited = relaxedResources(C, Without);
  // What goes to the cache in a cycle is as wide as what comes in; that stores
  // leave one at a time is none of the ports' doing.
  if (!LoneStores && StorePorts && !(StorePorts & ~Unlimited))
    StoreWrites = Any;
}

/// The most unfused µops that are in flight at a time.
static size_t uopsInFlight(const Program &P, const Limits &L) {
  return size_t(L.ReorderBuffer + 1) * P.MaxFusedSize;
}

/// A value's time is asked for a while after retirement.
static size_t uopsOnRecord(const Program &P, const Limits &L) {
  const size_t Values = 2 * uopsInFlight(P, L);
  return P.Recordable ? Values + History::uopsOnRecord(P.Uops.size()) : Values;
}

Core::Core(const Program &P, const Limits &L, PipelineListener *Listener)
    : P(P), L(L), Listener(Listener), Uops(uopsInFlight(P, L)),
      Times(uopsOnRecord(P, L)), NextUop(Times.size() + 1), OldestUop(NextUop),
      Reorder(L.ReorderBuffer + 1), Kinds(P.HasKinds ? Times.size() : 1),
      WaitingLoads(L.WaitingLoads) {}

void Core::emit(Stage What, const InFlight &U, Cycle At, bool Eliminated) {
  const FusedEntry &F = Reorder[U.Fused];
  PipelineEvent E;
  E.What = What;
  E.Origin = F.Static->Origin;
  E.Port = U.Port == InFlight::NoPort ? -1 : int8_t(U.Port);
  E.Cycle = At;
  E.Iteration = F.Iteration;
  E.Instr = F.Static->Instr;
  E.Queued = F.Static->Queued;
  E.Fused = F.Static->Index;
  E.Uop = isByStackEngine(E.Origin) ? 0 : U.Static->Index;
  E.Eliminated = Eliminated;
  Listener->event(E);
}

void Core::emitSlot(Stage What, const FusedEntry &F) {
  PipelineEvent E;
  E.What = What;
  E.Origin = F.Static->Origin;
  E.Cycle = Now;
  E.Iteration = F.Iteration;
  E.Instr = F.Static->Instr;
  E.Queued = F.Static->Queued;
  E.Fused = F.Static->Index;
  E.Uop = PipelineEvent::NoUop;
  Listener->event(E);
}

} // namespace takt::sim
