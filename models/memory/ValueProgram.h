//===- ValueProgram.h - What a kernel does to integers ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The kernel as a program on 64 bit integers, which is compiled once and
/// interpreted with random values in place of what is not known (staticdeps,
/// cesasme-staticdeps paper section 3.3).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MEMORY_VALUEPROGRAM_H
#define TAKT_MODELS_MEMORY_VALUEPROGRAM_H

#include "AddressTrace.h"
#include "ValueCompiler.h"
#include "llvm/ADT/ArrayRef.h"

namespace takt {

/// One iteration, compiled.
class ValueProgram {
public:
  /// \p SitesOnly: it is enough to know where the kernel accesses memory; run
  /// is not to be called.
  ValueProgram(const BuilderContext &Ctx, Notion Repeats,
               bool SitesOnly = false);

  /// Takes the next instruction, whose µops are in \p To: creates
  /// To.Accesses (sizes only) and sets Uop::Access. \p Size is that of its
  /// memory operand in bytes, 0: not known.
  void add(const CodeInstr &Code, const OpcodeInfo &Info, unsigned Size,
           KernelInstr &To);
  /// After the last instruction; \p Bytes is the length of the code, by which
  /// the instruction pointer moves between unrolled copies.
  void finish(uint64_t Bytes);

  /// The accesses of an iteration in program order.
  llvm::ArrayRef<AccessSite> sites() const;
  /// Some site stores. If not, there is nothing to find.
  bool stores() const;
  /// Instructions with a result that is not followed (⊥), other than those on
  /// vectors and floating point: for reports and tests.
  unsigned unsupported() const;

  /// Interprets \p Iterations iterations. Equal seeds give equal traces.
  AddressTrace run(uint32_t Iterations, uint64_t Seed) const;

private:
  const bool SitesOnly;
  ValueCompiler Compiler;
  ValueCode Code;
};

/// Removes what no address of \p Code depends on; the traces stay the same.
void keepAddressesOnly(ValueCode &Code);

} // namespace takt

#endif // TAKT_MODELS_MEMORY_VALUEPROGRAM_H
