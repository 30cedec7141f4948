//===- FunctionShaper.cpp - Gives a function its shape --------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionShaper.h"
#include "DeadStores.h"
#include "JamLegality.h"
#include "LeaveOut.h"
#include "LoopRows.h"
#include "MarkApart.h"
#include "ScratchFunction.h"
#include "takt/passes/LoopShape.h"
#include "takt/passes/SourceSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/DependenceAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;
using namespace takt;

std::string takt::describe(const FunctionShape &S) {
  SmallVector<std::string, 4> Parts;
  if (S.Jam)
    Parts.push_back("outer loops unrolled by " + std::to_string(S.Jam) +
                    " and jammed");
  if (S.Unroll)
    Parts.push_back("unrolled by " + std::to_string(S.Unroll) +
                    " before vectorising");
  if (S.VectorBits)
    Parts.push_back("vectors of " + std::to_string(S.VectorBits) + " bits");
  if (S.Apart && Parts.empty())
    Parts.push_back("accesses marked as apart");
  return Parts.empty() ? "as LLVM does" : join(Parts, ", ");
}

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

/// True if \p L calls functions: such loops are not modelled.
static bool callsFunctions(const Loop &L, const TargetTransformInfo &TTI) {
  return any_of(L.blocks(), [&](const BasicBlock *BB) {
    return any_of(*BB, [&](const Instruction &I) {
      const auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || Call->isInlineAsm())
        return false;
      const Function *Callee = Call->getCalledFunction();
      return !Callee || TTI.isLoweredToCall(Callee);
    });
  });
}

bool takt::mayShape(const Loop &L, const TargetTransformInfo &TTI) {
  return !hasWishes(L) && L.getLoopLatch() && !callsFunctions(L, TTI);
}

/// True if the instructions of \p L may be copied: inline assembly may define a
/// label, and some calls must stay the only one, or where they are.
static bool mayCopy(const Loop &L) {
  return all_of(L.blocks(), [](const BasicBlock *BB) {
    return all_of(*BB, [](const Instruction &I) {
      const auto *Call = dyn_cast<CallBase>(&I);
      return !Call || (isa<IntrinsicInst>(Call) && !Call->cannotDuplicate() &&
                       !Call->isConvergent());
    });
  });
}

Loop *takt::jammableParent(const Loop &L, const TargetTransformInfo &TTI) {
  Loop *Parent = L.getParentLoop();
  return Parent && Parent->getSubLoops().size() == 1 && mayShape(L, TTI) &&
                 mayShape(*Parent, TTI) && mayCopy(*Parent)
             ? Parent
             : nullptr;
}

//===----------------------------------------------------------------------===//
// LLVM's transformations
//===----------------------------------------------------------------------===//

namespace {
/// The transformations of one function; what they know of it is kept up to
/// date.
class Shaper {
public:
  Shaper(Function &F, FunctionAnalysisManager &AM)
      : F(F), AM(AM), LI(AM.getResult<LoopAnalysis>(F)),
        DT(AM.getResult<DominatorTreeAnalysis>(F)),
        SE(AM.getResult<ScalarEvolutionAnalysis>(F)),
        AC(AM.getResult<AssumptionAnalysis>(F)),
        TTI(AM.getResult<TargetIRAnalysis>(F)),
        ORE(AM.getResult<OptimizationRemarkEmitterAnalysis>(F)) {}

  bool markApart();
  unsigned unrollInnermost(unsigned Count);
  /// Adds to \p Result.
  void jam(unsigned Count, ShapingResult &Result);
  /// True if jam() would find something to do.
  bool mayJam() {
    return any_of(numberedLoops(LI), [&](const Loop *L) {
      Loop *Outer = jammableParent(*L, TTI);
      return Outer && mayJam(*Outer);
    });
  }

private:
  /// Brings \p L into the form that LLVM's loop transformations work on.
  void simplify(Loop &L) {
    simplifyLoop(&L, &DT, &LI, &SE, &AC, nullptr, /*PreserveLCSSA=*/false);
    formLCSSARecursively(L, DT, &LI, &SE);
  }
  /// Simplifies \p Outer.
  bool mayJam(Loop &Outer) {
    simplify(Outer);
    AAResults &AA = AM.getResult<AAManager>(F);
    DependenceInfo DI(&F, &AA, &SE, &LI);
    return mayUnrollAndJam(Outer, SE, DT, LI, AA, DI);
  }
  bool jam(Loop &Outer, unsigned Count);

