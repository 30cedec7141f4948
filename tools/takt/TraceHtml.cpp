//===- TraceHtml.cpp - What a loop's page says around its chart -----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The verdict, the bounds and what limits cost, the use of the ports, where
/// µops come from, and the table of instructions. TraceChart.cpp has the chart.
///
//===----------------------------------------------------------------------===//

#include "InstrFacts.h"
#include "TracePage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace takt;

//===----------------------------------------------------------------------===//
// Bars
//===----------------------------------------------------------------------===//

namespace {

/// A line of a bar chart.
struct Bar {
  std::string Name;
  double Value = 0;
  std::string Text; ///< the value for people
  bool Binds = false;
  /// A class for the colour; empty: the usual one.
  std::string Class;
  /// Where a mark stands; negative: nowhere.
  double Mark = -1;
};

} // namespace

/// Share of \p Value in \p Most, for CSS.
static std::string percent(double Value, double Most) {
  std::string Text;
  raw_string_ostream(Text) << format(
      "%.2f%%", Most > 0 ? 100 * std::clamp(Value / Most, 0.0, 1.0) : 0.0);
  return Text;
}

static void writeBars(raw_ostream &OS, ArrayRef<Bar> Bars, double Most) {
  OS << "<ul class=\"bars\">\n";
  for (const Bar &B : Bars) {
    OS << "<li" << (B.Binds ? " class=\"binds\"" : "")
       << "><span class=\"name\">" << escapeHtml(B.Name)
       << "</span><span class=\"bar " << B.Class
       << "\"><i style=\"width:" << percent(B.Value, Most) << "\"></i>";
    if (B.Mark >= 0)
      OS << "<b style=\"left:" << percent(B.Mark, Most) << "\"></b>";
    OS << "</span><span class=\"value\">" << escapeHtml(B.Text)
       << "</span></li>\n";
  }
  OS << "</ul>\n";
}

static void beginCard(raw_ostream &OS, StringRef Title, StringRef About) {
  OS << "<div class=\"card\">\n<h3>" << Title << "</h3>\n<p class=\"about\">"
     << About << "</p>\n";
}

//===----------------------------------------------------------------------===//
// Bounds and costs
//===----------------------------------------------------------------------===//

static void writeBounds(raw_ostream &OS, const Prediction &P) {
  std::vector<Bar> Bars;
  const auto Add = [&](StringRef Name, std::optional<Rational> Cycles,
                       Binder B) {
    if (Cycles && *Cycles != Rational(0))
      Bars.push_back({Name.str(), Cycles->toDouble(), Cycles->str(),
                      P.BoundBy == B, "", P.Cycles.toDouble()});
  };
  Add("predecoder", P.Parts.Predecode, Binder::Predecoder);
  Add("decoders", P.Parts.Decode, Binder::Decoders);
  Add("microcode", P.Parts.Microcode, Binder::Microcode);
  Add("µop cache", P.Parts.UopCache, Binder::UopCache);
  Add("loop stream", P.Parts.LoopStream, Binder::LoopStream);
  Add("dispatch", P.Parts.Dispatch, Binder::Dispatch);
  Add("renamed results", P.Parts.Results, Binder::Results);
  Add("issue width", P.Parts.Issue, Binder::IssueWidth);
  if (P.BoundBy == Binder::FrontEnd)
    Add("front end", P.FrontEnd.Cycles, Binder::FrontEnd);
  Add("ports", P.Ports.Cycles, Binder::Ports);
  Add("dependences", P.Dependences.Cycles, Binder::Dependences);
  Add("stores", P.Stores, Binder::Stores);
  double Most = P.Cycles.toDouble();
  for (const Bar &B : Bars)
    Most = std::max(Most, B.Value);
  beginCard(OS, "Bounds",
            "Cycles per iteration that each part alone would need; the mark "
            "is what all of them together take.");
  writeBars(OS, Bars, Most);
  OS << "</div>\n";
}

