//===- InstrFacts.h - What a report says about an instruction ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a kernel and its prediction say about each instruction: its share of
/// every port, its latency, and what it waits for. The text and the JSON report
/// print the same facts.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_TAKT_INSTRFACTS_H
#define TAKT_TOOLS_TAKT_INSTRFACTS_H

#include "takt/models/Kernel.h"
#include "takt/models/Prediction.h"
#include <optional>
#include <string>
#include <vector>

namespace takt {

/// The operand that arrives last.
struct Waiting {
  uint32_t Instr = 0; ///< the instruction that produces it
  /// How many iterations earlier that instruction belongs to; 0: the same one.
  uint32_t Distance = 0;
  /// The register that holds it, or "memory".
  std::string Through;
};

struct InstrFacts {
  /// Busy cycles per iteration of each resource, as Cpu::Resources.
  std::vector<Rational> Load;
  /// Cycles from the dispatch of the first µop to the last register result;
  /// none if it writes no register.
  std::optional<uint32_t> Latency;
  /// None if all operands are there when the instruction enters the scheduler.
  std::optional<Waiting> WaitsFor;
};

/// The facts about each instruction of \p K, whose prediction is \p P.
///
/// What an instruction waits for comes from the dependences alone: with one
/// iteration every P.Cycles, µop v starts at the latest of t(u) + latency -
/// P.Cycles * distance over its producers u. If a recurrence binds, it falls
/// ever further behind the front end, so that for everything that depends on it
/// other operands are there long before; otherwise all µops may start with
/// their iteration.
std::vector<InstrFacts> instrFacts(const Kernel &K, const Prediction &P);

/// A step of a recurrence from one instruction to the next.
struct ChainStep {
  uint32_t From = 0, To = 0; ///< instructions
  /// Cycles from \c From's µop on the chain to \c To's.
  int64_t Latency = 0;
  /// Iterations between them.
  uint32_t Distance = 0;
  /// The register that carries the value, or "memory".
  std::string Through;
  /// Of memory: how the load writes the address; empty: not known.
  std::string Address = {};
};

/// The recurrence of \p P from instruction to instruction: steps between µops
/// of one instruction are part of the step that leaves it. Each step ends where
/// the next one begins, the last one where the first one begins.
std::vector<ChainStep> chainSteps(const Kernel &K, const Prediction &P);

/// The assembly text of an instruction in one line without tabs; its mnemonic
/// if the kernel was built without text.
std::string instrText(const KernelInstr &I);

} // namespace takt

#endif // TAKT_TOOLS_TAKT_INSTRFACTS_H
