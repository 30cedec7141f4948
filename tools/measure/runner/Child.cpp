//===- Child.cpp - Processes of their own ---------------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Child.h"
#include "Sampler.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace takt;

/// Exit code of a child that could not get what it needs.
static constexpr int SetupExit = 101;

static constexpr unsigned FewestProcesses = 2, MostProcesses = 5;

static std::string systemError(const std::string &What) {
  return What + ": " + std::strerror(errno);
}

/// Measures and ends the process. The timer kills it if the block does not end:
/// one of processor time, so that it does not matter what else is run.
[[noreturn]] static void runChild(const Job &J, ClockChoice Wanted,
                                  double Known, bool Small,
                                  Measurement &Result) {
  const rlimit NoCore = {};
  setrlimit(RLIMIT_CORE, &NoCore);
  Sampler S(J, Wanted, Known);
  if (!S.prepare(Small))
    _exit(SetupExit);
  itimerval Timer = {};
  Timer.it_value.tv_sec = J.TimeoutMilliseconds / 1000;
  Timer.it_value.tv_usec =
      static_cast<suseconds_t>(J.TimeoutMilliseconds % 1000) * 1000;
  if (setitimer(ITIMER_PROF, &Timer, nullptr))
    _exit(SetupExit);
  // An unstable block shall end before the timer says that it does not.
  Result = S.run(J.TimeoutMilliseconds / 2);
  _exit(0);
}

/// What the way in which a child ended says.
static Status statusOf(int Wait) {
  if (WIFSIGNALED(Wait) && WTERMSIG(Wait) == SIGILL)
    return Status::Illegal;
  if (WIFSIGNALED(Wait) && WTERMSIG(Wait) == SIGPROF)
    return Status::Timeout;
  if (WIFEXITED(Wait) && WEXITSTATUS(Wait) == EndlessExit)
    return Status::Timeout;
  if (WIFEXITED(Wait) && WEXITSTATUS(Wait) == PagesExit)
    return Status::NotL1;
  return Status::Fault;
}

/// One process. \returns what failed, or nothing.
static std::string measureOnce(const Job &J, ClockChoice Wanted, double &Known,
                               bool Small, Measurement &Result) {
  void *const Shared =
      mmap(nullptr, sizeof(Measurement), PROT_READ | PROT_WRITE,
           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Shared == MAP_FAILED)
    return systemError("no memory");
  auto *const There = new (Shared) Measurement();
  const pid_t Child = fork();
  if (Child < 0)
    return systemError("no process");
  if (Child == 0)
    runChild(J, Wanted, Known, Small, *There);
  int Wait = 0;
  while (waitpid(Child, &Wait, 0) < 0)
    if (errno != EINTR)
      return systemError("the process of the block is lost");
  Result = *There;
  if (Result.Probe > 0 && (Known == 0 || Result.Probe < Known))
    Known = Result.Probe;
  munmap(Shared, sizeof(Measurement));
  if (WIFEXITED(Wait) && WEXITSTATUS(Wait) == SetupExit)
    return "no memory at the addresses that blocks need";
  if (!WIFEXITED(Wait) || WEXITSTATUS(Wait) != 0) {
    Result = Measurement();
    Result.What = statusOf(Wait);
  }
  return "";
}

/// The process said something of the block that another would say too.
static bool isFinal(const Measurement &M) {
  return M.Cycles.Kept == 0 && M.What != Status::Unstable;
}

std::string takt::measure(const Job &J, ClockChoice Wanted, double &Known,
                          Measurement &Result) {
  if (hostArch() != J.For)
    return std::string("code of ") + archName(J.For) + " cannot be run on " +
           (hostArch() ? archName(*hostArch()) : "this machine");
  bool Small = false;
  std::vector<Round> Levels;
  std::vector<double> Typical;
  for (unsigned P = 0; P != MostProcesses; ++P) {
    std::string Failed = measureOnce(J, Wanted, Known, Small, Result);
    if (Failed.empty() && Result.What == Status::Fault && J.Small && !Small) {
      Small = true;
      Failed = measureOnce(J, Wanted, Known, Small, Result);
    }
    if (!Failed.empty() || isFinal(Result))
      return Failed;
    if (Result.What == Status::Unstable)
      continue;
    Levels.push_back(Result.Cycles);
    Typical.push_back(Result.Typical);
    const std::optional<Round> Level = lowestLevel(Levels);
    if (!Level || Levels.size() < FewestProcesses)
      continue;
    Result.Cycles = *Level;
    for (const double T : Typical)
      Result.Typical = std::max(Result.Typical, T);
    if (Result.Typical > 1.03 * Result.Cycles.Median)
      Result.Flags |= FlagPlacement;
    return "";
  }
  Result.What = Status::Unstable;
  return "";
}
