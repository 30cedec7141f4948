//===- CodeGenHook.cpp - The way into code generation -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one file that knows LLVM's versions. See docs/compiler-hook.md.
///
/// No version of LLVM lets a plugin add an AsmPrinterHandler, the only place
/// that comes after every machine pass and sees exact bytes. But a target's
/// assembly printer is made by a registered function, and registering is
/// public: the hook registers its own, which calls the original and adds the
/// handler.
///
//===----------------------------------------------------------------------===//

#include "CodeGenHook.h"
#include "Frequencies.h"
#include "takt/passes/Align.h"
#include "takt/passes/Errors.h"
#include "takt/passes/FunctionAnalysis.h"
#include "takt/passes/Guide.h"
#include "takt/passes/InstrSource.h"
#include "takt/passes/Options.h"
#include "takt/passes/Order.h"
#include "takt/passes/RecordedSteps.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/AsmPrinterHandler.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LegacyPassManagers.h"
#include "llvm/IR/Module.h"
#include "llvm/InitializePasses.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/PassRegistry.h"
#include "llvm/Remarks/RemarkStreamer.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include <map>
#include <mutex>

// LLVM 22 can insert a machine pass by itself. This branch is not tested by the
// project's own checks, which run with LLVM 19.
#if __has_include("llvm/Target/RegisterTargetPassConfigCallback.h")
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#define TAKT_HAS_PASS_CONFIG_CALLBACK 1
#endif

using namespace llvm;
using namespace takt;

/// True if somebody asked for this plugin's remarks. The emitter's own
/// allowExtraAnalysis() says yes to a remark file for other passes, too.
static bool wantsRemarks(const Function &F) {
  LLVMContext &C = F.getContext();
  remarks::RemarkStreamer *File = C.getMainRemarkStreamer();
  return (File && File->matchesFilter("takt")) ||
         C.getDiagHandlerPtr()->isAnyRemarkEnabled("takt");
}

//===----------------------------------------------------------------------===//
// The handler on the assembly printer
//===----------------------------------------------------------------------===//

namespace {
class TaktHandler final : public AsmPrinterHandler {
public:
  explicit TaktHandler(AsmPrinter &AP) : AP(AP) {}

  void beginModule(Module *M) override {
    CurrentModule = M;
    Scratch = ScratchScope::current();
    if (Scratch)
      return;
    emitOptionsError(*M);
  }

  /// The analyses that LLVM offers take a mutable function, but only read it.
  void beginFunction(const MachineFunction *Function) override {
    MachineFunction &MF = const_cast<MachineFunction &>(*Function);
    if (Scratch)
      return analyseScratch(MF);
    // The machine pass has already reported.
    if (!optionsError().empty() || options().MachinePass)
      return;
    Analyzer.checkOptions(MF);
    const bool Remarks = AP.ORE && wantsRemarks(MF.getFunction());
    if (options().GuideAlign)
      alignLoops(MF, Remarks);
    if (!Remarks && !options().wantsAnalysis())
      return;
    std::unique_ptr<InstrSource> Source = createCaptureSource(AP);
    Frequencies Of(MF);
    MachineOptimizationRemarkEmitter ORE = Of.emitter();
    CodeGenContext Ctx;
    Ctx.Source = Source.get();
    Ctx.ORE = Remarks ? &ORE : nullptr;
    Ctx.BlockFrequencies = [&Of] { return Of.get(); };
    Analyzer.run(MF, Ctx);
  }

  void endFunction(const MachineFunction *) override {}

  void endModule() override {
    if (Scratch)
      return;
    if (CurrentModule)
      forgetSteps(*CurrentModule);
    if (options().Time)
      printStats();
  }

private:
  /// Here lengths are exact and no block has been written out yet.
  void alignLoops(MachineFunction &MF, bool Remarks) {
    const std::unique_ptr<InstrSource> Source = createCaptureSource(AP);
    Frequencies Of(MF);
    MachineOptimizationRemarkEmitter ORE = Of.emitter();
    AlignContext Ctx;
    Ctx.Source = Source.get();
    Ctx.ORE = Remarks ? &ORE : nullptr;
    Ctx.BlockFrequencies = [&Of] { return Of.get(); };
    Aligner.run(MF, Ctx);
  }

  void analyseScratch(MachineFunction &MF) {
    const std::unique_ptr<InstrSource> Source = createCaptureSource(AP);
    CodeGenContext Ctx;
    Ctx.Source = Source.get();
    Ctx.Scratch = true;
    Scratch->analyse(MF, Ctx);
  }

