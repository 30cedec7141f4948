//===- IntelFrontEndTest.cpp - Tests of the front end as a whole ----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MadeUpCode.h"
#include "sim/FrontEnd.h"
#include "takt/models/Bounds.h"
#include <random>

using namespace takt;
using namespace takt::test;

namespace {

//===----------------------------------------------------------------------===//
// Real code
//===----------------------------------------------------------------------===//

/// Sizes and opcodes' places of a loop of 97 bytes whose last branch crosses a
/// window's end: Skylake has the first 64 bytes in the µop cache.
Kernel vectorLoop() {
  Code Instrs;
  for (const auto &[Size, Opcode] : std::vector<std::pair<int, int>>{
           {4, 2}, {4, 1}, {4, 1}, {4, 1}, {5, 3}, {4, 2}, {6, 3},
           {4, 2}, {4, 2}, {5, 3}, {4, 2}, {4, 2}, {4, 2}, {5, 3},
           {4, 2}, {5, 3}, {5, 3}, {4, 2}, {5, 2}, {5, 2}})
    Instrs.push_back(op(Size, Opcode));
  Instrs.push_back(fusible(3));
  Instrs.push_back(fusible(3));
  Instrs.push_back(fused(2));
  Kernel K = straight(std::move(Instrs));
  K.Repeats = Notion::Loop;
  K.Instrs.back().Taken = true;
  return K;
}

TEST(IntelFrontEnd, switchesBetweenCacheAndDecoders) {
  Cpu C = madeUpCpu();
  C.Fetch.Intel.JumpErratum = C.Fetch.Intel.CachesWholeLines = true;
  const FrontEndLimits L = frontEndLimits(vectorLoop(), C);
  EXPECT_EQ(L.UopCache, Rational(3));
  EXPECT_EQ(L.Predecode, Rational(3));
  EXPECT_EQ(L.Decode, Rational(2));
  // uiCA predicts 6 cycles for this loop, bound by the front end.
  EXPECT_EQ(cycles(vectorLoop(), C), Rational(6));
}

TEST(IntelFrontEnd, hasNothingToDoForAnEmptyKernel) {
  EXPECT_EQ(cycles(Kernel(), madeUpCpu()), Rational(0));
  EXPECT_EQ(frontEndLimits(Kernel(), madeUpCpu()).Together, Rational(0));
}

TEST(IntelFrontEnd, isLimitedByIssueToo) {
  Cpu C = madeUpCpu();
  C.Fetch.Width = 3;
  EXPECT_EQ(cycles(straight(repeat(4, op())), C), Rational(4, 3));
  EXPECT_EQ(frontEndLimits(straight(repeat(4, op())), C).Issue, Rational(4, 3));
}

TEST(IntelFrontEnd, limitsOfAnotherKindAreItsWidth) {
  Cpu C = madeUpCpu();
  C.Fetch.Kind = FrontEndKind::Linear;
  const FrontEndLimits L = frontEndLimits(loop(repeat(3, op())), C);
  EXPECT_EQ(L.Issue, Rational(4, 8));
  EXPECT_EQ(L.Together, Rational(4, 8));
  EXPECT_FALSE(L.Predecode || L.Decode || L.Microcode || L.UopCache ||
               L.LoopStream);
}

TEST(IntelFrontEnd, synchronisesTheStackPointerHoweverFarItIsOff) {
  Cpu C = madeUpCpu();
  C.Fetch.Width = 1;
  KernelInstr Push = op(), Use = op();
  Push.StackChange = -8;
  Use.ReadsStackPointer = true;
  EXPECT_EQ(cycles(straight({Push, Use}), C), Rational(2));
  C.Rename.StackEngine = true;
  EXPECT_EQ(cycles(straight({Push, Use}), C), Rational(3));
  EXPECT_EQ(cycles(straight({Push}), C), Rational(1));
}

TEST(IntelFrontEnd, gathersStatisticsWithoutAPeriod) {
  SimulationOptions Options;
  Options.MaxCycles = 100;
  // A period of 16 iterations does not fit.
  const SimulationResult R =
      simulateFrontEnd(straight(repeat(99, op(3))), madeUpCpu(), Options);
  EXPECT_FALSE(R.Exact);
  EXPECT_EQ(R.Simulated, 100u);
  EXPECT_GT(R.Cycles, Rational(20));
}

//===----------------------------------------------------------------------===//
// Random code
//===----------------------------------------------------------------------===//

using Random = std::mt19937;

unsigned upTo(Random &R, unsigned Most) {
  return std::uniform_int_distribution<unsigned>(0, Most)(R);
}

KernelInstr randomInstr(Random &R) {
  KernelInstr I = op(1 + upTo(R, 10));
  I.Decode.OpcodeOffset = upTo(R, I.Size - 1);
  switch (upTo(R, 15)) {
  case 0:
    return complexOp(upTo(R, 3), 1 + upTo(R, 4), 0);
  case 1:
    return complexOp(0, 1 + upTo(R, 4), 1 + upTo(R, 9));
  case 2:
    I.Decode.LengthChangingPrefix = true;
    break;
  case 3:
    I.Decode.ExtraCacheSlot = true;
    break;
  case 4:
  case 5:
    I.Decode.MacroFusible = true;
    break;
  case 6:
    I.StackChange = upTo(R, 1) ? 8 : -8;
    I.ReadsStackPointer = upTo(R, 1);
    break;
  case 7:
    I.Uops.back().Kind = UopKind::Branch;
    break;
  default:
    break;
  }
  return I;
}

Kernel randomKernel(Random &R) {
  Code Instrs;
  for (unsigned N = 1 + upTo(R, 30); N; --N) {
    Instrs.push_back(randomInstr(R));
    if (Instrs.back().Decode.MacroFusible && upTo(R, 1))
      Instrs.push_back(fused());
  }
  const uint64_t Offset = upTo(R, 63);
  Kernel K = upTo(R, 1) ? straight(Instrs, Offset)
                        : loop(Instrs, Offset, 2 + upTo(R, 4));
  uint64_t Jumped = 0;
  for (size_t I = 0; I + 1 < K.Instrs.size(); ++I) {
    K.Instrs[I].Offset += Jumped;
    if (K.Repeats == Notion::Unrolled || !K.Instrs[I].hasUop(UopKind::Branch) ||
        upTo(R, 1))
      continue;
    K.Instrs[I].Taken = true;
    Jumped += upTo(R, 100);
  }
  K.Instrs.back().Offset += Jumped;
  return K;
}

Cpu randomCpu(Random &R) {
  Cpu C = madeUpCpu();
  C.Fetch.Width = 3 + upTo(R, 5);
  C.Rename.StackEngine = upTo(R, 1);
  IntelFrontEnd &P = C.Fetch.Intel;
  P.InstructionQueue = 10 + upTo(R, 20);
  P.FusibleOnLastDecoder = upTo(R, 1);
  P.Decoders = 1 + upTo(R, 5);
  P.CacheWidth = upTo(R, 1) ? 4 : 6;
  P.CacheWindow = upTo(R, 1) ? 32 : 64;
  P.CacheLines = upTo(R, 6);
  P.JumpErratum = upTo(R, 1);
  P.CachesWholeLines = upTo(R, 1);
  P.UopQueue = 28 + upTo(R, 40);
  P.LoopStream = upTo(R, 1);
  P.LoopUnrollings = {{4, 6}, {9, 3}};
  return C;
}

/// Every µop comes once, in the order of the program, after its instruction was
/// predecoded if a decoder delivers it.
class OrderCheck final : public PipelineListener {
public:
  OrderCheck(const Kernel &K, const Cpu &C) : K(K), C(C) {}

