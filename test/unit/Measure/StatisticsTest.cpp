//===- StatisticsTest.cpp - Tests of what samples say ---------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statistics.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace takt;

namespace {

/// A sample of 1000 extra repetitions of \p Cycles at two ticks a cycle.
Sample sampleOf(double Cycles) {
  Sample S;
  S.Before = S.After = 2 * CalibrationCycles;
  S.Few = 500;
  S.Many = S.Few + Cycles * 2 * 1000;
  return S;
}

TEST(Statistics, TicksBecomeCycles) {
  EXPECT_DOUBLE_EQ(*cyclesOf(sampleOf(4), 1000), 4.0);
  // The mean of the calibrations counts: 2.01 ticks a cycle.
  Sample S = sampleOf(4);
  S.After = S.Before + CalibrationCycles / 50.0;
  EXPECT_DOUBLE_EQ(*cyclesOf(S, 1000), 8.0 / 2.01);
}

TEST(Statistics, DisturbedSamplesAreLeftOut) {
  Sample S = sampleOf(4);
  S.After = S.Before * 102 / 100;
  EXPECT_FALSE(cyclesOf(S, 1000));
  std::swap(S.Before, S.After);
  EXPECT_FALSE(cyclesOf(S, 1000));
  S = sampleOf(4);
  S.Faulted = true;
  EXPECT_FALSE(cyclesOf(S, 1000));
  S = sampleOf(4);
  S.Before = S.After = -5;
  EXPECT_FALSE(cyclesOf(S, 1000));
  S = sampleOf(4);
  S.Many = S.Few;
  EXPECT_FALSE(cyclesOf(S, 1000));
}

TEST(Statistics, AShorterRunThatStartsSlowlyIsLeftOut) {
  // 100 repetitions of 4 cycles, of which the first costs 1000 more.
  Sample S = sampleOf(4);
  S.Few = 2 * (400 + 1000);
  S.Many = S.Few + 2 * 4000;
  EXPECT_DOUBLE_EQ(*cyclesOf(S, 1000, 100), 4.0);
  S.Few += 2 * 100;
  EXPECT_FALSE(cyclesOf(S, 1000, 100));
  EXPECT_TRUE(cyclesOf(S, 1000));
  EXPECT_EQ(summarize({S, S}, 1000, 100).Kept, 0u);
  // The longer run may start as fast as it likes.
  S.Few = 10;
  EXPECT_TRUE(cyclesOf(S, 1000, 100));
}

TEST(Statistics, AFifthIsCutOffOnEachSide) {
  std::vector<Sample> Samples;
  for (const double C : {9.0, 4.0, 4.01, 4.0, 1.0, 4.02, 4.01, 4.0, 1.5, 7.0})
    Samples.push_back(sampleOf(C));
  const Round R = summarize(Samples, 1000);
  EXPECT_EQ(R.Kept, 10u);
  EXPECT_NEAR(R.Median, 4.005, 1e-9);
  EXPECT_NEAR(R.Minimum, 1.0, 1e-9);
  EXPECT_NEAR(R.Spread, 0.02, 1e-9);
  EXPECT_TRUE(R.stable());
  // A third outlier on one side shows.
  Samples[1] = sampleOf(8);
  EXPECT_FALSE(summarize(Samples, 1000).stable());
}

/// 24 samples, of which a third is of the fast state in the shorter run and
/// another third in the longer one.
std::vector<Sample> bistable() {
  std::vector<Sample> Samples;
  for (unsigned I = 0; I != 24; ++I) {
    Sample S;
    S.Before = S.After = 2 * CalibrationCycles;
    S.Few = 2 * (I / 2 % 3 == 0 ? 4000 : 5000);
    S.Many = 2 * (I / 2 % 3 == 1 ? 8000 : 9500);
    Samples.push_back(S);
  }
  return Samples;
}

TEST(Statistics, TheLowestLevelsOfBothRunsCount) {
  const Round R = summarizeLevels(bistable(), 1000);
  EXPECT_DOUBLE_EQ(R.Median, 4.0);
  EXPECT_DOUBLE_EQ(R.Spread, 0.0);
  EXPECT_TRUE(R.stable());
  // The differences themselves are of all kinds.
  EXPECT_FALSE(summarize(bistable(), 1000).stable());
}

TEST(Statistics, LevelsThatHalfOfTheSamplesLackAreNotStable) {
  std::vector<Sample> Samples = bistable();
  for (unsigned I = 0; I < 24; I += 2)
    Samples[I].Many = 2 * 9500;
  const Round R = summarizeLevels(Samples, 1000);
  EXPECT_DOUBLE_EQ(R.Spread, 1.5);
  EXPECT_FALSE(R.stable());
}

TEST(Statistics, LevelsAreThoseOfUndisturbedSamples) {
  std::vector<Sample> Samples = bistable();
  for (Sample &S : Samples)
    S.Faulted = true;
  EXPECT_EQ(summarizeLevels(Samples, 1000).Kept, 0u);
  EXPECT_FALSE(summarizeLevels(Samples, 1000).stable());
}

TEST(Statistics, AnOddNumberHasOneInTheMiddle) {
  const std::vector<Sample> Samples = {sampleOf(3), sampleOf(1), sampleOf(2)};
  EXPECT_DOUBLE_EQ(summarize(Samples, 1000).Median, 2.0);
}

TEST(Statistics, FewSamplesAreNotStable) {
  std::vector<Sample> Samples(9, sampleOf(4));
  EXPECT_FALSE(summarize(Samples, 1000).stable());
  Samples.push_back(sampleOf(4));
  EXPECT_TRUE(summarize(Samples, 1000).stable());
  for (Sample &S : Samples)
    S.Faulted = true;
  const Round R = summarize(Samples, 1000);
  EXPECT_EQ(R.Kept, 0u);
  EXPECT_EQ(R.Median, 0.0);
  EXPECT_FALSE(R.stable());
}

TEST(Statistics, RoundsAgreeWithinAPercentOrTwoHundredths) {
  auto Of = [](double Cycles) {
    Round R;
    R.Median = Cycles;
    return R;
  };
  EXPECT_TRUE(agree(Of(1.0), Of(1.015)));
  EXPECT_FALSE(agree(Of(1.0), Of(1.03)));
  EXPECT_TRUE(agree(Of(100.9), Of(100.0)));
  EXPECT_FALSE(agree(Of(100.0), Of(101.5)));
}

Round roundOf(double Cycles) {
  Round R;
  R.Median = Cycles;
  R.Kept = 30;
  return R;
}

TEST(Statistics, TheLowestLevelIsOneThatIsConfirmed) {
  EXPECT_FALSE(lowestLevel({}));
  EXPECT_FALSE(lowestLevel({roundOf(4)}));
  EXPECT_FALSE(lowestLevel({roundOf(4), roundOf(5)}));
  // 3 stands alone; 4.00 and 4.01 agree, and so do those above.
  EXPECT_EQ(lowestLevel(
                {roundOf(5), roundOf(4.01), roundOf(3), roundOf(5), roundOf(4)})
                ->Median,
            4.0);
  // A round that is not stable confirms nothing.
  Round Wide = roundOf(3);
  Wide.Spread = 1;
  EXPECT_FALSE(lowestLevel({roundOf(3), Wide}));
}

TEST(Statistics, TheTypicalLevelIsTheMedianOfStableRounds) {
  EXPECT_EQ(typicalOf({}), 0);
  EXPECT_EQ(typicalOf({roundOf(1), roundOf(5), roundOf(2)}), 2);
  Round Wide = roundOf(9);
  Wide.Spread = 1;
  EXPECT_EQ(typicalOf({roundOf(1), roundOf(2), Wide}), 1.5);
}

TEST(Statistics, RunsAreAveragedWithoutDisturbedOnes) {
  EXPECT_EQ(meanOfRuns({}), 0);
  // Both values of a coarse counter count, the interrupt does not.
  EXPECT_EQ(meanOfRuns({4, 5, 4, 5, 900}), 4.5);
  EXPECT_EQ(meanOfRuns({1000, 1020, 1300}), 1010);
  // A counter that moves by 26: 208 is the value above 182, not a disturbance.
  EXPECT_EQ(meanOfRuns({182, 182, 208, 182, 260}, 26), 188.5);
}

TEST(Statistics, TheStepOfACounterIsWhatAllAreMultiplesOf) {
  EXPECT_EQ(stepOf({}), 1);
  EXPECT_EQ(stepOf({182, 208, 312}), 26);
  EXPECT_EQ(stepOf({182, 209}), 1);
}

TEST(Statistics, AStepNeedNotBeAWholeNumberOfTicks) {
  std::vector<double> Of24, Of1;
  for (unsigned I = 4; I != 20; ++I) {
    Of24.push_back(std::floor(I * 24.45) + (I % 2));
    Of1.push_back(3 * I * I + I);
  }
  EXPECT_NEAR(stepOf(Of24), 24.45, 0.1);
  EXPECT_EQ(stepOf(Of1), 2);
  Of1.push_back(61);
  EXPECT_EQ(stepOf(Of1), 1);
}

/// A sample whose longer probe takes so many cycles.
Sample probed(double Cycles) {
  Sample S = sampleOf(4);
  S.ProbeBefore = 2 * Cycles;
  S.ProbeAfter = Cycles;
  return S;
}

TEST(Statistics, TheLongerProbeCounts) {
  Sample S = probed(3000);
  EXPECT_DOUBLE_EQ(*probeCycles(S), 3000);
  std::swap(S.ProbeBefore, S.ProbeAfter);
  EXPECT_DOUBLE_EQ(*probeCycles(S), 3000);
  S.After = 1.02 * S.Before;
  EXPECT_FALSE(probeCycles(S));
}

TEST(Statistics, AProbeThatTakesLongerSaysThatTheCoreIsShared) {
  Probes P;
  // Nothing is known yet.
  EXPECT_EQ(P.shortest(), 0);
  EXPECT_TRUE(P.alone(probed(9000)));
  // 3000 is what two others confirm, 2000 stands alone.
  for (const double Cycles : {6000, 3020, 2000, 3000, 6000, 3010})
    P.add(Cycles);
  EXPECT_EQ(P.shortest(), 3000);
  EXPECT_TRUE(P.alone(probed(3140)));
  EXPECT_FALSE(P.alone(probed(3160)));
  Sample S = probed(3000);
  S.After = 1.02 * S.Before;
  EXPECT_FALSE(P.alone(S));
}

TEST(Statistics, OfManyProbesAFiftiethMustAgree) {
  Probes P;
  for (const double Cycles : {2000, 2000, 2000})
    P.add(Cycles);
  for (unsigned I = 0; I != 197; ++I)
    P.add(3000);
  EXPECT_EQ(P.shortest(), 3000);
}

TEST(Statistics, WhatIsKnownOfAProbeCountsIfItIsShorter) {
  Probes P(3000);
  EXPECT_EQ(P.shortest(), 3000);
  EXPECT_FALSE(P.alone(probed(3200)));
  for (const double Cycles : {3200, 3200, 3200})
    P.add(Cycles);
  EXPECT_EQ(P.shortest(), 3000);
  for (const double Cycles : {2900, 2900, 2900})
    P.add(Cycles);
  EXPECT_EQ(P.shortest(), 2900);
}

} // namespace