  Function &F;
  FunctionAnalysisManager &AM;
  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  AssumptionCache &AC;
  TargetTransformInfo &TTI;
  OptimizationRemarkEmitter &ORE;
};
} // namespace

/// Hides from LLVM's vectoriser of straight code that a factor of several
/// multiply-adds is loaded. LLVM 19 takes the operands of a row's multiply-adds
/// in the order in which loads follow each other best; a factor that is loaded
/// like the elements it sorts in among these, and makes vectors of both.
/// \p L keeps a row.
static void hideLoadedFactors(Loop &L) {
  SmallVector<LoadInst *, 32> Loads;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (auto *Load = dyn_cast<LoadInst>(&I);
          Load && Load->getType()->isFloatingPointTy())
        Loads.push_back(Load);
  for (LoadInst *Load : Loads) {
    const auto IsFactor = [&](const Use &U) {
      const auto *Add = dyn_cast<IntrinsicInst>(U.getUser());
      return Add &&
             is_contained({Intrinsic::fmuladd, Intrinsic::fma},
                          Add->getIntrinsicID()) &&
             U.getOperandNo() < 2;
    };
    if (count_if(Load->uses(), IsFactor) < 2)
      continue;
    auto *Hidden = new FreezeInst(Load, "", std::next(Load->getIterator()));
    Hidden->setDebugLoc(Load->getDebugLoc());
    Load->replaceUsesWithIf(Hidden, IsFactor);
  }
}

bool Shaper::markApart() {
  const SmallVector<ApartGroup, 4> Groups = findApart(F, SE);
  if (Groups.empty())
    return false;
  takt::markApart(Groups, /*Declare=*/true);
  return true;
}

unsigned Shaper::unrollInnermost(unsigned Count) {
  UnrollLoopOptions Options = {};
  Options.Count = Count;
  Options.Force = Options.Runtime = true;
  unsigned Unrolled = 0;
  for (Loop *L : numberedLoops(LI)) {
    if (!mayShape(*L, TTI) || !mayCopy(*L))
      continue;
    simplify(*L);
    if (!L->isLoopSimplifyForm() || !L->isSafeToClone())
      continue;
    const bool IsInVain = keepsRow(*L, SE) || !mayPassOn(*L, SE);
    Loop *Rest = nullptr;
    const LoopUnrollResult Result =
        UnrollLoop(L, Options, &LI, &SE, &DT, &AC, &TTI, &ORE,
                   /*PreserveLCSSA=*/true, &Rest);
    Unrolled += Result != LoopUnrollResult::Unmodified;
    if (Result != LoopUnrollResult::PartiallyUnrolled)
      continue;
    // It has been unrolled. LLVM's unroller would do it again, which no shape
    // asks for and takes as long as all that is new.
    addStringMetadataToLoop(L, "llvm.loop.unroll.disable", 1);
    if (!IsInVain)
      continue;
    leaveToStraightCode(*L);
    if (Rest)
      leaveToStraightCode(*Rest);
  }
  return Unrolled;
}

/// Gives \p L a place that tells it from the loop that it is the rest of.
static void markRest(Loop &L) {
  const MDNode *ID = L.getLoopID();
  if (!ID)
    return;
  LLVMContext &C = L.getHeader()->getContext();
  SmallVector<Metadata *, 4> Parts = {nullptr};
  for (const MDOperand &Op : drop_begin(ID->operands())) {
    const auto *Place = dyn_cast<DILocation>(Op);
    std::optional<LoopPlace> Loop =
        Place ? loopOfLine(Place->getLine()) : std::nullopt;
    if (!Loop) {
      Parts.push_back(Op);
      continue;
    }
    Loop->IsRest = true;
    Parts.push_back(
        DILocation::get(C, lineOfLoop(*Loop), 1, Place->getScope()));
  }
  MDNode *New = MDNode::getDistinct(C, Parts);
  New->replaceOperandWith(0, New);
  L.setLoopID(New);
}

bool Shaper::jam(Loop &Outer, unsigned Count) {
  if (!mayJam(Outer))
    return false;
  BasicBlock *Latch = Outer.getLoopLatch();
  const unsigned Trips = SE.getSmallConstantTripCount(&Outer, Latch);
  if (Trips && Trips / 2 < Count)
    return false;
  Loop *Rest = nullptr;
  if (UnrollAndJamLoop(&Outer, Count, Trips,
                       SE.getSmallConstantTripMultiple(&Outer, Latch),
                       /*UnrollRemainder=*/false, &LI, &SE, &DT, &AC, &TTI,
                       &ORE, &Rest) == LoopUnrollResult::Unmodified)
    return false;
  if (Rest)
    for (Loop *L : Rest->getLoopsInPreorder())
      markRest(*L);
  return true;
}

