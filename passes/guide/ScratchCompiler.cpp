//===- ScratchCompiler.cpp - Compiles a function to see its loops ---------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScratchCompiler.h"
#include "DeadStores.h"
#include "FunctionShaper.h"
#include "LeaveOut.h"
#include "QuietHandler.h"
#include "ScratchSummary.h"
#include "takt/passes/RecordedSteps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace takt;

//===----------------------------------------------------------------------===//
// The way from code generation back
//===----------------------------------------------------------------------===//

static thread_local ScratchScope *CurrentScratch = nullptr;

ScratchScope::ScratchScope(FunctionAnalyzer &Analyzer) : Analyzer(Analyzer) {
  CurrentScratch = this;
}
ScratchScope::~ScratchScope() { CurrentScratch = nullptr; }
ScratchScope *ScratchScope::current() { return CurrentScratch; }

/// As ScratchScope::SeenFunction::InstrsAround.
static std::map<unsigned, double> instrsAround(MachineFunction &MF,
                                               ArrayRef<LoopReport> Reports) {
  MachineDominatorTree MDT(MF);
  const MachineLoopInfo MLI(MDT);
  // Null stands for the function.
  MapVector<const MachineLoop *, SmallSet<unsigned, 4>> LinesIn;
  for (const LoopReport &R : Reports)
    if (const unsigned Line = lineOfScratch(R))
      for (const MachineLoop *L = MLI.getLoopFor(R.Header); L;
           L = L->getParentLoop())
        LinesIn[L->getParentLoop()].insert(Line);
  DenseMap<const MachineLoop *, size_t> Instrs;
  for (const MachineBasicBlock &MBB : MF) {
    const MachineLoop *L = MLI.getLoopFor(&MBB);
    if (L && L->isInnermost())
      continue;
    while (L && !LinesIn.contains(L))
      L = L->getParentLoop();
    Instrs[L] += MBB.size();
  }
  std::map<unsigned, double> Around;
  for (const auto &[L, Lines] : LinesIn)
    for (const unsigned Line : Lines)
      Around[Line] += static_cast<double>(Instrs.lookup(L)) /
                      static_cast<double>(Lines.size());
  return Around;
}

void ScratchScope::analyse(MachineFunction &MF, const CodeGenContext &Ctx) {
  CodeGenContext Own = Ctx;
  Own.IsWanted = [](const LoopReport &R) { return lineOfScratch(R) != 0; };
  SeenFunction &F = Seen[MF.getName()];
  F.Instrs = MF.getInstructionCount();
  F.Reports = Analyzer.run(MF, Own);
  F.InstrsAround = instrsAround(MF, F.Reports);
}

//===----------------------------------------------------------------------===//
// The compiler
//===----------------------------------------------------------------------===//

namespace {
/// The shapes of copies by their names, and what giving them has changed.
struct CopyShapes {
  struct Copy {
    FunctionShape Shape;
    bool AskForJam = false;
    ShapingResult Result;
    bool MayJam = false;
  };
  StringMap<Copy> Copies;
};
} // namespace

/// True if \p L is the loop around an innermost one, by its place.
static bool isOuterOfCopy(const Loop &L) {
  const DebugLoc Start = L.getStartLoc();
  const std::optional<LoopPlace> Place =
      loopOfLine(Start ? Start.getLine() : 0);
  return Place && Place->IsOuter;
}

namespace {
/// Gives copies their shapes, at the place where the real function gets one.
struct ShapeCopies : PassInfoMixin<ShapeCopies> {
  explicit ShapeCopies(CopyShapes &Shapes) : Shapes(Shapes) {}

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    CopyShapes::Copy &Copy = Shapes.Copies[F.getName()];
    if (Copy.AskForJam) {
      Copy.MayJam = mayJam(F, AM);
      AM.invalidate(F, PreservedAnalyses::none());
    }
    Copy.Result = applyShape(F, Copy.Shape, AM);
    // What is left over of a nest has places of its own, and a jammed loop
    // still does one source iteration of each of its copies at a time.
    if (!Copy.Result.Jammed.empty())
      recordSteps(F);
    // How many iterations of an outer loop its machine loop does, nothing
    // tells but that it was not unrolled.
    for (Loop *L : AM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
      if (isOuterOfCopy(*L))
        addStringMetadataToLoop(L, "llvm.loop.unroll.disable", 1);
    return Copy.AskForJam ? PreservedAnalyses::none() : Copy.Result.Preserved;
  }

  CopyShapes &Shapes;
};
} // namespace

class ScratchCompiler::Impl {
public:
  explicit Impl(const GuideContext &Ctx);
  Expected<std::vector<ScratchResult>>
  compile(const ScratchFunction &F, ArrayRef<ScratchVariant> Variants);

private:
  void optimise(Module &M, CopyShapes &Shapes);
  void generate(Module &M);

