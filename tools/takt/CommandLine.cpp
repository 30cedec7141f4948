//===- CommandLine.cpp - What the user asks for ---------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "InputOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"

using namespace llvm;
using namespace takt;

/// Threads that --jobs may ask for: no machine has so many processors.
static constexpr unsigned MostJobs = 1024;

namespace {

enum class ColourMode : uint8_t { Auto, Always, Never };

/// All options. They are made after LLVM's own have been registered, because
/// one of these replaces one of those.
struct Options {
  InputOptions In;
  cl::OptionCategory OutputCategory{"Output options"};
  cl::OptionCategory BatchCategory{"Batch options"};

  cl::opt<bool> NoMemory{
      "no-memory-deps", cl::cat(In.InputCategory),
      cl::desc("Let no load wait for a store: no dependences through memory")};
  cl::opt<PredictorKind> Predictor{
      "predictor", cl::cat(In.InputCategory), cl::desc("What predicts:"),
      cl::values(clEnumValN(PredictorKind::Simulation, "simulation",
                            "the cycle-level machine (default)"),
                 clEnumValN(PredictorKind::Combined, "combined",
                            "the largest of front end, ports and the critical "
                            "path within the reorder buffer"))};
  cl::opt<bool> Json{"json", cl::cat(OutputCategory),
                     cl::desc("Write JSON (docs/takt.schema.json)")};
  cl::opt<bool> Summary{"summary", cl::cat(OutputCategory),
                        cl::desc("No table of instructions")};
  cl::opt<bool> List{
      "list", cl::cat(OutputCategory),
      cl::desc("Only say which code was found, without predictions")};
  cl::opt<bool> Timeline{
      "timeline", cl::cat(OutputCategory),
      cl::desc("Also say what each micro-op does in each cycle of the steady "
               "state")};
  cl::opt<std::string> Trace{
      "trace", cl::cat(OutputCategory), cl::value_desc("file.html"),
      cl::desc("Write what happens in each cycle to a page for the browser")};
  cl::opt<std::string> Iterations{
      "timeline-iterations", cl::cat(OutputCategory),
      cl::value_desc("n or a-b"),
      cl::desc("For --timeline and --trace: so many iterations, or those from "
               "a to b, counted from 0 (default: a period)")};
  cl::opt<unsigned> Cycles{
      "timeline-cycles", cl::cat(OutputCategory), cl::init(0),
      cl::value_desc("n"),
      cl::desc("For --timeline and --trace: only so many cycles")};
  cl::opt<std::string> Output{"o", cl::cat(OutputCategory), cl::init("-"),
                              cl::value_desc("file"),
                              cl::desc("Write to a file")};
  cl::opt<std::string> Events{
      "events", cl::cat(OutputCategory), cl::value_desc("file"),
      cl::desc("Also write what the simulation did with each uop, as csv")};
  cl::opt<unsigned> EventCycles{
      "event-cycles", cl::cat(OutputCategory), cl::init(250),
      cl::value_desc("n"),
      cl::desc("--events: of uops that issue in the first n cycles (250)")};
  cl::opt<ColourMode> Colour{
      "color",
      cl::cat(OutputCategory),
      cl::init(ColourMode::Auto),
      cl::ValueOptional,
      cl::desc("Mark what binds in colour:"),
      cl::values(
          clEnumValN(ColourMode::Auto, "auto", "on terminals only (default)"),
          clEnumValN(ColourMode::Always, "always", "always"),
          clEnumValN(ColourMode::Never, "never", "never"),
          clEnumValN(ColourMode::Always, "", ""))};
  cl::opt<bool> Ascii{"ascii", cl::cat(OutputCategory),
                      cl::desc("Write ASCII characters only")};

  cl::opt<bool> Batch{
      "batch", cl::cat(BatchCategory),
      cl::desc("Read lines of hex (default: from standard input), write rows "
               "hex,cycles,error")};
  cl::opt<unsigned> Jobs{"jobs", cl::cat(BatchCategory), cl::init(0),
                         cl::value_desc("n"),
                         cl::desc("Threads (default: one for each core)")};
  cl::opt<bool> Counts{
      "counts", cl::cat(BatchCategory),
      cl::desc("Also write how many instructions, loads and stores")};
  cl::opt<bool> Explain{"explain", cl::cat(BatchCategory),
                        cl::desc("Also write bounds and what binds")};
  cl::opt<bool> Times{
      "times", cl::cat(BatchCategory),
      cl::desc(
          "Also write how many microseconds of processor time each row took")};

