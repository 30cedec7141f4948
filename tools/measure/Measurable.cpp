//===- Measurable.cpp - Code that can be run ------------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Measurable.h"
#include "Block.h"
#include "LoopCounter.h"
#include "Relink.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace takt;

/// Iterations of the two runs of a loop.
static constexpr uint64_t FewIterations = 1000, ManyIterations = 3000;

/// Instructions of the shorter unrolled run; the longer has twice as many.
static constexpr uint64_t UnrolledInstrs = 1000;

StringRef takt::formName(Form F) {
  switch (F) {
  case Form::Loop:
    return "loop";
  case Form::Unrolled:
    return "unrolled";
  case Form::Loop5:
    return "loop5";
  }
  llvm_unreachable("unknown form");
}

static Arch archOf(const CodeTarget &T) {
  return T.triple().isX86() ? Arch::X86_64 : Arch::AArch64;
}

static bool entersSystem(StringRef Text) {
  const StringRef Mnemonic = Text.trim().split('\t').first.split(' ').first;
  return is_contained({"syscall", "sysenter", "sysretl", "sysretq", "int",
                       "int3", "into", "svc", "hvc", "smc", "brk", "hlt"},
                      Mnemonic) &&
         // x86's hlt ends in a fault of its own.
         !(Mnemonic == "hlt" && Text.trim() == "hlt");
}

/// The instruction of \p R at \p Offset, or behind the last; none: elsewhere.
static bool isIn(const CodeRegion &R, uint64_t Offset) {
  const CodeInstr &Last = R.Instrs.back();
  return Offset == Last.Offset + Last.Size ||
         any_of(R.Instrs,
                [&](const CodeInstr &I) { return I.Offset == Offset; });
}

/// The instructions stand one behind the other.
static bool isStraight(const CodeRegion &R) {
  for (size_t I = 1; I < R.Instrs.size(); ++I)
    if (R.Instrs[I - 1].Offset + R.Instrs[I - 1].Size != R.Instrs[I].Offset)
      return false;
  return true;
}

/// Fails if \p I may go to a place that is no instruction of \p R.
Error JobMaker::checkStays(const CodeRegion &R, const CodeInstr &I) {
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
  // A path leaves its loop at any branch.
  if (R.Kind == RegionKind::Path || R.Kind == RegionKind::Loop)
    return Error::success();
  if (!isIn(R, Target))
    return Refuse("leaves the block");
  return Error::success();
}

/// Lets the branch \p I lead \p Distance bytes from its begin.
static Error retarget(CodeTarget &T, CodeInstr &I, int64_t Distance) {
  if (setBranch(archOf(T), I.Bytes.data(), I.Bytes.size(), Distance))
    return Error::success();
  return createStringError("'" + StringRef(T.print(I)).trim() +
                           "' does not reach where it should lead");
}

/// The instructions of \p R one behind the other in \p To, with their offsets
/// as they were. Branches that leave them, and all if they did not stand so,
/// lead to the next instruction; but the last one of a loop to the first.
Error JobMaker::straighten(const CodeRegion &R, Form F, CodeRegion &To,
                           Measurable &M) {
  const bool Straight = isStraight(R);
  uint64_t At = 0;
  for (const CodeInstr &From : R.Instrs) {
    if (Error E = checkStays(R, From))
      return E;
    CodeInstr I = From;
    const bool Last = &From == &R.Instrs.back();
    const bool Back = Last && R.Repeats == Notion::Loop;
    if (T.ref().MII.get(I.Inst.getOpcode()).isBranch()) {
      uint64_t Target = 0;
      T.ref().MIA->evaluateBranch(I.Inst, I.Offset, I.Size, Target);
      const bool Stays = Straight && isIn(R, Target) && !Back;
      const bool Start = Back && F == Form::Loop;
      if (Start || !Stays)
        if (Error E = retarget(
                T, I, Start ? -static_cast<int64_t>(At) : int64_t(I.Size)))
          return E;
      if (!Start && !Stays)
        M.Flags |= FlagPath;
    }
    At += I.Size;
    To.Instrs.push_back(std::move(I));
  }
  To.Range = {0, At};
  To.Repeats = Notion::Unrolled;
  return Error::success();
}

/// Appends a counter and a branch.
Error JobMaker::close(CodeRegion &R, Measurable &M) {
  if (Error E = setNotion(T, R, Notion::Loop))
    return E;
  const MCInst &Counting = R.Instrs[R.Instrs.size() - 2].Inst;
  CountRegister C;
  C.Register = T.ref().MRI.getEncodingValue(Counting.getOperand(0).getReg());
  M.Work.Count = C;
  return Error::success();
}

