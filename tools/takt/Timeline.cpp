//===- Timeline.cpp - What µops do in each cycle, as text -----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timeline.h"
#include "InstrFacts.h"
#include "TraceRows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"
#include <set>

using namespace llvm;
using namespace takt;

namespace {

/// Draws one timeline, in blocks of columns that fit.
class Drawing {
public:
  Drawing(raw_ostream &OS, const Analysed &A, const TracedRun &Run,
          const TimelineStyle &S);
  void print();

private:
  using Column = TraceColumn;
  struct Label {
    std::string Iteration, Instr, Port, Text;
  };

  void makeLabels();
  std::string code(const TraceRow &R) const;
  void printHead();
  void printBlock(ArrayRef<Column> Block);
  void printRuler(ArrayRef<Column> Block);
  void printRow(const TraceRow &R, const Label &L, ArrayRef<Column> Block);
  void printMachine(ArrayRef<Column> Block);
  void printMachineRow(StringRef Name, ArrayRef<Column> Block,
                       function_ref<char(const CycleTrace &)> Of);
  void printLegend();
  void printLabel(StringRef Iteration, StringRef Instr, StringRef Port,
                  StringRef Text);
  void put(StringRef Text, UopState S);
  StringRef gap() const { return S.Unicode ? "┊" : "|"; }

  raw_ostream &OS;
  const Analysed &A;
  const PipelineTrace &T;
  const SimulationResult &Result;
  const TimelineStyle &S;
  std::vector<TraceRow> Rows;
  std::vector<Column> Columns;
  std::vector<Label> Labels;
  size_t IterationWidth = 2, InstrWidth = 1, PortWidth = 4, TextWidth = 11;
  /// Letters that occur, for the legend.
  std::set<std::pair<UopState, UopSource>> Seen;
};

} // namespace

static size_t width(StringRef Text) {
  const int W = sys::unicode::columnWidthUTF8(Text);
  return W < 0 ? Text.size() : W;
}

/// \p Text cut to \p Most columns.
static std::string cut(std::string Text, size_t Most, StringRef Mark) {
  if (width(Text) <= Most)
    return Text;
  while (!Text.empty() && width(Text) + width(Mark) > Most) {
    // Off with the last character, all bytes of it.
    while (Text.size() > 1 && (Text.back() & 0xc0) == 0x80)
      Text.pop_back();
    Text.pop_back();
  }
  return Text + Mark.str();
}

/// \p Text in ASCII.
static std::string plain(StringRef Text) {
  std::string Plain;
  for (size_t At = 0; At != Text.size(); ++At) {
    const unsigned char C = Text[At];
    if (C < 0x80)
      Plain += Text[At];
    else if (Text.substr(At).starts_with("µ"))
      Plain += 'u';
    else if ((C & 0xc0) == 0xc0 && C != 0xc2)
      Plain += '?';
  }
  return Plain;
}

Drawing::Drawing(raw_ostream &OS, const Analysed &A, const TracedRun &Run,
                 const TimelineStyle &S)
    : OS(OS), A(A), T(Run.Trace), Result(Run.Result), S(S),
      Rows(traceRows(T, A.C)), Columns(traceColumns(Rows, S.Cycles)) {
  makeLabels();
}

std::string Drawing::code(const TraceRow &R) const {
  const KernelInstr &I = A.K.Instrs[R.Instr];
  const std::string Text = R.First ? instrText(I) : "  " + uopRole(I, *R.Uop);
  return S.Unicode ? Text : plain(Text);
}

void Drawing::makeLabels() {
  std::optional<uint64_t> Iteration;
  for (const TraceRow &R : Rows) {
    Label &L = Labels.emplace_back();
    if (Iteration != R.Iteration)
      L.Iteration = utostr(R.Iteration);
    Iteration = R.Iteration;
    if (R.First)
      L.Instr = utostr(R.Instr);
    if (A.K.Instrs[R.Instr].MacroFused)
      L.Port = "fused";
    else if (R.Uop && R.Uop->Port >= 0)
      L.Port = A.C.Resources[R.Uop->Port].Name;
    L.Text = code(R);
    IterationWidth = std::max(IterationWidth, L.Iteration.size());
    InstrWidth = std::max(InstrWidth, L.Instr.size());
    PortWidth = std::max(PortWidth, L.Port.size());
    TextWidth = std::max(TextWidth, width(L.Text));
  }
  // Half of a narrow line is for the cycles.
  const size_t Rest = IterationWidth + InstrWidth + PortWidth + 8;
  const size_t Half = std::max<size_t>(S.Columns / 2, Rest + 11);
  TextWidth = std::min(TextWidth, Half - Rest);
  for (Label &L : Labels)
    L.Text = cut(L.Text, TextWidth, S.Unicode ? "…" : "..");
}

