//===- FunctionAnalysis.cpp - Predictions for a machine function -*- C++
//-*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/FunctionAnalysis.h"
#include "takt/models/KernelText.h"
#include "takt/models/Placement.h"
#include "takt/models/WiderCode.h"
#include "takt/passes/CpuModel.h"
#include "takt/passes/Dump.h"
#include "takt/passes/Errors.h"
#include "takt/passes/FunctionLoops.h"
#include "takt/passes/IRAnalyses.h"
#include "takt/passes/IrreducibleCycles.h"
#include "takt/passes/Layout.h"
#include "takt/passes/LoopPath.h"
#include "takt/passes/Options.h"
#include "takt/passes/OwnBlocks.h"
#include "takt/passes/PathCode.h"
#include "takt/passes/Remarks.h"
#include "takt/passes/SaidCopies.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/IR/LLVMContext.h"
#include <array>
#include <ctime>

using namespace llvm;
using namespace takt;

namespace {
/// The model of a CPU, or why there is none.
struct ModelOrReason {
  std::unique_ptr<CpuModel> Model;
  std::string Reason;
};

/// What one function's analysis works with.
struct FunctionState {
  MachineFunction &MF;
  const CodeGenContext &Ctx;
  const FunctionLayout &Layout;
  ModelOrReason &Model;
  FactFinder Facts;
  const MachineBlockFrequencyInfo *Frequencies;
  /// As hasIrreducibleCycles.
  bool IsIrreducible;
};
} // namespace

class FunctionAnalyzer::Impl {
public:
  std::vector<LoopReport> run(MachineFunction &MF, const CodeGenContext &Ctx);

  /// The model for \p MF's CPU; made when it is first asked for.
  ModelOrReason &modelFor(const MachineFunction &MF);

  AnalysisStats Stats;

private:
  /// A loop that is not \p IsMain is not simulated.
  LoopReport analyseLoop(FunctionState &S, const FunctionLoops &Loops, size_t I,
                         bool IsMain = true);
  /// Ends the compilation with an error, once for each different one.
  void reportError(const MachineFunction &MF, const Twine &Message);

  DenseMap<const MCSubtargetInfo *, ModelOrReason> Models;
  std::unique_ptr<CodeWidener> Widener;
  std::string LastError;
  SaidCopies Copies{options().Copies};
};

void FunctionAnalyzer::Impl::reportError(const MachineFunction &MF,
                                         const Twine &Message) {
  std::string Text = ("takt: " + Message).str();
  if (Text == LastError)
    return;
  LastError = std::move(Text);
  emitError(*MF.getFunction().getParent(), LastError);
}

ModelOrReason &FunctionAnalyzer::Impl::modelFor(const MachineFunction &MF) {
  auto [It, New] = Models.try_emplace(&MF.getSubtarget());
  if (!New)
    return It->second;
  const Options &O = options();
  if (Expected<std::unique_ptr<CpuModel>> M = CpuModel::create(MF, O)) {
    It->second.Model = std::move(*M);
  } else {
    It->second.Reason = toString(M.takeError());
    // What the user asked for explicitly must not fail quietly.
    if (O.namesCpu())
      reportError(MF, It->second.Reason);
  }
  return It->second;
}

/// Fills in the kernel and the prediction of \p R, or the reason. Where only
/// cycles are wanted the range over places is left out.
static void predictCode(LoopReport &R, const PathCode &P, CpuModel &Model,
                        uint64_t Alignment, Detail D, PredictorKind By,
                        InstrText Text) {
  MemoryOptions Memory;
  Memory.Dependences = options().MemoryDependences;
  Memory.Alias = options().Alias;
  Memory.Facts = &R.Facts.Memory;
  Expected<Kernel> K =
      Model.builder().build(P.Code, Notion::Loop, Text, Memory);
  if (!K) {
    handleAllErrors(
        K.takeError(),
        [&](const NotModelled &E) {
          R.Reason = (E.instr() + ": " + E.reason()).str();
        },
        [&](const ErrorInfoBase &E) { R.Reason = E.message(); });
    return;
  }
  R.K = std::move(*K);
  R.P = predict(R.K, *R.C, D, By);
  if (R.P.By == PredictorKind::Simulation && D != Detail::Rough)
    R.P.Places =
        placementRange(Model.builder(), R.K, P.Code, Alignment, R.P, Memory);
  R.ClockPercent = Model.builder().clockPercent(P.Code);
  R.Modelled = true;
}

