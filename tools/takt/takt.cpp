//===- takt.cpp - Cycles of code the compiler is not at hand for ----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads objects, assembly and raw bytes and says how many cycles their loops
/// take and what binds them.
///
//===----------------------------------------------------------------------===//

#include "AsciiStream.h"
#include "CommandLine.h"
#include "EventLog.h"
#include "Input.h"
#include "JsonReport.h"
#include "Listing.h"
#include "Timeline.h"
#include "TracePage.h"
#include "takt/models/LackedFeatures.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace takt;

namespace {

/// Takes what is found in the inputs to the report.
class Session {
public:
  /// \p Events and \p Trace: where events and traces go; null: nobody asked for
  /// them.
  Session(const CommandLine &L, raw_ostream &OS, raw_ostream *Events,
          TracePage *Trace)
      : L(L), OS(OS), Events(Events), Trace(Trace),
        Json(L.Json ? std::make_unique<JsonReport>(OS) : nullptr) {
    TimelineOf.Colours = L.Style.Colours;
    TimelineOf.Unicode = L.Style.Unicode;
    TimelineOf.Cycles = L.TimelineCycles;
    if (OS.is_displayed())
      TimelineOf.Columns = std::max(80u, sys::Process::StandardOutColumns());
  }

  void analyse(StringRef Argument);
  /// Everything could be read, and something came of it.
  bool good() const { return !Failed && (L.List ? Found : Predicted); }

private:
  /// An input, or something that was asked for, is not there.
  void fail(Error E) {
    Failed = true;
    OS.flush(); // both may go to one file
    say(WithColor::error(errs(), "takt"), std::move(E));
  }
  /// Part of an input is not as it should be; the rest was read.
  void warn(Error E) {
    OS.flush();
    say(WithColor::warning(errs(), "takt"), std::move(E));
  }
  void say(raw_ostream &Prefixed, Error E);
  void region(CodeTarget &T, const CodeRegion &R);
  void follow(const Analysed &A);
  void notModelled(const CodeRegion &R, StringRef Why);
  void writeEvents(const Kernel &K);

  const CommandLine &L;
  raw_ostream &OS;
  raw_ostream *Events;
  TracePage *Trace;
  unsigned Kernels = 0;
  TimelineStyle TimelineOf;
  std::unique_ptr<JsonReport> Json;
  std::unique_ptr<Predictor> Models;
  std::string Input;
  bool Failed = false, Found = false, Predicted = false;
  /// There are none for the input.
  bool NoModels = false;
};

} // namespace

static raw_ostream &error() { return WithColor::error(errs(), "takt"); }

/// \p Prefixed has "takt: error: " printed already.
void Session::say(raw_ostream &Prefixed, Error E) {
  std::string Message = toString(std::move(E));
  if (!StringRef(Message).starts_with(Input))
    Message = Input + ": " + Message;
  Prefixed << StringRef(Message).rtrim() << '\n';
  if (Json)
    Json->addError(Input, Message, nullptr);
}

void Session::notModelled(const CodeRegion &R, StringRef Why) {
  if (Json)
    Json->addError(Input, Why, &R);
  else
    OS << describePlace(Input, R) << "\n  not modelled: " << Why
       << (L.Style.Table ? "\n\n" : "\n");
}

void Session::writeEvents(const Kernel &K) {
  EventLog Log(L.EventCycles);
  SimulationOptions O;
  O.Listener = &Log;
  // What is issued by then is retired a while later.
  O.MinCycles = L.EventCycles + 1000;
  O.MaxCycles = std::max(O.MaxCycles, O.MinCycles);
  simulate(K, Models->cpu(), O);
  Log.write(*Events, Kernels, Models->cpu());
}

void Session::region(CodeTarget &T, const CodeRegion &R) {
  Found = true;
  if (L.List)
    return printListing(OS, Input, T, R);
  if (!Models) {
    if (NoModels) // which has been said
      return;
    Expected<std::unique_ptr<Predictor>> P =
        Predictor::create(T, L.Memory, L.Predictor);
    NoModels = !P;
    if (!P)
      return fail(P.takeError());
    Models = std::move(*P);
  }
  Expected<Kernel> K = Models->build(R, InstrText::Mnemonics);
  if (!K)
    return notModelled(R, toString(K.takeError()));
  // With the addresses that branches lead to, which a kernel does not know.
  for (size_t I = 0; I != K->Instrs.size(); ++I)
    K->Instrs[I].Text = T.print(R.Instrs[I]);
  const Prediction P = Models->predict(*K, R);
  Predicted = true;
  const Analysed A{
      Input, R, *K, P, Models->cpu(), lackedFeatures(R.Instrs, T.ref())};
  if (Json)
    Json->add(A);
  else
    printText(OS, A, L.Style);
  if (Events)
    writeEvents(*K);
  ++Kernels;
  follow(A);
}

