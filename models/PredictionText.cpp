//===- PredictionText.cpp - Predictions in words ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BindingLimit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace takt;

StringRef takt::binderName(Binder B) {
  switch (B) {
  case Binder::None:
    return "nothing";
  case Binder::FrontEnd:
    return "front end";
  case Binder::Predecoder:
    return "predecoder";
  case Binder::Decoders:
    return "decoders";
  case Binder::Microcode:
    return "microcode";
  case Binder::UopCache:
    return "uop cache";
  case Binder::LoopStream:
    return "loop stream";
  case Binder::Dispatch:
    return "dispatch";
  case Binder::Results:
    return "renamed results";
  case Binder::IssueWidth:
    return "issue width";
  case Binder::Ports:
    return "ports";
  case Binder::Dependences:
    return "dependences";
  case Binder::Stores:
    return "stores";
  case Binder::CriticalPath:
    return "critical path";
  case Binder::Scheduling:
    return "scheduling";
  case Binder::Latencies:
    return "latencies";
  case Binder::Delivery:
    return "delivery";
  case Binder::Memory:
    return "memory";
  case Binder::Moves:
    return "moves";
  case Binder::Banks:
    return "banks";
  case Binder::LoneStores:
    return "lone stores";
  case Binder::Buffers:
    return "buffers";
  case Binder::Order:
    return "order";
  case Binder::Several:
    return "several limits";
  }
  llvm_unreachable("unknown binder");
}

bool takt::isFrontEnd(Binder B) {
  return B == Binder::Delivery ||
         (B >= Binder::FrontEnd && B <= Binder::IssueWidth);
}

/// "a", "a and b", "a, b and c".
static std::string joinAnd(ArrayRef<std::string> Items) {
  if (Items.size() < 2)
    return Items.empty() ? std::string() : Items.front();
  return llvm::join(Items.drop_back(), ", ") + " and " + Items.back();
}

/// "memory at [rdi+8*rcx], 2 iterations back": of several such steps the one
/// that reaches back farthest. Empty if none leads through memory.
static std::string memoryCarrier(const DependenceBound &B, const Kernel &K) {
  const RecurrenceStep *Farthest = nullptr;
  for (const RecurrenceStep &S : B.Witness)
    if (S.ThroughMemory && (!Farthest || S.Distance > Farthest->Distance))
      Farthest = &S;
  if (!Farthest)
    return "";
  const StringRef Address = memoryAddress(B, Farthest - B.Witness.data(), K);
  if (Address.empty())
    return "memory";
  std::string Text = "memory at " + Address.str();
  if (Farthest->Distance)
    Text += ", " + utostr(Farthest->Distance) +
            (Farthest->Distance == 1 ? " iteration back" : " iterations back");
  return Text;
}

/// What carries the values of a recurrence: "xmm0", "xmm0 and memory at [rdi],
/// 2 iterations back". A location that only passes a value inside an
/// instruction has no name that anybody would know.
static std::string carriers(const DependenceBound &B, const Kernel &K) {
  constexpr size_t Most = 3;
  SmallVector<std::string, 4> Names;
  const std::string MemoryText = memoryCarrier(B, K);
  const bool Memory = !MemoryText.empty();
  for (const RecurrenceStep &S : B.Witness) {
    if (S.ThroughMemory || K.Locations[S.Loc].Internal)
      continue;
    if (!is_contained(Names, K.Locations[S.Loc].Name))
      Names.push_back(K.Locations[S.Loc].Name);
  }
  if (Names.size() + Memory > Most) {
    const size_t Shown = Most - 1 - Memory;
    const size_t Left = Names.size() - Shown;
    Names.resize(Shown);
    Names.push_back(utostr(Left) + " more");
  }
  // Last, because it may have a comma of its own.
  if (Memory)
    Names.push_back(MemoryText);
  return joinAnd(Names);
}

/// The instructions of a recurrence: "mulsd → addsd".
static std::string chain(const DependenceBound &B, const Kernel &K) {
  constexpr size_t Most = 4;
  const std::vector<uint32_t> Instrs = recurrenceInstrs(B);
  std::string Text;
  for (size_t I = 0; I != std::min(Instrs.size(), Most); ++I)
    Text += (I ? " → " : "") + K.Instrs[Instrs[I]].Mnemonic;
  if (Instrs.size() > Most)
    Text += " … " + utostr(Instrs.size() - Most) + " more";
  return Text;
}

/// \p Bound as it is said beside the cycles of \p P. A simulation that does not
/// become periodic ends with a mean, which may be a little less than a bound.
static std::string boundText(const Rational &Bound, const Prediction &P) {
  const bool IsRounding =
      P.Cycles < Bound && Bound * Rational(99) < P.Cycles * Rational(100);
  return (IsRounding ? P.Cycles : Bound).str();
}

std::string takt::chainText(const Prediction &P, const Kernel &K) {
  uint64_t Latency = 0, Distance = 0;
  for (const RecurrenceStep &S : P.Dependences.Witness) {
    Latency += S.Latency;
    Distance += S.Distance;
  }
  const std::string Through = carriers(P.Dependences, K);
  std::string Text = "dependency chain";
  if (!Through.empty())
    Text += " through " + Through;
  Text += " (" + chain(P.Dependences, K) + ", ";
  if (Distance == 1)
    return Text + boundText(P.Dependences.Cycles, P) + ")";
  return Text + utostr(Latency) + (Latency == 1 ? " cycle" : " cycles") +
         " every " + utostr(Distance) + " iterations)";
}

