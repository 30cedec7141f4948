//===- WidthAdvice.cpp - Advice about the width of vectors ----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/WiderCode.h"
#include "takt/passes/Advice.h"
#include "takt/passes/FunctionAnalysis.h"
#include "takt/passes/Options.h"
#include "takt/passes/SourceWords.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace takt;

/// Machine iterations that a loop has at least, if their number is known, to
/// do most of its work in wider vectors.
static constexpr uint64_t FewestIterations = 8;

/// True if the compiler makes narrower vectors for the CPU than it has, and
/// nobody has said which they shall be.
static bool prefersNarrow(const MachineFunction &MF) {
  return MF.getTarget().getTargetTriple().getArch() == Triple::x86_64 &&
         !MF.getFunction().hasFnAttribute("prefer-vector-width") &&
         MF.getSubtarget().checkFeatures("+prefer-256-bit,+avx512bw,+avx512vl");
}

static bool stores(const Kernel &K) {
  return any_of(K.Instrs, [](const KernelInstr &I) {
    return I.hasUop(UopKind::StoreData);
  });
}

/// False where an iteration loads what one not far before has stored, or nobody
/// looks for that: vectors of more elements may not.
static bool mayWiden(const LoopReport &R) {
  return R.Modelled && R.Facts.Blocks == 1 &&
         R.Facts.Role == LoopRole::VectorBody && R.Facts.SourceIterations &&
         R.Facts.TripCount.value_or(FewestIterations) >= FewestIterations &&
         options().MemoryDependences && R.K.MemoryDependences.empty();
}

/// \p Code of \p MF, which stores something or not, with wider vectors; \p
/// Widener is made when it is first asked.
static std::optional<std::vector<CodeInstr>>
widened(ArrayRef<CodeInstr> Code, bool StoresAny, const MachineFunction &MF,
        std::unique_ptr<CodeWidener> &Widener) {
  const TargetSubtargetInfo &STI = MF.getSubtarget();
  const MCInstrInfo &MII = *STI.getInstrInfo();
  if (!Widener)
    Widener = std::make_unique<CodeWidener>(MII, *STI.getRegisterInfo());
  const std::unique_ptr<MCCodeEmitter> Emitter(
      MF.getTarget().getTarget().createMCCodeEmitter(MII, MF.getContext()));
  // Where LLVM keeps in a vector what the next iteration would load, more
  // elements may not go together either. A sum may, which is not stored.
  if (StoresAny && Widener->carriesVectors(Code))
    return std::nullopt;
  return Widener->widen(Code, STI, *Emitter);
}

std::optional<Advice>
takt::adviseOnWidth(const LoopReport &R, const MachineFunction &MF,
                    ArrayRef<CodeInstr> Code, KernelBuilder &B,
                    std::unique_ptr<CodeWidener> &Widener) {
  if (!mayWiden(R) || !prefersNarrow(MF))
    return std::nullopt;
  const std::optional<std::vector<CodeInstr>> Wider =
      widened(Code, stores(R.K), MF, Widener);
  if (!Wider)
    return std::nullopt;
  MemoryOptions Memory;
  Memory.Dependences = false;
  Expected<Kernel> K = B.build(*Wider, Notion::Loop, InstrText::None, Memory);
  if (!K) {
    consumeError(K.takeError());
    return std::nullopt;
  }
  const Rational Cycles = predict(*K, *R.C, Detail::Cycles).Cycles;
  const double N = *R.Facts.SourceIterations;
  const unsigned Clock = B.clockPercent(*Wider);
  std::string How = wordsAt(R.Loc).WideVectors;
  if (!Clock)
    How += ", at a clock that may be lower";
  else if (Clock != 100)
    How += ", at " + std::to_string(Clock) + " % of the clock";
  return Advice{"VectorWidth",
                "narrow vectors",
                std::move(How),
                R.P.Cycles.toDouble() / N,
                Cycles.toDouble() / (2 * N),
                Clock ? Clock : 100};
}
