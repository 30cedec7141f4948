//===- Domains.h - What results cost by who made them --------- -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Execution domains: instructions whose results are held alike. Who reads a
/// register that another domain wrote may take longer, from all its operands
/// and however long ago that was, until somebody else writes the register
/// (docs/granite-rapids.md, "Domains").
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_DOMAINS_H
#define TAKT_MODELS_DOMAINS_H

#include "takt/models/Correction.h"
#include <cstdint>
#include <string>
#include <vector>

namespace takt {

/// Sets of domains: bit i for the i-th one of the CPU.
using DomainMask = uint32_t;

struct Domain {
  /// In a DomainMask: instructions of no domain.
  static constexpr unsigned None = 31;

  std::string Name;
  /// Regular expression that the whole LLVM opcode name matches. Of several
  /// domains an instruction is in the first one.
  std::string Match;
  PatternId Pattern = 0;
  FilePosition Where;
};

/// All results of a µop of one of To come so many cycles later if it reads what
/// one of From wrote.
struct DomainDelay {
  DomainMask From = 0, To = 0;
  unsigned Cycles = 1;
};

struct Domains {
  std::vector<Domain> List; ///< at most Domain::None
  std::vector<DomainDelay> Delays;
};

} // namespace takt

#endif // TAKT_MODELS_DOMAINS_H
