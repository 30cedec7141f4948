//===- Batch.cpp - Many blocks, one row each ------------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Batch.h"
#include "Block.h"
#include "FrontEndParts.h"
#include "LineReader.h"
#include "Progress.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Threading.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <condition_variable>
#include <ctime>
#include <deque>
#include <mutex>
#include <thread>

using namespace llvm;
using namespace takt;

//===----------------------------------------------------------------------===//
// Lines to rows
//===----------------------------------------------------------------------===//

namespace {

/// A piece of the input and what becomes of it.
struct Work {
  LinePiece Input;
  std::string Rows, Messages;
  uint64_t Blocks = 0, Malformed = 0;
  bool Done = false;
};

/// Predicts blocks; each thread has its own.
class BlockPredictor {
public:
  static Expected<std::unique_ptr<BlockPredictor>>
  create(const BatchOptions &O);

  /// Makes the rows of \p W. \p File names the input in messages.
  void run(Work &W, StringRef File);

private:
  explicit BlockPredictor(const BatchOptions &O) : O(O) {}
  void runLine(StringRef Line, Work &W, raw_ostream &Rows,
               raw_ostream &Messages, const Twine &Place);
  Error prepare();
  void writeCounts(raw_ostream &OS) const;
  void writePrediction(raw_ostream &OS, const Kernel &K);
  void finishRow(raw_ostream &Rows, bool Decoded, double Begin) const;

  const BatchOptions &O;
  std::unique_ptr<CodeTarget> Target;
  std::unique_ptr<Predictor> Models;
  SmallVector<uint8_t, 256> Bytes;
  CodeRegion Region;
  double ClockCost = 0; ///< microseconds, if times are asked for
};

} // namespace

/// Processor time of this thread in microseconds: a row takes as long whatever
/// else the machine does.
static double threadMicroseconds() {
  timespec Now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  return static_cast<double>(Now.tv_sec) * 1e6 +
         static_cast<double>(Now.tv_nsec) * 1e-3;
}

/// What threadMicroseconds itself adds to what it measures, which is a system
/// call: the least of many tries.
static double clockMicroseconds() {
  double Least = threadMicroseconds();
  for (unsigned Try = 0; Try != 64; ++Try) {
    const double Begin = threadMicroseconds();
    Least = std::min(Least, threadMicroseconds() - Begin);
  }
  return Least;
}

Expected<std::unique_ptr<BlockPredictor>>
BlockPredictor::create(const BatchOptions &O) {
  std::unique_ptr<BlockPredictor> P(new BlockPredictor(O));
  Expected<std::unique_ptr<CodeTarget>> T = CodeTarget::create(O.Target);
  if (!T)
    return T.takeError();
  P->Target = std::move(*T);
  Expected<std::unique_ptr<Predictor>> M =
      Predictor::create(*P->Target, O.Memory, O.Predictor);
  if (!M)
    return M.takeError();
  P->Models = std::move(*M);
  if (O.Times)
    P->ClockCost = clockMicroseconds();
  return std::move(P);
}

/// A cell of a csv file, in quotes if it needs them.
static void writeCell(raw_ostream &OS, StringRef Text) {
  if (Text.find_first_of(",\"\n\r") == StringRef::npos) {
    OS << Text;
    return;
  }
  OS << '"';
  for (const char C : Text)
    OS << (C == '"' ? "\"\"" : StringRef(&C, 1));
  OS << '"';
}

/// From bytes to the region, as the user wants it repeated.
Error BlockPredictor::prepare() {
  if (Error E = decodeBlock(*Target, Bytes, O.Address, Region))
    return E;
  return O.Repeats ? setNotion(*Target, Region, *O.Repeats) : Error::success();
}

void BlockPredictor::writeCounts(raw_ostream &OS) const {
  unsigned Loads = 0, Stores = 0;
  for (const CodeInstr &I : Region.Instrs) {
    const MCInstrDesc &D = Target->ref().MII.get(I.Inst.getOpcode());
    Loads += D.mayLoad();
    Stores += D.mayStore();
  }
  OS << ',' << Region.Instrs.size() << ',' << Loads << ',' << Stores;
}

/// \p V as printf's %.4f writes it, which takes five times as long.
static void writeFixed(raw_ostream &OS, double V) {
  std::array<char, 400> Text; // for the largest number
  const auto [End, Failed] = std::to_chars(
      Text.begin(), Text.end(), V, std::chars_format::fixed, /*precision=*/4);
  assert(Failed == std::errc() && "there is room");
  (void)Failed;
  OS.write(Text.data(), End - Text.data());
}

