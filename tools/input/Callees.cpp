//===- Callees.cpp - Who is called ---------------------------- -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Callees.h"
#include "takt/models/SourceName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace llvm::object;
using namespace takt;

/// Of several names of one place functions are preferred, then global ones.
void Callees::add(Place At, const CodeSymbol &S) {
  const auto Rank = [](const CodeSymbol &S) {
    return std::make_tuple(!S.IsFunction, !S.IsGlobal, StringRef(S.Name));
  };
  const CodeSymbol *&Best = Named[At];
  if (!Best || Rank(S) < Rank(*Best))
    Best = &S;
}

void Callees::read() {
  Read = true;
  const bool Relocatable = Obj.isRelocatableObject();
  Symbols.forEach([&](uint64_t Section, const CodeSymbol &S) {
    add({Relocatable ? Section : 0, S.Range.Start}, S);
  });
  const auto *ELF = dyn_cast<ELFObjectFileBase>(&Obj);
  if (!ELF || Relocatable)
    return;
  for (const ELFPltEntry &Entry : ELF->getPltEntries()) {
    if (!Entry.Symbol)
      continue;
    Expected<StringRef> Name = SymbolRef(*Entry.Symbol, &Obj).getName();
    if (Name)
      Linkage.try_emplace(Entry.Address, Name->str());
    else
      consumeError(Name.takeError());
  }
}

std::string Callees::at(Place P) {
  if (!Read)
    read();
  if (const CodeSymbol *S = Named.lookup(P))
    return sourceName(S->Name);
  if (!Obj.isRelocatableObject())
    if (const auto It = Linkage.find(P.second);
        It != Linkage.end() && !It->second.empty())
      return sourceName(It->second);
  return "";
}

static std::string hex(uint64_t Address) {
  return "0x" + utohexstr(Address, /*LowerCase=*/true);
}

/// ".text.f+0x10".
static std::string placeText(const ObjectFile &Obj, uint64_t Section,
                             uint64_t Address) {
  for (const SectionRef &S : Obj.sections())
    if (S.getIndex() == Section)
      return (expectedToOptional(S.getName()).value_or("") + "+" + hex(Address))
          .str();
  return hex(Address);
}

std::string Callees::of(const CodeInstr &Call, const SectionCode &In,
                        TargetRef T) {
  uint64_t Target = 0;
  const bool Direct =
      T.MIA->evaluateBranch(Call.Inst, Call.Offset, Call.Size, Target);
  const CodeRelocation *R = relocationOf(Call, In);
  if (R && (Direct || R->inTable()) && !R->Name.empty())
    return sourceName(R->Name);
  if (!Direct)
    return "";
  uint64_t Section = Obj.isRelocatableObject() ? In.Index : 0;
  if (R) {
    // The field, still empty, leads to what a branch's target is relative to.
    Target += static_cast<uint64_t>(R->Addend) - R->Address;
    if (!R->section())
      return hex(Target);
    Section = *R->section();
  }
  const std::string Name = at({Section, Target});
  if (!Name.empty())
    return Name;
  return Section == In.Index || !R ? hex(Target)
                                   : placeText(Obj, Section, Target);
}

void Callees::name(CodeRegion &R, const SectionCode &In, TargetRef T) {
  // Without a path there is no first call.
  if (!R.WhyNot.empty())
    return;
  const auto Call = find_if(R.Instrs, [&](const CodeInstr &I) {
    return !I.Taken && T.MIA->isCall(I.Inst);
  });
  if (Call != R.Instrs.end())
    R.Callee = of(*Call, In, T);
}
