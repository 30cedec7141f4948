//===- bench-simulation.cpp - Time the cycle-level machine ----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Simulates blocks given as lines `hex` or `hex,notion` (TP_U, TP_L) and
/// writes a row for each: cycles, whether they are exact, the period, how many
/// cycles were simulated, and how long that took. A summary goes to the
/// standard error. With --events, one row a µop instead: the cycle of each of
/// its stages.
///
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "takt/models/Simulation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include <ctime>
#include <map>

using namespace llvm;
using namespace takt;

static cl::OptionCategory Category("takt-bench-simulation options");
static cl::opt<std::string> File(cl::Positional, cl::init("-"),
                                 cl::desc("<blocks.csv>"), cl::cat(Category));
static cl::opt<std::string> CpuName("cpu", cl::Required, cl::cat(Category),
                                    cl::desc("CPU's name"));
static cl::opt<bool> Events("events", cl::cat(Category),
                            cl::desc("Write the stages of each µop"));
static cl::opt<unsigned> Repeat("repeat", cl::init(3), cl::cat(Category),
                                cl::desc("Take the fastest of so many runs"));
static cl::opt<uint64_t> MinCycles("min-cycles", cl::init(0), cl::cat(Category),
                                   cl::desc("Simulate so many cycles for "
                                            "--events"));
static cl::opt<uint64_t> MaxCycles("max-cycles",
                                   cl::init(SimulationOptions().MaxCycles),
                                   cl::cat(Category),
                                   cl::desc("Give up after so many cycles"));

namespace {

/// One row a µop, in the order of issue.
class EventTable final : public PipelineListener {
public:
  void event(const PipelineEvent &E) override {
    if (E.What == Stage::Predecoded || E.What == Stage::Queued)
      return;
    const Key K{E.Iteration, E.Instr,
                isByStackEngine(E.Origin) ? -1 : int(E.Uop)};
    Row &R = Rows[K];
    R.Last = E;
    R.At[unsigned(E.What)] = E.Cycle;
    if (E.What == Stage::Issued)
      R.Eliminated = E.Eliminated;
  }
  void print(raw_ostream &OS, const Kernel &K) const;

private:
  using Key = std::tuple<uint64_t, uint32_t, int>;
  struct Row {
    PipelineEvent Last;
    int64_t At[unsigned(Stage::Retired) + 1] = {-1, -1, -1, -1, -1, -1, -1};
    bool Eliminated = false;
  };
  std::map<Key, Row> Rows;
};

} // namespace

void EventTable::print(raw_ostream &OS, const Kernel &K) const {
  OS << "iteration,instruction,origin,queued,fused,uop,port,issued,ready,"
        "dispatched,executed,retired,mnemonic\n";
  for (const auto &[At, R] : Rows) {
    OS << R.Last.Iteration << ',' << R.Last.Instr << ','
       << unsigned(R.Last.Origin) << ',' << R.Last.Queued << ',' << R.Last.Fused
       << ',' << std::get<2>(At) << ',' << int(R.Last.Port);
    for (Stage S : {Stage::Issued, Stage::Ready, Stage::Dispatched,
                    Stage::Executed, Stage::Retired})
      OS << ',' << R.At[unsigned(S)];
    OS << ',' << K.Instrs[R.Last.Instr].Mnemonic << '\n';
  }
}

namespace {

/// What a run over many blocks comes to.
struct Summary {
  std::vector<double> Times;
  uint64_t Exact = 0, Failed = 0, Cycles = 0;
  void print(raw_ostream &OS);
};

} // namespace

void Summary::print(raw_ostream &OS) {
  if (Times.empty())
    return;
  llvm::sort(Times);
  double Sum = 0;
  for (double T : Times)
    Sum += T;
  OS << format("%zu blocks, %.2f %% exact, %.0f cycles each; us: median %.1f, "
               "mean %.1f, 90 %% %.1f, max %.1f; %llu not modelled\n",
               Times.size(), 100.0 * Exact / Times.size(),
               double(Cycles) / Times.size(), Times[Times.size() / 2],
               Sum / Times.size(), Times[Times.size() * 9 / 10], Times.back(),
               static_cast<unsigned long long>(Failed));
}

static Error runBlock(CodeTarget &Target, KernelBuilder &Builder,
                      StringRef Line, Summary &Sum) {
  const auto [Hex, Rest] = Line.split(',');
  std::optional<Notion> N;
  if (StringRef Name = Rest.split(',').first; Name == "TP_U")
    N = Notion::Unrolled;
  else if (Name.starts_with("TP_L"))
    N = Notion::Loop;
  CodeRegion Region;
  if (Error E = readHexBlock(Target, Hex, N, Region))
    return E;
  Expected<Kernel> K =
      Builder.build(Region.Instrs, Region.Repeats,
                    Events ? InstrText::Whole : InstrText::None);
  if (!K)
    return K.takeError();
  SimulationOptions O;
  O.MaxCycles = MaxCycles;
  if (Events) {
    EventTable Table;
    O.Listener = &Table;
    O.MinCycles = MinCycles;
    simulate(*K, Builder.cpu(), O);
    Table.print(outs(), *K);
    return Error::success();
  }
  // Processor time: the machine may have other things to do.
  double Best = 1e18;
  SimulationResult R;
  for (unsigned I = 0; I != std::max(1u, Repeat.getValue()); ++I) {
    const std::clock_t Begin = std::clock();
    R = simulate(*K, Builder.cpu(), O);
    Best = std::min(Best, (std::clock() - Begin) * 1e6 / CLOCKS_PER_SEC);
  }
  Sum.Times.push_back(Best);
  Sum.Exact += R.Exact;
  Sum.Cycles += R.Simulated;
  outs() << Hex << ',' << Rest.split(',').first << ',' << R.Cycles.str() << ','
         << (R.Exact ? R.Cycles.exactStr() : "-") << ',' << R.Period << ','
         << R.Simulated << ',' << format("%.1f", Best) << '\n';
  return Error::success();
}

int main(int Argc, char **Argv) {
  const InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(Argc, Argv,
                              "Times the cycle-level machine alone.\n");
  const ExitOnError Exit("takt-bench-simulation: error: ");
  TargetChoice Choice;
  Choice.Cpu = CpuName;
  const std::unique_ptr<CodeTarget> Target = Exit(CodeTarget::create(Choice));
  std::shared_ptr<const Cpu> C = Target->description();
  if (!C)
    C = Exit(cpuFor(Target->ref().STI));
  const std::unique_ptr<KernelBuilder> Builder =
      Exit(KernelBuilder::create(Target->ref(), C));
  const auto Buffer = MemoryBuffer::getFileOrSTDIN(File, /*IsText=*/true);
  if (!Buffer)
    Exit(createStringError(Buffer.getError(),
                           Twine(File) + ": " + Buffer.getError().message()));
  Summary Sum;
  for (line_iterator L(**Buffer, /*SkipBlanks=*/true, '#'); !L.is_at_eof(); ++L)
    if (Error E = runBlock(*Target, *Builder, *L, Sum)) {
      ++Sum.Failed;
      if (Events)
        logAllUnhandledErrors(std::move(E), errs());
      else
        consumeError(std::move(E));
    }
  outs().flush();
  Sum.print(errs());
  return 0;
}