  void printStats() {
    const AnalysisStats &S = Analyzer.stats();
    errs() << "takt: " << S.Loops << " loops in " << S.Functions
           << " functions analysed in "
           << format("%.3f ms, %.3f ms per loop\n", S.Seconds * 1e3,
                     S.Loops ? S.Seconds * 1e3 / S.Loops : 0.0);
  }

  AsmPrinter &AP;
  const Module *CurrentModule = nullptr;
  /// Set in a scratch compilation.
  ScratchScope *Scratch = nullptr;
  FunctionAnalyzer Analyzer;
  LoopAligner Aligner;
};
} // namespace

//===----------------------------------------------------------------------===//
// The machine passes
//===----------------------------------------------------------------------===//

namespace {
/// Reorders instructions (-takt-guide=order), behind all passes of a target
/// that look at their neighbours.
class TaktOrderPass final : public MachineFunctionPass {
public:
  static char ID;
  explicit TaktOrderPass(Pass *(*Before)() = nullptr)
      : MachineFunctionPass(ID), Before(Before) {}

  StringRef getPassName() const override { return "Takt instruction order"; }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
    AU.addRequired<AAResultsWrapperPass>();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  /// As TaktLoopPass.
  void preparePassManager(PMStack &S) override {
    if (Pass * (*Create)() = std::exchange(Before, nullptr))
      S.top()->getTopLevelManager()->schedulePass(Create());
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    if (!optionsError().empty() || !options().GuideOrder)
      return false;
    OrderContext Ctx;
    Ctx.AA = &getAnalysis<AAResultsWrapperPass>().getAAResults();
    Frequencies Of(MF);
    MachineOptimizationRemarkEmitter ORE = Of.emitter();
    if (wantsRemarks(MF.getFunction()))
      Ctx.ORE = &ORE;
    Ctx.BlockFrequencies = [&Of] { return Of.get(); };
    return Orderer.run(MF, Ctx);
  }

private:
  Pass *(*Before)();
  LoopOrderer Orderer;
};
} // namespace

char TaktOrderPass::ID = 0;

static RegisterPass<TaktOrderPass> RegisterTaktOrder("takt-order",
                                                     "Takt instruction order");

namespace {
/// Runs the analysis on MIR alone (llc -run-pass=takt-loop), and in the real
/// pipeline where asked for. There is no assembly printer, so sizes are not
/// known.
class TaktLoopPass final : public MachineFunctionPass {
public:
  static char ID;
  explicit TaktLoopPass(Pass *(*Before)() = nullptr)
      : MachineFunctionPass(ID), Before(Before) {}

  StringRef getPassName() const override { return "Takt loop analysis"; }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  /// Standing in for another pass in the pipeline, schedules that one first.
  void preparePassManager(PMStack &S) override {
    if (Pass * (*Create)() = std::exchange(Before, nullptr))
      S.top()->getTopLevelManager()->schedulePass(Create());
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    if (emitOptionsError(*MF.getFunction().getParent()))
      return false;
    Analyzer.checkOptions(MF);
    Frequencies Of(MF);
    MachineOptimizationRemarkEmitter ORE = Of.emitter();
    const bool Remarks = wantsRemarks(MF.getFunction());
    if (!Remarks && !options().wantsAnalysis())
      return false;
    std::unique_ptr<InstrSource> Source = createDirectSource(MF);
    CodeGenContext Ctx;
    Ctx.Source = Source.get();
    Ctx.ORE = Remarks ? &ORE : nullptr;
    Analyzer.run(MF, Ctx);
    return false;
  }

private:
  Pass *(*Before)();
  FunctionAnalyzer Analyzer;
};
} // namespace

char TaktLoopPass::ID = 0;

static RegisterPass<TaktLoopPass>
    RegisterTaktLoop("takt-loop", "Takt loop analysis", true, true);

#ifdef TAKT_HAS_PASS_CONFIG_CALLBACK
static RegisterTargetPassConfigCallback InsertTaktLoop(
    [](TargetMachine &, PassManagerBase &, TargetPassConfig *Config) {
      if (options().GuideOrder)
        Config->insertPass(&FuncletLayoutID, &TaktOrderPass::ID);
      if (options().MachinePass)
        Config->insertPass(&FuncletLayoutID, &TaktLoopPass::ID);
    });

