//===- ValueCode.h - A kernel as operations on integers ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The compiled form of a kernel: operations on numbered slots, one after the
/// other, without operands to look up.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MEMORY_VALUECODE_H
#define TAKT_MODELS_MEMORY_VALUECODE_H

#include "ValueFunctions.h"
#include <vector>

namespace takt {

/// Number of a slot: a register or 64 bits of one, a constant, something
/// between two operations.
using SlotId = uint32_t;

/// The slot that always holds 0.
static constexpr SlotId ZeroSlot = 0;
/// The first of the slots that always hold ⊥, as many as an access may need.
static constexpr SlotId BottomSlot = 1;
/// 64 bits of the widest access.
static constexpr unsigned MaxLanes = 8;

/// What a slot holds at first.
struct SlotStart {
  enum Kind : uint8_t { Constant, Random, Bottom } K = Constant;
  uint64_t Value = 0; ///< of a Constant
};

/// One operation. Slots are read before Dst is written.
struct ValueOp {
  enum Kind : uint8_t {
    Compute,       ///< Dst = Function(A, B, C)
    Sum,           ///< Dst = A + B * Low + C
    Extract,       ///< Dst = Length bits of A from bit Low on
    ExtractSigned, ///< the same with a sign
    Deposit,       ///< Dst = A with Length bits of B from bit Low on
    Lanes,         ///< Dst.. = A.., Length slots
    Condition,     ///< Dst = bit Low of the flags that instruction A left, in
                   ///< the iteration before this one where Length; the opposite
                   ///< where C. A and C are numbers
    Choose,        ///< Dst = A where C, else B
    Site,          ///< A is the address of access Dst
    Load,          ///< Dst.. = Length bytes from A on
    Store,         ///< Length bytes from A on = B..
  } K = Compute;
  /// Of Compute, Sum, Extract, Deposit and Choose: the size of the result in
  /// bits; what is above it is 0.
  uint8_t Bits = 64;
  uint8_t Low = 0, Length = 0;
  SlotId Dst = ZeroSlot, A = ZeroSlot, B = ZeroSlot, C = ZeroSlot;
  ValueFunction Function = nullptr;
};

/// One iteration.
struct ValueCode {
  std::vector<ValueOp> Ops;
  std::vector<SlotStart> Slots;
  uint32_t NumSites = 0;
};

} // namespace takt

#endif // TAKT_MODELS_MEMORY_VALUECODE_H
