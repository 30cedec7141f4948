//===- Symbols.cpp - Where the functions of an object are -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Symbols.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugFrame.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/SymbolSize.h"

using namespace llvm;
using namespace llvm::object;
using namespace takt;

const CodeSymbol *FunctionSpan::symbolAt(uint64_t Address) const {
  const CodeSymbol *Covering = nullptr, *Before = nullptr;
  for (const CodeSymbol &S : Symbols) {
    if (S.Range.Start > Address)
      break;
    if (!Before || (!Before->IsGlobal && S.Range.Start > Before->Range.Start))
      Before = &S;
    if (S.IsFunction && Address < S.Range.End &&
        (!Covering || S.Range.End - S.Range.Start <
                          Covering->Range.End - Covering->Range.Start))
      Covering = &S;
  }
  return Covering ? Covering : Before;
}

const FunctionSpan *takt::functionAt(ArrayRef<FunctionSpan> Functions,
                                     uint64_t Address) {
  for (const FunctionSpan &F : Functions)
    if (Address >= F.Range.Start && Address < F.Range.End)
      return &F;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static bool hasSymbolTable(const ObjectFile &Obj) {
  return Obj.symbol_begin() != Obj.symbol_end();
}

CodeSymbols::CodeSymbols(const ObjectFile &Obj,
                         function_ref<void(Error)> Problem) {
  const bool Mappings =
      Obj.getArch() == Triple::aarch64 || Obj.getArch() == Triple::aarch64_be;
  if (hasSymbolTable(Obj)) {
    for (const auto &[Symbol, Size] : computeSymbolSizes(Obj))
      readSymbol(Symbol, Size, Mappings, Problem);
    return;
  }
  if (const auto *ELF = dyn_cast<ELFObjectFileBase>(&Obj))
    for (const ELFSymbolRef Symbol : ELF->getDynamicSymbolIterators())
      readSymbol(Symbol, Symbol.getSize(), Mappings, Problem);
  if (!Obj.isRelocatableObject())
    readUnwindTable(Obj, Problem);
}

CodeSymbols::Section &CodeSymbols::sectionOf(uint64_t Index) {
  if (Index >= Sections.size())
    Sections.resize(Index + 1);
  return Sections[Index];
}

void CodeSymbols::readSymbol(const SymbolRef &Symbol, uint64_t Size,
                             bool HasMappingSymbols,
                             function_ref<void(Error)> Problem) {
  const ObjectFile &Obj = *Symbol.getObject();
  auto Report = [&](Error E) {
    Problem(createStringError("symbol table: " + toString(std::move(E))));
  };
  Expected<section_iterator> In = Symbol.getSection();
  if (!In)
    return Report(In.takeError());
  if (*In == Obj.section_end() || !(*In)->isText())
    return;
  Expected<SymbolRef::Type> Type = Symbol.getType();
  if (!Type)
    return Report(Type.takeError());
  Expected<uint32_t> Flags = Symbol.getFlags();
  if (!Flags)
    return Report(Flags.takeError());
  Expected<uint64_t> Address = Symbol.getAddress();
  if (!Address)
    return Report(Address.takeError());
  Expected<StringRef> Name = Symbol.getName();
  if (!Name)
    return Report(Name.takeError());

  Section &S = sectionOf((*In)->getIndex());
  if (HasMappingSymbols && (Name->starts_with("$x") || Name->starts_with("$d")))
    S.Mappings.push_back({*Address, (*Name)[1] == 'd'});
  else if (*Type == SymbolRef::ST_Data && Size != 0)
    S.Objects.push_back({*Address, SaturatingAdd(*Address, Size)});
  else if ((*Type == SymbolRef::ST_Function ||
            *Type == SymbolRef::ST_Unknown) &&
           !Name->empty())
    S.Symbols.push_back({Name->str(),
                         {*Address, SaturatingAdd(*Address, Size)},
                         *Type == SymbolRef::ST_Function,
                         (*Flags & SymbolRef::SF_Global) != 0});
}

void CodeSymbols::readUnwindTable(const ObjectFile &Obj,
                                  function_ref<void(Error)> Problem) {
  const std::unique_ptr<DWARFContext> Context = DWARFContext::create(
      Obj, DWARFContext::ProcessDebugRelocations::Ignore, nullptr, "",
      [&](Error E) { consumeError(std::move(E)); },
      [&](Error E) { consumeError(std::move(E)); });
  Expected<const DWARFDebugFrame *> Frames = Context->getEHFrame();
  if (!Frames)
    return Problem(
        createStringError(".eh_frame: " + toString(Frames.takeError())));
  for (const dwarf::FrameEntry &Entry : **Frames)
    if (const auto *Fde = dyn_cast<dwarf::FDE>(&Entry))
      Unwind.push_back(
          {Fde->getInitialLocation(),
           SaturatingAdd(Fde->getInitialLocation(), Fde->getAddressRange())});
}

//===----------------------------------------------------------------------===//
// Cutting a section
//===----------------------------------------------------------------------===//

/// Functions first, then global names, then local ones.
static bool bySymbolRank(const CodeSymbol &A, const CodeSymbol &B) {
  return std::make_tuple(A.Range.Start, !A.IsFunction, !A.IsGlobal,
                         StringRef(A.Name)) <
         std::make_tuple(B.Range.Start, !B.IsFunction, !B.IsGlobal,
                         StringRef(B.Name));
}

/// Gives symbols without a size the code up to the next one of their kind.
static void completeSizes(std::vector<CodeSymbol> &Symbols, uint64_t End) {
  uint64_t NextFunction = End, NextAny = End;
  // Symbols at one address must not end each other.
  uint64_t PendingFunction = End, PendingAny = End, Last = End;
  for (CodeSymbol &S : reverse(Symbols)) {
    if (S.Range.Start != Last) {
      NextFunction = PendingFunction;
      NextAny = PendingAny;
      Last = S.Range.Start;
    }
    if (S.Range.End == S.Range.Start)
      S.Range.End = S.IsFunction ? NextFunction : NextAny;
    S.Range.End = std::clamp(S.Range.End, S.Range.Start, End);
    PendingAny = S.Range.Start;
    if (S.IsFunction)
      PendingFunction = S.Range.Start;
  }
}

/// Sorts \p Ranges and joins those that overlap.
static void joinRanges(std::vector<AddressRange> &Ranges) {
  llvm::sort(Ranges, [](AddressRange A, AddressRange B) {
    return std::make_pair(A.Start, A.End) < std::make_pair(B.Start, B.End);
  });
  std::vector<AddressRange> Joined;
  for (const AddressRange R : Ranges) {
    if (R.Start >= R.End)
      continue;
    if (!Joined.empty() && R.Start < Joined.back().End)
      Joined.back().End = std::max(Joined.back().End, R.End);
    else
      Joined.push_back(R);
  }
  Ranges = std::move(Joined);
}

/// Cuts what lies between functions at global labels, which hand-written
/// assembly uses for functions; local labels are places inside.
static void addGap(std::vector<FunctionSpan> &Spans, AddressRange Gap,
                   ArrayRef<CodeSymbol> Symbols) {
  uint64_t Start = Gap.Start;
  for (const CodeSymbol &S : Symbols) {
    if (!S.IsGlobal || S.Range.Start <= Start || S.Range.Start >= Gap.End)
      continue;
    Spans.push_back({{Start, S.Range.Start}, {}, false});
    Start = S.Range.Start;
  }
  if (Start < Gap.End)
    Spans.push_back({{Start, Gap.End}, {}, false});
}

std::vector<FunctionSpan>
CodeSymbols::functions(const SectionRef &Section) const {
  const AddressRange All{
      Section.getAddress(),
      SaturatingAdd(Section.getAddress(), Section.getSize())};
  std::vector<CodeSymbol> Symbols;
  if (Section.getIndex() < Sections.size())
    Symbols = Sections[Section.getIndex()].Symbols;
  erase_if(Symbols, [&](const CodeSymbol &S) {
    return S.Range.Start < All.Start || S.Range.Start >= All.End;
  });
  llvm::sort(Symbols, bySymbolRank);

  // Only a stated size makes a span known: a missing one may run into data.
  std::vector<AddressRange> Functions, Stated;
  for (const CodeSymbol &S : Symbols)
    if (S.IsFunction && S.Range.End > S.Range.Start)
      Stated.push_back(S.Range);
  for (const AddressRange R : Unwind)
    if (R.Start >= All.Start && R.End <= All.End)
      Stated.push_back(R);
  completeSizes(Symbols, All.End);
  Functions = Stated;
  for (const CodeSymbol &S : Symbols)
    if (S.IsFunction)
      Functions.push_back(S.Range);
  for (AddressRange &R : Functions)
    R.End = std::min(R.End, All.End);
  joinRanges(Functions);
  joinRanges(Stated);

  std::vector<FunctionSpan> Spans;
  uint64_t At = All.Start;
  for (const AddressRange R : Functions) {
    addGap(Spans, {At, R.Start}, Symbols);
    const auto In =
        llvm::upper_bound(Stated, R.Start, [](uint64_t A, AddressRange S) {
          return A < S.Start;
        });
    const bool Known = In != Stated.begin() && std::prev(In)->End >= R.End;
    Spans.push_back({R, {}, Known});
    At = R.End;
  }
  addGap(Spans, {At, All.End}, Symbols);

  auto S = Symbols.begin();
  for (FunctionSpan &Span : Spans)
    for (; S != Symbols.end() && S->Range.Start < Span.Range.End; ++S)
      if (!Span.Known || S->IsFunction)
        Span.Symbols.push_back(std::move(*S));
  return Spans;
}

void CodeSymbols::forEach(
    function_ref<void(uint64_t, const CodeSymbol &)> Take) const {
  for (const auto &[Index, S] : enumerate(Sections))
    for (const CodeSymbol &Symbol : S.Symbols)
      Take(Index, Symbol);
}

std::vector<AddressRange> CodeSymbols::data(const SectionRef &Section) const {
  if (Section.getIndex() >= Sections.size())
    return {};
  const CodeSymbols::Section &S = Sections[Section.getIndex()];
  std::vector<AddressRange> Data = S.Objects;
  std::vector<Mapping> Mappings = S.Mappings;
  llvm::sort(Mappings, [](const Mapping &A, const Mapping &B) {
    return std::make_pair(A.Address, A.IsData) <
           std::make_pair(B.Address, B.IsData);
  });
  const uint64_t End = SaturatingAdd(Section.getAddress(), Section.getSize());
  for (size_t I = 0, N = Mappings.size(); I != N; ++I)
    if (Mappings[I].IsData)
      Data.push_back(
          {Mappings[I].Address, I + 1 != N ? Mappings[I + 1].Address : End});
  joinRanges(Data);
  return Data;
}
