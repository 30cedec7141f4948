//===- TextReport.cpp - A report for people -------------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextReport.h"
#include "ChainDrawing.h"
#include "InstrFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Unicode.h"

using namespace llvm;
using namespace takt;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static std::string hex(uint64_t Address) {
  return "0x" + utohexstr(Address, /*LowerCase=*/true);
}

/// \p Name with what would move the terminal's cursor as \1B.
static std::string printable(StringRef Name) {
  std::string Text;
  for (const char C : Name)
    if (static_cast<unsigned char>(C) < ' ' || C == '\x7f')
      (Text += '\\') += utohexstr(C, /*LowerCase=*/false, /*Width=*/2);
    else
      Text += C;
  return Text;
}

std::string takt::describePlace(StringRef Input, const CodeRegion &R) {
  std::string Text = Input.str();
  if (!R.Member.empty())
    Text += "(" + printable(R.Member) + ")";
  Text += ": ";
  if (!R.File.empty())
    Text += printable(R.File) + ":" + utostr(R.Line) + ": ";
  const std::string &Function = R.Demangled.empty() ? R.Function : R.Demangled;
  if (!Function.empty())
    Text += printable(Function) + ", ";
  Text += regionKindName(R.Kind);
  if (!R.Name.empty())
    Text += " '" + R.Name + "'";
  return Text + " at " + hex(R.Range.Start) + "-" + hex(R.Range.End);
}

/// What a reader must know to trust the number.
static std::string assumptions(const Analysed &A) {
  std::string Text = A.K.Repeats == Notion::Loop ? "loop" : "unrolled";
  if (A.Region.Closed)
    Text += ", closed by a counter and a branch";
  if (A.C.Generic)
    Text += ", generic: no description of this CPU, only LLVM's";
  return Text;
}

static std::string cyclesText(Rational Cycles) {
  std::string Text = Cycles.str();
  if (Cycles.den() != 1)
    Text += " (" + Cycles.exactStr() + ")";
  return Text + " cycles per iteration";
}

/// ".50", "1.00", nothing for 0.
static std::string loadText(Rational Load) {
  if (Load == Rational(0))
    return "";
  std::string Text = Load.str();
  return StringRef(Text).starts_with("0.") ? Text.substr(1) : Text;
}

/// The line of an assembly input that an instruction stands in.
static std::string lineText(const CodeRegion &R, size_t Instr) {
  const unsigned Line =
      Instr < R.Positions.size() ? R.Positions[Instr].Line : 0;
  return Line ? utostr(Line) : "";
}

