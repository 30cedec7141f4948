//===- KernelText.cpp - Kernels as text -------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The reader: recursive descent over the tokens of KernelLexer. The names of
/// its functions are those of the grammar in docs/kernel-text.md.
///
//===----------------------------------------------------------------------===//

#include "takt/models/KernelText.h"
#include "KernelReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <algorithm>

using namespace llvm;
using namespace takt;

namespace {

class Parser : private KernelReader {
public:
  Parser(StringRef File, std::vector<KernelToken> Tokens, const Cpu &C)
      : KernelReader(File, std::move(Tokens), C) {}

  Expected<std::vector<NamedKernel>> parseFile();

private:
  Error parseKernel();
  Error parseItem();
  Error parseLocations();
  Error parseMemory();
  Error parseExpect();
  Error parseInstr();
  Error parseAttribute(KernelInstr &I, bool &FusedGiven);
  Error parseUop(Uop &U);
  Error parseUses(Uop &U);
  Error parseReads(Uop &U);
  Error parseWrites(Uop &U);
  Error parseLocation(LocationId &L);
  Error parseClass(uint16_t &Class);

  /// An instruction of a memory dependence, looked up when the kernel ends.
  struct InstrRef {
    KernelToken Token;
    uint32_t MemoryDependence::*Field;
    size_t Dependence;
  };
  Error resolve(const InstrRef &R);

  std::vector<NamedKernel> Kernels;
  StringMap<unsigned> KernelLines;
  // Of the current kernel, which is Kernels.back().
  StringMap<LocationId> Locations;
  StringMap<uint16_t> Classes;
  bool NumberedClasses = false;
  std::vector<InstrRef> References;
};

} // namespace

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

Expected<std::vector<NamedKernel>> Parser::parseFile() {
  while (!isEndOfFile())
    if (Error E = parseKernel())
      return E;
  return std::move(Kernels);
}

