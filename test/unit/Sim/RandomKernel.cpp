//===- RandomKernel.cpp - Kernels that nobody would think of --------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomKernel.h"

using namespace takt;
using namespace takt::test;

void RandomKernels::read(Uop &U, LocationId Loc) {
  UopRead R;
  R.Loc = Loc;
  // What the stack engine does to the stack pointer knows no bypasses.
  if (rarely() && Loc != StackPointer)
    R.Bypasses.push_back({uint16_t(below(3)), int16_t(int(below(7)) - 3)});
  // Takes no random number.
  R.Shared = U.Reads.size() == 1 && Loc % 2 == 0;
  U.Reads.push_back(R);
}

Uop RandomKernels::uop(UopKind Kind) {
  static const unsigned Compute[] = {0x1, 0x2, 0x3, 0x13, 0x21, 0x23, 0x33};
  Uop U;
  U.Kind = Kind;
  ResourceMask Ports = any(Compute);
  if (Kind == UopKind::Load || Kind == UopKind::StoreAddress)
    Ports = 0xc;
  if (Kind == UopKind::StoreData)
    Ports = 0x30;
  U.Uses.push_back({Ports, uint16_t(rarely() ? 2 : 1)});
  if (Kind == UopKind::Compute && rarely())
    U.Uses.push_back({ResourceMask(0x40) << below(2), uint16_t(1 + below(9))});
  for (unsigned N = below(3); N; --N)
    read(U, below(Registers));
  // A port or unit later that is not its own. Takes no random number.
  if (Kind == UopKind::Compute && U.Reads.size() == 2 &&
      U.Reads[0].Loc % 4 == 1) {
    const ResourceMask Later = ResourceMask(1) << U.Reads[1].Loc % 8;
    if (none_of(U.Uses,
                [&](const ResourceUse &Use) { return Use.Resources & Later; }))
      U.Uses.push_back({Later, uint16_t(1 + U.Reads[0].Loc % 3),
                        uint16_t(1 + U.Reads[1].Loc % 5)});
  }
  // One of two units, for a cycle or two. Takes no random number.
  if (Kind == UopKind::Load && U.Reads.size() == 2)
    U.Uses.push_back({0x300, uint16_t(1 + U.Reads[0].Loc % 2)});
  return U;
}

/// What is left of a move, and what it is otherwise.
void RandomKernels::move(KernelInstr &I) {
  const LocationId From = below(Registers), To = below(Registers);
  I.Move = below(2) ? MoveKind::General : MoveKind::Vector;
  Uop Gone;
  Gone.Reads.push_back({From, {}});
  Gone.Writes.push_back({To, 0, 0});
  Uop Moved = uop(UopKind::Compute);
  Moved.Reads.assign(1, {From, {}});
  Moved.Writes.push_back({To, 1, 0});
  I.Uops = {Gone};
  I.Executed = {Moved};
}

void RandomKernels::instr() {
  KernelInstr &I = K.Instrs.emplace_back();
  I.Mnemonic = "i" + std::to_string(K.Instrs.size() - 1);
  I.Size = 1 + below(9);
  if (!below(6))
    return move(I);
  if (rarely()) // nothing to execute: a nop, or an idiom
    I.Uops.emplace_back().Writes.push_back(
        {LocationId(below(Registers)), 0, 0});
  else {
    if (below(3) == 0)
      I.Uops.push_back(uop(UopKind::Load));
    if (I.Uops.empty() || below(2))
      I.Uops.push_back(uop(UopKind::Compute));
    if (below(4) == 0) {
      I.Uops.push_back(uop(UopKind::StoreAddress));
      I.Uops.push_back(uop(UopKind::StoreData));
    }
  }
  // Values go from µop to µop, and out of some of them.
  for (size_t U = 0; U != I.Uops.size(); ++U) {
    if (U && below(2))
      read(I.Uops[U], Registers + (U - 1) % Internals);
    I.Uops[U].Writes.push_back({LocationId(Registers + U % Internals),
                                uint16_t(below(6)), uint16_t(below(3))});
    if (below(2))
      I.Uops[U].Writes.push_back({LocationId(below(Registers)),
                                  uint16_t(below(6)), uint16_t(below(3))});
    I.Uops[U].Access = I.Uops[U].Kind == UopKind::Compute ? -1 : 0;
  }
  I.Accesses.push_back(
      {below(3), int64_t(8 * below(9)), 8, uint16_t(8 << below(3))});
  I.FusedUops = 1 + below(I.Uops.size() + rarely());
  I.Decode.QueuedUops = 1 + below(I.FusedUops);
  if (rarely())
    I.Order = Ordering(below(5));
  if (rarely() && !I.Uops[0].Uses.empty()) {
    I.RepeatId = 1 + below(2);
    I.RepeatCycles = 5 * I.RepeatId;
  }
  I.StackChange = 8 * (int(below(3)) - 1) * rarely();
  I.ReadsStackPointer = rarely();
}