void Shaper::jam(unsigned Count, ShapingResult &Result) {
  for (Loop *L : numberedLoops(LI)) {
    Loop *Outer = jammableParent(*L, TTI);
    if (!Outer)
      continue;
    const DebugLoc Start = L->getStartLoc();
    if (!jam(*Outer, Count))
      continue;
    ++Result.Unrolled;
    // Copies that are tried count for themselves.
    if (const auto Place = loopOfLine(Start ? Start.getLine() : 0))
      Result.Jammed.push_back(Place->Loop);
    else
      addStringMetadataToLoop(L, JammedMark, Count);
  }
}

namespace {
/// Marks accesses as apart while it lives.
class ApartForNow {
public:
  explicit ApartForNow(ArrayRef<ApartGroup> Groups) {
    for (const ApartGroup &Group : Groups)
      for (Instruction *I : Group.Accesses)
        Old.push_back({I, I->getMetadata(LLVMContext::MD_alias_scope),
                       I->getMetadata(LLVMContext::MD_noalias)});
    markApart(Groups, /*Declare=*/false);
  }
  ~ApartForNow() {
    for (const Marks &M : Old) {
      M.I->setMetadata(LLVMContext::MD_alias_scope, M.Scopes);
      M.I->setMetadata(LLVMContext::MD_noalias, M.NoAlias);
    }
  }
  ApartForNow(const ApartForNow &) = delete;
  ApartForNow &operator=(const ApartForNow &) = delete;

private:
  struct Marks {
    Instruction *I;
    MDNode *Scopes, *NoAlias;
  };
  SmallVector<Marks, 16> Old;
};
} // namespace

bool takt::mayJam(Function &F, FunctionAnalysisManager &AM) {
  const ApartForNow Marked(
      findApart(F, AM.getResult<ScalarEvolutionAnalysis>(F)));
  return Shaper(F, AM).mayJam();
}

/// Takes away what copies of loops, and what is known of accesses in shape \p S
/// of \p F, make superfluous.
static void tidyUp(Function &F, const FunctionShape &S, bool HasUnrolled,
                   bool IsApart, FunctionAnalysisManager &AM) {
  FunctionPassManager FPM;
  // Each jammed copy counts for itself, in blocks of its own.
  if (S.Jam && HasUnrolled) {
    FPM.addPass(createFunctionToLoopPassAdaptor(IndVarSimplifyPass()));
    FPM.addPass(SimplifyCFGPass());
  }
  // Copies read what others have read or written.
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.run(F, AM);
  removeDeadStores(F, AM.getResult<AAManager>(F));
  if (!IsApart || S.Jam || S.Unroll)
    return;
  auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  const auto &TTI = AM.getResult<TargetIRAnalysis>(F);
  for (Loop *L : numberedLoops(AM.getResult<LoopAnalysis>(F)))
    if (mayShape(*L, TTI) && keepsRow(*L, SE)) {
      // Each element has loaded its factor again until now.
      hideLoadedFactors(*L);
      leaveToStraightCode(*L);
    }
}

ShapingResult takt::applyShape(Function &F, const FunctionShape &S,
                               FunctionAnalysisManager &AM) {
  ShapingResult Result;
  if (S.isDefault())
    return Result;
  if (S.VectorBits) {
    F.addFnAttr(VectorBitsName, std::to_string(S.VectorBits));
    // What the target says depends on it, and does not look again by itself.
    AM.clear(F, F.getName());
    Result.Preserved = PreservedAnalyses::none();
  }
  if (!S.Apart && !S.Jam && !S.Unroll)
    return Result;
  const bool IsApart = S.Apart && Shaper(F, AM).markApart();
  if (IsApart)
    AM.invalidate(F, PreservedAnalyses::none());
  Shaper Shape(F, AM);
  if (S.Jam)
    Shape.jam(S.Jam, Result);
  if (S.Unroll)
    Result.Unrolled += Shape.unrollInnermost(S.Unroll);
  AM.invalidate(F, PreservedAnalyses::none());
  tidyUp(F, S, Result.Unrolled, IsApart, AM);
  Result.Preserved = PreservedAnalyses::none();
  return Result;
}
