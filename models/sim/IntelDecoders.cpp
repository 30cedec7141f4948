//===- IntelDecoders.cpp - Predecoder, decoders, microcode ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntelParts.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

//===----------------------------------------------------------------------===//
// Microcode
//===----------------------------------------------------------------------===//

void MicrocodeSequencer::start(const QueuedUop &First, unsigned Count,
                               unsigned Before, unsigned After) {
  Next = First;
  Left = Count;
  this->Before = Before;
  this->After = After;
}

void MicrocodeSequencer::cycle(uint64_t Now, UopDelivery &Out) {
  if (Before) {
    --Before;
  } else if (Left) {
    for (unsigned N = std::min(Width, Left); N; --N, --Left) {
      Out.deliver(Next, UopSource::Microcode, Now);
      ++Next.Index;
    }
  } else {
    --After;
  }
}

void MicrocodeSequencer::state(StateWriter &W) const {
  W.word(uint64_t(Before) << 48 | uint64_t(After) << 32 | Left);
  if (!Left)
    return;
  W.iteration(Next.Iteration);
  W.word(uint64_t(Next.Instr) << 16 | Next.Index);
}

//===----------------------------------------------------------------------===//
// Instruction queue
//===----------------------------------------------------------------------===//

InstructionQueue::InstructionQueue(const IntelFrontEnd &P)
    // A pair must fit beside what the predecoder waits to have free.
    : Capacity(std::max(P.InstructionQueue, P.PredecodeWidth + 1)),
      Coming(NextPowerOf2(P.PredecodeDelay)), Mask(Coming.size() - 1) {}

void InstructionQueue::state(StateWriter &W) const {
  uint64_t *To = W.space(1 + NumComing);
  *To = uint64_t(Ready) << 32 | NumComing;
  for (unsigned N = 0; N != NumComing; ++N) {
    const Group &G = Coming[(FirstComing + N) & Mask];
    *++To = W.until(G.ReadyAt) << 32 | G.Instrs;
  }
}

//===----------------------------------------------------------------------===//
// Predecoder
//===----------------------------------------------------------------------===//

/// Where the next step begins.
CodePosition Predecoder::position() const {
  const uint64_t N = K.Instrs.size();
  return {Passed / N, static_cast<uint32_t>(Passed % N)};
}

/// Tells the listener of the next \p Instrs instructions.
void Predecoder::announce(unsigned Instrs, uint64_t Now) const {
  for (CodePosition Next = position(); Instrs; --Instrs) {
    PipelineEvent E;
    E.What = Stage::Predecoded;
    E.Cycle = Now;
    E.Iteration = Next.Iteration;
    E.Instr = Next.Instr;
    Listener->event(E);
    Next.advance(1, K.Instrs.size());
  }
}

void Predecoder::cycle(uint64_t Now, InstructionQueue &Queue) {
  const PredecodeStep &S = *Step;
  if (!Started) {
    if (Queue.free() < P.PredecodeWidth)
      return;
    Stall = S.Stall;
    Started = Stall;
  }
  if (Stall) {
    --Stall;
    return;
  }
  Passed += S.Skip;
  Queue.add(S.Count, Now + P.PredecodeDelay);
  if (LLVM_UNLIKELY(Listener))
    announce(S.Count, Now);
  Passed += S.Count;
  Started = false;
  if (++Step != Code.steps().end())
    return;
  Step = Code.steps().begin() + Code.firstLoopStep();
  Passed += Code.skippedAtEnd();
}

void Predecoder::state(StateWriter &W) const {
  const CodePosition At = position();
  W.put(W.since(At.Iteration),
        uint64_t(At.Instr) << 32 | uint64_t(Step - Code.steps().begin()),
        Started ? Stall + 1 : 0);
}

//===----------------------------------------------------------------------===//
// Decoders
//===----------------------------------------------------------------------===//

void Decoders::begin(CodePosition From, uint64_t Instrs) {
  At = From;
  Left = Instrs;
  Endless = Instrs == 0;
}

/// What could be macro-fused with the next instruction waits for it, unless
/// none comes from here.
static bool waitsForNext(const DecodedInstr &D, unsigned Ready, uint64_t Left) {
  return Ready < 2 && (D.Fusible || D.Paired) && Left > 1;
}

void Decoders::cycle(uint64_t Now, InstructionQueue &Queue,
                     MicrocodeSequencer &MS, UopDelivery &Out) {
  const unsigned WereReady = Queue.ready(Now);
  if (WereReady == 0)
    return;
  if (Endless) {
    const DecodeGroup &G = Code.groups()[At.Instr];
    const bool All = WereReady >= G.Needed;
    if (All || G.Simple) {
      const unsigned Count = All ? G.Instrs : WereReady;
      const unsigned Uops = All ? G.NumUops : WereReady;
      if (Out.onlyCounts())
        Out.count(Uops);
      else
        Out.deliver(Code.groupUops().slice(G.FirstUop, Uops), At.Iteration,
                    UopSource::Decoders, Now);
      if (All) {
        At.Iteration += G.Iterations;
        At.Instr = G.Next;
      } else {
        At.advance(Count, Code.instrs().size());
      }
      return Queue.take(Count);
    }
  }
  decodeEach(Now, Queue, WereReady, MS, Out);
}

/// One instruction after the other.
void Decoders::decodeEach(uint64_t Now, InstructionQueue &Queue,
                          unsigned WereReady, MicrocodeSequencer &MS,
                          UopDelivery &Out) {
  const ArrayRef<DecodedInstr> Code = this->Code.instrs();
  CodePosition At = this->At;
  uint64_t Left = Endless ? ~uint64_t(0) : this->Left;
  unsigned Ready = WereReady;
  unsigned Free = P.Decoders;
  for (unsigned Used = 0; Free && Ready && Left; ++Used) {
    const DecodedInstr &D = Code[At.Instr];
    if (D.Simple) {
      Out.deliver({uint32_t(At.Iteration), At.Instr}, UopSource::Decoders, Now);
      At.next(Code.size());
      --Left;
      --Ready;
      --Free;
      continue;
    }
    if ((Used && !this->Code.canFollow(D, Used)) ||
        waitsForNext(D, Ready, Left))
      break;
    QueuedUop U;
    U.Iteration = At.Iteration;
    U.Instr = At.Instr;
    for (; U.Index != D.Uops; ++U.Index)
      Out.deliver(U, UopSource::Decoders, Now);
    const unsigned Instrs = D.Paired ? 2 : 1;
    At.advance(Instrs, Code.size());
    Left -= Instrs;
    Ready -= Instrs;
    if (D.Microcode)
      MS.start(U, D.Microcode, P.MicrocodeEnter, P.MicrocodeLeave);
    if (D.EndsGroup)
      break;
    --Free;
    if (D.Complex)
      Free = std::min<unsigned>(Free, D.Beside);
  }
  this->At = At;
  if (!Endless)
    this->Left = Left;
  Queue.take(WereReady - Ready);
}

void Decoders::state(StateWriter &W) const {
  W.put(W.since(At.Iteration), Left << 32 | At.Instr);
}

} // namespace takt::sim
