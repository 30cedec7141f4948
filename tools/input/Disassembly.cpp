//===- Disassembly.cpp - Bytes of an object file to code --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Disassembly.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace llvm::object;
using namespace takt;

/// About 60 MB of MCInsts.
static constexpr size_t ManyInstrs = size_t(1) << 18;
/// Zeros decode as an instruction on x86 that no compiler makes.
static constexpr size_t ZeroPadding = 4;

/// Where data that \p At lies in ends, else \p At.
static uint64_t skipData(const SectionCode &S, uint64_t At) {
  const auto It =
      llvm::upper_bound(S.Data, At, [](uint64_t A, const AddressRange &R) {
        return A < R.Start;
      });
  return It != S.Data.begin() && std::prev(It)->End > At ? std::prev(It)->End
                                                         : At;
}

static uint64_t nextData(const SectionCode &S, uint64_t At) {
  const auto It =
      llvm::upper_bound(S.Data, At, [](uint64_t A, const AddressRange &R) {
        return A < R.Start;
      });
  return It == S.Data.end() ? S.end() : It->Start;
}

/// Makes \p F branch to \p Target instead of where its empty field leads. The
/// field counts bytes or, on architectures with words, words.
static void retarget(FlowInstr &F, uint64_t Target, TargetRef T) {
  const uint64_t Delta = Target - *F.Target;
  for (const int64_t Unit : {1, 4})
    for (MCOperand &O : F.Code.Inst) {
      if (!O.isImm())
        continue;
      const int64_t Old = O.getImm();
      O.setImm(Old + static_cast<int64_t>(Delta) / Unit);
      uint64_t Found = 0;
      if (T.MIA->evaluateBranch(F.Code.Inst, F.Code.Offset, F.Code.Size,
                                Found) &&
          Found == Target) {
        F.Target = Target;
        return;
      }
      O.setImm(Old);
    }
  F.Target.reset();
}

const CodeRelocation *takt::relocationOf(const CodeInstr &I,
                                         const SectionCode &S) {
  const auto R = llvm::lower_bound(
      S.Relocations, I.Offset,
      [](const CodeRelocation &R, uint64_t A) { return R.Address < A; });
  if (R == S.Relocations.end() || R->Address >= I.Offset + I.Size)
    return nullptr;
  return &*R;
}

const CodeRelocation *takt::link(CodeInstr &I, const SectionCode &S) {
  const CodeRelocation *R = relocationOf(I, S);
  if (!R)
    return nullptr;
  I.Linked.Symbol = R->Symbol;
  I.Linked.Addend = R->Addend;
  I.Linked.Offset = static_cast<uint8_t>(R->Address - I.Offset);
  return R;
}

/// The branch's field is empty where \p R fills it in.
static void relocate(FlowInstr &F, const CodeRelocation &R, TargetRef T) {
  if (R.Delta && F.Target)
    retarget(F, *F.Target + *R.Delta, T);
  else
    F.Target.reset();
}

/// Bytes of padding at the start of \p Bytes.
static size_t zeroPadding(const CodeTarget &T, ArrayRef<uint8_t> Bytes) {
  const size_t N = static_cast<size_t>(
      llvm::find_if(Bytes, [](uint8_t B) { return B != 0; }) - Bytes.begin());
  if (N < ZeroPadding && N != Bytes.size())
    return 0;
  return alignDown(N, T.minInstrSize());
}

FunctionCode takt::disassemble(CodeTarget &T, const SectionCode &S,
                               const FunctionSpan &Span, uint64_t From) {
  FunctionCode Code;
  uint64_t At = From;
  while (At < Span.Range.End) {
    if (const uint64_t Behind = skipData(S, At); Behind != At) {
      At = std::min(Behind, Span.Range.End);
      continue;
    }
    const ArrayRef<uint8_t> Bytes =
        S.bytes({At, std::min(Span.Range.End, nextData(S, At))});
    if (const size_t Skip = Span.Known ? 0 : zeroPadding(T, Bytes)) {
      At += Skip;
      continue;
    }
    CodeInstr I;
    uint64_t Size = 0;
    const CodeTarget::Decode D = T.decode(Bytes, At, I.Inst, Size);
    if (D == CodeTarget::Decode::Bad) {
      Code.Bad.push_back(At);
      At += std::max<uint64_t>(Size, 1);
      continue;
    }
    I.Offset = At;
    I.Size = static_cast<uint16_t>(Size);
    I.Bytes.assign(Bytes.begin(), Bytes.begin() + Size);
    if (D == CodeTarget::Decode::NotOfCpu)
      Code.Foreign.try_emplace(At, T.print(I));
    Code.Instrs.push_back(flowOf(I, T.ref()));
    FlowInstr &F = Code.Instrs.back();
    const CodeRelocation *R = link(F.Code, S);
    if (R && (F.Kind == FlowKind::Jump || F.Kind == FlowKind::Conditional))
      relocate(F, *R, T.ref());
    At += Size;
    if (Code.Instrs.size() >= ManyInstrs &&
        (F.Kind == FlowKind::End || F.Kind == FlowKind::Jump))
      break;
  }
  Code.End = At;
  return Code;
}

