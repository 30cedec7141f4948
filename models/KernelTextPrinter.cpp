//===- KernelTextPrinter.cpp - Kernels as text ------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLexer.h"
#include "StoreForwarding.h"
#include "takt/models/KernelText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace takt;

/// \p Name, between quotes where it would be read as something else than a
/// name: if it is no word, or one of the \p Keywords of its place.
static std::string quoted(StringRef Name,
                          std::initializer_list<StringRef> Keywords = {}) {
  if (isBareWord(Name) && !is_contained(Keywords, Name))
    return Name.str();
  std::string Text;
  raw_string_ostream OS(Text);
  OS << '"';
  printEscapedString(Name, OS);
  OS << '"';
  return Text;
}

static std::string quotedResource(StringRef Name) {
  return quoted(Name, {"none", "load", "store-address", "store-data", "branch",
                       "merge", "executed"});
}

std::string takt::resourceSetText(ResourceMask Mask, const Cpu &C) {
  if (Mask == 0)
    return "none";
  // "p01" if the names are a stem and one digit each, and it is not a name.
  std::string Long, Short;
  StringRef Stem = C.Resources[llvm::countr_zero(Mask)].Name;
  Stem = Stem.take_until(isDigit);
  bool OneDigit = true;
  for (ResourceMask M = Mask; M; M &= M - 1) {
    StringRef Name = C.Resources[llvm::countr_zero(M)].Name;
    Long += (Long.empty() ? "" : "/") + quotedResource(Name);
    OneDigit &=
        Name.consume_front(Stem) && Name.size() == 1 && isDigit(Name.front());
    Short += (Short.empty() ? Stem : StringRef()).str() + Name.str();
  }
  if (!OneDigit || llvm::popcount(Mask) == 1 || !isBareWord(Short) ||
      C.findResource(Short))
    return Long;
  return Short;
}

namespace {

class Printer {
public:
  Printer(raw_ostream &OS, const Kernel &K, const Cpu &C);

  void print(StringRef Name);

private:
  bool inOrderOfAppearance() const;
  void print(const KernelInstr &I);
  void printDecoding(const KernelInstr &I);
  void printRules(const KernelInstr &I);
  void print(const MemoryAccess &A);
  void print(StringRef Keyword, const MemoryDependence &D);
  void print(ArrayRef<Uop> Uops, StringRef Before, bool Lines);
  void print(const Uop &U);
  void printRegisters(RegisterKind Kind, StringRef Keyword);

  raw_ostream &OS;
  const Kernel &K;
  const Cpu &C;
  /// As written: "rax", "$t0", "$t0~2".
  std::vector<std::string> Names;
};

} // namespace

Printer::Printer(raw_ostream &OS, const Kernel &K, const Cpu &C)
    : OS(OS), K(K), C(C) {
  // Locations of the same name are told apart by a number.
  StringMap<unsigned> Seen;
  for (const Location &L : K.Locations) {
    const std::string Name =
        (L.Internal ? "$" : "") + quoted(L.Name, {"latency"});
    const unsigned Instance = ++Seen[Name];
    Names.push_back(Instance == 1 ? Name : Name + "~" + utostr(Instance));
  }
}

/// The reader numbers locations as they appear.
bool Printer::inOrderOfAppearance() const {
  LocationId Next = 0;
  const auto Appears = [&](LocationId L) {
    Next += L == Next;
    return L < Next;
  };
  for (const KernelInstr &I : K.Instrs)
    for (const Uop &U : concat<const Uop>(I.Uops, I.Executed)) {
      for (const UopRead &R : U.Reads)
        if (!Appears(R.Loc))
          return false;
      for (const UopWrite &W : U.Writes)
        if (!Appears(W.Loc))
          return false;
    }
  return Next == K.Locations.size();
}