void Drawing::printLabel(StringRef Iteration, StringRef Instr, StringRef Port,
                         StringRef Text) {
  OS << "  " << right_justify(Iteration, IterationWidth) << ' '
     << right_justify(Instr, InstrWidth) << "  "
     << left_justify(Port, PortWidth) << "  " << Text;
  OS.indent(TextWidth - width(Text) + 1);
}

void Drawing::printRuler(ArrayRef<Column> Block) {
  std::string Tens(Block.size(), ' ');
  for (const auto &[N, C] : enumerate(Block)) {
    const bool Mark =
        !C.Gap && (C.Begin % 10 == 0 || N == 0 || (N != 0 && Block[N - 1].Gap));
    const std::string Number = utostr(C.Begin);
    const StringRef Place = StringRef(Tens).substr(N, Number.size());
    const bool Free = Place.size() == Number.size() &&
                      Place.find_first_not_of(' ') == StringRef::npos &&
                      (N == 0 || Tens[N - 1] == ' ');
    if (Mark && Free)
      Tens.replace(N, Number.size(), Number);
  }
  printLabel("", "", "", "");
  OS << StringRef(Tens).rtrim() << '\n';
  printLabel("it", "#", "port", cut("instruction", TextWidth, ""));
  for (const Column &C : Block)
    if (C.Gap)
      OS << gap();
    else
      OS << C.Begin % 10;
  OS << '\n';
}

void Drawing::put(StringRef Text, UopState State) {
  if (!S.Colours) {
    OS << Text;
    return;
  }
  switch (State) {
  case UopState::NeedsValue:
    OS.changeColor(raw_ostream::YELLOW);
    break;
  case UopState::NeedsPort:
    OS.changeColor(raw_ostream::RED);
    break;
  case UopState::Dispatched:
  case UopState::Executing:
  case UopState::Executed:
    OS.changeColor(raw_ostream::GREEN, /*Bold=*/true);
    break;
  case UopState::Delivered:
    OS.changeColor(raw_ostream::CYAN);
    break;
  default:
    OS << Text;
    return;
  }
  OS << Text;
  OS.resetColor();
}

void Drawing::printRow(const TraceRow &R, const Label &L,
                       ArrayRef<Column> Block) {
  if (R.Segments.empty() || R.end() <= Block.front().Begin ||
      R.begin() >= Block.back().End)
    return;
  printLabel(L.Iteration, L.Instr, L.Port, L.Text);
  const UopSource From = R.Uop ? R.Uop->From : UopSource::None;
  std::string Run;
  UopState Last = UopState::Predecoded;
  size_t Owed = 0;
  for (const Column &C : Block) {
    const auto Now = find_if(R.Segments, [&](const TraceSegment &G) {
      return G.Begin <= C.Begin && C.Begin < G.End;
    });
    if (Now == R.Segments.end()) {
      ++Owed;
      continue;
    }
    if (Now->State != Last) {
      put(Run, Last);
      Run.clear();
    }
    if (Run.empty())
      OS.indent(Owed);
    Owed = 0;
    Last = Now->State;
    Seen.insert({Last, Last == UopState::Delivered ? From : UopSource::None});
    Run += C.Gap ? gap().str() : std::string(1, stateLetter(Last, From));
  }
  put(Run, Last);
  OS << '\n';
}

/// A digit for a number, + for those that have none.
static char digit(unsigned N) {
  return N == 0 ? ' ' : N < 10 ? char('0' + N) : '+';
}
/// The number of an instruction as one character.
static char instrChar(uint32_t Instr) {
  constexpr StringLiteral Digits =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return Instr < Digits.size() ? Digits[Instr] : '*';
}