/// S + A − P of \p R if its symbol is in section \p In.
static Expected<std::optional<uint64_t>> localDelta(const ELFRelocationRef &R,
                                                    const SectionRef &In) {
  const symbol_iterator Symbol = R.getSymbol();
  if (Symbol == R.getObject()->symbol_end())
    return std::nullopt;
  Expected<section_iterator> Section = Symbol->getSection();
  if (!Section)
    return Section.takeError();
  if (*Section == R.getObject()->section_end() || **Section != In)
    return std::nullopt;
  Expected<uint64_t> Value = Symbol->getAddress();
  if (!Value)
    return Value.takeError();
  Expected<int64_t> Addend = R.getAddend();
  if (!Addend) {
    // A REL section keeps it in the field itself.
    consumeError(Addend.takeError());
    return *Value - R.getOffset();
  }
  return *Value + static_cast<uint64_t>(*Addend) - R.getOffset();
}

/// CodeRelocation::Name of \p Symbol.
static StringRef nameOf(const symbol_iterator &Symbol) {
  if (ELFSymbolRef(*Symbol).getELFType() == ELF::STT_SECTION)
    return "";
  Expected<StringRef> Name = Symbol->getName();
  if (Name)
    return *Name;
  consumeError(Name.takeError());
  return "";
}

/// Fills in what \p R names. What is defined in a section is known by its
/// place there, so that the distances of symbols count.
static void findLinked(const ELFRelocationRef &R, CodeRelocation &To) {
  const symbol_iterator Symbol = R.getSymbol();
  To.Addend = expectedToOptional(R.getAddend()).value_or(0);
  if (Symbol == R.getObject()->symbol_end())
    return;
  To.Symbol = Symbol->getRawDataRefImpl().d.b + uint64_t(1);
  SmallString<32> Type;
  R.getTypeName(Type);
  const bool ThreadLocal =
      Type.str().contains("TLS") || Type.str().contains("TPOFF");
  if (!ThreadLocal)
    To.Name = nameOf(Symbol);
  // The global offset table, or thread-local storage.
  if (ThreadLocal || Type.str().contains("GOT")) {
    To.Symbol |= uint64_t(1) << CodeRelocation::TableNumbers;
    return;
  }
  Expected<section_iterator> Section = Symbol->getSection();
  Expected<uint64_t> Value = Symbol->getAddress();
  if (Section && Value && *Section != R.getObject()->section_end()) {
    To.Symbol = ((*Section)->getIndex() + uint64_t(1)) |
                uint64_t(1) << CodeRelocation::SectionNumbers;
    To.Addend += static_cast<int64_t>(*Value - (*Section)->getAddress());
  }
  consumeError(Section.takeError());
  consumeError(Value.takeError());
}

DenseMap<uint64_t, std::vector<CodeRelocation>>
takt::codeRelocations(const ObjectFile &Obj,
                      function_ref<void(Error)> Problem) {
  DenseMap<uint64_t, std::vector<CodeRelocation>> Relocations;
  if (!Obj.isELF() || !Obj.isRelocatableObject())
    return Relocations;
  auto Report = [&](Error E) {
    Problem(createStringError("relocations: " + toString(std::move(E))));
  };
  for (const SectionRef &Table : Obj.sections()) {
    Expected<section_iterator> In = Table.getRelocatedSection();
    if (!In) {
      Report(In.takeError());
      continue;
    }
    if (*In == Obj.section_end() || !(*In)->isText())
      continue;
    std::vector<CodeRelocation> &Found = Relocations[(*In)->getIndex()];
    for (const RelocationRef &R : Table.relocations()) {
      Expected<std::optional<uint64_t>> Delta =
          localDelta(ELFRelocationRef(R), **In);
      if (!Delta) {
        Report(Delta.takeError());
        continue;
      }
      CodeRelocation &To = Found.emplace_back();
      To.Address = R.getOffset();
      To.Delta = *Delta;
      findLinked(R, To);
    }
    llvm::sort(Found, [](const CodeRelocation &A, const CodeRelocation &B) {
      return A.Address < B.Address;
    });
  }
  return Relocations;
}
