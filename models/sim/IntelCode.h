//===- IntelCode.h - A kernel as Intel's front end sees it ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All that predecoder, decoders, µop cache and loop stream do is fixed by the
/// kernel's bytes, except when they do it. IntelCode works it out once: what
/// the predecoder delivers step by step, the lines of the µop cache, which part
/// of an iteration comes from where. The rules are those of the uiCA paper,
/// section 4.1.1 (docs/simulation.md has them in detail).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_INTELCODE_H
#define TAKT_MODELS_SIM_INTELCODE_H

#include "FrontEnd.h"
#include "Recycler.h"
#include "takt/models/Kernel.h"
#include "takt/models/Pipeline.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace takt::sim {

/// What decoders and µop cache make of an instruction.
struct DecodedInstr {
  /// µops from decoders or µop cache, and from microcode. All 0 for the second
  /// half of a macro-fused pair, which is consumed with the first.
  uint16_t Uops = 1, Microcode = 0;
  /// Where Complex: decoders that work beside the first one.
  uint16_t Beside = 0;
  bool Complex = false;
  bool Fusible = false;
  /// The next instruction is the second half of the pair.
  bool Paired = false;
  /// Nothing is decoded after it in the same cycle.
  bool EndsGroup = false;
  /// It is one µop out of any decoder, without any of these.
  bool Simple = false;
};

/// What is decoded in one cycle, from some instruction on, if as much waits as
/// the decoders take.
struct DecodeGroup {
  /// So many of IntelCode::groupUops(), from that one on.
  uint32_t FirstUop = 0, NumUops = 0;
  /// Instructions, and how many must wait for that; Never: there is microcode.
  static constexpr uint32_t Never = ~0u;
  uint32_t Instrs = 0, Needed = Never;
  /// All are DecodedInstr::Simple: of fewer as many are decoded as there are.
  bool Simple = true;
  /// The instruction behind it, so many iterations later.
  uint32_t Next = 0, Iterations = 0;
};

/// What the predecoder delivers in one cycle, after Stall cycles without.
struct PredecodeStep {
  uint16_t Stall = 0;
  /// The next instructions in the order of the code; may be 0.
  uint16_t Count = 0;
  /// Instructions in front of them that come from the µop cache.
  uint32_t Skip = 0;
};

/// A µop in the µop cache.
struct CachedUop {
  uint32_t Instr = 0;
  uint16_t Index = 0;
  /// It takes a second slot.
  bool Extra = false;
  /// Microcode goes on behind it.
  bool Microcode = false;
};

struct CacheLine {
  /// Indices into IntelCode::cachedUops().
  uint32_t First = 0, Last = 0;
  /// Slots taken.
  uint16_t Slots = 0;
  /// Which piece of code it belongs to; equal for lines that share a window.
  uint64_t Window = 0;
  /// The path leaves the window with a taken branch, its last µop.
  bool EndsPath = false;
  bool Microcode = false;
  /// The first line of a window that the path leaves with a branch whose last
  /// bytes are in the next one.
  bool Crosses = false;
  /// Its window is found in the same cycle as the one before
  /// (IntelFrontEnd::PairsWindows).
  bool Paired = false;
};

/// A part of the iteration that one source delivers.
struct Stretch {
  /// From the µop cache; First and Last are lines, else predecode steps.
  bool Cached = false;
  uint32_t First = 0, Last = 0;
  /// Instructions up to LastInstr, exclusive; FirstInstr < LastInstr.
  uint32_t FirstInstr = 0, LastInstr = 0;
};

class IntelCode {
public:
  /// A line of the instruction cache.
  static constexpr unsigned CodeLineBytes = 64;

  /// \p K and \p P must outlive it.
  IntelCode(const Kernel &K, const IntelFrontEnd &P);

  /// As Kernel::Instrs.
  llvm::ArrayRef<DecodedInstr> instrs() const { return Instrs; }
  /// Those of one round; then they go on from firstLoopStep().
  llvm::ArrayRef<PredecodeStep> steps() const { return Steps; }
  llvm::ArrayRef<CacheLine> lines() const { return Lines; }
  llvm::ArrayRef<CachedUop> cachedUops() const { return Cache; }

  /// One iteration in order; empty if decoders deliver all of it.
  llvm::ArrayRef<Stretch> stretches() const { return Stretches; }
  uint32_t firstLoopStep() const { return LoopStep; }
  /// Instructions from the µop cache behind the last step.
  uint32_t skippedAtEnd() const { return SkippedAtEnd; }
  /// Iterations that the steps from firstLoopStep() on deliver.
  uint32_t iterationsPerRound() const { return Round; }

  /// How many instructions from \p First on are decoded in one cycle if all of
  /// the kernel, repeated, waits; at most up to the kernel's end where parts of
  /// it do not come from the decoders.
  unsigned decodedTogether(uint32_t First) const;
  /// By first instruction, if decoders deliver all of the kernel; else empty.
  llvm::ArrayRef<DecodeGroup> groups() const { return Groups; }
  /// Of groups, with iterations relative to that of the first instruction.
  llvm::ArrayRef<QueuedUop> groupUops() const { return GroupUops; }
  /// Whether an instruction can be decoded behind \p Used others in the same
  /// cycle.
  bool canFollow(const DecodedInstr &D, unsigned Used) const {
    if (D.Complex && Used)
      return false;
    return Used == 0 || P.FusibleOnLastDecoder || Used + 1 < P.Decoders ||
           !(D.Fusible || D.Paired);
  }

  /// How many copies of the iteration the loop stream puts in the queue at a
  /// time; 0: the loop is not streamed.
  unsigned streamedCopies() const { return Copies; }
  /// µops of an iteration in the queue.
  uint64_t queuedUops() const { return Uops; }
  /// Every window of the loop is in the µop cache.
  bool wholeLoopCached() const {
    return Stretches.size() == 1 && Stretches.front().Cached;
  }

private:
  void decode();
  void streamLoop();
  void makeGroups();

  const Kernel &K;
  const IntelFrontEnd &P;
  PoolVector<DecodedInstr> Instrs;
  PoolVector<PredecodeStep> Steps;
  PoolVector<CachedUop> Cache;
  PoolVector<CacheLine> Lines;
  PoolVector<Stretch> Stretches;
  PoolVector<DecodeGroup> Groups;
  PoolVector<QueuedUop> GroupUops;
  uint32_t LoopStep = 0, Round = 1, SkippedAtEnd = 0;
  unsigned Copies = 0;
  uint64_t Uops = 0;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_INTELCODE_H
