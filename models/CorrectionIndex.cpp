//===- CorrectionIndex.cpp - Corrections by opcode --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CorrectionIndex.h"
#include "CpuFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace takt;
using llvm::StringRef;

/// The literal start of the regular expression \p Match. An alternation has
/// none; a quantified last character does not count.
static StringRef literalPrefix(StringRef Match) {
  if (Match.contains('|')) {
    // Alternatives in brackets leave what is in front of the first bracket.
    size_t Open = Match.find('('), Bar = Match.find('|');
    size_t Close = Match.rfind(')');
    if (Open == StringRef::npos || Bar < Open || Match.rfind('|') > Close)
      return "";
    // "A(b)|c": some bar may lie outside of all brackets.
    int Depth = 0;
    for (char Ch : Match) {
      Depth += Ch == '(' ? 1 : Ch == ')' ? -1 : 0;
      if (Ch == '|' && Depth == 0)
        return "";
    }
  }
  size_t Length = 0;
  while (Length < Match.size() &&
         (llvm::isAlnum(Match[Length]) || Match[Length] == '_'))
    ++Length;
  if (Length < Match.size() && StringRef("?*{").contains(Match[Length]) &&
      Length > 0)
    --Length;
  return Match.take_front(Length);
}

OpcodePattern::OpcodePattern(StringRef Match, const llvm::Regex &Pattern)
    : Prefix(literalPrefix(Match)), Pattern(&Pattern) {}

CorrectionIndex::CorrectionIndex(const Cpu &C) : C(C) {
  for (const Correction &K : C.Corrections)
    Corrections.emplace_back(K.Match, *K.Pattern);
  for (const ConditionOperand &O : C.ConditionOperands)
    Conditions.emplace_back(O.Match, *O.Pattern);
  for (const MacroFusion &F : C.MacroFusions) {
    First.emplace_back(F.First, *F.FirstPattern);
    Second.emplace_back(F.Second, *F.SecondPattern);
  }
  for (const ValueRule &V : C.ValueRules)
    Values.emplace_back(V.Match, *V.Pattern);
  if (C.ChainedLoadsPattern)
    ChainedLoads.emplace(C.ChainedLoads, *C.ChainedLoadsPattern);
}

llvm::SmallVector<const Correction *, 4>
CorrectionIndex::find(StringRef Opcode) const {
  llvm::SmallVector<const Correction *, 4> Found;
  for (auto [Pattern, K] : llvm::zip_equal(Corrections, C.Corrections))
    if (Pattern.matches(Opcode))
      Found.push_back(&K);
  return Found;
}

const ConditionOperand *
CorrectionIndex::conditionOperand(StringRef Opcode) const {
  for (auto [Pattern, O] : llvm::zip_equal(Conditions, C.ConditionOperands))
    if (Pattern.matches(Opcode))
      return &O;
  return nullptr;
}

/// Later rules overrule earlier ones.
const ValueRule *CorrectionIndex::valueRule(StringRef Opcode) const {
  for (size_t I = Values.size(); I-- > 0;)
    if (Values[I].matches(Opcode))
      return &C.ValueRules[I];
  return nullptr;
}

bool CorrectionIndex::isChainedLoad(StringRef Opcode) const {
  return !ChainedLoads || ChainedLoads->matches(Opcode);
}

static llvm::SmallVector<uint16_t, 2>
matching(llvm::ArrayRef<OpcodePattern> Patterns, StringRef Opcode) {
  llvm::SmallVector<uint16_t, 2> Found;
  for (auto [Index, P] : llvm::enumerate(Patterns))
    if (P.matches(Opcode))
      Found.push_back(Index);
  return Found;
}

llvm::SmallVector<uint16_t, 2>
CorrectionIndex::fusionsFirst(StringRef Opcode) const {
  return matching(First, Opcode);
}

llvm::SmallVector<uint16_t, 2>
CorrectionIndex::fusionsSecond(StringRef Opcode) const {
  return matching(Second, Opcode);
}