static void writeCosts(raw_ostream &OS, const Analysed &A) {
  std::vector<Bar> Bars;
  for (const LimitCost &L : A.P.Costs) {
    if (L.Gain == Rational(0))
      continue;
    std::string Name = limitName(L.What).str();
    if (L.Resources)
      Name += " " + A.C.resourceNames(L.Resources);
    Bars.push_back({Name, L.Without.toDouble(),
                    L.Without.str() + " (−" + L.Gain.str() + ")", Bars.empty(),
                    "", A.P.Cycles.toDouble()});
  }
  if (A.P.Costs.empty())
    return;
  beginCard(OS, "Without a limit",
            "Cycles per iteration if the machine were rid of one limit, "
            "simulated; the mark is with all of them.");
  if (Bars.empty())
    OS << "<p>To be rid of any single limit gains nothing.</p>\n";
  else
    writeBars(OS, Bars, A.P.Cycles.toDouble());
  OS << "</div>\n";
}

//===----------------------------------------------------------------------===//
// Ports and sources
//===----------------------------------------------------------------------===//

/// µops that each resource took per iteration, in whole periods.
static std::vector<Rational> portUse(const TraceLoop &L) {
  std::vector<Rational> Use(L.A.C.Resources.size());
  std::vector<int64_t> Count(Use.size());
  for (size_t C = L.PeriodBegin; C != L.PeriodEnd; ++C)
    for (const CycleTrace::Dispatch &D : L.Run.Trace.cycles()[C].Dispatches)
      if (D.Port >= 0)
        ++Count[D.Port];
  if (L.PeriodIterations != Rational(0))
    for (const auto &[R, N] : enumerate(Count))
      Use[R] = Rational(N) / L.PeriodIterations;
  return Use;
}

static void writePorts(raw_ostream &OS, const TraceLoop &L) {
  const std::vector<Rational> Use = portUse(L);
  const Prediction &P = L.A.P;
  std::vector<Bar> Bars;
  const double Cycles = P.Cycles.toDouble();
  for (const auto &[R, Resource] : enumerate(L.A.C.Resources)) {
    const Rational Even = R < P.Ports.Load.size() ? P.Ports.Load[R] : 0;
    if (!Resource.IsPort || (Use[R] == Rational(0) && Even == Rational(0)))
      continue;
    std::string Text = Use[R].str();
    if (Cycles > 0)
      raw_string_ostream(Text)
          << format(" · %.0f %%", 100 * Use[R].toDouble() / Cycles);
    Bars.push_back({Resource.Name, Use[R].toDouble(), Text,
                    P.BoundBy == Binder::Ports && (P.Ports.Saturated >> R & 1),
                    "", Even.toDouble()});
  }
  beginCard(OS, "Ports",
            "µops that each port took per iteration, and the share of its "
            "cycles; the mark is the most even use of the ports.");
  writeBars(OS, Bars, Cycles);
  OS << "</div>\n";
}

