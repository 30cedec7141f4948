//===- PartAddresses.h - Addresses as uiCA compares them -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A trace of addresses of which two are equal only if base, index, scale and
/// displacement each are (MemoryPipes::AddressesByParts; uiCA-model, section
/// 5). A register is followed only through copies and additions of constants.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MEMORY_PARTADDRESSES_H
#define TAKT_MODELS_MEMORY_PARTADDRESSES_H

#include "AddressTrace.h"
#include "KernelBuilderImpl.h"

namespace takt {

/// Addresses of \p Sites in \p Code. \p InfoOf says what is known of an
/// opcode. Equal seeds give equal traces.
AddressTrace
partAddresses(const BuilderContext &Ctx, llvm::ArrayRef<CodeInstr> Code,
              llvm::ArrayRef<AccessSite> Sites,
              llvm::function_ref<const OpcodeInfo &(unsigned)> InfoOf,
              uint32_t Iterations, uint64_t Seed);

} // namespace takt

#endif // TAKT_MODELS_MEMORY_PARTADDRESSES_H
