//===- bench-memory.cpp - Time the search for dependences -----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What following addresses and finding dependences through memory add to the
/// building of a kernel: made-up loops of 50 instructions (by default), once as
/// they are and once with loads in place of their stores, where there is
/// nothing to find and nothing is interpreted.
///
//===----------------------------------------------------------------------===//

#include "Input.h"
#include "takt/models/KernelBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include <ctime>
#include <random>

using namespace llvm;
using namespace takt;

static cl::OptionCategory Category("takt-bench-memory options");
static cl::opt<std::string> CpuName("cpu", cl::init("skylake"),
                                    cl::desc("an x86 CPU's name"),
                                    cl::cat(Category));
static cl::opt<unsigned> Instructions("instructions", cl::init(50),
                                      cl::desc("of each loop, at least 10"),
                                      cl::cat(Category));
static cl::opt<unsigned> Loops("loops", cl::init(200), cl::cat(Category));
static cl::opt<unsigned> Repeat("repeat", cl::init(20), cl::cat(Category),
                                cl::desc("Take the fastest of so many runs"));

/// A loop: what compilers make of array code, address arithmetic included; a
/// fifth of it stores, a quarter loads.
static std::string makeLoop(unsigned Seed, bool Stores) {
  std::mt19937 Random(Seed);
  const auto Below = [&](unsigned N) { return Random() % N; };
  static const char *const Pointers[] = {"rsi", "rdi", "r8", "r9"};
  static const char *const Values[] = {"rax", "rdx", "r10", "r11"};
  std::string Text = "loop:\n";
  const auto Address = [&] {
    return std::to_string(8 * int(Below(32)) - 128) + "(%" +
           Pointers[Below(4)] + (Below(2) ? ",%rcx,8)" : ")");
  };
  for (unsigned N = 2; N < Instructions; ++N) {
    const std::string A = Address(), V = std::string("%") + Values[Below(4)],
                      W = std::string("%") + Values[Below(4)];
    const unsigned Kind = Below(20);
    if (Kind < 4)
      Text += Stores ? " movq " + V + ", " + A + "\n"
                     : " movq " + A + ", " + V + "\n";
    else if (Kind < 9)
      Text += " movq " + A + ", " + V + "\n";
    else if (Kind < 12)
      Text += " addq " + V + ", " + W + "\n";
    else if (Kind < 14)
      Text += " leaq 8(" + V + "," + W + ",4), " + W + "\n";
    else if (Kind < 16)
      Text += " vmulsd %xmm0, %xmm1, %xmm2\n";
    else if (Kind < 18)
      Text += " shlq $3, " + V + "\n";
    else
      Text += " vaddsd " + A + ", %xmm2, %xmm2\n";
  }
  return Text + " incq %rcx\n jne loop\n";
}

namespace {

/// Microseconds of the fastest build of each loop.
struct Times {
  std::vector<double> All;
  double median() {
    llvm::sort(All);
    return All[All.size() / 2];
  }
};

} // namespace

static double timeBuild(CodeTarget &T, const ReadOptions &O, KernelBuilder &B,
                        const std::string &Text, const ExitOnError &Exit) {
  double Best = 1e18;
  const auto Region = [&](CodeRegion R) {
    for (unsigned N = 0; N != std::max(1u, Repeat.getValue()); ++N) {
      // Processor time: the machine may have other things to do.
      const std::clock_t Begin = std::clock();
      for (unsigned I = 0; I != 10; ++I)
        Exit(B.build(R.Instrs, R.Repeats));
      Best = std::min(Best, (std::clock() - Begin) * 1e5 / CLOCKS_PER_SEC);
    }
  };
  const auto Problem = [&](Error E) { Exit(std::move(E)); };
  Exit(readCode(MemoryBufferRef(Text, "loop"), T, O, {Region, Problem}));
  return Best;
}

int main(int Argc, char **Argv) {
  const InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(
      Argc, Argv, "Times the search for dependences through memory.\n");
  const ExitOnError Exit("takt-bench-memory: error: ");
  ReadOptions O;
  O.Kind = InputKind::Assembly;
  O.Target.Cpu = CpuName;
  const std::unique_ptr<CodeTarget> T = Exit(CodeTarget::create(O.Target));
  std::shared_ptr<const Cpu> C = T->description();
  if (!C)
    C = Exit(cpuFor(T->ref().STI));
  const std::unique_ptr<KernelBuilder> B =
      Exit(KernelBuilder::create(T->ref(), C));
  Times With, Without, Added;
  for (unsigned Seed = 0; Seed != std::max(1u, Loops.getValue()); ++Seed) {
    With.All.push_back(timeBuild(*T, O, *B, makeLoop(Seed, true), Exit));
    Without.All.push_back(timeBuild(*T, O, *B, makeLoop(Seed, false), Exit));
    Added.All.push_back(With.All.back() - Without.All.back());
  }
  outs() << format("%u loops of %u instructions on %s, us to build the kernel: "
                   "median %.1f, without stores %.1f; for dependences through "
                   "memory: median %.1f",
                   Loops.getValue(), Instructions.getValue(), CpuName.c_str(),
                   With.median(), Without.median(), Added.median())
         << format(", 90 %% %.1f, max %.1f\n",
                   Added.All[Added.All.size() * 9 / 10], Added.All.back());
  return 0;
}
