//===- Options.cpp - What the user asked Takt for ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/Options.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/StringSaver.h"
#include <limits>

using namespace llvm;
using namespace takt;

static cl::OptionCategory Category("Takt", "Cycles per loop iteration");

static cl::opt<std::string>
    ModelOpt("takt-model", cl::cat(Category), cl::value_desc("file"),
             cl::desc("Machine description to use instead of a known one"));
static cl::opt<std::string> CpuOpt(
    "takt-cpu", cl::cat(Category), cl::value_desc("name"),
    cl::desc("CPU to predict for, or native (default: the one compiled for)"));
static cl::opt<bool>
    RemaindersOpt("takt-remainders", cl::cat(Category),
                  cl::desc("Report remainder and empty loops, too"));
static cl::opt<std::string>
    DumpLayoutOpt("takt-dump-layout", cl::cat(Category), cl::value_desc("file"),
                  cl::desc("Write offset, size and bytes of instructions"));
static cl::opt<std::string>
    DumpKernelsOpt("takt-dump-kernels", cl::cat(Category),
                   cl::value_desc("file"),
                   cl::desc("Write every loop's kernel in its text form"));
static cl::opt<std::string>
    DumpFactsOpt("takt-dump-facts", cl::cat(Category), cl::value_desc("file"),
                 cl::desc("Write what is known of every loop's accesses"));
static cl::opt<std::string>
    DumpGuideOpt("takt-dump-guide", cl::cat(Category), cl::value_desc("file"),
                 cl::desc("Write what each shape tried for a loop costs"));
static cl::opt<AliasAssumption> AliasOpt(
    "takt-alias", cl::cat(Category),
    cl::desc("What to assume of accesses that may meet"),
    cl::values(clEnumValN(AliasAssumption::None, "assume-none",
                          "they do not, as mostly (default)"),
               clEnumValN(AliasAssumption::Compiler, "compiler",
                          "they do, unless the compiler knows better"),
               clEnumValN(AliasAssumption::All, "assume-all", "they do")));
static cl::opt<PredictorKind> PredictorOpt(
    "takt-predictor", cl::cat(Category), cl::desc("What predicts loops"),
    cl::values(clEnumValN(PredictorKind::Simulation, "simulation",
                          "the cycle-level machine (default)"),
               clEnumValN(PredictorKind::Combined, "combined",
                          "the largest of front end, ports, critical path")));
static cl::opt<bool> MemoryDepsOpt("takt-memory-deps", cl::cat(Category),
                                   cl::init(true),
                                   cl::desc("Follow values through memory"));
static cl::opt<bool> TimeOpt("takt-time", cl::cat(Category),
                             cl::desc("Print the time that analysis took"));
static cl::opt<std::string> GuideOpt(
    "takt-guide", cl::cat(Category), cl::value_desc("what"),
    cl::desc("Let the model choose: unroll, interleave, wide, align, order"));
static cl::opt<unsigned>
    GuideBudgetOpt("takt-guide-budget", cl::cat(Category), cl::init(20),
                   cl::value_desc("percent"),
                   cl::desc("Work of choosing, of that of compiling the file"));
static cl::opt<unsigned> GuideTripsOpt(
    "takt-guide-trips", cl::cat(Category), cl::init(1024), cl::value_desc("n"),
    cl::desc("Iterations of loops of which nothing says how many they have"));
static cl::opt<unsigned> AdviceThresholdOpt(
    "takt-advice-threshold", cl::cat(Category), cl::init(10),
    cl::value_desc("percent"),
    cl::desc("Gain from which on -Rpass-missed=takt says what would help"));
static cl::opt<unsigned> CopiesOpt(
    "takt-copies", cl::cat(Category), cl::init(3), cl::value_desc("n"),
    cl::desc("Remarks that say the same of copies of one loop, at most"));
static cl::opt<std::string> GuideShapeOpt(
    "takt-guide-shape", cl::cat(Category), cl::value_desc("w,i,u"),
    cl::desc("Give loops this width, interleave count and unroll count, 0 as "
             "LLVM decides, without asking the model"));
