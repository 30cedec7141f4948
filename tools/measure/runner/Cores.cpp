//===- Cores.cpp - Which processor a process runs on ----------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cores.h"
#include <cerrno>
#include <cstring>
#include <sched.h>

using namespace takt;

namespace {

/// Where the process is, and where it may go.
struct Place {
  int Now = -1;
  cpu_set_t Allowed{};
  bool Moves = false;
};

} // namespace

/// Children have a copy of it.
static Place Here;

static bool bindTo(int Number) {
  cpu_set_t Set;
  CPU_ZERO(&Set);
  CPU_SET(Number, &Set);
  if (sched_setaffinity(0, sizeof(Set), &Set))
    return false;
  Here.Now = Number;
  return true;
}

std::string takt::pinTo(std::optional<unsigned> Core) {
  const int Number = Core ? static_cast<int>(*Core) : sched_getcpu();
  if (Number < 0 || Number >= CPU_SETSIZE)
    return "no processor " + std::to_string(Number);
  CPU_ZERO(&Here.Allowed);
  Here.Moves =
      !Core && !sched_getaffinity(0, sizeof(Here.Allowed), &Here.Allowed);
  if (bindTo(Number))
    return "";
  return "cannot run on processor " + std::to_string(Number) + ": " +
         std::strerror(errno);
}

void takt::moveOn() {
  if (!Here.Moves)
    return;
  for (int Step = 1; Step != CPU_SETSIZE; ++Step) {
    const int Next = (Here.Now + Step) % CPU_SETSIZE;
    if (CPU_ISSET(Next, &Here.Allowed) && bindTo(Next))
      return;
  }
}
