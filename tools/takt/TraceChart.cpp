//===- TraceChart.cpp - The chart of a trace ------------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A row for each µop, a column for each cycle. Everything is placed in
/// columns, --a and --n of the style, whose width is the style sheet's or the
/// script's to choose.
///
//===----------------------------------------------------------------------===//

#include "InstrFacts.h"
#include "TracePage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;
using namespace takt;

namespace {

class Chart {
public:
  Chart(raw_ostream &OS, const TraceLoop &L, unsigned Number)
      : OS(OS), L(L), A(L.A), T(L.Run.Trace), Number(Number) {}
  void write();

private:
  void writeTools();
  void writeLegend();
  void writeRuler();
  void writeGaps();
  void writeRow(size_t N);
  void writeLabel(const TraceRow &R);
  void writeSegment(const TraceRow &R, const TraceSegment &S);
  std::string spoken(const TraceRow &R) const;
  std::string letter(UopState S, const UopTrace *U) const;
  void writeMachine();
  /// A cell's class and text; no text: no cell.
  using Cell = std::pair<std::string, std::string>;
  void writeLane(StringRef Name, StringRef About,
                 function_ref<Cell(const CycleTrace &)> Of);

  raw_ostream &OS;
  const TraceLoop &L;
  const Analysed &A;
  const PipelineTrace &T;
  const unsigned Number;
};

} // namespace

/// "5" of "p5": a port as one or two characters, if it can be.
static std::string portDigits(StringRef Name) {
  const StringRef Digits =
      Name.drop_front(Name.find_last_not_of("0123456789") + 1);
  return Digits.empty() || Digits.size() > 2 ? "D" : Digits.str();
}

std::string Chart::letter(UopState S, const UopTrace *U) const {
  if (S == UopState::Dispatched && U && U->Port >= 0)
    return portDigits(A.C.Resources[U->Port].Name);
  if (isEvent(S))
    return std::string(1, stateLetter(S, U ? U->From : UopSource::None));
  return "";
}

/// The classes that give a state its colour.
static std::string stateClass(UopState S, UopSource From) {
  std::string Class = "s" + utostr(unsigned(S));
  if (S == UopState::Delivered)
    Class += " f" + utostr(unsigned(From));
  return Class;
}

void Chart::writeSegment(const TraceRow &R, const TraceSegment &S) {
  const size_t Begin = L.column(S.Begin);
  const size_t End = std::min(L.column(S.End - 1) + 1, L.Columns.size());
  if (Begin >= End)
    return;
  const UopSource From = R.Uop ? R.Uop->From : UopSource::None;
  OS << "<i class=\"" << stateClass(S.State, From)
     << "\" style=\"--a:" << Begin;
  if (End - Begin != 1)
    OS << ";--n:" << End - Begin;
  OS << "\">" << letter(S.State, R.Uop) << "</i>";
}

/// The row in words, for those who do not see it.
std::string Chart::spoken(const TraceRow &R) const {
  std::string Text = instrText(A.K.Instrs[R.Instr]);
  if (R.Uop)
    Text += ", " + uopRole(A.K.Instrs[R.Instr], *R.Uop);
  if (R.Uop && R.Uop->Port >= 0)
    Text += ", " + A.C.Resources[R.Uop->Port].Name;
  Text += ", iteration " + utostr(R.Iteration);
  StringRef Before = ": ";
  for (const TraceSegment &S : R.Segments) {
    if (!isEvent(S.State))
      continue;
    Text += Before.str() +
            stateName(S.State, R.Uop ? R.Uop->From : UopSource::None) +
            " in cycle " + utostr(S.Begin);
    Before = ", ";
  }
  return Text;
}

