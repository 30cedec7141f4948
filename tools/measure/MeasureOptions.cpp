//===- MeasureOptions.cpp - What the user asks for ------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasureOptions.h"
#include "InputOptions.h"
#include "llvm/Config/llvm-config.h"

using namespace llvm;
using namespace takt;

namespace {

struct AllOptions {
  InputOptions In;
  cl::OptionCategory OutputCategory{"Output options"};
  cl::OptionCategory MeasureCategory{"Measurement options"};

  cl::opt<bool> Batch{"batch", cl::cat(In.InputCategory),
                      cl::desc("Read lines of hex (default: from standard "
                               "input), or rows that begin with hex")};
  cl::opt<bool> Json{"json", cl::cat(OutputCategory),
                     cl::desc("Write JSON instead of csv")};
  cl::opt<bool> Emit{
      "emit", cl::cat(OutputCategory),
      cl::desc("Write the lines that a runner reads, and measure nothing")};
  cl::opt<bool> RepeatShort{
      "repeat-short", cl::cat(MeasureCategory),
      cl::desc("Also a row 'loop5' for code of less than five instructions: so "
               "many copies in a loop that there are five")};
  cl::opt<int> Core{"core", cl::cat(MeasureCategory), cl::init(-1),
                    cl::value_desc("number"),
                    cl::desc("Processor to measure on (default: the one that "
                             "the runner starts on, and another one while "
                             "something disturbs that)")};
  cl::opt<std::string> Clock{
      "clock", cl::cat(MeasureCategory), cl::init("auto"),
      cl::value_desc("kind"),
      cl::desc("What counts: rdpmc or perf, the kernel's core cycles where it "
               "offers them; ticks, of constant rate; auto (default): the "
               "first of these that there is")};
  cl::opt<double> Probe{
      "probe", cl::cat(MeasureCategory), cl::init(0), cl::value_desc("cycles"),
      cl::desc("What a pass of the probe takes on a core of its own: 1 where "
               "there are three loads a cycle, 1.5 where there are two "
               "(default: the least that is seen, which is too much if "
               "something else runs on the core all the time)")};
  cl::opt<unsigned> Timeout{
      "timeout", cl::cat(MeasureCategory), cl::init(3000), cl::value_desc("ms"),
      cl::desc(
          "Milliseconds of processor time for each process of a block in one "
          "notion (default: 3000)")};
  cl::opt<unsigned> Rounds{
      "rounds", cl::cat(MeasureCategory), cl::init(Job::MostRounds),
      cl::value_desc("n"),
      cl::desc("Rounds of 30 samples that each of these processes takes at "
               "most (default: 40); with less than six no value is stable")};
  cl::opt<std::string> Runner{
      "runner", cl::cat(MeasureCategory), cl::value_desc("command"),
      cl::desc(
          "What starts takt-measure-runner, e.g. 'ssh board "
          "./takt-measure-runner' (default: the one beside takt-measure)")};

  cl::extrahelp Examples{R"(
EXAMPLES:

  Bytes, as the body of a loop and copy behind copy:
    takt-measure --cpu=native 480fafc1
  The innermost loops of an object:
    takt-measure --cpu=znver4 gemm.o
  Regions between "# LLVM-MCA-BEGIN" and "# LLVM-MCA-END", as JSON:
    takt-measure --cpu=native --json kernel.s
  Many blocks, on processor 3, short ones also five instructions long:
    takt-measure --cpu=native --batch --core=3 --repeat-short blocks.csv
  Where others run on the core, a processor with three loads a cycle:
    takt-measure --cpu=znver3 --probe=1 --core=1 kernel.o
  On another machine, which needs nothing but the runner:
    takt-measure --cpu=cortex-a72 --runner='ssh board ./takt-measure-runner' a.o
)"};
};

} // namespace

static void printVersion(raw_ostream &OS) {
  OS << "takt-measure " TAKT_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
}

static Error check(const AllOptions &O) {
  if (O.Probe.getNumOccurrences() && !(O.Probe >= 0.1 && O.Probe <= 100))
    return createStringError("--probe must be 0.1 to 100 cycles");
  if (O.Timeout == 0)
    return createStringError("--timeout must be at least 1");
  if (O.Rounds < 1 || O.Rounds > Job::MostRounds)
    return createStringError("--rounds must be 1 to " + Twine(Job::MostRounds));
  if (!is_contained({"auto", "ticks", "perf", "rdpmc"}, O.Clock.getValue()))
    return createStringError("--clock is auto, ticks, perf or rdpmc, not '" +
                             O.Clock + "'");
  if (O.Emit && (O.Json || O.Runner.getNumOccurrences()))
    return createStringError("--emit and --" +
                             Twine(O.Json ? "json" : "runner") +
                             " exclude each other");
  if (O.In.selects() && !O.In.Paths.empty())
    return createStringError("--path and another selection exclude each other");
  if (!O.Batch)
    return O.In.Inputs.empty()
               ? createStringError("no input; see takt-measure --help")
               : Error::success();
  if (O.In.Inputs.size() > 1)
    return createStringError("--batch reads one file");
  if (O.In.selects() || !O.In.Paths.empty())
    return createStringError("a selection and --batch exclude each other");
  return Error::success();
}

Expected<MeasureOptions> takt::parseMeasureOptions(int Argc,
                                                   const char *const *Argv) {
  static AllOptions O;
  cl::HideUnrelatedOptions({&O.In.InputCategory, &O.In.SelectionCategory,
                            &O.OutputCategory, &O.MeasureCategory});
  cl::SetVersionPrinter(printVersion);
  cl::ParseCommandLineOptions(
      Argc, Argv, "takt-measure: measured cycles of code on this machine\n",
      /*Errs=*/nullptr, "TAKT_MEASURE_OPTIONS");
  Expected<ReadOptions> Read = O.In.read();
  if (!Read)
    return Read.takeError();
  if (Error E = check(O))
    return std::move(E);
  MeasureOptions M;
  M.Inputs.assign(O.In.Inputs.begin(), O.In.Inputs.end());
  if (M.Inputs.empty())
    M.Inputs.push_back("-");
  M.Read = std::move(*Read);
  M.Batch = O.Batch;
  M.RepeatShort = O.RepeatShort;
  M.Json = O.Json;
  M.Emit = O.Emit;
  M.TimeoutMilliseconds = O.Timeout;
  M.Rounds = O.Rounds;
  M.Runner = O.Runner;
  M.RunnerArguments = " --clock=" + O.Clock;
  if (O.Core >= 0)
    M.RunnerArguments += " --core=" + std::to_string(O.Core);
  if (O.Probe.getNumOccurrences())
    M.RunnerArguments += " --probe=" + std::to_string(O.Probe);
  return M;
}
