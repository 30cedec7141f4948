//===- AsmCode.cpp - Assembly to an object in memory ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmCode.h"
#include "AsmRecorder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCAssembler.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCParser/MCAsmLexer.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace takt;

TextPosition AsmSection::positionOf(uint64_t Offset) const {
  const auto It = llvm::lower_bound(
      Positions, Offset, [](const auto &P, uint64_t O) { return P.first < O; });
  return It != Positions.end() && It->first == Offset ? It->second
                                                      : TextPosition();
}

namespace {

/// The marker comments of the input.
class MarkerComments : public AsmCommentConsumer {
public:
  struct Region {
    std::string Name;
    SMLoc Begin, End; ///< End is invalid for a region that is open
    /// The streamer's events before them. The lexer is up to one instruction
    /// ahead, so this is second choice: for code without a place in the input.
    size_t BeginEvent = 0, EndEvent = SIZE_MAX;
  };

  explicit MarkerComments(SourceMgr &Sources) : Sources(Sources) {}

  void HandleComment(SMLoc Loc, StringRef Text) override {
    // A comment that ends its buffer without a new line has length -1 in LLVM
    // 19; it may be the end of a macro.
    if (Text.size() == SIZE_MAX)
      return;
    // The lexer may look ahead and come back.
    if (Last.isValid() && Loc.getPointer() == Last.getPointer())
      return;
    Last = Loc;
    Text = Text.trim().ltrim("#;/ \t");
    const bool Mca = Text.consume_front("LLVM-MCA-");
    if (!Mca && !Text.consume_front("OSACA-"))
      return;
    if (Text.consume_front("BEGIN"))
      begin(Loc, Text.trim());
    else if (Text.consume_front("END"))
      end(Loc, Text.trim());
  }

  ArrayRef<Region> regions() const { return Regions; }
  void setStreamer(const AsmRecorder &S) { Streamer = &S; }

private:
  void error(SMLoc Loc, const Twine &Message) {
    Sources.PrintMessage(Loc, SourceMgr::DK_Error, Message);
  }

  void begin(SMLoc Loc, StringRef Name) {
    for (const Region &R : Regions)
      if (!R.End.isValid() && R.Name == Name)
        return error(Loc, Name.empty()
                              ? Twine("region begins inside a region without "
                                      "a name")
                              : "region '" + Name + "' has begun already");
    Regions.push_back({Name.str(), Loc, SMLoc(), Streamer->events().size()});
  }

  void end(SMLoc Loc, StringRef Name) {
    for (Region &R : reverse(Regions))
      if (!R.End.isValid() && (Name.empty() || R.Name == Name)) {
        R.End = Loc;
        R.EndEvent = Streamer->events().size();
        return;
      }
    error(Loc, Name.empty()
                   ? Twine("end of a region that has not begun")
                   : "end of region '" + Name + "', which has not begun");
  }

  SourceMgr &Sources;
  const AsmRecorder *Streamer = nullptr;
  SMLoc Last;
  std::vector<Region> Regions;
};

/// One run of the assembler.
class Assembly {
public:
  Assembly(CodeTarget &T, MemoryBufferRef Text);
  Expected<AsmCode> run();

private:
  Error makeStreamer();
  Error parse();
  void collect();
  Error collectMarked();
  SMLoc inMainFile(SMLoc Loc) const;
  bool isIn(const MarkerComments::Region &R, size_t Event) const;
  static void diagnose(const SMDiagnostic &D, void *Self);

  CodeTarget &T;
  SourceMgr Sources;
  unsigned MainFile = 0;
  MarkerComments Comments;
  MCTargetOptions Options;
  std::unique_ptr<MCSubtargetInfo> STI;
  std::unique_ptr<MCAsmInfo> MAI;
  std::unique_ptr<MCContext> Context;
  std::unique_ptr<MCObjectFileInfo> ObjectInfo;
  std::unique_ptr<MCInstPrinter> Printer;
  std::string Diagnostics;
  unsigned NumDiagnostics = 0;
  AsmCode Code;
  raw_svector_ostream Output{Code.Object};
  std::unique_ptr<AsmRecorder> Streamer;
  /// For each event of the streamer: its section in Code and its offset.
  std::vector<std::pair<size_t, uint64_t>> Places;
};

} // namespace

