//===- ChildMemory.cpp - The memory that a block finds --------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChildMemory.h"
#include "llvm/ADT/STLExtras.h"
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace takt;

static constexpr uint64_t PageSize = 4096;

/// A walk that needs more does not stay in the TLBs anyway.
static constexpr unsigned MostPages = 1024;

static int Memory = -1;
static volatile sig_atomic_t Pages = 0;

unsigned takt::mappedPages() { return static_cast<unsigned>(Pages); }

/// An address that is chosen, not derived from an object.
static void *placeAt(uint64_t Address) {
  return reinterpret_cast<void *>(Address); // NOLINT(performance-no-int-to-ptr)
}

/// The page of Memory that appears at \p Address.
static unsigned windowOf(uint64_t Address) {
  const uint64_t Window = (Address - FirstWindow) / WindowSize;
  return Address >= FirstWindow && Window < OtherWindow
             ? static_cast<unsigned>(Window)
             : OtherWindow;
}

/// Maps the page that was touched; nothing that is mapped is replaced, so an
/// access that fails for another reason ends the process.
static void onFault(int, siginfo_t *Info, void *) {
  const auto Address = reinterpret_cast<uint64_t>(Info->si_addr);
  if (Address < LowestAddress || Pages >= static_cast<int>(MostPages))
    _exit(FaultExit);
  void *const Wanted = placeAt(Address & ~(PageSize - 1));
  const off_t Offset = static_cast<off_t>(windowOf(Address) * PageSize);
  if (mmap(Wanted, PageSize, PROT_READ | PROT_WRITE,
           MAP_SHARED | MAP_FIXED_NOREPLACE, Memory, Offset) != Wanted)
    _exit(FaultExit);
  Pages = Pages + 1;
}

/// The handler has a stack of its own: the block may use rsp as it likes.
static bool installHandlers() {
  static char Stack[1 << 16];
  stack_t Alternative = {};
  Alternative.ss_sp = Stack;
  Alternative.ss_size = sizeof(Stack);
  if (sigaltstack(&Alternative, nullptr))
    return false;
  for (const int Signal : {SIGILL, SIGFPE, SIGTRAP, SIGBUS, SIGABRT, SIGALRM})
    if (signal(Signal, SIG_DFL) == SIG_ERR)
      return false;
  struct sigaction Action = {};
  Action.sa_sigaction = onFault;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  return sigaction(SIGSEGV, &Action, nullptr) == 0;
}

/// Every word is a pointer that can be followed. As a double it is denormal,
/// which MXCSR takes for zero; as floats it is a small normal number and zero.
static bool fillMemory() {
  Memory = memfd_create("block", 0);
  if (Memory < 0 || ftruncate(Memory, Windows * PageSize))
    return false;
  void *const All = mmap(nullptr, Windows * PageSize, PROT_READ | PROT_WRITE,
                         MAP_SHARED, Memory, 0);
  if (All == MAP_FAILED)
    return false;
  auto *const Words = static_cast<uint64_t *>(All);
  std::fill(Words, Words + Windows * PageSize / sizeof(uint64_t),
            pointerOf(LoadedWindow));
  return munmap(All, Windows * PageSize) == 0;
}

RunFrame *takt::prepareChildMemory() {
  if (!fillMemory() || !installHandlers())
    return nullptr;
  void *const Wanted = placeAt(FrameAddress);
  if (mmap(Wanted, PageSize, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != Wanted)
    return nullptr;
  auto *const Frame = static_cast<RunFrame *>(Wanted);
  for (unsigned I = 0; I != 16; ++I)
    Frame->Registers[I] = pointerOf(I);
  // All exceptions masked, denormals are zeros, results flushed to zero.
  Frame->Mxcsr = 0x9fc0;
  Frame->Vector[0] = Frame->Vector[1] = 1.0;
  return Frame;
}

void (*takt::placeCode(ArrayRef<uint8_t> Code))() {
  void *const Place = mmap(nullptr, Code.size(), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Place == MAP_FAILED)
    return nullptr;
  std::memcpy(Place, Code.data(), Code.size());
  if (mprotect(Place, Code.size(), PROT_READ | PROT_EXEC))
    return nullptr;
  return reinterpret_cast<void (*)()>(Place);
}