  cl::extrahelp Examples{R"(
EXAMPLES:

  The innermost loops of an object, with their source lines:
    takt --cpu=skylake gemm.o
  One function of a library; what the bare numbers are:
    takt --cpu=znver4 --function='SHA256_*' --summary libcrypto.so
  Regions between "# LLVM-MCA-BEGIN" and "# LLVM-MCA-END", as JSON:
    takt --cpu=cortex-a72 --json kernel.s
  Bytes, as the body of a loop:
    takt --cpu=haswell --notion=loop 480301
  What happens in each cycle of the steady state, as a page for the browser:
    takt --cpu=skylake --trace=gemm.html gemm.o
  Many blocks, with all cores:
    takt --cpu=skylake --batch blocks.csv > predicted.csv
)"};
};

} // namespace

static void printVersion(raw_ostream &OS) {
  OS << "takt " TAKT_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
}

/// "3" or "10-14".
static Error readIterations(StringRef Text, TraceWindow &W) {
  constexpr uint64_t Most = 10000;
  const auto [From, To] = Text.split('-');
  uint64_t First = 0, Last = 0;
  bool Wrong = From.getAsInteger(10, First);
  if (Text.contains('-')) {
    Wrong |= To.getAsInteger(10, Last) || Last < First;
    W.First = First;
    W.Count = Last - First + 1;
  } else {
    W.Count = First;
  }
  if (Wrong || W.Count == 0 || W.Count > Most || W.First.value_or(0) > 1000000)
    return createStringError(
        "--timeline-iterations: expected how many iterations (3) or the first "
        "and the last one (10-14), at most " +
        Twine(Most) + " of the first million, found '" + Text + "'");
  return Error::success();
}

static Error checkTimeline(const Options &O) {
  const bool Trace = O.Trace.getNumOccurrences();
  if (O.Timeline && O.Json)
    return createStringError("--timeline and --json exclude each other");
  if (O.List && (O.Timeline || Trace))
    return createStringError(Twine(O.Timeline ? "--timeline" : "--trace") +
                             " and --list exclude each other");
  if (Trace && (O.Trace.empty() || O.Trace == "-"))
    return createStringError("--trace needs the name of a file");
  if (O.Cycles.getNumOccurrences() && !O.Cycles)
    return createStringError("--timeline-cycles is 1 or more");
  if (O.Timeline || Trace)
    return Error::success();
  for (const cl::Option *Option :
       {static_cast<const cl::Option *>(&O.Iterations),
        static_cast<const cl::Option *>(&O.Cycles)})
    if (Option->getNumOccurrences())
      return createStringError("--" + Option->ArgStr +
                               " needs --timeline or --trace");
  return Error::success();
}

/// Options that mean nothing together.
static Error checkCombination(const Options &O, const ReadOptions &R) {
  const auto Wrong = [](const Twine &Message) {
    return createStringError(Message);
  };
  const bool Chosen = O.In.selects();
  if (Chosen && !O.In.Paths.empty())
    return Wrong("--path and another selection exclude each other");
  if (!O.Batch) {
    if (O.In.Inputs.empty())
      return Wrong("no input; see takt --help");
    if (O.Json && O.List)
      return Wrong("--json and --list exclude each other");
    for (const cl::Option *Option :
         {static_cast<const cl::Option *>(&O.Jobs),
          static_cast<const cl::Option *>(&O.Counts),
          static_cast<const cl::Option *>(&O.Explain),
          static_cast<const cl::Option *>(&O.Times)})
      if (Option->getNumOccurrences())
        return Wrong("--" + Option->ArgStr + " needs --batch");
    if (O.EventCycles.getNumOccurrences() && O.Events.empty())
      return Wrong("--event-cycles needs --events");
    return checkTimeline(O);
  }
  if (O.In.Inputs.size() > 1)
    return Wrong("--batch reads one file");
  if (O.Jobs > MostJobs)
    return Wrong("--jobs is at most " + Twine(MostJobs));
  for (const cl::Option *Flag : {static_cast<const cl::Option *>(&O.Json),
                                 static_cast<const cl::Option *>(&O.Summary),
                                 static_cast<const cl::Option *>(&O.List),
                                 static_cast<const cl::Option *>(&O.Events),
                                 static_cast<const cl::Option *>(&O.Timeline),
                                 static_cast<const cl::Option *>(&O.Trace)})
    if (Flag->getNumOccurrences())
      return Wrong("--" + Flag->ArgStr + " and --batch exclude each other");
  if (Chosen || !O.In.Paths.empty())
    return Wrong("a selection and --batch exclude each other");
  return Error::success();
}

