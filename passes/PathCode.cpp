//===- PathCode.cpp - The code of a path through a loop ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/PathCode.h"
#include "takt/models/SourceName.h"
#include "takt/passes/Layout.h"
#include "takt/passes/LoopPath.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/GlobalValue.h"

using namespace llvm;
using namespace takt;

/// "call to printf", "indirect call".
static std::string describeCall(const MachineInstr &MI) {
  for (const MachineOperand &MO : MI.operands()) {
    if (MO.isGlobal())
      return "call to " + sourceName(MO.getGlobal()->getName());
    if (MO.isSymbol())
      return "call to " + sourceName(MO.getSymbolName());
  }
  return "indirect call";
}

/// Whether \p MI calls where a path goes on behind it. A tail call under a
/// condition is a branch that the path does not take.
static bool isCalled(const MachineInstr &MI) {
  return MI.isCall() && (!MI.isTerminator() || MI.isBarrier());
}

PathCode takt::codeOfPath(const LoopPath &Path, const FunctionLayout &Layout) {
  PathCode P;
  for (const PathBlock &B : Path.Blocks) {
    const size_t Start = P.Code.size();
    for (const PlacedInstr &I : Layout.block(*B.MBB)) {
      // Behind the branch by which the path leaves the block.
      if (B.Exit && P.Code.size() > Start && P.Origin.back() == B.Exit &&
          I.MI != B.Exit)
        break;
      P.Reason = I.Opaque;
      if (P.Reason.empty() && isCalled(*I.MI))
        P.Reason = describeCall(*I.MI);
      if (!P.Reason.empty())
        return P;
      P.Code.push_back(
          {I.Inst, I.Offset, I.Size, false, {I.Bytes.begin(), I.Bytes.end()}});
      P.Origin.push_back(I.MI);
    }
    if (B.Exit && !P.Code.empty())
      P.Code.back().Taken = true;
  }
  return P;
}
