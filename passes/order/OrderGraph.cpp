//===- OrderGraph.cpp - What must stay in order -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderGraph.h"
#include "takt/passes/LoopPath.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/ScheduleDAGInstrs.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace takt;

void OrderGraph::addEdge(unsigned Before, unsigned After, unsigned Latency) {
  assert(Before < After && Nodes[Before].Region == Nodes[After].Region);
  Known.insert({Before, After});
  Edges[Before].After.push_back(After);
  Edges[Before].Latency.push_back(Latency);
}

void OrderGraph::findHeights() {
  for (unsigned N = size(); N-- != 0;)
    for (auto [After, Latency] : zip(Edges[N].After, Edges[N].Latency))
      Nodes[N].Height =
          std::max(Nodes[N].Height, Nodes[After].Height + Latency);
}

bool OrderGraph::isFlexible() const {
  for (unsigned N = 1; N < size(); ++N)
    if (Nodes[N - 1].Region == Nodes[N].Region && !isEdge(N - 1, N))
      return true;
  return false;
}

bool OrderGraph::allows(ArrayRef<unsigned> Order) const {
  if (Order.size() != size())
    return false;
  SmallVector<unsigned, 64> PlaceOf(size(), size());
  for (unsigned Place = 0; Place != size(); ++Place) {
    const unsigned N = Order[Place];
    if (N >= size() || PlaceOf[N] != size() ||
        Nodes[N].Region != Nodes[Place].Region)
      return false;
    PlaceOf[N] = Place;
  }
  return all_of(Known, [&](const auto &Edge) {
    return PlaceOf[Edge.first] < PlaceOf[Edge.second];
  });
}

//===----------------------------------------------------------------------===//
// From machine code
//===----------------------------------------------------------------------===//

namespace {
/// LLVM's dependence graph of a region; nothing is scheduled.
class RegionGraph final : public ScheduleDAGInstrs {
public:
  RegionGraph(MachineFunction &MF, const MachineLoopInfo &MLI)
      : ScheduleDAGInstrs(MF, &MLI) {}
  void schedule() override {}

  /// Adds the edges among the instructions from \p Begin to \p End to \p G,
  /// where they are the nodes from \p First on.
  void addTo(OrderGraph &G, unsigned First, MachineBasicBlock &MBB,
             MachineBasicBlock::iterator Begin, MachineBasicBlock::iterator End,
             AAResults *AA) {
    startBlock(&MBB);
    enterRegion(&MBB, Begin, End, std::distance(Begin, End));
    buildSchedGraph(AA);
    for (const SUnit &Unit : SUnits)
      for (const SDep &D : Unit.Succs)
        if (D.getSUnit() != &ExitSU)
          G.addEdge(First + Unit.NodeNum, First + D.getSUnit()->NodeNum,
                    D.getLatency());
    exitRegion();
    finishBlock();
  }
};
} // namespace

/// True if \p MI stays where it is, and what is before it stays before it.
static bool isBoundary(const MachineInstr &MI) {
  const MachineFunction &MF = *MI.getMF();
  const TargetSubtargetInfo &STI = MF.getSubtarget();
  if (MI.isTerminator() || MI.isPosition() || MI.isCall() || MI.isInlineAsm() ||
      MI.isBundle() || MI.hasUnmodeledSideEffects() ||
      STI.getInstrInfo()->isSchedulingBoundary(MI, MI.getParent(), MF))
    return true;
  // The x87's stack is not in the operands; its status word is.
  return any_of(MI.operands(), [&](const MachineOperand &MO) {
    return MO.isReg() && MO.getReg().isPhysical() &&
           StringRef(STI.getRegisterInfo()->getName(MO.getReg())) == "FPSW";
  });
}

/// Instructions for debuggers and profilers, without code or dependences.
static bool isNote(const MachineInstr &MI) { return MI.isDebugOrPseudoInstr(); }

OrderGraph takt::buildOrderGraph(const LoopPath &Path, MachineFunction &MF,
                                 const MachineLoopInfo &MLI, AAResults *AA) {
  OrderGraph G;
  RegionGraph Dependences(MF, MLI);
  unsigned Region = 0;
  for (const PathBlock &B : Path.Blocks) {
    auto &MBB = const_cast<MachineBasicBlock &>(*B.MBB);
    for (auto I = MBB.begin(); I != MBB.end();) {
      if (isNote(*I)) {
        ++I;
        continue;
      }
      ++Region;
      if (isBoundary(*I)) {
        G.addNode(&*I++, Region);
        continue;
      }
      const auto Begin = I;
      const unsigned First = G.size();
      for (; I != MBB.end() && (isNote(*I) || !isBoundary(*I)); ++I)
        if (!isNote(*I))
          G.addNode(&*I, Region);
      if (G.size() - First > 1)
        Dependences.addTo(G, First, MBB, Begin, I, AA);
    }
  }
  G.findHeights();
  return G;
}

