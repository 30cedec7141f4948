//===- FrontEnds.cpp - What delivers µops to the renamer --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DispatchPipe.h"
#include "FrontEnd.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

PoolVector<QueuedUop> queuedInOrder(const Kernel &K, const Cpu &C) {
  PoolVector<QueuedUop> Order;
  Order.reserve(2 * K.Instrs.size());
  for (const auto &[I, Instr] : enumerate(K.Instrs)) {
    QueuedUop U;
    U.Instr = I;
    for (const unsigned Count = queuedUops(Instr, C); U.Index != Count;
         ++U.Index)
      Order.push_back(U);
  }
  return Order;
}

//===----------------------------------------------------------------------===//
// The queue
//===----------------------------------------------------------------------===//

UopQueue::Content UopQueue::content() const {
  Content Of;
  Of.First = First;
  Of.End = End;
  Of.Place = Place;
  Of.Iteration = Iteration;
  for (unsigned I = 0; I != size() && !repeats(); ++I)
    Of.Uops.push_back((*this)[I]);
  return Of;
}

void UopQueue::restore(const Content &Of) {
  First = End = Of.First;
  for (const QueuedUop &U : Of.Uops)
    push(U);
  End = Of.End;
  Place = Of.Place;
  Iteration = Of.Iteration;
}

//===----------------------------------------------------------------------===//
// Delivery and stack engine
//===----------------------------------------------------------------------===//

UopDelivery::UopDelivery(const Kernel &K, const Cpu &C, UopQueue &Queue,
                         PipelineListener *Listener)
    : K(K), Queue(Queue), Listener(Listener),
      EveryUse(C.Rename.StackSyncsEveryUse),
      FollowsStack(C.Rename.StackEngine &&
                   any_of(K.Instrs,
                          [&](const KernelInstr &I) {
                            return I.StackChange != 0 ||
                                   (EveryUse && I.ReadsStackPointer);
                          })),
      Reach(C.Rename.StackReach) {
  // A kernel that only pushes would move away for ever. No sum of consecutive
  // changes of a kernel that does not pop more than it pushes is larger than
  // one iteration's pops, so from further down than that it never comes back to
  // 0, and how far makes no difference. (With pops in excess it goes up.)
  Floor = -1;
  for (const KernelInstr &I : K.Instrs)
    Floor -= std::max<int64_t>(0, I.StackChange);
}

void UopDelivery::announce(QueuedUop U, UopSource From, uint64_t Now) {
  PipelineEvent E;
  E.What = Stage::Queued;
  E.From = From;
  E.Origin = U.Origin;
  E.Cycle = Now;
  E.Iteration = U.Iteration;
  E.Instr = U.Instr;
  E.Queued = U.Index;
  Listener->event(E);
}

/// The first µop of an instruction, where the stack pointer is followed.
unsigned UopDelivery::deliverFollowing(QueuedUop U, UopSource From,
                                       uint64_t Now) {
  unsigned Added = 1;
  const KernelInstr &I = K.Instrs[U.Instr];
  if ((I.ReadsStackPointer && (Offset != 0 || EveryUse)) || Offset > Reach) {
    QueuedUop Sync = U;
    Sync.Origin = Offset != 0 ? UopOrigin::StackSync : UopOrigin::StackPlace;
    push(Sync, From, Now);
    ++Added;
    Offset = 0;
  }
  if (EveryUse) {
    Offset |= I.StackChange != 0;
  } else {
    if (I.WritesStackPointer)
      Offset = 0;
    Offset = std::max(Offset + I.StackChange, Floor);
  }
  push(U, From, Now);
  return Added;
}

void UopDelivery::state(StateWriter &W) const {
  if (FollowsStack)
    W.word(uint64_t(Offset));
}

//===----------------------------------------------------------------------===//
// Linear
//===----------------------------------------------------------------------===//

namespace {

/// Keeps the queue full: only the renamer's width limits it.
class LinearFrontEnd final : public FrontEnd {
public:
  explicit LinearFrontEnd(const FrontEndContext &Ctx)
      : Ctx(Ctx), Counts(macroOps(Ctx.K, Ctx.C)) {
    Empty = all_of(Counts, [](uint16_t N) { return N == 0; });
  }

  void cycle(uint64_t Now) override {
    // One entry stays free for a stack sync µop.
    while (!Empty && Ctx.Queue.size() + 1 < Ctx.Queue.capacity()) {
      while (Next.Index == Counts[Next.Instr])
        nextInstr();
      Ctx.Out.deliver(Next, UopSource::None, Now);
      ++Next.Index;
    }
  }

  void state(StateWriter &W) const override {
    W.iteration(Next.Iteration);
    W.word(uint64_t(Next.Instr) << 16 | Next.Index);
  }
  std::unique_ptr<FrontEnd> copy() const override {
    return std::make_unique<LinearFrontEnd>(*this);
  }

private:
  void nextInstr() {
    Next.Index = 0;
    if (++Next.Instr == Counts.size()) {
      Next.Instr = 0;
      ++Next.Iteration;
    }
  }

  const FrontEndContext Ctx;
  const std::vector<uint16_t> Counts; ///< queued µops of each instruction
  bool Empty;
  QueuedUop Next;
};

//===----------------------------------------------------------------------===//
// In-order dispatch
//===----------------------------------------------------------------------===//

/// What is dispatched in a cycle reaches the renamer of the machine, which
/// takes no less, in the next one: nothing is dispatched before that.
class DispatchFrontEnd final : public FrontEnd {
public:
  explicit DispatchFrontEnd(const FrontEndContext &Ctx)
      : Ctx(Ctx),
        Pipe(Ctx.K, Ctx.C,
             Ctx.AnyWidth ? DispatchPipe::NoWidths : DispatchPipe::All),
        // Each with a stack sync µop.
        Most((Ctx.Queue.capacity() - 1) / 2) {}

  void cycle(uint64_t Now) override {
    if (Pipe.empty() || !Ctx.Queue.empty())
      return;
    Pipe.cycle(Most, [&](const DispatchUop &U, uint64_t Iteration) {
      QueuedUop Q;
      Q.Iteration = Iteration;
      Q.Instr = U.Instr;
      Q.Index = U.Index;
      Ctx.Out.deliver(Q, UopSource::None, Now);
    });
  }

  void state(StateWriter &W) const override {
    W.iteration(Pipe.iteration());
    W.word(Pipe.position());
    W.word(Pipe.state());
  }
  std::unique_ptr<FrontEnd> copy() const override {
    return std::make_unique<DispatchFrontEnd>(*this);
  }

private:
  const FrontEndContext Ctx;
  DispatchPipe Pipe;
  const unsigned Most;
};

} // namespace

std::unique_ptr<FrontEnd> makeLinearFrontEnd(const FrontEndContext &Ctx) {
  return std::make_unique<LinearFrontEnd>(Ctx);
}

std::unique_ptr<FrontEnd> makeDispatchFrontEnd(const FrontEndContext &Ctx) {
  return std::make_unique<DispatchFrontEnd>(Ctx);
}

} // namespace takt::sim
