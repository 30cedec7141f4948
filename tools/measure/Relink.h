//===- Relink.h - Addresses that a linker fills in ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is relative to the instruction, or left to the linker, gets a place of
/// its own where memory is mapped: the same for what is the same.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RELINK_H
#define TAKT_TOOLS_MEASURE_RELINK_H

#include "CodeTarget.h"
#include "Memory.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include <map>

namespace takt {

class Relinker {
public:
  /// \p KnowsAddresses: those of the code are those of a program, so that the
  /// places of its data in lines and pages mean something.
  Relinker(CodeTarget &T, bool KnowsAddresses)
      : T(T), KnowsAddresses(KnowsAddresses) {}

  /// Gives places to what \p Code accesses. To be called once, before link().
  void collect(llvm::ArrayRef<CodeInstr> Code);

  /// Links \p I, which begins at \p At of the body: changes its bytes, or
  /// appends a field. \returns the address that its displacement stands for, if
  /// it stands for one. Errors: a load of AArch64 relative to itself, which
  /// cannot reach.
  llvm::Expected<std::optional<uint64_t>> link(CodeInstr &I, unsigned At,
                                               std::vector<PcField> &Fields);

private:
  /// Where the displacement of a rip-relative operand stands.
  std::optional<unsigned> fieldOf(const CodeInstr &I, unsigned Operand);
  std::optional<int64_t> relativeTarget(const CodeInstr &I) const;
  uint64_t symbol(uint64_t Number);
  uint64_t place(int64_t Target) const;
  llvm::Expected<std::optional<uint64_t>> linkX86(CodeInstr &I, unsigned At,
                                                  std::vector<PcField> &Fields);
  llvm::Expected<std::optional<uint64_t>> linkAArch64(CodeInstr &I);

  CodeTarget &T;
  bool KnowsAddresses;
  llvm::MapVector<uint64_t, unsigned> Symbols;
  /// What code refers to relative to itself, and where that is put.
  std::map<int64_t, uint64_t> Places;
};

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RELINK_H
