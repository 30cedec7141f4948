//===- IntelFrontEnd.cpp - Predecoder to µop queue --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntelFrontEnd.h"

using namespace llvm;

namespace takt::sim {

IntelFrontEndUnit::IntelFrontEndUnit(const FrontEndContext &Ctx)
    : Ctx(Ctx), P(Ctx.C.Fetch.Intel),
      Shared(std::make_shared<const IntelCode>(Ctx.K, P)), Code(*Shared),
      // The loop stream waits until it is empty.
      MostWaiting(Code.streamedCopies() ? 0
                                        : int(P.UopQueue) - int(P.CacheWidth)),
      AllDecoded(!Code.streamedCopies() && Code.stretches().empty() &&
                 !Ctx.K.Instrs.empty()),
      MS(P.MicrocodeWidth), Queue(P), Predecode(Ctx.K, Code, P, Ctx.Listener),
      Decode(Code, P), Cache(Code, P) {
  if (Code.streamedCopies() || Ctx.K.Instrs.empty())
    return;
  if (!Code.stretches().empty()) {
    beginStretch();
    return;
  }
  Decode.begin({}, 0);
}

void IntelFrontEndUnit::beginStretch() {
  const sim::Stretch &S = Code.stretches()[Stretch];
  FromCache = S.Cached;
  if (S.Cached) {
    Cache.begin(Iteration, S.First, S.Last, Code.wholeLoopCached());
    return;
  }
  Decode.begin({Iteration, S.FirstInstr}, S.LastInstr - S.FirstInstr);
}

void IntelFrontEndUnit::streamLoop(uint64_t Now) {
  if (!Ctx.Queue.empty())
    return;
  for (unsigned Copy = 0; Copy != Code.streamedCopies(); ++Copy, ++Iteration)
    for (uint32_t I = 0; I != Code.instrs().size(); ++I)
      for (uint16_t U = 0; U != Code.instrs()[I].Uops; ++U) {
        QueuedUop Uop;
        Uop.Iteration = Iteration;
        Uop.Instr = I;
        Uop.Index = U;
        Ctx.Out.deliver(Uop, UopSource::LoopStream, Now);
      }
}

void IntelFrontEndUnit::work(uint64_t Now) {
  if (LLVM_UNLIKELY(MS.isBusy())) {
    MS.cycle(Now, Ctx.Out);
    return;
  }
  if (LLVM_LIKELY(AllDecoded)) {
    Predecode.cycle(Now, Queue);
    Decode.cycle(Now, Queue, MS, Ctx.Out);
    return;
  }
  if (Code.instrs().empty())
    return;
  if (Code.streamedCopies()) {
    streamLoop(Now);
    return;
  }
  if (FromCache) {
    Cache.cycle(Now, MS, Ctx.Out);
  } else {
    // It works ahead, also beyond what the µop cache delivers next.
    Predecode.cycle(Now, Queue);
    Decode.cycle(Now, Queue, MS, Ctx.Out);
  }
  if (!(FromCache ? Cache.isDone() : Decode.isDone()))
    return;
  if (++Stretch == Code.stretches().size()) {
    Stretch = 0;
    ++Iteration;
  }
  beginStretch();
}

uint32_t IntelFrontEndUnit::round() const {
  if (Code.streamedCopies())
    return Code.streamedCopies();
  return Code.steps().empty() ? 1 : Code.iterationsPerRound();
}

void IntelFrontEndUnit::state(StateWriter &W) const {
  if (Code.instrs().empty())
    return;
  if (Code.streamedCopies()) {
    W.iteration(Iteration);
    return;
  }
  W.word(Stretch);
  MS.state(W);
  if (FromCache)
    Cache.state(W);
  else
    Decode.state(W);
  if (Code.steps().empty())
    return;
  Queue.state(W);
  Predecode.state(W);
}

} // namespace takt::sim
