//===- CpuResolveQueues.cpp - Queues between dispatch and ports -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuResolver.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace takt;
using llvm::Error;

/// What \p From says of \p To, whose ports are known, contradicts itself or the
/// queues in front of it.
Error CpuResolver::checkQueue(const CpuFile &F, const FileQueue &From,
                              const DispatchQueue &To) const {
  if (!To.Ports)
    return at(F, From.Name, "'" + To.Name + "' has no ports");
  for (const auto &[Index, R] : llvm::enumerate(C->Resources))
    if (!R.IsPort && (To.Ports >> Index & 1))
      return at(F, From.Name,
                "'" + R.Name + "' of '" + To.Name + "' is no port");
  if (To.Waiting && !To.Entries)
    return at(F, From.Name, "'waiting' of '" + To.Name + "' needs 'entries'");
  for (const DispatchQueue &Q : C->Queues)
    if (Q.Name == To.Name)
      return at(F, From.Name, "'" + To.Name + "' is described twice");
  return Error::success();
}

Error CpuResolver::resolveQueues(const CpuFile &F) {
  // The list is replaced as a whole, like that of the ports.
  if (!F.Queues || &F != lastWith(&CpuFile::Queues))
    return Error::success();
  auto Number = [](const std::optional<FileCount> &N) {
    return N ? std::optional(N->Value) : std::nullopt;
  };
  for (const FileQueue &From : F.Queues->List) {
    DispatchQueue To;
    To.Name = From.Name.Text;
    To.Width = Number(From.Width);
    To.Entries = Number(From.Entries);
    To.Waiting = Number(From.Waiting);
    To.ByChance = From.ByChance.value_or(false);
    if (Error E = mask(F, From.Ports, To.Ports))
      return E;
    if (Error E = checkQueue(F, From, To))
      return E;
    if (C->Queues.size() == MaxQueues)
      return at(F, From.Name,
                "more than " + llvm::Twine(MaxQueues) + " queues");
    C->Queues.push_back(std::move(To));
  }
  if (Error E = resolveTogether(F))
    return E;
  if (Error E = resolveBinding(F))
    return E;
  if (Error E = resolvePlaces(F))
    return E;
  if (Error E = resolveHalves(F))
    return E;
  return resolveBranchOrder(F);
}

Error CpuResolver::resolveTogether(const CpuFile &F) {
  C->Together = CommonEntries();
  if (!F.Queues->Together)
    return Error::success();
  const FileTogether &From = *F.Queues->Together;
  C->Together.Entries = From.Entries.Value;
  if (Error E = mask(F, From.Ports, C->Together.Ports))
    return E;
  if (!C->Together.Ports)
    return at(F, From.Where, "'together' has no ports");
  return Error::success();
}

/// Cycles that bindings may look back: each is part of the machine's state.
static constexpr unsigned MostCyclesBack = 64;

