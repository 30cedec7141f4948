//===- ObjectData.cpp - What lies at a place of an object -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectData.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace llvm::object;
using namespace takt;

template <typename T> static std::optional<T> valueOf(Expected<T> E) {
  if (E)
    return std::move(*E);
  consumeError(E.takeError());
  return std::nullopt;
}

/// Constant when the program runs. The loader writes .data.rel.ro before.
static bool isConstant(const SectionRef &S, bool Relocatable) {
  const uint64_t Flags = ELFSectionRef(S).getFlags();
  if (!(Flags & ELF::SHF_ALLOC) || S.isVirtual())
    return false;
  if (!(Flags & ELF::SHF_WRITE))
    return true;
  const std::optional<StringRef> Name = valueOf(S.getName());
  return Relocatable && Name && Name->starts_with(".data.rel.ro");
}

ObjectData::ObjectData(const ObjectFile &Obj)
    : Relocatable(Obj.isRelocatableObject()) {
  if (!Obj.isELF() || !Obj.isLittleEndian())
    return;
  for (const SectionRef &S : Obj.sections()) {
    if (isConstant(S, Relocatable))
      if (const std::optional<StringRef> Bytes = valueOf(S.getContents()))
        Sections.push_back({S.getIndex(), S.getAddress(), *Bytes});
    if (!Relocatable)
      continue;
    const std::optional<section_iterator> Of = valueOf(S.getRelocatedSection());
    if (Of && *Of != Obj.section_end() && isConstant(**Of, Relocatable))
      readRelocations(S, (*Of)->getIndex());
  }
}

void ObjectData::readRelocations(const SectionRef &Table, uint64_t Of) {
  const ObjectFile &Obj = *Table.getObject();
  std::vector<ObjectRelocation> &Found = Relocations[Of];
  for (const RelocationRef &R : Table.relocations()) {
    // A relocation that is not understood still says that the bytes are not
    // what they seem.
    ObjectRelocation To{R.getOffset(), UINT64_MAX, {}};
    const std::optional<int64_t> Addend =
        valueOf(ELFRelocationRef(R).getAddend());
    const symbol_iterator Symbol = R.getSymbol();
    if (Addend && Symbol != Obj.symbol_end()) {
      const std::optional<section_iterator> In = valueOf(Symbol->getSection());
      const std::optional<uint64_t> Value = valueOf(Symbol->getAddress());
      if (In && *In != Obj.section_end() && Value) {
        To.Type = R.getType();
        To.To = {(*In)->getIndex(), *Value + static_cast<uint64_t>(*Addend)};
      }
    }
    Found.push_back(To);
  }
  llvm::sort(Found,
             [](const auto &A, const auto &B) { return A.Offset < B.Offset; });
}

std::optional<uint64_t> ObjectData::read(ObjectPlace P, unsigned Size) const {
  for (const Section &S : Sections) {
    if ((Relocatable && S.Index != P.Section) || P.Address < S.Address ||
        P.Address - S.Address >= S.Bytes.size() ||
        S.Bytes.size() - (P.Address - S.Address) < Size)
      continue;
    const char *At = S.Bytes.data() + (P.Address - S.Address);
    switch (Size) {
    case 1:
      return static_cast<uint8_t>(*At);
    case 2:
      return support::endian::read16le(At);
    case 4:
      return support::endian::read32le(At);
    case 8:
      return support::endian::read64le(At);
    default:
      return std::nullopt;
    }
  }
  return std::nullopt;
}

const ObjectRelocation *ObjectData::relocation(ObjectPlace P,
                                               unsigned Size) const {
  const auto In = Relocations.find(P.Section);
  if (In == Relocations.end())
    return nullptr;
  const auto It = llvm::lower_bound(
      In->second, P.Address,
      [](const ObjectRelocation &R, uint64_t A) { return R.Offset < A; });
  if (It == In->second.end() || It->Offset - P.Address >= Size)
    return nullptr;
  return &*It;
}
