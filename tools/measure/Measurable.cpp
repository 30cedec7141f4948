//===- Measurable.cpp - Blocks that can be run ----------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Measurable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace llvm;
using namespace takt;

/// Iterations of the two runs of a loop. A pointer that walks 64 bytes an
/// iteration stays within the pages that are mapped.
static constexpr uint64_t FewIterations = 1000, ManyIterations = 3000;

/// Instructions of the shorter unrolled run; the longer has twice as many.
static constexpr uint64_t UnrolledInstrs = 1000;

static bool entersSystem(StringRef Text) {
  const StringRef Mnemonic = Text.trim().split('\t').first.split(' ').first;
  return is_contained(
      {"syscall", "sysenter", "sysretl", "sysretq", "int", "int3", "into"},
      Mnemonic);
}

/// Fails if \p I may go to a place that is no instruction of \p R.
static Error checkStays(CodeTarget &T, const CodeRegion &R,
                        const CodeInstr &I) {
  const MCInstrDesc &D = T.ref().MII.get(I.Inst.getOpcode());
  const std::string Text = T.print(I);
  auto Refuse = [&](const Twine &Why) {
    return createStringError("'" + StringRef(Text).trim() + "' " + Why);
  };
  if (D.isCall() || D.isReturn() || D.isIndirectBranch() || entersSystem(Text))
    return Refuse("leaves the block");
  if (!D.isBranch())
    return Error::success();
  uint64_t Target = 0;
  if (!T.ref().MIA->evaluateBranch(I.Inst, I.Offset, I.Size, Target))
    return Refuse("leads to an unknown place");
  if (Target != R.Range.End &&
      none_of(R.Instrs, [&](const CodeInstr &J) { return J.Offset == Target; }))
    return Refuse("leaves the block");
  return Error::success();
}

/// The register of a `dec r64` that stands before the last instruction, if that
/// is jnz.
static std::optional<unsigned> counterOf(const CodeRegion &R) {
  if (R.Instrs.size() < 2)
    return std::nullopt;
  const ArrayRef<uint8_t> Dec = R.Instrs[R.Instrs.size() - 2].Bytes;
  const ArrayRef<uint8_t> Jump = R.Instrs.back().Bytes;
  const bool IsJnz = Jump[0] == 0x75 || (Jump[0] == 0x0f && Jump[1] == 0x85);
  if (!IsJnz || Dec.size() != 3 || (Dec[0] & 0xfe) != 0x48 || Dec[1] != 0xff ||
      (Dec[2] & 0xf8) != 0xc8)
    return std::nullopt;
  return (Dec[0] & 1u) << 3 | (Dec[2] & 7u);
}

Expected<Measurable> takt::makeMeasurable(CodeTarget &T,
                                          ArrayRef<uint8_t> Bytes, Notion N) {
  CodeRegion R;
  if (Error E = decodeBlock(T, Bytes, /*Address=*/0, R))
    return std::move(E);
  for (const CodeInstr &I : R.Instrs)
    if (Error E = checkStays(T, R, I))
      return std::move(E);
  Measurable M;
  if (N == Notion::Unrolled) {
    M.Few = divideCeil(UnrolledInstrs, R.Instrs.size());
    M.Many = 2 * M.Few;
  } else {
    if (Error E = setNotion(T, R, N))
      return std::move(E);
    M.Few = FewIterations;
    M.Many = ManyIterations;
    M.Counter = counterOf(R);
    if (!M.Counter)
      return createStringError("the block ends in a branch to its start that "
                               "is not 'dec r64; jnz': it is not known how "
                               "often it is taken");
  }
  for (const CodeInstr &I : R.Instrs)
    M.Body.append(I.Bytes.begin(), I.Bytes.end());
  return M;
}
