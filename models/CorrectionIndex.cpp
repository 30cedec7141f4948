//===- CorrectionIndex.cpp - Corrections by opcode --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CorrectionIndex.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace takt;
using llvm::StringRef;

CorrectionIndex::CorrectionIndex(const Cpu &C) : C(C) {
  const CorrectionList &List = C.Corrections;
  for (size_t I = 0; I < List.size(); ++I) {
    size_t Pattern = List.pattern(I);
    if (Starts.size() < Pattern + 2)
      Starts.resize(Pattern + 2);
    ++Starts[Pattern + 1];
  }
  std::partial_sum(Starts.begin(), Starts.end(), Starts.begin());
  ByPattern.resize(List.size());
  std::vector<uint32_t> Next = Starts;
  for (size_t I = 0; I < List.size(); ++I)
    ByPattern[Next[List.pattern(I)]++] = I;
}

const PatternIds &CorrectionIndex::patterns(StringRef Opcode) const {
  if (LastOpcode != Opcode) {
    LastOpcode = Opcode.str();
    LastPatterns = C.Patterns->matching(Opcode);
  }
  return LastPatterns;
}

llvm::SmallVector<const Correction *, 4>
CorrectionIndex::find(StringRef Opcode) const {
  llvm::SmallVector<uint32_t, 16> Numbers;
  for (PatternId P : patterns(Opcode))
    if (P + 1u < Starts.size())
      Numbers.append(ByPattern.begin() + Starts[P],
                     ByPattern.begin() + Starts[P + 1]);
  llvm::sort(Numbers);
  llvm::SmallVector<const Correction *, 4> Found;
  for (uint32_t I : Numbers)
    Found.push_back(&C.Corrections[I]);
  return Found;
}

const ConditionOperand *
CorrectionIndex::conditionOperand(StringRef Opcode) const {
  for (const ConditionOperand &O : C.ConditionOperands)
    if (llvm::is_contained(patterns(Opcode), O.Pattern))
      return &O;
  return nullptr;
}

/// Later rules overrule earlier ones.
const ValueRule *CorrectionIndex::valueRule(StringRef Opcode) const {
  for (const ValueRule &V : llvm::reverse(C.ValueRules))
    if (llvm::is_contained(patterns(Opcode), V.Pattern))
      return &V;
  return nullptr;
}

bool CorrectionIndex::isChainedLoad(StringRef Opcode) const {
  return !C.ChainedLoadsPattern ||
         llvm::is_contained(patterns(Opcode), *C.ChainedLoadsPattern);
}

bool CorrectionIndex::isRenamedLoad(StringRef Opcode) const {
  return !C.RenamedLoadsPattern ||
         llvm::is_contained(patterns(Opcode), *C.RenamedLoadsPattern);
}

bool CorrectionIndex::lowersClock(StringRef Opcode) const {
  return C.Clock.Pattern &&
         llvm::is_contained(patterns(Opcode), *C.Clock.Pattern);
}

unsigned CorrectionIndex::domain(StringRef Opcode) const {
  for (auto [Index, D] : llvm::enumerate(C.ResultDomains.List))
    if (llvm::is_contained(patterns(Opcode), D.Pattern))
      return Index;
  return Domain::None;
}

llvm::SmallVector<uint16_t, 2>
CorrectionIndex::fusionsFirst(StringRef Opcode) const {
  llvm::SmallVector<uint16_t, 2> Found;
  for (auto [Index, F] : llvm::enumerate(C.MacroFusions))
    if (llvm::is_contained(patterns(Opcode), F.FirstPattern))
      Found.push_back(Index);
  return Found;
}

llvm::SmallVector<uint16_t, 2>
CorrectionIndex::fusionsSecond(StringRef Opcode) const {
  llvm::SmallVector<uint16_t, 2> Found;
  for (auto [Index, F] : llvm::enumerate(C.MacroFusions))
    if (llvm::is_contained(patterns(Opcode), F.SecondPattern))
      Found.push_back(Index);
  return Found;
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
         holds(Wanted.TwoRegisters, Is.TwoRegisters) &&
         holds(Wanted.ThreeParts, Is.ThreeParts) &&
         holds(Wanted.Scaled, Is.Scaled) &&
         holds(Wanted.PcRelative, Is.PcRelative) &&
         holds(Wanted.SameRegister, Is.SameRegister) &&
         holds(Wanted.ZeroSource, Is.ZeroSource) &&
         holds(Wanted.HighByte, Is.HighByte) && holds(Wanted.Tied, Is.Tied) &&
         holds(Wanted.ZeroImmediate, Is.ZeroImmediate) &&
         holds(Wanted.ShortConstant, Is.ShortConstant) &&
         holds(Wanted.Immediate, Is.Immediate);
}

template <typename T, typename V>
static void overrule(T &To, const std::optional<V> &From) {
  if (From)
    To = *From;
}

template <typename T>
static void overrule(std::optional<T> &To, const std::optional<T> &From) {
  if (From)
    To = From;
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
    overrule(E.ForwardLatency, K->ForwardLatency);
    overrule(E.FlagsLatency, K->FlagsLatency);
    overrule(E.FlagsTogether, K->FlagsTogether);
    overrule(E.Eliminated, K->Eliminated);
    overrule(E.BreaksDependence, K->BreaksDependence);
    overrule(E.KeepsRegisters, K->KeepsRegisters);
    overrule(E.Unlaminated, K->Unlaminated);
    overrule(E.ReadsDestination, K->ReadsDestination);
    for (const RegisterLatency &L : K->Latencies)
      E.Latencies.push_back(&L);
    for (const OperandAdvance &A : K->Advances)
      E.Advances.push_back(&A);
    overrule(E.FlagsRead, K->FlagsRead);
    overrule(E.FlagsWritten, K->FlagsWritten);
    overrule(E.Results, K->Results);
    overrule(E.QueuedUops, K->QueuedUops);
    overrule(E.MicrocodeUops, K->MicrocodeUops);
    overrule(E.SimpleDecoders, K->SimpleDecoders);
    overrule(E.ComplexDecoder, K->ComplexDecoder);
    overrule(E.RepeatCycles, K->RepeatCycles);
    overrule(E.Order, K->Order);
    overrule(E.Shared, K->Shared);
    overrule(E.RenamedStore, K->RenamedStore);
    overrule(E.NotModelled, K->NotModelled);
  }
  return E;
}