static std::string waitText(const std::optional<Waiting> &W) {
  if (!W)
    return "";
  std::string Text = "#" + utostr(W->Instr) + " " + W->Through;
  if (W->Distance == 1)
    Text += ", previous";
  else if (W->Distance > 1)
    Text += ", " + utostr(W->Distance) + " before";
  return Text;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {

struct Column {
  std::string Title;
  bool RightAligned = true;
  /// The column is about something that binds.
  bool Binds = false;
};

/// Rows of cells, each column as wide as its widest cell.
class Table {
public:
  void addColumn(std::string Title, bool RightAligned, bool Binds = false) {
    Columns.push_back({std::move(Title), RightAligned, Binds});
  }
  /// A row with a cell for each column. \p Binds: the row is what binds.
  void addRow(std::vector<std::string> Cells, bool Binds = false) {
    Rows.push_back({std::move(Cells), Binds});
  }
  void print(raw_ostream &OS, bool Colours) const;

private:
  struct Row {
    std::vector<std::string> Cells;
    bool Binds;
  };
  void printRow(raw_ostream &OS, ArrayRef<std::string> Cells, bool Binds,
                ArrayRef<int> Widths, bool Colours) const;

  std::vector<Column> Columns;
  std::vector<Row> Rows;
};

} // namespace

static int width(StringRef Text) {
  const int W = sys::unicode::columnWidthUTF8(Text);
  return W < 0 ? static_cast<int>(Text.size()) : W;
}

void Table::printRow(raw_ostream &OS, ArrayRef<std::string> Cells, bool Binds,
                     ArrayRef<int> Widths, bool Colours) const {
  int Owed = 1;
  for (const auto &[C, Cell] : enumerate(Cells)) {
    const int Pad = Widths[C] - width(Cell);
    Owed += 2 + (Columns[C].RightAligned ? Pad : 0);
    if (!Cell.empty()) {
      OS.indent(Owed);
      Owed = 0;
      const bool Bright = Colours && (Binds || Columns[C].Binds);
      if (Bright)
        OS.changeColor(raw_ostream::YELLOW, /*Bold=*/true);
      OS << Cell;
      if (Bright)
        OS.resetColor();
    }
    Owed += Columns[C].RightAligned ? 0 : Pad;
  }
  OS << '\n';
}

void Table::print(raw_ostream &OS, bool Colours) const {
  SmallVector<int, 16> Widths;
  std::vector<std::string> Titles;
  for (const auto &[C, Col] : enumerate(Columns)) {
    int W = width(Col.Title);
    for (const Row &R : Rows)
      W = std::max(W, width(R.Cells[C]));
    Widths.push_back(W);
    Titles.push_back(Col.Title);
  }
  printRow(OS, Titles, /*Binds=*/false, Widths, Colours);
  for (const Row &R : Rows)
    printRow(OS, R.Cells, R.Binds, Widths, Colours);
}

/// The resources that anything runs on.
static SmallVector<unsigned, 16> usedResources(const Analysed &A) {
  SmallVector<unsigned, 16> Used;
  for (const auto &[R, Load] : enumerate(A.P.Ports.Load))
    if (Load != Rational(0))
      Used.push_back(R);
  return Used;
}

static void printTable(raw_ostream &OS, const Analysed &A, const TextStyle &S,
                       ArrayRef<ChainStep> Chain) {
  const SmallVector<unsigned, 16> Ports = usedResources(A);
  const bool PortsBind = A.P.BoundBy == Binder::Ports;
  const std::vector<InstrFacts> Facts = instrFacts(A.K, A.P);
  const std::vector<std::string> Arrows =
      drawChain(Chain, A.K.Instrs.size(), S.Unicode);
  std::vector<bool> OnChain(A.K.Instrs.size());
  for (const ChainStep &Step : Chain)
    OnChain[Step.From] = A.P.BoundBy == Binder::Dependences;

  Table T;
  T.addColumn("#", true);
  const bool Lines = !A.Region.Positions.empty();
  T.addColumn("address", true);
  if (Lines)
    T.addColumn("line", true);
  T.addColumn("slots", true, isFrontEnd(A.P.BoundBy));
  T.addColumn(S.Unicode ? "µops" : "uops", true);
  for (const unsigned R : Ports)
    T.addColumn(A.C.Resources[R].Name, true,
                PortsBind && (A.P.Ports.Saturated >> R & 1));
  T.addColumn("latency", true);
  T.addColumn("waits for", false);
  T.addColumn("", false);
  T.addColumn("code", false);

  for (const auto &[N, I] : enumerate(A.K.Instrs)) {
    std::vector<std::string> Cells = {utostr(N), hex(I.Offset)};
    if (Lines)
      Cells.push_back(lineText(A.Region, N));
    Cells.push_back(I.MacroFused ? "fused" : utostr(I.FusedUops));
    Cells.push_back(I.MacroFused ? "" : utostr(I.Uops.size()));
    for (const unsigned R : Ports)
      Cells.push_back(loadText(Facts[N].Load[R]));
    Cells.push_back(Facts[N].Latency ? utostr(*Facts[N].Latency) : "");
    Cells.push_back(waitText(Facts[N].WaitsFor));
    Cells.push_back(Arrows[N]);
    Cells.push_back(instrText(I));
    T.addRow(std::move(Cells), OnChain[N]);
  }
  std::vector<std::string> Sum = {"", "sum"};
  Sum.resize(Sum.size() + Lines);
  Sum.push_back(utostr(A.K.fusedUops()));
  Sum.push_back(utostr(A.K.unfusedUops()));
  for (const unsigned R : Ports)
    Sum.push_back(loadText(A.P.Ports.Load[R]));
  Sum.resize(Sum.size() + 4);
  T.addRow(std::move(Sum));
  T.print(OS, S.Colours);
}

/// "recurrence: #1 mulsd -4-> #3 addsd -4-> #1 in the next iteration".
static void printChain(raw_ostream &OS, const Analysed &A, const TextStyle &S,
                       ArrayRef<ChainStep> Chain) {
  OS << "  recurrence: ";
  int64_t Latency = 0;
  uint64_t Distance = 0;
  for (const ChainStep &Step : Chain) {
    OS << '#' << Step.From << ' ' << A.K.Instrs[Step.From].Mnemonic << ' '
       << (S.Unicode ? "─" : "-") << Step.Through
       << (Step.Address.empty() ? "" : " at ") << Step.Address << ", "
       << Step.Latency << (S.Unicode ? "→ " : "-> ");
    Latency += Step.Latency;
    Distance += Step.Distance;
  }
  OS << '#' << Chain.front().From << ": " << Latency
     << (Latency == 1 ? " cycle" : " cycles") << " every "
     << (Distance == 1 ? "iteration" : utostr(Distance) + " iterations")
     << '\n';
}

/// "without: dependences 1.00, ports p0 and p1 3.50": what would be gained.
static void printCosts(raw_ostream &OS, const Analysed &A) {
  StringRef Before = "  without: ";
  for (const LimitCost &L : A.P.Costs) {
    if (L.Gain == Rational(0))
      break;
    OS << Before << limitName(L.What);
    if (L.Resources)
      OS << ' ' << A.C.resourceNames(L.Resources);
    OS << ' ' << L.Without.str();
    Before = ", ";
  }
  if (Before == ", ")
    OS << '\n';
}

void takt::printText(raw_ostream &OS, const Analysed &A, const TextStyle &S) {
  OS << describePlace(A.Input, A.Region) << '\n' << "  ";
  if (S.Colours)
    OS.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  OS << cyclesText(A.P.Cycles);
  if (S.Colours)
    OS.resetColor();
  OS << " on " << A.C.Name << " (" << assumptions(A) << "), "
     << describeBinder(A.P, A.K, A.C);
  for (const std::string &Clause : {describeOthers(A.P), describePlaces(A.P)})
    if (!Clause.empty())
      OS << "; " << Clause;
  OS << '\n';
  if (!A.Region.Assumption.empty())
    OS << "  path of " << A.Region.Path.size() << " of " << A.Region.Blocks
       << " blocks: " << A.Region.Assumption << '\n';
  if (!A.Lacks.empty())
    OS << "  " << A.C.Name << " does not run this code, for it lacks "
       << join(A.Lacks, ", ") << '\n';
  if (!S.Table)
    return;
  const std::vector<ChainStep> Chain = chainSteps(A.K, A.P);
  OS << "  bounds: front end " << A.P.FrontEnd.Cycles.str();
  if (A.C.Fetch.Kind != FrontEndKind::Linear)
    OS << " (" << describeParts(A.P) << ')';
  OS << ", ports " << A.P.Ports.Cycles.str() << ", dependences "
     << A.P.Dependences.Cycles.str() << '\n';
  printCosts(OS, A);
  if (!A.P.Simulated.Exact && A.P.Cycles != Rational(0))
    OS << "  no period found in " << A.P.Simulated.Simulated
       << " cycles: the mean over a part of the first 500\n";
  if (!Chain.empty())
    printChain(OS, A, S, Chain);
  OS << '\n';
  printTable(OS, A, S, Chain);
  OS << '\n';
}
