//===- Remarks.cpp - What the user reads ------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/Remarks.h"
#include "takt/passes/FunctionAnalysis.h"
#include "takt/passes/SaidCopies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <tuple>

using namespace llvm;
using namespace takt;

using Remark = MachineOptimizationRemarkAnalysis;
using Arg = DiagnosticInfoOptimizationBase::Argument;

static std::string withPlaces(double Cycles, unsigned Places) {
  std::string Text;
  // Halves go up, as Rational::str has them.
  raw_string_ostream(Text) << format("%.*f", int(Places), Cycles + 1e-9);
  return Text;
}

static constexpr unsigned MostPlaces = 4;

/// Places that leave two digits of \p Cycles.
static unsigned placesOf(double Cycles) {
  // What is rounded up to 0.10 has two.
  return Cycles >= 0.0995 || Cycles <= 0 ? 2
         : Cycles >= 0.00995             ? 3
                                         : MostPlaces;
}

std::string takt::cyclesText(double Cycles) {
  return withPlaces(Cycles, placesOf(Cycles));
}

std::pair<std::string, std::string> takt::placesApart(double Before,
                                                      double After) {
  unsigned Places[] = {placesOf(Before), placesOf(After)};
  while (true) {
    auto Texts =
        std::pair(withPlaces(Before, Places[0]), withPlaces(After, Places[1]));
    const unsigned Least = std::min(Places[0], Places[1]);
    if (Texts.first != Texts.second || Least == MostPlaces)
      return Texts;
    Places[0] = Places[1] = Least + 1;
  }
}

std::string takt::placeText(const DebugLoc &Loc, const DebugLoc &At) {
  std::string Text = utostr(Loc.getLine());
  if (Loc.getCol()) // not with -gno-column-info
    Text += ":" + utostr(Loc.getCol());
  const StringRef File = Loc->getFilename();
  if (File.empty() || (At && At->getFilename() == File))
    return Text;
  return (sys::path::filename(File) + ":" + Text).str();
}

std::string takt::inlinedInto(const DebugLoc &Loc) {
  // From the function that calls the others.
  SmallVector<const DILocation *, 4> Calls;
  for (const DILocation *Call = Loc ? Loc->getInlinedAt() : nullptr; Call;
       Call = Call->getInlinedAt())
    Calls.insert(Calls.begin(), Call);
  if (Calls.empty())
    return "";
  constexpr size_t Most = 4;
  // The compiler names functions that it makes of parallel code after others,
  // as linkers know these.
  const StringRef Into = Calls[0]->getScope()->getSubprogram()->getName();
  std::string Text =
      (Into.starts_with("_Z") ? demangle(Into) : Into.str()) + " at ";
  for (auto [N, Call] : enumerate(Calls)) {
    if (Calls.size() > Most && N > 1 && N + 1 < Calls.size())
      continue;
    const bool Skipped = Calls.size() > Most && N + 1 == Calls.size();
    Text += (N == 0    ? ""
             : N == 1  ? " via "
             : Skipped ? " … "
                       : ", ") +
            placeText(DebugLoc(Call), Loc);
  }
  return Text;
}

/// The instructions of the recurrence, each once for its µops in a row.
static std::string recurrence(const LoopReport &R) {
  std::string Text;
  const auto &Steps = R.P.Dependences.Witness;
  for (size_t I = 0; I != Steps.size(); ++I)
    if (I == 0 || Steps[I].Instr != Steps[I - 1].Instr)
      Text += (I ? ", " : "") + R.K.Instrs[Steps[I].Instr].Mnemonic;
  return Text;
}

/// Whether iterations may take other paths than the one that is modelled, be it
/// that they leave out some of its blocks (an `if` without `else`): if all but
/// one of 200 go there that is not said. Where loops stand in rows the others
/// may all be those for accesses that meet.
static bool namesPath(const LoopReport &R) {
  if (R.Facts.PathBlocks == R.Facts.Blocks)
    return R.Facts.PathProbability < 0.995;
  return R.InRows.empty() || R.Facts.PathProbability < 1;
}

/// "the loop at 12:5", "the loops at 12:5 and 14:5".
static std::string describeRows(const LoopReport &R) {
  std::vector<std::string> Places;
  for (const DebugLoc &Start : R.InRows)
    Places.push_back(placeText(Start, R.Loc));
  return (Places.size() > 1 ? "the loops at " : "the loop at ") +
         join(Places, " and ");
}

