//===- OpCache.h - Op cache or decoders to op queue -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The front end of AMD's cores since Zen (docs/simulation.md, front end of
/// kind `op-cache`). Code that fits comes from the op cache: so many macro-ops
/// a cycle, out of so many lines of code, up to a taken branch. Other code is
/// fetched and decoded.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_OPCACHE_H
#define TAKT_MODELS_SIM_OPCACHE_H

#include "FrontEnd.h"
#include "OpCacheFits.h"

namespace takt::sim {

/// Macro-ops of each instruction that the front end delivers; 0: it shares the
/// one of the instruction in front of it, as the second half of a fused pair
/// does and, where the CPU does so, a nop.
std::vector<uint16_t> macroOps(const Kernel &K, const Cpu &C);

/// Addresses of the instructions of \p K.
std::vector<uint64_t> offsets(const Kernel &K);

/// Whether an iteration of \p K is a loop's and ends where the next one begins,
/// without a taken branch in between: the loop is entered in its middle.
bool fallsThrough(const Kernel &K);

/// Of each instruction with \p Counts macro-ops, the address behind the last
/// byte of those that share them.
std::vector<uint64_t> macroOpEnds(const Kernel &K,
                                  llvm::ArrayRef<uint16_t> Counts,
                                  llvm::ArrayRef<uint64_t> Offsets);

/// Of each instruction, the address of the byte in whose line its macro-ops
/// are.
std::vector<uint64_t> macroOpLines(const Kernel &K, const OpCacheFrontEnd &P,
                                   llvm::ArrayRef<uint16_t> Counts,
                                   llvm::ArrayRef<uint64_t> Offsets);

/// Whether the op cache delivers \p K, of so many macro-ops an iteration.
bool isOpCached(const Kernel &K, const OpCacheFrontEnd &P, uint64_t MacroOps);

class OpCacheFrontEndUnit final : public FrontEnd {
public:
  explicit OpCacheFrontEndUnit(const FrontEndContext &Ctx);

  LLVM_ATTRIBUTE_NOINLINE void cycle(uint64_t Now) override;
  void state(StateWriter &W) const override;
  uint32_t round() const override;
  std::unique_ptr<FrontEnd> copy() const override {
    return std::make_unique<OpCacheFrontEndUnit>(*this);
  }

private:
  /// What the front end needs of an instruction with macro-ops.
  struct Code {
    uint64_t Offset; ///< sim::offsets
    uint64_t Found;  ///< the byte in whose line it is
    uint64_t End;    ///< behind the last byte of those that share its macro-ops
    uint32_t Next;   ///< the next one with macro-ops
    uint16_t Count;  ///< macro-ops
    bool Taken;      ///< a taken branch lies in between
    bool Wraps;      ///< the end of the iteration does
  };
  /// Where the front end is.
  struct Position {
    QueuedUop Next;
    uint64_t Start = 0; ///< of this copy
  };
  void findCode();
  void fromCache(unsigned Room, uint64_t Now);
  void fromDecoders(unsigned Room, uint64_t Now);
  bool advance(Position &P) const;
  bool findLines(int64_t Last);
  uint64_t address(const Position &P) const {
    return P.Start + Instrs[P.Next.Instr].Offset;
  }
  /// The line that has its next macro-op.
  uint64_t lineOf(const Position &P) const {
    return lineOf(P.Start + Instrs[P.Next.Instr].Found);
  }
  /// Which line of code \p Address is in. Divisions take long.
  uint64_t lineOf(uint64_t Address) const {
    return LineShift ? Address >> LineShift : Address / P.LineBytes;
  }

  const FrontEndContext Ctx;
  const OpCacheFrontEnd &P;
  std::vector<Code> Instrs; ///< of those without macro-ops only Next counts
  std::vector<FieldCount> Fields; ///< of each one with macro-ops
  uint64_t CopyBytes = 0; ///< from one unrolled copy to the next; a loop: 0
  uint64_t Wrap = 1;      ///< addresses count modulo this
  unsigned LineShift = 0; ///< of 2^n bytes: n; else 0
  bool Empty = false, Cached = false;
  Position At;
  /// Lines of code that are predicted and not yet begun; those behind the one
  /// with the next instruction that were begun, -1: not even that one.
  unsigned Ahead = 0;
  int64_t Begun = -1;
  unsigned Resting = 0; ///< cycles until the line is read that was read last
  /// A line was read again since the last taken branch; this is its rest, which
  /// comes apart from the next line.
  bool ReadAgain = false, ReadsRest = false;
  uint64_t Fetched = 0; ///< up to where code was, for the decoders
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_OPCACHE_H