/// What offsets in the function say of addresses: they are right modulo this.
/// The padding in front of an aligned block is laid out for a function that
/// starts at a multiple of the block's alignment.
static uint64_t alignmentOf(const LoopPath &Path, const MachineFunction &MF) {
  Align A =
      std::max(MF.getAlignment(), MF.getFunction().getAlign().valueOrOne());
  for (const PathBlock &B : Path.Blocks)
    A = std::max(A, B.MBB->getAlignment());
  return A.value();
}

/// Fills in what would help \p R, but for what other loops tell.
static void advise(LoopReport &R, const FactFinder &Facts, const MachineLoop &L,
                   const PathCode &Code, KernelBuilder &B,
                   std::unique_ptr<CodeWidener> &Widener) {
  const Loop *Source = Facts.irLoop(L);
  // Where nothing is optimised there is something else to be said first. Of
  // loops in rows LLVM compares pointers in front of each: nothing is known of
  // what the loop around would gain.
  if (!Source || !Source->isInnermost() || !R.Facts.hasCommonPath() ||
      Source->getHeader()->getParent()->hasOptNone())
    return;
  Loop &IRLoop = const_cast<Loop &>(*Source);
  IRAnalyses &IR = *Facts.analyses();
  for (const std::optional<Advice> &A : std::array{
           adviseOnCalls(R, IRLoop, IR), adviseOnOrder(R, IRLoop, IR),
           adviseOnFloats(R, IRLoop, IR), adviseOnAccumulators(R, IRLoop, IR),
           adviseOnAliases(R, Code.Origin, IRLoop, IR),
           adviseOnWidth(R, *L.getHeader()->getParent(), Code.Code, B,
                         Widener)})
    if (A && isWorthSaying(*A))
      R.Advised.push_back(*A);
}

/// Leaves out of \p K, of loop \p I, what may meet within a row: the vectoriser
/// has compared the pointers in front of it.
static void leaveOutCompared(Kernel &K, ArrayRef<const MachineInstr *> Origin,
                             const FunctionLoops &Loops, size_t I) {
  erase_if(K.PossibleDependences, [&](const MemoryDependence &D) {
    return Loops.haveBeenCompared(I, *Origin[D.Store], *Origin[D.Load]);
  });
}

