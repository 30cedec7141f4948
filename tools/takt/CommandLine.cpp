//===- CommandLine.cpp - What the user asks for ---------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "takt/models/Cpu.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"

using namespace llvm;
using namespace takt;

namespace {

enum class ColourMode : uint8_t { Auto, Always, Never };

/// All options. They are made after LLVM's own have been registered, because
/// one of these replaces one of those.
struct Options {
  cl::OptionCategory InputCategory{"Input options"};
  cl::OptionCategory SelectionCategory{"Selection options"};
  cl::OptionCategory OutputCategory{"Output options"};
  cl::OptionCategory BatchCategory{"Batch options"};

  cl::list<std::string> Inputs{
      cl::Positional, cl::cat(InputCategory),
      cl::desc("<object, assembly, hex, or - for standard input>...")};
  cl::opt<std::string> CpuName{
      "cpu", cl::cat(InputCategory), cl::value_desc("name"),
      cl::desc("CPU: a description's or LLVM's name, a machine description "
               "(path/to/cpu.yaml), or native")};
  cl::opt<std::string> TripleName{
      "triple", cl::cat(InputCategory), cl::value_desc("triple"),
      cl::desc("Target triple (default: the object's, else Linux on the CPU's "
               "architecture)")};
  cl::opt<std::string> Attributes{"attr", cl::cat(InputCategory),
                                  cl::value_desc("+a,-b,..."),
                                  cl::desc("Features beside those of the CPU")};
  cl::opt<InputKind> Kind{
      "input", cl::cat(InputCategory), cl::init(InputKind::Auto),
      cl::desc("What the input is:"),
      cl::values(clEnumValN(InputKind::Auto, "auto", "found out (default)"),
                 clEnumValN(InputKind::Object, "object",
                            "object, executable, library, archive"),
                 clEnumValN(InputKind::Assembly, "asm", "assembly"),
                 clEnumValN(InputKind::Hex, "hex", "bytes as hex digits"))};
  cl::opt<unsigned> Alignment{
      "alignment", cl::cat(InputCategory), cl::init(0), cl::value_desc("n"),
      cl::desc("Hex: bytes between the start of a 64-byte line and the code "
               "(default 0)")};
  cl::opt<bool> NoMemory{
      "no-memory-deps", cl::cat(InputCategory),
      cl::desc("Let no load wait for a store: no dependences through memory")};
  cl::opt<bool> Intel{"intel-syntax", cl::cat(InputCategory),
                      cl::desc("x86 assembly in Intel syntax, in and out")};

  cl::list<std::string> Functions{
      "function", cl::cat(SelectionCategory), cl::value_desc("name"),
      cl::desc("Only functions of this name: as linked or demangled, globs "
               "allowed; may be given several times")};
  cl::opt<std::string> Addresses{
      "address", cl::cat(SelectionCategory), cl::value_desc("start-end"),
      cl::desc("Only loops within these hexadecimal addresses, end not "
               "included; without a loop the range itself")};
  cl::list<std::string> Paths{
      "path", cl::cat(SelectionCategory), cl::value_desc("start-end,..."),
      cl::desc("The code of these hexadecimal addresses in this order; may be "
               "given several times")};
  cl::opt<std::string> SourceRange{
      "line", cl::cat(SelectionCategory), cl::value_desc("file:from[-to]"),
      cl::desc("Only loops with code of these source lines")};
  cl::opt<bool> AllLoops{"all-loops", cl::cat(SelectionCategory),
                         cl::desc("Outer loops too")};
  cl::opt<RegionChoice> Regions{
      "regions", cl::cat(SelectionCategory), cl::init(RegionChoice::Auto),
      cl::desc("Which pieces of code:"),
      cl::values(
          clEnumValN(RegionChoice::Auto, "auto",
                     "marked regions, else loops (default)"),
          clEnumValN(RegionChoice::Markers, "marked", "marked regions"),
          clEnumValN(RegionChoice::Loops, "loops", "loops"),
          clEnumValN(RegionChoice::Whole, "whole", "all code as one piece"))};
  cl::opt<Notion> Repeats{
      "notion", cl::cat(SelectionCategory),
      cl::desc("How a piece of code repeats (default: as its last branch "
               "says):"),
      cl::values(
          clEnumValN(Notion::Loop, "loop",
                     "as the body of a loop (TP_L); closed by a counter "
                     "and a branch if it is none"),
          clEnumValN(Notion::Unrolled, "unrolled", "copy behind copy (TP_U)"))};

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
                      cl::desc("Draw with ASCII characters only")};

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

static Expected<std::shared_ptr<const Cpu>> readDescription(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/true);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             File + ": " + Buffer.getError().message());
  return parseCpu((*Buffer)->getMemBufferRef());
}

