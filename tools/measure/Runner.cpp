//===- Runner.cpp - Runs code in a process of its own ---------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runner.h"
#include "ChildMemory.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <array>
#include <csignal>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace takt;

StringRef takt::statusName(Status S) {
  switch (S) {
  case Status::Ok:
    return "ok";
  case Status::Unstable:
    return "unstable";
  case Status::Fault:
    return "fault";
  case Status::Illegal:
    return "illegal";
  case Status::Timeout:
    return "timeout";
  case Status::Unsupported:
    return "unsupported";
  case Status::Malformed:
    return "malformed";
  }
  llvm_unreachable("unknown status");
}

static Error systemError(const Twine &What) {
  return createStringError(What + ": " + sys::StrError());
}

Error takt::pinTo(std::optional<unsigned> Core) {
  const int Number = Core ? static_cast<int>(*Core) : sched_getcpu();
  if (Number < 0 || Number >= CPU_SETSIZE)
    return createStringError("no processor " + Twine(Number));
  cpu_set_t Set;
  CPU_ZERO(&Set);
  CPU_SET(Number, &Set);
  if (sched_setaffinity(0, sizeof(Set), &Set))
    return systemError("cannot run on processor " + Twine(Number));
  return Error::success();
}

#if defined(__x86_64__) && defined(__linux__)

static constexpr unsigned SamplesOfRound = 30, MostRounds = 40;

/// Runs of a sample of which the fastest counts. A run of unrolled copies takes
/// a few hundred cycles, on which a time stamp's jitter shows; it only adds.
static constexpr unsigned RunsOfCopies = 24, RunsOfLoop = 1;

/// Exit code of a child that could not get what it needs.
static constexpr int SetupExit = 101;

/// Iterations of the calibration loop whose difference are CalibrationCycles.
static constexpr uint64_t FewPasses = 50;
static constexpr uint64_t ManyPasses =
    FewPasses + CalibrationCycles / CalibrationAdds;

//===----------------------------------------------------------------------===//
// In the child
//===----------------------------------------------------------------------===//

namespace {

/// A function and the register that says how often it repeats, if any does.
struct Timed {
  void (*Run)() = nullptr;
  std::optional<unsigned> Counter;
};

/// Takes samples in the child.
class Sampler {
public:
  /// False if there is no memory for it.
  bool prepare(const Measurable &M);
  /// Rounds until two agree.
  Measurement run(const Measurable &M);

private:
  uint64_t ticks(const Timed &Code, uint64_t Repetitions);
  uint64_t fewestTicks(const Timed &Code, uint64_t Repetitions);
  int64_t calibrate();
  Sample sample(const Measurable &M);

  RunFrame *Frame = nullptr;
  Timed Calibration, Few, Many;
};

} // namespace

bool Sampler::prepare(const Measurable &M) {
  const bool Avx = __builtin_cpu_supports("avx");
  Frame = prepareChildMemory();
  Calibration = {placeCode(runCode(calibrationLoop(), 1, Avx)),
                 CalibrationCounter};
  Few = Many = {nullptr, M.Counter};
  Few.Run = placeCode(runCode(M.Body, M.Counter ? 1 : M.Few, Avx));
  Many.Run = M.Counter ? Few.Run : placeCode(runCode(M.Body, M.Many, Avx));
  return Frame && Calibration.Run && Few.Run && Many.Run;
}

uint64_t Sampler::ticks(const Timed &Code, uint64_t Repetitions) {
  if (Code.Counter)
    Frame->Registers[*Code.Counter] = Repetitions;
  Code.Run();
  if (Code.Counter)
    Frame->Registers[*Code.Counter] = pointerOf(*Code.Counter);
  return Frame->End - Frame->Begin;
}

