//===- LoopNests.cpp - Loops of MLIR and what is done to them -------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopNests.h"
#include "../guide/ScratchFunction.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "takt/passes/SourceSteps.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace takt;
using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;
using mlir::Operation;
using mlir::affine::AffineForOp;

//===----------------------------------------------------------------------===//
// Loops and their shapes
//===----------------------------------------------------------------------===//

/// The number of loops in \p Op, of whatever kind.
static unsigned loopsIn(Operation *Op) {
  unsigned Loops = 0;
  Op->walk([&](mlir::LoopLikeOpInterface Loop) {
    Loops += Loop.getOperation() != Op;
  });
  return Loops;
}

/// Whether \p Op is a loop that can be unrolled.
static bool isLoop(Operation *Op) {
  return isa<AffineForOp, mlir::scf::ForOp>(Op);
}

llvm::SmallVector<Operation *, 8> takt::innermostLoops(mlir::ModuleOp Module) {
  llvm::SmallVector<Operation *, 8> Loops;
  Module.walk<mlir::WalkOrder::PreOrder>([&](Operation *Op) {
    if (isLoop(Op) && !loopsIn(Op))
      Loops.push_back(Op);
  });
  return Loops;
}

std::optional<uint64_t> takt::tripCount(Operation *Loop) {
  if (auto For = dyn_cast<AffineForOp>(Loop))
    return mlir::affine::getConstantTripCount(For);
  auto For = cast<mlir::scf::ForOp>(Loop);
  const std::optional<int64_t> Count = mlir::constantTripCount(
      For.getLowerBound(), For.getUpperBound(), For.getStep());
  return Count && *Count >= 0 ? std::optional<uint64_t>(*Count) : std::nullopt;
}

Operation *takt::jammableAround(Operation *Loop) {
  auto Outer = dyn_cast_or_null<AffineForOp>(Loop->getParentOp());
  if (!Outer || !isa<AffineForOp>(Loop) || loopsIn(Outer) != 1 ||
      Outer.getNumIterOperands() || !mlir::affine::isLoopParallel(Outer))
    return nullptr;
  return Outer;
}

bool takt::applyShape(Operation *Loop, const NestShape &Shape) {
  if (Shape.Jam > 1) {
    Operation *const Outer = jammableAround(Loop);
    return Outer && succeeded(mlir::affine::loopUnrollJamByFactor(
                        cast<AffineForOp>(Outer), Shape.Jam));
  }
  if (Shape.Unroll == 1)
    return true;
  if (auto For = dyn_cast<AffineForOp>(Loop))
    return succeeded(mlir::affine::loopUnrollByFactor(For, Shape.Unroll));
  return succeeded(
      mlir::loopUnrollByFactor(cast<mlir::scf::ForOp>(Loop), Shape.Unroll));
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// The file of places that say the number of a loop, as a line, from 1 on, and
/// which of its operations it is, as a column, from 1 on.
static constexpr llvm::StringLiteral NumberFile = "takt number";
/// The file of places that a ScratchFunction has.
static constexpr llvm::StringLiteral PlaceFile = "takt";

void takt::numberLoops(mlir::ModuleOp Module) {
  mlir::MLIRContext *const C = Module.getContext();
  Module.walk([&](Operation *Op) { Op->setLoc(mlir::UnknownLoc::get(C)); });
  for (auto [N, Loop] : llvm::enumerate(innermostLoops(Module))) {
    unsigned Column = 0;
    const auto Line = static_cast<unsigned>(N) + 1;
    Loop->walk<mlir::WalkOrder::PreOrder>([&](Operation *Op) {
      Op->setLoc(mlir::FileLineColLoc::get(C, NumberFile, Line, ++Column));
    });
  }
}

/// The place that \p Op got, or the operation that it is a copy of.
static mlir::FileLineColLoc numberOf(Operation *Op) {
  const auto Loc = dyn_cast<mlir::FileLineColLoc>(Op->getLoc());
  return Loc && Loc.getFilename() == NumberFile ? Loc : mlir::FileLineColLoc();
}

namespace {
/// Gives places to operations. Copies of one have the same place, so that what
/// LLVM makes of several at once is known to be that.
class Placer {
public:
  explicit Placer(mlir::MLIRContext *C) : C(C) {}

  void place(Operation *Op, unsigned Line) {
    const mlir::FileLineColLoc Number = numberOf(Op);
    if (Number && isLoop(Op) && !loopsIn(Op)) {
      const unsigned Loop = Number.getLine() - 1;
      // What unrolling and jamming leave over comes behind.
      Line = lineOfLoop({Loop, /*IsOuter=*/false,
                         /*IsRest=*/!Seen.insert(Loop).second});
    }
    Op->setLoc(mlir::FileLineColLoc::get(C, PlaceFile, Line,
                                         Number ? Number.getColumn() : 1));
    for (mlir::Region &R : Op->getRegions())
      for (mlir::Block &B : R)
        for (Operation &Inner : B)
          place(&Inner, Line);
  }

private:
  mlir::MLIRContext *C;
  llvm::SmallSet<unsigned, 16> Seen;
};
} // namespace

void takt::placeLoops(mlir::ModuleOp Module) {
  Placer(Module.getContext()).place(Module, /*Line=*/1);
}

/// The line of a loop's place that the branch at the end of \p L has.
static std::optional<unsigned> lineOf(const llvm::Loop &L) {
  const llvm::BasicBlock *const Latch = L.getLoopLatch();
  const llvm::DebugLoc Loc =
      Latch ? Latch->getTerminator()->getDebugLoc() : llvm::DebugLoc();
  if (!Loc || !loopOfLine(Loc.getLine()))
    return std::nullopt;
  return Loc.getLine();
}

void takt::markLoops(llvm::Module &M) {
  for (llvm::Function &F : M) {
    if (F.isDeclaration() || !F.getSubprogram())
      continue;
    const llvm::DominatorTree DT(F);
    const llvm::LoopInfo LI(DT);
    for (llvm::Loop *L : numberedLoops(LI))
      if (const std::optional<unsigned> Line = lineOf(*L)) {
        markLoop(*L, *Line, F.getSubprogram());
        F.setLinkage(llvm::GlobalValue::ExternalLinkage);
      }
  }
}

llvm::SmallSet<unsigned, 8> takt::loopsInStraightCode(const llvm::Module &M) {
  llvm::SmallSet<unsigned, 8> Inside, Outside;
  for (const llvm::Function &F : M) {
    if (F.isDeclaration())
      continue;
    const llvm::DominatorTree DT(const_cast<llvm::Function &>(F));
    const llvm::LoopInfo LI(DT);
    for (const llvm::BasicBlock &BB : F)
      for (const llvm::Instruction &I : BB) {
        const llvm::DebugLoc &Loc = I.getDebugLoc();
        const auto Place = loopOfLine(Loc ? Loc.getLine() : 0);
        if (!Place || !llvm::getLoadStorePointerOperand(&I) ||
            !llvm::getLoadStoreType(const_cast<llvm::Instruction *>(&I))
                 ->isVectorTy())
          continue;
        const llvm::Loop *const L = LI.getLoopFor(&BB);
        const llvm::DebugLoc Start =
            L && L->isInnermost() ? markedStart(*L) : llvm::DebugLoc();
        const auto Marked = loopOfLine(Start ? Start.getLine() : 0);
        (Marked && Marked->Loop == Place->Loop ? Inside : Outside)
            .insert(Place->Loop);
      }
  }
  for (const unsigned Loop : Inside)
    Outside.erase(Loop);
  return Outside;
}