  TargetMachine *TM;
  PipelineTuningOptions Tuning;
  OptimizationLevel Level;
  FunctionAnalyzer Analyzer;
  raw_null_ostream Nowhere;
  /// The passes of code generation, which take longer to be set up than they
  /// run on a small loop; null: none yet, or they cannot be.
  std::unique_ptr<legacy::PassManager> CodeGen;
};

ScratchCompiler::Impl::Impl(const GuideContext &Ctx)
    : TM(Ctx.TM), Tuning(Ctx.Tuning), Level(Ctx.Level) {}

/// Applies \p Shapes to the loops of \p F.
static void applyShapes(Function &F, ArrayRef<LoopShape> Shapes) {
  const DominatorTree DT(F);
  const LoopInfo LI(DT);
  for (auto [L, S] : zip(numberedLoops(LI), Shapes))
    applyShape(*L, S);
}

void ScratchCompiler::Impl::optimise(Module &M, CopyShapes &Shapes) {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassInstrumentationCallbacks PIC;
  leaveOutLoadElimination(PIC, /*OfVectorised=*/true);
  PassBuilder PB(TM, Tuning, std::nullopt, &PIC);
  PB.registerVectorizerStartEPCallback(
      [&](FunctionPassManager &FPM, OptimizationLevel) {
        FPM.addPass(ShapeCopies(Shapes));
      });
  FAM.registerPass(scopesFirst);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  PB.buildModuleOptimizationPipeline(Level, ThinOrFullLTOPhase::None)
      .run(M, MAM);
}

void ScratchCompiler::Impl::generate(Module &M) {
  if (!CodeGen) {
    auto PM = std::make_unique<legacy::PassManager>();
    // As clang adds them: without, library calls are compiled differently.
    PM->add(createTargetTransformInfoWrapperPass(TM->getTargetIRAnalysis()));
    PM->add(new TargetLibraryInfoWrapperPass(TM->getTargetTriple()));
    if (TM->addPassesToEmitFile(*PM, Nowhere, nullptr, CodeGenFileType::Null))
      return;
    CodeGen = std::move(PM);
  }
  // Passes can be run on one module after the other (llc -compile-twice).
  CodeGen->run(M);
}

/// The only definition in \p M, and as many copies as make \p Count.
static std::vector<Function *> copies(Module &M, size_t Count) {
  std::vector<Function *> Copies;
  for (Function &F : M)
    if (!F.isDeclaration())
      Copies.push_back(&F);
  while (Copies.size() < Count) {
    ValueToValueMapTy Map;
    Copies.push_back(CloneFunction(Copies.front(), Map));
  }
  return Copies;
}

Expected<std::vector<ScratchResult>>
ScratchCompiler::Impl::compile(const ScratchFunction &F,
                               ArrayRef<ScratchVariant> Variants) {
  LLVMContext C;
  std::string Problem;
  C.setDiagnosticHandler(std::make_unique<QuietHandler>(Problem));
  Expected<std::unique_ptr<Module>> M = F.parse(C);
  if (!M)
    return M.takeError();
  const std::vector<Function *> Copies = copies(**M, Variants.size());
  std::vector<std::string> Names;
  CopyShapes Shapes;
  for (auto [Copy, Variant] : zip(Copies, Variants)) {
    recordSteps(*Copy);
    applyShapes(*Copy, Variant.Loops);
    Names.push_back(Copy->getName().str());
    CopyShapes::Copy &Shape = Shapes.Copies[Names.back()];
    Shape.Shape = Variant.Function;
    Shape.AskForJam = Variant.AskForJam;
  }
  ScratchScope Scope(Analyzer);
  optimise(**M, Shapes);
  // Without, code generation looks for variables in registers. Instructions
  // keep their places.
  for (Function *Copy : Copies)
    Copy->setSubprogram(nullptr);
  generate(**M);
  forgetSteps(**M);
  if (!Problem.empty())
    return createStringError(inconvertibleErrorCode(), Problem);
  std::vector<ScratchResult> Results;
  for (const std::string &Name : Names) {
    Results.push_back(summarise(Scope.Seen[Name]));
    const CopyShapes::Copy &Shaped = Shapes.Copies[Name];
    Results.back().Unrolled = Shaped.Result.Unrolled;
    Results.back().Jammed = Shaped.Result.Jammed;
    Results.back().MayJam = Shaped.MayJam;
  }
  return Results;
}

ScratchCompiler::ScratchCompiler(const GuideContext &Ctx)
    : I(std::make_unique<Impl>(Ctx)) {}
ScratchCompiler::~ScratchCompiler() = default;

Expected<std::vector<ScratchResult>>
ScratchCompiler::compile(const ScratchFunction &F,
                         ArrayRef<ScratchVariant> Variants) {
  return I->compile(F, Variants);
}
