//===- DispatchPipe.h - In-order renaming and dispatch ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a kernel's µops do in front of an out-of-order core that dispatches in
/// order (bastian-thesis, section 3.3.2): which of them go together in a cycle.
///
/// Renaming gives registers to at most FrontEnd::Results pieces of results a
/// cycle and puts the µops into a short queue; dispatch takes them out, at most
/// FrontEnd::Width a cycle. With `no-cross` the µops of an instruction start a
/// new cycle where they would not fit into the one that has begun; with
/// `dispatch-queues` a µop of which a queue (Cpu::Queues) takes no more in the
/// cycle ends it.
///
/// Both take as many µops as they can, and every part of what fits into a cycle
/// fits too, so that nothing that comes later than it could makes a µop go
/// earlier: the pipe with a back end that takes everything is a lower bound of
/// every machine behind it. How it goes on is determined by the µop that is
/// next to be dispatched, how many are renamed beyond it, and how many pieces
/// of the next one are; so it is periodic, and the period is exact.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_DISPATCHPIPE_H
#define TAKT_MODELS_SIM_DISPATCHPIPE_H

#include "takt/models/Cpu.h"
#include "takt/models/Kernel.h"
#include "takt/models/Rational.h"

namespace takt::sim {

/// A queued µop as the pipe sees it.
struct DispatchUop {
  uint32_t Instr = 0;
  uint16_t Index = 0; ///< which of the instruction's queued µops
  /// Of its instruction, if it is the first one; else 0.
  uint16_t InstrUops = 0;
  uint16_t Results = 0; ///< pieces of results that are renamed with it
  /// The queues that its µops belong to, each as often as they do.
  llvm::SmallVector<uint8_t, 2> Queues;
};

class DispatchPipe {
public:
  /// Which limits hold beside the queues'.
  enum Limits : uint8_t { All, NoResults, NoWidths };

  /// For a front end of the kinds NoCross and DispatchQueues.
  DispatchPipe(const Kernel &K, const Cpu &C, Limits L = All);

  /// No µop comes this way.
  bool empty() const { return Uops.empty(); }
  /// Where dispatch is.
  const DispatchUop &next() const { return Uops[At]; }
  uint64_t iteration() const { return Iteration; }
  uint32_t position() const { return At; }
  /// The rest of what determines the cycles to come.
  uint64_t state() const { return uint64_t(Renamed) << 32 | Piece; }

  /// A cycle: calls \p Take for each µop that is dispatched, then renames. At
  /// most \p Most µops go.
  template <typename F> void cycle(unsigned Most, F Take) {
    beginGroup();
    for (unsigned N = 0; N != Most && takeNext(); ++N) {
      Take(Uops[At], Iteration);
      advance();
    }
    rename();
  }

  /// Cycles per iteration in the steady state, if all that is dispatched is
  /// taken.
  Rational steadyState() const;

private:
  void addInstr(const KernelInstr &I, uint32_t Index, const Cpu &C);
  void beginGroup();
  bool takeNext();
  void advance();
  void rename();

  const bool NoCross;
  unsigned Width, Results;
  /// µops that each queue takes in a cycle.
  llvm::SmallVector<unsigned, 8> QueueWidths;
  std::vector<DispatchUop> Uops; ///< of an iteration
  uint32_t At = 0;
  uint64_t Iteration = 0;
  /// µops between renaming and dispatch; pieces of the next one's results that
  /// are renamed already.
  unsigned Renamed = 0, Piece = 0;
  /// In this cycle: µops dispatched in all and into each queue.
  unsigned Taken = 0;
  llvm::SmallVector<unsigned, 8> QueueTaken;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_DISPATCHPIPE_H
