//===- takt-kernels.cpp - Predict kernels given as text -------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads kernels in the text form of docs/kernel-text.md, prints what the
/// models say of each, and compares it with what the file expects.
///
//===----------------------------------------------------------------------===//

#include "takt/models/KernelText.h"
#include "takt/models/Prediction.h"
#include "takt/models/Simulation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace takt;

static cl::OptionCategory Category("takt-kernels options");

static cl::list<std::string> Files(cl::Positional, cl::OneOrMore,
                                   cl::desc("<file.kernel>..."),
                                   cl::cat(Category));

static cl::opt<std::string>
    CpuName("cpu", cl::Required, cl::cat(Category),
            cl::desc("CPU: a name (skylake) or a machine description "
                     "(path/to/cpu.yaml)"),
            cl::value_desc("name or file"));

static cl::opt<bool>
    PrintKernels("print-kernels", cl::cat(Category),
                 cl::desc("Write the kernels as text again and predict "
                          "nothing"));

static cl::opt<bool>
    Simulate("simulate", cl::cat(Category),
             cl::desc("Also run the cycle-level machine and print its cycles"));

static constexpr const char *Tool = "takt-kernels";

static Expected<std::unique_ptr<MemoryBuffer>> openFile(StringRef Path) {
  auto Buffer = MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/true);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             Path + ": " + Buffer.getError().message());
  return std::move(*Buffer);
}

static cl::opt<bool>
    NoMemory("no-memory-deps", cl::cat(Category),
             cl::desc("Leave out the kernels' dependences through memory"));

