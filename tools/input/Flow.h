//===- Flow.h - Control flow of disassembled code ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The control-flow graph of one function, made for LLVM's dominator tree and
/// loop analysis (GenericDomTree, GenericLoopInfo).
///
/// Edges are the fall-through, the direct branches to an instruction of the
/// function and the entries of jump tables (JumpTables.h). A call falls
/// through. Everything else (returns, other indirect jumps, branches out of the
/// function or into the middle of an instruction, bytes that are no
/// instruction) leaves the function. Blocks that no edge leads to are taken for
/// the cases of the last such indirect jump before them, so that a loop around
/// a switch is known as a loop, though not as one with a path.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_FLOW_H
#define TAKT_TOOLS_INPUT_FLOW_H

#include "takt/models/KernelBuilder.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>
#include <optional>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace takt {

/// How control leaves an instruction.
enum class FlowKind : uint8_t {
  Next,        ///< to the next instruction
  Conditional, ///< to the next one or to the target
  Jump,        ///< to the target
  Indirect,    ///< by a jump table or a computed jump
  End,         ///< nowhere: return, trap
};

/// An instruction of a function.
struct FlowInstr {
  CodeInstr Code;
  FlowKind Kind = FlowKind::Next;
  /// It fills the space before an aligned place.
  bool Padding = false;
  /// Where a direct branch goes, if it can be told.
  std::optional<uint64_t> Target;
  /// Where an indirect jump goes, an entry of its table each, so that a place
  /// may come several times; all are instructions of the function. Empty: not
  /// known.
  std::vector<uint64_t> Targets;

  uint64_t end() const { return Code.Offset + Code.Size; }
};

/// Classifies \p Code by LLVM's description of it.
FlowInstr flowOf(const CodeInstr &Code, TargetRef T);

class FlowGraph;

/// A basic block: instructions [First, Last) of the graph's function.
struct FlowBlock {
  FlowGraph *Parent = nullptr;
  size_t First = 0, Last = 0;
  uint64_t Start = 0, End = 0;
  FlowBlock *Taken = nullptr;       ///< successor by the last branch
  FlowBlock *Fallthrough = nullptr; ///< successor that follows
  /// Some way leads out of the function.
  bool Leaves = false;
  /// It ends in an indirect jump; if it leaves too, its successors are guessed.
  bool Indirect = false;
  llvm::SmallVector<FlowBlock *, 2> Succs, Preds;

  FlowGraph *getParent() const { return Parent; }
  void printAsOperand(llvm::raw_ostream &OS, bool) const;
};

/// The graph. Its entry is an empty block from which every place leads that may
/// be entered from outside.
class FlowGraph {
public:
  /// \p Code is sorted by offset. \p Entries are the known entry points. With
  /// \p GuessEntries blocks that nothing leads to are entered from the indirect
  /// jump before them or, where there is none (landing pads, functions without
  /// a symbol), from outside, so that all code is reached; without, they are
  /// left out of everything.
  FlowGraph(llvm::ArrayRef<FlowInstr> Code, llvm::ArrayRef<uint64_t> Entries,
            bool GuessEntries);
  FlowGraph(const FlowGraph &) = delete;
  FlowGraph &operator=(const FlowGraph &) = delete;

  FlowBlock &front() { return Blocks.front(); }
  /// All blocks by address, the entry first.
  std::deque<FlowBlock> &blocks() { return Blocks; }
  llvm::ArrayRef<FlowInstr> code() const { return Code; }
  /// True if an instruction begins at \p Address.
  bool isInstr(uint64_t Address) const;

private:
  void makeBlocks(llvm::ArrayRef<uint64_t> Entries);
  void connect();
  void enter(llvm::ArrayRef<uint64_t> Entries, bool GuessEntries);
  void linkJumpTables();
  void guessEntries();
  FlowBlock *blockAt(uint64_t Address);

  llvm::ArrayRef<FlowInstr> Code;
  std::deque<FlowBlock> Blocks;
};

} // namespace takt

namespace llvm {

template <> struct GraphTraits<takt::FlowBlock *> {
  using NodeRef = takt::FlowBlock *;
  using ChildIteratorType = SmallVectorImpl<takt::FlowBlock *>::iterator;
  static NodeRef getEntryNode(NodeRef N) { return N; }
  static ChildIteratorType child_begin(NodeRef N) { return N->Succs.begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->Succs.end(); }
};

template <> struct GraphTraits<Inverse<takt::FlowBlock *>> {
  using NodeRef = takt::FlowBlock *;
  using ChildIteratorType = SmallVectorImpl<takt::FlowBlock *>::iterator;
  static NodeRef getEntryNode(Inverse<takt::FlowBlock *> G) { return G.Graph; }
  static ChildIteratorType child_begin(NodeRef N) { return N->Preds.begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->Preds.end(); }
};

template <>
struct GraphTraits<takt::FlowGraph *> : GraphTraits<takt::FlowBlock *> {
  using nodes_iterator =
      pointer_iterator<std::deque<takt::FlowBlock>::iterator>;
  static NodeRef getEntryNode(takt::FlowGraph *G) { return &G->front(); }
  static nodes_iterator nodes_begin(takt::FlowGraph *G) {
    return nodes_iterator(G->blocks().begin());
  }
  static nodes_iterator nodes_end(takt::FlowGraph *G) {
    return nodes_iterator(G->blocks().end());
  }
  static size_t size(takt::FlowGraph *G) { return G->blocks().size(); }
};

} // namespace llvm

#endif // TAKT_TOOLS_INPUT_FLOW_H
