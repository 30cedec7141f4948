//===- RenameStage.h - From the µop queue into the back end -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes µops out of the queue and issues them, as many as go in one cycle
/// (uiCA-model, section 2): whole queued µops in order, up to the issue width
/// in fused ones.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_RENAMESTAGE_H
#define TAKT_MODELS_SIM_RENAMESTAGE_H

#include "Core.h"
#include "MoveEliminator.h"
#include "Scheduler.h"

namespace takt::sim {

class RenameStage {
public:
  RenameStage(const Core &M, const Cpu &C, UopQueue &Queue, Scheduler &To);

  /// The queue has begun to repeat (UopQueue::repeat).
  void repeat();
  /// Starts a cycle: what has room goes by what is in flight now, before
  /// retirement.
  void beginCycle();
  /// Issues.
  void cycle();
  /// The iteration of the µop issued last.
  uint32_t iteration() const { return Iteration; }
  /// What was in its way so far: no room in some buffer that it counts, or in
  /// that of stores; a move that was not eliminated though others are; an empty
  /// queue in a cycle behind the first iteration.
  bool lackedRoom() const { return LackedRoom; }
  bool lackedStores() const { return LackedStores; }
  bool keptMoves() const { return KeptMoves; }
  bool starved() const { return Starved; }
  void state(StateWriter &W) const;

private:
  bool mustWait(const QueuedUop &Q, const SimInstr &I);
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  bool takeSimple(const SimQueued *Group, const SimInstr &I, bool Begins,
                  uint32_t Of);
  bool takeNext(const QueuedUop &Q);
  void takeInTurn();
  bool buffersHave(const BufferUse &Group);
  /// Whether one more queued µop that comes apart may go in this cycle.
  bool mayComeApart() const {
    return Apart < ApartPerCycle && Issued - ApartMore < ApartPlaces;
  }
  LLVM_ATTRIBUTE_NOINLINE bool take(const QueuedUop &Q);
  bool hasRoomForPair(const SimFused &Sync);
  bool takeSync(const QueuedUop &Q);
  bool addUpTo(const QueuedUop &Q, uint32_t First, unsigned End);
  bool takeMerges(const QueuedUop &Q, const SimInstr &I);
  void startInstr(const SimInstr &I);
  void chooseForm(const SimInstr &Move);
  LLVM_ATTRIBUTE_NOINLINE
  void add(const QueuedUop &Q, const SimFused *F, unsigned Count);
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  void issue(const SimFused &F, bool WasEliminated);

  /// What is in the queue, where that repeats.
  struct Turn {
    const SimQueued *Group = nullptr; ///< null: to be looked at like any other
    const SimInstr *Instr = nullptr;
    bool Begins = false; ///< it is the first one of its instruction
    /// Moreover it is one fused-domain µop that has nothing to do with moves.
    bool Plain = false;
    uint8_t Run = 0; ///< so many plain ones follow each other, from it on
    const SimFused *Only = nullptr; ///< that one
    /// What the plain ones before it take, in two words to subtract.
    uint64_t MemoryBefore = 0; ///< loads, and 32 bits above them stores
    RegisterCounts RegistersBefore = 0;
  };
  /// So many plain ones are taken at a time, at most. Behind the turns of an
  /// iteration there are as many of the next one.
  static constexpr unsigned LongestRun = 8;
  void countRuns(unsigned Longest);
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  void takeRun(const Turn *T, unsigned Count, uint32_t Of, const Turn *End);
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  bool takeTurn(const Turn &T, uint32_t Of);
  LLVM_ATTRIBUTE_NOINLINE
  unsigned findRoom(const Turn *T, unsigned Most);
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  void takeBuffers(const BufferUse &Needed);
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  bool takePlenty(uint64_t Memory, RegisterCounts OfEach);

  const Core &M;
  const Program &P;
  UopQueue &Queue;
  Scheduler &To;
  PoolVector<Turn> Turns;
  MoveEliminator Moves;
  bool HasWhole;       ///< some instructions are issued as a whole
  bool SyncsEveryUse;  ///< Renamer::StackSyncsEveryUse
  bool Synced = false; ///< a stack sync µop issued in this cycle
  /// Microcode issues in this cycle, and nothing else does.
  bool Sequenced = false;
  /// Of this cycle: whether anything goes; fused-domain µops that went, and
  /// that could; nothing was in flight.
  bool Open = false;
  unsigned Issued = 0, Width = 0;
  /// Queued µops of this cycle that came apart, and by how many more µops they
  /// were issued; Renamer::ApartPlaces and ApartPerCycle.
  unsigned Apart = 0, ApartMore = 0;
  const unsigned ApartPlaces, ApartPerCycle;
  bool WasEmpty = true;
  bool LackedRoom = false, LackedStores = false;
  bool KeptMoves = false, Starved = false;
  /// Entries of the load and store buffer, and registers, that are taken.
  unsigned Loads = 0, Stores = 0;
  RegisterCounts Registers = 0;
  uint32_t Iteration = 0;
  /// Of the queue's first µop: fused µops already issued, or before that merges
  /// of its instruction; these are; its instruction was looked at by
  /// startInstr.
  uint16_t Part = 0;
  bool Merged = false, Started = false;
  Variant Form = Listed;
  bool Eliminated = false;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_RENAMESTAGE_H