static std::string explanationColumns() {
  std::string Text;
  for (const FrontEndPart &Part : frontEndParts({}))
    Text += "," + Part.Column.str();
  return Text + ",ports,dependences,bound_by,explanation";
}

/// Cycles, no error, and the explanation if it is asked for.
void BlockPredictor::writePrediction(raw_ostream &OS, const Kernel &K) {
  const Prediction P =
      Models->predict(K, O.Explain ? Detail::Costs : Detail::Cycles);
  OS << ',';
  writeFixed(OS, P.Cycles.toDouble());
  OS << ',';
  if (!O.Explain)
    return;
  for (const FrontEndPart &Part : frontEndParts(P.Parts)) {
    OS << ',';
    if (Part.Cycles)
      writeFixed(OS, Part.Cycles->toDouble());
  }
  for (const Rational Bound : {P.Ports.Cycles, P.Dependences.Cycles}) {
    OS << ',';
    writeFixed(OS, Bound.toDouble());
  }
  OS << ',' << binderName(P.BoundBy) << ',';
  writeCell(OS, describeBinder(P, K, Models->cpu()));
}

/// A block without a prediction.
static void writeError(raw_ostream &OS, StringRef Why, const BatchOptions &O) {
  OS << ",,";
  writeCell(OS, Why);
  if (O.Explain)
    OS << std::string(StringRef(explanationColumns()).count(','), ',');
}

/// The columns that are asked for beside the first three. \p Decoded: Region is
/// that of the row, which was begun at \p Begin.
void BlockPredictor::finishRow(raw_ostream &Rows, bool Decoded,
                               double Begin) const {
  if (O.Counts && Decoded)
    writeCounts(Rows);
  else if (O.Counts)
    Rows << ",,,";
  if (O.Times)
    Rows << ','
         << format("%.3f",
                   std::max(0.0, threadMicroseconds() - Begin - ClockCost));
  Rows << '\n';
}

void BlockPredictor::runLine(StringRef Line, Work &W, raw_ostream &Rows,
                             raw_ostream &Messages, const Twine &Place) {
  const double Begin = O.Times ? threadMicroseconds() : 0;
  const bool TooLong = Line.size() >= LineReader::LongestLine;
  StringRef Hex = Line.trim();
  if (Hex.empty() || Hex.starts_with("#"))
    return;
  Hex = Hex.split(',').first.trim().trim('"');
  if (Hex == "hex")
    return;
  ++W.Blocks;
  Bytes.clear();
  Error Malformed = TooLong ? createStringError("the line is too long")
                            : parseHex(Hex, Bytes);
  if (Malformed) {
    const std::string Why = toString(std::move(Malformed));
    ++W.Malformed;
    Messages << Place << ": error: " << Why << '\n';
    writeCell(Rows, TooLong ? Hex.take_front(32) : Hex);
    writeError(Rows, Why, O);
    return finishRow(Rows, /*Decoded=*/false, Begin);
  }

  writeCell(Rows, Hex);
  if (Error E = prepare()) {
    writeError(Rows, toString(std::move(E)), O);
    return finishRow(Rows, /*Decoded=*/false, Begin);
  }
  // The text of instructions goes into explanations alone.
  const InstrText Text = O.Explain ? InstrText::Mnemonics : InstrText::None;
  if (Expected<Kernel> K = Models->build(Region, Text)) {
    writePrediction(Rows, *K);
  } else {
    writeError(Rows, toString(K.takeError()), O);
  }
  finishRow(Rows, /*Decoded=*/true, Begin);
}

void BlockPredictor::run(Work &W, StringRef File) {
  raw_string_ostream Rows(W.Rows), Messages(W.Messages);
  uint64_t Number = W.Input.FirstLine;
  for (StringRef Text = W.Input.Text; !Text.empty(); ++Number) {
    const auto [Line, Next] = Text.split('\n');
    runLine(Line, W, Rows, Messages, File + ":" + Twine(Number));
    Text = Next;
  }
  Rows.flush();
  Messages.flush();
}

//===----------------------------------------------------------------------===//
// Pieces in parallel
//===----------------------------------------------------------------------===//

namespace {

/// Pieces of input on their way: read by one thread, worked on by several,
/// written in order by one.
class Conveyor {
public:
  explicit Conveyor(size_t Most) : Most(Most) {}

