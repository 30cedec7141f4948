//===- RenamerRulesTest.cpp - Choice of ports, elimination of moves -------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHelper.h"
#include "sim/MoveEliminator.h"
#include "sim/PortChooser.h"
#include <numeric>

using namespace takt;
using namespace takt::sim;
using namespace takt::test;

namespace {

/// A renamer that chooses among ten ports.
class Chooser {
public:
  Chooser(PortChoice Policy, unsigned Imbalance,
          std::vector<unsigned> Order = {}) {
    Renamer R;
    R.Ports = Policy;
    R.PortImbalance = Imbalance;
    R.Alternating = {0xc};
    R.PortOrder = std::move(Order);
    // Every set is a class, with its bits as number.
    std::vector<ResourceMask> Classes(1 << 10);
    std::iota(Classes.begin(), Classes.end(), 0);
    P = std::make_unique<PortChooser>(R, 10, Classes);
  }
  /// Starts a cycle in which port \p I has Backlog[I] µops.
  void begin(std::vector<unsigned> Backlog) {
    P->beginCycle();
    for (unsigned I = 0; I != Backlog.size(); ++I)
      for (; Has[I] < Backlog[I]; ++Has[I])
        P->choose(1u << I, 0);
    P->beginCycle();
  }
  /// The ports of µops that may use \p Sets, one a slot.
  std::vector<unsigned> choose(std::vector<ResourceMask> Sets) {
    std::vector<unsigned> Result;
    for (unsigned Slot = 0; Slot != Sets.size(); ++Slot) {
      Result.push_back(P->choose(Sets[Slot], Slot));
      ++Has[Result.back()];
    }
    return Result;
  }

private:
  std::unique_ptr<PortChooser> P;
  unsigned Has[10] = {};
};

using Order = std::vector<unsigned>;

TEST(PortChoice, SixPorts) {
  constexpr ResourceMask Three = 0x23; // p0, p1, p5
  Chooser C(PortChoice::SixPorts, 3);
  C.begin({});
  EXPECT_EQ(C.choose({Three, Three, Three, Three}), (Order{0, 5, 1, 0}));
  Chooser D(PortChoice::SixPorts, 3);
  D.begin({1, 0, 0, 0, 0, 1});
  EXPECT_EQ(D.choose({Three, Three, Three, Three}), (Order{1, 5, 0, 1}));
  Chooser E(PortChoice::SixPorts, 3);
  E.begin({1, 1, 0, 0, 0, 0});
  EXPECT_EQ(E.choose({Three, Three, Three, Three}), (Order{5, 1, 0, 5}));
  // Too far apart.
  Chooser F(PortChoice::SixPorts, 3);
  F.begin({3, 0, 0, 0, 0, 1});
  EXPECT_EQ(F.choose({Three, Three}), (Order{1, 1}));
  // Two ports: the least used one, the most used one; ties: lowest, highest.
  Chooser G(PortChoice::SixPorts, 3);
  G.begin({1, 0});
  EXPECT_EQ(G.choose({0x3, 0x3, 0x21, 0x21}), (Order{1, 0, 5, 0}));
}

TEST(PortChoice, EightPorts) {
  constexpr ResourceMask Four = 0x63; // p0, p1, p5, p6
  Chooser C(PortChoice::EightPorts, 3);
  C.begin({});
  EXPECT_EQ(C.choose({Four, Four, Four, Four}), (Order{6, 5, 6, 5}));
  Chooser D(PortChoice::EightPorts, 3);
  D.begin({0, 1, 0, 0, 0, 2, 2});
  EXPECT_EQ(D.choose({Four, Four, Four, Four}), (Order{0, 1, 0, 1}));
  Chooser E(PortChoice::EightPorts, 3);
  E.begin({0, 3, 0, 0, 0, 3, 4});
  EXPECT_EQ(E.choose({Four, Four, 0x1, Four}), (Order{0, 0, 0, 0}));
}

TEST(PortChoice, TenPortsGoByTheCycleBefore) {
  constexpr ResourceMask Four = 0x63;
  Chooser C(PortChoice::TenPorts, 5);
  C.begin({0, 0, 0, 0, 0, 0, 1});
  C.begin({});
  // p5, p1, p0, then the second best of the first µop of its kind in slot 3,
  // and the best in slot 4.
  EXPECT_EQ(C.choose({Four, Four, Four, 0x3, Four}), (Order{5, 1, 0, 0, 5}));
  Chooser D(PortChoice::TenPorts, 5);
  D.begin({5, 0, 0, 0, 0, 0, 6});
  D.begin({});
  EXPECT_EQ(D.choose({Four, Four, Four}), (Order{5, 1, 5}));
}

TEST(PortChoice, TwelvePortsGoByPlaceAndNeighbours) {
  // By the backlogs of a cycle before, too.
  constexpr ResourceMask Four = 0x63, Two = 0x3;
  const auto After = [](std::vector<unsigned> Backlog) {
    Chooser C(PortChoice::TwelvePorts, 5);
    C.begin(std::move(Backlog));
    C.begin({});
    return C;
  };
  // p5, p1, p0, p6: how many of its kind are in the two places before, and one
  // more for each place before those.
  EXPECT_EQ(After({0, 0, 0, 0, 0, 0, 1}).choose({Four, Two, Two, Two}),
            (Order{5, 1, 0, 0}));
  EXPECT_EQ(After({0, 0, 0, 0, 0, 0, 1}).choose({Two, Four, Two, Four, Two}),
            (Order{1, 5, 0, 0, 0}));
  EXPECT_EQ(After({}).choose({Four, Four, Four, Four, Four, Four}),
            (Order{6, 5, 1, 0, 6, 5}));
  EXPECT_EQ(After({}).choose({0x10, 0x10, 0x10, Four}), (Order{4, 4, 4, 5}));
  EXPECT_EQ(After({}).choose({0x10, 0x10, 0x10, 0x10, Four}),
            (Order{4, 4, 4, 4, 1}));
  EXPECT_EQ(After({}).choose({0x10, 0x10, 0x10, 0x10, 0x10, Four}),
            (Order{4, 4, 4, 4, 4, 0}));
  // p0 and p6 have too many.
  EXPECT_EQ(After({5, 0, 0, 0, 0, 0, 6}).choose({Four, Four, Four}),
            (Order{5, 1, 5}));
}

TEST(PortChoice, OfEqualBacklogsInAnOrderOfTheFile) {
  constexpr ResourceMask Four = 0x63;
  for (PortChoice P : {PortChoice::TenPorts, PortChoice::TwelvePorts}) {
    Chooser C(P, 5, {1, 6});
    C.begin({});
    C.begin({});
    EXPECT_EQ(C.choose({Four, Four, Four}), (Order{1, 6, 5}));
  }
  Chooser D(PortChoice::TwelvePorts, 5, {1, 6});
  D.begin({0, 1});
  D.begin({});
  EXPECT_EQ(D.choose({Four, Four, Four}), (Order{6, 5, 0}));
}

TEST(PortChoice, Alternating) {
  for (PortChoice P :
       {PortChoice::SixPorts, PortChoice::EightPorts, PortChoice::TenPorts}) {
    Chooser C(P, 3);
    C.begin({0, 0, 2});
    EXPECT_EQ(C.choose({0xc, 0xc, 0xc, 0x4, 0xc}), (Order{2, 3, 2, 2, 3}));
  }
}

TEST(PortChoice, AMicroOpCountsUntilAfterItsDispatch) {
  Renamer R;
  R.Ports = PortChoice::EightPorts;
  enum Class { Six, Any };
  PortChooser P(R, 8, {0x40, 0x60});
  P.beginCycle();
  EXPECT_EQ(P.choose(Six, 0), 6u);
  P.dispatched(6); // in the same cycle, say
  P.beginCycle();
  EXPECT_EQ(P.choose(Any, 0), 5u);
  P.dispatched(5);
  P.beginCycle();
  EXPECT_EQ(P.choose(Any, 0), 6u);
}

TEST(PortChoice, UniformUsesAll) {
  Chooser C(PortChoice::Uniform, 3);
  C.begin({});
  std::map<unsigned, unsigned> Count;
  for (unsigned N = 0; N != 3000; ++N)
    ++Count[C.choose({0x23})[0]];
  EXPECT_EQ(Count.size(), 3u);
  for (const auto &[Port, N] : Count)
    EXPECT_NEAR(N, 1000, 150) << Port;
}

TEST(PortChoice, AtDispatchTakesAnyThatIsFree) {
  // p0 is left to the one that needs it.
  EXPECT_EQ(cycles("a : p01\nb : p0\n", machine()), "1");
  EXPECT_EQ(cycles("a : p01\nb : p01\nc : p01\n", machine()), "3/2");
}

/// The moves of \p Body before a renamer with \p Slots.
struct Moves {
  Moves(llvm::StringRef Body, const Renamer &R)
      : K(parseBody(Body, C)), P(K, C, {}, 100), M(R, P, false) {}
  /// Issues instruction \p I; whether it was eliminated.
  bool issue(unsigned I) {
    const SimInstr &S = P.Instrs[I];
    const bool Gone = S.HasExecuted && M.eliminate(S);
    M.overwrite(S, Gone);
    return Gone;
  }
  Cpu C = machine();
  Kernel K;
  Program P;
  MoveEliminator M;
};

const llvm::StringRef ThreeMoves = "a move general : none ; reads x ; writes p "
                                   "latency 0 : executed p0 ; reads "
                                   "x ; writes p\n"
                                   "b move general : none ; reads x ; writes q "
                                   "latency 0 : executed p0 ; reads "
                                   "x ; writes q\n"
                                   "c move general : none ; reads y ; writes r "
                                   "latency 0 : executed p0 ; reads "
                                   "y ; writes r\n"
                                   "d : p0 ; writes p\n"
                                   "e : p0 ; writes q\n"
                                   "f : p0 ; writes x\n";

Renamer withSlots(unsigned Slots, bool UntilOverwritten,
                  unsigned Pipeline = 1) {
  Renamer R;
  R.Moves = MoveElimination::Slots;
  R.GeneralMoveSlots = Slots;
  R.MoveSlotsUntilOverwritten = UntilOverwritten;
  R.MovePipeline = Pipeline;
  return R;
}

TEST(MoveElimination, SlotsOfACycle) {
  Moves M(ThreeMoves, withSlots(2, true));
  EXPECT_TRUE(M.issue(0));
  EXPECT_TRUE(M.issue(1));
  EXPECT_FALSE(M.issue(2));
}

TEST(MoveElimination, SomeInACycle) {
  Renamer R;
  R.MovesPerCycle = 1;
  Moves M(ThreeMoves, R);
  EXPECT_TRUE(M.issue(0));
  EXPECT_FALSE(M.issue(1));
  M.M.endCycle();
  EXPECT_TRUE(M.issue(2));
}

TEST(MoveElimination, ValuesWithSeveralNamesTakeSlots) {
  Moves M(ThreeMoves, withSlots(2, true));
  M.issue(0);
  M.issue(1);
  M.M.endCycle();
  // x, p and q are one value.
  EXPECT_TRUE(M.issue(2));
  EXPECT_FALSE(M.issue(0));
}

TEST(MoveElimination, SlotsAreKeptUntilAllNamesAreOverwritten) {
  for (const bool All : {true, false}) {
    Moves M(ThreeMoves, withSlots(1, All));
    EXPECT_TRUE(M.issue(0));
    M.M.endCycle();
    EXPECT_FALSE(M.issue(2));
    M.issue(3); // p gets another value, x is left
    M.M.endCycle();
    // Only from here on the value has had one name throughout a cycle.
    EXPECT_FALSE(M.issue(2));
    M.M.endCycle();
    EXPECT_EQ(M.issue(2), !All);
    M.issue(5);
    M.M.endCycle();
    if (All)
      EXPECT_TRUE(M.issue(2));
  }
}

/// uiCA's 2.67 for vmovapd xmm8, xmm2; vmovapd xmm9, xmm1; vandpd xmm8, xmm8,
/// xmm0; vandpd xmm9, xmm9, xmm0; vucomisd xmm9, xmm8 on Ivy Bridge, where all
/// that is not eliminated needs port 5: two moves in three are. Two iterations
/// issue in groups of four: both moves and their overwriters; two others and
/// both moves; the overwriters and two others.
TEST(MoveElimination, OverwrittenValuesKeepTheirSlotsForACycle) {
  Moves M(
      "a move general : none ; reads x ; writes p latency 0 : executed p0 ; "
      "reads x ; writes p\n"
      "b move general : none ; reads y ; writes q latency 0 : executed p0 ; "
      "reads y ; writes q\n"
      "c : p0 ; writes p\n"
      "d : p0 ; writes q\n",
      withSlots(4, false, 3));
  unsigned Gone = 0;
  for (unsigned Cycle = 0; Cycle != 27; ++Cycle) {
    if (Cycle == 9)
      Gone = 0; // of the way to the steady state
    for (unsigned I : {0, 1})
      if (Cycle % 3 != 2)
        Gone += M.issue(I);
    for (unsigned I : {2, 3})
      if (Cycle % 3 != 1)
        M.issue(I);
    M.M.endCycle();
  }
  EXPECT_EQ(Gone, 16u); // of 24
}

TEST(MoveElimination, PipelineHidesSlots) {
  Moves M(ThreeMoves, withSlots(2, true, 3));
  EXPECT_TRUE(M.issue(0));
  M.M.endCycle();
  // The entry is not seen yet, but the elimination is.
  EXPECT_TRUE(M.issue(1));
  EXPECT_FALSE(M.issue(2));
  M.M.endCycle();
  EXPECT_FALSE(M.issue(2));
  M.M.endCycle();
  // One entry is seen, and one elimination of the last two cycles.
  EXPECT_FALSE(M.issue(2));
}

TEST(MoveElimination, Policies) {
  const llvm::StringRef Chain =
      "mov move general : none ; reads x ; writes y latency 0 : executed p0 ; "
      "reads x ; writes y\n"
      "add : p1 ; reads y ; writes x\n";
  Cpu C = machine();
  C.Rename.Moves = takt::MoveElimination::Always;
  EXPECT_EQ(cycles(Chain, C), "1");
  C.Rename.Moves = takt::MoveElimination::Never;
  EXPECT_EQ(cycles(Chain, C), "2");
  SimulationOptions O;
  O.Without.Moves = true;
  EXPECT_EQ(cycles(Chain, C, O), "1");
  C.Rename.Moves = takt::MoveElimination::Slots;
  EXPECT_EQ(cycles(Chain, C), "1"); // no limit
  C.Rename.GeneralMoveSlots = 0;
  EXPECT_EQ(cycles(Chain, C), "2");
}

} // namespace
