//===- KernelText.cpp - Kernels as text -------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Files, kernels and what belongs to a whole kernel.
///
//===----------------------------------------------------------------------===//

#include "takt/models/KernelText.h"
#include "KernelParser.h"
#include "StoreForwarding.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

using namespace llvm;
using namespace takt;

Expected<std::vector<NamedKernel>> KernelParser::parseFile() {
  while (!isEndOfFile())
    if (Error E = parseKernel())
      return E;
  return std::move(Kernels);
}

/// Of sets of ports the simulator numbers no more where there are queues
/// (sim::InFlight::Set). Instructions of a CPU have a few dozen.
static constexpr unsigned MostSetsInQueues = 254;

/// At most so many sets of ports do the queues of \p C leave the µops of \p K:
/// one in each queue that they may go to.
static unsigned setsInQueues(const Kernel &K, const Cpu &C) {
  if (C.hasQueuesAtIssue() || (C.Queues.empty() && !C.Together.Entries))
    return 0;
  std::set<ResourceMask> Seen;
  unsigned Sets = C.Queues.size(); // of store data
  for (const KernelInstr &I : K.Instrs)
    for (const Uop &U : I.Uops)
      for (const ResourceUse &Use : U.Uses)
        if (Seen.insert(Use.Resources).second)
          Sets += std::max<unsigned>(
              1, count_if(C.Queues, [&](const DispatchQueue &Q) {
                return (Q.Ports & Use.Resources) != 0;
              }));
  return Sets;
}

Error KernelParser::parseKernel() {
  const KernelToken Start = tok();
  if (!eatWord("kernel"))
    return expected("'kernel'");
  NamedKernel &K = Kernels.emplace_back();
  K.Line = Start.Line;
  if (Error E = parseName(K.Name, "the kernel's name"))
    return E;
  const auto [Known, New] = KernelLines.try_emplace(K.Name, Start.Line);
  if (!New)
    return failAt(Start, "kernel '" + K.Name + "' is already on line " +
                             Twine(Known->second));
  if (eatWord("unrolled"))
    K.K.Repeats = Notion::Unrolled;
  if (Error E = endOfLine())
    return E;

  Locations.clear();
  Classes.clear();
  Symbols.clear();
  Dependences.clear();
  Possible.clear();
  Orders.clear();
  while (!isEndOfFile() && !isWord("kernel")) {
    if (Error E = parseItem())
      return E;
    if (Error E = endOfLine())
      return E;
  }
  if (Error E = resolveAll())
    return E;
  if (Error E = K.K.verify(C.Resources.size()))
    return failAt(Start, "kernel '" + K.Name + "': " + toString(std::move(E)));
  if (setsInQueues(K.K, C) > MostSetsInQueues)
    return failAt(Start, "kernel '" + K.Name +
                             "': too many different ports for the queues of " +
                             C.Name);
  return Error::success();
}

Error KernelParser::parseItem() {
  if (eatWord("locations"))
    return parseLocations();
  if (eatWord("registers"))
    return parseRegisters();
  Kernel &K = Kernels.back().K;
  if (eatWord("memory"))
    return parseDependence(K.MemoryDependences, Dependences);
  if (eatWord("possible"))
    return parseDependence(K.PossibleDependences, Possible);
  if (eatWord("write-after-write"))
    return parseOrder(MemoryOrder::WriteAfterWrite);
  if (eatWord("write-after-read"))
    return parseOrder(MemoryOrder::WriteAfterRead);
  if (eatWord("expect"))
    return parseExpect();
  return parseInstr();
}

Error KernelParser::parseLocations() {
  while (!isEnd()) {
    LocationId L;
    if (Error E = parseLocation(L))
      return E;
  }
  return Error::success();
}

/// The register file of some locations.
Error KernelParser::parseRegisters() {
  RegisterKind Kind = RegisterKind::None;
  if (eatWord("general"))
    Kind = RegisterKind::General;
  else if (eatWord("vector"))
    Kind = RegisterKind::Vector;
  else if (eatWord("mask"))
    Kind = RegisterKind::Mask;
  else
    return expected("general, vector or mask");
  do {
    LocationId L;
    if (Error E = parseLocation(L))
      return E;
    Kernels.back().K.Locations[L].Kind = Kind;
  } while (!isEnd());
  return Error::success();
}