/// The part of the remark that people read.
static void addText(Remark &D, const LoopReport &R) {
  D << Arg("Cycles", R.P.Cycles.str()) << " cycles per iteration";
  // Where no path stands for the loop the number does not, and to divide it by
  // source iterations would claim that it did.
  const bool Common = R.Facts.hasCommonPath();
  const unsigned N = R.Facts.SourceIterations.value_or(1);
  if (!Common)
    D << " along one path of many (" << pathShare(R.Facts.PathProbability)
      << " % of iterations)";
  else if (N > 1)
    D << " ("
      << Arg("CyclesPerSourceIteration", cyclesText(R.P.Cycles.toDouble() / N))
      << " per source iteration, " << Arg("SourceIterations", N)
      << " at a time)";
  D << " on " << Arg("Cpu", R.C->Name);
  if (R.C->Generic)
    D << " (generic)";
  D << ", " << Arg("Binding", describeBinder(R.P, R.K, *R.C));
  if (std::string Others = describeOthers(R.P); !Others.empty())
    D << "; " << Arg("Others", Others);
  if (std::string Places = describePlaces(R.P); !Places.empty())
    D << "; " << Arg("Places", Places);
  if (R.ClockPercent && R.ClockPercent < 100)
    D << "; at " << Arg("ClockPercent", R.ClockPercent) << " % of the clock";
  if (!R.Overlap.Clause.empty())
    D << "; " << Arg("Overlap", R.Overlap.Clause);
  if (!R.InRows.empty())
    D << "; " << Arg("InRows", describeRows(R)) << " in it as vectors in a row";
  if (Common && namesPath(R))
    D << "; along the hottest path ("
      << Arg("PathProbability", pathShare(R.Facts.PathProbability))
      << " % of iterations)";
}

/// Facts that hold for every loop, for the record only.
static void addFacts(Remark &D, const LoopReport &R) {
  D << Arg("Depth", R.Facts.Depth);
  if (R.Facts.Frequency) {
    std::string Frequency;
    raw_string_ostream(Frequency) << format("%.3g", *R.Facts.Frequency);
    D << Arg("Frequency", Frequency) << Arg("Profiled", R.Facts.Profiled);
  }
  if (R.Facts.TripCount)
    D << Arg("TripCount", *R.Facts.TripCount);
  if (R.Facts.PeeledIterations)
    D << Arg("PeeledIterations", R.Facts.PeeledIterations);
}

/// What the text does not say of the path's share and of source iterations, for
/// the record only.
static void addPath(Remark &D, const LoopReport &R) {
  const std::optional<unsigned> N = R.Facts.SourceIterations;
  if (!R.Facts.hasCommonPath()) {
    if (N)
      D << Arg("SourceIterations", *N);
    std::string Percent;
    raw_string_ostream(Percent)
        << format("%.2g", R.Facts.PathProbability * 100);
    D << Arg("PathProbability", Percent);
    return;
  }
  if (N == 1u)
    D << Arg("SourceIterations", 1u)
      << Arg("CyclesPerSourceIteration", R.P.Cycles.str());
  if (!namesPath(R))
    D << Arg("PathProbability", 100u);
}

/// "Without_frontEnd", "Without_ports_p0_p1".
static std::string costKey(const LimitCost &L, const Cpu &C) {
  std::string Key = ("Without_" + limitName(L.What)).str();
  std::replace(Key.begin(), Key.end(), ' ', '_');
  for (ResourceMask M = L.Resources; M; M &= M - 1)
    Key += "_" + C.Resources[llvm::countr_zero(M)].Name;
  return Key;
}