/// Lets \p R repeat.
Error JobMaker::repeat(CodeRegion &R, Form F, bool OwnLoop, bool Close,
                       Measurable &M) {
  if (F == Form::Unrolled) {
    M.Work.Few = divideCeil(UnrolledInstrs, R.Instrs.size());
    M.Work.Many = 2 * M.Work.Few;
    return Error::success();
  }
  M.Work.Few = FewIterations;
  M.Work.Many = ManyIterations;
  if (OwnLoop && !Close)
    M.Work.Count = loopCounter(T, R.Instrs);
  if (M.Work.Count)
    return Error::success();
  if (OwnLoop) {
    M.Flags |= FlagClosed;
    // A path through several blocks may jump back in its middle.
    if (T.ref().MII.get(R.Instrs.back().Inst.getOpcode()).isBranch()) {
      R.Range.End -= R.Instrs.back().Size;
      R.Instrs.pop_back();
    }
    if (R.Instrs.empty())
      return createStringError("nothing is left of the loop without its "
                               "branch, and what it counts is not known");
  }
  if (F == Form::Loop5) {
    const std::vector<CodeInstr> Once = R.Instrs;
    M.Copies = static_cast<unsigned>(divideCeil(ShortInstrs, Once.size()));
    for (unsigned Copy = 1; Copy != M.Copies; ++Copy)
      append_range(R.Instrs, Once);
    R.Range.End *= M.Copies;
  }
  return close(R, M);
}

/// What memory should hold: pointers if a general register is loaded, for it
/// may be followed; else numbers of the kind that is computed with.
Fill JobMaker::fillOf(const CodeRegion &R) const {
  bool Doubles = false, Floats = false;
  for (const CodeInstr &I : R.Instrs) {
    const MCInstrDesc &D = T.ref().MII.get(I.Inst.getOpcode());
    const StringRef Name = T.ref().MII.getName(I.Inst.getOpcode());
    bool General = D.getNumDefs() == 0;
    for (unsigned O = 0; O != D.getNumDefs(); ++O) {
      const StringRef Reg = T.ref().MRI.getName(I.Inst.getOperand(O).getReg());
      General |= T.triple().isX86()
                     ? !Reg.starts_with("XMM") && !Reg.starts_with("YMM") &&
                           !Reg.starts_with("ZMM")
                     : Reg.starts_with("X") || Reg.starts_with("W");
    }
    if (D.mayLoad() && General && !Name.contains("STORE"))
      return Fill::Pointers;
    Floats |= Name.contains("PS") || Name.contains("SS") ||
              Name.contains("f32") || Name.contains("S_") ||
              (Name.starts_with("F") && Name.contains("Sr"));
    Doubles |= Name.contains("PD") || Name.contains("SD") ||
               Name.contains("f64") ||
               (Name.starts_with("F") && Name.contains("Dr"));
  }
  if (Doubles)
    return Fill::Doubles;
  return Floats ? Fill::Floats : Fill::Pointers;
}

/// Links \p R, finds its accesses and writes its bytes.
Error JobMaker::finish(CodeRegion &R, bool KnowsAddresses, Measurable &M) {
  Job &J = M.Work;
  J.For = archOf(T);
  J.Memory = fillOf(R);
  Relinker Linker(T, KnowsAddresses);
  Linker.collect(R.Instrs);
  uint32_t Bases = 1u << (T.triple().isX86() ? 4 : 31);
  for (size_t N = 0; N != R.Instrs.size(); ++N) {
    CodeInstr &I = R.Instrs[N];
    Expected<std::optional<uint64_t>> Linked =
        Linker.link(I, static_cast<unsigned>(J.Body.size()), J.Fields);
    if (!Linked)
      return Linked.takeError();
    if (!Operands.append(I, static_cast<unsigned>(N), *Linked, J.Accesses))
      M.Flags |= FlagUntraced;
    J.Sizes.push_back(I.Size);
    J.Body.insert(J.Body.end(), I.Bytes.begin(), I.Bytes.end());
  }
  for (const AccessSite &A : J.Accesses)
    if (A.Base)
      Bases |= 1u << *A.Base;
  if (J.Count)
    Bases |= 1u << J.Count->Register;
  J.Small = ~Bases & (T.triple().isX86() ? 0xffffu : ~0u);
  return Error::success();
}

Expected<Measurable> JobMaker::make(const CodeRegion &R, Form F, bool Close) {
  if (!R.WhyNot.empty())
    return createStringError(R.WhyNot);
  if (R.Instrs.empty())
    return createStringError("no instructions");
  const bool OwnLoop = R.Repeats == Notion::Loop;
  if (F == Form::Loop5 && OwnLoop)
    return createStringError("a loop of its own is not repeated within one");
  Measurable M;
  CodeRegion Straight;
  // setNotion of the unrolled: the branch back is not taken.
  if (Error E = straighten(R, F, Straight, M))
    return std::move(E);
  if (Error E = repeat(Straight, F, OwnLoop, Close, M))
    return std::move(E);
  const bool Program = R.Kind != RegionKind::Block && R.Alignment >= 4096;
  if (Error E = finish(Straight, Program, M))
    return std::move(E);
  M.Work.Offset = static_cast<unsigned>(R.Instrs.front().Offset %
                                        std::min<uint64_t>(4096, R.Alignment));
  return M;
}
