//===- ProgramCode.cpp - What code in flight takes --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A core keeps track of the code that it has issued and not yet retired by
/// blocks, which end with a taken branch, and by the lines of the op cache that
/// these go over (CodeInFlight; docs/zen5.md).
///
//===----------------------------------------------------------------------===//

#include "OpCache.h"
#include "Program.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace takt::sim {

namespace {

/// Follows code from block to block.
class Blocks {
public:
  explicit Blocks(const Cpu &C)
      : LineBytes(C.Fetch.OpCache.LineBytes),
        Block(C.Code.Blocks ? OneBlock : 0),
        OfLine(C.Code.Lines ? OneLine : 0) {}

  /// What begins with an instruction at \p Address.
  RegisterCounts next(uint64_t Address) {
    const uint64_t In = Address / LineBytes;
    const RegisterCounts Begun = Line ? 0 : Block;
    return std::exchange(Line, In) == In ? 0 : Begun + OfLine;
  }
  /// That was a taken branch.
  void end() { Line.reset(); }

private:
  const unsigned LineBytes;
  const RegisterCounts Block, OfLine;
  std::optional<uint64_t> Line; ///< none before a block
};

} // namespace

/// Adds \p Count to the first fused µop of \p I, in each of its forms.
static void addTo(Program &P, const SimInstr &I, RegisterCounts Count) {
  for (uint32_t Form = 0; Form != (I.HasExecuted ? 2 : 1); ++Form) {
    SimQueued &Q = P.Queued[I.FirstQueued + Form * I.NumQueued];
    Q.Registers += Count;
    P.Fused[Q.First].Registers += Count;
  }
}

void addCode(Program &P, const Kernel &K, const Cpu &C,
             const Relaxation &Without) {
  // Copies have few lines for what else is in flight.
  if (!C.Code.any() || Without.Buffers || K.Repeats != Notion::Loop)
    return;
  const std::vector<uint64_t> Offsets = offsets(K);
  Blocks Code(C);
  if (fallsThrough(K))
    Code.next(Offsets.back());
  RegisterCounts Count = 0;
  for (auto [I, Instr, Offset] : zip_equal(P.Instrs, K.Instrs, Offsets)) {
    Count += Code.next(Offset);
    // What has no µop of its own leaves it to the next one.
    if (I.NumQueued)
      addTo(P, I, std::exchange(Count, 0));
    if (Instr.Taken)
      Code.end();
  }
  const auto First = find_if(P.Instrs, [](const SimInstr &I) {
    return I.NumQueued != 0; // of the next iteration
  });
  if (Count && First != P.Instrs.end())
    addTo(P, *First, Count);
}

} // namespace takt::sim