//===----------------------------------------------------------------------===//
// To machine code
//===----------------------------------------------------------------------===//

namespace {
/// Puts the instructions of one region into a new order.
class RegionWriter {
public:
  /// \p Old are the region's instructions as they are, \p New as they are to
  /// be.
  RegionWriter(ArrayRef<MachineInstr *> Old, ArrayRef<MachineInstr *> New)
      : MBB(*Old.front()->getParent()),
        TRI(*MBB.getParent()->getSubtarget().getRegisterInfo()), New(New) {
    // Notes behind the last instruction belong to the region, too.
    auto I = Old.front()->getIterator();
    End = std::next(Old.back()->getIterator());
    while (End != MBB.instr_end() && isNote(*End))
      ++End;
    for (; I != End; ++I)
      Before.push_back(&*I);
  }

  void run() {
    placeNotes();
    for (MachineInstr *MI : After)
      if (isNote(*MI))
        keepTrue(*MI);
    for (MachineInstr *MI : After)
      MBB.splice(End, &MBB, MI->getIterator());
  }

private:
  using Code = SmallVector<MachineInstr *, 64>;

  /// Each note stays behind the instruction that it was behind, and behind the
  /// notes that it was behind: the last one about a variable holds.
  void placeNotes() {
    DenseMap<const MachineInstr *, unsigned> PlaceOf;
    for (auto [Place, MI] : enumerate(New))
      PlaceOf[MI] = Place;
    std::vector<Code> Notes(New.size());
    unsigned Place = 0, LastPlace = 0;
    for (MachineInstr *MI : Before)
      if (!isNote(*MI))
        LastPlace = PlaceOf.lookup(MI);
      else
        Notes[Place = std::max(Place, LastPlace)].push_back(MI);
    for (auto [N, MI] : enumerate(New)) {
      After.push_back(MI);
      After.append(Notes[N]);
    }
  }

  /// The last instruction in front of \p Note in \p C for which \p Test holds.
  template <typename T>
  static const MachineInstr *lastBefore(const Code &C, const MachineInstr &Note,
                                        T Test) {
    const MachineInstr *Last = nullptr;
    for (const MachineInstr *MI : C) {
      if (MI == &Note)
        break;
      if (!isNote(*MI) && Test(*MI))
        Last = MI;
    }
    return Last;
  }

  template <typename T>
  bool sameBefore(const MachineInstr &Note, T Test) const {
    return lastBefore(Before, Note, Test) == lastBefore(After, Note, Test);
  }

  bool stillHolds(const MachineInstr &Note, Register Reg) const {
    return sameBefore(Note, [&](const MachineInstr &MI) {
      return MI.modifiesRegister(Reg, &TRI);
    });
  }

  /// Drops what \p Note says if it is no longer true in its new place.
  void keepTrue(MachineInstr &Note) const {
    if (Note.isDebugPHI()) {
      MachineOperand &MO = Note.getOperand(0);
      if (MO.isReg() && MO.getReg() && !stillHolds(Note, MO.getReg()))
        MO.setReg(Register());
      return;
    }
    if (!Note.isDebugValue())
      return;
    const bool Stored =
        !Note.isIndirectDebugValue() ||
        sameBefore(Note, [](const MachineInstr &MI) { return MI.mayStore(); });
    if (!Stored || any_of(Note.debug_operands(), [&](const MachineOperand &MO) {
          return MO.isReg() && MO.getReg() && !stillHolds(Note, MO.getReg());
        }))
      Note.setDebugValueUndef();
  }

  MachineBasicBlock &MBB;
  const TargetRegisterInfo &TRI;
  ArrayRef<MachineInstr *> New;
  MachineBasicBlock::instr_iterator End;
  /// With notes.
  Code Before, After;
};
} // namespace

void takt::applyOrder(const OrderGraph &G, ArrayRef<unsigned> Order,
                      MachineFunction &MF, const MachineLoopInfo &MLI) {
  assert(G.allows(Order));
  SmallPtrSet<MachineBasicBlock *, 4> Changed;
  for (unsigned First = 0, Last; First != G.size(); First = Last) {
    SmallVector<MachineInstr *, 64> Old, New;
    bool Moved = false;
    for (Last = First; Last != G.size() && G[Last].Region == G[First].Region;
         ++Last) {
      Old.push_back(G[Last].MI);
      New.push_back(G[Order[Last]].MI);
      Moved |= Order[Last] != Last;
    }
    if (!Moved)
      continue;
    RegionWriter(Old, New).run();
    Changed.insert(Old.front()->getParent());
  }
  RegionGraph Flags(MF, MLI);
  for (MachineBasicBlock *MBB : Changed)
    Flags.fixupKills(*MBB);
}
