//===- takt-measure.cpp - Measured cycles of code on this machine ---------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads code as takt does and measures how many cycles it takes on the
/// processor that a runner runs on. docs/measuring.md has the method.
///
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "Input.h"
#include "LineReader.h"
#include "Measurable.h"
#include "MeasureOptions.h"
#include "Report.h"
#include "RunnerProcess.h"
#include "TextReport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace takt;

namespace {

/// Takes what is found in the inputs to a runner, and its answers to a report.
class Session {
public:
  explicit Session(const MeasureOptions &O) : O(O) {
    if (!O.Emit)
      Out.emplace(outs(), O.Json);
  }

  /// The rows of a region. Errors are those of the runner: nothing more can be
  /// measured.
  Error region(CodeTarget &T, const CodeRegion &R, StringRef Hex,
               const std::string &Place);
  /// What cannot be read is reported, and the next input read.
  Error input(StringRef Argument);
  Error batch();
  bool good() const { return Good; }

private:
  Error start(const CodeTarget &T);
  void malformed(StringRef Hex, const std::string &Why);
  Error form(CodeTarget &T, const CodeRegion &R, Form F, MeasuredRegion Row);
  Error run(Measurable &M, MeasuredRegion &Row);
  std::vector<Form> forms(const CodeRegion *R) const;
  Error line(CodeTarget &T, StringRef Line, const Twine &Place);
  void complain(const Twine &What) {
    Good = false;
    WithColor::error(errs(), "takt-measure") << What << '\n';
  }

  const MeasureOptions &O;
  std::optional<MeasureReport> Out;
  std::unique_ptr<RunnerProcess> Runner;
  bool Good = true;
};

} // namespace

/// Starts the runner, once.
Error Session::start(const CodeTarget &T) {
  const bool X86 = T.triple().getArch() == Triple::x86_64;
  if (!X86 && T.triple().getArch() != Triple::aarch64)
    return createStringError("code of " + T.triple().getArchName() +
                             " cannot be measured: x86_64 and aarch64 only");
  if (Runner || O.Emit)
    return Error::success();
  std::string Command = O.Runner;
  if (Command.empty()) {
    if (hostArch() != (X86 ? Arch::X86_64 : Arch::AArch64))
      return createStringError("code of " + T.triple().getArchName() +
                               " needs --runner: a command that starts "
                               "takt-measure-runner on such a machine");
    const std::string Self = sys::fs::getMainExecutable(
        nullptr, reinterpret_cast<void *>(&parseMeasureOptions));
    SmallString<128> Path(sys::path::parent_path(Self));
    sys::path::append(Path, "takt-measure-runner");
    Command = ("exec '" + Path + "'").str();
  }
  Expected<std::unique_ptr<RunnerProcess>> P =
      RunnerProcess::start(Command + O.RunnerArguments);
  if (!P)
    return P.takeError();
  Runner = std::move(*P);
  return Error::success();
}

/// In which forms \p R, or malformed hex, is measured.
std::vector<Form> Session::forms(const CodeRegion *R) const {
  std::vector<Form> Forms;
  const bool Loop = R && R->Repeats == Notion::Loop;
  if (O.Read.Repeats != Notion::Unrolled)
    Forms.push_back(Form::Loop);
  if (O.Read.Repeats ? O.Read.Repeats == Notion::Unrolled : !Loop)
    Forms.push_back(Form::Unrolled);
  if (O.RepeatShort && R && !Loop && R->Instrs.size() < ShortInstrs)
    Forms.push_back(Form::Loop5);
  return Forms;
}

Error Session::run(Measurable &M, MeasuredRegion &Row) {
  M.Work.TimeoutMilliseconds = O.TimeoutMilliseconds;
  M.Work.Rounds = O.Rounds;
  if (O.Emit) {
    outs() << formatJob(M.Work) << '\n';
    return Error::success();
  }
  Expected<Measurement> Result = Runner->measure(M.Work);
  if (!Result)
    return Result.takeError();
  Row.Result = *Result;
  Row.Result.Flags |= M.Flags;
  Row.Copies = M.Copies;
  return Error::success();
}

Error Session::form(CodeTarget &T, const CodeRegion &R, Form F,
                    MeasuredRegion Row) {
  Row.Repeated = F;
  JobMaker Maker(T);
  for (const bool Close : {false, true}) {
    Expected<Measurable> M = Maker.make(R, F, Close);
    if (!M) {
      Row.Result.What = Status::Unsupported;
      Row.Why = toString(M.takeError());
      break;
    }
    if (Error E = run(*M, Row))
      return E;
    // The loop does not end as it was thought to.
    const bool Counts = M->Flags & FlagClosed || R.Repeats != Notion::Loop;
    if (Counts || F != Form::Loop || Row.Result.What != Status::Uncounted)
      break;
  }
  if (Out)
    Out->write(Row);
  return Error::success();
}

