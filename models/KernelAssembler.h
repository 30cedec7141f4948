//===- KernelAssembler.h - Templates into a kernel --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_KERNELASSEMBLER_H
#define TAKT_MODELS_KERNELASSEMBLER_H

#include "InstrTemplate.h"
#include "llvm/ADT/BitVector.h"

namespace takt {

/// Fills templates with the registers of instructions, and numbers the
/// locations of one kernel.
class KernelAssembler {
public:
  /// \p Dirty are the groups of registers whose high byte is renamed apart and
  /// newer than the rest when the kernel starts.
  /// Locations have names only if there are to be \p Names, but for the stack
  /// pointer.
  KernelAssembler(const BuilderContext &Ctx, Kernel &K, llvm::BitVector Dirty,
                  bool Names);

  /// Sets the µops of \p To, whose Taken is known.
  void fill(const InstrTemplate &T, const llvm::MCInst &I, KernelInstr &To);

  /// The same at the end of what was filled so far.
  const llvm::BitVector &dirty() const { return Dirty; }

private:
  void fill(const TemplateUop &From, const llvm::MCInst &I, bool Taken, Uop &U);
  using Locations = llvm::SmallVector<LocationId, 2>;
  Locations locations(const ValueRef &V, const llvm::MCInst &I);
  LocationId registerLocation(uint16_t Group, llvm::MCRegister R);
  LocationId flagsLocation(unsigned Group, llvm::MCRegister R);
  LocationId tempLocation(unsigned Index);
  void read(const TemplateRead &R, const llvm::MCInst &I, Uop &U);
  void write(const TemplateWrite &W, const llvm::MCInst &I, Uop &U);
  void mergeHighBytes(const InstrTemplate &T, const llvm::MCInst &I,
                      KernelInstr &To);
  void markHighBytes(const InstrTemplate &T, const llvm::MCInst &I);
  LocationId highLocation(uint16_t Group, llvm::MCRegister R);
  bool isPartial(const ValueRef &V, const llvm::MCInst &I) const;

  const BuilderContext &Ctx;
  Kernel &K;
  const bool Names;
  static constexpr LocationId None = ~LocationId(0);
  std::vector<LocationId> OfGroup, OfHigh, OfFlags, OfTemp;
  llvm::BitVector Dirty;
};

/// Macro-fuses two neighbours, \p Second keeps nothing. If it is a branch, the
/// last operation of \p First becomes it and takes its ports or, if there are
/// any,
/// \p Ports. Else that
/// operation reads what either needs and makes the results of both, in its own
/// ports and time.
void fusePair(KernelInstr &First, KernelInstr &Second, ResourceMask Ports);

} // namespace takt

#endif // TAKT_MODELS_KERNELASSEMBLER_H
