//===- FrontEnd.h - What the simulated core asks of a front end -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The seam between the core of the simulation and the front ends. A front end
/// puts µops into the queue, cycle by cycle; the core takes them out. A new one
/// is one class and one line in makeFrontEnd.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_FRONTEND_H
#define TAKT_MODELS_SIM_FRONTEND_H

#include "takt/models/Simulation.h"
#include "llvm/ADT/SmallVector.h"
#include <cassert>
#include <memory>

namespace takt::sim {

/// A µop between front end and renamer.
struct QueuedUop {
  uint64_t Iteration = 0;
  uint32_t Instr = 0;
  /// Which of the instruction's queued µops; 0 for a stack sync µop.
  uint16_t Index = 0;
  UopOrigin Origin = UopOrigin::Instruction;
};

/// A ring of fixed capacity: no allocation after construction.
class UopQueue {
public:
  explicit UopQueue(unsigned Capacity) : Entries(Capacity + 1) {}
  unsigned capacity() const { return Entries.size() - 1; }
  unsigned size() const { return Count; }
  bool empty() const { return Count == 0; }
  /// The \p I-th oldest.
  const QueuedUop &operator[](unsigned I) const {
    unsigned At = First + I;
    return Entries[At < Entries.size() ? At : At - Entries.size()];
  }
  const QueuedUop &front() const { return Entries[First]; }
  void push(const QueuedUop &U) {
    assert(Count < Entries.size() && "µop queue overflows");
    unsigned At = First + Count++;
    Entries[At < Entries.size() ? At : At - Entries.size()] = U;
  }
  void pop() {
    --Count;
    if (++First == Entries.size())
      First = 0;
  }

private:
  std::vector<QueuedUop> Entries;
  unsigned First = 0, Count = 0;
};

/// Collects the canonical state of the machine: two machines whose words are
/// equal behave the same from then on. Times go in relative to the current
/// cycle, iterations relative to the current one, what can't matter any more
/// (a value that has been ready for long) not at all or as a constant.
class StateWriter {
public:
  /// \p Now and \p Iteration are what times and iterations are relative to.
  void begin(uint64_t Now, uint64_t Iteration) {
    Words.clear();
    Cycle = Now;
    First = Iteration;
  }
  /// There will be about \p N more words.
  void reserve(size_t N) { Words.reserve(Words.size() + N); }
  void word(uint64_t W) { Words.push_back(W); }
  /// A time: those up to now are all the same.
  void time(uint64_t T) { word(T > Cycle ? T - Cycle : 0); }
  /// An iteration, as a difference that may be negative.
  void iteration(uint64_t I) { word(I - First); }
  const llvm::SmallVector<uint64_t, 0> &words() const { return Words; }

private:
  llvm::SmallVector<uint64_t, 0> Words;
  uint64_t Cycle = 0, First = 0;
};

/// Queued µops of \p I, at least 1 unless it is the second half of a
/// macro-fused pair: a front end of the `linear` kind delivers fused-domain
/// µops, the others what the decoders, the µop cache and microcode make.
/// A pair's µops are those of its first instruction; its second instruction is
/// never delivered.
unsigned queuedUops(const KernelInstr &I, const Cpu &C);

/// The way into the queue, the same for every front end. Follows the stack
/// pointer where the CPU has a stack engine and inserts its µops (uiCA-model,
/// 2.2).
class UopDelivery {
public:
  UopDelivery(const Kernel &K, const Cpu &C, UopQueue &Queue,
              PipelineListener *Listener);

  /// Puts \p U, which comes from \p From, into the queue in cycle \p Now; in
  /// front of an instruction's first µop a stack sync µop if it takes one. µops
  /// come in program order. \returns how many entries were added: 1 or 2.
  unsigned deliver(const QueuedUop &U, UopSource From, uint64_t Now);
  void state(StateWriter &W) const;

private:
  void push(const QueuedUop &U, UopSource From, uint64_t Now);

  const Kernel &K;
  UopQueue &Queue;
  PipelineListener *Listener;
  bool FollowsStack;
  int64_t Reach, Floor = 0;
  /// Bytes by which the stack pointer is off the renamed register.
  int64_t Offset = 0;
};

/// What a front end is made of.
struct FrontEndContext {
  const Kernel &K;
  const Cpu &C;
  /// Only to ask how full it is; µops go through Out.
  const UopQueue &Queue;
  UopDelivery &Out;
  PipelineListener *Listener = nullptr;
};

class FrontEnd {
public:
  virtual ~FrontEnd() = default;
  /// Delivers what arrives in the queue in cycle \p Now. Called once a cycle,
  /// after renamer, scheduler and retirement.
  virtual void cycle(uint64_t Now) = 0;
  /// Writes all that determines what later calls do; the queue's entries are
  /// and the delivery's state are written by the core.
  virtual void state(StateWriter &W) const = 0;
};

/// A front end of \p Kind, which must not outlive what \p Ctx refers to. The
/// queue has room for at least queueCapacity µops.
std::unique_ptr<FrontEnd> makeFrontEnd(FrontEndKind Kind,
                                       const FrontEndContext &Ctx);
/// Entries of the µop queue that the front end of \p C needs: more than the
/// CPU's queue, for what is delivered in one cycle once there is room.
unsigned queueCapacity(const Cpu &C);

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_FRONTEND_H