LoopReport FunctionAnalyzer::Impl::analyseLoop(FunctionState &S,
                                               const FunctionLoops &Loops,
                                               size_t I, bool IsMain) {
  const MachineLoop &L = *Loops.Loops[I];
  const RoleEvidence &Evidence = Loops.Evidence[I];
  LoopReport R;
  R.Header = L.getHeader();
  R.Loc = Loops.startOf(I);
  if (const Loop *Source = S.Facts.irLoop(L))
    R.SourceStart = Evidence.Start ? Evidence.Start : loopStart(*Source);
  if (S.Ctx.IsWanted && !S.Ctx.IsWanted(R)) {
    R.Reason = "nobody asked for it";
    return R;
  }
  R.Facts.Role = Loops.Roles[I];
  R.Facts.BesideFew = Evidence.BesideFew.has_value();
  R.InRows = Loops.rowsIn(I);
  R.Facts.Depth = L.getLoopDepth();
  R.Facts.SourceIterations = Evidence.SourceIterations;
  R.Facts.VectorLanes = Evidence.Steps.VectorLanes;
  // Of a copy nobody asks, and it takes as long as to find the dependences.
  if (!S.Ctx.Scratch)
    R.Facts.TripCount = S.Facts.tripCount(L);
  R.Facts.PeeledIterations = Evidence.Steps.Peeled;
  const auto Own = ownBlocks(L);
  std::vector<MachineBasicBlock *> Besides;
  if (const Loop *Source = S.IsIrreducible ? S.Facts.irLoop(L) : nullptr)
    Besides = blocksBesides(L, *Source, S.Facts.analyses()->loops());
  R.Facts.Blocks = std::distance(Own.begin(), Own.end()) + Besides.size();
  if (S.Frequencies && S.Frequencies->getEntryFreq() != BlockFrequency(0)) {
    R.Facts.Frequency =
        S.Frequencies->getBlockFreqRelativeToEntryBlock(R.Header);
    R.Facts.Profiled = S.MF.getFunction().hasProfileData();
  }
  if (!S.Model.Model) {
    R.Reason = S.Model.Reason;
    return R;
  }
  R.C = S.Model.Model->cpu();

  Expected<LoopPath> Path =
      findLoopPath(L, Loops.loopsBehindRowsIn(I), Besides);
  if (!Path) {
    R.Reason = toString(Path.takeError());
    return R;
  }
  // Of those that it goes through again and again, in loops, none counts.
  R.Facts.PathBlocks = count_if(Path->Blocks, [&](const PathBlock &B) {
    return is_contained(Own, B.MBB) || is_contained(Besides, B.MBB);
  });
  R.Facts.PathProbability = Path->Probability;
  const PathCode P = codeOfPath(*Path, S.Layout);
  if (!P.Reason.empty()) {
    R.Reason = P.Reason;
    if (S.Ctx.ORE)
      advise(R, S.Facts, L, P, S.Model.Model->builder(), Widener);
    return R;
  }
  if (options().MemoryDependences)
    R.Facts.Memory = S.Facts.memory(L, {P.Code, P.Origin});
  // A record has what every limit costs.
  const bool Record = S.MF.getFunction().getContext().getLLVMRemarkStreamer();
  const Detail D = S.Ctx.Scratch ? Detail::Rough
                   : Record      ? Detail::Costs
                                 : Detail::Binder;
  const PredictorKind By =
      IsMain ? options().Predictor : PredictorKind::Combined;
  predictCode(R, P, *S.Model.Model, alignmentOf(*Path, S.MF), D, By,
              S.Ctx.WithText ? InstrText::Whole : InstrText::Mnemonics);
  if (S.Ctx.Scratch)
    return R;
  leaveOutCompared(R.K, P.Origin, Loops, I);
  if (R.Modelled)
    R.Overlap =
        reportOverlap(R.K, *R.C, R.P, R.Facts.Memory, P.Origin, R.Loc, Record);
  if (S.Ctx.ORE)
    advise(R, S.Facts, L, P, S.Model.Model->builder(), Widener);
  // The vectoriser has compared the pointers in front of the loop: it would not
  // have made this body otherwise.
  if (Evidence.Steps.Vectorized && !isRemainder(R.Facts.Role))
    R.Overlap.Clause.clear();
  return R;
}

/// Adds \p A, but does not say both that there be no vectors and wider ones:
/// what leaves less stays.
static void addAdvice(std::vector<Advice> &To, const Advice &A) {
  const auto IsAboutVectors = [](const Advice &Of) {
    return is_contained({"Vectorization", "VectorWidth"}, StringRef(Of.Name));
  };
  const auto Other = find_if(To, IsAboutVectors);
  if (Other == To.end() || !IsAboutVectors(A))
    To.push_back(A);
  else if (A.wholeAfter() < Other->wholeAfter())
    *Other = A;
}

/// Somebody asks what would help.
static bool wantsAdvice(const MachineFunction &MF) {
  LLVMContext &C = MF.getFunction().getContext();
  return C.getLLVMRemarkStreamer() ||
         C.getDiagHandlerPtr()->isMissedOptRemarkEnabled("takt");
}

