//===- KernelInstrText.cpp - Instructions of kernels as text ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instructions, their attributes and their µops.
///
//===----------------------------------------------------------------------===//

#include "KernelParser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>

using namespace llvm;
using namespace takt;

uint16_t takt::usualFusedUops(const KernelInstr &I) {
  if (I.MacroFused)
    return 0;
  const auto Uops = count_if(I.Uops, [](const Uop &U) { return !U.Merge; });
  return std::max<uint16_t>(1, Uops);
}

Error KernelParser::parseInstr() {
  KernelInstr I;
  Given G;
  if (Error E = parseName(I.Mnemonic, "an instruction"))
    return E;
  while (!isEnd() && !is(":"))
    if (Error E = parseAttribute(I, G))
      return E;
  if (eat(":"))
    if (Error E = parseUops(I))
      return E;
  if (!G.Fused)
    I.FusedUops = usualFusedUops(I);
  if (!G.Queued)
    I.Decode.QueuedUops = I.MacroFused ? 0 : std::max<uint16_t>(1, I.FusedUops);
  Kernels.back().K.Instrs.push_back(std::move(I));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Attributes that are there or not.
static bool *findFlag(KernelInstr &I, StringRef Name) {
  return StringSwitch<bool *>(Name)
      .Case("taken", &I.Taken)
      .Case("macro-fused", &I.MacroFused)
      .Case("length-changing", &I.Decode.LengthChangingPrefix)
      .Case("extra-slot", &I.Decode.ExtraCacheSlot)
      .Case("writes-high-byte", &I.Decode.WritesHighByte)
      .Case("fusible", &I.Decode.MacroFusible)
      .Case("evex", &I.Decode.Fields.Evex)
      .Case("complex", &I.Decode.Complex)
      .Case("reads-stack-pointer", &I.ReadsStackPointer)
      .Case("writes-stack-pointer", &I.WritesStackPointer)
      .Default(nullptr);
}

Error KernelParser::parseAttribute(KernelInstr &I, Given &G) {
  if (bool *Flag =
          tok().Kind == KernelToken::Word ? findFlag(I, tok().Text) : nullptr) {
    eatWord(tok().Text);
    *Flag = true;
    return Error::success();
  }
  if (eatWord("fused")) {
    G.Fused = true;
    return parseNumber(I.FusedUops);
  }
  if (eatWord("queued")) {
    G.Queued = true;
    return parseNumber(I.Decode.QueuedUops);
  }
  if (eatWord("results"))
    return parseNumber(I.Results);
  if (eatWord("microcode"))
    return parseNumber(I.Decode.MicrocodeUops);
  if (eatWord("simple-decoders"))
    return parseNumber(I.Decode.SimpleDecoders);
  if (eatWord("opcode"))
    return parseNumber(I.Decode.OpcodeOffset);
  if (eatWord("fields"))
    return parseNumber(I.Decode.Fields.All);
  if (eatWord("wide-fields"))
    return parseNumber(I.Decode.Fields.Wide);
  if (eatWord("size"))
    return parseNumber(I.Size);
  if (eatWord("offset"))
    return parseNumber(I.Offset);
  if (eatWord("stack"))
    return parseSigned(I.StackChange);
  if (eatWord("order"))
    return parseOrdering(I.Order);
  if (eatWord("move"))
    return parseMove(I.Move);
  if (eatWord("repeat"))
    return parseRepeat(I);
  if (eatWord("access"))
    return parseAccess(I.Accesses.emplace_back());
  if (eatWord("text"))
    return parseName(I.Text, "the instruction's text");
  return expected("':' or an attribute (fused, macro-fused, taken, size, "
                  "offset, text, ...)");
}

Error KernelParser::parseOrdering(Ordering &Order) {
  const KernelToken Start = tok();
  std::string Name;
  if (Error E = parseName(Name, "what is ordered"))
    return E;
  Order = StringSwitch<Ordering>(Name)
              .Case("serializing", Ordering::Serializing)
              .Case("loads", Ordering::Loads)
              .Case("stores", Ordering::Stores)
              .Case("loads-and-stores", Ordering::LoadsAndStores)
              .Default(Ordering::None);
  if (Order != Ordering::None)
    return Error::success();
  return failAt(Start, "expected serializing, loads, stores or "
                       "loads-and-stores, found '" +
                           Name + "'");
}

Error KernelParser::parseMove(MoveKind &Move) {
  if (eatWord("general"))
    Move = MoveKind::General;
  else if (eatWord("vector"))
    Move = MoveKind::Vector;
  else
    return expected("general or vector");
  return Error::success();
}

Error KernelParser::parseRepeat(KernelInstr &I) {
  if (Error E = parseNumber(I.RepeatCycles))
    return E;
  return eatWord("as") ? parseNumber(I.RepeatId) : Error::success();
}

Error KernelParser::parseAccess(MemoryAccess &A) {
  if (Error E = parseLabel(A.Symbol, Symbols))
    return E;
  if (is("+") || is("-"))
    if (Error E = parseSigned(A.Offset))
      return E;
  if (eatWord("step"))
    if (Error E = parseSigned(A.Step.emplace()))
      return E;
  if (eatWord("bytes"))
    if (Error E = parseNumber(A.Size))
      return E;
  A.Renamed = eatWord("renamed");
  if (eatWord("at"))
    return parseName(A.Address, "the address");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// µops
//===----------------------------------------------------------------------===//

/// Those of an instruction; of a move, then those that execute it.
Error KernelParser::parseUops(KernelInstr &I) {
  const auto ParseList = [&](std::vector<Uop> &Uops) -> Error {
    do {
      if (Error E = parseUop(Uops.emplace_back()))
        return E;
    } while (eat("|"));
    return Error::success();
  };
  if (Error E = ParseList(I.Uops))
    return E;
  if (!eat(":"))
    return Error::success();
  if (!eatWord("executed"))
    return expected("'executed'");
  return ParseList(I.Executed);
}

Error KernelParser::parseUop(Uop &U) {
  U.Merge = eatWord("merge");
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
    } else if (eatWord("access")) {
      if (Error E = parseNumber(U.Access))
        return E;
    } else {
      return expected("'reads', 'writes' or 'access'");
    }
  }
  return Error::success();
}

