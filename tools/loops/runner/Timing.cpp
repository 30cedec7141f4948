//===- Timing.cpp - Cycles of a kernel ------------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cores.h"
#include "KernelRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

using namespace llvm;
using namespace takt;

#if defined(__x86_64__) && defined(__linux__)

#include <x86intrin.h>

/// As takt-measure has them.
static constexpr unsigned SamplesOfRound = 30, MostRounds = 40;

/// Rounds that are taken whatever they say.
static constexpr unsigned FewestRounds = 3;

/// Samples that are tried for a round, and by a process for all, for others may
/// share the core for long. A sample takes half a millisecond.
static constexpr unsigned TriesOfRound = 300, TriesOfProcess = 1200;

/// Pauses of a process for that.
static constexpr unsigned MostWaits = 2000, MicrosecondsOfWait = 500;

/// Ticks of a timed stretch at least, so that neither a time stamp's jitter
/// (some 50 ticks) shows in the difference nor which branches were
/// mispredicted. Not many more: a host may stop a virtual machine for 5000
/// ticks after each 140,000 (measured for hours; loops took 4 % too much by
/// stretches of 200,000), and has used its caches by then.
static constexpr uint64_t TicksOfStretch = 25000, MostTicksOfStretch = 70000;

/// Ticks of all stretches of a sample, about, and how many there are at least.
static constexpr uint64_t TicksOfStretches = 600000;
static constexpr unsigned FewestStretches = 5;

/// The fastest one of so many counts: what disturbs only adds.
static constexpr unsigned OneOf = 4;

//===----------------------------------------------------------------------===//
// Ticks
//===----------------------------------------------------------------------===//

static uint64_t stamp() {
  _mm_lfence();
  const uint64_t Ticks = __rdtsc();
  _mm_lfence();
  return Ticks;
}

/// Ticks of so many passes of 100 additions that wait for each other, one cycle
/// each. Between registers, as takt-measure's calibrationLoop says.
static uint64_t chainTicks(uint64_t Passes) {
  const uint64_t Begin = stamp();
  uint64_t Value = 0;
  asm volatile("1:\n\t"
               ".rept 100\n\t"
               "addq %2, %0\n\t"
               ".endr\n\t"
               "decq %1\n\t"
               "jnz 1b"
               : "+r"(Value), "+r"(Passes)
               : "r"(Begin)
               : "cc");
  return stamp() - Begin;
}

/// Ticks of CalibrationCycles cycles.
static double calibrate() {
  constexpr uint64_t Few = 50, Many = Few + CalibrationCycles / 100;
  const uint64_t Short = chainTicks(Few);
  return static_cast<double>(chainTicks(Many)) - static_cast<double>(Short);
}

/// Ticks of code that needs the core's whole width. Not takt-measure's probe,
/// which loads, too: where a core gets too little power for that, samples are
/// too long for the moments in which it does.
static uint64_t probeTicks() {
  const uint64_t Begin = stamp();
  uint64_t Passes = 200;
  asm volatile("1:\n\t"
               ".rept 100\n\t"
               "xorl %%edi, %%edi\n\t"
               ".endr\n\t"
               "decq %0\n\t"
               "jnz 1b"
               : "+r"(Passes)
               :
               : "cc", "rdi");
  return stamp() - Begin;
}

/// Elements by which calls of a run differ: 0 to 7 times some 32nd of the
/// kernel's size, which are whole iterations of a loop that is unrolled four
/// times and works on 64 bytes of an array. Small sizes are those of loops
/// around loops.
static long stepOf(const LoadedKernel &K) {
  constexpr long Smallest = 1024;
  return K.Size < Smallest
             ? 0
             : static_cast<long>(bit_floor(static_cast<uint64_t>(K.Size / 32)));
}

/// Lengths of calls: 0 to 7 steps less than the longest.
static constexpr unsigned NumLengths = 8;

/// By how many steps each of \p Calls calls is shorter: each length as often as
/// the others, so that runs are of equal length, in an order that never comes
/// again.
static std::vector<uint8_t> shorten(uint64_t Calls) {
  // Knuth's constants for 64 bits (MMIX).
  static uint64_t Random = 1;
  std::vector<uint8_t> Steps(Calls);
  for (uint64_t C = 0; C != Calls; ++C) {
    // Fisher and Yates, from inside out.
    Random = Random * 6364136223846793005 + 1442695040888963407;
    const uint64_t At = (Random >> 32) % (C + 1);
    Steps[C] = Steps[At];
    Steps[At] = C % NumLengths;
  }
  return Steps;
}