Error Parser::parseKernel() {
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
  NumberedClasses = false;
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

Error Parser::parseItem() {
  if (eatWord("locations"))
    return parseLocations();
  if (eatWord("memory"))
    return parseMemory();
  if (eatWord("expect"))
    return parseExpect();
  return parseInstr();
}

Error Parser::parseLocations() {
  while (!isEnd()) {
    LocationId L;
    if (Error E = parseLocation(L))
      return E;
  }
  return Error::success();
}

Error Parser::parseMemory() {
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
  return Error::success();
}

Error Parser::parseExpect() {
  do {
    if (Error E = parseExpectation(Kernels.back().Expected.emplace_back()))
      return E;
  } while (!isEnd());
  return Error::success();
}

Error Parser::resolve(const InstrRef &R) {
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

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

Error Parser::parseInstr() {
  KernelInstr I;
  bool FusedGiven = false;
  if (Error E = parseName(I.Mnemonic, "an instruction"))
    return E;
  while (!isEnd() && !is(":"))
    if (Error E = parseAttribute(I, FusedGiven))
      return E;
  if (eat(":")) {
    do {
      if (Error E = parseUop(I.Uops.emplace_back()))
        return E;
    } while (eat("|"));
  }
  if (!FusedGiven)
    I.FusedUops = I.MacroFused ? 0 : std::max<size_t>(1, I.Uops.size());
  Kernels.back().K.Instrs.push_back(std::move(I));
  return Error::success();
}

Error Parser::parseAttribute(KernelInstr &I, bool &FusedGiven) {
  if (eatWord("taken")) {
    I.Taken = true;
    return Error::success();
  }
  if (eatWord("macro-fused")) {
    I.MacroFused = true;
    return Error::success();
  }
  if (eatWord("fused")) {
    FusedGiven = true;
    return parseNumber(I.FusedUops);
  }
  if (eatWord("size"))
    return parseNumber(I.Size);
  if (eatWord("offset"))
    return parseNumber(I.Offset);
  if (eatWord("text"))
    return parseName(I.Text, "the instruction's text");
  return expected("':' or an attribute (fused, macro-fused, taken, size, "
                  "offset, text)");
}

Error Parser::parseUop(Uop &U) {
  if (eatWord("load"))
    U.Kind = UopKind::Load;
  else if (eatWord("store-address"))
    U.Kind = UopKind::StoreAddress;
  else if (eatWord("store-data"))
    U.Kind = UopKind::StoreData;
  else if (eatWord("branch"))
    U.Kind = UopKind::Branch;
  if (Error E = parseUses(U))
    return E;
  while (eat(";")) {
    if (eatWord("reads")) {
      if (Error E = parseReads(U))
        return E;
    } else if (eatWord("writes")) {
      if (Error E = parseWrites(U))
        return E;
    } else {
      return expected("'reads' or 'writes'");
    }
  }
  return Error::success();
}

Error Parser::parseUses(Uop &U) {
  if (eatWord("none"))
    return Error::success();
  do {
    ResourceUse &Use = U.Uses.emplace_back();
    if (Error E = parseResources(Use.Resources))
      return E;
    if (eat("*"))
      if (Error E = parseNumber(Use.Cycles, 1))
        return E;
  } while (eat("+"));
  return Error::success();
}

Error Parser::parseReads(Uop &U) {
  do {
    UopRead &R = U.Reads.emplace_back();
    if (Error E = parseLocation(R.Loc))
      return E;
    while (is("-") || is("+")) {
      const bool Longer = eat("+") || !eat("-");
      Bypass &B = R.Bypasses.emplace_back();
      if (Error E = parseNumber(B.Cycles))
        return E;
      if (Longer)
        B.Cycles = -B.Cycles;
      if (eat("@"))
        if (Error E = parseClass(B.Producer))
          return E;
    }
  } while (isName() || is("$"));
  return Error::success();
}

Error Parser::parseWrites(Uop &U) {
  do {
    UopWrite &W = U.Writes.emplace_back();
    W.Latency = 1;
    if (Error E = parseLocation(W.Loc))
      return E;
    if (eat("@"))
      if (Error E = parseClass(W.WriteClass))
        return E;
    if (eatWord("latency"))
      if (Error E = parseNumber(W.Latency))
        return E;
  } while (isName() || is("$"));
  return Error::success();
}

Error Parser::parseLocation(LocationId &L) {
  Location Where;
  Where.Internal = eat("$");
  if (Error E = parseName(Where.Name, "a register or other location"))
    return E;
  uint32_t Instance = 1;
  if (eat("~"))
    if (Error E = parseNumber(Instance, 1))
      return E;
  std::vector<Location> &All = Kernels.back().K.Locations;
  const std::string Key =
      (Twine(Where.Internal) + " " + Twine(Instance) + " " + Where.Name).str();
  const auto [Known, New] = Locations.try_emplace(Key, All.size());
  if (New)
    All.push_back(std::move(Where));
  L = Known->second;
  return Error::success();
}

Error Parser::parseClass(uint16_t &Class) {
  const bool Number = isNumber(tok());
  if (Number ? !Classes.empty() : NumberedClasses)
    return fail("classes of a kernel are either all names or all numbers");
  if (Number) {
    NumberedClasses = true;
    return parseNumber(Class, 1);
  }
  std::string Name;
  if (Error E = parseName(Name, "a class"))
    return E;
  Class = Classes.try_emplace(Name, Classes.size() + 1).first->second;
  return Error::success();
}

Expected<std::vector<NamedKernel>> takt::parseKernels(MemoryBufferRef Buffer,
                                                      const Cpu &C) {
  Expected<std::vector<KernelToken>> Tokens = lexKernels(Buffer);
  if (!Tokens)
    return Tokens.takeError();
  return Parser(Buffer.getBufferIdentifier(), std::move(*Tokens), C)
      .parseFile();
}