/// Files that are written are no others that are written or read.
static Error checkFiles(const CommandLine &L) {
  SmallVector<std::pair<StringRef, StringRef>, 3> Written;
  for (auto [Option, File] : {std::pair<StringRef, StringRef>("-o", L.Output),
                              {"--events", L.Events},
                              {"--trace", L.Trace}})
    if (!File.empty() && File != "-")
      Written.push_back({Option, File});
  const auto AreSame = [](StringRef A, StringRef B) {
    bool Same = A == B;
    // Devices take whatever comes.
    return sys::fs::is_regular_file(A) &&
           (Same || (!sys::fs::equivalent(A, B, Same) && Same));
  };
  for (auto [N, W] : enumerate(Written)) {
    for (const std::string &Input : L.Inputs)
      if (AreSame(W.second, Input))
        return createStringError(W.first + ": " + W.second +
                                 " is an input, which would be lost");
    for (auto [Option, File] : ArrayRef(Written).take_front(N))
      if ((File == W.second && !sys::fs::exists(File)) ||
          AreSame(File, W.second))
        return createStringError(Option + " and " + W.first +
                                 " are the same file: " + File);
  }
  return Error::success();
}

/// The terminal shows UTF-8 unless its locale says something else.
static bool localeIsUtf8() {
  for (const char *Name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const auto Value = sys::Process::GetEnv(Name);
        Value && !Value->empty()) {
      const StringRef V = *Value;
      return V.contains_insensitive("utf-8") || V.contains_insensitive("utf8");
    }
  return true;
}

Expected<CommandLine> takt::parseCommandLine(int Argc,
                                             const char *const *Argv) {
  // LLVM's own --color knows no "auto".
  StringMap<cl::Option *> &Known = cl::getRegisteredOptions();
  if (const auto Colour = Known.find("color"); Colour != Known.end())
    Colour->second->removeArgument();
  static Options O;
  cl::HideUnrelatedOptions({&O.In.InputCategory, &O.In.SelectionCategory,
                            &O.OutputCategory, &O.BatchCategory});
  cl::SetVersionPrinter(printVersion);
  cl::ParseCommandLineOptions(
      Argc, Argv,
      "Takt: cycles per iteration of loops in machine code, and what binds "
      "them\n");

  Expected<ReadOptions> Read = O.In.read();
  if (!Read)
    return Read.takeError();
  if (Error E = checkCombination(O, *Read))
    return std::move(E);
  CommandLine L;
  if (O.Iterations.getNumOccurrences())
    if (Error E = readIterations(O.Iterations, L.Window))
      return std::move(E);
  L.Timeline = O.Timeline;
  L.Trace = O.Trace;
  L.TimelineCycles = O.Cycles;
  L.Inputs.assign(O.In.Inputs.begin(), O.In.Inputs.end());
  if (L.Inputs.empty())
    L.Inputs.push_back("-");
  L.Read = std::move(*Read);
  L.List = O.List;
  L.Json = O.Json;
  L.Output = O.Output;
  L.Events = O.Events;
  L.EventCycles = O.EventCycles;
  if (O.Colour != ColourMode::Auto)
    L.Colours = O.Colour == ColourMode::Always;
  L.Style.Unicode = !O.Ascii && localeIsUtf8();
  // Programs read the other forms, in the same way everywhere.
  L.Ascii = O.Ascii || (!L.Style.Unicode && !O.Json && !O.Batch);
  L.Style.Table = !O.Summary;
  L.Batch = O.Batch;
  L.Memory.Dependences = !O.NoMemory;
  L.Predictor = O.Predictor;
  L.BatchRun.Predictor = O.Predictor;
  L.BatchRun.Memory = L.Memory;
  L.BatchRun.Target = L.Read.Target;
  L.BatchRun.Repeats = L.Read.Repeats;
  L.BatchRun.Address = L.Read.HexAddress;
  L.BatchRun.Jobs = O.Jobs;
  L.BatchRun.Counts = O.Counts;
  L.BatchRun.Explain = O.Explain;
  L.BatchRun.Times = O.Times;
  if (Error E = checkFiles(L))
    return std::move(E);
  return L;
}
