//===- Errors.cpp - Errors that end a compilation ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/Errors.h"
#include "takt/passes/Options.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <cstdlib>

using namespace llvm;
using namespace takt;

void takt::emitError(const Module &M, const Twine &Message) {
  // Flang 19 looks at remarks only and drops errors: it would succeed in
  // silence. So it is ended; all its modules have this name.
  if (M.getModuleIdentifier() == "FIRModule") {
    WithColor::error(errs()) << Message << '\n';
    std::exit(1);
  }
  M.getContext().emitError(Message);
}

bool takt::emitOptionsError(const Module &M) {
  static std::atomic<bool> Said = false;
  const StringRef Problem = optionsError();
  if (!Problem.empty() && !Said.exchange(true))
    emitError(M, Problem);
  return !Problem.empty();
}