  void event(const PipelineEvent &E) override {
    EXPECT_GE(E.Cycle, Now);
    Now = E.Cycle;
    if (E.What == Stage::Predecoded) {
      Predecoded = {E.Iteration, E.Instr};
      return;
    }
    ASSERT_EQ(E.What, Stage::Queued);
    if (E.Origin == UopOrigin::StackSync)
      return;
    while (Queued == sim::queuedUops(K.Instrs[At.second], C))
      next();
    EXPECT_EQ(At, std::make_pair(E.Iteration, E.Instr));
    EXPECT_EQ(Queued, E.Queued);
    ++Queued;
    if (E.From == UopSource::Decoders)
      EXPECT_LE(At, Predecoded);
  }

  uint64_t iterations() const { return At.first; }

private:
  void next() {
    Queued = 0;
    if (++At.second == K.Instrs.size())
      At = {At.first + 1, 0};
  }

  const Kernel &K;
  const Cpu &C;
  uint64_t Now = 0;
  std::pair<uint64_t, uint32_t> At = {0, 0}, Predecoded = {0, 0};
  unsigned Queued = 0;
};

TEST(IntelFrontEnd, deliversEveryUopInOrderAndNoFasterThanItsLimits) {
  Random R(1);
  unsigned Slow = 0, Decoded = 0, Cached = 0, Mixed = 0, Streamed = 0;
  for (unsigned N = 0; N != 3000; ++N) {
    SCOPED_TRACE(N);
    const Cpu C = randomCpu(R);
    const Kernel K = randomKernel(R);
    OrderCheck Check(K, C);
    SimulationOptions Options;
    Options.Listener = &Check;
    Options.MinCycles = 100;
    // Pops alone give a long period.
    Options.MaxCycles = 1000000;
    const SimulationResult S = simulateFrontEnd(K, C, Options);
    ASSERT_TRUE(S.Exact);
    EXPECT_GT(Check.iterations(), 0u);
    const FrontEndLimits L = frontEndLimits(K, C);
    for (const auto &Limit : {L.Predecode, L.Decode, L.Microcode, L.UopCache,
                              L.LoopStream, std::optional(L.Issue)})
      if (Limit)
        EXPECT_LE(*Limit, L.Together);
    EXPECT_LE(L.Together, S.Cycles);
    EXPECT_EQ(frontEndBound(K, C).Cycles, L.Together);
    // The limits say something: the whole is seldom much slower than they.
    Slow += S.Cycles.toDouble() > 1.5 * L.Together.toDouble();
    Decoded += L.Decode && !L.UopCache;
    Cached += L.UopCache && !L.Decode;
    Mixed += L.UopCache && L.Decode;
    Streamed += L.LoopStream.has_value();
    if (HasFailure())
      return;
  }
  EXPECT_LT(Slow, 300u);
  for (const unsigned Count : {Decoded, Cached, Mixed, Streamed})
    EXPECT_GT(Count, 100u);
}

} // namespace