void Printer::print(const Uop &U) {
  if (U.Merge)
    OS << "merge ";
  switch (U.Kind) {
  case UopKind::Compute:
    break;
  case UopKind::Load:
    OS << "load ";
    break;
  case UopKind::StoreAddress:
    OS << "store-address ";
    break;
  case UopKind::StoreData:
    OS << "store-data ";
    break;
  case UopKind::Branch:
    OS << "branch ";
    break;
  }
  if (U.Uses.empty())
    OS << "none";
  ListSeparator Plus(" + ");
  for (const ResourceUse &Use : U.Uses) {
    OS << Plus << resourceSetText(Use.Resources, C);
    if (Use.Cycles != 1)
      OS << '*' << Use.Cycles;
    if (Use.After)
      OS << '@' << Use.After << (Use.OfFlags ? " flags" : "");
  }
  if (!U.Reads.empty())
    OS << " ; reads";
  for (const UopRead &R : U.Reads) {
    OS << ' ' << Names[R.Loc] << (R.Shared ? "*" : "");
    for (const Bypass &B : R.Bypasses) {
      OS << (B.Cycles < 0 ? '+' : '-') << std::abs(int(B.Cycles));
      if (B.Producer != 0)
        OS << '@' << B.Producer;
      if (B.Together)
        OS << " together";
    }
  }
  if (!U.Writes.empty())
    OS << " ; writes";
  for (const UopWrite &W : U.Writes) {
    OS << ' ' << Names[W.Loc];
    if (W.WriteClass != 0)
      OS << '@' << W.WriteClass;
    OS << " latency " << W.Latency;
  }
  if (U.Access != -1)
    OS << " ; access " << int(U.Access);
}

/// What the decoders and the µop cache see, as far as it is not what the reader
/// takes it for.
void Printer::printDecoding(const KernelInstr &I) {
  if (I.Results != 0)
    OS << " results " << I.Results;
  const Decoding &D = I.Decode;
  if (D.QueuedUops != (I.MacroFused ? 0 : std::max<uint16_t>(1, I.FusedUops)))
    OS << " queued " << D.QueuedUops;
  if (D.MicrocodeUops != 0)
    OS << " microcode " << D.MicrocodeUops;
  if (D.Complex)
    OS << " complex";
  if (D.SimpleDecoders != Decoding().SimpleDecoders)
    OS << " simple-decoders " << int(D.SimpleDecoders);
  if (D.MacroFusible)
    OS << " fusible";
  if (D.OpcodeOffset != 0)
    OS << " opcode " << int(D.OpcodeOffset);
  if (D.LengthChangingPrefix)
    OS << " length-changing";
  if (D.ExtraCacheSlot)
    OS << " extra-slot";
  if (D.WritesHighByte)
    OS << " writes-high-byte";
  if (D.Fields.Evex)
    OS << " evex";
  if (D.Fields.All != 0)
    OS << " fields " << int(D.Fields.All);
  if (D.Fields.Wide != 0)
    OS << " wide-fields " << int(D.Fields.Wide);
}

static StringRef orderName(Ordering Order) {
  switch (Order) {
  case Ordering::None:
    break;
  case Ordering::Serializing:
    return "serializing";
  case Ordering::Loads:
    return "loads";
  case Ordering::Stores:
    return "stores";
  case Ordering::LoadsAndStores:
    return "loads-and-stores";
  }
  return "";
}

/// What renamer and scheduler do with it beside its µops.
void Printer::printRules(const KernelInstr &I) {
  if (I.StackChange != 0)
    OS << " stack " << I.StackChange;
  if (I.ReadsStackPointer)
    OS << " reads-stack-pointer";
  if (I.WritesStackPointer)
    OS << " writes-stack-pointer";
  if (I.Order != Ordering::None)
    OS << " order " << orderName(I.Order);
  if (I.RepeatCycles != 0 || I.RepeatId != 0)
    OS << " repeat " << I.RepeatCycles;
  if (I.RepeatId != 0)
    OS << " as " << I.RepeatId;
  if (I.Move != MoveKind::None)
    OS << " move " << (I.Move == MoveKind::General ? "general" : "vector");
  for (const MemoryAccess &A : I.Accesses)
    print(A);
}