uint64_t Sampler::fewestTicks(const Timed &Code, uint64_t Repetitions) {
  const unsigned Runs = Code.Counter ? RunsOfLoop : RunsOfCopies;
  uint64_t Fewest = ticks(Code, Repetitions);
  for (unsigned R = 1; R != Runs; ++R)
    Fewest = std::min(Fewest, ticks(Code, Repetitions));
  return Fewest;
}

int64_t Sampler::calibrate() {
  const uint64_t Short = ticks(Calibration, FewPasses);
  return static_cast<int64_t>(ticks(Calibration, ManyPasses) - Short);
}

Sample Sampler::sample(const Measurable &M) {
  const unsigned Pages = mappedPages();
  Sample S;
  S.Before = calibrate();
  S.Few = fewestTicks(Few, M.Few);
  S.Many = fewestTicks(Many, M.Many);
  S.After = calibrate();
  S.Faulted = mappedPages() != Pages;
  return S;
}

Measurement Sampler::run(const Measurable &M) {
  std::array<Sample, SamplesOfRound> Samples;
  std::optional<Round> Stable;
  Measurement Result;
  // Maps pages, fills caches and trains predictors.
  sample(M);
  for (unsigned R = 0; R != MostRounds; ++R) {
    for (Sample &S : Samples)
      S = sample(M);
    Result.Cycles = summarize(Samples, M.Many - M.Few);
    if (!Result.Cycles.stable())
      continue;
    if (Stable && agree(*Stable, Result.Cycles)) {
      Result.What = Status::Ok;
      if (Stable->Median < Result.Cycles.Median)
        Result.Cycles = *Stable;
      return Result;
    }
    Stable = Result.Cycles;
  }
  return Result;
}

/// Measures and ends the process. The timer kills it if the block does not end.
[[noreturn]] static void runChild(const Measurable &M, const RunOptions &O,
                                  Measurement &Result) {
  const rlimit NoCore = {};
  setrlimit(RLIMIT_CORE, &NoCore);
  Sampler S;
  if (!S.prepare(M))
    _exit(SetupExit);
  itimerval Timer = {};
  Timer.it_value.tv_sec = O.TimeoutMilliseconds / 1000;
  Timer.it_value.tv_usec =
      static_cast<suseconds_t>(O.TimeoutMilliseconds % 1000) * 1000;
  if (setitimer(ITIMER_REAL, &Timer, nullptr))
    _exit(SetupExit);
  Result = S.run(M);
  _exit(0);
}

//===----------------------------------------------------------------------===//
// In the parent
//===----------------------------------------------------------------------===//

/// What the way in which a child ended says.
static Status statusOf(int Wait) {
  if (WIFSIGNALED(Wait) && WTERMSIG(Wait) == SIGILL)
    return Status::Illegal;
  if (WIFSIGNALED(Wait) && WTERMSIG(Wait) == SIGALRM)
    return Status::Timeout;
  return Status::Fault;
}

Expected<Measurement> takt::measure(const Measurable &M, const RunOptions &O) {
  void *const Shared =
      mmap(nullptr, sizeof(Measurement), PROT_READ | PROT_WRITE,
           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Shared == MAP_FAILED)
    return systemError("no memory");
  auto *const Result = new (Shared) Measurement();
  const pid_t Child = fork();
  if (Child < 0)
    return systemError("no process");
  if (Child == 0)
    runChild(M, O, *Result);
  int Wait = 0;
  while (waitpid(Child, &Wait, 0) < 0)
    if (errno != EINTR)
      return systemError("the process of the block is lost");
  Measurement Copy = *Result;
  munmap(Shared, sizeof(Measurement));
  if (WIFEXITED(Wait) && WEXITSTATUS(Wait) == SetupExit)
    return createStringError("no memory at the addresses that blocks need");
  if (!WIFEXITED(Wait) || WEXITSTATUS(Wait) != 0)
    Copy = {statusOf(Wait), {}};
  return Copy;
}

#else

Expected<Measurement> takt::measure(const Measurable &, const RunOptions &) {
  return createStringError("blocks can be measured on x86-64 Linux only");
}

#endif