/// Comments behind ';' are known from other assemblers, where LLVM's sees the
/// start of a statement. Also ends the last line.
static std::unique_ptr<MemoryBuffer> withHashMarkers(MemoryBufferRef Text) {
  std::string S = Text.getBuffer().str() + "\n";
  for (size_t At = 0; At < S.size();) {
    const size_t End = std::min(S.find('\n', At), S.size());
    const StringRef Line = StringRef(S).slice(At, End);
    const StringRef Rest = Line.ltrim();
    const StringRef Comment = Rest.ltrim("; \t");
    if (Rest.starts_with(";") &&
        (Comment.starts_with("LLVM-MCA-") || Comment.starts_with("OSACA-")))
      S[At + (Line.size() - Rest.size())] = '#';
    At = End + 1;
  }
  return MemoryBuffer::getMemBufferCopy(S, Text.getBufferIdentifier());
}

Assembly::Assembly(CodeTarget &T, MemoryBufferRef Text)
    : T(T), Comments(Sources) {
  MainFile = Sources.AddNewSourceBuffer(withHashMarkers(Text), SMLoc());
  Sources.setDiagHandler(diagnose, this);
}

void Assembly::diagnose(const SMDiagnostic &D, void *Self) {
  if (D.getKind() != SourceMgr::DK_Error)
    return;
  auto &A = *static_cast<Assembly *>(Self);
  // Of what is no assembly every line is wrong.
  constexpr unsigned Most = 20;
  if (++A.NumDiagnostics > Most)
    return;
  raw_string_ostream OS(A.Diagnostics);
  if (A.NumDiagnostics == Most)
    OS << "too many errors, of which this is the last that is shown:\n";
  D.print(nullptr, OS, /*ShowColors=*/false);
}

Error Assembly::makeStreamer() {
  const Target &LLVMTarget = T.target();
  const TargetRef Ref = T.ref();
  const std::string TT = T.triple().str();
  // Directives such as .arch change it, so it is a copy.
  STI = std::make_unique<MCSubtargetInfo>(Ref.STI);
  MAI.reset(LLVMTarget.createMCAsmInfo(Ref.MRI, TT, Options));
  Context = std::make_unique<MCContext>(T.triple(), MAI.get(), &Ref.MRI,
                                        STI.get(), &Sources, &Options);
  Context->setDiagnosticHandler(
      [this](const SMDiagnostic &D, bool, const SourceMgr &,
             std::vector<const MDNode *> &) { diagnose(D, this); });
  ObjectInfo.reset(LLVMTarget.createMCObjectFileInfo(*Context, /*PIC=*/true));
  Context->setObjectFileInfo(ObjectInfo.get());
  std::unique_ptr<MCAsmBackend> Backend(
      LLVMTarget.createMCAsmBackend(*STI, Ref.MRI, Options));
  std::unique_ptr<MCCodeEmitter> Emitter(
      LLVMTarget.createMCCodeEmitter(Ref.MII, *Context));
  if (!T.triple().isOSBinFormatELF() || !Backend || !Emitter)
    return createStringError("assembly is read for ELF targets only, not " +
                             TT);
  std::unique_ptr<MCObjectWriter> Writer = Backend->createObjectWriter(Output);
  Streamer = std::make_unique<AsmRecorder>(
      *Context, std::move(Backend), std::move(Writer), std::move(Emitter),
      /*RecordData=*/!T.triple().isX86());
  Printer.reset(
      LLVMTarget.createMCInstPrinter(T.triple(), 0, *MAI, Ref.MII, Ref.MRI));
  // The streamer owns it. The target's streamer for objects would take ours for
  // its own class; the printing one does not ask.
  LLVMTarget.createAsmTargetStreamer(*Streamer, Streamer->directives(),
                                     Printer.get());
  return Error::success();
}

Error Assembly::parse() {
  std::unique_ptr<MCAsmParser> Parser(
      createMCAsmParser(Sources, *Context, *Streamer, *MAI));
  std::unique_ptr<MCTargetAsmParser> TargetParser(
      T.target().createMCAsmParser(*STI, *Parser, T.ref().MII, Options));
  if (!TargetParser)
    return createStringError("LLVM has no assembler for " + T.triple().str());
  Parser->setTargetParser(*TargetParser);
  if (T.intelSyntax())
    Parser->setAssemblerDialect(1);
  Comments.setStreamer(*Streamer);
  Parser->getLexer().setCommentConsumer(&Comments);
  const bool Failed =
      Parser->Run(/*NoInitialTextSection=*/false, /*NoFinalize=*/true);
  if (!Failed && Diagnostics.empty()) {
    Streamer->getTargetStreamer()->emitConstantPools();
    Streamer->settleSizes();
  }
  if (!Failed && Diagnostics.empty())
    Streamer->finish(Parser->getLexer().getLoc());
  if (Failed || !Diagnostics.empty())
    return createStringError(Diagnostics.empty()
                                 ? "the assembler failed without a reason"
                                 : StringRef(Diagnostics).rtrim().str());
  return Error::success();
}

