//===- AnalysedFunction.h - A function of a test, analysed ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_TEST_UNIT_PASSES_ANALYSEDFUNCTION_H
#define TAKT_TEST_UNIT_PASSES_ANALYSEDFUNCTION_H

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

namespace takt::test {

/// The function `f` of a module given as text, with what is known of its loops.
struct AnalysedFunction {
  explicit AnalysedFunction(const std::string &Text)
      : M(llvm::parseAssemblyString(Text, Err, C)), F(*M->getFunction("f")),
        DT(F), LI(DT), AC(F), Library(llvm::Triple("x86_64")), TLI(Library),
        SE(F, TLI, AC, DT, LI) {}

  llvm::SMDiagnostic Err;
  llvm::LLVMContext C;
  std::unique_ptr<llvm::Module> M;
  llvm::Function &F;
  llvm::DominatorTree DT;
  llvm::LoopInfo LI;
  llvm::AssumptionCache AC;
  llvm::TargetLibraryInfoImpl Library;
  llvm::TargetLibraryInfo TLI;
  llvm::ScalarEvolution SE;
};

} // namespace takt::test

#endif // TAKT_TEST_UNIT_PASSES_ANALYSEDFUNCTION_H