void RandomKernels::memory() {
  const unsigned N = K.Instrs.size();
  for (unsigned Tries = below(4); Tries; --Tries) {
    const unsigned S = below(N), L = below(N);
    if (K.Instrs[S].hasUop(UopKind::StoreData) &&
        K.Instrs[L].hasUop(UopKind::Load))
      K.MemoryDependences.push_back({S, L, uint32_t(S >= L) + below(2),
                                     uint16_t(below(9)), rarely(),
                                     /*Partial=*/false, uint16_t(below(12)),
                                     /*Named=*/(S + L) % 2 == 0});
  }
}

Kernel RandomKernels::kernel(unsigned MaxInstrs) {
  K = {};
  for (unsigned R = 0; R != Registers; ++R)
    K.Locations.push_back(
        {R ? "r" + std::to_string(R) : "rsp", false, RegisterKind(R % 4)});
  for (unsigned T = 0; T != Internals; ++T)
    K.Locations.push_back({"t" + std::to_string(T), true});
  for (unsigned N = 1 + below(MaxInstrs); N; --N)
    instr();
  memory();
  return K;
}

Cpu RandomKernels::cpu(PortChoice Ports) {
  Cpu C;
  C.Name = "random";
  for (const char *Name :
       {"p0", "p1", "p2", "p3", "p4", "p5", "u0", "u1", "u2", "u3"}) {
    Resource R;
    R.Name = Name;
    R.IsPort = Name[0] == 'p';
    C.Resources.push_back(R);
  }
  C.LoadPorts = C.StoreAddressPorts = 0xc;
  C.StoreDataPorts = 0x30;
  C.StackPointer.Name = "rsp";
  C.Fetch.Width = 1 + below(6);
  C.RetireWidth = below(2) ? C.Fetch.Width + below(4) : 0;
  C.ReorderBuffer = any({0u, 8u, 20u, 60u});
  C.Scheduler = any({0u, 8u, 16u, 40u});
  C.LoadBuffer = any({0u, 1u, 10u});
  C.StoreBuffer = any({0u, 1u, 10u});
  C.Rename.Ports = Ports;
  C.Rename.PortImbalance = 1 + below(5);
  C.Rename.Alternating = {0xc};
  C.Rename.Moves = MoveElimination(below(3));
  if (below(2))
    C.Rename.GeneralMoveSlots = C.Rename.VectorMoveSlots = below(5);
  C.Rename.MovePipeline = 1 + below(3);
  C.Rename.MoveSlotsUntilOverwritten = below(2);
  C.Rename.StackEngine = below(2);
  C.Rename.StackSyncPorts = 0x3;
  C.Schedule.IssueToDispatch = 1 + below(6);
  C.Schedule.LateWindow = below(3);
  C.Schedule.ExecuteDelay = 1 + below(3);
  C.Memory.FullWidth = any({0u, 16u});
  C.Memory.PairedStoreReach = any({0u, 64u});
  // Takes no random number, so that all that follows stays as it was.
  C.Memory.StoreBlock = C.Schedule.ExecuteDelay == 2 ? 32 : 0;
  C.Memory.Lone = {C.Memory.StoreBlock ? 2u : 0u, 8};
  C.Memory.KnownBlocks = C.Rename.MovePipeline == 1 ? 2 : 0;
  C.Memory.KnownAfter = C.Schedule.IssueToDispatch;
  C.Memory.LineBytes = C.Schedule.ExecuteDelay != 3 ? 32 : 0;
  C.Memory.CrossingDelay = C.Schedule.LateWindow;
  if (C.Memory.LineBytes && C.Rename.MovePipeline == 2) {
    C.Memory.LoadRetry = C.Schedule.IssueToDispatch;
    C.Memory.Banks = {4, 8, 2};
  }
  if (C.Schedule.LateWindow == 2)
    C.WaitingLoads = {1 + C.Schedule.IssueToDispatch, C.Fetch.Width};
  C.Memory.RewritesAgainAfter = C.Rename.MovePipeline;
  if (C.Rename.Ports == PortChoice::AtDispatch && C.Schedule.LateWindow == 1)
    C.Schedule.Reads = {{0x3, 0x10}, 0x20, 0x1, C.Schedule.IssueToDispatch - 1};
  if (C.Rename.Ports == PortChoice::AtDispatch && C.Rename.MovePipeline == 3)
    C.Schedule.LateResults = 0x33;
  C.Schedule.EarlyTries = C.Schedule.IssueToDispatch == 4 ? 0x33 : 0;
  if (C.Schedule.IssueToDispatch == 3)
    C.Queues = {{"even", 0x15, 2, 6, 4}, {"odd", 0x2a, 3, 5, std::nullopt}};
  C.Rename.WholeUops = C.Schedule.LateWindow == 1 ? C.Fetch.Width / 2 : 0;
  C.Rename.StackSyncsEveryUse = C.Schedule.ExecuteDelay == 1;
  C.Rename.MicrocodeApart = C.Rename.WholeUops && C.Rename.StackEngine;
  if (C.Rename.MovePipeline == 1)
    C.Registers = {C.Schedule.IssueToDispatch, 8, 2};
  return C;
}
