//===- KernelData.h - The data that kernels work on ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fills struct Data (kernels/kernel.h) and sums it up, so that results of
/// different compilations can be compared.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_LOOPS_KERNELDATA_H
#define TAKT_TOOLS_LOOPS_KERNELDATA_H

#include "../kernels/kernel.h"
#include "llvm/Support/JSON.h"

namespace takt {

/// Sets all of \p D; the same values each time.
void fillData(Data &D);

/// Writes, as attributes of the current object, for each array and result of
/// floating point [weighted sum, sum of magnitudes], and one hash of everything
/// else. Sums may differ by what another order of operations rounds, the hash
/// may not.
void writeChecksums(llvm::json::OStream &J, const Data &D);

} // namespace takt

#endif // TAKT_TOOLS_LOOPS_KERNELDATA_H
