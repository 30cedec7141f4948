//===- FunctionAnalysis.cpp - Predictions for a machine function -*- C++
//-*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/FunctionAnalysis.h"
#include "takt/passes/Dump.h"
#include "takt/passes/Layout.h"
#include "takt/passes/Options.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;
using namespace takt;

class FunctionAnalyzer::Impl {};

FunctionAnalyzer::FunctionAnalyzer() = default;
FunctionAnalyzer::~FunctionAnalyzer() = default;

std::vector<LoopReport> FunctionAnalyzer::run(MachineFunction &MF,
                                              const CodeGenContext &Ctx) {
  MachineDominatorTree MDT(MF);
  MachineLoopInfo MLI(MDT);
  FunctionLayout Layout(MF, *Ctx.Source);
  if (const std::string &Path = options().DumpLayout; !Path.empty())
    if (Error E = appendToDump(
            Path, [&](raw_ostream &OS) { printLayout(OS, MF, Layout, MLI); }))
      MF.getFunction().getContext().emitError("takt: " +
                                              toString(std::move(E)));
  for (MachineLoop *L : MLI.getLoopsInPreorder()) {
    if (!L->isInnermost())
      continue;
    uint64_t N = 0, Bytes = 0;
    for (const MachineBasicBlock *MBB : L->blocks())
      for (const PlacedInstr &P : Layout.block(*MBB)) {
        ++N;
        Bytes += P.Size;
      }
    if (Ctx.ORE)
      Ctx.ORE->emit([&] {
        MachineOptimizationRemarkAnalysis R("takt", "Loop", L->getStartLoc(),
                                            L->getHeader());
        return R << "loop of "
                 << DiagnosticInfoOptimizationBase::Argument("Instructions", N)
                 << " instructions in "
                 << DiagnosticInfoOptimizationBase::Argument("Bytes", Bytes)
                 << " bytes";
      });
  }
  return {};
}
