//===- CheckCpu.cpp - What only LLVM's tables can tell of a file -*- C++ -*-==//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CorrectionIndex.h"
#include "CpuFile.h"
#include "takt/models/KernelBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace takt;
using llvm::Error;
using llvm::StringRef;

/// An operand of the MCInst that a correction names.
namespace {
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

/// An error for the first operand that none of its correction's opcodes has.
static Error checkOperands(const llvm::MCInstrInfo &MII, const Cpu &C,
                           const CorrectionIndex &Index) {
  llvm::DenseMap<const Correction *, unsigned> Most;
  for (unsigned Opcode = 0; Opcode < MII.getNumOpcodes(); ++Opcode)
    for (const Correction *K : Index.find(MII.getName(Opcode))) {
      unsigned &Operands = Most[K];
      Operands = std::max(Operands, MII.get(Opcode).getNumOperands());
    }
  for (const Correction &K : C.Corrections)
    if (const auto Last = lastOperand(K); Last && Last->Index >= Most[&K])
      return fileError(Last->Where.File, Last->Where.Line, Last->Where.Column,
                       "'op" + llvm::Twine(Last->Index) +
                           "': no instruction that '" + K.Match +
                           "' matches has so many operands");
  return Error::success();
}

Error takt::checkCpu(const TargetRef &T, const Cpu &C) {
  auto Copy = std::make_shared<Cpu>(C);
  Copy->CompiledIn = false;
  llvm::Expected<std::unique_ptr<KernelBuilder>> B =
      KernelBuilder::create(T, std::move(Copy));
  if (!B)
    return B.takeError();
  std::vector<StringRef> Names;
  for (unsigned Opcode = 0; Opcode < T.MII.getNumOpcodes(); ++Opcode)
    Names.push_back(T.MII.getName(Opcode));
  const CorrectionIndex Index(C);
  if (Error E = Index.checkAllMatch(Names))
    return E;
  return checkOperands(T.MII, C, Index);
}
