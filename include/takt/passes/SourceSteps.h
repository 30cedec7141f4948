//===- SourceSteps.h - How far each access moves per iteration --*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many source iterations one machine iteration does (vector width ×
/// interleave count × unroll count) is said nowhere in the final code. But each
/// affine access of a loop moves by a constant number of bytes per iteration:
/// its step in the final IR divided by its step before the vectoriser is the
/// number. A gather or scatter does one source iteration's access in each of
/// its lanes. Accesses and loops are recognised by their debug locations, which
/// the transformations keep.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_SOURCESTEPS_H
#define TAKT_PASSES_SOURCESTEPS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/DebugLoc.h"
#include <cstdint>
#include <optional>

namespace llvm {
class ICmpInst;
class Instruction;
class Loop;
} // namespace llvm

namespace takt {

/// Identifies a place in the source, inlined calls included; 0: no location.
using SourceKey = uint64_t;
SourceKey sourceKey(const llvm::DebugLoc &DL);

/// Identifies in LoopSteps the accesses at \p Place that store, or those that
/// load: `x *= y` does both at one place.
SourceKey accessKey(SourceKey Place, bool IsStore);

/// \p N without its sign: also of the least number, which has no opposite.
inline uint64_t magnitude(int64_t N) {
  return N < 0 ? 0 - static_cast<uint64_t>(N) : N;
}

/// Where \p L starts, as the mark says that front ends give loops; null: it has
/// none, or without a place.
llvm::DebugLoc markedStart(const llvm::Loop &L);

/// Where \p L starts, by its mark or else by the code in front of it, or else
/// by the statement that uses what it leaves, or the first one in it.
llvm::DebugLoc loopStart(const llvm::Loop &L);

/// What is known of an innermost IR loop's iteration.
struct LoopSteps {
  /// Bytes by which the access at a place moves per iteration, not 0. Places
  /// whose accesses disagree are left out.
  llvm::DenseMap<SourceKey, int64_t> Accesses;
  /// Accesses at a place, lanes of gathers and scatters there, and elements of
  /// other loads and stores. What stores has another key than what loads.
  llvm::DenseMap<SourceKey, unsigned> Counts, Lanes, Elements;
  /// Which of the keys of Counts store.
  llvm::DenseSet<SourceKey> Stores;
  /// Bytes by which an access moves per iteration, without sign and not 0, and
  /// of an element that it loads or stores.
  struct Span {
    uint64_t Step = 0, Width = 0;
    bool operator==(const Span &O) const {
      return Step == O.Step && Width == O.Width;
    }
  };
  /// Of the accesses with a key as above the one that moves least.
  llvm::DenseMap<SourceKey, Span> Closest;
  /// Keys whose accesses move by as much in each iteration, but it is not known
  /// by how much.
  llvm::DenseSet<SourceKey> UnknownSteps;
  /// Of keys whose accesses are at remainders, a[i & 31], after how many
  /// iterations these begin again (LinearSteps::period).
  llvm::DenseMap<SourceKey, uint64_t> Remainders;
  /// Copies of the loop differ in that: the front end has made one for arrays
  /// whose elements are side by side, say.
  bool StepsDiffer = false;
  /// By how much the number moves per iteration, without sign, that is compared
  /// with another one where the loop ends, if it ends in one place; 0: not
  /// known.
  uint64_t Counter = 0;
  /// Where the branch is that jumps back.
  SourceKey End = 0;
  /// Instructions but for phis, branches and debug ones.
  unsigned Instrs = 0;
  /// llvm.loop.isvectorized: the vectoriser made this loop, or left it as the
  /// remainder of one.
  bool Vectorized = false;
  /// llvm.loop.unroll.disable: the unroller is done with it, or is forbidden.
  bool UnrollDisabled = false;
  /// llvm.loop.unroll.runtime.disable: the vectoriser marks its vectors so if
  /// they are not marked as above, and what it leaves over unless that runs
  /// where accesses meet, too.
  bool RuntimeUnrollDisabled = false;
  /// The unroller made it of what it left over: it marks what it is done with
  /// without a place, which front ends give all marks.
  bool LeftOver = false;
  /// It computes with vectors, or puts their elements in another order.
  bool HasVectors = false, HasShuffles = false;
  /// Some of its vectors are as long as the processor has them, and that is not
  /// known: Lanes, Elements and VectorLanes do not tell then.
  bool HasUnknownLanes = false;
  /// Lanes of a vector that it computes with; 0: of none, or of several sizes,
  /// if it has those.
  unsigned VectorLanes = 0;
  bool HasSeveralLanes = false;
  /// JammedMark: iterations of the loop around it that one does.
  unsigned Jammed = 1;
  /// llvm.loop.peeled.count: iterations that run before the loop.
  unsigned Peeled = 0;
  /// Iterations at entry, on average, where a profile tells them; else 0.
  unsigned ProfiledTrips = 0;
};

/// The mark of a loop that guiding has put several iterations of the loop
/// around it into, with their number.
inline constexpr char JammedMark[] = "takt.jammed";

/// Blocks of loops in \p L do not count. \p VScale: how many times as long as
/// they are at least vectors are that have the processor's length; 0: not
/// known.
LoopSteps loopSteps(const llvm::Loop &L, unsigned VScale = 0);

/// The comparison by which \p L ends, if it ends in one place and by one; else
/// null.
const llvm::ICmpInst *comparisonAtEnd(const llvm::Loop &L);

/// The key in LoopSteps::Counts of what \p I loads or stores, if that is a
/// vector; 0: it does not, or has no place.
SourceKey vectorAccess(const llvm::Instruction &I);

/// The loops of a function by their start location.
using FunctionSteps = llvm::DenseMap<SourceKey, LoopSteps>;

/// Keeps what two loops that start at the same place (copies of one loop) have
/// in common.
void addLoopSteps(FunctionSteps &Steps, SourceKey Loop, const LoopSteps &New);

/// Source iterations per iteration of a loop that was \p Before and is \p
/// After: ≥ 1, or none if the steps do not tell or contradict each other.
std::optional<unsigned> sourceIterations(const LoopSteps &Before,
                                         const LoopSteps &After);

/// Whether \p After, vectors made of a loop that was \p Before, are for
/// elements that overlap each other. The vectoriser takes strides that it does
/// not know for 1, checked at run time, and what it takes to be counted in
/// elements is counted in bytes where a front end computes addresses so, as
/// Flang does for the strides of assumed-shape arrays: such vectors never run.
/// (Several iterations that access one element, as a[i / 2], are none of it.)
bool isForOverlaps(const LoopSteps &Before, const LoopSteps &After);

/// How many iterations there are at most where \p After, vectors made of a loop
/// that was \p Before, run: as many as it takes until some remainder begins
/// again, for the vectoriser takes a[i & 31] for neighbours, which it checks in
/// front. None: any number.
std::optional<uint64_t> mostIterations(const LoopSteps &Before,
                                       const LoopSteps &After);

} // namespace takt

#endif // TAKT_PASSES_SOURCESTEPS_H
