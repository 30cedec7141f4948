//===- Advice.h - What would make a loop faster -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the compiler may not do by itself but the user can allow, and what it
/// would gain: a remark of kind "missed" (-Rpass-missed=takt).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_ADVICE_H
#define TAKT_PASSES_ADVICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Loop;
class MachineFunction;
class MachineInstr;
class MachineOptimizationRemarkEmitter;
} // namespace llvm

namespace takt {

class CodeWidener;
class IRAnalyses;
class KernelBuilder;
class SaidCopies;
struct CodeInstr;
enum class LoopRole : uint8_t;
struct LoopReport;
struct RoleEvidence;

/// One thing to do about one loop.
struct Advice {
  const char *Name;   ///< of the remark, in records
  std::string Needed; ///< "reassociation needed"
  std::string How;    ///< "-fassociative-math ..."
  /// Cycles per source iteration (per machine iteration where their number is
  /// not known) now, 0 if that is not known, and at best if it is done, if that
  /// is known.
  double Before = 0;
  std::optional<double> After;
  /// At how many per cent of its clock the core then runs.
  unsigned ClockPercent = 100;

  /// After, in cycles of the whole clock; 0 where it is not known.
  double wholeAfter() const { return After.value_or(0) * 100 / ClockPercent; }
};

/// What is to be said in front of how LLVM may make vectors of the loop that \p
/// R is about: "-O2 and " if the code is optimised less; mostly nothing.
std::string forVectors(const LoopReport &R);

/// Leave to compute a sum or product in another order, for \p R, the report on
/// a loop that was made from \p L.
///
/// At best are the other bounds of the loop as it is: breaking a chain of
/// dependences leaves ports and front end. A vectorised loop may be faster yet.
std::optional<Advice> adviseOnOrder(const LoopReport &R, llvm::Loop &L,
                                    IRAnalyses &IR);

/// No regard for NaNs or errno for \p R, the report on a loop that was made
/// from
/// \p L, where that alone, or beside any order of sums, keeps LLVM from
/// vectors. At best is what \ref adviseOnOrder says if the loop waits for a
/// largest or smallest number; what vectors of square roots would take is not
/// known.
std::optional<Advice> adviseOnFloats(const LoopReport &R, llvm::Loop &L,
                                     IRAnalyses &IR);

/// Vectors of functions of the C library for \p R, the report on a loop that
/// was made from \p L, if it is such functions alone that keep LLVM from
/// vectors, or from functions for these. No cycles are known of either.
std::optional<Advice> adviseOnCalls(const LoopReport &R, llvm::Loop &L,
                                    IRAnalyses &IR);

/// More vectors at a time for \p R, the report on a loop that was made from \p
/// L, if it adds up in any order, but waits for its sums: at best is what ports
/// and front end need, or the chain shared by as many sums as there are then.
std::optional<Advice> adviseOnAccumulators(const LoopReport &R, llvm::Loop &L,
                                           IRAnalyses &IR);

/// Words that accesses of \p R do not meet, where a value goes through memory
/// in every iteration that could stay in a register. \p Origin is the machine
/// instruction behind each of the kernel's, which was made from \p L. Where
/// nothing else keeps LLVM from vectors these may gain more, which is said; at
/// best is not known then if the loop as it is would gain nothing.
std::optional<Advice>
adviseOnAliases(const LoopReport &R,
                llvm::ArrayRef<const llvm::MachineInstr *> Origin,
                llvm::Loop &L, IRAnalyses &IR);

/// A known number of iterations for \p Main, a loop that leaves iterations over
/// for \p Remainder, if a profile says that it runs \p Trips source iterations:
/// at best none is left over.
std::optional<Advice> adviseOnTrips(const LoopReport &Main,
                                    const LoopReport &Remainder,
                                    unsigned Trips);

/// No vectors for \p Vectors, if \p Scalar, what is left over for iterations
/// that do not fill one or a copy for pointers that overlap, takes less for a
/// source iteration. Unrolled it may be faster yet.
std::optional<Advice> adviseOnVectors(const LoopReport &Vectors,
                                      const LoopReport &Scalar);

/// Vectors as wide as the CPU has them for \p R, whose code is \p Code of \p
/// MF, where the compiler prefers narrower ones: at best is the same code made
/// wider by \p Widener, which is made where it is null. \p B builds its kernel.
std::optional<Advice> adviseOnWidth(const LoopReport &R,
                                    const llvm::MachineFunction &MF,
                                    llvm::ArrayRef<CodeInstr> Code,
                                    KernelBuilder &B,
                                    std::unique_ptr<CodeWidener> &Widener);

/// Elements side by side for \p R, a loop whose strides are not known: if it \p
/// HasVectors beside it these never run (LoopRole::ForOverlaps).
Advice adviseOnContiguity(const LoopReport &R, bool HasVectors);

/// Blocks of \p Most iterations for \p R, a loop beside which vectors of the
/// same source loop run where there are no more of them: at best they take what
/// \p Vectors do; null: these are no loop.
std::optional<Advice> adviseOnBlocks(const LoopReport &R,
                                     const LoopReport *Vectors, uint64_t Most);

/// What the other loops of the source loop that \p R was made from say would
/// help it, if that is worth saying. \p R is the \p I-th loop of a function, of
/// all of which \p Evidence and \p Roles are. \p Analyse reports on the loop of
/// that index; it is asked for few.
std::optional<Advice>
adviseByOthers(const LoopReport &R, size_t I,
               llvm::ArrayRef<RoleEvidence> Evidence,
               llvm::ArrayRef<LoopRole> Roles,
               llvm::function_ref<LoopReport(size_t)> Analyse);

/// True if \p A gains enough to be said (-takt-advice-threshold).
bool isWorthSaying(const Advice &A);

/// Emits what is advised in \p Reports, what gains most cycles in a call of the
/// function first; of \p Copies as emitRemark.
void emitAdvice(llvm::MachineOptimizationRemarkEmitter &ORE,
                const std::vector<LoopReport> &Reports, SaidCopies &Copies);

} // namespace takt

#endif // TAKT_PASSES_ADVICE_H