static Expected<ReadOptions> readOptions(const Options &O) {
  ReadOptions R;
  R.Kind = O.Kind;
  R.Target.Triple = O.TripleName;
  R.Target.Attributes = O.Attributes;
  R.Target.IntelSyntax = O.Intel;
  R.Regions = O.Regions;
  R.AllLoops = O.AllLoops;
  R.HexAddress = O.Alignment;
  if (O.Alignment > 63)
    return createStringError("--alignment is 0 to 63");
  if (O.Repeats.getNumOccurrences())
    R.Repeats = O.Repeats;
  for (const std::string &F : O.Functions)
    if (Error E = R.Select.addFunction(F))
      return std::move(E);
  if (O.Addresses.getNumOccurrences())
    if (Error E = R.Select.setAddresses(O.Addresses))
      return std::move(E);
  for (const std::string &P : O.Paths)
    if (Error E = R.Select.addPath(P))
      return std::move(E);
  if (O.SourceRange.getNumOccurrences())
    if (Error E = R.Select.setLines(O.SourceRange))
      return std::move(E);
  if (!StringRef(O.CpuName).ends_with(".yaml")) {
    R.Target.Cpu = O.CpuName;
    return R;
  }
  Expected<std::shared_ptr<const Cpu>> C = readDescription(O.CpuName);
  if (!C)
    return C.takeError();
  R.Target.Description = std::move(*C);
  return R;
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
        "and the last one (10-14), found '" +
        Text + "'");
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
  const bool Chosen =
      !R.Select.empty() || O.AllLoops || O.Regions != RegionChoice::Auto;
  if (Chosen && !O.Paths.empty())
    return Wrong("--path and another selection exclude each other");
  if (!O.Batch) {
    if (O.Inputs.empty())
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
  if (O.Inputs.size() > 1)
    return Wrong("--batch reads one file");
  for (const cl::Option *Flag : {static_cast<const cl::Option *>(&O.Json),
                                 static_cast<const cl::Option *>(&O.Summary),
                                 static_cast<const cl::Option *>(&O.List),
                                 static_cast<const cl::Option *>(&O.Events),
                                 static_cast<const cl::Option *>(&O.Timeline),
                                 static_cast<const cl::Option *>(&O.Trace)})
    if (Flag->getNumOccurrences())
      return Wrong("--" + Flag->ArgStr + " and --batch exclude each other");
  if (Chosen || !O.Paths.empty())
    return Wrong("a selection and --batch exclude each other");
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
  cl::HideUnrelatedOptions({&O.InputCategory, &O.SelectionCategory,
                            &O.OutputCategory, &O.BatchCategory});
  cl::SetVersionPrinter(printVersion);
  cl::ParseCommandLineOptions(
      Argc, Argv,
      "Takt: cycles per iteration of loops in machine code, and what binds "
      "them\n");

  Expected<ReadOptions> Read = readOptions(O);
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
  L.Inputs.assign(O.Inputs.begin(), O.Inputs.end());
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
  L.Style.Table = !O.Summary;
  L.Batch = O.Batch;
  L.Memory.Dependences = !O.NoMemory;
  L.BatchRun.Memory = L.Memory;
  L.BatchRun.Target = L.Read.Target;
  L.BatchRun.Repeats = L.Read.Repeats;
  L.BatchRun.Address = L.Read.HexAddress;
  L.BatchRun.Jobs = O.Jobs;
  L.BatchRun.Counts = O.Counts;
  L.BatchRun.Explain = O.Explain;
  L.BatchRun.Times = O.Times;
  return L;
}
