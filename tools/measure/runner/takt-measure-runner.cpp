//===- takt-measure-runner.cpp - Runs what takt-measure asks for ----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads jobs as lines from standard input and writes a line for each: a
/// result, or "error" and why there is none. takt-measure starts it.
///
//===----------------------------------------------------------------------===//

#include "Child.h"
#include "Cores.h"
#include "RunCode.h"
#include "Text.h"
#include <cstdio>
#include <iostream>

using namespace takt;

static const char Usage[] =
    "usage: takt-measure-runner [--core=N] [--clock=auto|ticks|perf|rdpmc] "
    "[--probe=cycles]\n"
    "Runs on the machine to be measured what takt-measure, here or elsewhere,\n"
    "asks for by lines on standard input; docs/measuring.md has the method.\n";

static int fail(const std::string &Why) {
  std::cout << "error " << Why << '\n' << std::flush;
  return 1;
}

/// Cycles of a pass of the probe on a core of its own.
static bool readProbe(const std::string &Value, double &Cycles) {
  return readFraction(Value, Cycles) && Cycles > 0;
}

/// The text behind \p Name of an argument.
static bool readOption(const std::string &Argument, const std::string &Name,
                       std::string &Value) {
  if (Argument.compare(0, Name.size(), Name) != 0)
    return false;
  Value = Argument.substr(Name.size());
  return true;
}

int main(int Argc, char **Argv) {
  ClockChoice Wanted = ClockChoice::Auto;
  std::optional<unsigned> Core;
  double Pass = 0;
  for (int I = 1; I != Argc; ++I) {
    std::string Value;
    const bool Good = readOption(Argv[I], "--core=", Value)
                          ? readNumber(Value, Core.emplace())
                      : readOption(Argv[I], "--probe=", Value)
                          ? readProbe(Value, Pass)
                          : readOption(Argv[I], "--clock=", Value) &&
                                readClockChoice(Value, Wanted);
    if (!Good) {
      std::fputs(Usage, stderr);
      return 2;
    }
  }
  if (const std::string Why = pinTo(Core); !Why.empty())
    return fail(Why);
  double Known = Pass * static_cast<double>(ProbePasses);
  for (std::string Line; std::getline(std::cin, Line);) {
    Job J;
    std::string Why = parseJob(Line, J);
    Measurement M;
    if (Why.empty())
      Why = measure(J, Wanted, Known, M);
    if (!Why.empty())
      return fail(Why);
    std::cout << formatReply(M) << '\n' << std::flush;
  }
  return 0;
}