  /// Waits for room.
  void put(LinePiece Input);
  /// No more pieces will be put.
  void close();
  /// The next piece to work on; null: there will be none.
  Work *take();
  void finish(Work &W);
  /// The oldest piece, once it is finished; null: there will be none. \p Idle
  /// says whether nothing else is under way.
  std::unique_ptr<Work> collect(bool &Idle);

private:
  const size_t Most;
  std::mutex Lock;
  std::condition_variable Changed;
  std::deque<std::unique_ptr<Work>> Window;
  /// Pieces at the front of the window that have been taken.
  size_t Taken = 0;
  bool Closed = false;
};

} // namespace

void Conveyor::put(LinePiece Input) {
  auto W = std::make_unique<Work>();
  W->Input = std::move(Input);
  std::unique_lock<std::mutex> L(Lock);
  Changed.wait(L, [&] { return Window.size() < Most; });
  Window.push_back(std::move(W));
  Changed.notify_all();
}

void Conveyor::close() {
  const std::lock_guard<std::mutex> L(Lock);
  Closed = true;
  Changed.notify_all();
}

Work *Conveyor::take() {
  std::unique_lock<std::mutex> L(Lock);
  Changed.wait(L, [&] { return Taken != Window.size() || Closed; });
  return Taken == Window.size() ? nullptr : Window[Taken++].get();
}

void Conveyor::finish(Work &W) {
  const std::lock_guard<std::mutex> L(Lock);
  W.Done = true;
  Changed.notify_all();
}

std::unique_ptr<Work> Conveyor::collect(bool &Idle) {
  std::unique_lock<std::mutex> L(Lock);
  Changed.wait(L,
               [&] { return Window.empty() ? Closed : Window.front()->Done; });
  if (Window.empty())
    return nullptr;
  std::unique_ptr<Work> W = std::move(Window.front());
  Window.pop_front();
  --Taken;
  Idle = Window.empty();
  Changed.notify_all();
  return W;
}

/// Writes everything that comes off \p Belt. \returns the malformed lines.
static uint64_t writeRows(Conveyor &Belt, raw_ostream &Out, raw_ostream &Err,
                          Progress &Bar) {
  uint64_t Malformed = 0, Blocks = 0;
  bool Idle = false;
  while (std::unique_ptr<Work> W = Belt.collect(Idle)) {
    if (!W->Messages.empty()) {
      Bar.clear();
      Err << W->Messages;
      Err.flush();
    }
    Out << W->Rows;
    if (Idle)
      Out.flush();
    Malformed += W->Malformed;
    Blocks += W->Blocks;
    Bar.update(W->Input.End, Blocks);
  }
  Out.flush();
  return Malformed;
}

Expected<uint64_t> takt::runBatch(StringRef File, raw_ostream &Out,
                                  raw_ostream &Err, const BatchOptions &O) {
  Expected<LineReader> Reader = LineReader::open(File);
  if (!Reader)
    return Reader.takeError();
  const unsigned Jobs =
      O.Jobs ? O.Jobs : hardware_concurrency().compute_thread_count();
  std::vector<std::unique_ptr<BlockPredictor>> Predictors;
  for (unsigned J = 0; J != Jobs; ++J) {
    Expected<std::unique_ptr<BlockPredictor>> P = BlockPredictor::create(O);
    if (!P)
      return P.takeError();
    Predictors.push_back(std::move(*P));
  }

  Out << "hex,cycles,error"
      << (O.Explain ? explanationColumns() : std::string())
      << (O.Counts ? ",n,loads,stores" : "") << (O.Times ? ",us\n" : "\n");
  Out.flush();
  const std::string Name = File == "-" ? "<stdin>" : File.str();
  Conveyor Belt(size_t(4) * Jobs);
  std::vector<std::thread> Threads;
  for (const std::unique_ptr<BlockPredictor> &P : Predictors)
    Threads.emplace_back([&Belt, &Name, P = P.get()] {
      while (Work *W = Belt.take()) {
        P->run(*W, Name);
        Belt.finish(*W);
      }
    });
  Progress Bar(Err, O.Progress, Reader->size());
  uint64_t Malformed = 0;
  Threads.emplace_back([&] { Malformed = writeRows(Belt, Out, Err, Bar); });

  Error Failure = Error::success();
  for (;;) {
    Expected<std::optional<LinePiece>> Piece = Reader->next();
    if (!Piece) {
      Failure = createFileError(Name, Piece.takeError());
      break;
    }
    if (!*Piece)
      break;
    Belt.put(std::move(**Piece));
  }
  Belt.close();
  for (std::thread &T : Threads)
    T.join();
  if (Failure)
    return std::move(Failure);
  return Malformed;
}
