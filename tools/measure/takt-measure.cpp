//===- takt-measure.cpp - Measured cycles of blocks on this machine -------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads blocks as lines of hex and measures how many cycles they take on the
/// processor that this runs on. docs/measuring.md has the method.
///
//===----------------------------------------------------------------------===//

#include "LineReader.h"
#include "Measurable.h"
#include "Report.h"
#include "Runner.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace takt;

static cl::OptionCategory Category("takt-measure options");

static cl::opt<std::string> File(cl::Positional, cl::init("-"),
                                 cl::desc("<lines of hex>"), cl::cat(Category));

enum class Notions : uint8_t { Loop, Unrolled, Both };

static cl::opt<Notions> Repeated(
    "notion", cl::cat(Category), cl::init(Notions::Both),
    cl::desc("How blocks are repeated:"),
    cl::values(clEnumValN(Notions::Loop, "loop",
                          "closed to a loop by a counter and a branch"),
               clEnumValN(Notions::Unrolled, "unrolled", "copies in a row"),
               clEnumValN(Notions::Both, "both", "a row for each (default)")));

static cl::opt<bool> Json("json", cl::cat(Category),
                          cl::desc("Write JSON instead of csv"));

static cl::opt<std::string>
    CpuName("cpu", cl::cat(Category), cl::init("native"),
            cl::desc("CPU whose instructions are decoded (default: native)"),
            cl::value_desc("name"));

static cl::opt<int> Core("core", cl::cat(Category), cl::init(-1),
                         cl::desc("Processor to measure on (default: the one "
                                  "that the program starts on)"),
                         cl::value_desc("number"));

static cl::opt<unsigned>
    Timeout("timeout", cl::cat(Category), cl::init(3000),
            cl::desc("Milliseconds for a block in one notion (default: 3000)"),
            cl::value_desc("ms"));

/// Measures \p Bytes, or says why that cannot be done.
static Expected<MeasuredBlock> measureBlock(CodeTarget &T, StringRef Hex,
                                            ArrayRef<uint8_t> Bytes, Notion N) {
  MeasuredBlock B;
  B.Hex = Hex;
  B.Repeats = N;
  Expected<Measurable> M = makeMeasurable(T, Bytes, N);
  if (!M) {
    B.Result.What = Status::Unsupported;
    B.Why = toString(M.takeError());
    return B;
  }
  Expected<Measurement> Result = measure(*M, {Timeout});
  if (!Result)
    return Result.takeError();
  B.Result = *Result;
  return B;
}

/// The rows of a line. \returns false if it is malformed, which is reported.
static Expected<bool> measureLine(CodeTarget &T, StringRef Line,
                                  const Twine &Place, MeasureReport &Out) {
  StringRef Hex = Line.trim();
  if (Hex.empty() || Hex.starts_with("#"))
    return true;
  Hex = Hex.split(',').first.trim().trim('"');
  if (Hex == "hex")
    return true;
  SmallVector<uint8_t, 64> Bytes;
  Error Malformed = parseHex(Hex, Bytes);
  const std::string Why = toString(std::move(Malformed));
  if (!Why.empty())
    WithColor::error(errs(), "takt-measure") << Place << ": " << Why << '\n';
  for (const Notion N : {Notion::Loop, Notion::Unrolled}) {
    if (Repeated != Notions::Both &&
        (N == Notion::Loop) != (Repeated == Notions::Loop))
      continue;
    if (!Why.empty()) {
      Out.write({Hex, N, {Status::Malformed, {}}, Why});
      continue;
    }
    Expected<MeasuredBlock> B = measureBlock(T, Hex, Bytes, N);
    if (!B)
      return B.takeError();
    Out.write(*B);
  }
  return Why.empty();
}

/// \returns false if a line was malformed.
static Expected<bool> measureFile(CodeTarget &T) {
  Expected<LineReader> Reader = LineReader::open(File);
  if (!Reader)
    return Reader.takeError();
  const std::string Name = File == "-" ? "<stdin>" : File.getValue();
  MeasureReport Out(outs(), Json);
  bool Good = true;
  for (;;) {
    Expected<std::optional<LinePiece>> Piece = Reader->next();
    if (!Piece)
      return createFileError(Name, Piece.takeError());
    if (!*Piece)
      return Good;
    uint64_t Number = (*Piece)->FirstLine;
    for (StringRef Text = (*Piece)->Text; !Text.empty(); ++Number) {
      const auto [Line, Next] = Text.split('\n');
      Expected<bool> Well =
          measureLine(T, Line, Name + ":" + Twine(Number), Out);
      if (!Well)
        return Well.takeError();
      Good &= *Well;
      Text = Next;
    }
  }
}

static Expected<std::unique_ptr<CodeTarget>> openTarget() {
  TargetChoice Choice;
  Choice.Cpu = CpuName;
  Expected<std::unique_ptr<CodeTarget>> T = CodeTarget::create(Choice);
  if (T && (*T)->triple().getArch() != Triple::x86_64)
    return createStringError("blocks of " + (*T)->triple().getArchName() +
                             " cannot be measured yet: x86-64 only");
  return T;
}

int main(int Argc, char **Argv) {
  const InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(
      Argc, Argv,
      "takt-measure: measured cycles of blocks on this machine\n\n"
      "  Reads lines of hex and writes a row for each block and notion.\n"
      "  Exit code 1 if a line is malformed or nothing can be measured.\n");
  const ExitOnError Exit("takt-measure: error: ");
  initializeTargets();
  const std::unique_ptr<CodeTarget> T = Exit(openTarget());
  if (Timeout == 0)
    Exit(createStringError("--timeout must be at least 1"));
  Exit(pinTo(Core < 0 ? std::nullopt : std::optional<unsigned>(Core)));
  return Exit(measureFile(*T)) ? 0 : 1;
}
