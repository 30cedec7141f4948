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
/// they lie in (Cpu::Code; docs/zen5.md). Both limits are one here: a block
/// takes what it is of all blocks or what its lines are of all lines, whichever
/// is more.
///
//===----------------------------------------------------------------------===//

#include "OpCache.h"
#include "Program.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

/// What a block takes at least; enough for lines of three to five quarters.
static constexpr unsigned OfBlock = 4;

unsigned codeLimit(const CodeInFlight &Code) { return OfBlock * Code.Blocks; }

/// What a line takes.
static unsigned ofLine(const CodeInFlight &Code) {
  return (codeLimit(Code) + Code.Lines / 2) / Code.Lines;
}

namespace {

/// Follows the code from block to block.
class Blocks {
public:
  Blocks(const CodeInFlight &Code, unsigned LineBytes)
      : OfLine(ofLine(Code)), LineBytes(LineBytes) {}

  /// What an instruction that begins at \p Address takes.
  unsigned next(uint64_t Address) {
    const uint64_t In = Address / LineBytes;
    if (Lines && In == Line)
      return 0;
    Line = In;
    const unsigned Before = taken();
    ++Lines;
    return taken() - Before;
  }
  /// It was a taken branch.
  void end() { Lines = 0; }

private:
  unsigned taken() const {
    return Lines ? std::max(OfBlock, OfLine * Lines) : 0;
  }

  const unsigned OfLine, LineBytes;
  unsigned Lines = 0; ///< of this block, so far
  uint64_t Line = 0;
};

} // namespace

/// Adds \p Count to the first fused µop of \p I, in each of its forms.
static void addTo(Program &P, const SimInstr &I, unsigned Count) {
  for (uint32_t Form = 0; Form != (I.HasExecuted ? 2 : 1); ++Form) {
    SimQueued &Q = P.Queued[I.FirstQueued + Form * I.NumQueued];
    Q.Registers += Count * OneOfCode;
    P.Fused[Q.First].Registers += Count * OneOfCode;
  }
}

void addCode(Program &P, const Kernel &K, const Cpu &C) {
  // Copies have few lines for what else is in flight.
  if (!C.Code.Blocks || K.Repeats != Notion::Loop)
    return;
  const std::vector<uint64_t> Offsets = offsets(K);
  Blocks Code(C.Code, C.Fetch.OpCache.LineBytes);
  if (fallsThrough(K))
    Code.next(Offsets.back());
  unsigned Count = 0;
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
