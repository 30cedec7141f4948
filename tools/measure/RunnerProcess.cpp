//===- RunnerProcess.cpp - The program that runs code ---------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunnerProcess.h"
#include "llvm/Support/Errno.h"
#include <array>
#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace takt;

static Error systemError(const Twine &What) {
  return createStringError(What + ": " + sys::StrError());
}

Expected<std::unique_ptr<RunnerProcess>>
RunnerProcess::start(StringRef Command) {
  // A runner that is gone is an error that is reported.
  std::signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> Jobs = {}, Replies = {};
  if (pipe(Jobs.data()) || pipe(Replies.data()))
    return systemError("no pipe to a runner");
  std::unique_ptr<RunnerProcess> P(new RunnerProcess());
  P->Command = Command.str();
  P->Process = fork();
  if (P->Process < 0)
    return systemError("no process for a runner");
  if (P->Process == 0) {
    dup2(Jobs[0], STDIN_FILENO);
    dup2(Replies[1], STDOUT_FILENO);
    for (const int File : {Jobs[0], Jobs[1], Replies[0], Replies[1]})
      close(File);
    execl("/bin/sh", "sh", "-c", P->Command.c_str(),
          static_cast<char *>(nullptr));
    _exit(127);
  }
  close(Jobs[0]);
  close(Replies[1]);
  P->To = fdopen(Jobs[1], "w");
  P->From = fdopen(Replies[0], "r");
  if (!P->To || !P->From)
    return systemError("no pipe to a runner");
  return P;
}

RunnerProcess::~RunnerProcess() {
  if (To)
    std::fclose(To);
  if (From)
    std::fclose(From);
  if (Process > 0)
    waitpid(Process, nullptr, 0);
}

Error RunnerProcess::lost(StringRef Said) const {
  if (Said.consume_front("error "))
    return createStringError(Said);
  if (Said.empty())
    return createStringError("the runner ended without an answer: " + Command);
  return createStringError("the runner said '" + Said + "': " + Command);
}

Expected<Measurement> RunnerProcess::measure(const Job &J) {
  const std::string Line = formatJob(J) + "\n";
  std::fwrite(Line.data(), 1, Line.size(), To);
  std::fflush(To);
  char *Buffer = nullptr;
  size_t Size = 0;
  const ssize_t Length = getline(&Buffer, &Size, From);
  const std::string Said =
      Length > 0 ? StringRef(Buffer, static_cast<size_t>(Length)).trim().str()
                 : "";
  std::free(Buffer);
  Measurement M;
  if (!parseReply(Said, M))
    return lost(Said);
  return M;
}
