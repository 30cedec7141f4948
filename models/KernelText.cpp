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
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace takt;

Expected<std::vector<NamedKernel>> KernelParser::parseFile() {
  while (!isEndOfFile())
    if (Error E = parseKernel())
      return E;
  return std::move(Kernels);
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
  References.clear();
  while (!isEndOfFile() && !isWord("kernel")) {
    if (Error E = parseItem())
      return E;
    if (Error E = endOfLine())
      return E;
  }
  for (const InstrRef &R : References)
    if (Error E = resolve(R))
      return E;
  if (Error E = K.K.verify(C.Resources.size()))
    return failAt(Start, "kernel '" + K.Name + "': " + toString(std::move(E)));
  return Error::success();
}

Error KernelParser::parseItem() {
  if (eatWord("locations"))
    return parseLocations();
  if (eatWord("memory"))
    return parseMemory();
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

Error KernelParser::parseMemory() {
  Kernel &K = Kernels.back().K;
  const size_t Index = K.MemoryDependences.size();
  MemoryDependence &D = K.MemoryDependences.emplace_back();
  D.Latency = C.StoreForwardLatency;
  std::string Ignored;
  References.push_back({tok(), &MemoryDependence::Store, Index});
  if (Error E = parseName(Ignored, "the storing instruction"))
    return E;
  if (!eat("->"))
    return expected("'->'");
  References.push_back({tok(), &MemoryDependence::Load, Index});
  if (Error E = parseName(Ignored, "the loading instruction"))
    return E;
  if (eatWord("distance"))
    if (Error E = parseNumber(D.Distance))
      return E;
  if (eatWord("latency"))
    if (Error E = parseNumber(D.Latency))
      return E;
  D.Renamed = eatWord("renamed");
  return Error::success();
}

Error KernelParser::parseExpect() {
  do {
    if (Error E = parseExpectation(Kernels.back().Expected.emplace_back()))
      return E;
  } while (!isEnd());
  return Error::success();
}

Error KernelParser::resolve(const InstrRef &R) {
  Kernel &K = Kernels.back().K;
  uint32_t &Result = K.MemoryDependences[R.Dependence].*R.Field;
  if (isNumber(R.Token)) {
    if (StringRef(R.Token.Text).getAsInteger(10, Result) ||
        Result >= K.Instrs.size())
      return failAt(R.Token, "there is no instruction " + R.Token.Text);
    return Error::success();
  }
  const auto Named = [&](const KernelInstr &I) {
    return I.Mnemonic == R.Token.Text;
  };
  const auto Found = find_if(K.Instrs, Named);
  if (Found == K.Instrs.end())
    return failAt(R.Token, "there is no instruction '" + R.Token.Text + "'");
  if (std::any_of(std::next(Found), K.Instrs.end(), Named))
    return failAt(R.Token, "there are several instructions '" + R.Token.Text +
                               "'; give its number, from 0");
  Result = std::distance(K.Instrs.begin(), Found);
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