/// Where \p Loc stands in the input itself: for code from an included file the
/// place of its use. LLVM keeps no such place for macros.
SMLoc Assembly::inMainFile(SMLoc Loc) const {
  while (Loc.isValid()) {
    const unsigned Buffer = Sources.FindBufferContainingLoc(Loc);
    if (Buffer == 0)
      return SMLoc();
    if (Buffer == MainFile)
      return Loc;
    Loc = Sources.getParentIncludeLoc(Buffer);
  }
  return Loc;
}

/// Turns the streamer's events into offsets and positions.
void Assembly::collect() {
  const MCAssembler &Assembler = Streamer->getAssembler();
  DenseMap<const MCSection *, size_t> Index;
  StringMap<unsigned> Ordinals;
  for (const MCSection &S : Assembler) {
    Index[&S] = Code.Sections.size();
    Code.Sections.push_back(
        {S.getName().str(), Ordinals[S.getName()]++, {}, {}});
  }
  std::vector<std::vector<std::pair<uint64_t, bool>>> Kinds(
      Code.Sections.size());
  for (const AsmRecorder::Event &E : Streamer->events()) {
    const size_t Section = Index.lookup(&E.Label->getSection());
    const uint64_t Offset = Assembler.getSymbolOffset(*E.Label);
    Places.emplace_back(Section, Offset);
    Kinds[Section].emplace_back(Offset, E.IsInstr);
    const SMLoc Loc = inMainFile(E.Loc);
    if (!E.IsInstr || !Loc.isValid())
      continue;
    const auto [Line, Column] = Sources.getLineAndColumn(Loc, MainFile);
    Code.Sections[Section].Positions.push_back({Offset, {Line, Column}});
  }
  for (const auto &[Section, Kind] : zip_equal(Code.Sections, Kinds)) {
    llvm::sort(Section.Positions, llvm::less_first());
    llvm::sort(Kind);
    for (size_t I = 0, N = Kind.size(); I != N; ++I)
      if (!Kind[I].second)
        Section.Data.push_back(
            {Kind[I].first, I + 1 != N ? Kind[I + 1].first : UINT64_MAX});
  }
}

bool Assembly::isIn(const MarkerComments::Region &R, size_t Event) const {
  const AsmRecorder::Event &E = Streamer->events()[Event];
  if (!E.IsInstr)
    return false;
  const SMLoc Loc = inMainFile(E.Loc);
  if (!Loc.isValid())
    return Event >= R.BeginEvent && Event < R.EndEvent;
  return Loc.getPointer() >= R.Begin.getPointer() &&
         (!R.End.isValid() || Loc.getPointer() <= R.End.getPointer());
}

Error Assembly::collectMarked() {
  for (const MarkerComments::Region &R : Comments.regions()) {
    std::optional<AsmMarked> Marked;
    for (size_t Event = 0, N = Places.size(); Event != N; ++Event) {
      if (!isIn(R, Event))
        continue;
      const auto [Section, Offset] = Places[Event];
      if (!Marked)
        Marked = AsmMarked{R.Name, Section, Offset, Offset};
      if (Marked->Section != Section) {
        Sources.PrintMessage(R.Begin, SourceMgr::DK_Error,
                             "the region spans several sections");
        break;
      }
      Marked->First = std::min(Marked->First, Offset);
      Marked->Last = std::max(Marked->Last, Offset);
    }
    if (Marked)
      Code.Marked.push_back(std::move(*Marked));
    else
      Sources.PrintMessage(R.Begin, SourceMgr::DK_Error,
                           "the region has no instructions");
  }
  if (!Diagnostics.empty())
    return createStringError(StringRef(Diagnostics).rtrim().str());
  return Error::success();
}

Expected<AsmCode> Assembly::run() {
  if (Error E = makeStreamer())
    return std::move(E);
  if (Error E = parse())
    return std::move(E);
  collect();
  if (Error E = collectMarked())
    return std::move(E);
  return std::move(Code);
}

Expected<AsmCode> takt::assemble(CodeTarget &T, MemoryBufferRef Text) {
  return Assembly(T, Text).run();
}