/// Queues whose µops are bound a cycle at a time.
Error CpuResolver::resolveBinding(const CpuFile &F) {
  C->Binding = CycleBinding();
  if (!F.Queues->ByCycle)
    return Error::success();
  const FileBinding &From = *F.Queues->ByCycle;
  C->Binding.SeenAfter = From.SeenAfter.Value;
  C->Binding.LeftAfter = From.LeftAfter.Value;
  set(C->Binding.FreeAfter, From.FreeAfter);
  set(C->Binding.Reserve, From.Reserve);
  if (From.First.Names.empty())
    return at(F, From.Where, "'by-cycle' has no first ports");
  if (std::max({C->Binding.SeenAfter, C->Binding.LeftAfter,
                C->Binding.FreeAfter}) > MostCyclesBack)
    return at(F, From.Where,
              "'seen-after', 'left-after' and 'free-after' are at most " +
                  llvm::Twine(MostCyclesBack));
  unsigned Last = 0, Count = 0;
  for (const FileName &Name : From.First.Names) {
    ResourceMask Ports = 0;
    if (Error E = addPort(F, Name, Ports))
      return E;
    const auto In = llvm::find_if(
        C->Queues, [&](const DispatchQueue &Q) { return Q.Ports & Ports; });
    if (In == C->Queues.end())
      return at(F, Name, "'" + Name.Text + "' is in no queue");
    if (std::any_of(In + 1, C->Queues.end(),
                    [&](const DispatchQueue &Q) { return Q.Ports & Ports; }))
      return at(F, Name, "'" + Name.Text + "' is in two queues");
    const unsigned Queue = In - C->Queues.begin();
    if (Count++ && Queue != Last + 1)
      return at(F, Name,
                "'" + Name.Text +
                    "' is not in the queue behind the one before");
    if (Count > CycleBinding::MaxQueues)
      return at(F, Name,
                "more than " + llvm::Twine(CycleBinding::MaxQueues) +
                    " queues");
    if (In->Entries && *In->Entries < C->Binding.Reserve)
      return at(F, From.Where,
                "'reserve' is more than '" + In->Name + "' has entries");
    Last = Queue;
    C->Binding.FirstPorts |= Ports;
  }
  for (const FileName &Name : From.Single.Names) {
    ResourceMask Ports = 0;
    if (Error E = addPort(F, Name, Ports))
      return E;
    if (Ports & ~C->Binding.FirstPorts)
      return at(F, Name, "'" + Name.Text + "' is none of the first ports");
    C->Binding.SinglePorts |= Ports;
  }
  return Error::success();
}

/// The ports of one side, each alone in a queue that nothing else binds.
Error CpuResolver::resolveSide(const CpuFile &F, const FilePorts &From,
                               std::vector<uint8_t> &To, ResourceMask &Seen) {
  for (const FileName &Name : From.Names) {
    ResourceMask Port = 0;
    if (Error E = addPort(F, Name, Port))
      return E;
    if (Seen & Port)
      return at(F, Name, "'" + Name.Text + "' is there twice");
    Seen |= Port;
    unsigned Count = 0;
    for (const DispatchQueue &Q : C->Queues)
      if (Q.Ports & Port)
        Count += Q.Ports == Port ? 1 : 2;
    if (Count != 1)
      return at(F, Name, "'" + Name.Text + "' has no queue of its own");
    if (Port & C->Binding.FirstPorts)
      return at(F, Name, "'" + Name.Text + "' is bound by cycles");
    To.push_back(llvm::countr_zero(Port));
  }
  return Error::success();
}

/// Queues that are bound by \p Key have their entries in common.
Error CpuResolver::checkCommonEntries(const CpuFile &F, const FilePorts &From,
                                      llvm::StringRef Key) const {
  for (const FileName &Name : From.Names) {
    ResourceMask Port = 0;
    if (Error E = addPort(F, Name, Port))
      return E;
    for (const DispatchQueue &Q : C->Queues)
      if ((Q.Ports & Port) && (Q.Entries || Q.Width || Q.Waiting))
        return at(F, Name,
                  "'" + Q.Name + "' has its entries in '" + Key + "' alone");
  }
  return Error::success();
}

/// Queues whose µops are bound by their places.
Error CpuResolver::resolvePlaces(const CpuFile &F) {
  C->Places = PlaceBinding();
  if (!F.Queues->ByPlace)
    return Error::success();
  const FilePlaces &From = *F.Queues->ByPlace;
  PlaceBinding &To = C->Places;
  To.Difference = From.Difference.Value;
  To.DifferenceAfter = From.DifferenceAfter.Value;
  To.Total = From.Total.Value;
  To.TotalAfter = From.TotalAfter.Value;
  To.Flow = From.Flow.Value;
  To.FlowCycles = From.FlowCycles.Value;
  To.FlowAfter = From.FlowAfter.Value;
  To.Uneven = From.Uneven.Value;
  To.UnevenAfter = From.UnevenAfter.Value;
  To.Full = From.Full.Value;
  if (!C->Together.Entries)
    return at(F, From.Where, "'by-place' needs 'together'");
  if (std::max({To.DifferenceAfter, To.TotalAfter, To.FlowCycles, To.FlowAfter,
                To.UnevenAfter}) > MostCyclesBack)
    return at(F, From.Where,
              "'difference-after', 'total-after', 'flow-cycles', 'flow-after' "
              "and 'uneven-after' are at most " +
                  llvm::Twine(MostCyclesBack));
  ResourceMask Seen = 0;
  for (const auto &[Ports, Side] :
       {std::pair(&From.Even, &To.Even), std::pair(&From.Odd, &To.Odd)}) {
    if (Error E = checkCommonEntries(F, *Ports, "together"))
      return E;
    if (Error E = resolveSide(F, *Ports, *Side, Seen))
      return E;
  }
  if (To.Even.empty() || To.Even.size() != To.Odd.size())
    return at(F, From.Where,
              "'even' and 'odd' need ports, one for each of the other");
  return Error::success();
}