Error KernelParser::parseUses(Uop &U) {
  if (eatWord("none"))
    return Error::success();
  do {
    ResourceUse &Use = U.Uses.emplace_back();
    if (Error E = parseResources(Use.Resources))
      return E;
    if (eat("*"))
      if (Error E = parseNumber(Use.Cycles, 1))
        return E;
    if (eat("@"))
      if (Error E = parseNumber(Use.After, 1))
        return E;
    Use.OfFlags = Use.After && eatWord("flags");
  } while (eat("+"));
  return Error::success();
}

Error KernelParser::parseReads(Uop &U) {
  do {
    UopRead &R = U.Reads.emplace_back();
    if (Error E = parseLocation(R.Loc))
      return E;
    R.Shared = eat("*");
    while (is("-") || is("+")) {
      const bool Longer = eat("+") || !eat("-");
      Bypass &B = R.Bypasses.emplace_back();
      if (Error E = parseNumber(B.Cycles))
        return E;
      if (Longer)
        B.Cycles = -B.Cycles;
      if (eat("@"))
        if (Error E = parseLabel(B.Producer, Classes))
          return E;
      B.Together = eatWord("together");
    }
  } while (isName() || is("$"));
  return Error::success();
}

Error KernelParser::parseWrites(Uop &U) {
  do {
    UopWrite &W = U.Writes.emplace_back();
    W.Latency = 1;
    if (Error E = parseLocation(W.Loc))
      return E;
    if (eat("@"))
      if (Error E = parseLabel(W.WriteClass, Classes))
        return E;
    if (eatWord("latency"))
      if (Error E = parseNumber(W.Latency))
        return E;
  } while (isName() || is("$"));
  return Error::success();
}

Error KernelParser::parseLocation(LocationId &L) {
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

template <typename T> Error KernelParser::parseLabel(T &Value, Labels<T> &L) {
  const bool Number = isNumber(tok());
  if (Number ? !L.Names.empty() : L.Numbered)
    return fail(Twine(L.All) +
                " of a kernel are either all names or all numbers");
  if (Number) {
    L.Numbered = true;
    return parseNumber(Value, L.First);
  }
  std::string Name;
  if (Error E = parseName(Name, L.What))
    return E;
  Value = L.Names.try_emplace(Name, L.Names.size() + L.First).first->second;
  return Error::success();
}
