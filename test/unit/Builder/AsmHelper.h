//===- AsmHelper.h - Assembly text to MCInsts for tests ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_TEST_UNIT_BUILDER_ASMHELPER_H
#define TAKT_TEST_UNIT_BUILDER_ASMHELPER_H

#include "takt/models/KernelBuilder.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include <memory>
#include <string>
#include <vector>

namespace takt {
namespace test {

/// A target for one CPU, with an assembler.
class Assembler {
public:
  /// \p Arch is "x86_64" (Intel syntax) or "aarch64".
  Assembler(llvm::StringRef Arch, llvm::StringRef LLVMCpu);
  ~Assembler();

  TargetRef target() const;
  /// The instructions of \p Text; a failure of the test if it does not
  /// assemble.
  /// Their operands are valid as long as this is.
  std::vector<CodeInstr> assemble(llvm::StringRef Text);
  /// What encodes instructions; something was assembled before.
  std::unique_ptr<llvm::MCCodeEmitter> emitter() const;

private:
  struct Context;

  const llvm::Target *TheTarget;
  std::string Triple;
  std::unique_ptr<llvm::MCRegisterInfo> MRI;
  std::unique_ptr<llvm::MCAsmInfo> MAI;
  std::unique_ptr<llvm::MCInstrInfo> MII;
  std::unique_ptr<llvm::MCSubtargetInfo> STI;
  std::unique_ptr<llvm::MCInstrAnalysis> MIA;
  std::unique_ptr<llvm::MCInstPrinter> Printer;
  unsigned Dialect;
  /// Of what was assembled: operands that are expressions lie there.
  std::vector<std::unique_ptr<Context>> Contexts;
};

/// A kernel in one line an instruction, easy to compare: "add | p0156 : rax rbx
/// -> rax/1 eflags.c/1". µops are separated by ";", loads marked "L", store
/// addresses "A", store data "D", branches "B".
std::string dump(const Kernel &K, const Cpu &C);

} // namespace test
} // namespace takt

#endif // TAKT_TEST_UNIT_BUILDER_ASMHELPER_H