Error Session::region(CodeTarget &T, const CodeRegion &R, StringRef Hex,
                      const std::string &Place) {
  if (Error E = start(T))
    return E;
  MeasuredRegion Row;
  Row.Hex = Hex;
  Row.Place = Place;
  for (const Form F : forms(&R))
    if (Error E = form(T, R, F, Row))
      return E;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

Error Session::input(StringRef Argument) {
  std::string Name = Argument == "-" ? "<stdin>" : Argument.str();
  const auto Unread = [&](Error E) {
    complain(Name + ": " + StringRef(toString(std::move(E))).rtrim());
    return Error::success();
  };
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Argument);
  if (!Buffer)
    return Unread(Buffer.takeError());
  Name = (*Buffer)->getBufferIdentifier().str();
  ReadOptions Read = O.Read;
  // Regions are repeated here, by what is known of their counters.
  Read.Repeats.reset();
  Expected<std::unique_ptr<CodeTarget>> T = targetFor(**Buffer, Read);
  if (!T)
    return Unread(T.takeError());
  Error Failed = Error::success();
  const auto OnRegion = [&](const CodeRegion &R) {
    std::string Hex;
    for (const CodeInstr &I : R.Instrs)
      Hex += toHex(I.Bytes, /*LowerCase=*/true);
    if (!Failed)
      Failed = region(**T, R, Hex, describePlace(Name, R));
  };
  const auto OnProblem = [&](Error E) {
    WithColor::warning(errs(), "takt-measure")
        << Name << ": " << toString(std::move(E)) << '\n';
  };
  Error Unreadable = readCode(**Buffer, **T, Read, {OnRegion, OnProblem});
  if (!Unreadable || Failed) {
    consumeError(std::move(Unreadable));
    return Failed;
  }
  return Unread(std::move(Unreadable));
}

void Session::malformed(StringRef Hex, const std::string &Why) {
  MeasuredRegion Row;
  Row.Hex = Hex;
  Row.Result.What = Status::Malformed;
  Row.Why = Why;
  for (const Form F : forms(nullptr)) {
    Row.Repeated = F;
    if (Out)
      Out->write(Row);
  }
}

Error Session::line(CodeTarget &T, StringRef Line, const Twine &Place) {
  StringRef Hex = Line.trim();
  if (Hex.empty() || Hex.starts_with("#"))
    return Error::success();
  Hex = Hex.split(',').first.trim().trim('"');
  if (Hex == "hex")
    return Error::success();
  SmallVector<uint8_t, 64> Bytes;
  if (Error E = parseHex(Hex, Bytes)) {
    const std::string Why = toString(std::move(E));
    complain(Place + ": " + Why);
    malformed(Hex, Why);
    return Error::success();
  }
  CodeRegion R;
  if (Error E = decodeBlock(T, Bytes, O.Read.HexAddress, R))
    R.WhyNot = toString(std::move(E));
  return region(T, R, Hex, "");
}

Error Session::batch() {
  Expected<std::unique_ptr<CodeTarget>> T = CodeTarget::create(O.Read.Target);
  if (!T)
    return T.takeError();
  Expected<LineReader> Reader = LineReader::open(O.Inputs.front());
  if (!Reader)
    return Reader.takeError();
  const std::string Name =
      O.Inputs.front() == "-" ? "<stdin>" : O.Inputs.front();
  for (;;) {
    Expected<std::optional<LinePiece>> Piece = Reader->next();
    if (!Piece)
      return createFileError(Name, Piece.takeError());
    if (!*Piece)
      return Error::success();
    uint64_t Number = (*Piece)->FirstLine;
    for (StringRef Text = (*Piece)->Text; !Text.empty(); ++Number) {
      const auto [Line, Next] = Text.split('\n');
      if (Error E = line(**T, Line, Name + ":" + Twine(Number)))
        return E;
      Text = Next;
    }
  }
}

int main(int Argc, char **Argv) {
  const InitLLVM Init(Argc, Argv);
  initializeTargets();
  const ExitOnError Exit("takt-measure: error: ");
  const MeasureOptions O = Exit(parseMeasureOptions(Argc, Argv));
  Session S(O);
  Error Failed = O.Batch ? S.batch() : Error::success();
  if (!O.Batch)
    for (const std::string &Input : O.Inputs)
      if (!Failed)
        Failed = S.input(Input);
  if (!Failed)
    return S.good() ? 0 : 1;
  WithColor::error(errs(), "takt-measure")
      << toString(std::move(Failed)) << '\n';
  return 1;
}
