//===- TracePage.cpp - What happens in each cycle, for the browser --------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TracePage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;
using namespace takt;

std::string takt::escapeHtml(StringRef Text) {
  std::string Escaped;
  for (const char C : json::fixUTF8(Text)) {
    switch (C) {
    case '&':
      Escaped += "&amp;";
      break;
    case '<':
      Escaped += "&lt;";
      break;
    case '>':
      Escaped += "&gt;";
      break;
    case '"':
      Escaped += "&quot;";
      break;
    case '\'':
      Escaped += "&#39;";
      break;
    default:
      if (static_cast<unsigned char>(C) < 0x20 || C == 0x7f)
        Escaped += "\xef\xbf\xbd";
      else
        Escaped += C;
    }
  }
  return Escaped;
}

/// The whole periods at the end of what was recorded, in which all iterations
/// count.
static void findPeriods(TraceLoop &L) {
  const SimulationResult &R = L.Run.Result;
  const Rational Period = R.Cycles * Rational(int64_t(R.Period));
  const PipelineTrace &T = L.Run.Trace;
  L.PeriodEnd = T.cycles().size();
  // The user may ask for iterations before the steady state.
  const uint64_t Steady = std::max(T.firstCycle(), R.FirstCycle);
  const size_t All = T.endCycle() > Steady && !T.cycles().empty()
                         ? size_t(T.endCycle() - Steady)
                         : 0;
  if (R.Cycles == Rational(0))
    return;
  if (!R.Exact || Period.den() != 1 || size_t(Period.num()) > All ||
      Period == Rational(0)) {
    L.PeriodIterations = Rational(int64_t(L.PeriodEnd)) / R.Cycles;
    return;
  }
  const int64_t Times = int64_t(All) / Period.num();
  L.PeriodBegin = L.PeriodEnd - size_t(Times * Period.num());
  L.PeriodIterations = Rational(Times) * Rational(int64_t(R.Period));
}

TraceLoop::TraceLoop(const Analysed &A, const TracedRun &Run,
                     uint64_t MostCycles)
    : A(A), Run(Run), Rows(traceRows(Run.Trace, A.C)),
      Columns(traceColumns(Rows, MostCycles)) {
  findPeriods(*this);
}

size_t TraceLoop::column(uint64_t Cycle) const {
  return partition_point(Columns,
                         [&](const TraceColumn &C) { return C.End <= Cycle; }) -
         Columns.begin();
}

/// The script may run because its hash is known, and nothing else may.
static std::string policy() {
  const auto Hash = SHA256::hash(arrayRefFromStringRef(traceScript()));
  return "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
         "script-src 'sha256-" +
         encodeBase64(Hash) + "'";
}

/// The template up to and after the place of the loops.
static std::pair<StringRef, StringRef> halves() {
  return traceTemplate().split("<!--LOOPS-->");
}

TracePage::TracePage(raw_ostream &OS) : OS(OS) {
  StringRef Rest = halves().first;
  const std::pair<StringRef, std::string> Parts[] = {
      {"<!--POLICY-->",
       "<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy() +
           "\">"},
      {"<!--STYLE-->", ("<style>" + traceStyle() + "</style>").str()},
  };
  for (const auto &[Mark, Text] : Parts) {
    const auto [Before, After] = Rest.split(Mark);
    OS << Before << Text;
    Rest = After;
  }
  OS << Rest;
}

TracePage::~TracePage() {
  const auto [Before, After] = halves().second.split("<!--SCRIPT-->");
  OS << Before << "<script>" << traceScript() << "</script>" << After;
}

/// What a list of loops calls it.
static std::string shortPlace(const CodeRegion &R) {
  std::string Text = !R.Demangled.empty() ? R.Demangled : R.Function;
  if (!R.Name.empty())
    Text += (Text.empty() ? "'" : ", '") + R.Name + "'";
  Text += (Text.empty() ? "" : ", ") + regionKindName(R.Kind).str();
  if (R.File.empty())
    return Text + " at 0x" + utohexstr(R.Range.Start, /*LowerCase=*/true);
  return Text + ", " + sys::path::filename(R.File).str() + ":" + utostr(R.Line);
}

void TracePage::add(const Analysed &A, const TracedRun &Run,
                    uint64_t MostCycles) {
  const TraceLoop L(A, Run, MostCycles);
  OS << "<section class=\"loop\" data-cycles=\"" << A.P.Cycles.str()
     << "\" data-name=\"" << escapeHtml(shortPlace(A.Region)) << "\" id=\"loop-"
     << Count << "\" aria-labelledby=\"title-" << Count << "\">\n";
  writeTraceHtml(OS, L, Count);
  OS << "<script type=\"application/json\">";
  writeTraceData(OS, L);
  OS << "</script>\n</section>\n";
  ++Count;
}