void Chart::writeLabel(const TraceRow &R) {
  const KernelInstr &I = A.K.Instrs[R.Instr];
  OS << "<span class=\"label\"><span class=\"no\">";
  if (R.First)
    OS << R.Instr;
  OS << "</span><span class=\"" << (R.First ? "code" : "code role") << "\">"
     << escapeHtml(R.First ? instrText(I) : uopRole(I, *R.Uop))
     << "</span><span class=\"port\">";
  if (I.MacroFused)
    OS << "fused";
  else if (R.Uop && R.Uop->Port >= 0)
    OS << escapeHtml(A.C.Resources[R.Uop->Port].Name);
  OS << "</span></span>";
}

void Chart::writeRow(size_t N) {
  const TraceRow &R = L.Rows[N];
  OS << "<div class=\"row" << (R.First ? " first" : "")
     << (R.Uop ? "" : " still") << "\" id=\"row-" << Number << '-' << N
     << "\" role=\"option\" aria-selected=\"false\" "
     << "aria-label=\"" << escapeHtml(spoken(R)) << "\">";
  writeLabel(R);
  OS << "<span class=\"track\">";
  for (const TraceSegment &S : R.Segments)
    writeSegment(R, S);
  OS << "</span></div>\n";
}

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

void Chart::writeLane(StringRef Name, StringRef About,
                      function_ref<Cell(const CycleTrace &)> Of) {
  std::string Cells;
  for (const auto &[N, C] : enumerate(L.Columns)) {
    if (C.Gap || C.Begin < T.firstCycle() || C.Begin >= T.endCycle())
      continue;
    const auto [Class, Text] = Of(T.cycles()[C.Begin - T.firstCycle()]);
    if (Text.empty())
      continue;
    Cells += ("<i class=\"" + Class + "\" style=\"--a:" + Twine(N) + "\">" +
              Text + "</i>")
                 .str();
  }
  if (Cells.empty())
    return;
  OS << "<div class=\"row lane\"><span class=\"label\"><span "
        "class=\"no\"></span><span class=\"code\">"
     << escapeHtml(Name) << "</span><span class=\"port\">" << About
     << "</span></span><span class=\"track\">" << Cells << "</span></div>\n";
}

void Chart::writeMachine() {
  OS << "<div class=\"lanes\" role=\"group\" aria-label=\"What the machine "
        "does for all iterations\">\n<div class=\"iter\"><span>the machine, "
        "all iterations</span></div>\n";
  writeLane("delivered", "µops", [](const CycleTrace &C) {
    unsigned Sum = 0, Most = 0;
    for (const auto &[S, N] : enumerate(C.Queued)) {
      Sum += N;
      if (N > C.Queued[Most])
        Most = S;
    }
    return Cell{"n f" + utostr(Most), Sum ? utostr(Sum) : ""};
  });
  writeLane("issued", "µops", [](const CycleTrace &C) {
    return Cell{"n", C.Issued ? utostr(C.Issued) : ""};
  });
  for (const auto &[P, R] : enumerate(A.C.Resources))
    writeLane(R.Name, "of #", [P = P](const CycleTrace &C) {
      for (const CycleTrace::Dispatch &D : C.Dispatches)
        if (D.Port == int(P))
          return Cell{"h" + utostr(D.Instr % 12), utostr(D.Instr)};
      return Cell();
    });
  writeLane("retired", "µops", [](const CycleTrace &C) {
    return Cell{"n", C.Retired ? utostr(C.Retired) : ""};
  });
  OS << "</div>\n";
}

//===----------------------------------------------------------------------===//
// Around it
//===----------------------------------------------------------------------===//

void Chart::writeTools() {
  OS << "<div class=\"tools\" hidden role=\"toolbar\" aria-label=\"Zoom\">"
        "<button type=\"button\" data-do=\"out\" aria-label=\"Narrower "
        "cycles\">−</button><button type=\"button\" data-do=\"fit\">Fit"
        "</button><button type=\"button\" data-do=\"in\" aria-label=\"Wider "
        "cycles\">+</button></div>";
}

