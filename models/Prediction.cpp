//===- Prediction.cpp - Cycles per iteration and what binds -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Prediction.h"
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
  case Binder::Ports:
    return "ports";
  case Binder::Dependences:
    return "dependences";
  }
  llvm_unreachable("unknown binder");
}

/// The bounds in the order in which ties are decided.
static SmallVector<std::pair<Binder, Rational>, 3>
boundsOf(const Prediction &P) {
  return {{Binder::Dependences, P.Dependences.Cycles},
          {Binder::Ports, P.Ports.Cycles},
          {Binder::FrontEnd, P.FrontEnd.Cycles}};
}

Prediction takt::predict(const Kernel &K, const Cpu &C) {
  Prediction P;
  P.FrontEnd = frontEndBound(K, C);
  P.Ports = portBound(K, C);
  P.Dependences = dependenceBound(K);
  for (const auto &[B, Cycles] : boundsOf(P))
    if (Cycles > P.Cycles) {
      P.Cycles = Cycles;
      P.BoundBy = B;
    }
  return P;
}

//===----------------------------------------------------------------------===//
// In words
//===----------------------------------------------------------------------===//

/// "a", "a and b", "a, b and c".
static std::string joinAnd(ArrayRef<std::string> Items) {
  if (Items.size() < 2)
    return Items.empty() ? std::string() : Items.front();
  return llvm::join(Items.drop_back(), ", ") + " and " + Items.back();
}

/// What carries the values of a recurrence: "xmm0", "xmm0 and memory". A
/// location that only passes a value inside an instruction has no name that
/// anybody would know.
static std::string carriers(const DependenceBound &B, const Kernel &K) {
  constexpr size_t Most = 3;
  SmallVector<std::string, 4> Names;
  bool Memory = false;
  for (const RecurrenceStep &S : B.Witness) {
    Memory |= S.ThroughMemory;
    if (S.ThroughMemory || K.Locations[S.Loc].Internal)
      continue;
    if (!is_contained(Names, K.Locations[S.Loc].Name))
      Names.push_back(K.Locations[S.Loc].Name);
  }
  if (Names.size() + Memory > Most) {
    const size_t Shown = Most - 1 - Memory;
    const size_t Left = Names.size() - Shown;
    Names.resize(Shown);
    if (Memory)
      Names.push_back("memory");
    Names.push_back(utostr(Left) + " more");
  } else if (Memory) {
    Names.push_back("memory");
  }
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

static std::string describeDependences(const Prediction &P, const Kernel &K) {
  uint64_t Latency = 0, Distance = 0;
  for (const RecurrenceStep &S : P.Dependences.Witness) {
    Latency += S.Latency;
    Distance += S.Distance;
  }
  const std::string Through = carriers(P.Dependences, K);
  std::string Text = "bound by the dependency chain";
  if (!Through.empty())
    Text += " through " + Through;
  Text += " (" + chain(P.Dependences, K) + ", ";
  if (Distance == 1)
    return Text + P.Dependences.Cycles.str() + ")";
  return Text + utostr(Latency) + (Latency == 1 ? " cycle" : " cycles") +
         " every " + utostr(Distance) + " iterations)";
}

static std::string describePorts(const Prediction &P, const Cpu &C) {
  ResourceMask Ports = 0, Units = 0;
  bool Dividers = true;
  for (ResourceMask M = P.Ports.Saturated; M; M &= M - 1) {
    const Resource &R = C.Resources[llvm::countr_zero(M)];
    (R.IsPort ? Ports : Units) |= M & -M;
    if (!R.IsPort)
      Dividers &= StringRef(R.Name).contains_insensitive("div");
  }
  const auto Plural = [](ResourceMask M) {
    return llvm::popcount(M) == 1 ? " " : "s ";
  };
  std::string Text = "bound by ";
  if (Ports)
    Text += std::string("port") + Plural(Ports) + C.resourceNames(Ports);
  if (Ports && Units)
    Text += " and ";
  if (Units)
    Text += std::string(Dividers ? "the divider unit" : "the unit") +
            Plural(Units) + C.resourceNames(Units);
  const bool Several = llvm::popcount(P.Ports.Saturated) > 1;
  return Text + " (" + P.Ports.Cycles.str() + (Several ? " each)" : ")");
}

std::string takt::describeBinder(const Prediction &P, const Kernel &K,
                                 const Cpu &C) {
  switch (P.BoundBy) {
  case Binder::None:
    return "bound by nothing";
  case Binder::FrontEnd: {
    const uint64_t Uops = K.fusedUops();
    return "bound by the front end (" + utostr(Uops) +
           (Uops == 1 ? " µop, " : " µops, ") + utostr(C.Fetch.Width) +
           " per cycle)";
  }
  case Binder::Ports:
    return describePorts(P, C);
  case Binder::Dependences:
    return describeDependences(P, K);
  }
  llvm_unreachable("unknown binder");
}

std::string takt::describeOthers(const Prediction &P) {
  std::string Text;
  for (const auto &[B, Cycles] : boundsOf(P)) {
    if (B == P.BoundBy || Cycles == Rational(0))
      continue;
    // "alone" once makes clear what all of them mean.
    Text += (Text.empty() ? "" : ", ") + binderName(B).str() +
            (Text.empty() ? " alone " : " ") + Cycles.str();
  }
  return Text;
}