static cl::opt<std::string> GuideFunctionOpt(
    "takt-guide-function", cl::cat(Category), cl::value_desc("a,j,u,b"),
    cl::desc("Do this to functions in front of the vectoriser: mark accesses "
             "as apart (1), unroll and jam, unroll, bits of vectors, 0 as LLVM "
             "decides, without asking the model"));
static cl::opt<bool> AnyOrderOpt(
    "takt-guide-any-order", cl::cat(Category), cl::Hidden,
    cl::desc("Let -takt-guide=order change every loop, gain or not"));
static cl::opt<bool>
    MachinePassOpt("takt-machine-pass", cl::cat(Category), cl::Hidden,
                   cl::desc("Run the machine pass in the real pipeline"));

namespace {
/// One option: where its value lives, and its command-line twin.
struct OptionEntry {
  StringRef Name;
  std::string Options::*Text;
  bool Options::*Flag;
  cl::opt<std::string> *TextOpt;
  cl::opt<bool> *FlagOpt;
};
} // namespace

static const OptionEntry Entries[] = {
    {"takt-model", &Options::ModelFile, nullptr, &ModelOpt, nullptr},
    {"takt-cpu", &Options::Cpu, nullptr, &CpuOpt, nullptr},
    {"takt-remainders", nullptr, &Options::Remainders, nullptr, &RemaindersOpt},
    {"takt-dump-layout", &Options::DumpLayout, nullptr, &DumpLayoutOpt,
     nullptr},
    {"takt-dump-kernels", &Options::DumpKernels, nullptr, &DumpKernelsOpt,
     nullptr},
    {"takt-dump-facts", &Options::DumpFacts, nullptr, &DumpFactsOpt, nullptr},
    {"takt-dump-guide", &Options::DumpGuide, nullptr, &DumpGuideOpt, nullptr},
    {"takt-memory-deps", nullptr, &Options::MemoryDependences, nullptr,
     &MemoryDepsOpt},
    {"takt-time", nullptr, &Options::Time, nullptr, &TimeOpt},
    {"takt-guide-any-order", nullptr, &Options::AnyOrder, nullptr,
     &AnyOrderOpt},
    {"takt-machine-pass", nullptr, &Options::MachinePass, nullptr,
     &MachinePassOpt},
};

