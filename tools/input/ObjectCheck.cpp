//===- ObjectCheck.cpp - Whether an object file can be read -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectCheck.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/Decompressor.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace llvm::object;

/// Every relocation must name a symbol that exists.
template <typename ELFT, typename RelRange>
static Error checkRelocations(const ELFFile<ELFT> &ELF, const RelRange &Rels,
                              const typename ELFT::Shdr &Table) {
  if (Table.sh_link == 0)
    return Error::success();
  auto SymbolTable = ELF.getSection(Table.sh_link);
  if (!SymbolTable)
    return SymbolTable.takeError();
  auto Symbols = ELF.symbols(*SymbolTable);
  if (!Symbols)
    return Symbols.takeError();
  for (const auto &R : Rels)
    if (const uint32_t Index = R.getSymbol(ELF.isMips64EL());
        Index != 0 && Index >= Symbols->size())
      return createStringError("a relocation names symbol " + Twine(Index) +
                               " of " + Twine(Symbols->size()));
  return Error::success();
}

/// LLVM makes room for as many bytes as a compressed section claims to have.
template <typename ELFT>
static Error checkCompressed(const ELFFile<ELFT> &ELF,
                             const typename ELFT::Shdr &Section) {
  // Beyond what the compressors reach on debug information.
  constexpr uint64_t MaxRatio = 4096;
  auto Data = ELF.getSectionContents(Section);
  if (!Data)
    return Data.takeError();
  auto D = Decompressor::create("", toStringRef(*Data),
                                ELFT::Endianness == endianness::little,
                                ELFT::Is64Bits);
  if (!D)
    return D.takeError();
  if (D->getDecompressedSize() / MaxRatio > Data->size())
    return createStringError(
        "a section of " + Twine(Data->size()) + " bytes claims to be " +
        Twine(D->getDecompressedSize()) + " bytes uncompressed");
  return Error::success();
}

template <typename ELFT>
static Error checkSection(const ELFFile<ELFT> &ELF,
                          const typename ELFT::Shdr &Section) {
  if (Section.sh_flags & ELF::SHF_COMPRESSED)
    return checkCompressed<ELFT>(ELF, Section);
  switch (Section.sh_type) {
  case ELF::SHT_SYMTAB:
  case ELF::SHT_DYNSYM:
    return ELF.symbols(&Section).takeError();
  case ELF::SHT_REL: {
    auto Rels = ELF.rels(Section);
    return Rels ? checkRelocations<ELFT>(ELF, *Rels, Section)
                : Rels.takeError();
  }
  case ELF::SHT_RELA: {
    auto Relas = ELF.relas(Section);
    return Relas ? checkRelocations<ELFT>(ELF, *Relas, Section)
                 : Relas.takeError();
  }
  case ELF::SHT_CREL:
    return createStringError("compact relocations (SHT_CREL) are not read");
  default:
    return Error::success();
  }
}

template <typename ELFT> static Error checkELF(const ELFObjectFile<ELFT> &Obj) {
  const ELFFile<ELFT> &ELF = Obj.getELFFile();
  auto Sections = ELF.sections();
  if (!Sections)
    return Sections.takeError();
  for (const auto &Section : *Sections)
    if (Error E = checkSection<ELFT>(ELF, Section))
      return E;
  return Error::success();
}

Error takt::checkObject(const ObjectFile &Obj) {
  if (const auto *ELF = dyn_cast<ELF64LEObjectFile>(&Obj))
    return checkELF(*ELF);
  if (const auto *ELF = dyn_cast<ELF32LEObjectFile>(&Obj))
    return checkELF(*ELF);
  if (const auto *ELF = dyn_cast<ELF64BEObjectFile>(&Obj))
    return checkELF(*ELF);
  if (const auto *ELF = dyn_cast<ELF32BEObjectFile>(&Obj))
    return checkELF(*ELF);
  return createStringError("only ELF files are read, not " +
                           Obj.getFileFormatName());
}