/// Ticks of calls with up to \p N elements each, by \p Less. Calls are kept
/// apart by fences, so that what a call costs once is the same for each number
/// of elements. That holds for the branch that ends the loop too if it is never
/// predicted: predictors learn the length of a short loop that is always the
/// same, and a sequence of lengths that comes again. So lengths vary at random.
/// A call before them makes up for what ran in between.
static uint64_t callTicks(const LoadedKernel &K, Data *D, long N,
                          ArrayRef<uint8_t> Less) {
  const long Step = stepOf(K);
  K.Run(N, D);
  const uint64_t Begin = stamp();
  for (uint8_t Steps : Less) {
    K.Run(N - Steps * Step, D);
    _mm_lfence();
  }
  return stamp() - Begin;
}

namespace {

/// How the calls of a sample are timed.
struct Plan {
  uint64_t Calls = 1;  ///< of a stretch
  bool Single = false; ///< each is timed by itself
  unsigned Stretches = FewestStretches;
};

} // namespace

static Plan planFor(const LoadedKernel &K, Data *D) {
  const std::vector<uint8_t> Each = shorten(NumLengths);
  const uint64_t Once =
      std::max<uint64_t>(1, callTicks(K, D, K.Size, Each) / NumLengths);
  Plan P;
  const unsigned Lengths = stepOf(K) ? NumLengths : 1;
  P.Single = Once * Lengths > MostTicksOfStretch;
  P.Calls = alignTo(P.Single ? 1 : divideCeil(TicksOfStretch, Once), Lengths);
  P.Stretches =
      std::max<uint64_t>(FewestStretches, TicksOfStretches / (P.Calls * Once));
  return P;
}

/// The mean of the fastest of \p Ticks; 0 if there are none.
static double meanOfFastest(std::vector<double> Ticks) {
  llvm::sort(Ticks);
  Ticks.resize(divideCeil(Ticks.size(), OneOf));
  return Ticks.empty() ? 0
                       : std::accumulate(Ticks.begin(), Ticks.end(), 0.0) /
                             static_cast<double>(Ticks.size());
}

/// Ticks of a stretch of calls with up to \p N elements.
static double meanTicks(const LoadedKernel &K, Data *D, long N, const Plan &P) {
  // Calls of equal length are compared.
  std::array<std::vector<double>, NumLengths> Ticks;
  for (unsigned S = 0; S != P.Stretches; ++S) {
    const std::vector<uint8_t> Less = shorten(P.Calls);
    if (!P.Single)
      Ticks[0].push_back(static_cast<double>(callTicks(K, D, N, Less)));
    else
      for (uint8_t Steps : Less)
        Ticks[Steps].push_back(static_cast<double>(callTicks(K, D, N, Steps)));
  }
  double Sum = 0;
  for (const std::vector<double> &Of : Ticks)
    Sum += meanOfFastest(Of);
  return Sum;
}

//===----------------------------------------------------------------------===//
// In the child
//===----------------------------------------------------------------------===//

namespace {

/// What one process says.
struct Process {
  bool Stable = false;
  Round Cycles;       ///< of a call's additional elements, all together
  uint64_t Calls = 0; ///< of a stretch
  double Probe = 0;   ///< cycles on a core of its own; 0: not known
};

} // namespace

static Sample sample(const LoadedKernel &K, Data *D, const Plan &P) {
  Sample S;
  S.Before = calibrate();
  S.ProbeBefore = static_cast<double>(probeTicks());
  S.Few = meanTicks(K, D, K.Size / 2, P);
  S.Many = meanTicks(K, D, K.Size, P);
  S.ProbeAfter = static_cast<double>(probeTicks());
  S.After = calibrate();
  return S;
}

namespace {

/// What a process may still do.
struct Budget {
  unsigned Tries = TriesOfProcess, Waits = MostWaits;
  /// Before the timer says that the kernel does not end.
  std::chrono::steady_clock::time_point Until;

  bool left() const {
    return Tries != 0 && std::chrono::steady_clock::now() < Until;
  }
};

} // namespace

/// Sleeps while something else runs on the other thread of the core, on each
/// core in turn.
static void awaitCore(const Probes &Alone, Budget &B) {
  for (; B.Waits != 0 && B.left(); --B.Waits) {
    Sample S;
    S.Before = calibrate();
    S.ProbeBefore = S.ProbeAfter = static_cast<double>(probeTicks());
    S.After = calibrate();
    if (Alone.alone(S))
      return;
    usleep(MicrosecondsOfWait);
    moveOn();
  }
}

