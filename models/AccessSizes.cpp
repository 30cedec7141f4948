//===- AccessSizes.cpp - Bytes of memory operands ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessSizes.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"

using namespace takt;
using llvm::StringRef;

/// X86's number for Intel syntax.
static constexpr unsigned IntelSyntax = 1;

AccessSizes::AccessSizes(const TargetRef &T) : T(T) {
  const llvm::Triple &TT = T.STI.getTargetTriple();
  std::string Error;
  const llvm::Target *Target =
      TT.isX86() ? llvm::TargetRegistry::lookupTarget(TT.str(), Error)
                 : nullptr;
  if (!Target)
    return;
  MAI.reset(Target->createMCAsmInfo(T.MRI, TT.str(), llvm::MCTargetOptions()));
  if (MAI)
    Printer.reset(
        Target->createMCInstPrinter(TT, IntelSyntax, *MAI, T.MII, T.MRI));
}

AccessSizes::~AccessSizes() = default;

unsigned AccessSizes::sizeOf(const llvm::MCInst &I) {
  if (!Printer)
    return 0;
  llvm::SmallString<64> Text;
  llvm::raw_svector_ostream OS(Text);
  Printer->printInst(&I, /*Address=*/0, /*Annot=*/"", T.STI, OS);
  auto [Before, After] = StringRef(Text).split(" ptr ");
  if (After.empty())
    return 0;
  StringRef Word = Before.substr(Before.find_last_of(" \t,") + 1);
  return llvm::StringSwitch<unsigned>(Word)
      .Case("byte", 1)
      .Case("word", 2)
      .Case("dword", 4)
      .Case("fword", 6)
      .Case("qword", 8)
      .Cases("tbyte", "xword", 10)
      .Case("xmmword", 16)
      .Case("ymmword", 32)
      .Case("zmmword", 64)
      .Default(0);
}
