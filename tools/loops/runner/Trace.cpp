//===- Trace.cpp - Executed instructions of a kernel -----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelRun.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/Errno.h"
#include <csignal>
#include <cstddef>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

long takt::traceSize(const LoadedKernel &K) {
  constexpr long Large = 1024;
  return K.Size < Large ? K.Size : K.Size / 4;
}

#if defined(__x86_64__) && defined(__linux__)

#include <sys/time.h>
#include <sys/user.h>

using namespace llvm;
using namespace takt;

/// More steps than any kernel of a sensible size takes: some minutes.
static constexpr uint64_t MostSteps = 20000000;

/// Calls that are not watched. What is measured comes after up to some
/// thousands of calls, and a kernel may change its data: a pass of bubble sort
/// over a few thousand elements has nothing left to do by then.
static constexpr unsigned CallsBefore = 4096;

namespace {

/// A process that is stepped through.
class Stepper {
public:
  Stepper(pid_t Child, const LoadedKernel &K, raw_ostream &OS)
      : Child(Child), Entry(reinterpret_cast<uint64_t>(K.Run)), Base(K.Base),
        OS(OS) {}

  /// Steps until the process ends. Fails if there are too many steps.
  Expected<Status> run();

private:
  uint64_t reg(size_t Offset) const {
    return static_cast<uint64_t>(
        ptrace(PTRACE_PEEKUSER, Child, static_cast<long>(Offset), nullptr));
  }
  void watch(uint64_t Address);

  pid_t Child;
  uint64_t Entry, Base;
  /// Where the watched call returns to; 0: outside of the kernel.
  uint64_t Return = 0;
  raw_ostream &OS;
};

} // namespace

void Stepper::watch(uint64_t Address) {
  if (!Return && Address == Entry)
    Return = static_cast<uint64_t>(ptrace(
        PTRACE_PEEKDATA, Child, reg(offsetof(user_regs_struct, rsp)), nullptr));
  if (!Return)
    return;
  const bool Ends = Address == Return;
  support::endian::write<uint64_t>(OS, Ends ? 0 : Address - Base,
                                   llvm::endianness::little);
  if (Ends)
    Return = 0;
}

Expected<Status> Stepper::run() {
  for (uint64_t Steps = 0; Steps != MostSteps; ++Steps) {
    int Wait = 0;
    if (waitpid(Child, &Wait, 0) < 0)
      return createStringError("the process of the kernel is lost: " +
                               sys::StrError());
    if (WIFEXITED(Wait))
      return WEXITSTATUS(Wait) ? Status::Fault : Status::Ok;
    if (WIFSIGNALED(Wait))
      return WTERMSIG(Wait) == SIGALRM ? Status::Timeout : Status::Fault;
    const int Signal = WSTOPSIG(Wait);
    if (Signal != SIGTRAP && Signal != SIGSTOP) {
      kill(Child, SIGKILL);
      waitpid(Child, &Wait, 0);
      return Signal == SIGILL    ? Status::Illegal
             : Signal == SIGALRM ? Status::Timeout
                                 : Status::Fault;
    }
    watch(reg(offsetof(user_regs_struct, rip)));
    ptrace(PTRACE_SINGLESTEP, Child, nullptr, nullptr);
  }
  kill(Child, SIGKILL);
  waitpid(Child, nullptr, 0);
  return createStringError("the kernel takes more than " + Twine(MostSteps) +
                           " steps");
}

[[noreturn]] static void runTraced(const LoadedKernel &K,
                                   unsigned Milliseconds) {
  Expected<Data *> D = makeData();
  if (!D)
    _exit(1);
  itimerval Timer = {};
  Timer.it_value.tv_sec = Milliseconds / 1000;
  Timer.it_value.tv_usec = static_cast<suseconds_t>(Milliseconds % 1000) * 1000;
  if (setitimer(ITIMER_REAL, &Timer, nullptr))
    _exit(1);
  for (unsigned C = 0; C != CallsBefore; ++C)
    K.Run(K.Size, *D);
  if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr))
    _exit(1);
  raise(SIGSTOP);
  K.Run(traceSize(K) / 2, *D);
  K.Run(traceSize(K), *D);
  _exit(0);
}

Expected<Status> takt::traceKernel(const LoadedKernel &K, unsigned Milliseconds,
                                   raw_ostream &OS) {
  const pid_t Child = fork();
  if (Child < 0)
    return createStringError("no process: " + sys::StrError());
  if (Child == 0)
    runTraced(K, Milliseconds);
  return Stepper(Child, K, OS).run();
}

#else

llvm::Expected<takt::Status> takt::traceKernel(const LoadedKernel &, unsigned,
                                               llvm::raw_ostream &) {
  return llvm::createStringError("kernels can be traced on x86-64 Linux only");
}

#endif
