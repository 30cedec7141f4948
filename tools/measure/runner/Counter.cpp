//===- Counter.cpp - What cycles are counted with -------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counter.h"
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace takt;

#if defined(__aarch64__)
static constexpr Clock Ticks = Clock::Cntvct;
#else
static constexpr Clock Ticks = Clock::Tsc;
#endif

static constexpr size_t PageSize = 4096;

bool takt::readClockChoice(const std::string &Text, ClockChoice &C) {
  if (Text == "auto")
    C = ClockChoice::Auto;
  else if (Text == "ticks")
    C = ClockChoice::Ticks;
  else if (Text == "perf")
    C = ClockChoice::Perf;
  else if (Text == "rdpmc")
    C = ClockChoice::Rdpmc;
  else
    return false;
  return true;
}

static int openCycles() {
  perf_event_attr A = {};
  A.type = PERF_TYPE_HARDWARE;
  A.size = sizeof(A);
  A.config = PERF_COUNT_HW_CPU_CYCLES;
  A.exclude_kernel = 1;
  A.exclude_hv = 1;
  A.pinned = 1;
  return static_cast<int>(syscall(SYS_perf_event_open, &A, /*pid=*/0,
                                  /*cpu=*/-1, /*group=*/-1,
                                  /*flags=*/0));
}

Counter::Counter(ClockChoice Wanted) : With(Ticks) {
  if (Wanted == ClockChoice::Ticks)
    return;
  File = openCycles();
  uint64_t Count = 0;
  // A counter that is not scheduled reads as the end of the file.
  if (File < 0 || ::read(File, &Count, sizeof(Count)) != sizeof(Count))
    return;
  With = Clock::Perf;
#if defined(__x86_64__)
  if (Wanted == ClockChoice::Perf)
    return;
  Page = mmap(nullptr, PageSize, PROT_READ, MAP_SHARED, File, 0);
  if (Page == MAP_FAILED)
    Page = nullptr;
  const auto *P = static_cast<const perf_event_mmap_page *>(Page);
  if (P && P->cap_user_rdpmc && P->index)
    With = Clock::Rdpmc;
#endif
}

Counter::~Counter() {
  if (Page)
    munmap(Page, PageSize);
  if (File >= 0)
    close(File);
}

uint64_t Counter::index() const {
  const auto *P = static_cast<const perf_event_mmap_page *>(Page);
  return P && P->index ? P->index - 1 : 0;
}

uint64_t Counter::read() const {
  uint64_t Count = 0;
  return ::read(File, &Count, sizeof(Count)) == sizeof(Count) ? Count : 0;
}
