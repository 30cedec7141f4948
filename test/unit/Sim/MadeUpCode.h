//===- MadeUpCode.h - Code for made-up front ends ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernels by what a front end sees of them, and a CPU whose numbers the tests
/// choose, so that steady states can be worked out by hand.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TEST_UNIT_SIM_MADEUPCODE_H
#define TAKT_TEST_UNIT_SIM_MADEUPCODE_H

#include "takt/models/FrontEndLimits.h"
#include "gtest/gtest.h"

namespace takt::test {

/// An instruction of \p Size bytes with one µop.
inline KernelInstr op(uint16_t Size = 4, uint8_t OpcodeOffset = 0) {
  KernelInstr I;
  I.Mnemonic = "op";
  I.Size = Size;
  I.Decode.OpcodeOffset = OpcodeOffset;
  I.Uops.emplace_back();
  return I;
}

inline KernelInstr complexOp(uint8_t Beside, uint16_t Uops = 1,
                             uint16_t Microcode = 0) {
  KernelInstr I = op();
  I.Decode.Complex = true;
  I.Decode.SimpleDecoders = Beside;
  I.Decode.QueuedUops = Uops;
  I.Decode.MicrocodeUops = Microcode;
  I.FusedUops = Uops + Microcode;
  I.Uops.resize(I.FusedUops);
  return I;
}

inline KernelInstr fusible(uint16_t Size = 4) {
  KernelInstr I = op(Size);
  I.Decode.MacroFusible = true;
  return I;
}

/// The second half of a pair.
inline KernelInstr fused(uint16_t Size = 2) {
  KernelInstr I = op(Size);
  I.MacroFused = true;
  I.FusedUops = 0;
  I.Decode.QueuedUops = 0;
  I.Uops.clear();
  return I;
}

inline KernelInstr branch(bool Taken, uint16_t Size = 2) {
  KernelInstr I = op(Size);
  I.Uops.back().Kind = UopKind::Branch;
  I.Taken = Taken;
  return I;
}

inline KernelInstr withPrefix(KernelInstr I) {
  I.Decode.LengthChangingPrefix = true;
  return I;
}

inline KernelInstr withExtraSlot(KernelInstr I) {
  I.Decode.ExtraCacheSlot = true;
  return I;
}

using Code = std::vector<KernelInstr>;

inline Code repeat(unsigned Times, const KernelInstr &I) {
  return Code(Times, I);
}

inline Code operator+(Code A, const Code &B) {
  A.insert(A.end(), B.begin(), B.end());
  return A;
}

/// One instruction behind the other from \p Offset on.
inline Kernel straight(Code Instrs, uint64_t Offset = 0) {
  Kernel K;
  K.Repeats = Notion::Unrolled;
  for (KernelInstr &I : Instrs) {
    I.Offset = Offset;
    Offset += I.Size;
    K.Instrs.push_back(std::move(I));
  }
  return K;
}

/// The same, with a taken branch of one µop and \p BranchSize bytes at the end.
inline Kernel loop(Code Instrs, uint64_t Offset = 0, uint16_t BranchSize = 2) {
  Kernel K =
      straight(std::move(Instrs) + Code{branch(true, BranchSize)}, Offset);
  K.Repeats = Notion::Loop;
  return K;
}

/// Skylake's numbers, but issue takes eight µops a cycle so that it does not
/// hide what the front end does, and no loop stream.
inline Cpu madeUpCpu() {
  Cpu C;
  C.Name = "made-up";
  C.Fetch.Kind = FrontEndKind::Intel;
  C.Fetch.Width = 8;
  IntelFrontEnd &P = C.Fetch.Intel;
  P.InstructionQueue = 25;
  P.FusibleOnLastDecoder = true;
  P.CacheWidth = 6;
  P.UopQueue = 64;
  return C;
}

/// The same with decoders that never limit.
inline Cpu wideDecoders() {
  Cpu C = madeUpCpu();
  C.Fetch.Intel.Decoders = 8;
  return C;
}

inline Rational cycles(const Kernel &K, const Cpu &C) {
  const SimulationResult R = simulateFrontEnd(K, C);
  EXPECT_TRUE(R.Exact);
  EXPECT_GE(R.Cycles, frontEndLimits(K, C).Together);
  return R.Cycles;
}

} // namespace takt::test

#endif // TAKT_TEST_UNIT_SIM_MADEUPCODE_H
