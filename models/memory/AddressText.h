//===- AddressText.h - Addresses as people write them -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MEMORY_ADDRESSTEXT_H
#define TAKT_MODELS_MEMORY_ADDRESSTEXT_H

#include "../KernelBuilderImpl.h"

namespace takt {

/// Sets MemoryAccess::Address of \p To, which is made of \p Code:
/// "[rdi+8*rcx-16]" where LLVM says which operands are base, scale, index and
/// displacement (x86, in whatever syntax the code is printed), else what the
/// assembler writes between brackets ("[x0, x1, lsl #3]"). Does nothing the
/// second time.
void describeAddresses(const CodeInstr &Code, const OpcodeInfo &Info,
                       const TargetRef &T, const RegisterMap &Registers,
                       KernelInstr &To);

} // namespace takt

#endif // TAKT_MODELS_MEMORY_ADDRESSTEXT_H