/// Writes the dumps of loops that were asked for.
static Error dumpLoops(const MachineFunction &MF,
                       ArrayRef<LoopReport> Reports) {
  const auto Dump = [&](StringRef File, auto Print) -> Error {
    if (File.empty())
      return Error::success();
    return appendToDump(File, [&](raw_ostream &OS) {
      for (const LoopReport &R : Reports)
        if (R.Modelled)
          Print(OS, (MF.getName() + ".bb" + Twine(R.Header->getNumber())).str(),
                R);
    });
  };
  Error Kernels =
      Dump(options().DumpKernels,
           [](raw_ostream &OS, StringRef Name, const LoopReport &R) {
             printKernel(OS, Name, R.K, *R.C);
           });
  return joinErrors(
      std::move(Kernels),
      Dump(options().DumpFacts,
           [](raw_ostream &OS, StringRef Name, const LoopReport &R) {
             printFacts(OS, Name, R.K, R.Facts);
           }));
}

std::vector<LoopReport> FunctionAnalyzer::Impl::run(MachineFunction &MF,
                                                    const CodeGenContext &Ctx) {
  const Options &O = options();
  MachineDominatorTree MDT(MF);
  const MachineLoopInfo MLI(MDT);
  const bool DumpsLayout = !Ctx.Scratch && !O.DumpLayout.empty();
  const bool IsAsked = Ctx.ORE || Ctx.Scratch || O.dumpsLoops();
  const bool IsIrreducible = IsAsked && hasIrreducibleCycles(MF, MLI);
  const bool HasCycles = !MLI.empty() || IsIrreducible;
  if (!HasCycles && !DumpsLayout)
    return {};

  const FunctionLayout Layout(MF, *Ctx.Source);
  if (DumpsLayout)
    if (Error E = appendToDump(O.DumpLayout, [&](raw_ostream &OS) {
          printLayout(OS, MF, Layout, MLI);
        }))
      reportError(MF, toString(std::move(E)));
  if (!HasCycles || !IsAsked)
    return {};

  FunctionState S{MF,
                  Ctx,
                  Layout,
                  modelFor(MF),
                  FactFinder(MF),
                  Ctx.BlockFrequencies ? Ctx.BlockFrequencies() : nullptr,
                  IsIrreducible};
  const FunctionLoops Loops = findLoops(MLI, S.Facts);
  const bool Advises = Ctx.ORE && wantsAdvice(MF);
  std::vector<LoopReport> Reports;
  for (size_t I = 0; I != Loops.size(); ++I)
    if (O.Remainders || Ctx.Scratch || !isRemainder(Loops.Roles[I])) {
      Reports.push_back(
          analyseLoop(S, Loops, I, !Ctx.Scratch || Loops.isMain(I)));
      if (!Advises)
        continue;
      const auto Analyse = [&](size_t Other) {
        return analyseLoop(S, Loops, Other);
      };
      if (const std::optional<Advice> A = adviseByOthers(
              Reports.back(), I, Loops.Evidence, Loops.Roles, Analyse))
        addAdvice(Reports.back().Advised, *A);
    }
  if (IsIrreducible && !Ctx.Scratch)
    append_range(Reports, reportOtherCycles(MF, MLI));
  Stats.Loops += Reports.size();

  if (Ctx.ORE) {
    for (const LoopReport &R : Reports)
      emitRemark(*Ctx.ORE, R, Copies);
    emitAdvice(*Ctx.ORE, Reports, Copies);
  }
  if (!Ctx.Scratch)
    if (Error E = dumpLoops(MF, Reports))
      reportError(MF, toString(std::move(E)));
  return Reports;
}

FunctionAnalyzer::FunctionAnalyzer() : I(std::make_unique<Impl>()) {}
FunctionAnalyzer::~FunctionAnalyzer() = default;

void FunctionAnalyzer::checkOptions(const MachineFunction &MF) {
  if (options().namesCpu())
    I->modelFor(MF);
}

const AnalysisStats &FunctionAnalyzer::stats() const { return I->Stats; }

double takt::threadSeconds() {
  timespec Now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  return Now.tv_sec + Now.tv_nsec * 1e-9;
}

std::vector<LoopReport> FunctionAnalyzer::run(MachineFunction &MF,
                                              const CodeGenContext &Ctx) {
  const double Start = threadSeconds();
  std::vector<LoopReport> Reports = I->run(MF, Ctx);
  I->Stats.Seconds += threadSeconds() - Start;
  ++I->Stats.Functions;
  return Reports;
}
