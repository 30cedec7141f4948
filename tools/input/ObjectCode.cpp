//===- ObjectCode.cpp - Regions of an object file ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectCode.h"
#include "Block.h"
#include "ByteMarkers.h"
#include "Callees.h"
#include "Disassembly.h"
#include "JumpTables.h"
#include "Loops.h"
#include "SourceLines.h"
#include "Symbols.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace llvm;
using namespace llvm::object;
using namespace takt;

namespace {

class ObjectReader {
public:
  ObjectReader(const ObjectFile &Obj, CodeTarget &T, const ReadOptions &Options,
               CodeSink Sink, StringRef Member, const AsmCode *Asm,
               StringRef AsmName)
      : T(T), Options(Options), Sink(Sink), Member(Member), Asm(Asm),
        AsmName(AsmName), Symbols(Obj, Sink.Problem), Called(Obj, Symbols),
        Lines(Obj), Data(Obj) {
    readSections(Obj);
  }

  Error read();

private:
  /// A code section, its functions, and what the text says of it.
  struct Section {
    SectionCode Code;
    std::vector<FunctionSpan> Functions;
    const AsmSection *Text = nullptr;
  };

  void readSections(const ObjectFile &Obj);
  bool readMarked();
  bool readMarkedComments();
  bool readMarkedBytes(const Section &S);
  void readLoops(const Section &S);
  void readFunction(const Section &S, const FunctionSpan &F);
  void readPath(ArrayRef<AddressRange> Pieces);
  void readRange(const Section &S, AddressRange R, RegionKind K,
                 StringRef Name = "");
  void complainAboutData(const Section &S, const FunctionSpan &F,
                         const FunctionCode &Code);
  void finish(const Section &S, const FunctionSpan *F, CodeRegion R);
  bool isSelected(const Section &S, const FunctionSpan *F, const CodeRegion &R);
  Error nothingFound() const;

  CodeTarget &T;
  const ReadOptions &Options;
  CodeSink Sink;
  StringRef Member;
  const AsmCode *Asm;
  StringRef AsmName;
  CodeSymbols Symbols;
  Callees Called;
  SourceLines Lines;
  ObjectData Data;
  std::vector<Section> Sections;
  size_t Found = 0;
  size_t MatchingFunctions = 0;
  /// A function was not read wholly, so that finding nothing is no surprise.
  bool Complained = false;
};

} // namespace