void Drawing::printMachineRow(StringRef Name, ArrayRef<Column> Block,
                              function_ref<char(const CycleTrace &)> Of) {
  std::string Text;
  size_t Last = 0;
  for (const Column &C : Block) {
    if (C.Gap)
      Text += gap();
    else
      Text += Of(T.cycles()[C.Begin - T.firstCycle()]);
    if (!C.Gap && Text.back() != ' ')
      Last = Text.size();
  }
  if (Last == 0)
    return;
  printLabel("", "", "", Name);
  OS << StringRef(Text).take_front(Last) << '\n';
}

/// What the machine does for all iterations, those that are not shown too.
void Drawing::printMachine(ArrayRef<Column> Block) {
  OS << '\n';
  printMachineRow("delivered", Block, [](const CycleTrace &C) {
    unsigned N = 0;
    for (const uint16_t Q : C.Queued)
      N += Q;
    return digit(N);
  });
  printMachineRow("issued", Block,
                  [](const CycleTrace &C) { return digit(C.Issued); });
  for (const auto &[P, R] : enumerate(A.C.Resources))
    printMachineRow(R.Name, Block, [P = P](const CycleTrace &C) {
      for (const CycleTrace::Dispatch &D : C.Dispatches)
        if (D.Port == int(P))
          return instrChar(D.Instr);
      return ' ';
    });
  printMachineRow("retired", Block,
                  [](const CycleTrace &C) { return digit(C.Retired); });
}

void Drawing::printBlock(ArrayRef<Column> Block) {
  printRuler(Block);
  std::string Owed;
  for (const auto &[R, L] : zip_equal(Rows, Labels)) {
    // The iteration's number goes to the first of its rows in this block.
    if (!L.Iteration.empty())
      Owed = L.Iteration;
    Label Shown = L;
    Shown.Iteration = Owed;
    if (R.Segments.empty() || R.end() <= Block.front().Begin ||
        R.begin() >= Block.back().End)
      continue;
    Owed.clear();
    printRow(R, Shown, Block);
  }
  printMachine(Block);
  OS << '\n';
}

void Drawing::printHead() {
  OS << "  timeline: iteration";
  if (T.iterations() != 1)
    OS << "s " << T.firstIteration() << '-'
       << T.firstIteration() + T.iterations() - 1;
  else
    OS << ' ' << T.firstIteration();
  if (!Columns.empty())
    OS << ", cycles " << Columns.front().Begin << '-' << Columns.back().End - 1;
  if (Result.Exact)
    OS << "; what happens repeats after " << Result.Period
       << (Result.Period == 1 ? " iteration" : " iterations") << " and "
       << (Result.Cycles * Rational(Result.Period)).exactStr() << " cycles";
  else
    OS << "; no period found in " << Result.Simulated << " cycles";
  OS << "\n\n";
}

void Drawing::printLegend() {
  // Letters that mean the same stand together.
  std::vector<std::string> Items;
  bool Queue = false;
  for (const auto &[State, From] : Seen) {
    std::string Name = stateName(State, From);
    if (State == UopState::Predecode || State == UopState::InQueue) {
      if (std::exchange(Queue, true))
        continue;
      Name = "in a queue";
    }
    Items.push_back(std::string(1, stateLetter(State, From)) + " " +
                    (S.Unicode ? Name : plain(Name)));
  }
  if (any_of(Columns, [](const Column &C) { return C.Gap; }))
    Items.push_back(gap().str() + " cycles left out");
  Items.push_back("ports: number of the instruction");
  std::string Line = "  ";
  for (const std::string &Item : Items) {
    if (width(Line) + width(Item) + 2 > S.Columns) {
      OS << StringRef(Line).rtrim() << '\n';
      Line = "  ";
    }
    Line += Item + (&Item == &Items.back() ? "" : ", ");
  }
  OS << Line << "\n\n";
}

void Drawing::print() {
  printHead();
  if (Columns.empty())
    return;
  const size_t Before = IterationWidth + InstrWidth + PortWidth + TextWidth + 8;
  const size_t Wide = std::max<size_t>(16, S.Columns - Before);
  for (ArrayRef<Column> Rest = Columns; !Rest.empty();) {
    printBlock(Rest.take_front(Wide));
    Rest = Rest.drop_front(std::min(Wide, Rest.size()));
  }
  printLegend();
  if (!T.complete())
    OS << "  The iterations had not ended when the simulation ended.\n\n";
}

void takt::printTimeline(raw_ostream &OS, const Analysed &A,
                         const TracedRun &Run, const TimelineStyle &S) {
  Drawing(OS, A, Run, S).print();
}