static Error wrongOption(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

static Error parseAlias(StringRef Value, Options &O) {
  const auto Found = StringSwitch<std::optional<AliasAssumption>>(Value)
                         .Case("assume-none", AliasAssumption::None)
                         .Case("compiler", AliasAssumption::Compiler)
                         .Case("assume-all", AliasAssumption::All)
                         .Default(std::nullopt);
  if (!Found)
    return wrongOption("'" + Value +
                       "' is not a value of option '-takt-alias': "
                       "assume-none, compiler or assume-all");
  O.Alias = *Found;
  return Error::success();
}

static Error parsePredictor(StringRef Value, Options &O) {
  if (Value != "simulation" && Value != "combined")
    return wrongOption("'" + Value +
                       "' is not a value of option '-takt-predictor': "
                       "simulation or combined");
  O.Predictor =
      Value == "combined" ? PredictorKind::Combined : PredictorKind::Simulation;
  return Error::success();
}

/// "unroll,interleave,wide,align,order".
static Error parseGuide(StringRef Value, Options &O) {
  SmallVector<StringRef, 4> Words;
  Value.split(Words, ',');
  for (StringRef Word : Words) {
    bool Options::*Flag = StringSwitch<bool Options::*>(Word)
                              .Case("unroll", &Options::GuideUnroll)
                              .Case("interleave", &Options::GuideInterleave)
                              .Case("wide", &Options::GuideWide)
                              .Case("align", &Options::GuideAlign)
                              .Case("order", &Options::GuideOrder)
                              .Default(nullptr);
    if (!Flag)
      return wrongOption(
          "'" + Word +
          "' is not a value of option '-takt-guide': unroll, "
          "interleave, wide, align, order, or several with commas");
    O.*Flag = true;
  }
  return Error::success();
}

static Error wrongValue(StringRef Value, StringRef Option,
                        const Twine &Expected) {
  return wrongOption("'" + Value + "' is not a value of option '-" + Option +
                     "': " + Expected);
}

/// LLVM takes no other widths and interleave counts (VectorizerParams,
/// LoopVectorizeHints), and makes as many copies as it is asked for.
static constexpr unsigned MostLanes = 64, MostInterleave = 16, MostCopies = 64;
/// No CPU has wider vectors.
static constexpr unsigned LeastBits = 64, MostBits = 512;

/// True if \p N is 0 or a power of two from \p Least to \p Most.
static bool isPowerOrNone(unsigned N, unsigned Least, unsigned Most) {
  return N == 0 || (isPowerOf2_32(N) && N >= Least && N <= Most);
}

/// "0,4,1".
static Error parseShape(StringRef Value, Options &O) {
  LoopShape S;
  SmallVector<StringRef, 3> Words;
  Value.split(Words, ',');
  if (Words.size() != 3 || Words[0].getAsInteger(10, S.Width) ||
      Words[1].getAsInteger(10, S.Interleave) ||
      Words[2].getAsInteger(10, S.Unroll))
    return wrongValue(Value, GuideShapeOpt.ArgStr, "three numbers with commas");
  if (!isPowerOrNone(S.Width, 1, MostLanes))
    return wrongValue(Value, GuideShapeOpt.ArgStr,
                      "the width is 0 or a power of two up to " +
                          Twine(MostLanes));
  if (!isPowerOrNone(S.Interleave, 1, MostInterleave))
    return wrongValue(Value, GuideShapeOpt.ArgStr,
                      "the interleave count is 0 or a power of two up to " +
                          Twine(MostInterleave));
  if (S.Unroll > MostCopies)
    return wrongValue(Value, GuideShapeOpt.ArgStr,
                      "at most " + Twine(MostCopies) + " iterations at a time");
  O.GuideShape = S;
  return Error::success();
}

/// "1,4,0,256".
static Error parseFunctionShape(StringRef Value, Options &O) {
  FunctionShape S;
  SmallVector<StringRef, 4> Words;
  Value.split(Words, ',');
  unsigned Apart = 0;
  if (Words.size() != 4 || Words[0].getAsInteger(10, Apart) || Apart > 1 ||
      Words[1].getAsInteger(10, S.Jam) || Words[2].getAsInteger(10, S.Unroll) ||
      Words[3].getAsInteger(10, S.VectorBits))
    return wrongValue(Value, GuideFunctionOpt.ArgStr,
                      "0 or 1 and three numbers with commas");
  if (std::max(S.Jam, S.Unroll) > MostCopies)
    return wrongValue(Value, GuideFunctionOpt.ArgStr,
                      "at most " + Twine(MostCopies) + " iterations at a time");
  if (!isPowerOrNone(S.VectorBits, LeastBits, MostBits))
    return wrongValue(Value, GuideFunctionOpt.ArgStr,
                      "bits of a vector are 0 or a power of two from " +
                          Twine(LeastBits) + " to " + Twine(MostBits));
  S.Apart = Apart;
  O.GuideFunction = S;
  return Error::success();
}

static Error parseNumber(StringRef Name, StringRef Value, unsigned &N) {
  if (Value.getAsInteger(10, N) || !N)
    return wrongOption("'" + Value + "' is not a value of option '-" + Name +
                       "': a number from 1 to " +
                       Twine(std::numeric_limits<unsigned>::max()));
  return Error::success();
}

static Error parseOption(StringRef Arg, Options &O) {
  StringRef Body = Arg;
  if (!Body.consume_front("--") && !Body.consume_front("-"))
    return wrongOption("'" + Arg + "' is not an option");
  auto [Name, Value] = Body.split('=');
  const bool HasValue = Body.contains('=');
  if (Name == AliasOpt.ArgStr)
    return parseAlias(Value, O);
  if (Name == PredictorOpt.ArgStr)
    return parsePredictor(Value, O);
  if (Name == GuideOpt.ArgStr)
    return parseGuide(Value, O);
  if (Name == GuideShapeOpt.ArgStr)
    return parseShape(Value, O);
  if (Name == GuideFunctionOpt.ArgStr)
    return parseFunctionShape(Value, O);
  if (Name == GuideBudgetOpt.ArgStr)
    return parseNumber(Name, Value, O.GuideBudget);
  if (Name == AdviceThresholdOpt.ArgStr)
    return parseNumber(Name, Value, O.AdviceThreshold);
  if (Name == CopiesOpt.ArgStr)
    return parseNumber(Name, Value, O.Copies);
  if (Name == GuideTripsOpt.ArgStr)
    return parseNumber(Name, Value, O.GuideTrips);
  for (const OptionEntry &E : Entries) {
    if (E.Name != Name)
      continue;
    if (E.Text) {
      if (Value.empty())
        return wrongOption("option '-" + Name + "' needs a value");
      O.*E.Text = Value.str();
      return Error::success();
    }
    if (HasValue && Value != "true" && Value != "false")
      return wrongOption("'" + Value + "' is not a value of option '-" + Name +
                         "': true or false");
    O.*E.Flag = Value != "false";
    return Error::success();
  }
  return wrongOption("unknown option '" + Arg + "'");
}

Error takt::parseOptions(StringRef Text, Options &O) {
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *, 8> Args;
  cl::TokenizeGNUCommandLine(Text, Saver, Args);
  for (const char *Arg : Args)
    if (Error E = parseOption(Arg, O))
      return E;
  return Error::success();
}

namespace {
struct ProcessOptions {
  Options O;
  std::string Problem;

  ProcessOptions() {
    if (std::optional<std::string> Env = sys::Process::GetEnv("TAKT_OPTIONS"))
      if (Error E = parseOptions(*Env, O))
        Problem = "takt: in TAKT_OPTIONS: " + toString(std::move(E));
    for (const OptionEntry &E : Entries) {
      if (E.TextOpt && E.TextOpt->getNumOccurrences())
        O.*E.Text = *E.TextOpt;
      if (E.FlagOpt && E.FlagOpt->getNumOccurrences())
        O.*E.Flag = *E.FlagOpt;
    }
    if (AliasOpt.getNumOccurrences())
      O.Alias = AliasOpt;
    if (PredictorOpt.getNumOccurrences())
      O.Predictor = PredictorOpt;
    readGuide();
  }

  void readNumber(const cl::opt<unsigned> &Opt, unsigned &N) {
    if (Opt.getNumOccurrences())
      if (Error E = parseNumber(Opt.ArgStr, std::to_string(Opt), N))
        Problem = "takt: " + toString(std::move(E));
  }

  void readGuide() {
    if (GuideOpt.getNumOccurrences())
      if (Error E = parseGuide(GuideOpt, O))
        Problem = "takt: " + toString(std::move(E));
    if (GuideShapeOpt.getNumOccurrences())
      if (Error E = parseShape(GuideShapeOpt, O))
        Problem = "takt: " + toString(std::move(E));
    if (GuideFunctionOpt.getNumOccurrences())
      if (Error E = parseFunctionShape(GuideFunctionOpt, O))
        Problem = "takt: " + toString(std::move(E));
    readNumber(GuideBudgetOpt, O.GuideBudget);
    readNumber(GuideTripsOpt, O.GuideTrips);
    readNumber(AdviceThresholdOpt, O.AdviceThreshold);
    readNumber(CopiesOpt, O.Copies);
  }
};
} // namespace

static const ProcessOptions &processOptions() {
  static const ProcessOptions P;
  return P;
}

const Options &takt::options() { return processOptions().O; }

StringRef takt::optionsError() { return processOptions().Problem; }
