//===- ValueProgram.cpp - What a kernel does to integers --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueProgram.h"
#include "ValueInterpreter.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace takt;

ValueProgram::ValueProgram(const BuilderContext &Ctx, Notion Repeats,
                           bool SitesOnly)
    : SitesOnly(SitesOnly), Compiler(Ctx, Repeats, SitesOnly) {}

void ValueProgram::add(const CodeInstr &From, const OpcodeInfo &Info,
                       unsigned Size, KernelInstr &To) {
  Compiler.add(From, Info, Size, To);
}

void ValueProgram::finish(uint64_t Bytes) {
  if (SitesOnly)
    return;
  Compiler.finish(Bytes);
  Code = std::move(Compiler.code());
  keepAddressesOnly(Code);
}

llvm::ArrayRef<AccessSite> ValueProgram::sites() const {
  return Compiler.Sites;
}

bool ValueProgram::stores() const {
  return llvm::any_of(Compiler.Sites,
                      [](const AccessSite &S) { return S.Store; });
}

unsigned ValueProgram::unsupported() const { return Compiler.Unsupported; }

/// After so many iterations, what neither stands still nor moves evenly goes on
/// so for long: in the first one registers get the values that the second one
/// finds, in the second one memory does.
static constexpr uint32_t IterationsCompared = 3;

/// \p From, moved on by \p Steps, to \p To.
static void moveOn(const MaybeValue *From, llvm::ArrayRef<uint64_t> Steps,
                   MaybeValue *To) {
  for (uint64_t Step : Steps) {
    *To = *From++;
    if (To->Known)
      To->Value += Step;
    ++To;
  }
}

AddressTrace ValueProgram::run(uint32_t Iterations, uint64_t Seed) const {
  assert(!SitesOnly && "nothing was compiled");
  AddressTrace T;
  T.Iterations = Iterations;
  T.Addresses.resize(size_t(Iterations) * Code.NumSites);
  const auto Row = [&](uint32_t I) {
    return T.Addresses.data() + size_t(I) * Code.NumSites;
  };
  llvm::SmallVector<uint64_t, 16> Steps(Code.NumSites);
  ValueInterpreter Interpreter(Code, Iterations, Seed);
  for (uint32_t I = 0; I < Iterations; ++I) {
    Interpreter.iterate(Row(I));
    if (I >= IterationsCompared || !Interpreter.goesOn(Steps))
      continue;
    // From here on all are as this one, moved on.
    for (uint32_t Next = I + 1; Next < Iterations; ++Next)
      moveOn(Row(Next - 1), Steps, Row(Next));
    T.Steady = true;
    llvm::SmallVector<MaybeValue, 16> Moved(Code.NumSites);
    for (uint32_t Next = 1; T.Steady && Next <= I; ++Next) {
      moveOn(Row(Next - 1), Steps, Moved.data());
      T.Steady = std::equal(Moved.begin(), Moved.end(), Row(Next));
    }
    break;
  }
  return T;
}

namespace {

/// Which slots some address depends on, in whatever iteration.
class Needs {
public:
  explicit Needs(const ValueCode &Code) : Needed(Code.Slots.size()) {}

  /// \returns true if \p Op is needed, and notes what it needs.
  bool visit(const ValueOp &Op);
  /// Something was noted since the last call.
  bool changed() { return std::exchange(Changed, false); }

private:
  void need(SlotId S) {
    Changed |= !Needed[S];
    Needed[S] = true;
  }
  void need(SlotId First, unsigned Count) {
    for (unsigned I = 0; I < Count; ++I)
      need(First + I);
  }
  bool isNeeded(SlotId First, unsigned Count) const {
    for (unsigned I = 0; I < Count; ++I)
      if (Needed[First + I])
        return true;
    return false;
  }

  std::vector<bool> Needed;
  bool Loads = false, Changed = false;
};

} // namespace

static unsigned lanesOf(unsigned Bytes) { return (Bytes + 7) / 8; }

bool Needs::visit(const ValueOp &Op) {
  switch (Op.K) {
  case ValueOp::Site:
    need(Op.A);
    return true;
  case ValueOp::Store:
    if (!Loads)
      return false;
    need(Op.A);
    need(Op.B, lanesOf(Op.Length));
    return true;
  case ValueOp::Load:
    if (!isNeeded(Op.Dst, lanesOf(Op.Length)))
      return false;
    Changed |= !Loads;
    Loads = true;
    need(Op.A);
    return true;
  case ValueOp::Lanes:
    if (!isNeeded(Op.Dst, Op.Length))
      return false;
    need(Op.A, Op.Length);
    return true;
  case ValueOp::Condition:
    return Needed[Op.Dst];
  default:
    if (!Needed[Op.Dst])
      return false;
    need(Op.A);
    need(Op.B);
    need(Op.C);
    return true;
  }
}

void takt::keepAddressesOnly(ValueCode &Code) {
  Needs N(Code);
  // What a register holds may be needed in the next iteration.
  do {
    for (const ValueOp &Op : llvm::reverse(Code.Ops))
      N.visit(Op);
  } while (N.changed());
  llvm::erase_if(Code.Ops, [&](const ValueOp &Op) { return !N.visit(Op); });
}
