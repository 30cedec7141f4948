//===- InstrFacts.cpp - What a report says about an instruction -----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstrFacts.h"
#include "takt/models/DependenceGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;
using namespace takt;

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

namespace {

/// When µops start if only dependences delay them, in units of 1 / P.Cycles'
/// denominator.
class StartTimes {
public:
  StartTimes(const DependenceGraph &G, Rational Cycles)
      : G(G), Cycles(Cycles), Start(G.nodes().size()),
        Critical(G.nodes().size(), nullptr) {}

  /// Only what depends on \p Node, which starts at 0.
  void from(uint32_t Node) {
    Start[Node] = 0;
    relax();
  }
  /// Everything may start at 0.
  void fromAll() {
    Floor = true;
    for (std::optional<int64_t> &S : Start)
      S = 0;
    relax();
  }

  /// None: \p Node depends on nothing that has a time.
  std::optional<int64_t> start(uint32_t Node) const { return Start[Node]; }
  /// The dependence that decides when \p Node starts; null: none does.
  const DependenceEdge *critical(uint32_t Node) const { return Critical[Node]; }

private:
  int64_t arrival(const DependenceEdge &E) const {
    return *Start[E.Source] + E.Latency * Cycles.den() -
           E.Distance * Cycles.num();
  }
  void relax();

  const DependenceGraph &G;
  const Rational Cycles;
  bool Floor = false;
  std::vector<std::optional<int64_t>> Start;
  std::vector<const DependenceEdge *> Critical;
};

} // namespace

// Longest paths after Bellman and Ford. No cycle of the graph is positive,
// because a prediction is not below the maximum cycle ratio; edges within an
// iteration lead forward, so that few rounds are needed.
void StartTimes::relax() {
  bool Changed = true;
  for (size_t Round = 0; Changed && Round <= G.nodes().size(); ++Round) {
    Changed = false;
    for (const DependenceEdge &E : G.edges()) {
      if (!Start[E.Source])
        continue;
      std::optional<int64_t> &S = Start[E.Target];
      if (!S || arrival(E) > *S) {
        S = arrival(E);
        Changed = true;
      }
    }
  }
  // Of several operands that arrive together name the one from the nearest
  // instruction; one that is there from the start delays nothing.
  for (const DependenceEdge &E : G.edges()) {
    if (!Start[E.Source] || arrival(E) != *Start[E.Target] ||
        (Floor && arrival(E) == 0))
      continue;
    const DependenceEdge *&Known = Critical[E.Target];
    if (!Known || E.Distance <= Known->Distance)
      Known = &E;
  }
}

/// What the instruction of nodes [First, Last) waits for.
static std::optional<Waiting> waitsFor(const StartTimes &T,
                                       const DependenceGraph &G,
                                       const Kernel &K, uint32_t First,
                                       uint32_t Last) {
  std::optional<uint32_t> Node;
  for (uint32_t N = First; N != Last; ++N)
    if (T.start(N) && (!Node || *T.start(N) >= *T.start(*Node)))
      Node = N;
  // Go back inside the instruction to the µop that waits for another one.
  for (uint32_t Steps = First; Node && Steps != Last; ++Steps) {
    const DependenceEdge *E = T.critical(*Node);
    if (!E)
      return std::nullopt;
    if (E->Distance != 0 || E->Source < First || E->Source >= Last)
      return Waiting{G.nodes()[E->Source].Instr, E->Distance,
                     E->Memory ? "memory" : K.Locations[E->Loc].Name};
    Node = E->Source;
  }
  return std::nullopt;
}

/// Node of a µop.
static uint32_t nodeOf(const DependenceGraph &G, uint32_t Instr, uint32_t Uop) {
  const auto *N = partition_point(G.nodes(), [&](const DependenceNode &D) {
    return std::tie(D.Instr, D.Uop) < std::tie(Instr, Uop);
  });
  return N - G.nodes().begin();
}

//===----------------------------------------------------------------------===//
// All facts
//===----------------------------------------------------------------------===//

static std::optional<uint32_t> latency(const Kernel &K, const KernelInstr &I) {
  std::optional<uint32_t> Latest;
  SmallVector<std::pair<LocationId, uint32_t>, 8> Internal;
  for (const Uop &U : I.Uops) {
    uint32_t Start = 0;
    for (const UopRead &R : U.Reads)
      for (const auto &[Loc, Ready] : Internal)
        if (R.Loc == Loc)
          Start = std::max(Start, Ready);
    for (const UopWrite &W : U.Writes) {
      if (K.Locations[W.Loc].Internal)
        Internal.push_back({W.Loc, Start + W.Latency});
      else
        Latest = std::max(Latest.value_or(0), Start + W.Latency);
    }
  }
  return Latest;
}

std::vector<InstrFacts> takt::instrFacts(const Kernel &K, const Prediction &P) {
  const DependenceGraph G(K);
  StartTimes Behind(G, P.Cycles), All(G, P.Cycles);
  const auto &Witness = P.Dependences.Witness;
  if (P.BoundBy == Binder::Dependences && !Witness.empty())
    Behind.from(nodeOf(G, Witness.front().Instr, Witness.front().Uop));
  All.fromAll();

  std::vector<std::vector<Rational>> Loads = portShares(K, P.Ports);
  std::vector<InstrFacts> Facts(K.Instrs.size());
  uint32_t Node = 0;
  for (const auto &[N, I] : enumerate(K.Instrs)) {
    InstrFacts &F = Facts[N];
    F.Load = std::move(Loads[N]);
    F.Latency = latency(K, I);
    const uint32_t First = Node;
    Node += I.Uops.size();
    F.WaitsFor = waitsFor(Behind, G, K, First, Node);
    if (!F.WaitsFor)
      F.WaitsFor = waitsFor(All, G, K, First, Node);
  }
  return Facts;
}

std::vector<ChainStep> takt::chainSteps(const Kernel &K, const Prediction &P) {
  std::vector<ChainStep> Steps;
  const auto &Witness = P.Dependences.Witness;
  int64_t Inside = 0;
  for (const auto &[N, S] : enumerate(Witness)) {
    const uint32_t To = Witness[(N + 1) % Witness.size()].Instr;
    Inside += S.Latency;
    if (To == S.Instr && S.Distance == 0)
      continue;
    Steps.push_back(
        {S.Instr, To, Inside, S.Distance,
         S.ThroughMemory ? std::string("memory") : K.Locations[S.Loc].Name,
         S.ThroughMemory ? memoryAddress(P.Dependences, N, K).str() : ""});
    Inside = 0;
  }
  return Steps;
}

std::string takt::instrText(const KernelInstr &I) {
  std::string Text = StringRef(I.Text).trim().str();
  if (Text.empty())
    return I.Mnemonic;
  std::replace(Text.begin(), Text.end(), '\t', ' ');
  return Text;
}
