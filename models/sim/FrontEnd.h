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
/// puts µops into the queue, cycle by cycle; the core takes them out.
/// FrontEndModel.h has what else is asked of a kind of front end.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_FRONTEND_H
#define TAKT_MODELS_SIM_FRONTEND_H

#include "Recycler.h"
#include "takt/models/Simulation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>
#include <memory>

namespace takt::sim {

/// A µop between front end and renamer.
struct QueuedUop {
  uint32_t Iteration = 0;
  uint32_t Instr = 0;
  /// Which of the instruction's queued µops; 0 for a stack sync µop.
  uint16_t Index = 0;
  UopOrigin Origin = UopOrigin::Instruction;
};

/// A ring of fixed capacity: no allocation after construction. Where µops
/// always come in the same order it only counts them.
class UopQueue {
public:
  explicit UopQueue(unsigned Capacity)
      : Capacity(Capacity), Mask(llvm::NextPowerOf2(Capacity) - 1),
        Entries(Mask + 1) {}
  unsigned capacity() const { return Capacity; }
  unsigned size() const { return End - First; }
  bool empty() const { return End == First; }
  /// The \p I-th oldest.
  const QueuedUop &operator[](unsigned I) const {
    return Entries[(First + I) & Mask].Uop;
  }
  QueuedUop front() const {
    if (!repeats())
      return Entries[First & Mask].Uop;
    QueuedUop U = Order[Place];
    U.Iteration = Iteration;
    return U;
  }
  /// From now on, when it is empty and nothing has ever been in it, µops come
  /// as in \p OneIteration, again and again. operator[] is not for that.
  void repeat(PoolVector<QueuedUop> OneIteration) {
    Order = std::move(OneIteration);
    Round = Order.size();
  }
  bool repeats() const { return Round; }
  llvm::ArrayRef<QueuedUop> order() const { return Order; }
  /// If so, that of the oldest one in the order, and its iteration.
  uint32_t place() const { return Place; }
  uint32_t iteration() const { return Iteration; }
  void push(QueuedUop U) {
    assert(size() <= Mask && "µop queue overflows");
    Entries[End++ & Mask].Uop = U;
  }
  /// Several, whose iterations count from \p Iteration on.
  void push(llvm::ArrayRef<QueuedUop> Uops, uint32_t Iteration) {
    assert(size() + Uops.size() <= Mask + 1 && "µop queue overflows");
    if (LLVM_LIKELY(repeats()))
      return count(Uops.size());
    Entry *const All = Entries.data();
    const uint32_t Ring = Mask;
    uint32_t At = End;
    End += Uops.size();
    for (QueuedUop U : Uops) {
      U.Iteration += Iteration;
      All[At++ & Ring].Uop = U;
    }
  }
  /// Several, where they repeat.
  void count(unsigned Uops) {
    assert(repeats() && size() + Uops <= Mask + 1 && "µop queue overflows");
    End += Uops;
  }
  void pop(unsigned Count = 1) {
    First += Count;
    if (!repeats())
      return;
    for (Place += Count; Place >= Round; Place -= Round)
      ++Iteration;
  }
  /// Entries taken since the beginning.
  uint32_t taken() const { return First; }
  /// What is in it, to be put back later.
  struct Content {
    llvm::SmallVector<QueuedUop, 0> Uops; ///< if it does not repeat
    uint32_t First = 0, End = 0, Place = 0, Iteration = 0;
  };
  Content content() const;
  void restore(const Content &Of);

private:
  const uint32_t Capacity, Mask;
  /// Begins without content.
  union Entry {
    Entry() {}
    QueuedUop Uop;
  };
  RecycledVector<Entry> Entries;
  /// Counted on for ever; modulo size they are places in the ring.
  uint32_t First = 0, End = 0;
  PoolVector<QueuedUop> Order;
  uint32_t Round = 0; ///< its size
  uint32_t Place = 0, Iteration = 0;
};

/// Collects the canonical state of the machine: two machines whose words are
/// equal behave the same from then on. Times go in relative to the current
/// cycle, iterations relative to the current one, what can't matter any more
/// (a value that has been ready for long) not at all or as a constant.
class StateWriter {
public:
  StateWriter() = default;
  StateWriter(const StateWriter &) = delete;
  StateWriter &operator=(const StateWriter &) = delete;
  /// \p Now and \p Iteration are what times and iterations are relative to.
  void begin(uint64_t Now, uint64_t Iteration) {
    Next = Words.data();
    resume(Now, Iteration);
  }
  /// The same behind what is there already.
  void resume(uint64_t Now, uint64_t Iteration) {
    Cycle = Now;
    First = Iteration;
  }
  /// Room for \p N words in all, no fewer than are there.
  void reserve(size_t N) {
    const size_t Size = Next - Words.data();
    assert(N >= Size && "what was written stays");
    Words.resize(N);
    Next = Words.data() + Size;
    End = Words.data() + N;
  }
  /// Room for up to \p N more words, to be filled without further ado; end()
  /// says where they end.
  uint64_t *space(size_t N) {
    if (LLVM_UNLIKELY(size_t(End - Next) < N))
      grow(N);
    return std::exchange(Next, Next + N);
  }
  void end(uint64_t *End) { Next = End; }
  void word(uint64_t W) { *space(1) = W; }
  /// Several at once.
  template <typename... T> void put(T... W) {
    uint64_t *To = space(sizeof...(W));
    ((*To++ = W), ...);
  }
  /// A time: those up to now are all the same.
  uint64_t until(uint64_t T) const { return T > Cycle ? T - Cycle : 0; }
  void time(uint64_t T) { word(until(T)); }
  /// An iteration, as a difference that may be negative.
  uint64_t since(uint64_t I) const { return I - First; }
  void iteration(uint64_t I) { word(since(I)); }
  llvm::ArrayRef<uint64_t> words() const { return {Words.data(), Next}; }

private:
  LLVM_ATTRIBUTE_NOINLINE void grow(size_t N) {
    reserve(2 * (Next - Words.data() + N));
  }
  RecycledVector<uint64_t> Words; ///< room, up to End, for more than up to Next
  uint64_t *Next = nullptr, *End = nullptr;
  uint64_t Cycle = 0, First = 0;
};

/// Queued µops of \p I, at least 1 unless it is the second half of a
/// macro-fused pair: a front end of the `intel` kind delivers what the
/// decoders, the µop cache and microcode make, the others fused-domain µops.
/// A pair's µops are those of its first instruction; its second instruction is
/// never delivered.
unsigned queuedUops(const KernelInstr &I, const Cpu &C);
/// Those of an iteration of \p K in program order.
PoolVector<QueuedUop> queuedInOrder(const Kernel &K, const Cpu &C);

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
  unsigned deliver(QueuedUop U, UopSource From, uint64_t Now) {
    if (FollowsStack && U.Index == 0)
      return deliverFollowing(U, From, Now);
    push(U, From, Now);
    return 1;
  }
  /// The same with several ones, whose iterations count from \p Iteration on.
  void deliver(llvm::ArrayRef<QueuedUop> Uops, uint32_t Iteration,
               UopSource From, uint64_t Now) {
    if (LLVM_LIKELY(!FollowsStack && !Listener))
      return Queue.push(Uops, Iteration);
    for (QueuedUop U : Uops) {
      U.Iteration += Iteration;
      deliver(U, From, Now);
    }
  }
  /// Nothing but how many come makes a difference: count does for deliver.
  bool onlyCounts() const { return Queue.repeats(); }
  void count(unsigned Uops) { Queue.count(Uops); }
  /// There may be stack sync µops.
  bool followsStack() const { return FollowsStack; }
  void state(StateWriter &W) const;

private:
  unsigned deliverFollowing(QueuedUop U, UopSource From, uint64_t Now);
  void push(QueuedUop U, UopSource From, uint64_t Now) {
    Queue.push(U);
    if (LLVM_UNLIKELY(Listener))
      announce(U, From, Now);
  }
  void announce(QueuedUop U, UopSource From, uint64_t Now);

