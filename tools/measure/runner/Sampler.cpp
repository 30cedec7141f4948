//===- Sampler.cpp - The samples of one block -----------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sampler.h"
#include "Cores.h"
#include <algorithm>
#include <cmath>
#include <ctime>
#include <unistd.h>
#include <utility>

using namespace takt;

static constexpr unsigned SamplesOfRound = 30;

/// Samples that are tried for a round, and by a process for all: others may
/// share the core for long.
static constexpr unsigned TriesOfRound = 10 * SamplesOfRound,
                          TriesOfProcess = 2 * Job::MostRounds * SamplesOfRound;

/// Probes in a row, until the core is quiet, before a pause: neighbours may
/// leave it alone for 10 to 80 microseconds, many times in a row.
static constexpr unsigned ProbesOfWait = 20, MicrosecondsOfWait = 100;

/// Rounds that are taken whatever they say: each assignment of addresses twice.
static constexpr unsigned FewestRounds = 2 * Assignments;

/// Runs of a sample that are short, whose mean counts: a run of a few hundred
/// cycles is little more than a counter's step (26 ticks on a Zen 4 of 2.6
/// GHz). As many as take that many ticks, within limits, behind some that do
/// not count: the first two find none of their code in the op cache.
static constexpr unsigned FewestRuns = 24, MostRuns = 384, WarmRuns = 3;
static constexpr double TicksOfRuns = 150000;

/// Iterations below which a loop counts as short.
static constexpr uint64_t LongIterations = 1000;

/// Repetitions that must stay in the cache for a difference to mean anything,
/// and below which a measurement is marked.
static constexpr uint64_t FewestInCache = 24, ShortInCache = 150;

/// Ticks that a calibration must at least take, so that one tick is 0.05 %.
static constexpr double FewestTicks = 2000;
static constexpr uint64_t MostScale = 64;

/// Share of a loop of one cycle that a counter's step may be: the time stamp
/// counter of a Zen 3 moves by 24 ticks at once, 0.016 cycles of 2,000
/// iterations.
static constexpr double StepShare = 0.004;

/// Instructions of a cycle at most, about; those of loops that are short; and
/// by what longer ones may repeat less often.
static constexpr double MostInstrsOfCycle = 8, ShortInstrs = 16,
                        LeastLoopScale = 0.25;

/// Where code lies: more for loops, which are small.
static constexpr unsigned PlacesOfLoop = 4, PlacesOfCopies = 2;

/// Instructions that are stepped through, for each assignment.
static constexpr uint64_t TracedInstrs = 6000;

/// Iterations of the calibration loop whose difference are CalibrationCycles.
static constexpr uint64_t FewPasses = 50;
static constexpr uint64_t MorePasses = CalibrationCycles / CalibrationAdds;

