//===- CheckCpu.cpp - What only LLVM's tables can tell of a file -*- C++ -*-==//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuFile.h"
#include "OpcodePatterns.h"
#include "takt/models/KernelBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/Regex.h"

using namespace takt;
using llvm::Error;
using llvm::StringRef;

namespace {
/// An operand of the MCInst that a correction names.
struct NamedOperand {
  unsigned Index = 0;
  FilePosition Where;
};
} // namespace

/// The last operand of the MCInst that \p K names.
static std::optional<NamedOperand> lastOperand(const Correction &K) {
  std::optional<NamedOperand> Last;
  const auto Add = [&](unsigned Index, const FilePosition &Where) {
    if (!Last || Index > Last->Index)
      Last = {Index, Where};
  };
  const auto AddValue = [&](const UopValue &V) {
    if (V.What == UopValue::Operand)
      Add(V.Index, V.Where);
  };
  if (K.Uops)
    for (const UopSpec &U : *K.Uops) {
      if (U.Reads)
        for (const UopValue &V : *U.Reads)
          AddValue(V);
      if (U.Writes)
        for (const UopResult &R : *U.Writes)
          AddValue(R.Value);
    }
  for (const OperandAdvance &A : K.Advances) {
    StringRef Number = A.Operand;
    unsigned Index = 0;
    if (Number.consume_front("op") && !Number.getAsInteger(10, Index))
      Add(Index, K.Where);
  }
  return Last;
}

namespace {
/// What LLVM's tables say of patterns.
class OpcodeNames {
public:
  explicit OpcodeNames(const llvm::MCInstrInfo &MII);

  /// Whether \p Match matches an opcode for which \p Is holds. It is asked for
  /// one after the other until it does.
  bool any(StringRef Match, llvm::function_ref<bool(unsigned)> Is) const;

private:
  /// By name.
  std::vector<std::pair<StringRef, unsigned>> Opcodes;
};

class Checker {
public:
  Checker(const llvm::MCInstrInfo &MII, const Cpu &C)
      : MII(MII), C(C), Names(MII) {}

  /// An error for the first pattern without an opcode, or operand that no
  /// opcode of its correction has.
  Error run() const;

private:
  Error check(StringRef Match, const FilePosition &Where) const;
  Error checkOperands(const Correction &K) const;
  /// What is compiled in is checked by a test; to read it all again at run time
  /// would take a second.
  bool isLeftOut(const FilePosition &Where) const {
    return !C.CompiledIn && isEmbedded(Where.File);
  }

  const llvm::MCInstrInfo &MII;
  const Cpu &C;
  const OpcodeNames Names;
};
} // namespace

OpcodeNames::OpcodeNames(const llvm::MCInstrInfo &MII) {
  for (unsigned Opcode = 0; Opcode < MII.getNumOpcodes(); ++Opcode)
    Opcodes.emplace_back(MII.getName(Opcode), Opcode);
  llvm::sort(Opcodes);
}

bool OpcodeNames::any(StringRef Match,
                      llvm::function_ref<bool(unsigned)> Is) const {
  const llvm::Regex Pattern(("^(" + Match + ")$").str());
  for (StringRef Prefix : literalPrefixes(Match))
    for (auto At = llvm::lower_bound(Opcodes, std::pair(Prefix, 0u));
         At != Opcodes.end() && At->first.starts_with(Prefix); ++At)
      if (Pattern.match(At->first) && Is(At->second))
        return true;
  return false;
}

Error Checker::check(StringRef Match, const FilePosition &Where) const {
  if (isLeftOut(Where) || Names.any(Match, [](unsigned) { return true; }))
    return Error::success();
  return errorAt(Where, "'" + Match + "' matches no opcode of LLVM's");
}

Error Checker::checkOperands(const Correction &K) const {
  const std::optional<NamedOperand> Last = lastOperand(K);
  if (!Last || isLeftOut(K.Where) || Names.any(K.Match, [&](unsigned Opcode) {
        return MII.get(Opcode).getNumOperands() > Last->Index;
      }))
    return Error::success();
  return errorAt(Last->Where, "'op" + llvm::Twine(Last->Index) +
                                  "': no instruction that '" + K.Match +
                                  "' matches has so many operands");
}

Error Checker::run() const {
  for (const ConditionOperand &O : C.ConditionOperands)
    if (Error E = check(O.Match, O.Where))
      return E;
  for (const ValueRule &V : C.ValueRules)
    if (Error E = check(V.Match, V.Where))
      return E;
  for (const MacroFusion &F : C.MacroFusions) {
    if (Error E = check(F.First, F.Where))
      return E;
    if (Error E = check(F.Second, F.Where))
      return E;
  }
  for (const Domain &D : C.ResultDomains.List)
    if (Error E = check(D.Match, D.Where))
      return E;
  if (C.Clock.Pattern)
    if (Error E = check(C.Clock.Match, C.Clock.Where))
      return E;
  for (const Correction &K : C.Corrections) {
    if (Error E = check(K.Match, K.Where))
      return E;
    if (Error E = checkOperands(K))
      return E;
  }
  return Error::success();
}

Error takt::checkCpu(const TargetRef &T, const Cpu &C) {
  auto Copy = std::make_shared<Cpu>(C);
  Copy->CompiledIn = false;
  llvm::Expected<std::unique_ptr<KernelBuilder>> B =
      KernelBuilder::create(T, std::move(Copy));
  if (!B)
    return B.takeError();
  return Checker(T.MII, C).run();
}