llvm::Error
CorrectionIndex::checkAllMatch(llvm::ArrayRef<StringRef> Opcodes) const {
  auto Check = [&](const OpcodePattern &P, StringRef Match,
                   const FilePosition &Where) -> llvm::Error {
    if (llvm::any_of(Opcodes, [&](StringRef O) { return P.matches(O); }))
      return llvm::Error::success();
    return fileError(Where.File, Where.Line, Where.Column,
                     "'" + Match + "' matches no opcode of LLVM's");
  };
  for (auto [P, O] : llvm::zip_equal(Conditions, C.ConditionOperands))
    if (llvm::Error E = Check(P, O.Match, O.Where))
      return E;
  for (auto [P, V] : llvm::zip_equal(Values, C.ValueRules))
    if (llvm::Error E = Check(P, V.Match, V.Where))
      return E;
  for (auto [P1, P2, F] : llvm::zip_equal(First, Second, C.MacroFusions)) {
    if (llvm::Error E = Check(P1, F.First, F.Where))
      return E;
    if (llvm::Error E = Check(P2, F.Second, F.Where))
      return E;
  }
  for (auto [P, K] : llvm::zip_equal(Corrections, C.Corrections))
    if (llvm::Error E = Check(P, K.Match, K.Where))
      return E;
  return llvm::Error::success();
}

static bool holds(const std::optional<bool> &Wanted, bool Is) {
  return !Wanted || *Wanted == Is;
}

/// \p Index is that of the correction among those of the opcode.
static bool holds(const Cpu &C, const FormCondition &Wanted, unsigned Index,
                  const InstrForm &Is) {
  if (!Wanted.Conditions.empty() &&
      (Is.Condition < 0 ||
       !llvm::is_contained(Wanted.Conditions, C.ConditionNames[Is.Condition])))
    return false;
  if (!Wanted.Registers.empty() && !(Is.Registers >> Index & 1))
    return false;
  if (Wanted.Prefixes && !(Wanted.Prefixes & Is.Prefixes))
    return false;
  return holds(Wanted.Loads, Is.Loads) && holds(Wanted.Stores, Is.Stores) &&
         holds(Wanted.Indexed, Is.Indexed) &&
         holds(Wanted.ThreeParts, Is.ThreeParts) &&
         holds(Wanted.Scaled, Is.Scaled) &&
         holds(Wanted.PcRelative, Is.PcRelative) &&
         holds(Wanted.SameRegister, Is.SameRegister) &&
         holds(Wanted.ZeroSource, Is.ZeroSource) &&
         holds(Wanted.HighByte, Is.HighByte) && holds(Wanted.Tied, Is.Tied) &&
         holds(Wanted.ZeroImmediate, Is.ZeroImmediate) &&
         holds(Wanted.Immediate, Is.Immediate);
}

template <typename T, typename V>
static void overrule(T &To, const std::optional<V> &From) {
  if (From)
    To = *From;
}

template <typename T>
static void overrule(const T *&To, const std::optional<T> &From) {
  if (From)
    To = &*From;
}

Effective takt::effective(const Cpu &C,
                          llvm::ArrayRef<const Correction *> Corrections,
                          const InstrForm &Form) {
  Effective E;
  for (auto [Index, K] : llvm::enumerate(Corrections)) {
    if (!holds(C, K->Form, Index, Form))
      continue;
    overrule(E.Uops, K->Uops);
    overrule(E.FusedUops, K->FusedUops);
    overrule(E.Latency, K->Latency);
    overrule(E.LoadLatency, K->LoadLatency);
    overrule(E.AccumulateLatency, K->AccumulateLatency);
    overrule(E.FlagsLatency, K->FlagsLatency);
    overrule(E.Eliminated, K->Eliminated);
    overrule(E.BreaksDependence, K->BreaksDependence);
    overrule(E.Unlaminated, K->Unlaminated);
    overrule(E.ReadsDestination, K->ReadsDestination);
    for (const RegisterLatency &L : K->Latencies)
      E.Latencies.push_back(&L);
    for (const OperandAdvance &A : K->Advances)
      E.Advances.push_back(&A);
    overrule(E.FlagsRead, K->FlagsRead);
    overrule(E.FlagsWritten, K->FlagsWritten);
    overrule(E.QueuedUops, K->QueuedUops);
    overrule(E.MicrocodeUops, K->MicrocodeUops);
    overrule(E.SimpleDecoders, K->SimpleDecoders);
    overrule(E.ComplexDecoder, K->ComplexDecoder);
    overrule(E.RepeatCycles, K->RepeatCycles);
    overrule(E.Order, K->Order);
    overrule(E.NotModelled, K->NotModelled);
  }
  return E;
}
