//===- RemarksPass.cpp - What loops cost, said in MLIR --------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../guide/QuietHandler.h"
#include "CompilingPass.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Path.h"
#include <utility>
#include <vector>

using namespace llvm;
using namespace takt;

namespace {
/// A remark of Takt's, at the place of an operation.
struct PlacedRemark {
  mlir::Location At;
  std::string Text;
};

/// The places of a module's operations, as MLIR has them: LLVM splits the names
/// of files into a folder and a rest, and takes all of a function to be in the
/// file that this is in.
class PlaceTable {
public:
  explicit PlaceTable(mlir::ModuleOp Module) : Module(Module) {
    Module.walk([&](mlir::Operation *Op) {
      Op->getLoc()->walk([&](mlir::Location Loc) {
        if (const auto Place = dyn_cast<mlir::FileLineColLoc>(Loc)) {
          Places.try_emplace({Place.getLine(), Place.getColumn()}, Place);
          Files[sys::path::filename(Place.getFilename())] = Place.getFilename();
        }
        return mlir::WalkResult::advance();
      });
    });
  }

  /// The place of an operation at that line and column in a file of that name,
  /// in whatever folder, if there is one.
  mlir::Location find(StringRef File, unsigned Line, unsigned Column) const {
    const StringRef Last = sys::path::filename(File);
    const auto Place = Places.find({Line, Column});
    if (Place != Places.end() &&
        sys::path::filename(Place->second.getFilename()) == Last)
      return Place->second;
    const auto It = Files.find(Last);
    return mlir::FileLineColLoc::get(mlir::ModuleOp(Module).getContext(),
                                     It == Files.end() ? File : It->second,
                                     Line, Column);
  }

private:
  mlir::ModuleOp Module;
  /// The first of each line and column.
  DenseMap<std::pair<unsigned, unsigned>, mlir::FileLineColLoc> Places;
  StringMap<StringRef> Files; ///< by the last part of their names
};

/// Keeps Takt's remarks.
class RemarkHandler final : public QuietHandler {
public:
  RemarkHandler(std::vector<PlacedRemark> &Remarks, std::string &FirstError,
                mlir::ModuleOp Module, bool Advice)
      : QuietHandler(FirstError), Remarks(Remarks), Module(Module),
        Places(Module), Advice(Advice) {}

  bool handleDiagnostics(const DiagnosticInfo &DI) override {
    if (DI.getKind() == DK_MachineOptimizationRemarkAnalysis ||
        DI.getKind() == DK_MachineOptimizationRemarkMissed)
      addRemark(cast<DiagnosticInfoOptimizationBase>(DI));
    return QuietHandler::handleDiagnostics(DI);
  }
  bool isAnalysisRemarkEnabled(StringRef Pass) const override {
    return Pass == "takt";
  }
  bool isMissedOptRemarkEnabled(StringRef Pass) const override {
    return Advice && Pass == "takt";
  }
  bool isAnyRemarkEnabled() const override { return true; }

private:
  void addRemark(const DiagnosticInfoOptimizationBase &Remark) {
    if (Remark.getPassName() == "takt" && Remark.isEnabled())
      Remarks.push_back({placeOf(Remark), Remark.getMsg()});
  }

  /// Where the operation is; else its function, else the module.
  mlir::Location placeOf(const DiagnosticInfoOptimizationBase &Remark) const {
    if (const DiagnosticLocation Place = Remark.getLocation();
        Place.isValid() && Place.getLine())
      return Places.find(Place.getRelativePath(), Place.getLine(),
                         Place.getColumn());
    mlir::Operation *const F =
        mlir::ModuleOp(Module).lookupSymbol(Remark.getFunction().getName());
    return F ? F->getLoc() : mlir::ModuleOp(Module).getLoc();
  }

  std::vector<PlacedRemark> &Remarks;
  mlir::ModuleOp Module;
  const PlaceTable Places;
  const bool Advice;
};

class RemarksPass final : public mlir::PassWrapper<RemarksPass, CompilingPass> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RemarksPass)

  RemarksPass() = default;
  RemarksPass(const RemarksPass &Other) : PassWrapper(Other) {}

  StringRef getArgument() const override { return "takt-remarks"; }
  StringRef getDescription() const override {
    return "Say how many cycles each loop takes as machine code";
  }

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (!prepare())
      return;
    const mlir::OwningOpRef<mlir::ModuleOp> Copy(getOperation().clone());
    std::vector<PlacedRemark> Remarks;
    std::string Problem;
    LLVMContext C;
    C.setDiagnosticHandler(std::make_unique<RemarkHandler>(
        Remarks, Problem, getOperation(), Advice));
    Error E = compileModule(*Copy, target(), C);
    for (const PlacedRemark &R : Remarks)
      mlir::emitRemark(R.At) << R.Text;
    if (E)
      refuse(std::move(E));
    if (!Problem.empty())
      fail(createStringError(inconvertibleErrorCode(), Problem));
  }

private:
  Option<bool> Advice{*this, "advice",
                      cl::desc("Say what would help, too, in C's words"),
                      cl::init(false)};
};
} // namespace

void takt::registerRemarksPass() { mlir::PassRegistration<RemarksPass>(); }