static Expected<std::shared_ptr<const Cpu>> openCpu(StringRef Name) {
  if (namesCpuFile(Name)) {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = openFile(Name);
    if (!Buffer)
      return Buffer.takeError();
    return parseCpu((*Buffer)->getMemBufferRef());
  }
  if (std::shared_ptr<const Cpu> C = findCpu(Name))
    return C;
  return createStringError(inconvertibleErrorCode(),
                           "unknown CPU '" + Name + "'; known are " +
                               join(knownCpus(), ", ") +
                               ", or give a .yaml file");
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// "1 cycle", "2 cycles".
static std::string counted(uint64_t N, StringRef What) {
  return utostr(N) + " " + What.str() + (N == 1 ? "" : "s");
}

static void printBound(raw_ostream &OS, StringRef Name, Rational Cycles) {
  OS << "  " << left_justify(Name, 13) << left_justify(Cycles.exactStr(), 8)
     << Cycles.str() << '\n';
}

static void printRecurrence(raw_ostream &OS, const NamedKernel &N,
                            const DependenceBound &B) {
  if (B.Witness.empty())
    return;
  OS << "  recurrence\n";
  for (const RecurrenceStep &S : B.Witness) {
    const Location &L = N.K.Locations[S.Loc];
    OS << "    " << S.Instr << ' ' << N.K.Instrs[S.Instr].Mnemonic << ", µop "
       << S.Uop << ": "
       << (S.ThroughMemory ? "memory" : (L.Internal ? "$" : "") + L.Name)
       << " after " << S.Latency << (S.Latency == 1 ? " cycle" : " cycles");
    if (S.Distance != 0)
      OS << ", " << counted(S.Distance, "iteration") << " later";
    OS << '\n';
  }
}

static void print(raw_ostream &OS, const NamedKernel &N, const Cpu &C,
                  const Prediction &P) {
  OS << N.Name << ": " << P.Cycles.str() << " cycles per iteration on "
     << C.Name << ", " << describeBinder(P, N.K, C);
  if (const std::string Others = describeOthers(P); !Others.empty())
    OS << "; " << Others;
  OS << '\n';
  OS << "  " << counted(N.K.Instrs.size(), "instruction") << ", "
     << counted(N.K.unfusedUops(), "µop") << ", " << N.K.fusedUops()
     << " in the fused domain\n";
  printBound(OS, "dependences", P.Dependences.Cycles);
  printBound(OS, "ports", P.Ports.Cycles);
  printBound(OS, "front end", P.FrontEnd.Cycles);
  if (P.Ports.Saturated)
    OS << "  saturated    " << resourceSetText(P.Ports.Saturated, C) << '\n';
  ListSeparator Comma;
  OS << "  load         ";
  for (const auto &[R, Load] : zip(C.Resources, P.Ports.Load))
    OS << Comma << R.Name << ' ' << Load.exactStr();
  OS << '\n';
  printRecurrence(OS, N, P.Dependences);
}

/// "  simulated    7/2     3.50" and a line on where that is from.
static void printSimulation(raw_ostream &OS, const SimulationResult &R) {
  printBound(OS, "simulated", R.Cycles);
  if (R.Exact)
    OS << "  period       " << counted(R.Period, "iteration") << " from cycle "
       << R.FirstCycle << '\n';
  else
    OS << "  no period    within " << counted(R.Simulated, "cycle") << '\n';
}

//===----------------------------------------------------------------------===//
// Expectations
//===----------------------------------------------------------------------===//

/// What was predicted, in the form of Expectation::Value.
static std::string predicted(StringRef Key, const NamedKernel &N, const Cpu &C,
                             const Prediction &P) {
  if (Key == "cycles")
    return P.Cycles.exactStr();
  if (Key == "ports")
    return P.Ports.Cycles.exactStr();
  if (Key == "front-end")
    return P.FrontEnd.Cycles.exactStr();
  if (Key == "dependences")
    return P.Dependences.Cycles.exactStr();
  if (Key == "saturated")
    return resourceSetText(P.Ports.Saturated, C);
  if (Key == "bound-by") {
    std::string Name = binderName(P.BoundBy).str();
    std::replace(Name.begin(), Name.end(), ' ', '-');
    return Name;
  }
  if (Key.consume_front("load "))
    return P.Ports.Load[*C.findResource(Key)].exactStr();
  assert(Key == "recurrence" && "the parser lets nothing else through");
  std::string Names;
  for (const uint32_t I : recurrenceInstrs(P.Dependences))
    Names += (Names.empty() ? "" : "->") + N.K.Instrs[I].Mnemonic;
  return Names.empty() ? "none" : Names;
}

/// Reports what differs. \returns whether nothing does.
static bool check(StringRef File, const NamedKernel &N, const Cpu &C,
                  const Prediction &P) {
  bool Good = true;
  for (const Expectation &X : N.Expected) {
    const std::string Actual = predicted(X.Key, N, C, P);
    if (Actual == X.Value)
      continue;
    WithColor::error(errs(), Tool)
        << File << ':' << X.Line << ':' << X.Column << ": kernel '" << N.Name
        << "': expected " << X.Key << ' ' << X.Value << ", predicted " << Actual
        << '\n';
    Good = false;
  }
  return Good;
}

/// \returns whether all kernels of the file are as expected.
static Expected<bool> run(StringRef File, const Cpu &C) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openFile(File);
  if (!Buffer)
    return Buffer.takeError();
  Expected<std::vector<NamedKernel>> Kernels =
      parseKernels((*Buffer)->getMemBufferRef(), C);
  if (!Kernels)
    return Kernels.takeError();
  bool Good = true;
  for (NamedKernel &N : *Kernels) {
    if (NoMemory)
      N.K.MemoryDependences.clear();
    if (PrintKernels) {
      printKernel(outs(), N.Name, N.K, C);
      continue;
    }
    const Prediction P = predict(N.K, C);
    print(outs(), N, C, P);
    if (Simulate)
      printSimulation(outs(), simulate(N.K, C));
    outs().flush();
    Good &= check((*Buffer)->getBufferIdentifier(), N, C, P);
  }
  return Good;
}

int main(int Argc, char **Argv) {
  const InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(
      Argc, Argv,
      "takt-kernels: cycles per iteration of kernels given as text\n\n"
      "  Prints the bounds of every kernel and checks what the file expects of "
      "them.\n"
      "  Exit code 1 if something differs or cannot be read.\n");
  const ExitOnError Exit(std::string(Tool) + ": error: ");
  const std::shared_ptr<const Cpu> C = Exit(openCpu(CpuName));
  bool Good = true;
  for (const std::string &File : Files)
    Good &= Exit(run(File, *C));
  return Good ? 0 : 1;
}