  const Kernel &K;
  UopQueue &Queue;
  PipelineListener *Listener;
  bool EveryUse, FollowsStack;
  int64_t Reach, Floor = 0;
  /// Bytes by which the stack pointer is off the renamed register; with
  /// EveryUse 1 if it has moved since the last stack sync µop.
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
  /// The renamer takes any number of µops (Relaxation::IssueWidth).
  bool AnyWidth = false;
};

class FrontEnd {
public:
  virtual ~FrontEnd() = default;
  /// Delivers what arrives in the queue in cycle \p Now. Called once a cycle,
  /// after renamer, scheduler and retirement.
  virtual void cycle(uint64_t Now) = 0;
  /// Writes all that determines what later calls do, but for the queue's
  /// entries and the delivery's state, which the core writes.
  virtual void state(StateWriter &W) const = 0;
  /// Iterations after a multiple of which alone its state can come again.
  virtual uint32_t round() const { return 1; }
  /// One that goes on in the same way from here, with the same queue.
  virtual std::unique_ptr<FrontEnd> copy() const = 0;
};

/// A front end of \p Kind, which must not outlive what \p Ctx refers to. The
/// queue has room for at least queueCapacity µops.
std::unique_ptr<FrontEnd> makeFrontEnd(FrontEndKind Kind,
                                       const FrontEndContext &Ctx);
/// One that keeps the queue full, and one that dispatches in order.
std::unique_ptr<FrontEnd> makeLinearFrontEnd(const FrontEndContext &Ctx);
std::unique_ptr<FrontEnd> makeDispatchFrontEnd(const FrontEndContext &Ctx);
/// Entries of the µop queue that the front end of \p C needs: more than the
/// CPU's queue, for what is delivered in one cycle once there is room.
unsigned queueCapacity(const Cpu &C);

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_FRONTEND_H