Error KernelParser::parseRefs(std::vector<InstrRefs> &Refs, const Twine &From,
                              const Twine &To) {
  InstrRefs &R = Refs.emplace_back();
  std::string Ignored;
  R.From = tok();
  if (Error E = parseName(Ignored, From))
    return E;
  if (!eat("->"))
    return expected("'->'");
  R.To = tok();
  return parseName(Ignored, To);
}

Error KernelParser::parseDependence(std::vector<MemoryDependence> &List,
                                    std::vector<InstrRefs> &Refs) {
  MemoryDependence &D = List.emplace_back();
  std::optional<uint16_t> Latency, AddressLatency;
  if (Error E =
          parseRefs(Refs, "the storing instruction", "the loading instruction"))
    return E;
  if (eatWord("distance"))
    if (Error E = parseNumber(D.Distance))
      return E;
  if (eatWord("latency"))
    if (Error E = parseNumber(Latency.emplace()))
      return E;
  if (eatWord("address-latency"))
    if (Error E = parseNumber(AddressLatency.emplace()))
      return E;
  D.Renamed = eatWord("renamed");
  D.Named = eatWord("named");
  D.Partial = eatWord("partial");
  setLatencies(D, C);
  D.Latency = Latency.value_or(D.Latency);
  D.AddressLatency = AddressLatency.value_or(D.AddressLatency);
  return Error::success();
}

Error KernelParser::parseOrder(MemoryOrder::OrderKind Kind) {
  MemoryOrder &O = Kernels.back().K.MemoryOrders.emplace_back();
  O.Kind = Kind;
  if (Error E = parseRefs(Orders, "the earlier instruction",
                          "the storing instruction"))
    return E;
  return eatWord("distance") ? parseNumber(O.Distance) : Error::success();
}

Error KernelParser::parseExpect() {
  do {
    if (Error E = parseExpectation(Kernels.back().Expected.emplace_back()))
      return E;
  } while (!isEnd());
  return Error::success();
}

Error KernelParser::resolve(const KernelToken &Token, uint32_t &Result) {
  const Kernel &K = Kernels.back().K;
  if (isNumber(Token)) {
    if (StringRef(Token.Text).getAsInteger(10, Result) ||
        Result >= K.Instrs.size())
      return failAt(Token, "there is no instruction " + Token.Text);
    return Error::success();
  }
  const auto Named = [&](const KernelInstr &I) {
    return I.Mnemonic == Token.Text;
  };
  const auto Found = find_if(K.Instrs, Named);
  if (Found == K.Instrs.end())
    return failAt(Token, "there is no instruction '" + Token.Text + "'");
  if (std::any_of(std::next(Found), K.Instrs.end(), Named))
    return failAt(Token, "there are several instructions '" + Token.Text +
                             "'; give its number, from 0");
  Result = std::distance(K.Instrs.begin(), Found);
  return Error::success();
}

Error KernelParser::resolveAll() {
  Kernel &K = Kernels.back().K;
  const auto Resolve = [&](const InstrRefs &R, uint32_t &From,
                           uint32_t &To) -> Error {
    if (Error E = resolve(R.From, From))
      return E;
    return resolve(R.To, To);
  };
  for (auto [R, D] : zip_equal(Dependences, K.MemoryDependences))
    if (Error E = Resolve(R, D.Store, D.Load))
      return E;
  for (auto [R, D] : zip_equal(Possible, K.PossibleDependences))
    if (Error E = Resolve(R, D.Store, D.Load))
      return E;
  for (auto [R, O] : zip_equal(Orders, K.MemoryOrders))
    if (Error E = Resolve(R, O.First, O.Second))
      return E;
  return Error::success();
}

Expected<std::vector<NamedKernel>> takt::parseKernels(MemoryBufferRef Buffer,
                                                      const Cpu &C) {
  Expected<std::vector<KernelToken>> Tokens = lexKernels(Buffer);
  if (!Tokens)
    return Tokens.takeError();
  return KernelParser(Buffer.getBufferIdentifier(), std::move(*Tokens), C)
      .parseFile();
}
