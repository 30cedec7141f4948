//===- load-time.cpp - What a description costs a process -----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
///     takt-load-time [LLVM CPU]...
///
/// Says what a compilation with a single loop pays beside the loop's analysis:
/// finding and reading the CPU's description, making a kernel builder, and
/// learning the opcodes of a first block (37 instructions, 36 opcodes), against
/// the same block again. Each round is a process of its own; medians.
///
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Format.h"
#include <array>
#include <chrono>
#include <sys/wait.h>
#include <unistd.h>

using namespace takt;
using llvm::StringRef;
using Clock = std::chrono::steady_clock;
/// Microseconds of each step.
using Times = std::array<double, 4>;

static constexpr unsigned Rounds = 21;
/// Integer, vector, load, store and branch instructions of AVX2's time.
static const char *const Block =
    "488b04cf488946084801d8488d548810c5fc1006c4e27db84f20c5f458d0c5ec595f40c5fc"
    "115e40c5d1fee6c4e25900fdc44139efc0440fb6040f4c"
    "63c84d0fafc849d3e149c1e8034531d24983e00f4d09c14d29cb4d85db0f95c04d0f44d9f3"
    "4d0fb8e3f34d0fbcec535bf24c0f2ac8c4413351d1c441"
    "2b5ed166450f2ed1480fca4883d20048ffc14c39f175fe";

/// The value, or the end of the process.
template <typename T> static T must(llvm::Expected<T> V) {
  if (V)
    return std::move(*V);
  llvm::errs() << "takt-load-time: " << llvm::toString(V.takeError()) << '\n';
  std::_Exit(1);
}

static Times measure(StringRef LLVMCpu) {
  const char *const Triple = "x86_64-unknown-linux-gnu";
  initializeTargets();
  std::string Error;
  const llvm::Target *Target =
      llvm::TargetRegistry::lookupTarget(Triple, Error);
  std::unique_ptr<llvm::MCSubtargetInfo> STI(
      Target->createMCSubtargetInfo(Triple, LLVMCpu, ""));

  Times T{};
  auto Timed = [&](unsigned Step, auto &&Do) {
    Clock::time_point Start = Clock::now();
    auto Result = Do();
    T[Step] =
        std::chrono::duration<double, std::micro>(Clock::now() - Start).count();
    return Result;
  };
  auto C = Timed(0, [&] { return must(cpuFor(*STI)); });
  TargetChoice Choice;
  Choice.Cpu = LLVMCpu.str();
  std::unique_ptr<CodeTarget> Code = must(CodeTarget::create(Choice));
  CodeRegion R;
  if (llvm::Error E = readHexBlock(*Code, Block, Notion::Loop, R)) {
    llvm::errs() << "takt-load-time: " << llvm::toString(std::move(E)) << '\n';
    std::_Exit(1);
  }
  auto B =
      Timed(1, [&] { return must(KernelBuilder::create(Code->ref(), C)); });
  Timed(2, [&] { return must(B->build(R.Instrs, Notion::Loop)); });
  Timed(3, [&] { return must(B->build(R.Instrs, Notion::Loop)); });
  return T;
}

/// measure() in a process of its own.
static Times measureApart(StringRef LLVMCpu) {
  int Ends[2];
  if (pipe(Ends) != 0)
    std::_Exit(1);
  pid_t Child = fork();
  if (Child == 0) {
    Times T = measure(LLVMCpu);
    std::_Exit(write(Ends[1], T.data(), sizeof(T)) != sizeof(T));
  }
  close(Ends[1]);
  Times T{};
  ssize_t Got = read(Ends[0], T.data(), sizeof(T));
  close(Ends[0]);
  int Status = 0;
  waitpid(Child, &Status, 0);
  if (Got != sizeof(T) || Status != 0)
    std::_Exit(1);
  return T;
}

int main(int Argc, char **Argv) {
  std::vector<StringRef> Cpus(Argv + 1, Argv + Argc);
  if (Cpus.empty())
    Cpus = {"haswell", "skylake", "rocketlake", "znver4"};
  llvm::outs()
      << "microseconds   description     builder  first block  again\n";
  for (StringRef Name : Cpus) {
    std::array<std::vector<double>, 4> All;
    for (unsigned I = 0; I < Rounds; ++I)
      for (auto [List, Value] : llvm::zip(All, measureApart(Name)))
        List.push_back(Value);
    llvm::outs() << llvm::left_justify(Name, 15);
    for (auto [List, Width] : llvm::zip(All, std::array{11, 12, 13, 7})) {
      llvm::sort(List);
      llvm::outs() << llvm::format("%*.0f", Width, List[List.size() / 2]);
    }
    llvm::outs() << '\n';
  }
}
