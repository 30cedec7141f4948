//===- IntelParts.h - The units of Intel's front end ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Predecoder, decoders, microcode sequencer and µop cache, each with what it
/// does in a cycle and its canonical state. IntelFrontEnd.cpp puts them
/// together. None allocates after construction.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_INTELPARTS_H
#define TAKT_MODELS_SIM_INTELPARTS_H

#include "FrontEnd.h"
#include "IntelCode.h"

namespace takt::sim {

/// A place in the endless sequence of iterations.
struct CodePosition {
  uint64_t Iteration = 0;
  uint32_t Instr = 0;

  /// By one instruction, of \p NumInstrs per iteration.
  void next(uint32_t NumInstrs) {
    if (++Instr == NumInstrs) {
      Instr = 0;
      ++Iteration;
    }
  }
  /// By \p Count of them.
  void advance(uint32_t Count, uint32_t NumInstrs) {
    Instr += Count;
    for (; Instr >= NumInstrs; Instr -= NumInstrs)
      ++Iteration;
  }
};

/// Delivers the tail of long instructions, alone.
class MicrocodeSequencer {
public:
  explicit MicrocodeSequencer(unsigned Width) : Width(Width) {}

  bool isBusy() const { return Before + Left + After != 0; }
  /// From the next cycle on: \p Before cycles nothing, then \p Count µops from
  /// \p First on, then \p After cycles nothing.
  void start(const QueuedUop &First, unsigned Count, unsigned Before,
             unsigned After);
  void cycle(uint64_t Now, UopDelivery &Out);
  void state(StateWriter &W) const;

private:
  const unsigned Width;
  QueuedUop Next;
  unsigned Before = 0, Left = 0, After = 0;
};

/// Predecoded instructions: those ready to be decoded, and later ones by the
/// cycle in which they are.
class InstructionQueue {
public:
  explicit InstructionQueue(const IntelFrontEnd &P);

  unsigned free() const { return Capacity - Ready - NotReady; }
  /// Once a cycle at most, in which ready is called after that.
  void add(unsigned Instrs, uint64_t ReadyAt) {
    if (Instrs == 0)
      return;
    assert(NumComing <= Mask && "more than one group a cycle");
    Coming[(FirstComing + NumComing++) & Mask] = {ReadyAt, Instrs};
    NotReady += Instrs;
  }
  /// Instructions that can be decoded in cycle \p Now.
  unsigned ready(uint64_t Now) {
    while (NumComing && Coming[FirstComing].ReadyAt <= Now) {
      const unsigned Instrs = Coming[FirstComing].Instrs;
      Ready += Instrs;
      NotReady -= Instrs;
      FirstComing = (FirstComing + 1) & Mask;
      --NumComing;
    }
    return Ready;
  }
  void take(unsigned Instrs) { Ready -= Instrs; }
  void state(StateWriter &W) const;

private:
  struct Group {
    uint64_t ReadyAt = 0;
    unsigned Instrs = 0;
  };
  const unsigned Capacity;
  unsigned Ready = 0, NotReady = 0;
  /// Not ready yet, as a ring of 2^n.
  PoolVector<Group> Coming;
  unsigned Mask; ///< its size less 1
  unsigned FirstComing = 0, NumComing = 0;
};

/// Works off the steps of IntelCode (uiCA paper, 4.1.1, predecoder).
class Predecoder {
public:
  Predecoder(const Kernel &K, const IntelCode &Code, const IntelFrontEnd &P,
             PipelineListener *Listener)
      : K(K), Code(Code), P(P), Listener(Listener), Step(Code.steps().begin()) {
  }

  void cycle(uint64_t Now, InstructionQueue &Queue);
  void state(StateWriter &W) const;

private:
  void announce(unsigned Instrs, uint64_t Now) const;
  CodePosition position() const;

  const Kernel &K;
  const IntelCode &Code;
  const IntelFrontEnd &P;
  PipelineListener *const Listener;
  /// Of Code, the next one, and instructions in front of it since the start.
  const PredecodeStep *Step;
  uint64_t Passed = 0;
  unsigned Stall = 0;
  bool Started = false;
};

/// One decoder for everything, the others for instructions of one µop.
class Decoders {
public:
  Decoders(const IntelCode &Code, const IntelFrontEnd &P) : Code(Code), P(P) {}

  /// From the instruction \p From on, \p Instrs of them; 0: no end.
  void begin(CodePosition From, uint64_t Instrs);
  /// All instructions given to begin() are decoded.
  bool isDone() const { return !Endless && Left == 0; }
  void cycle(uint64_t Now, InstructionQueue &Queue, MicrocodeSequencer &MS,
             UopDelivery &Out);
  void state(StateWriter &W) const;

private:
  LLVM_ATTRIBUTE_NOINLINE
  void decodeEach(uint64_t Now, InstructionQueue &Queue, unsigned WereReady,
                  MicrocodeSequencer &MS, UopDelivery &Out);

  const IntelCode &Code;
  const IntelFrontEnd &P;
  CodePosition At;
  uint64_t Left = 0;
  bool Endless = false;
};

/// Reads the lines of the µop cache.
class UopCache {
public:
  UopCache(const IntelCode &Code, const IntelFrontEnd &P) : Code(Code), P(P) {}

  /// Lines \p First up to \p Last, exclusive, then again if \p Repeat.
  void begin(uint64_t Iteration, uint32_t First, uint32_t Last, bool Repeat);
  bool isDone() const { return Line == Last; }
  void cycle(uint64_t Now, MicrocodeSequencer &MS, UopDelivery &Out);
  void state(StateWriter &W) const;

private:
  const CacheLine &line() const { return Code.lines()[Line]; }
  /// The next µop is the first one of a window, or of an iteration.
  bool beginsWindow() const {
    return Uop == line().First &&
           (Line == First || Code.lines()[Line - 1].Window != line().Window);
  }
  bool takesWindow(uint64_t Now);
  void cycleByWindow(uint64_t Now, MicrocodeSequencer &MS, UopDelivery &Out);
  unsigned readLine(unsigned Left, uint64_t Now, MicrocodeSequencer &MS,
                    UopDelivery &Out);
  unsigned slotsForNextLine(const CacheLine &Before, unsigned Left,
                            bool WholeLine, bool WasDelayed) const;
  void nextLine();

  const IntelCode &Code;
  const IntelFrontEnd &P;
  uint64_t Iteration = 0;
  uint32_t First = 0, Last = 0;
  uint32_t Line = 0, Uop = 0;
  bool Repeat = false;
  /// An extra slot ended the cycle before.
  bool Delayed = false;
  /// Windows of which it knows before they are its turn. How many they are was
  /// not measured.
  static constexpr uint64_t WindowsAhead = 16;
  /// When the next one is known, if it is not more than so many cycles ago.
  uint64_t NextWindow = 0;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_INTELPARTS_H
