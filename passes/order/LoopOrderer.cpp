//===- LoopOrderer.cpp - Instruction order chosen by the model --*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderedLoop.h"
#include "takt/passes/CpuModel.h"
#include "takt/passes/FunctionAnalysis.h"
#include "takt/passes/Guide.h"
#include "takt/passes/HotLoops.h"
#include "takt/passes/InstrSource.h"
#include "takt/passes/Layout.h"
#include "takt/passes/LoopPath.h"
#include "takt/passes/Options.h"
#include "takt/passes/Order.h"
#include "takt/passes/Remarks.h"
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

/// Less is not worth a change: the model is not more exact.
static constexpr double LeastGain = 0.03;

class LoopOrderer::Impl {
public:
  ~Impl() {
    if (options().Time && Loops)
      printStats();
  }
  bool run(MachineFunction &MF, const OrderContext &Ctx);

private:
  bool order(MachineFunction &MF, const OrderContext &Ctx, const MachineLoop &L,
             const MachineLoopInfo &MLI, const FunctionLayout &Layout,
             const FactFinder &Facts, CpuModel &Model);
  void printStats() const;

  CpuModels Models;
  WorkBudget Budget{options().GuideBudget, options().sharersOfBudget()};
  unsigned Loops = 0, Reordered = 0;
  double Seconds = 0;
};

/// True if \p MF is to be made fast, in any order.
static bool mayOrder(const MachineFunction &MF) {
  if (!isToBeFast(MF))
    return false;
  // What LLVM keeps apart by order alone, in front of this.
  const MCSubtargetInfo &STI = MF.getSubtarget();
  return none_of(STI.getEnabledProcessorFeatures(),
                 [](const SubtargetFeatureKV &Feature) {
                   return StringRef(Feature.Key).starts_with("fix-cortex");
                 });
}

static void emitOrderRemark(MachineOptimizationRemarkEmitter &ORE,
                            const MachineLoop &L, const Cpu &C,
                            const OrderedLoop &O, Rational After) {
  using Arg = DiagnosticInfoOptimizationBase::Argument;
  ORE.emit([&] {
    MachineOptimizationRemark R("takt", "Reordered", L.getStartLoc(),
                                L.getHeader());
    const auto [Old, New] =
        placesApart(O.original().Cycles.toDouble(), After.toDouble());
    R << "reordered: " << Arg("CyclesBefore", Old) << " → "
      << Arg("CyclesAfter", New) << " cycles per iteration on "
      << Arg("Cpu", C.Name) << " (" << Arg("BoundBy", binderName(O.boundBy()))
      << ")";
    if (std::string Into = inlinedInto(L.getStartLoc()); !Into.empty())
      R << "; inlined into " << Arg("InlinedInto", Into);
    return R;
  });
}

bool LoopOrderer::Impl::order(MachineFunction &MF, const OrderContext &Ctx,
                              const MachineLoop &L, const MachineLoopInfo &MLI,
                              const FunctionLayout &Layout,
                              const FactFinder &Facts, CpuModel &Model) {
  Expected<LoopPath> Path = findLoopPath(L);
  if (!Path) {
    consumeError(Path.takeError());
    return false;
  }
  const OrderGraph G = buildOrderGraph(*Path, MF, MLI, Ctx.AA);
  if (!G.isFlexible())
    return false;
  if (options().AnyOrder) {
    const std::vector<OrderDemand> Nothing(G.size());
    applyOrder(G, listSchedule(G, OrderPriority::Last, Nothing, {}), MF, MLI);
    return true;
  }
  PathCode P = codeOfPath(*Path, Layout);
  if (!P.Reason.empty())
    return false;
  ++Loops;
  MemoryFacts Memory;
  if (options().MemoryDependences)
    Memory = Facts.memory(L, {P.Code, P.Origin});
  OrderedLoop O(G, std::move(P), std::move(Memory), Model.builder(), Budget);
  if (!O.predictOriginal())
    return false;
  const double Before = O.original().Cycles.toDouble();
  const double Enough = Before * (1 - LeastGain);
  if (O.floor().toDouble() > Enough)
    return false;
  const FoundOrder Found = O.search();
  if (Found.Cost.Cycles.toDouble() > Enough)
    return false;
  ++Reordered;
  if (Ctx.ORE)
    emitOrderRemark(*Ctx.ORE, L, Model.builder().cpu(), O, Found.Cost.Cycles);
  applyOrder(G, Found.Order, MF, MLI);
  return true;
}

bool LoopOrderer::Impl::run(MachineFunction &MF, const OrderContext &Ctx) {
  if (!mayOrder(MF))
    return false;
  const double Start = threadSeconds();
  const auto Stop =
      make_scope_exit([&] { Seconds += threadSeconds() - Start; });
  Budget.earn(countInstrs(MF));
  CpuModel *Model = Models.get(MF);
  if (!Model || !dispatchDependsOnOrder(Model->builder().cpu()))
    return false;
  MachineDominatorTree MDT(MF);
  const MachineLoopInfo MLI(MDT);
  if (MLI.empty())
    return false;
  const FactFinder Facts(MF);
  const std::vector<HotLoop> Hot = hottestFirst(hotLoops(
      MLI, Ctx.BlockFrequencies ? Ctx.BlockFrequencies() : nullptr, Facts));
  if (Hot.empty() || Budget.exhausted())
    return false;
  const std::unique_ptr<InstrSource> Source = createDirectSource(MF);
  const FunctionLayout Layout(MF, *Source);
  bool Changed = false;
  for (const HotLoop &H : Hot)
    if (!Budget.exhausted())
      Changed |= order(MF, Ctx, *H.L, MLI, Layout, Facts, *Model);
  return Changed;
}

void LoopOrderer::Impl::printStats() const {
  errs() << "takt: " << Reordered << " of " << Loops
         << " loops reordered with work of " << Budget.Spent
         << format(", %.3f ms\n", Seconds * 1e3);
}

LoopOrderer::LoopOrderer() : I(std::make_unique<Impl>()) {}
LoopOrderer::~LoopOrderer() = default;

bool LoopOrderer::run(MachineFunction &MF, const OrderContext &Ctx) {
  return options().GuideOrder && !ScratchScope::current() && I->run(MF, Ctx);
}