static void writeSources(raw_ostream &OS, const TraceLoop &L) {
  std::array<uint64_t, 5> Count = {};
  for (size_t C = L.PeriodBegin; C != L.PeriodEnd; ++C)
    for (const auto &[S, N] : enumerate(L.Run.Trace.cycles()[C].Queued))
      Count[S] += N;
  uint64_t All = 0;
  for (const uint64_t N : Count)
    All += N;
  std::vector<Bar> Bars;
  for (const auto &[S, N] : enumerate(Count))
    if (N) {
      std::string Text;
      raw_string_ostream(Text)
          << (L.PeriodIterations == Rational(0)
                  ? std::string("0")
                  : (Rational(int64_t(N)) / L.PeriodIterations).str())
          << format(" · %.0f %%", 100 * double(N) / double(All));
      Bars.push_back({sourceName(UopSource(S)).str(), double(N), Text, false,
                      "f" + utostr(S), -1});
    }
  beginCard(OS, "Delivered by", "Where queued µops come from, per iteration.");
  if (Bars.empty())
    OS << "<p>Nothing was delivered in the recorded cycles.</p>\n";
  else
    writeBars(OS, Bars, double(All));
  OS << "</div>\n";
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static void writeTableHead(raw_ostream &OS, const Analysed &A,
                           ArrayRef<unsigned> Ports) {
  OS << "<thead><tr><th scope=\"col\">#</th><th scope=\"col\" "
        "class=\"code\">instruction</th><th scope=\"col\">slots</th><th "
        "scope=\"col\">µops</th>";
  for (const unsigned R : Ports)
    OS << "<th scope=\"col\">" << escapeHtml(A.C.Resources[R].Name) << "</th>";
  OS << "<th scope=\"col\">latency</th><th scope=\"col\" class=\"code\">waits "
        "for</th></tr></thead>\n";
}

/// A row for each instruction: its share of each port in the most even use.
static void writeTable(raw_ostream &OS, const Analysed &A) {
  const std::vector<InstrFacts> Facts = instrFacts(A.K, A.P);
  SmallVector<unsigned, 16> Ports;
  for (const auto &[R, Load] : enumerate(A.P.Ports.Load))
    if (Load != Rational(0))
      Ports.push_back(R);
  OS << "<details class=\"card\" open><summary><h3>Instructions</h3></summary>"
        "<p class=\"about\">Cycles of each port per iteration, if µops were "
        "spread as evenly as they can be.</p><div class=\"scroll\" "
        "tabindex=\"0\" role=\"group\" aria-label=\"Instructions\"><table>\n";
  writeTableHead(OS, A, Ports);
  double Most = 0;
  for (const InstrFacts &F : Facts)
    for (const unsigned R : Ports)
      Most = std::max(Most, F.Load[R].toDouble());
  OS << "<tbody>\n";
  for (const auto &[N, I] : enumerate(A.K.Instrs)) {
    const InstrFacts &F = Facts[N];
    OS << "<tr><td>" << N << "</td><th scope=\"row\" class=\"code\"><code>"
       << escapeHtml(instrText(I)) << "</code></th><td>"
       << (I.MacroFused ? "fused" : utostr(I.FusedUops)) << "</td><td>"
       << (I.MacroFused ? "" : utostr(I.Uops.size())) << "</td>";
    for (const unsigned R : Ports) {
      const double Share = F.Load[R].toDouble();
      if (Share == 0)
        OS << "<td></td>";
      else
        OS << "<td class=\"heat\" style=\"--heat:" << percent(Share, Most)
           << "\">" << F.Load[R].str() << "</td>";
    }
    OS << "<td>" << (F.Latency ? utostr(*F.Latency) : "")
       << "</td><td class=\"code\">";
    if (F.WaitsFor)
      OS << '#' << F.WaitsFor->Instr << ' ' << escapeHtml(F.WaitsFor->Through)
         << (F.WaitsFor->Distance ? ", an earlier iteration" : "");
    OS << "</td></tr>\n";
  }
  OS << "</tbody></table></div></details>\n";
}

//===----------------------------------------------------------------------===//
// The section
//===----------------------------------------------------------------------===//

static void writeVerdict(raw_ostream &OS, const TraceLoop &L, unsigned Number) {
  const Analysed &A = L.A;
  const SimulationResult &R = L.Run.Result;
  OS << "<header>\n<p class=\"place\">"
     << escapeHtml(describePlace(A.Input, A.Region)) << "</p>\n<h2 id=\"title-"
     << Number << "\"><span class=\"big\">" << A.P.Cycles.str()
     << "</span> cycles per iteration";
  if (A.P.Cycles.den() != 1)
    OS << " <span class=\"exact\">" << A.P.Cycles.exactStr() << "</span>";
  OS << "</h2>\n<p class=\"verdict\">";
  std::string Text = describeBinder(A.P, A.K, A.C);
  for (const std::string &Clause : {describeOthers(A.P), describePlaces(A.P)})
    if (!Clause.empty())
      Text += "; " + Clause;
  OS << escapeHtml(Text) << "</p>\n<p class=\"about\">On "
     << escapeHtml(A.C.Name) << ", "
     << (A.K.Repeats == Notion::Loop ? "as the body of a loop"
                                     : "copy behind copy (unrolled)")
     << ". ";
  if (R.Exact)
    OS << "What happens repeats after " << R.Period
       << (R.Period == 1 ? " iteration" : " iterations") << " and "
       << (R.Cycles * Rational(int64_t(R.Period))).exactStr() << " cycles.";
  else
    OS << "No period was found in " << R.Simulated << " cycles.";
  if (A.C.Generic)
    OS << " There is no description of this CPU, only LLVM's.";
  OS << "</p>\n</header>\n";
}

void takt::writeTraceHtml(raw_ostream &OS, const TraceLoop &L,
                          unsigned Number) {
  writeVerdict(OS, L, Number);
  OS << "<div class=\"cards\">\n";
  writeBounds(OS, L.A.P);
  writeCosts(OS, L.A);
  writePorts(OS, L);
  writeSources(OS, L);
  OS << "</div>\n";
  writeTraceChart(OS, L, Number);
  writeTable(OS, L.A);
}
