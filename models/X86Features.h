//===- X86Features.h - Features by encoding ------------------- -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which extension of x86 an instruction belongs to. LLVM's machine-code layer
/// does not know: its predicates are for choosing instructions, and neither
/// assembler nor disassembler asks for features. Prefix, map and opcode tell
/// for instructions with VEX, EVEX and XOP; of others nothing is said.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_X86FEATURES_H
#define TAKT_MODELS_X86FEATURES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace takt {

/// LLVM's name of the feature that the instruction \p Bytes, in 64-bit mode,
/// needs ("avx2"), which implies others; empty: the encoding does not tell. All
/// of AVX512F, BW, CD, DQ and VL is "avx512f", for what is described has all.
llvm::StringRef x86Feature(llvm::ArrayRef<uint8_t> Bytes);

} // namespace takt

#endif // TAKT_MODELS_X86FEATURES_H
