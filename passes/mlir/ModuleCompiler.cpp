//===- ModuleCompiler.cpp - MLIR to machine code, to look at it -----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleCompiler.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "takt/models/Features.h"
#include "takt/passes/RecordedSteps.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include <optional>
#include <thread>

using namespace llvm;
using namespace takt;

const char *const takt::DefaultLowering =
    "convert-linalg-to-loops,convert-vector-to-scf,lower-affine,"
    "expand-strided-metadata,lower-affine,convert-scf-to-cf,"
    "convert-vector-to-llvm,convert-math-to-llvm,convert-math-to-libm,"
    "convert-index-to-llvm,convert-arith-to-llvm,finalize-memref-to-llvm,"
    "convert-func-to-llvm,convert-cf-to-llvm,convert-ub-to-llvm,"
    "reconcile-unrealized-casts";

/// Without, what LLVM says has no places.
static constexpr const char KeepPlaces[] =
    "ensure-debug-info-scope-on-llvm-func";

static Error problem(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

//===----------------------------------------------------------------------===//
// MLIR
//===----------------------------------------------------------------------===//

/// Makes \p Passes those of \p T's lowering.
static Error parseLowering(const ModuleTarget &T, mlir::OpPassManager &Passes) {
  std::string Problem;
  raw_string_ostream OS(Problem);
  if (succeeded(mlir::parsePassPipeline(T.Lowering, Passes, OS)) &&
      succeeded(mlir::parsePassPipeline(KeepPlaces, Passes, OS)))
    return Error::success();
  // One line: the parser shows the text and where it is wrong, too.
  return problem("lowering: " + StringRef(Problem).trim().split('\n').first);
}

void takt::addDialects(const ModuleTarget &T, mlir::DialectRegistry &Registry) {
  Registry.insert<mlir::LLVM::LLVMDialect>();
  mlir::registerBuiltinDialectTranslation(Registry);
  mlir::registerLLVMDialectTranslation(Registry);
  mlir::OpPassManager Passes(mlir::ModuleOp::getOperationName());
  if (Error E = parseLowering(T, Passes))
    consumeError(std::move(E));
  else
    Passes.getDependentDialects(Registry);
}

/// As compilers do: "file:1:2".
static void printPlace(raw_ostream &OS, mlir::Location Loc) {
  if (const auto Place = dyn_cast<mlir::FileLineColLoc>(Loc))
    OS << Place.getFilename().getValue() << ':' << Place.getLine() << ':'
       << Place.getColumn();
  else
    OS << Loc;
}

namespace {
/// Keeps the first error of MLIR, and lets nothing out. The handlers of a
/// context hear of all its threads: other modules may be compiled in these.
class FirstError {
public:
  explicit FirstError(mlir::MLIRContext *C)
      : Handler(C,
                [this, Own = std::this_thread::get_id()](mlir::Diagnostic &D) {
                  if (std::this_thread::get_id() != Own)
                    return mlir::failure();
                  if (D.getSeverity() == mlir::DiagnosticSeverity::Error &&
                      Text.empty()) {
                    raw_string_ostream OS(Text);
                    printPlace(OS, D.getLocation());
                    OS << ": " << D;
                  }
                  return mlir::success();
                }) {}

  Error take(StringRef Else) const {
    return problem(Text.empty() ? Else : StringRef(Text));
  }

private:
  std::string Text;
  mlir::ScopedDiagnosticHandler Handler;
};
} // namespace

static Expected<std::unique_ptr<Module>>
lowerModule(mlir::ModuleOp Module, const ModuleTarget &T, LLVMContext &C) {
  mlir::PassManager Passes(Module.getContext(),
                           mlir::ModuleOp::getOperationName());
  if (Error E = parseLowering(T, Passes))
    return E;
  const FirstError Errors(Module.getContext());
  if (failed(Passes.run(Module)))
    return Errors.take("it cannot be lowered");
  std::unique_ptr<llvm::Module> M = mlir::translateModuleToLLVMIR(Module, C);
  if (!M)
    return Errors.take("it cannot be translated to LLVM IR");
  return M;
}

//===----------------------------------------------------------------------===//
// LLVM
//===----------------------------------------------------------------------===//

static Expected<std::unique_ptr<TargetMachine>>
makeTargetMachine(const ModuleTarget &T) {
  const std::string Triple =
      T.Triple.empty() ? sys::getDefaultTargetTriple() : T.Triple;
  std::string Problem;
  const Target *Found = TargetRegistry::lookupTarget(Triple, Problem);
  if (!Found)
    return problem("triple: " + Problem);
  if (!T.IsKnown(*Found))
    return problem("triple: Takt knows nothing of " + StringRef(Triple) +
                   ", but of x86-64 and AArch64");
  const std::string Cpu = T.Cpu.empty() ? sys::getHostCPUName().str() : T.Cpu;
  const std::unique_ptr<MCSubtargetInfo> STI(
      Found->createMCSubtargetInfo(Triple, "", ""));
  if (!STI || !STI->isCPUStringValid(Cpu))
    return problem("cpu: '" + Cpu + "' is none that LLVM knows for " + Triple);
  if (const auto Name = unknownFeature(*STI, T.Features))
    return problem("features: '" + *Name + "' is none that LLVM knows for " +
                   Triple);
  const SubtargetFeatures Given(T.Features);
  SubtargetFeatures Features; // what has no sign is wanted
  for (const std::string &Feature : Given.getFeatures())
    Features.AddFeature(Feature);
  constexpr CodeGenOptLevel Levels[] = {
      CodeGenOptLevel::None, CodeGenOptLevel::Less, CodeGenOptLevel::Default,
      CodeGenOptLevel::Aggressive};
  return std::unique_ptr<TargetMachine>(Found->createTargetMachine(
      Triple, Cpu, Features.getString(), TargetOptions(), Reloc::PIC_,
      std::nullopt, Levels[T.Level]));
}

namespace {
/// As RecordSteps, whether anybody asks for remarks or not.
struct RecordAllSteps : PassInfoMixin<RecordAllSteps> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    recordSteps(F);
    return PreservedAnalyses::all();
  }
};
} // namespace

