//===- MoveEliminator.h - Moves that the renamer executes -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides which moves are eliminated (uiCA paper, section 4.1.4; uiCA-model,
/// 2.1). A value that several registers name takes a slot; how many slots are
/// free is known only after the pipeline of the elimination.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_MOVEELIMINATOR_H
#define TAKT_MODELS_SIM_MOVEELIMINATOR_H

#include "FrontEnd.h"
#include "Program.h"
#include "llvm/ADT/STLExtras.h"

namespace takt::sim {

class MoveEliminator {
public:
  /// \p EveryMove: whatever the CPU's policy.
  MoveEliminator(const Renamer &R, const Program &P, bool EveryMove);

  /// Whether the move \p I is eliminated; called once for every move issued.
  bool eliminate(const SimInstr &I) {
    if (Done >= PerCycle || !hasRoom(I))
      return false;
    ++Done;
    return true;
  }
  /// The registers that \p I writes have lost their old values. Called after
  /// eliminate.
  void overwrite(const SimInstr &I, bool Eliminated) {
    // Without a value with several names only a new one is of interest.
    if ((Eliminated && Limited) || (anyNames() && overwritesName(I)))
      rename(I, Eliminated);
  }
  /// Ends a cycle in which the renamer was allowed to run.
  void endCycle() {
    Done = 0;
    if (Limited)
      advance();
  }
  /// Some values have several names.
  bool anyNames() const {
    return Classes[General].Live || Classes[Vector].Live;
  }
  void state(StateWriter &W) const;

private:
  static constexpr uint16_t None = 0xffff;
  enum Class { General, Vector, NumClasses };
  /// A value with several names.
  struct Entry {
    uint16_t Names = 0; ///< 0: free
    uint8_t Of = General;
    bool WasSingle = false; ///< had one name at the end of the last cycle
  };
  struct ClassState {
    std::optional<unsigned> Slots;
    bool UntilOverwritten = false;
    unsigned Live = 0, Now = 0; ///< entries; eliminated this cycle
    /// Of the last cycles, a ring.
    llvm::SmallVector<unsigned, 4> Eliminated, Entries;
  };
  /// Whether the policy and the slots let \p I be eliminated.
  bool hasRoom(const SimInstr &I);
  /// Whether \p I writes a register that names a value with several names.
  bool overwritesName(const SimInstr &I) const {
    return llvm::any_of(
        llvm::ArrayRef(P.WrittenLocations).slice(I.FirstWritten, I.NumWritten),
        [&](LocationId L) { return EntryOf[L] != None; });
  }
  LLVM_ATTRIBUTE_NOINLINE void rename(const SimInstr &I, bool Eliminated);
  void advance();
  void dropName(LocationId L);
  void dropSingles(unsigned Of);

  const Program &P;
  MoveElimination Policy;
  bool Limited;      ///< there are moves, and slots to count
  unsigned PerCycle; ///< moves eliminated in a cycle, at most
  unsigned Done = 0; ///< moves eliminated in this cycle
  unsigned Length, At = 0;
  ClassState Classes[NumClasses];
  PoolVector<Entry> Entries;
  PoolVector<uint16_t> EntryOf; ///< by location
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_MOVEELIMINATOR_H