void Chart::writeLegend() {
  std::set<std::pair<UopState, UopSource>> Seen;
  for (const TraceRow &R : L.Rows)
    for (const TraceSegment &S : R.Segments)
      Seen.insert({S.State, R.Uop && S.State == UopState::Delivered
                                ? R.Uop->From
                                : UopSource::None});
  OS << "<ul class=\"legend\" aria-label=\"Legend\">\n";
  for (const auto &[S, From] : Seen) {
    UopTrace U;
    U.From = From;
    OS << "<li><span class=\"swatch\"><i class=\"" << stateClass(S, From)
       << "\">" << letter(S, &U) << "</i></span>"
       << escapeHtml(stateName(S, From))
       << (S == UopState::Dispatched ? " to the port with this number" : "")
       << "</li>\n";
  }
  if (any_of(L.Columns, [](const TraceColumn &C) { return C.Gap; }))
    OS << "<li><span class=\"swatch\"><i class=\"gap\"></i></span>cycles left "
          "out, in which nothing changes</li>\n";
  OS << "</ul>\n";
}

void Chart::writeRuler() {
  OS << "<div class=\"ruler\" aria-hidden=\"true\"><span class=\"label\">cycle"
        "</span><span class=\"track\">";
  for (const auto &[N, C] : enumerate(L.Columns)) {
    const bool Mark =
        !C.Gap && (C.Begin % 5 == 0 || N == 0 || L.Columns[N - 1].Gap);
    // Not so close behind another one that they would overlap.
    const bool Crowded =
        C.Begin % 5 != 0 && N + 3 < L.Columns.size() &&
        (L.Columns[N + 1].Begin % 5 == 0 || L.Columns[N + 2].Begin % 5 == 0);
    if (Mark && !Crowded)
      OS << "<i" << (C.Begin % 10 == 0 ? " class=\"ten\"" : "")
         << " style=\"--a:" << N << "\">" << C.Begin << "</i>";
  }
  OS << "</span></div>\n";
}

void Chart::writeGaps() {
  for (const auto &[N, C] : enumerate(L.Columns))
    if (C.Gap)
      OS << "<i class=\"gap\" style=\"--a:" << N << "\"></i>";
}

void Chart::write() {
  OS << "<div class=\"card chart\">\n<div class=\"over\"><div><h3>Cycle by "
        "cycle</h3>\n<p class=\"about\">Iterations "
     << T.firstIteration() << " to " << T.firstIteration() + T.iterations() - 1
     << ", one row for each µop."
     << (T.complete() ? "" : " They had not ended when the simulation ended.")
     << "<span class=\"keys\" hidden> Arrow keys move, + and − zoom, Esc "
        "closes.</span></p></div>\n";
  writeTools();
  OS << "</div>\n<div class=\"view\">\n<div class=\"scroll\" "
        "style=\"--cols:"
     << L.Columns.size() << "\">\n<div class=\"canvas\">\n";
  writeRuler();
  OS << "<div class=\"rows" << (L.Rows.size() > 400 ? " many" : "")
     << "\" tabindex=\"0\" role=\"listbox\" "
        "aria-label=\"µops, cycle by cycle\">\n";
  std::optional<uint64_t> Iteration;
  for (const auto &[N, R] : enumerate(L.Rows)) {
    if (Iteration != R.Iteration)
      OS << "<div class=\"iter\" role=\"presentation\"><span>iteration "
         << R.Iteration << "</span></div>\n";
    Iteration = R.Iteration;
    writeRow(N);
  }
  OS << "</div>\n";
  writeMachine();
  writeGaps();
  OS << "</div>\n</div>\n<aside class=\"details\" hidden aria-live=\"polite\" "
        "aria-label=\"Details\"></aside>\n</div>\n";
  writeLegend();
  OS << "</div>\n";
}

void takt::writeTraceChart(raw_ostream &OS, const TraceLoop &L,
                           unsigned Number) {
  Chart(OS, L, Number).write();
}