/// As clang does it.
static void optimise(Module &M, TargetMachine &TM, unsigned Level) {
  const OptimizationLevel Levels[] = {
      OptimizationLevel::O0, OptimizationLevel::O1, OptimizationLevel::O2,
      OptimizationLevel::O3};
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = Tuning.SLPVectorization = Level > 1;
  Tuning.LoopInterleaving = Tuning.LoopUnrolling = Level > 1;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB(&TM, Tuning);
  PB.registerVectorizerStartEPCallback(
      [](FunctionPassManager &FPM, OptimizationLevel) {
        FPM.addPass(RecordAllSteps());
      });
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  if (Level)
    PB.buildPerModuleDefaultPipeline(Levels[Level]).run(M, MAM);
  else
    PB.buildO0DefaultPipeline(Levels[Level]).run(M, MAM);
}

static Error emitNowhere(Module &M, TargetMachine &TM) {
  legacy::PassManager Passes;
  Passes.add(createTargetTransformInfoWrapperPass(TM.getTargetIRAnalysis()));
  Passes.add(new TargetLibraryInfoWrapperPass(TM.getTargetTriple()));
  raw_null_ostream Nowhere;
  if (TM.addPassesToEmitFile(Passes, Nowhere, nullptr, CodeGenFileType::Null))
    return problem("the target has no code generation");
  Passes.run(M);
  return Error::success();
}

Error takt::checkTarget(const ModuleTarget &T) {
  constexpr unsigned MostLevel = 3;
  if (T.Level > MostLevel)
    return problem("opt-level: " + Twine(T.Level) + " is not from 0 to " +
                   Twine(MostLevel));
  mlir::OpPassManager Passes(mlir::ModuleOp::getOperationName());
  if (Error E = parseLowering(T, Passes))
    return E;
  return makeTargetMachine(T).takeError();
}

Error takt::compileModule(mlir::ModuleOp Module, const ModuleTarget &T,
                          LLVMContext &C,
                          function_ref<void(llvm::Module &)> Lowered,
                          function_ref<void(llvm::Module &)> Optimised) {
  Expected<std::unique_ptr<TargetMachine>> TM = makeTargetMachine(T);
  if (!TM)
    return TM.takeError();
  Expected<std::unique_ptr<llvm::Module>> M = lowerModule(Module, T, C);
  if (!M)
    return M.takeError();
  (*M)->setTargetTriple((*TM)->getTargetTriple().str());
  (*M)->setDataLayout((*TM)->createDataLayout());
  Lowered(**M);
  optimise(**M, **TM, T.Level);
  Optimised(**M);
  Error E = emitNowhere(**M, **TM);
  forgetSteps(**M);
  return E;
}