/// The numbers behind the prediction, for the record only.
static void addNumbers(Remark &D, const LoopReport &R) {
  D << Arg("CyclesExact", R.P.Cycles.exactStr())
    << Arg("BoundBy", binderName(R.P.BoundBy))
    << Arg("FrontEnd", R.P.FrontEnd.Cycles.str())
    << Arg("FrontEndParts", describeParts(R.P))
    << Arg("Ports", R.P.Ports.Cycles.str())
    << Arg("Dependences", R.P.Dependences.Cycles.str())
    << Arg("Exact", R.P.Simulated.Exact) << Arg("Period", R.P.Simulated.Period)
    << Arg("Instructions", R.K.Instrs.size()) << Arg("Uops", R.K.fusedUops());
  addPath(D, R);
  if (R.P.Places)
    D << Arg("CyclesLeast", R.P.Places->Least.str())
      << Arg("CyclesMost", R.P.Places->Most.str());
  for (const LimitCost &L : R.P.Costs)
    D << Arg(costKey(L, *R.C), L.Without.str());
  if (!R.P.Dependences.Witness.empty())
    D << Arg("Recurrence", recurrence(R));
  for (size_t I = 0; I != R.P.Ports.Load.size(); ++I)
    D << Arg("Port_" + R.C->Resources[I].Name, R.P.Ports.Load[I].str());
}

/// "4 -> 0 distance 2, 7 -> 5 distance 0".
template <typename Range, typename Triplet>
static std::string triplets(const Range &Dependences, Triplet Of) {
  std::string Text;
  for (const auto &Dependence : Dependences) {
    const auto [From, To, Distance] = Of(Dependence);
    Text += (Text.empty() ? "" : ", ") + utostr(From) + " -> " + utostr(To) +
            " distance " + utostr(Distance);
  }
  return Text;
}

/// What passes through memory, or may, for the record only.
static void addMemory(Remark &D, const LoopReport &R) {
  const auto Flow = [](const MemoryDependence &M) {
    return std::tuple(M.Store, M.Load, M.Distance);
  };
  const auto Order = [](const MemoryOrder &O) {
    return std::tuple(O.First, O.Second, O.Distance);
  };
  const auto Of = [&](MemoryOrder::OrderKind Kind) {
    return make_filter_range(
        R.K.MemoryOrders, [=](const MemoryOrder &O) { return O.Kind == Kind; });
  };
  const auto Add = [&](StringRef Key, const std::string &Text) {
    if (!Text.empty())
      D << Arg(Key, Text);
  };
  Add("MemoryDependences", triplets(R.K.MemoryDependences, Flow));
  Add("PossibleDependences", triplets(R.K.PossibleDependences, Flow));
  Add("PossibleOverlaps", join(R.Overlap.Pairs, ", "));
  if (R.Overlap.Predicted)
    D << Arg("CyclesIfOverlap", R.Overlap.Predicted->Cycles.str());
  Add("WriteAfterWrite", triplets(Of(MemoryOrder::WriteAfterWrite), Order));
  Add("WriteAfterRead", triplets(Of(MemoryOrder::WriteAfterRead), Order));
}

void takt::addPlace(DiagnosticInfoOptimizationBase &D, const LoopReport &R) {
  if (std::string Into = inlinedInto(R.Loc); !Into.empty()) {
    D.insert("; inlined into ");
    D.insert(Arg("InlinedInto", Into));
  } else if (!R.Loc || !R.Loc.getLine()) {
    D.insert("; in ");
    D.insert(Arg("InFunction", R.Header->getParent()->getName()));
  }
}

/// What copies of a loop say alike: registers are not the same in each.
static std::string verdict(const LoopReport &R) {
  if (!R.Modelled)
    return R.Reason;
  return (R.P.Cycles.exactStr() + " / " +
          Twine(R.Facts.SourceIterations.value_or(1)) + ", " +
          binderName(R.P.BoundBy))
      .str();
}

void takt::emitRemark(MachineOptimizationRemarkEmitter &ORE,
                      const LoopReport &R, SaidCopies &Copies) {
  ORE.emit([&] {
    Remark D("takt", R.Modelled ? "Cycles" : "NotModelled", R.Loc, R.Header);
    if (Copies.isEnough(R, verdict(R)))
      D << Remark::setIsVerbose();
    const bool Main = R.Facts.Role == LoopRole::Main;
    if (!Main)
      D << Arg("Role", roleName(R.Facts.Role)) << ": ";
    if (R.Modelled)
      addText(D, R);
    else
      D << "loop not modelled: " << Arg("Reason", R.Reason);
    addPlace(D, R);
    // What follows is kept in the record, but not printed.
    D << Remark::setExtraArgs();
    if (Main)
      D << Arg("Role", roleName(R.Facts.Role));
    addFacts(D, R);
    if (R.Modelled) {
      addNumbers(D, R);
      addMemory(D, R);
    }
    return D;
  });
}
