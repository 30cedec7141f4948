//===- Trace.cpp - Where a body accesses memory ---------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"
#include <array>
#include <csignal>
#include <ucontext.h>
#include <unistd.h>

using namespace takt;

uint64_t takt::addressOf(const AccessSite &Site, const uint64_t *Registers) {
  uint64_t Address = static_cast<uint64_t>(Site.Displacement);
  if (Site.Base)
    Address += Registers[*Site.Base];
  if (!Site.Index)
    return Address;
  uint64_t Index = Registers[*Site.Index];
  if (Site.Kind == IndexKind::Signed32)
    Index = static_cast<uint64_t>(int64_t(static_cast<int32_t>(Index)));
  else if (Site.Kind == IndexKind::Unsigned32)
    Index = static_cast<uint32_t>(Index);
  return Address + Index * Site.Scale;
}

namespace {

/// What the handler of the steps needs; there is one trace at a time.
struct Stepper {
  const Job *J = nullptr;
  PlacedCode Code;
  /// Instruction whose breakpoint is at each byte of a copy, -1: none.
  std::vector<int> InstrAt;
  /// The first of Job::Accesses of each instruction, and behind the last.
  std::vector<std::vector<uint32_t>> Sites;
  uint64_t Steps = 0, MostSteps = 0;
  Trace Result;
};

} // namespace

static Stepper *Current = nullptr;

/// Accesses of an instruction that is about to be executed at \p Place.
static void step(uint64_t Place, const uint64_t *Registers) {
  Stepper &S = *Current;
  const int Instr = S.InstrAt[(Place - S.Code.BodyBegin) % S.InstrAt.size()];
  if (Instr < 0)
    return;
  if (++S.Steps > S.MostSteps)
    _exit(EndlessExit);
  if (Instr == 0)
    ++S.Result.Repetitions;
  for (const uint32_t Site : S.Sites[static_cast<size_t>(Instr)])
    if (S.Result.Accesses.size() < S.Result.Accesses.capacity())
      S.Result.Accesses.push_back(
          {static_cast<uint32_t>(S.Result.Repetitions - 1), Site,
           addressOf(S.J->Accesses[Site], Registers)});
}

static bool isInBody(uint64_t Place) {
  return Place >= Current->Code.BodyBegin && Place < Current->Code.BodyEnd;
}

#if defined(__x86_64__)

static void onBreakpoint(int, siginfo_t *, void *Context) {
  const greg_t *const From =
      static_cast<ucontext_t *>(Context)->uc_mcontext.gregs;
  static constexpr std::array<int, 16> Order = {
      REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
      REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  std::array<uint64_t, 32> Registers = {};
  for (size_t I = 0; I != Order.size(); ++I)
    Registers[I] = static_cast<uint64_t>(From[Order[I]]);
  const uint64_t Place =
      static_cast<uint64_t>(From[REG_RIP]) - breakpointSize(Arch::X86_64);
  if (!isInBody(Place))
    _exit(FaultExit);
  step(Place, Registers.data());
}

#elif defined(__aarch64__)

static void onBreakpoint(int, siginfo_t *, void *Context) {
  mcontext_t &From = static_cast<ucontext_t *>(Context)->uc_mcontext;
  std::array<uint64_t, 32> Registers = {};
  for (size_t I = 0; I != 31; ++I)
    Registers[I] = From.regs[I];
  Registers[31] = From.sp;
  if (!isInBody(From.pc))
    _exit(FaultExit);
  step(From.pc, Registers.data());
  From.pc += breakpointSize(Arch::AArch64);
}

#else

/// Nothing is run here (hostArch).
static void onBreakpoint(int, siginfo_t *, void *) { _exit(FaultExit); }

#endif

static void describeBody(Stepper &S, const Job &J, const TracedBody &Body) {
  S.InstrAt.assign(Body.Bytes.size(), -1);
  for (size_t I = 0; I != Body.Starts.size(); ++I)
    S.InstrAt[Body.Starts[I]] = static_cast<int>(I);
  S.Sites.resize(J.Sizes.size());
  for (uint32_t I = 0; I != J.Accesses.size(); ++I)
    S.Sites[J.Accesses[I].Instr].push_back(I);
}

Trace takt::traceRun(const Job &J, const TracedBody &Body,
                     const PlacedCode &Code, uint64_t MostSteps) {
  Stepper S;
  S.J = &J;
  S.Code = Code;
  S.MostSteps = MostSteps;
  describeBody(S, J, Body);
  // The handler must not allocate.
  S.Result.Accesses.reserve(MostSteps * (J.Accesses.empty() ? 0 : 2) + 64);
  Current = &S;
  struct sigaction Action = {}, Before = {};
  Action.sa_sigaction = onBreakpoint;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGTRAP, &Action, &Before);
  Code.Run();
  sigaction(SIGTRAP, &Before, nullptr);
  Current = nullptr;
  return std::move(S.Result);
}