std::string takt::resourcesText(ResourceMask Resources, const Cpu &C) {
  ResourceMask Ports = 0, Units = 0;
  bool Dividers = true;
  for (ResourceMask M = Resources; M; M &= M - 1) {
    const Resource &R = C.Resources[llvm::countr_zero(M)];
    (R.IsPort ? Ports : Units) |= M & -M;
    if (!R.IsPort)
      Dividers &= StringRef(R.Name).contains_insensitive("div");
  }
  const auto Plural = [](ResourceMask M) {
    return llvm::popcount(M) == 1 ? " " : "s ";
  };
  std::string Text;
  if (Ports)
    Text += std::string("port") + Plural(Ports) + C.resourceNames(Ports);
  if (Ports && Units)
    Text += " and ";
  if (Units)
    Text += std::string(Dividers ? "the divider unit" : "the unit") +
            Plural(Units) + C.resourceNames(Units);
  return Text;
}

/// "10 µops, 4 per cycle".
static std::string widthText(const Kernel &K, const Cpu &C) {
  const uint64_t Uops = K.fusedUops();
  return utostr(Uops) + (Uops == 1 ? " µop, " : " µops, ") +
         utostr(C.Fetch.Width) + " per cycle";
}

std::string takt::describeParts(const Prediction &P) {
  const FrontEndLimits &L = P.Parts;
  const std::pair<StringRef, std::optional<Rational>> Parts[] = {
      {"predecoder", L.Predecode},    {"decoders", L.Decode},
      {"microcode", L.Microcode},     {"µop cache", L.UopCache},
      {"loop stream", L.LoopStream},  {"dispatch", L.Dispatch},
      {"renamed results", L.Results}, {"issue width", L.Issue}};
  std::string Text;
  for (const auto &[Name, Cycles] : Parts)
    if (Cycles)
      Text +=
          (Text.empty() ? "" : ", ") + Name.str() + " " + boundText(*Cycles, P);
  return Text;
}

std::string takt::describeBinder(const Prediction &P, const Kernel &K,
                                 const Cpu &C) {
  if (!P.Attained && P.BoundBy != Binder::None && P.BoundBy != Binder::Several)
    return describeCosts(P, K, C);
  switch (P.BoundBy) {
  case Binder::None:
    return "bound by nothing";
  case Binder::FrontEnd:
    if (C.Fetch.Kind != FrontEndKind::Linear)
      return "bound by the front end (" + describeParts(P) + ")";
    return "bound by the front end (" + widthText(K, C) + ")";
  case Binder::IssueWidth:
    return "bound by the issue width (" + widthText(K, C) + ")";
  case Binder::Predecoder: {
    const bool Prefixes = llvm::any_of(K.Instrs, [](const KernelInstr &I) {
      return I.Decode.LengthChangingPrefix;
    });
    return "bound by the predecoder (" + boundText(*P.Parts.Predecode, P) +
           (Prefixes ? ", length-changing prefix)" : ")");
  }
  case Binder::Decoders:
    return "bound by the decoders (" + boundText(*P.Parts.Decode, P) + ")";
  case Binder::Microcode:
    return "bound by microcode (" + boundText(*P.Parts.Microcode, P) + ")";
  case Binder::UopCache:
    return "bound by the µop cache (" + boundText(*P.Parts.UopCache, P) + ")";
  case Binder::LoopStream:
    return "bound by the loop stream (" + boundText(*P.Parts.LoopStream, P) +
           ")";
  case Binder::Dispatch:
    return "bound by dispatch (" + boundText(*P.Parts.Dispatch, P) + ")";
  case Binder::Results:
    return "bound by the renaming of results (" +
           boundText(*P.Parts.Results, P) + ")";
  case Binder::Ports: {
    const bool Several = llvm::popcount(P.Ports.Saturated) > 1;
    return "bound by " + resourcesText(P.Ports.Saturated, C) + " (" +
           boundText(P.Ports.Cycles, P) + (Several ? " each)" : ")");
  }
  case Binder::Dependences:
    return "bound by the " + chainText(P, K);
  case Binder::Stores:
    return "bound by stores, which the cache takes " +
           (C.Memory.StoreBlock
                ? "by blocks of " + utostr(C.Memory.StoreBlock)
                : "in pairs within " + utostr(C.Memory.PairedStoreReach)) +
           " bytes (" + boundText(P.Stores, P) + ")";
  case Binder::CriticalPath:
    return "bound by the critical path (" + utostr(P.Path.Length) +
           " cycles for " + utostr(P.Path.Copies) +
           (P.Path.Copies == 1 ? " iteration" : " iterations") +
           " in the reorder buffer)";
  case Binder::Several:
    return "bound by several limits at once";
  default:
    llvm_unreachable("no bound");
  }
}

std::string takt::describePlaces(const Prediction &P) {
  if (!P.Places)
    return "";
  // Means over long runs may differ by less than what is printed.
  const std::string Least = P.Places->Least.str(), Most = P.Places->Most.str();
  return Least == Most ? "" : Least + " to " + Most + " by alignment";
}

/// The bounds in the order in which they are said.
static SmallVector<std::pair<Binder, Rational>, 3>
boundsOf(const Prediction &P) {
  return {{Binder::Dependences, P.Dependences.Cycles},
          {Binder::Ports, P.Ports.Cycles},
          {Binder::FrontEnd, P.FrontEnd.Cycles}};
}

std::string takt::describeOthers(const Prediction &P) {
  std::string Text;
  for (const auto &[B, Cycles] : boundsOf(P)) {
    const bool Said =
        B == P.BoundBy || (B == Binder::FrontEnd && isFrontEnd(P.BoundBy));
    if (Said || Cycles == Rational(0))
      continue;
    // "alone" once makes clear what all of them mean.
    Text += (Text.empty() ? "" : ", ") + binderName(B).str() +
            (Text.empty() ? " alone " : " ") + boundText(Cycles, P);
  }
  return Text;
}
