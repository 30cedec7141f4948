//===- GuideBudget.cpp - How much choosing may cost -----------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuideBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include <algorithm>
#include <utility>

using namespace llvm;
using namespace takt;

/// Work of compiling a file, for the whole of it and for each instruction that
/// arrives at the vectoriser; of a scratch compilation, whatever is in it, for
/// its passes are set up first; of each copy in it, beside its instructions and
/// what is simulated; and of copying the function. docs/guide.md has the
/// measurements.
static constexpr double FileWork = 700, WorkPerInstr = 1.9, ScratchWork = 59,
                        BareCopyWork = 22, LookWork = 15;
/// µops that are simulated in the time of making a machine instruction, and
/// those of a loop, before one has looked: 512 cycles of 4.
static constexpr double UopsPerInstr = 135, UopsOfLoop = 2048;
/// Machine instructions that come of an IR instruction, before one has looked,
/// and in the shape that is tried along with the look.
static constexpr double MachineInstrsPerInstr = 1.5, AheadInstrsPerInstr = 2.55;
/// The same of straight code of a row, which no vectoriser of loops multiplies.
/// Marked as apart it makes a fifth to a half as many, so that the real
/// compilation is shorter by what that copy takes here: only the copy itself
/// counts.
static constexpr double RowInstrsPerInstr = 1.2;
/// Of a file of less work than this so many times the percentage may be spent,
/// so that the default is enough for a look at one loop and a small copy or
/// two; a little more if the look shows that much may be gained.
static constexpr double SmallWork = 2300;
static constexpr double SmallFactor = 2.3, HopefulFactor = 2.6;
/// What the first promising function of a file may take beside its share: a
/// look at some 250 IR instructions and a copy in another shape.
static constexpr double PromisedWork = 160;
/// The same where its loop has too few registers: a copy of some 250 machine
/// instructions.
static constexpr double FewerRegistersWork = 360;
/// Pairs of accesses that dependence analysis compares in the time of making a
/// machine instruction.
static constexpr double PairsPerInstr = 50;

static bool hasLoops(const Function &F) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> Edges;
  if (!F.isDeclaration())
    FindFunctionBackedges(F, Edges);
  return !Edges.empty();
}

/// What may be spent of \p Work.
static double partOf(double Work, unsigned Percent, double Factor) {
  const double Part = Percent / 100.0;
  return Work < SmallWork ? Part * std::min(Factor, SmallWork / Work) : Part;
}

GuideBudget::GuideBudget(const Module &M, unsigned Percent) {
  double Work = FileWork;
  for (const Function &F : M) {
    Work += WorkPerInstr * F.getInstructionCount();
    if (hasLoops(F))
      ToCome += F.getInstructionCount();
  }
  Part = partOf(Work, Percent, SmallFactor);
  Left = Work * Part;
  IfHopeful = Work * (partOf(Work, Percent, HopefulFactor) - Part);
}

void GuideBudget::begin(const Function &F) {
  // Functions grow on the way to the vectoriser.
  const uint64_t Size = F.getInstructionCount();
  const uint64_t All = std::max(Size, ToCome);
  CopyWork = BareCopyWork + UopsOfLoop / UopsPerInstr;
  const double Fraction =
      All ? static_cast<double>(Size) / static_cast<double>(All) : 0;
  Share = Left * Fraction;
  MoreIfHopeful = IfHopeful * Fraction;
  ToCome -= std::min(ToCome, Size);
}

bool GuideBudget::compare(unsigned Pairs) {
  const double Work = Pairs / PairsPerInstr;
  if (Share < Work)
    return false;
  take(Work);
  return true;
}

void GuideBudget::lookedAhead(unsigned Instrs, unsigned MachineInstrs) {
  // What it made fewer is not given back: a budget is no aim.
  take(std::max(0.0, MachineInstrs - AheadInstrsPerInstr * Instrs));
}

void GuideBudget::promiseFewerRegisters() {
  if (!std::exchange(HasPromisedRegisters, true))
    take(-FewerRegistersWork);
}

void GuideBudget::promise() {
  if (!std::exchange(HasPromised, true))
    take(-PromisedWork);
}

void GuideBudget::expectMuch() {
  IfHopeful -= MoreIfHopeful;
  take(-std::exchange(MoreIfHopeful, 0));
}

void GuideBudget::take(double Work) {
  Share -= Work;
  Left -= Work;
}

bool GuideBudget::look(unsigned Instrs, Ahead With) {
  Expected = Instrs *
             (With == Ahead::Apart ? RowInstrsPerInstr : MachineInstrsPerInstr);
  double Work = LookWork + ScratchWork + CopyWork + Expected;
  if (With != Ahead::Nothing)
    Work += CopyWork;
  if (With == Ahead::Larger)
    Work += AheadInstrsPerInstr * Instrs;
  if (Share < Work)
    return false;
  take(Work);
  return true;
}

void GuideBudget::looked(unsigned MachineInstrs, uint64_t Uops) {
  // What they are more than expected the real compilation has to do, too.
  take((MachineInstrs - Expected) * (1 - Part));
  const double Before = std::exchange(
      CopyWork, BareCopyWork + static_cast<double>(Uops) / UopsPerInstr);
  take(CopyWork - Before);
}

double GuideBudget::workOf(ArrayRef<unsigned> Copies,
                           SmallVectorImpl<unsigned> &Chosen) const {
  double Work = ScratchWork;
  for (auto [N, Instrs] : enumerate(Copies)) {
    const double More = CopyWork + Instrs;
    if (Work + More <= Share) {
      Work += More;
      Chosen.push_back(static_cast<unsigned>(N));
    } else if (N) {
      break;
    }
  }
  return Chosen.empty() ? 0 : Work;
}

SmallVector<unsigned, 8>
GuideBudget::affordable(ArrayRef<unsigned> Copies) const {
  SmallVector<unsigned, 8> Chosen;
  workOf(Copies, Chosen);
  return Chosen;
}

SmallVector<unsigned, 8> GuideBudget::spend(ArrayRef<unsigned> Copies) {
  SmallVector<unsigned, 8> Chosen;
  take(workOf(Copies, Chosen));
  return Chosen;
}