/// Samples during which the core was this process's own.
static Round takeRound(const LoadedKernel &K, Data *D, const Plan &Timed,
                       Probes &Alone, Budget &B) {
  std::vector<Sample> Samples;
  for (unsigned T = 0;
       T != TriesOfRound && Samples.size() != SamplesOfRound && B.left();
       ++T, --B.Tries) {
    const Sample S = sample(K, D, Timed);
    if (const std::optional<double> Probed = probeCycles(S))
      Alone.add(*Probed);
    if (Alone.alone(S))
      Samples.push_back(S);
    else
      awaitCore(Alone, B);
  }
  return summarizeLevels(Samples, Timed.Calls);
}

/// Lets what is mapped next lie elsewhere in each process: forked ones would
/// have the same addresses, by whose bits Zen predicts the way of a line.
/// `points` at -O3 -ffast-math takes 0.93 or 1.68 cycles, by the process.
static void moveAddresses(size_t Number) {
  constexpr size_t Some = 37 * 4096;
  if (mmap(nullptr, (Number + 1) * Some, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED)
    exit(1);
}

/// Rounds until two agree.
static void runProcess(const LoadedKernel &K, const TimingOptions &O,
                       size_t Number, double Known, Process &P) {
  moveAddresses(Number);
  Expected<Data *> D = makeData();
  if (!D)
    exit(1);
  // Flush to zero, denormals are zero: no values that take longer than others.
  _mm_setcsr(_mm_getcsr() | 0x8040);
  const Plan Timed = planFor(K, *D);
  P.Calls = Timed.Calls;
  sample(K, *D, Timed);
  Probes Alone(Known);
  std::vector<Round> Rounds;
  Budget B;
  B.Until = std::chrono::steady_clock::now() +
            std::chrono::milliseconds(O.TimeoutMilliseconds / 2);
  while (Rounds.size() != MostRounds && B.left() && !P.Stable) {
    Rounds.push_back(takeRound(K, *D, Timed, Alone, B));
    const std::optional<Round> Level = lowestLevel(Rounds);
    P.Cycles = Level.value_or(Rounds.back());
    P.Stable = Level && Rounds.size() >= FewestRounds;
  }
  P.Probe = Alone.shortest();
}

//===----------------------------------------------------------------------===//
// In the parent
//===----------------------------------------------------------------------===//

static Round perElement(Round R, long Elements) {
  const auto Count = static_cast<double>(Elements);
  R.Median /= Count;
  R.Minimum /= Count;
  R.Spread /= Count;
  return R;
}

/// The lowest level that two processes agree on: pages and addresses differ
/// between them, and with them which lines are in each other's way.
static void judge(ArrayRef<Process> All, KernelCycles &K) {
  SmallVector<Process, 8> Stable;
  copy_if(All, std::back_inserter(Stable),
          [](const Process &P) { return P.Stable; });
  K.Stable = Stable.size();
  if (Stable.empty())
    return;
  llvm::sort(Stable, [](const Process &A, const Process &B) {
    return A.Cycles.Median < B.Cycles.Median;
  });
  K.What = Status::Unstable;
  const Process *Lowest = &Stable.front();
  for (size_t I = 0; I + 1 < Stable.size(); ++I)
    if (agree(Stable[I].Cycles, Stable[I + 1].Cycles)) {
      K.What = Status::Ok;
      Lowest = &Stable[I];
      break;
    }
  K.Cycles = Lowest->Cycles;
  K.Calls = Lowest->Calls;
}

Expected<KernelCycles> takt::timeKernel(const LoadedKernel &K,
                                        const TimingOptions &O) {
  void *const Shared = mmap(nullptr, sizeof(Process), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Shared == MAP_FAILED)
    return createStringError("no memory: " + sys::StrError());
  auto *const Result = new (Shared) Process();
  KernelCycles Found;
  SmallVector<Process, 8> All;
  double Known = O.Probe;
  while (All.size() != O.Processes) {
    *Result = Process();
    Expected<Status> Ended = runInChild(O.TimeoutMilliseconds, [&] {
      runProcess(K, O, All.size(), Known, *Result);
    });
    if (!Ended)
      return Ended.takeError();
    if (*Ended != Status::Ok) {
      Found.What = *Ended;
      break;
    }
    All.push_back(*Result);
    if (Result->Probe > 0 && (Known == 0 || Result->Probe < Known))
      Known = Result->Probe;
    judge(All, Found);
    // Five at least, so that the level is not one of an unlucky placement.
    if (Found.What == Status::Ok && All.size() >= std::min(5u, O.Processes))
      break;
  }
  munmap(Shared, sizeof(Process));
  Found.Probe = Known;
  Found.Cycles = perElement(Found.Cycles, K.Size - K.Size / 2);
  return Found;
}

#else

Expected<KernelCycles> takt::timeKernel(const LoadedKernel &,
                                        const TimingOptions &) {
  return createStringError("kernels can be measured on x86-64 Linux only");
}

#endif
