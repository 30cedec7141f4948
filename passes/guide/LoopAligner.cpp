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
/// Code that lies at the same offset in lines of this size behaves the same.
static constexpr uint64_t Line = 64;

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
  /// The cycles of \p P at the places that its alignment leaves; none if it is
  /// not modelled, or they are the same everywhere.
  PlaceCycles cyclesAt(const PlacedLoop &P, KernelBuilder &B);
  bool align(PlacedLoop &P, CpuModel &Model, const AlignContext &Ctx);
  void printStats() const;

  CpuModels Models;
  WorkBudget Budget{options().GuideBudget, options().sharersOfBudget()};
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

PlaceCycles LoopAligner::Impl::cyclesAt(const PlacedLoop &P, KernelBuilder &B) {
  Budget.spendOnBuilding(P.Path.Code.size());
  Expected<Kernel> K =
      B.build(P.Path.Code, Notion::Loop, InstrText::None, P.Memory);
  if (!K) {
    consumeError(K.takeError());
    return {};
  }
  if (!mayDependOnPlace(*K, B.cpu(), P.Alignment))
    return {};
  // What binds would take a simulation for each limit.
  Prediction Known = predict(*K, B.cpu(), Detail::Cycles);
  Known.Parts = frontEndLimits(*K, B.cpu());
  uint64_t Simulated = Known.Simulated.Simulated;
  PlaceCycles Places = cyclesAtPlaces(B, *K, P.Path.Code, P.Alignment, Known,
                                      P.Memory, &Simulated);
  Budget.spendOnSimulation(*K, Known.Cycles, Simulated);
  return Places;
}

/// The range of \p Cycles at those places of a loop at which it is aligned to
/// \p Alignment bytes; none if there is none. The first place is \p Start bytes
/// behind a multiple of the line.
static std::optional<Range> rangeAt(const PlaceCycles &Cycles, uint64_t Start,
                                    uint64_t Alignment) {
  const uint64_t Step = Line / Cycles.size();
  std::optional<Range> R;
  for (auto [N, Here] : enumerate(Cycles)) {
    if (!Here || (Start + N * Step) % Alignment)
      continue;
    const double C = Here->toDouble();
    R = R ? Range{std::min(R->Least, C), std::max(R->Most, C)} : Range{C, C};
  }
  return R;
}

static void emitAlignRemark(MachineOptimizationRemarkEmitter &ORE,
                            const PlacedLoop &P, const Cpu &C,
                            uint64_t Alignment, double Before, double After) {
  using Arg = DiagnosticInfoOptimizationBase::Argument;
  ORE.emit([&] {
    MachineOptimizationRemark R("takt", "Aligned", P.L->getStartLoc(),
                                P.L->getHeader());
    R << "aligned to " << Arg("Bytes", static_cast<unsigned>(Alignment))
      << " bytes: up to " << Arg("CyclesBefore", cyclesText(Before)) << " → "
      << Arg("CyclesAfter", cyclesText(After)) << " cycles per iteration on "
      << Arg("Cpu", C.Name);
    if (std::string Into = inlinedInto(P.L->getStartLoc()); !Into.empty())
      R << "; inlined into " << Arg("InlinedInto", Into);
    return R;
  });
}

bool LoopAligner::Impl::align(PlacedLoop &P, CpuModel &Model,
                              const AlignContext &Ctx) {
  KernelBuilder &B = Model.builder();
  const PlaceCycles Cycles = cyclesAt(P, B);
  if (Cycles.empty())
    return false;
  const std::optional<Range> Now = rangeAt(Cycles, P.Start, 1);
  if (!Now || Now->Least > Now->Most * (1 - LeastGain))
    return false;
  uint64_t Best = 0;
  double BestCycles = Now->Most;
  for (const uint64_t Alignment : {32, 64}) {
    if (Alignment <= P.Alignment)
      continue;
    const std::optional<Range> There = rangeAt(Cycles, P.Start, Alignment);
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
