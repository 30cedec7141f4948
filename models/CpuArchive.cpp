//===- CpuArchive.cpp - Descriptions as they are compiled in ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How they are written and read; CpuArchiveFields.h has all fields.
///
//===----------------------------------------------------------------------===//

#include "CpuArchive.h"
#include "CpuArchiveFields.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"

using namespace takt;
using llvm::StringRef;

namespace {

class Writer : public Archive<Writer> {
public:
  Writer(TextPool &Texts, std::string &Bytes) : Texts(Texts), Bytes(Bytes) {}
  using Archive::value;

  template <typename T>
  std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>> value(T &V) {
    llvm::raw_string_ostream OS(Bytes);
    if constexpr (std::is_enum_v<T> || std::is_unsigned_v<T>)
      llvm::encodeULEB128(static_cast<uint64_t>(V), OS);
    else
      llvm::encodeSLEB128(V, OS);
  }
  void value(std::string &Text) {
    uint32_t Number = Texts.add(Text);
    value(Number);
  }
  template <typename T> void value(std::optional<T> &V) {
    bool Has = V.has_value();
    value(Has);
    if (Has)
      (*this)(*V);
  }
  template <typename T> void value(std::vector<T> &List) { elements(List); }
  template <typename T, unsigned N> void value(llvm::SmallVector<T, N> &List) {
    elements(List);
  }

private:
  template <typename L> void elements(L &List) {
    size_t Size = List.size();
    value(Size);
    for (auto &Element : List)
      (*this)(Element);
  }

  TextPool &Texts;
  std::string &Bytes;
};

class Reader : public Archive<Reader> {
public:
  Reader(const ArchivedTexts &Texts, StringRef Bytes)
      : Texts(Texts), At(Bytes.bytes_begin()), End(Bytes.bytes_end()) {}
  using Archive::value;

  template <typename T>
  std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>> value(T &V) {
    assert(At < End && "a description ends early");
    unsigned Size = 0;
    if constexpr (std::is_enum_v<T> || std::is_unsigned_v<T>)
      V = static_cast<T>(llvm::decodeULEB128(At, &Size, End));
    else
      V = static_cast<T>(llvm::decodeSLEB128(At, &Size, End));
    At += Size;
  }
  void value(std::string &Text) {
    uint32_t Number = 0;
    value(Number);
    Text = Texts.text(Number).str();
  }
  template <typename T> void value(std::optional<T> &V) {
    bool Has = false;
    value(Has);
    if (Has)
      (*this)(V.emplace());
  }
  template <typename T> void value(std::vector<T> &List) { elements(List); }
  template <typename T, unsigned N> void value(llvm::SmallVector<T, N> &List) {
    elements(List);
  }

  /// What is not read yet.
  StringRef rest() const {
    return {reinterpret_cast<const char *>(At), static_cast<size_t>(End - At)};
  }

private:
  template <typename L> void elements(L &List) {
    size_t Size = 0;
    value(Size);
    List.resize(Size);
    for (auto &Element : List)
      (*this)(Element);
  }

  const ArchivedTexts &Texts;
  const uint8_t *At, *End;
};

} // namespace

std::string takt::writeCpu(const Cpu &From, OpcodePatterns &Patterns,
                           TextPool &Texts) {
  auto Renumber = [&](PatternId &Id, StringRef Text) {
    Id = llvm::cantFail(Patterns.add(Text));
  };
  Cpu C = From;
  for (ConditionOperand &O : C.ConditionOperands)
    Renumber(O.Pattern, O.Match);
  for (MacroFusion &F : C.MacroFusions) {
    Renumber(F.FirstPattern, F.First);
    Renumber(F.SecondPattern, F.Second);
  }
  for (ValueRule &V : C.ValueRules)
    Renumber(V.Pattern, V.Match);
  for (Domain &D : C.ResultDomains.List)
    Renumber(D.Pattern, D.Match);
  if (C.ChainedLoadsPattern)
    Renumber(*C.ChainedLoadsPattern, C.ChainedLoads);
  if (C.RenamedLoadsPattern)
    Renumber(*C.RenamedLoadsPattern, C.RenamedLoads);
  if (C.Clock.Pattern)
    Renumber(*C.Clock.Pattern, C.Clock.Match);
  std::vector<PatternId> CorrectionPatterns;
  std::vector<uint32_t> Ends;
  std::string Corrections;
  for (Correction K : C.Corrections) {
    Renumber(K.Pattern, K.Match);
    CorrectionPatterns.push_back(K.Pattern);
    Writer(Texts, Corrections)(K);
    Ends.push_back(Corrections.size());
  }
  std::string Bytes;
  Writer(Texts, Bytes)(C, CorrectionPatterns, Ends);
  return Bytes + Corrections;
}

std::shared_ptr<Cpu> takt::readCpu(const ArchivedCpu &A,
                                   const ArchivedTexts &Texts) {
  auto C = std::make_shared<Cpu>();
  std::vector<PatternId> Patterns;
  std::vector<uint32_t> Ends;
  Reader R(Texts, A.Bytes);
  R(*C, Patterns, Ends);
  StringRef Corrections = R.rest();
  C->Corrections = CorrectionList(
      std::move(Patterns), [&Texts, Corrections, Ends](size_t I) {
        Correction K;
        Reader R(Texts, Corrections.slice(I ? Ends[I - 1] : 0, Ends[I]));
        R(K);
        return K;
      });
  C->Patterns = std::make_shared<OpcodePatterns>(*A.Opcodes);
  C->CompiledIn = true;
  return C;
}
