//===- takt-loop-run.cpp - Runs a kernel of tools/loops --------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loads a kernel and says, as one JSON object, what its results sum up to, how
/// many cycles an element takes, and what this processor is; the addresses of
/// executed instructions go to a file. tools/loops/loops asks for it.
///
//===----------------------------------------------------------------------===//

#include "Cores.h"
#include "KernelData.h"
#include "KernelRun.h"
#include "takt/models/Cpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"
#include <sys/mman.h>

using namespace llvm;
using namespace takt;

static cl::OptionCategory Category("takt-loop-run options");

static cl::opt<std::string> File(cl::Positional, cl::desc("<kernel.so>"),
                                 cl::cat(Category));
static cl::opt<std::string>
    Host("host", cl::cat(Category), cl::value_desc("cpu"),
         cl::desc("Say what this processor is, beside that CPU"));
static cl::opt<bool> Check("check", cl::cat(Category),
                           cl::desc("Sum up the results of three calls"));
static cl::opt<bool> Time("time", cl::cat(Category),
                          cl::desc("Measure cycles per element"));
static cl::opt<std::string>
    Trace("trace", cl::cat(Category), cl::value_desc("file"),
          cl::desc("Write the addresses of executed instructions"));
static cl::opt<int> Core("core", cl::cat(Category), cl::init(-1),
                         cl::value_desc("number"),
                         cl::desc("Processor to run on (default: the one that "
                                  "the program starts on, and others while "
                                  "something disturbs that)"));
static cl::opt<unsigned>
    Timeout("timeout", cl::cat(Category), cl::init(5000), cl::value_desc("ms"),
            cl::desc("Milliseconds for each process (default: 5000); ten times "
                     "that for --trace"));
static cl::opt<unsigned>
    Processes("processes", cl::cat(Category), cl::init(8), cl::value_desc("n"),
              cl::desc("Processes at most, of which two have to agree "
                       "(default: 8)"));
static cl::opt<double>
    Probe("probe", cl::cat(Category), cl::init(0), cl::value_desc("cycles"),
          cl::desc("What --time has said of its probe before, so that it is "
                   "known whether something else runs on the core"));

/// Vector and matrix extensions of this processor that \p CpuName does not
/// have. They tell a processor whose family and model are not its own, as
/// virtual machines may have it.
static SmallVector<StringRef, 8> foreignFeatures(StringRef CpuName) {
  SmallVector<StringRef, 64> Known;
  X86::getFeaturesForCPU(CpuName, Known);
  SmallVector<StringRef, 8> Foreign;
  static const StringMap<bool> Own = sys::getHostCPUFeatures();
  for (const auto &Feature : Own)
    if (Feature.second && !is_contained(Known, Feature.first()) &&
        (Feature.first().starts_with("avx") ||
         Feature.first().starts_with("amx")))
      Foreign.push_back(Feature.first());
  llvm::sort(Foreign);
  return Foreign;
}

/// What LLVM takes this processor for, by its family and model, and whether it
/// is the CPU asked about.
static Error writeHost(json::OStream &J) {
  const std::shared_ptr<const Cpu> Asked = findCpu(Host);
  if (!Asked)
    return createStringError("no description of the CPU '" + Host + "'");
  const StringRef Name = sys::getHostCPUName();
  const std::shared_ptr<const Cpu> Own = findCpu(Name);
  J.attribute("host", Name);
  J.attribute("same", Own && Own->Name == Asked->Name);
  J.attributeArray("foreign", [&] {
    for (const StringRef Feature : foreignFeatures(Name))
      J.value(Feature);
  });
  return Error::success();
}

static Error check(const LoadedKernel &K, json::OStream &J) {
  // Shared, so that the results of the child are seen here.
  void *const Shared = mmap(nullptr, sizeof(Data), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Shared == MAP_FAILED)
    return createStringError("no memory");
  auto *const D = static_cast<Data *>(Shared);
  fillData(*D);
  Expected<Status> Ended = runInChild(Timeout, [&] {
    for (const long N : {K.Size, K.Size / 2, K.Size})
      K.Run(N, D);
  });
  if (!Ended)
    return Ended.takeError();
  J.attributeObject("check", [&] {
    J.attribute("status", statusName(*Ended));
    if (*Ended == Status::Ok)
      J.attributeObject("sums", [&] { writeChecksums(J, *D); });
  });
  return Error::success();
}

static Error time(const LoadedKernel &K, json::OStream &J) {
  Expected<KernelCycles> C = timeKernel(K, {Timeout, Processes, Probe});
  if (!C)
    return C.takeError();
  J.attributeObject("time", [&] {
    J.attribute("status", statusName(C->What));
    J.attribute("probe", C->Probe);
    if (!C->Stable)
      return;
    J.attribute("cycles", C->Cycles.Median);
    J.attribute("minimum", C->Cycles.Minimum);
    J.attribute("spread", C->Cycles.Spread);
    J.attribute("samples", C->Cycles.Kept);
    J.attribute("calls", C->Calls);
    J.attribute("processes", C->Stable);
  });
  return Error::success();
}

static Error trace(const LoadedKernel &K, json::OStream &J) {
  std::error_code Failed;
  raw_fd_ostream OS(Trace, Failed);
  if (Failed)
    return createFileError(Trace, Failed);
  Expected<Status> Ended = traceKernel(K, 10 * Timeout, OS);
  if (!Ended)
    return Ended.takeError();
  OS.close();
  if (OS.has_error())
    return createFileError(Trace, OS.error());
  J.attributeObject("trace", [&] {
    J.attribute("status", statusName(*Ended));
    J.attribute("size", traceSize(K));
  });
  return Error::success();
}

static Error run(json::OStream &J) {
  if (!Host.empty())
    if (Error E = writeHost(J))
      return E;
  if (File.empty())
    return Host.empty() ? createStringError("no kernel given")
                        : Error::success();
  if (Timeout == 0 || Processes < 2)
    return createStringError(Timeout ? "--processes must be at least 2"
                                     : "--timeout must be at least 1");
  if (const std::string Why =
          pinTo(Core < 0 ? std::nullopt : std::optional<unsigned>(Core));
      !Why.empty())
    return createStringError(Why);
  Expected<LoadedKernel> K = loadKernel(File);
  if (!K)
    return K.takeError();
  J.attribute("size", K->Size);
  if (Check)
    if (Error E = check(*K, J))
      return E;
  if (!Trace.empty())
    if (Error E = trace(*K, J))
      return E;
  return Time ? time(*K, J) : Error::success();
}

int main(int Argc, char **Argv) {
  const InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(Argc, Argv,
                              "takt-loop-run: runs a kernel of tools/loops\n",
                              /*Errs=*/nullptr, "TAKT_LOOP_RUN_OPTIONS");
  std::string Text;
  raw_string_ostream OS(Text);
  Error E = Error::success();
  {
    json::OStream J(OS);
    J.object([&] { E = run(J); });
  }
  const ExitOnError Exit("takt-loop-run: error: ");
  Exit(std::move(E));
  outs() << Text << '\n';
  return 0;
}
