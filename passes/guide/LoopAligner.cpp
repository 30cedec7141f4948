//===- LoopAligner.cpp - Heads of loops aligned where that helps ----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/FrontEndLimits.h"
#include "takt/models/Placement.h"
#include "takt/passes/Align.h"
#include "takt/passes/CpuModel.h"
#include "takt/passes/FunctionAnalysis.h"
#include "takt/passes/Guide.h"
#include "takt/passes/HotLoops.h"
#include "takt/passes/InstrSource.h"
#include "takt/passes/Layout.h"
#include "takt/passes/LoopFacts.h"
#include "takt/passes/LoopPath.h"
#include "takt/passes/Options.h"
#include "takt/passes/PathCode.h"
#include "takt/passes/Remarks.h"
#include "takt/passes/WorkBudget.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace takt;

/// Less is not worth the padding.
static constexpr double LeastGain = 0.03;

namespace {
/// Cycles at the best and the worst place that an alignment leaves.
struct Range {
  double Least, Most;
};

/// A loop's code and what is known of its place.
struct PlacedLoop {
  const MachineLoop *L;
  PathCode Path;
  MemoryOptions Memory;
  /// Bytes from the start of the function to the loop's first block.
  uint64_t Start;
  /// What offsets in the function say of addresses: they are right modulo this.
  uint64_t Alignment;
};
} // namespace

class LoopAligner::Impl {
public:
  ~Impl() {
    if (options().Time && Loops)
      printStats();
  }
  unsigned run(MachineFunction &MF, const AlignContext &Ctx);

private:
  /// The cycles of \p P with \p By bytes in front of it, where addresses are
  /// known modulo \p Alignment; none if it is not modelled.
  std::optional<Range> cyclesAt(const PlacedLoop &P, uint64_t By,
                                uint64_t Alignment, KernelBuilder &B);
  bool align(PlacedLoop &P, CpuModel &Model, const AlignContext &Ctx);
  void printStats() const;

  CpuModels Models;
  WorkBudget Budget{options().GuideBudget};
  unsigned Loops = 0, AlignedLoops = 0;
  double Seconds = 0;
};

/// True if \p MF is to be made fast and may be padded: jumps of other targets
/// than x86 have been given their reach before.
static bool mayAlign(const MachineFunction &MF) {
  return MF.getTarget().getTargetTriple().isX86() && isToBeFast(MF);
}

/// The place and the code of \p L, or none if one is not known.
static std::optional<PlacedLoop> place(MachineFunction &MF,
                                       const MachineLoop &L,
                                       const FunctionLayout &Layout,
                                       const FactFinder &Facts) {
  Expected<LoopPath> Path = findLoopPath(L);
  if (!Path) {
    consumeError(Path.takeError());
    return std::nullopt;
  }
  PlacedLoop P{&L, codeOfPath(*Path, Layout), {}, 0, MF.getAlignment().value()};
  const ArrayRef<PlacedInstr> Top =
      Layout.block(*const_cast<MachineLoop &>(L).getTopBlock());
  if (!P.Path.Reason.empty() || Top.empty() || !Top.front().OffsetKnown)
    return std::nullopt;
  P.Start = Top.front().Offset;
  for (const MachineBasicBlock *MBB : L.blocks())
    P.Alignment = std::max(P.Alignment, MBB->getAlignment().value());
  P.Memory.Dependences = options().MemoryDependences;
  P.Memory.Alias = options().Alias;
  return P;
}

std::optional<Range> LoopAligner::Impl::cyclesAt(const PlacedLoop &P,
                                                 uint64_t By,
                                                 uint64_t Alignment,
                                                 KernelBuilder &B) {
  std::vector<CodeInstr> Code = P.Path.Code;
  for (CodeInstr &I : Code)
    I.Offset += By;
  Budget.spendOnBuilding(Code.size());
  Expected<Kernel> K = B.build(Code, Notion::Loop, InstrText::None, P.Memory);
  if (!K) {
    consumeError(K.takeError());
    return std::nullopt;
  }
  // What binds would take a simulation for each limit.
  Prediction Known = predict(*K, B.cpu(), Detail::Cycles);
  Known.Parts = frontEndLimits(*K, B.cpu());
  uint64_t Simulated = Known.Simulated.Simulated;
  const std::optional<PlacementRange> Places =
      placementRange(B, *K, Code, Alignment, Known, P.Memory, &Simulated);
  Budget.spendOnSimulation(*K, Known.Cycles, Simulated);
  if (!Places)
    return Range{Known.Cycles.toDouble(), Known.Cycles.toDouble()};
  return Range{Places->Least.toDouble(), Places->Most.toDouble()};
}

