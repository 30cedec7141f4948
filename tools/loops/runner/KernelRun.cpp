//===- KernelRun.cpp - Runs a kernel in processes of its own -----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelRun.h"
#include "KernelData.h"
#include "llvm/Support/Errno.h"
#include <csignal>
#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace takt;

static Error systemError(const Twine &What) {
  return createStringError(What + ": " + sys::StrError());
}

Expected<LoadedKernel> takt::loadKernel(const std::string &Path) {
  void *const Library = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return createStringError(Twine("cannot load ") + dlerror());
  void *const Run = dlsym(Library, "kernel");
  const auto *const Size =
      static_cast<const long *>(dlsym(Library, "kernelSize"));
  Dl_info Info = {};
  if (!Run || !Size || !dladdr(Run, &Info))
    return createStringError(Path + " has no " +
                             (Run ? "kernelSize" : "kernel"));
  if (*Size < 2)
    return createStringError(Path + ": kernelSize is below 2");
  LoadedKernel K;
  K.Run = reinterpret_cast<void (*)(long, Data *)>(Run);
  K.Size = *Size;
  K.Base = reinterpret_cast<uint64_t>(Info.dli_fbase);
  return K;
}

Expected<Data *> takt::makeData() {
  void *const At = mmap(nullptr, sizeof(Data), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (At == MAP_FAILED)
    return systemError("no memory");
  auto *const D = static_cast<Data *>(At);
  fillData(*D);
  return D;
}

/// What the way in which a child ended says.
static Status statusOf(int Wait) {
  if (WIFEXITED(Wait) && WEXITSTATUS(Wait) == 0)
    return Status::Ok;
  if (WIFSIGNALED(Wait) && WTERMSIG(Wait) == SIGILL)
    return Status::Illegal;
  if (WIFSIGNALED(Wait) && WTERMSIG(Wait) == SIGALRM)
    return Status::Timeout;
  return Status::Fault;
}

Expected<Status> takt::runInChild(unsigned Milliseconds,
                                  function_ref<void()> Work) {
  const pid_t Child = fork();
  if (Child < 0)
    return systemError("no process");
  if (Child == 0) {
    const rlimit NoCore = {};
    setrlimit(RLIMIT_CORE, &NoCore);
    itimerval Timer = {};
    Timer.it_value.tv_sec = Milliseconds / 1000;
    Timer.it_value.tv_usec =
        static_cast<suseconds_t>(Milliseconds % 1000) * 1000;
    if (setitimer(ITIMER_REAL, &Timer, nullptr) == 0)
      Work();
    _exit(0);
  }
  int Wait = 0;
  while (waitpid(Child, &Wait, 0) < 0)
    if (errno != EINTR)
      return systemError("the process of the kernel is lost");
  return statusOf(Wait);
}