static std::string hex(uint64_t Address) {
  return "0x" + utohexstr(Address, /*LowerCase=*/true);
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

void ObjectReader::readSections(const ObjectFile &Obj) {
  auto Relocations = codeRelocations(Obj, Sink.Problem);
  StringMap<unsigned> Ordinals;
  for (const SectionRef &Ref : Obj.sections()) {
    Expected<StringRef> Name = Ref.getName();
    if (!Name) {
      Sink.Problem(createStringError("section " + Twine(Ref.getIndex()) + ": " +
                                     toString(Name.takeError())));
      continue;
    }
    const unsigned Ordinal = Ordinals[*Name]++;
    if (!Ref.isText() || Ref.isVirtual() || Ref.getSize() == 0)
      continue;
    // Jumps that the linker made, to itself among others, are no loops.
    if (Name->starts_with(".plt") || Name->starts_with(".iplt"))
      continue;
    Expected<StringRef> Contents = Ref.getContents();
    if (!Contents) {
      Sink.Problem(createStringError("section " + *Name + ": " +
                                     toString(Contents.takeError())));
      continue;
    }
    if (Ref.getAddress() > UINT64_MAX - Contents->size()) {
      Sink.Problem(createStringError("section " + *Name +
                                     ": its addresses wrap around"));
      continue;
    }
    Section &S = Sections.emplace_back();
    S.Code.Name = Name->str();
    S.Code.Index = Ref.getIndex();
    S.Code.Address = Ref.getAddress();
    if (Obj.isRelocatableObject())
      S.Code.Alignment = Ref.getAlignment().value();
    S.Code.Bytes = arrayRefFromStringRef(*Contents);
    S.Code.Relocations = std::move(Relocations[Ref.getIndex()]);
    S.Code.Data = Symbols.data(Ref);
    S.Functions = Symbols.functions(Ref);
    if (!Asm)
      continue;
    for (const AsmSection &Text : Asm->Sections)
      if (Text.Name == *Name && Text.Ordinal == Ordinal)
        S.Text = &Text;
    if (S.Text)
      for (const AddressRange R : S.Text->Data)
        S.Code.Data.push_back({R.Start, std::min(R.End, S.Code.end())});
    llvm::sort(S.Code.Data, [](AddressRange A, AddressRange B) {
      return A.Start < B.Start;
    });
  }
}

Error ObjectReader::read() {
  if (Sections.empty())
    return createStringError("there is no code");
  for (const std::vector<AddressRange> &Pieces : Options.Select.paths())
    readPath(Pieces);
  if (Found != 0)
    return Error::success();
  const bool MayMark =
      Options.Regions == RegionChoice::Markers ||
      (Options.Regions == RegionChoice::Auto && Options.Select.empty());
  if (MayMark && readMarked())
    return Error::success();
  if (Options.Regions == RegionChoice::Markers)
    return createStringError("there are no markers");

  if (Options.Regions != RegionChoice::Whole)
    for (const Section &S : Sections)
      readLoops(S);
  if (const auto &R = Options.Select.addresses(); R && Found == 0)
    for (const Section &S : Sections)
      if (R->Start >= S.Code.Address && R->End <= S.Code.end())
        readRange(S, *R, RegionKind::Range);
  const bool Whole =
      Options.Regions == RegionChoice::Whole ||
      (Asm && Options.Regions == RegionChoice::Auto && Options.Select.empty());
  if (Complained && Found == 0)
    return Error::success();
  if (Whole && Found == 0)
    for (const Section &S : Sections)
      readRange(S, {S.Code.Address, S.Code.end()}, RegionKind::Section);
  return Found == 0 ? nothingFound() : Error::success();
}

Error ObjectReader::nothingFound() const {
  if (Options.Select.hasFunctions() && MatchingFunctions == 0)
    return createStringError("there is no " + Options.Select.describe());
  if (Options.Select.lines() && !Lines.available())
    return createStringError("--line: there is no line information; compile "
                             "with -g");
  if (Options.Select.empty())
    return createStringError("no loops found");
  return createStringError("no loops found in " + Options.Select.describe());
}

//===----------------------------------------------------------------------===//
// Straight pieces
//===----------------------------------------------------------------------===//

bool ObjectReader::readMarked() {
  bool Any = readMarkedComments();
  for (const Section &S : Sections)
    Any |= readMarkedBytes(S);
  return Any;
}

bool ObjectReader::readMarkedComments() {
  if (!Asm)
    return false;
  for (const AsmMarked &M : Asm->Marked)
    for (const Section &S : Sections) {
      if (S.Text != &Asm->Sections[M.Section])
        continue;
      MCInst Last;
      uint64_t Size = 0;
      T.decode(S.Code.bytes({M.Last, S.Code.end()}), M.Last, Last, Size);
      readRange(S, {M.First, M.Last + Size}, RegionKind::Marked, M.Name);
    }
  return !Asm->Marked.empty();
}

bool ObjectReader::readMarkedBytes(const Section &S) {
  bool Any = false;
  for (const AddressRange R :
       findByteMarkers(T.triple(), S.Code.Bytes, S.Code.Address, [&](Error E) {
         Any = true;
         Sink.Problem(createStringError("section " + S.Code.Name + ": " +
                                        toString(std::move(E))));
       })) {
    Any = true;
    readRange(S, R, RegionKind::Marked);
  }
  return Any;
}

void ObjectReader::readRange(const Section &S, AddressRange Range, RegionKind K,
                             StringRef Name) {
  CodeRegion R;
  R.Kind = K;
  R.Name = Name.str();
  if (Error E = decodeBlock(T, S.Code.bytes(Range), Range.Start, R)) {
    ++Found;
    Sink.Problem(createStringError(
        regionKindName(K) + (Name.empty() ? "" : " '" + Name + "'") + " at " +
        hex(Range.Start) + " in " + S.Code.Name + ": " +
        toString(std::move(E))));
    return;
  }
  for (CodeInstr &I : R.Instrs)
    link(I, S.Code);
  finish(S, functionAt(S.Functions, Range.Start), std::move(R));
}

void ObjectReader::readPath(ArrayRef<AddressRange> Pieces) {
  const auto Complain = [&](const Twine &Why) {
    ++Found;
    Sink.Problem(createStringError("--path at " + hex(Pieces.front().Start) +
                                   ": " + Why));
  };
  const auto S = find_if(Sections, [&](const Section &S) {
    return all_of(Pieces, [&](AddressRange R) {
      return R.Start >= S.Code.Address && R.End <= S.Code.end();
    });
  });
  if (S == Sections.end())
    return Complain("no section has all of its code");
  CodeRegion R;
  R.Kind = RegionKind::Path;
  R.Assumption = "the path that was asked for";
  if (Error E = decodePath(
          T, Pieces, [&](AddressRange P) { return S->Code.bytes(P); }, R))
    return Complain(toString(std::move(E)));
  for (CodeInstr &I : R.Instrs)
    link(I, S->Code);
  finish(*S, functionAt(S->Functions, Pieces.front().Start), std::move(R));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void ObjectReader::readLoops(const Section &S) {
  for (const FunctionSpan &F : S.Functions) {
    if (Options.Select.hasFunctions() &&
        none_of(F.Symbols, [&](const CodeSymbol &Symbol) {
          return Options.Select.matchesFunction(Symbol.Name);
        }))
      continue;
    ++MatchingFunctions;
    if (const auto &R = Options.Select.addresses();
        R && (F.Range.End <= R->Start || F.Range.Start >= R->End))
      continue;
    readFunction(S, F);
  }
}

void ObjectReader::complainAboutData(const Section &S, const FunctionSpan &F,
                                     const FunctionCode &Code) {
  Complained = true;
  const uint64_t At = Code.Bad.front();
  const CodeSymbol *Symbol = F.symbolAt(At);
  const size_t More = Code.Bad.size() - 1;
  Sink.Problem(createStringError(
      (Symbol ? "function '" + Symbol->Name + "'" : "section " + S.Code.Name) +
      ": no instruction at " + hex(At) +
      (More ? " and at " + std::to_string(More) + " more places" : "") +
      "; only what is reached from its start is analysed"));
}

void ObjectReader::readFunction(const Section &S, const FunctionSpan &F) {
  std::vector<uint64_t> Entries{F.Range.Start};
  // Local labels are places that the code itself goes to.
  for (const CodeSymbol &Symbol : F.Symbols)
    if (Symbol.IsFunction || Symbol.IsGlobal)
      Entries.push_back(Symbol.Range.Start);
  for (uint64_t At = F.Range.Start; At < F.Range.End;) {
    FunctionCode Code = disassemble(T, S.Code, F, At);
    if (!Code.Bad.empty())
      complainAboutData(S, F, Code);
    Entries.push_back(At);
    resolveJumpTables(Code, S.Code, Entries, Data, T.ref());
    FlowGraph G(Code.Instrs, Entries, /*GuessEntries=*/Code.Bad.empty());
    findLoops(G, Options.AllLoops, [&](CodeRegion R) {
      for (const CodeInstr &I : R.Instrs)
        if (const auto It = Code.Foreign.find(I.Offset);
            It != Code.Foreign.end() && R.WhyNot.empty())
          R.WhyNot = "'" + It->second + "' at " + hex(I.Offset) +
                     " is not an instruction of " + T.llvmCpu().str();
      finish(S, &F, std::move(R));
    });
    At = Code.End;
  }
}

//===----------------------------------------------------------------------===//
// What is common to all regions
//===----------------------------------------------------------------------===//

bool ObjectReader::isSelected(const Section &S, const FunctionSpan *F,
                              const CodeRegion &R) {
  if (Options.Select.hasFunctions() &&
      (!F || none_of(F->Symbols, [&](const CodeSymbol &Symbol) {
        return R.Range.Start >= Symbol.Range.Start &&
               R.Range.Start < Symbol.Range.End &&
               Options.Select.matchesFunction(Symbol.Name);
      })))
    return false;
  if (const auto &A = Options.Select.addresses();
      A && (R.Range.Start < A->Start || R.Range.End > A->End))
    return false;
  if (const auto &L = Options.Select.lines())
    return any_of(R.Instrs, [&](const CodeInstr &I) {
      const SourceLine Line = Lines.at(I.Offset, S.Code.Index);
      return Line && L->matches(Line.File, Line.Line);
    });
  return true;
}

void ObjectReader::finish(const Section &S, const FunctionSpan *F,
                          CodeRegion R) {
  if (!isSelected(S, F, R))
    return;
  ++Found;
  R.Member = Member.str();
  R.Section = S.Code.Name;
  if (S.Code.Alignment)
    R.Alignment = S.Code.Alignment;
  const CodeSymbol *Symbol = F ? F->symbolAt(R.Range.Start) : nullptr;
  R.Function = Symbol ? Symbol->Name : S.Code.Name;
  R.Demangled = demangle(R.Function);
  for (const CodeInstr &I : R.Instrs)
    if (const SourceLine Line = Lines.at(I.Offset, S.Code.Index)) {
      R.File = Line.File;
      R.Line = Line.Line;
      break;
    }
  if (S.Text) {
    for (const CodeInstr &I : R.Instrs)
      R.Positions.push_back(S.Text->positionOf(I.Offset));
    for (const TextPosition P : R.Positions)
      if (R.Line == 0 && P.Line != 0) {
        R.File = AsmName.str();
        R.Line = P.Line;
      }
  }
  if (Options.Repeats && R.WhyNot.empty())
    if (Error E = setNotion(T, R, *Options.Repeats))
      R.WhyNot = toString(std::move(E));
  if (!R.Positions.empty())
    R.Positions.resize(R.Instrs.size());
  Called.name(R, S.Code, T.ref());
  Sink.Region(std::move(R));
}

Error takt::readObject(const ObjectFile &Obj, CodeTarget &T,
                       const ReadOptions &Options, CodeSink Sink,
                       StringRef Member, const AsmCode *Asm,
                       StringRef AsmName) {
  return ObjectReader(Obj, T, Options, Sink, Member, Asm, AsmName).read();
}