/// Timeline and trace.
void Session::follow(const Analysed &A) {
  if (!L.Timeline && !Trace)
    return;
  const TracedRun Run = traceRun(A.K, A.C, L.Window, simulate);
  if (L.Timeline)
    printTimeline(OS, A, Run, TimelineOf);
  if (Trace)
    Trace->add(A, Run, L.TimelineCycles);
}

void Session::analyse(StringRef Argument) {
  Models.reset();
  NoModels = false;
  Input = Argument == "-" ? "<stdin>" : Argument.str();
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Argument);
  if (!Buffer)
    return fail(Buffer.takeError());
  Input = (*Buffer)->getBufferIdentifier().str();
  Expected<std::unique_ptr<CodeTarget>> T = targetFor(**Buffer, L.Read);
  if (!T)
    return fail(T.takeError());
  if (Error E = readCode(**Buffer, **T, L.Read,
                         {[&](const CodeRegion &R) { region(**T, R); },
                          [&](Error E) { warn(std::move(E)); }}))
    fail(std::move(E));
  // It refers to the target.
  Models.reset();
}

/// \returns the exit status.
static int runBatch(CommandLine &L, raw_ostream &OS) {
  L.BatchRun.Progress = errs().is_displayed() && !OS.is_displayed();
  Expected<uint64_t> Malformed =
      takt::runBatch(L.Inputs.front(), OS, errs(), L.BatchRun);
  if (Malformed)
    return *Malformed ? 1 : 0;
  error() << toString(Malformed.takeError()) << '\n';
  return 1;
}

/// \returns the exit status.
static int analyseAll(const CommandLine &L, raw_ostream &OS,
                      raw_ostream *Events, TracePage *Trace) {
  Session S(L, OS, Events, Trace);
  for (const std::string &Input : L.Inputs)
    S.analyse(Input);
  return S.good() ? 0 : 1;
}

/// A trace that shows nothing, or could not be written, is not left behind.
static int writeTrace(const CommandLine &L, raw_ostream &OS,
                      raw_ostream *Events) {
  std::error_code EC;
  ToolOutputFile File(L.Trace, EC, sys::fs::OF_Text);
  if (EC) {
    error() << L.Trace << ": " << EC.message() << '\n';
    return 1;
  }
  int Status;
  unsigned Loops;
  {
    TracePage Page(File.os());
    Status = analyseAll(L, OS, Events, &Page);
    Loops = Page.size();
  }
  File.os().flush();
  if (const std::error_code Failed = File.os().error()) {
    File.os().clear_error();
    error() << L.Trace << ": " << Failed.message() << '\n';
    return 1;
  }
  if (Loops == 0) {
    error() << L.Trace << ": not written, for there is nothing to show\n";
    return 1;
  }
  File.keep();
  return Status;
}

int main(int Argc, char **Argv) {
  const InitLLVM Init(Argc, Argv);
  Expected<CommandLine> L = parseCommandLine(Argc, Argv);
  if (!L) {
    error() << toString(L.takeError()) << '\n';
    return 1;
  }
  std::error_code EC;
  raw_fd_ostream File(L->Output, EC, sys::fs::OF_Text);
  if (EC) {
    error() << L->Output << ": " << EC.message() << '\n';
    return 1;
  }
  std::optional<AsciiStream> Ascii;
  if (L->Ascii)
    Ascii.emplace(File,
                  L->Json ? AsciiStream::Form::Json : AsciiStream::Form::Text);
  raw_ostream &OS = Ascii ? *Ascii : static_cast<raw_ostream &>(File);
  if (L->Batch)
    return runBatch(*L, OS);
  File.SetBuffered();
  L->Style.Colours = L->Colours.value_or(OS.has_colors());
  OS.enable_colors(L->Style.Colours);
  std::optional<raw_fd_ostream> Events;
  if (!L->Events.empty()) {
    Events.emplace(L->Events, EC, sys::fs::OF_Text);
    if (EC) {
      error() << L->Events << ": " << EC.message() << '\n';
      return 1;
    }
    EventLog::writeHeader(*Events);
  }
  if (L->Trace.empty())
    return analyseAll(*L, OS, Events ? &*Events : nullptr, nullptr);
  return writeTrace(*L, OS, Events ? &*Events : nullptr);
}