/// Queues whose µops are bound by the half of their cycle.
Error CpuResolver::resolveHalves(const CpuFile &F) {
  C->Halves = HalfBinding();
  if (!F.Queues->ByHalf)
    return Error::success();
  const FileHalves &From = *F.Queues->ByHalf;
  C->Halves.Difference = From.Difference.Value;
  C->Halves.Entries = From.Entries.Value;
  ResourceMask Seen = 0;
  // Those that places bind are there already.
  for (const std::vector<uint8_t> *Side : {&C->Places.Even, &C->Places.Odd})
    for (uint8_t Port : *Side)
      Seen |= ResourceMask(1) << Port;
  for (const auto &[Ports, Side] :
       {std::pair(&From.First, &C->Halves.Ports[0]),
        std::pair(&From.Second, &C->Halves.Ports[1])}) {
    if (Error E = checkCommonEntries(F, *Ports, "by-half"))
      return E;
    if (Error E = resolveSide(F, *Ports, *Side, Seen))
      return E;
    if (Side->empty())
      return at(F, From.Where, "'by-half' needs ports on both sides");
  }
  return Error::success();
}

Error CpuResolver::resolveBranchOrder(const CpuFile &F) {
  ResourceMask InQueues = 0;
  for (const DispatchQueue &Q : C->Queues)
    InQueues |= Q.Ports;
  C->BranchOrder.clear();
  if (!F.Queues->Branches)
    return Error::success();
  for (const FileName &Name : F.Queues->Branches->Names) {
    ResourceMask Port = 0;
    if (Error E = addPort(F, Name, Port))
      return E;
    if (!(Port & InQueues))
      return at(F, Name, "'" + Name.Text + "' is in no queue");
    C->BranchOrder.push_back(llvm::countr_zero(Port));
  }
  return Error::success();
}

/// Where \p Renamer has ports chosen at issue, queues with entries are full or
/// not, and nothing else.
Error CpuResolver::checkQueuesAtIssue(const CpuFile &Renamer) const {
  const bool AnyEntries =
      llvm::any_of(C->Queues, [](const auto &Q) { return Q.Entries; });
  const bool BoundLater = C->Together.Entries || C->Binding.FirstPorts ||
                          !C->Halves.Ports[0].empty() ||
                          !C->BranchOrder.empty();
  if (C->Rename.Ports == PortChoice::AtDispatch || (!AnyEntries && !BoundLater))
    return Error::success();
  const FileName &Where = Renamer.Renamer->Where;
  if (BoundLater)
    return at(Renamer, Where,
              "with 'together', 'by-cycle', 'by-half' and 'branches' ports are "
              "chosen at dispatch");
  ResourceMask Ports = 0;
  for (const DispatchQueue &Q : C->Queues) {
    if (!Q.Entries || Q.Width || Q.Waiting || Q.ByChance)
      return at(
          Renamer, Where,
          "where ports are chosen at issue queue '" + Q.Name +
              "' has 'entries' and none of 'width', 'waiting' and 'by-chance'");
    if (Ports & Q.Ports)
      return at(Renamer, Where,
                "where ports are chosen at issue " +
                    C->resourceNames(Ports & Q.Ports) + " is in one queue");
    Ports |= Q.Ports;
  }
  return Error::success();
}