static void emitAlignRemark(MachineOptimizationRemarkEmitter &ORE,
                            const PlacedLoop &P, const Cpu &C,
                            uint64_t Alignment, double Before, double After) {
  using Arg = DiagnosticInfoOptimizationBase::Argument;
  ORE.emit([&] {
    MachineOptimizationRemark R("takt", "Aligned", P.L->getStartLoc(),
                                P.L->getHeader());
    R << "aligned to " << Arg("Bytes", static_cast<unsigned>(Alignment))
      << " bytes: up to " << Arg("CyclesBefore", twoPlaces(Before)) << " → "
      << Arg("CyclesAfter", twoPlaces(After)) << " cycles per iteration on "
      << Arg("Cpu", C.Name);
    return R;
  });
}

bool LoopAligner::Impl::align(PlacedLoop &P, CpuModel &Model,
                              const AlignContext &Ctx) {
  KernelBuilder &B = Model.builder();
  const std::optional<Range> Now = cyclesAt(P, 0, P.Alignment, B);
  if (!Now || Now->Least > Now->Most * (1 - LeastGain))
    return false;
  uint64_t Best = 0;
  double BestCycles = Now->Most;
  for (const uint64_t Alignment : {32, 64}) {
    if (Alignment <= P.Alignment)
      continue;
    const uint64_t By = (Alignment - P.Start % Alignment) % Alignment;
    const std::optional<Range> There = cyclesAt(P, By, Alignment, B);
    // More padding has to be worth it, too.
    if (There && There->Most <= BestCycles * (1 - LeastGain)) {
      Best = Alignment;
      BestCycles = There->Most;
    }
  }
  if (!Best)
    return false;
  const_cast<MachineLoop *>(P.L)->getTopBlock()->setAlignment(Align(Best), 0);
  if (Ctx.ORE)
    emitAlignRemark(*Ctx.ORE, P, B.cpu(), Best, Now->Most, BestCycles);
  return true;
}

unsigned LoopAligner::Impl::run(MachineFunction &MF, const AlignContext &Ctx) {
  const double Start = threadSeconds();
  const auto Stop =
      make_scope_exit([&] { Seconds += threadSeconds() - Start; });
  Budget.earn(countInstrs(MF));
  MachineDominatorTree MDT(MF);
  const MachineLoopInfo MLI(MDT);
  CpuModel *Model = MLI.empty() ? nullptr : Models.get(MF);
  if (!Model || startsAtRenaming(Model->builder().cpu().Fetch.Kind))
    return 0;
  const FactFinder Facts(MF);
  unsigned Aligned = 0;
  // Exact lengths are known again after each change.
  std::optional<FunctionLayout> Layout;
  for (const HotLoop &H : hottestFirst(hotLoops(
           MLI, Ctx.BlockFrequencies ? Ctx.BlockFrequencies() : nullptr,
           Facts))) {
    if (Budget.exhausted())
      break;
    if (!Layout) {
      Layout.emplace(MF, *Ctx.Source);
      Budget.spendOnBuilding(countInstrs(MF));
    }
    std::optional<PlacedLoop> P = place(MF, *H.L, *Layout, Facts);
    if (!P)
      continue;
    ++Loops;
    MemoryFacts Memory;
    if (options().MemoryDependences) {
      Memory = Facts.memory(*H.L, {P->Path.Code, P->Path.Origin});
      P->Memory.Facts = &Memory;
    }
    if (!align(*P, *Model, Ctx))
      continue;
    ++Aligned;
    Layout.reset();
  }
  AlignedLoops += Aligned;
  return Aligned;
}

void LoopAligner::Impl::printStats() const {
  errs() << "takt: " << AlignedLoops << " of " << Loops
         << " loops aligned with work of " << Budget.Spent
         << format(", %.3f ms\n", Seconds * 1e3);
}

LoopAligner::LoopAligner() : I(std::make_unique<Impl>()) {}
LoopAligner::~LoopAligner() = default;

unsigned LoopAligner::run(MachineFunction &MF, const AlignContext &Ctx) {
  // Combined predictions know no places.
  return options().GuideAlign && mayAlign(MF) && !ScratchScope::current() &&
                 options().Predictor == PredictorKind::Simulation
             ? I->run(MF, Ctx)
             : 0;
}
