//===- LackedFeatures.h - What a CPU lacks for code ----------- -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code that the CPU does not run, as far as it can be told. LLVM's
/// disassembler refuses such code for AArch64; for x86 it reads everything, and
/// its scheduling models have numbers for everything.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_LACKEDFEATURES_H
#define TAKT_MODELS_LACKEDFEATURES_H

#include "takt/models/KernelBuilder.h"
#include <vector>

namespace takt {

/// LLVM's names of the features that \p Code needs and the CPU of \p T lacks,
/// each once, in the order of the code. Known of x86-64 alone, and there of
/// instructions with VEX, EVEX and XOP (X86Features.h).
std::vector<llvm::StringRef> lackedFeatures(llvm::ArrayRef<CodeInstr> Code,
                                            TargetRef T);

} // namespace takt

#endif // TAKT_MODELS_LACKEDFEATURES_H