void Printer::print(const MemoryAccess &A) {
  OS << " access " << A.Symbol;
  if (A.Offset != 0)
    OS << (A.Offset < 0 ? "" : "+") << A.Offset;
  if (A.Step)
    OS << " step " << *A.Step;
  if (A.Size != 0)
    OS << " bytes " << A.Size;
  if (A.Renamed)
    OS << " renamed";
  if (!A.Address.empty())
    OS << " at " << quoted(A.Address);
}

void Printer::print(ArrayRef<Uop> Uops, StringRef Before, bool Lines) {
  for (const auto &[N, U] : enumerate(Uops)) {
    OS << (Lines ? "\n    " : " ") << (N == 0 ? ": " : "| ");
    if (N == 0)
      OS << Before;
    print(U);
  }
}

void Printer::print(const KernelInstr &I) {
  OS << "  "
     << quoted(I.Mnemonic,
               {"kernel", "locations", "registers", "memory", "possible",
                "write-after-write", "write-after-read", "expect"});
  if (I.MacroFused)
    OS << " macro-fused";
  if (I.FusedUops != usualFusedUops(I))
    OS << " fused " << I.FusedUops;
  if (I.Taken)
    OS << " taken";
  if (I.Size != 0)
    OS << " size " << I.Size;
  if (I.Offset != 0)
    OS << " offset " << I.Offset;
  if (!I.Text.empty())
    OS << " text " << quoted(I.Text);
  printDecoding(I);
  printRules(I);
  const bool Lines = I.Uops.size() + I.Executed.size() > 1;
  print(I.Uops, "", Lines);
  print(I.Executed, "executed ", Lines);
  OS << '\n';
}

void Printer::print(StringRef Keyword, const MemoryDependence &D) {
  MemoryDependence Usual = D;
  setLatencies(Usual, C);
  OS << "  " << Keyword << ' ' << D.Store << " -> " << D.Load << " distance "
     << D.Distance << " latency " << D.Latency;
  if (D.AddressLatency != Usual.AddressLatency)
    OS << " address-latency " << D.AddressLatency;
  OS << (D.Renamed ? " renamed" : "") << (D.Named ? " named" : "")
     << (D.Partial ? " partial" : "") << '\n';
}

void Printer::printRegisters(RegisterKind Kind, StringRef Keyword) {
  bool First = true;
  for (const auto &[L, Name] : zip(K.Locations, Names)) {
    if (L.Kind != Kind)
      continue;
    if (std::exchange(First, false))
      OS << "  registers " << Keyword;
    OS << ' ' << Name;
  }
  if (!First)
    OS << '\n';
}

void Printer::print(StringRef Name) {
  OS << "kernel " << quoted(Name);
  if (K.Repeats == Notion::Unrolled)
    OS << " unrolled";
  OS << '\n';
  if (!inOrderOfAppearance()) {
    OS << "  locations";
    for (const std::string &Location : Names)
      OS << ' ' << Location;
    OS << '\n';
  }
  for (const KernelInstr &I : K.Instrs)
    print(I);
  for (const MemoryDependence &D : K.MemoryDependences)
    print("memory", D);
  for (const MemoryDependence &D : K.PossibleDependences)
    print("possible", D);
  for (const MemoryOrder &O : K.MemoryOrders)
    OS << (O.Kind == MemoryOrder::WriteAfterWrite ? "  write-after-write "
                                                  : "  write-after-read ")
       << O.First << " -> " << O.Second << " distance " << O.Distance << '\n';
  printRegisters(RegisterKind::General, "general");
  printRegisters(RegisterKind::Vector, "vector");
  printRegisters(RegisterKind::Mask, "mask");
}

void takt::printKernel(raw_ostream &OS, StringRef Name, const Kernel &K,
                       const Cpu &C) {
  Printer(OS, K, C).print(Name);
}
