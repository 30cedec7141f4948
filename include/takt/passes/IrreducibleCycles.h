//===- IrreducibleCycles.h - Cycles that are no natural loops ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop is what LLVM calls one if it is entered at its header alone. Late in
/// code generation tail duplication makes others: of the branch of a switch in
/// a loop the code in front of the loop gets a copy, which enters it at each of
/// the cases. What LLVM still calls a loop there may be the way through one
/// case; the ways through the others lead out of it and back to its header.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_IRREDUCIBLECYCLES_H
#define TAKT_PASSES_IRREDUCIBLECYCLES_H

#include <vector>

namespace llvm {
class Loop;
class LoopInfo;
class MachineBasicBlock;
class MachineFunction;
class MachineLoop;
class MachineLoopInfo;
} // namespace llvm

namespace takt {

struct LoopReport;

/// Whether \p MF has a cycle that is entered at several blocks. Takes time
/// linear in its edges; what follows is only to be asked if so.
bool hasIrreducibleCycles(llvm::MachineFunction &MF,
                          const llvm::MachineLoopInfo &MLI);

/// The blocks on ways out of \p L and back to its header that go through blocks
/// alone that the IR has in \p IRLoop, which \p L was made from, but in no loop
/// of it, as \p LI says; in the order of the code. (A loop in a cycle that is
/// irreducible in the IR is left and entered again, too, but is one by itself.)
std::vector<llvm::MachineBasicBlock *> blocksBesides(const llvm::MachineLoop &L,
                                                     const llvm::Loop &IRLoop,
                                                     const llvm::LoopInfo &LI);

/// Says that irreducible cycles of \p MF in which no block is the header of a
/// loop are not modelled, of the outermost ones, in the order of the code.
std::vector<LoopReport> reportOtherCycles(llvm::MachineFunction &MF,
                                          const llvm::MachineLoopInfo &MLI);

} // namespace takt

#endif // TAKT_PASSES_IRREDUCIBLECYCLES_H
