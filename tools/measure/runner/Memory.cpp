//===- Memory.cpp - The memory that a block finds -------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace takt;

/// What needs more does not stay in the TLBs anyway.
static constexpr int MostPages = 1024;

static std::array<uint64_t, MostPages> Pages;
static volatile sig_atomic_t NumPages = 0;
static uint64_t PageSize = 4096, FillWord = 0;

unsigned takt::mappedPages() { return static_cast<unsigned>(NumPages); }

uint64_t takt::pointerOf(unsigned Number, unsigned Assignment) {
  // Factors without a divisor in common with the number of windows, or of
  // slots of 256 bytes in a page: permutations.
  static constexpr std::array<unsigned, Assignments> WindowFactor = {1, 5, 7},
                                                     SlotFactor = {1, 7, 11};
  const unsigned Window =
      (Number * WindowFactor[Assignment] + 11 * Assignment) % Windows;
  const unsigned Slot = (Number * SlotFactor[Assignment] + 3 * Assignment) % 16;
  const unsigned Line = (Number / 16 + Assignment) % 4;
  // Not the window's middle itself: 16 bits of a pointer, which blocks load,
  // shall be no address in the page of null.
  constexpr uint64_t Within = WindowSize / 2 + 0x5000;
  return FirstWindow + Window * WindowSize + Within + uint64_t(Slot) * 256 +
         Line * LineSize;
}

/// An address that is chosen, not derived from an object.
static void *placeAt(uint64_t Address) {
  return reinterpret_cast<void *>(Address); // NOLINT(performance-no-int-to-ptr)
}

static bool mapAt(uint64_t Address, size_t Size) {
  void *const Wanted = placeAt(Address);
  return mmap(Wanted, Size, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
              0) == Wanted;
}

/// Maps the page that was touched; nothing that is mapped is replaced, so an
/// access that fails for another reason ends the process.
static void onFault(int, siginfo_t *Info, void *) {
  const auto Address = reinterpret_cast<uint64_t>(Info->si_addr);
  const uint64_t Page = Address & ~(PageSize - 1);
  if (NumPages >= MostPages)
    _exit(PagesExit);
  if (Address < LowestAddress || !mapAt(Page, PageSize))
    _exit(FaultExit);
  auto *const Words = static_cast<uint64_t *>(placeAt(Page));
  std::fill(Words, Words + PageSize / sizeof(uint64_t), FillWord);
  Pages[NumPages] = Page;
  NumPages = NumPages + 1;
}

/// The handler has a stack of its own: the block may use the stack pointer as
/// it likes.
static bool installHandlers() {
  static char Stack[1 << 17];
  stack_t Alternative = {};
  Alternative.ss_sp = Stack;
  Alternative.ss_size = sizeof(Stack);
  if (sigaltstack(&Alternative, nullptr))
    return false;
  for (const int Signal : {SIGILL, SIGFPE, SIGTRAP, SIGBUS, SIGABRT, SIGPROF})
    if (signal(Signal, SIG_DFL) == SIG_ERR)
      return false;
  struct sigaction Action = {};
  Action.sa_sigaction = onFault;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  return sigaction(SIGSEGV, &Action, nullptr) == 0;
}

RunFrame *takt::prepareMemory(Arch For) {
  PageSize = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  if (!installHandlers() || !mapAt(FrameAddress, PageSize))
    return nullptr;
  auto *const Frame = static_cast<RunFrame *>(placeAt(FrameAddress));
  // All exceptions masked, denormals are zeros, results flushed to zero.
  Frame->FloatControl = For == Arch::X86_64 ? 0x9fc0 : 1u << 24;
  return Frame;
}

/// The words of memory. A pointer as a double is denormal, which is taken for
/// zero; as floats it is a small normal number and zero.
static uint64_t fillWord(Fill F, unsigned Assignment) {
  switch (F) {
  case Fill::Pointers:
    return pointerOf(LoadedWindow, Assignment);
  case Fill::Doubles:
    return 0x3ff0000000000000;
  case Fill::Floats:
    return 0x3f8000003f800000;
  }
  return 0;
}

void takt::resetMemory(RunFrame &Frame, unsigned Assignment, Fill F,
                       uint32_t Small) {
  for (; NumPages > 0; NumPages = NumPages - 1)
    munmap(placeAt(Pages[NumPages - 1]), PageSize);
  FillWord = fillWord(F, Assignment);
  const uint64_t Vector =
      fillWord(F == Fill::Floats ? F : Fill::Doubles, Assignment);
  std::memcpy(&Frame.Vector[0], &Vector, sizeof(Vector));
  Frame.Vector[1] = Frame.Vector[0];
  // The least for rdx, so that div and idiv of rdx:rax do not overflow.
  for (unsigned I = 0; I != 32; ++I)
    Frame.Registers[I] = Small >> I & 1 ? uint64_t((I + 29) % 31 + 1) * 64
                                        : pointerOf(I, Assignment);
}

void takt::restoreLine(uint64_t Address) {
  auto *const Words = static_cast<uint64_t *>(placeAt(Address));
  std::fill(Words, Words + LineSize / sizeof(uint64_t), FillWord);
}

PlacedCode takt::placeCode(const RunCode &Code, unsigned Offset,
                           size_t BodySize,
                           const std::vector<PcField> &Fields) {
  static uint64_t Next = CodeBase;
  PlacedCode P;
  // The first page in which the body can begin at its offset.
  const uint64_t Before =
      (Code.BodyBegin + 4095 - Offset) / 4096 * 4096 + Offset;
  const uint64_t Start = Before - Code.BodyBegin;
  const size_t Size =
      (Start + Code.Bytes.size() + PageSize - 1) / PageSize * PageSize;
  if (!mapAt(Next, Size))
    return P;
  auto *const Place = static_cast<uint8_t *>(placeAt(Next + Start));
  std::memcpy(Place, Code.Bytes.data(), Code.Bytes.size());
  P.BodyBegin = Next + Before;
  P.BodyEnd = P.BodyBegin + (Code.BodyEnd - Code.BodyBegin);
  for (uint64_t Copy = P.BodyBegin; Copy != P.BodyEnd; Copy += BodySize)
    for (const PcField &F : Fields) {
      const auto Distance = static_cast<int32_t>(F.Target - (Copy + F.End));
      std::memcpy(placeAt(Copy + F.Offset), &Distance, sizeof(Distance));
    }
  auto *const End = reinterpret_cast<char *>(Place) + Code.Bytes.size();
  __builtin___clear_cache(reinterpret_cast<char *>(Place), End);
  if (mprotect(placeAt(Next), Size, PROT_READ | PROT_EXEC))
    return P;
  // A page between, and not always the same distance.
  Next += Size + 3 * PageSize;
  P.Run = reinterpret_cast<void (*)()>(Place);
  return P;
}
