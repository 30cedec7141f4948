//===- LoopFacts.h - What only the compiler knows of a loop -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Facts about a machine loop that its instructions do not show.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_LOOPFACTS_H
#define TAKT_PASSES_LOOPFACTS_H

#include "takt/models/HottestPath.h"
#include "takt/passes/AccessFacts.h"
#include "takt/passes/RowEnd.h"
#include "takt/passes/SourceSteps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace llvm {
class Loop;
class MachineFunction;
class MachineLoop;
} // namespace llvm

namespace takt {

class IRAnalyses;

/// Why this machine loop exists: one source loop often becomes several.
enum class LoopRole : uint8_t {
  Main,            ///< the only machine loop of its source loop, not vectorised
  VectorBody,      ///< the vectorised main loop
  Unrolled,        ///< scalar, several source iterations per machine iteration
  Remainder,       ///< what the vectorised or unrolled code leaves
  VectorRemainder, ///< a narrower vector loop behind the vector body
  /// As Main, but its first or last iterations run outside of it, in code of
  /// their own that is no loop.
  Peeled,
  /// Counts, and nobody uses what it does: the compiler has taken everything
  /// else out of it, as of the copy of a loop for rows without elements.
  Empty,
  /// Vectors that never run: for elements that overlap each other.
  ForOverlaps,
  /// Vectors that run where there are few iterations only (mostIterations):
  /// beside the loop that does any number.
  ForFew,
};

/// It does what others leave over, or nothing, or never runs, or hardly.
inline bool isRemainder(LoopRole R) {
  return R == LoopRole::Remainder || R == LoopRole::VectorRemainder ||
         R == LoopRole::Empty || R == LoopRole::ForOverlaps ||
         R == LoopRole::ForFew;
}

/// "main", "vector body", "unrolled", "remainder", "vector remainder",
/// "peeled", "empty", "vectors of overlapping elements", "vectors for few
/// iterations".
llvm::StringRef roleName(LoopRole R);

/// Facts about one machine loop.
struct LoopFacts {
  LoopRole Role = LoopRole::Main;
  /// Nesting depth in the function; an outermost loop has depth 1.
  unsigned Depth = 1;
  /// Executions of the header per call of the function, from the profile or
  /// LLVM's static estimate.
  std::optional<double> Frequency;
  /// True if Frequency comes from a profile.
  bool Profiled = false;
  /// Machine iterations per entry, if constant.
  std::optional<uint64_t> TripCount;
  /// Iterations that the compiler took out of the loop to run them before it;
  /// 0: none.
  unsigned PeeledIterations = 0;
  /// Source iterations per machine iteration (vector width × interleave count
  /// × unroll count), if known; ≥ 1.
  std::optional<unsigned> SourceIterations;
  /// Lanes of the vectors that it computes with; 0: none, or of several sizes.
  unsigned VectorLanes = 0;
  /// Blocks on the path that the kernel follows, and in the loop.
  unsigned PathBlocks = 1, Blocks = 1;
  /// Share of the iterations that take this path, 0..1.
  double PathProbability = 1.0;
  /// Few iterations of its source loop are vectors in a row beside it.
  bool BesideFew = false;
  /// That stands for the loop.
  bool hasCommonPath() const { return PathProbability >= CommonPath; }
  MemoryFacts Memory;
};

/// What the role of a loop is told from.
struct RoleEvidence {
  /// Where its source loop starts; 0: not known.
  SourceKey Source = 0;
  /// The same place, where the loop's mark or the code around it tells it.
  llvm::DebugLoc Start;
  /// The steps and marks of the IR loop behind it.
  LoopSteps Steps;
  std::optional<unsigned> SourceIterations;
  /// Of the source loop, on average, where a profile tells them; else 0.
  unsigned ProfiledTrips = 0;
  /// The vectoriser made code beside it of the source loop, of which no loop is
  /// left: all iterations stand in a row.
  bool BesideVectors = false;
  /// It runs instead of that code, and never behind it: where accesses meet.
  bool InsteadOfVectors = false;
  /// Where it runs behind that code, too.
  RowEnd Behind;
  /// It has no effect, and nothing behind it uses a value of it.
  bool IsEmpty = false;
  /// Some of its accesses move by an invariant that is not known. Looked for
  /// where copies of the source loop moved differently far
  /// (LoopSteps::StepsDiffer) and where the language hides strides.
  bool HasUnknownStride = false;
  /// It is made for elements that overlap each other (isForOverlaps).
  bool IsForOverlaps = false;
  /// It is made for so many iterations at most (mostIterations).
  std::optional<uint64_t> MostIterations;
  /// Such vectors, for so many, are beside it of which no loop is left.
  /// BesideVectors is false then: other numbers of iterations it does alone.
  std::optional<uint64_t> BesideFew;
  /// The vectoriser made its vectors. What it leaves over has some, too, where
  /// LLVM makes vectors of straight code, but does one source iteration.
  bool isOfVectorizer() const {
    return Steps.Vectorized && Steps.HasVectors && SourceIterations != 1u;
  }
};

/// The source loop among \p Before that a loop without a place was made of,
/// whose steps are \p S: that has the branch at its end, or has lost it (the
/// vectoriser makes another one, the unroller may for what it leaves over), and
/// its accesses. 0: not known.
SourceKey sourceByPlaces(const FunctionSteps &Before, const LoopSteps &S);

/// Gives loops of which nothing tells where they start the place of another one
/// of the same source loop.
void shareStarts(llvm::MutableArrayRef<RoleEvidence> Loops);

/// The roles of the innermost loops of one function, by what they do compared
/// to the others of the same source loop.
std::vector<LoopRole> assignRoles(llvm::ArrayRef<RoleEvidence> Loops);

/// Finds facts in the final IR of a machine function, which is still alive
/// while the function is printed. Nothing is required: without IR or debug
/// locations facts are just not known.
class FactFinder {
public:
  explicit FactFinder(llvm::MachineFunction &MF);
  ~FactFinder();

  /// The IR loop that \p L was made from, or null. Blocks of loops in \p L do
  /// not count.
  const llvm::Loop *irLoop(const llvm::MachineLoop &L) const;

  /// Role evidence for \p L.
  RoleEvidence evidence(const llvm::MachineLoop &L) const;

  /// Machine iterations per entry of \p L, if constant.
  std::optional<uint64_t> tripCount(const llvm::MachineLoop &L) const;

  /// What is known of the accesses of \p K, an iteration of \p L.
  MemoryFacts memory(const llvm::MachineLoop &L, const KernelCode &K) const;

  /// The analyses of the final IR; null without an IR body.
  IRAnalyses *analyses() const { return IR.get(); }

private:
  /// Some access of \p L moves by an invariant that is no constant.
  bool hasUnknownStride(const llvm::Loop &L) const;
  /// Finds out for \p E, the evidence for \p L, whether there are vectors of
  /// its source loop in straight code; null \p Source: what that was before the
  /// vectoriser is not known.
  void findVectorsBeside(const llvm::Loop &L, const LoopSteps *Source,
                         RoleEvidence &E) const;
  /// Adds to \p E, the evidence for \p L, what its source loop tells, which was
  /// \p Source before the vectoriser.
  void compareWithSource(const llvm::Loop &L, const LoopSteps &Source,
                         RoleEvidence &E) const;

  llvm::MachineFunction &MF;
  /// As loopSteps() takes it.
  unsigned VScale = 0;
  std::unique_ptr<IRAnalyses> IR; ///< null without an IR body
  std::shared_ptr<const FunctionSteps> Before;
};

} // namespace takt

#endif // TAKT_PASSES_LOOPFACTS_H