static void hookPipeline() {}
#else
/// Makes the pass that lays out funclets; the pipeline asks for it by its ID.
static PassInfo::NormalCtor_t CreateFuncletLayout;

static Pass *createFuncletLayoutAndOrder() {
  if (!options().GuideOrder)
    return CreateFuncletLayout();
  return new TaktOrderPass(CreateFuncletLayout);
}

static Pass *createFuncletLayoutAndTakt() {
  if (!options().MachinePass)
    return createFuncletLayoutAndOrder();
  return new TaktLoopPass(createFuncletLayoutAndOrder);
}

/// LLVM before 22 has no way to insert a machine pass, but makes the passes of
/// its pipeline by registered functions: ours stand in for funclet layout, the
/// last pass that all targets have, and schedule that one first.
static void hookPipeline() {
  if (CreateFuncletLayout)
    return;
  PassRegistry &Registry = *PassRegistry::getPassRegistry();
  initializeCodeGen(Registry);
  auto *Info = const_cast<PassInfo *>(Registry.getPassInfo(&FuncletLayoutID));
  CreateFuncletLayout = Info->getNormalCtor();
  Info->setNormalCtor(createFuncletLayoutAndTakt);
}
#endif

//===----------------------------------------------------------------------===//
// What the pass builder keeps to itself
//===----------------------------------------------------------------------===//

namespace {
/// LLVM has no way to ask a pass builder for its target or its tuning. An
/// explicit instantiation may name private members, so this reads them.
template <TargetMachine *PassBuilder::*Machine,
          PipelineTuningOptions PassBuilder::*Tuning>
struct BuilderReader {
  friend TargetMachine *machineOf(PassBuilder &PB) { return PB.*Machine; }
  friend PipelineTuningOptions &tuningOf(PassBuilder &PB) { return PB.*Tuning; }
};
TargetMachine *machineOf(PassBuilder &PB);
PipelineTuningOptions &tuningOf(PassBuilder &PB);
template struct BuilderReader<&PassBuilder::TM, &PassBuilder::PTO>;
} // namespace

GuideContext takt::guideContext(PassBuilder &PB, OptimizationLevel Level) {
  return {machineOf(PB), tuningOf(PB), Level};
}

//===----------------------------------------------------------------------===//
// Installation
//===----------------------------------------------------------------------===//

namespace {
/// The targets as they were, each with its original constructor. ThinLTO loads
/// plugins once for each thread, while others may have come to their printers:
/// so whoever looks or writes holds the mutex, as does all of an installation.
struct HookedTargets {
  std::mutex Mutex;
  std::map<const Target *, Target> Originals;
};
} // namespace

static HookedTargets &hookedTargets() {
  static HookedTargets Targets;
  return Targets;
}

static const Target *originalOf(const Target &T) {
  HookedTargets &Hooked = hookedTargets();
  const std::lock_guard<std::mutex> Lock(Hooked.Mutex);
  const auto It = Hooked.Originals.find(&T);
  return It == Hooked.Originals.end() ? nullptr : &It->second;
}

static AsmPrinter *createHookedPrinter(TargetMachine &TM,
                                       std::unique_ptr<MCStreamer> &&Streamer) {
  AsmPrinter *P =
      originalOf(TM.getTarget())->createAsmPrinter(TM, std::move(Streamer));
  if (P)
    P->addAsmPrinterHandler(std::make_unique<TaktHandler>(*P));
  return P;
}

/// The targets whose lowering is known to be safe to run twice.
static bool isSupported(const Target &T) {
  return StringSwitch<bool>(T.getName())
      .Cases("x86", "x86-64", true)
      .Cases("aarch64", "aarch64_be", "aarch64_32", "arm64", "arm64_32", true)
      .Default(false);
}

bool takt::isHooked(const Target &T) { return originalOf(T); }

void takt::installCodeGenHook() {
  HookedTargets &Hooked = hookedTargets();
  const std::lock_guard<std::mutex> Lock(Hooked.Mutex);
  for (const Target &T : TargetRegistry::targets()) {
    // Without a backend the target is only half registered so far.
    if (!isSupported(T) || !T.hasMCAsmBackend() ||
        !Hooked.Originals.emplace(&T, T).second)
      continue;
    TargetRegistry::RegisterAsmPrinter(const_cast<Target &>(T),
                                       createHookedPrinter);
  }
  hookPipeline();
}