/// What this processor has.
static CodeChoice hostChoice(Clock With) {
  CodeChoice C;
  C.With = With;
#if defined(__x86_64__)
  C.Avx = __builtin_cpu_supports("avx");
  C.Avx512 =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
#else
  C.For = Arch::AArch64;
#endif
  return C;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

bool Sampler::place(Timed &To, uint64_t Copies) {
  const RunCode Code = runCode(J.Body, Copies, Choice);
  To.Code = placeCode(Code, J.Offset, J.Body.size(), J.Fields);
  To.Count = J.Count;
  return To.Code.Run;
}

bool Sampler::prepare(bool HeedSmall) {
  Choice = hostChoice(Cycles.clock());
  Small = HeedSmall ? J.Small : 0;
  Few = J.Few;
  Many = J.Many;
  Frame = prepareMemory(J.For);
  if (!Frame)
    return false;
  resetMemory(*Frame, Assignment, J.Memory, Small);
  const RunCode Adds = runCode(calibrationLoop(J.For), 1, Choice);
  Calibration.Code = placeCode(Adds, 0, Adds.BodyEnd - Adds.BodyBegin, {});
  Calibration.Count = CountRegister{CalibrationCounter, std::nullopt, 0, 1};
  if (!Calibration.Code.Run)
    return false;
  const RunCode Wide = runCode(probeLoop(J.For), 1, Choice);
  Probe.Code = placeCode(Wide, 0, Wide.BodyEnd - Wide.BodyBegin, {});
  Probe.Count = Calibration.Count;
  if (!Probe.Code.Run)
    return false;
  calibrateScale();
  return true;
}

/// The code of all places, once the repetitions are known.
bool Sampler::placeAll() {
  Places.resize(J.Count ? PlacesOfLoop : PlacesOfCopies);
  for (Pair &P : Places) {
    if (!place(P.Few, J.Count ? 1 : Few))
      return false;
    P.Many = P.Few;
    if (!J.Count && !place(P.Many, Many))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

/// Lets the body repeat that often. \returns what the register held.
uint64_t Sampler::enter(const CountRegister &C, uint64_t Repetitions) {
  const uint64_t Kept = Frame->Registers[C.Register];
  Frame->Registers[C.Register] = (C.Base ? Frame->Registers[*C.Base] : 0) +
                                 static_cast<uint64_t>(C.Constant) +
                                 static_cast<uint64_t>(C.Step) * Repetitions;
  return Kept;
}

double Sampler::ticks(const Timed &Code, uint64_t Repetitions, bool Restore) {
  const uint64_t Kept = Code.Count ? enter(*Code.Count, Repetitions) : 0;
  // Every run finds the same values.
  if (Restore && Assignment < Each.size())
    for (const uint64_t Line : Each[Assignment].Written)
      restoreLine(Line);
  Frame->Counter = Cycles.index();
  const uint64_t Before = Cycles.clock() == Clock::Perf ? Cycles.read() : 0;
  Code.Code.Run();
  const uint64_t After = Cycles.clock() == Clock::Perf ? Cycles.read() : 0;
  if (Code.Count)
    Frame->Registers[Code.Count->Register] = Kept;
  return Cycles.clock() == Clock::Perf
             ? static_cast<double>(After - Before)
             : static_cast<double>(Frame->End - Frame->Begin);
}

double Sampler::meanTicks(const Timed &Code, uint64_t Repetitions) {
  std::vector<double> Runs;
  for (unsigned R = 0; RunsOfSample > 1 && R != WarmRuns; ++R)
    ticks(Code, Repetitions, /*Restore=*/true);
  for (unsigned R = 0; R != RunsOfSample; ++R)
    Runs.push_back(ticks(Code, Repetitions, /*Restore=*/true));
  return meanOfRuns(Runs, Step);
}

double Sampler::calibrate() {
  const double Short = ticks(Calibration, FewPasses * Scale, false);
  const double Long =
      ticks(Calibration, (FewPasses + MorePasses) * Scale, false);
  return (Long - Short) / static_cast<double>(Scale);
}

/// Ticks of ProbePasses of what others on the core make longer.
double Sampler::probe() {
  const uint64_t Kept =
      std::exchange(Frame->Registers[ProbePointer],
                    FrameAddress + offsetof(RunFrame, Vector));
  const double Ticks = ticks(Probe, ProbePasses * Scale, /*Restore=*/false);
  Frame->Registers[ProbePointer] = Kept;
  return Ticks / static_cast<double>(Scale);
}

/// \p Ticks: of a loop of one cycle.
double Sampler::loopScale(double Ticks) const {
  const auto Instrs = static_cast<double>(J.Sizes.size());
  const double Cycles = std::max(1.0, Instrs / MostInstrsOfCycle);
  const double Wanted = std::clamp(std::ceil(Step / (StepShare * Ticks)),
                                   double(Scale), double(MostScale));
  // Others leave the core alone for short times only.
  const double Least = std::clamp(ShortInstrs / Instrs, LeastLoopScale, 1.0);
  return std::max(Wanted / Cycles, Least);
}

/// Finds out how coarse the counter is, and lets a calibration take enough
/// ticks of a slow one.
void Sampler::calibrateScale() {
  std::vector<double> Runs;
  for (uint64_t Passes = 1; Passes <= FewPasses; ++Passes)
    for (unsigned R = 0; R != 4; ++R)
      Runs.push_back(ticks(Calibration, Passes, /*Restore=*/false));
  Step = stepOf(Runs);
  calibrate();
  const double Ticks = std::max(1.0, calibrate());
  if (Ticks < FewestTicks)
    Scale = std::min(MostScale,
                     static_cast<uint64_t>(std::ceil(FewestTicks / Ticks)));
  LastCalibration = Ticks;
  LoopScale = loopScale(Ticks / CalibrationCycles * double(Many - Few));
}

Sample Sampler::sample(const Pair &Code) {
  const unsigned Pages = mappedPages();
  Sample S;
  // The one behind the sample before: what is short is more often undisturbed.
  S.Before = LastCalibration;
  S.ProbeBefore = probe();
  S.Few = meanTicks(Code.Few, Few);
  S.Many = meanTicks(Code.Many, Many);
  S.ProbeAfter = probe();
  S.After = LastCalibration = calibrate();
  S.Faulted = mappedPages() != Pages;
  return S;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// Repetitions to step through.
static uint64_t tracedRepetitions(const Job &J) {
  const uint64_t Most =
      std::max<uint64_t>(TracedInstrs / J.Sizes.size(), FewestInCache);
  // Without accesses only the count of iterations is looked at.
  return std::min(J.Many, J.Accesses.empty() ? uint64_t(10) : Most);
}

/// Steps through the body with each assignment. \returns why it cannot be
/// measured.
std::optional<Status> Sampler::traceAll() {
  const uint64_t Wanted = tracedRepetitions(J);
  const std::optional<TracedBody> Body = tracedBody(J);
  if (!Body) {
    Judged = {{0}, Status::Ok, FlagUntraced, std::nullopt};
    return limit(Judged);
  }
  const PlacedCode Code =
      placeCode(runCode(Body->Bytes, J.Count ? 1 : Wanted, Choice), J.Offset,
                Body->Bytes.size(), Body->Fields);
  if (!Code.Run)
    return Status::Unstable;
  // Without accesses all assignments are the same.
  const unsigned Traced = J.Accesses.empty() ? 1 : Assignments;
  for (unsigned A = 0; A != Traced; ++A) {
    resetMemory(*Frame, A, J.Memory, Small);
    const uint64_t Kept = J.Count ? enter(*J.Count, Wanted) : 0;
    const Trace T =
        traceRun(J, *Body, Code, 4 * Wanted * J.Sizes.size() + 1000);
    if (J.Count)
      Frame->Registers[J.Count->Register] = Kept;
    if (J.Count && T.Repetitions != Wanted)
      return Status::Uncounted;
    Each.push_back(judge(J, T, hostCache()));
  }
  Judged = judgeAll(Each);
  return limit(Judged);
}

/// Few and Many such that the data stay in the cache.
std::optional<Status> Sampler::limit(const Verdict &V) {
  RunsOfSample = J.Count && Many >= LongIterations ? 1 : FewestRuns;
  if (!V.Limit || *V.Limit >= Many) {
    if (J.Count) {
      Few = static_cast<uint64_t>(double(Few) * LoopScale);
      Many = static_cast<uint64_t>(double(Many) * LoopScale);
    }
    return std::nullopt;
  }
  if (*V.Limit < FewestInCache)
    return Status::NotL1;
  Many = *V.Limit;
  Few = Many / (J.Count ? 3 : 2);
  if (Many < ShortInCache)
    Judged.Flags |= FlagShort;
  RunsOfSample = FewestRuns;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

/// Waits while something else makes probes longer, on each core in turn.
void Sampler::awaitCore() {
  using Steady = std::chrono::steady_clock;
  const Steady::time_point Begin = Steady::now();
  for (unsigned Number = 1; Waited + (Steady::now() - Begin) < MostWait;
       ++Number) {
    Sample S;
    S.Before = S.After = LastCalibration;
    S.ProbeBefore = S.ProbeAfter = probe();
    if (Alone.alone(S))
      break;
    if (Number % ProbesOfWait != 0)
      continue;
    usleep(MicrosecondsOfWait);
    moveOn();
    LastCalibration = calibrate();
  }
  Waited += Steady::now() - Begin;
}

Round Sampler::round(unsigned Number) {
  Assignment = Judged.Good[Number % Judged.Good.size()];
  const Pair &Code = Places[Number % Places.size()];
  // Fresh pages, whose lines come to lie in other ways.
  resetMemory(*Frame, Assignment, J.Memory, Small);
  ticks(Code.Many, Many, /*Restore=*/false);
  if (RunsOfSample > 1)
    RunsOfSample = static_cast<unsigned>(std::clamp<double>(
        TicksOfRuns / std::max(1.0, ticks(Code.Many, Many, /*Restore=*/true)),
        FewestRuns, MostRuns));
  // Maps what a run of changed values touches; trains predictors.
  sample(Code);
  std::vector<Sample> Samples;
  for (unsigned S = 0; S != TriesOfRound && Samples.size() != SamplesOfRound;
       ++S, ++Tries) {
    const Sample Taken = sample(Code);
    if (const std::optional<double> Probed = probeCycles(Taken))
      Alone.add(*Probed);
    if (Alone.alone(Taken))
      Samples.push_back(Taken);
    else
      awaitCore();
  }
  return summarize(Samples, Many - Few, Few);
}

Measurement Sampler::run(unsigned Milliseconds) {
  const std::clock_t Begin = std::clock();
  MostWait = std::chrono::milliseconds(Milliseconds);
  const auto InTime = [&] {
    return Tries < TriesOfProcess &&
           1000.0 * static_cast<double>(std::clock() - Begin) / CLOCKS_PER_SEC <
               Milliseconds;
  };
  Measurement M;
  M.With = Cycles.clock();
  if (const std::optional<Status> Why = traceAll()) {
    M.What = *Why;
    M.Flags = Judged.Flags;
    return M;
  }
  M.Flags = Judged.Flags;
  if (Small)
    M.Flags |= FlagSmall;
  M.Repetitions = Many;
  if (!placeAll())
    return M;
  std::vector<Round> Rounds;
  for (unsigned R = 0; R != J.Rounds && InTime(); ++R) {
    Rounds.push_back(round(R));
    const std::optional<Round> Level = lowestLevel(Rounds);
    M.Cycles = Level.value_or(Rounds.back());
    if (!Level || R + 1 < FewestRounds)
      continue;
    M.What = Judged.What;
    break;
  }
  M.Typical = typicalOf(Rounds);
  M.Probe = Alone.shortest();
  return M;
}
