//===- GuideBudget.h - How much choosing may cost ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts work, not seconds, so that the same file is compiled the same however
/// busy the machine is.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_GUIDEBUDGET_H
#define TAKT_PASSES_GUIDE_GUIDEBUDGET_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace takt {

/// The work that is left for scratch compilations of one module. The unit is
/// that of making one machine instruction; docs/guide.md has the measurements
/// behind the constants.
class GuideBudget {
public:
  /// What is compiled along with the first look at a function: nothing, a shape
  /// that is larger, or what it is with its accesses marked as apart, where
  /// that is smaller than straight code of rows.
  enum class Ahead { Nothing, Larger, Apart };

  /// \p Percent of the work of compiling \p M.
  GuideBudget(const llvm::Module &M, unsigned Percent);

  /// Starts with \p F: what is left is shared out among the functions with
  /// loops that are still to come, by their sizes.
  void begin(const llvm::Function &F);
  /// Takes the work of comparing so many \p Pairs of accesses. \returns false
  /// if the share is too small for it.
  bool compare(unsigned Pairs);
  /// The function at hand may well take half the time in another shape: once in
  /// a module it gets more than its share.
  void promise();
  /// The same of one whose vectors are too many for the registers as LLVM does
  /// it: mostly code of several hundred instructions, to compile and to look
  /// at, and fewer in any other shape.
  void promiseFewerRegisters();
  /// Takes the work of the first scratch compilation of a function of \p Instrs
  /// IR instructions, as far as that is known before, and of another copy for
  /// \p With. \returns false if the share is too small for it.
  bool look(unsigned Instrs, Ahead With);
  /// The first scratch compilation made \p MachineInstrs, as the real one will,
  /// and \p Uops were simulated for a copy, as will be for each further one.
  void looked(unsigned MachineInstrs, uint64_t Uops);
  /// The other copy, of Ahead::Larger, made \p MachineInstrs of \p Instrs.
  void lookedAhead(unsigned Instrs, unsigned MachineInstrs);
  /// By the first look a loop of the function at hand may gain much: of a small
  /// file a little more may be spent on it.
  void expectMuch();
  /// Of a scratch compilation of copies of so many machine instructions each,
  /// the first ones first, the indices of those that the share is enough for:
  /// of the first if it is not too large, and of those behind it up to the
  /// first that is, for what comes then is less promising.
  llvm::SmallVector<unsigned, 8>
  affordable(llvm::ArrayRef<unsigned> Copies) const;
  /// Takes the work of compiling those that are affordable(). \returns these.
  llvm::SmallVector<unsigned, 8> spend(llvm::ArrayRef<unsigned> Copies);

private:
  void take(double Work);
  /// The work of compiling those of \p Copies that are affordable, which are
  /// put into \p Chosen; 0 if none is.
  double workOf(llvm::ArrayRef<unsigned> Copies,
                llvm::SmallVectorImpl<unsigned> &Chosen) const;

  double Left, Share = 0;
  /// What functions of which much is expected may spend beyond, all that are
  /// still to come and the one at hand.
  double IfHopeful, MoreIfHopeful = 0;
  /// Machine instructions that the first look was expected to make.
  double Expected = 0;
  /// Of a further copy of the function at hand, beside its instructions.
  double CopyWork = 0;
  /// Of the work of compiling, what may be spent.
  double Part;
  /// Instructions of functions with loops that are still to come.
  uint64_t ToCome = 0;
  bool HasPromised = false, HasPromisedRegisters = false;
};

} // namespace takt

#endif // TAKT_PASSES_GUIDE_GUIDEBUDGET_H
