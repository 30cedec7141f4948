//===- Layout.h - Where each instruction of a function lies -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The layout of a function as the assembler will make it: MCInsts, encoded
/// lengths after branch relaxation, offsets.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_LAYOUT_H
#define TAKT_PASSES_LAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCInst.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
class MCAsmBackend;
class MCCodeEmitter;
class MCContext;
class MCSubtargetInfo;
class MCSymbol;
} // namespace llvm

namespace takt {

class InstrSource;

/// An instruction in its place.
struct PlacedInstr {
  const llvm::MachineInstr *MI = nullptr;
  /// Meaningless if Opaque is set.
  llvm::MCInst Inst;
  /// Why there is no MCInst (LoweredInstr::Opaque); empty if there is one.
  std::string Opaque;
  /// Bytes from the start of the function (with basic block sections: from the
  /// start of its section).
  uint64_t Offset = 0;
  /// Encoded length in bytes; 0 if not known.
  uint16_t Size = 0;
  /// The length or one before it in the function is not known, so Offset is
  /// only an estimate.
  bool OffsetKnown = true;
  /// The encoding, addresses not yet filled in; empty if not known.
  llvm::SmallVector<char, 16> Bytes;
};

/// The instructions of a function in order of their addresses.
class FunctionLayout {
public:
  /// Lays out \p MF. Lengths are known only if \p Source is exact.
  FunctionLayout(const llvm::MachineFunction &MF, InstrSource &Source);
  ~FunctionLayout();

  llvm::ArrayRef<PlacedInstr> instrs() const { return Instrs; }
  /// The instructions of \p MBB.
  llvm::ArrayRef<PlacedInstr> block(const llvm::MachineBasicBlock &MBB) const;

private:
  struct Block {
    const llvm::MachineBasicBlock *MBB;
    unsigned Begin, End;
    uint64_t Offset;
    unsigned Section;
  };
  /// A jump that may need its long form.
  struct Jump {
    unsigned Instr;
    const llvm::MCSymbol *Target; ///< null: anything but a plain symbol
    unsigned Block;
  };

  void encode(const llvm::MachineFunction &MF);
  bool encodeOne(PlacedInstr &P, const llvm::MCSymbol **Target);
  void assignOffsets();
  /// Gives jumps that do not reach their long form. \returns true if any.
  bool relaxJumps(const llvm::DenseMap<const llvm::MCSymbol *, unsigned> &);
  void relax(PlacedInstr &P);

  std::vector<PlacedInstr> Instrs;
  std::vector<Block> Blocks;
  std::vector<Jump> Jumps;
  llvm::DenseMap<const llvm::MachineBasicBlock *, unsigned> BlockIndex;

  const llvm::MCSubtargetInfo *STI = nullptr;
  std::unique_ptr<llvm::MCCodeEmitter> Emitter;
  std::unique_ptr<llvm::MCAsmBackend> Backend;
};

} // namespace takt

#endif // TAKT_PASSES_LAYOUT_H
