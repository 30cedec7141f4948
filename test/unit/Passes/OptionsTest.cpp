//===- OptionsTest.cpp - TAKT_OPTIONS ---------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/Options.h"
#include "gtest/gtest.h"

using namespace takt;

/// The error message of parsing \p Text; empty without one.
static std::string parse(llvm::StringRef Text, Options &O) {
  return llvm::toString(parseOptions(Text, O));
}

TEST(Options, Empty) {
  Options O;
  EXPECT_EQ(parse("  ", O), "");
  EXPECT_FALSE(O.Remainders);
  EXPECT_FALSE(O.wantsAnalysis());
  EXPECT_FALSE(O.namesCpu());
}

TEST(Options, AllOfThem) {
  Options O;
  EXPECT_EQ(parse("-takt-model=a.yaml --takt-cpu=znver4 -takt-remainders "
                  "-takt-dump-layout='with space' -takt-dump-kernels=- "
                  "-takt-dump-facts=f -takt-alias=compiler "
                  "-takt-memory-deps=false -takt-time=false",
                  O),
            "");
  EXPECT_EQ(O.ModelFile, "a.yaml");
  EXPECT_EQ(O.Cpu, "znver4");
  EXPECT_TRUE(O.Remainders);
  EXPECT_EQ(O.DumpLayout, "with space");
  EXPECT_EQ(O.DumpKernels, "-");
  EXPECT_EQ(O.DumpFacts, "f");
  EXPECT_EQ(O.Alias, AliasAssumption::Compiler);
  EXPECT_FALSE(O.MemoryDependences);
  EXPECT_FALSE(O.Time);
}

TEST(Options, Alias) {
  Options O;
  EXPECT_EQ(O.Alias, AliasAssumption::None);
  EXPECT_EQ(parse("-takt-alias=assume-all", O), "");
  EXPECT_EQ(O.Alias, AliasAssumption::All);
  EXPECT_EQ(parse("-takt-alias=assume-none", O), "");
  EXPECT_EQ(O.Alias, AliasAssumption::None);
}

TEST(Options, Predictors) {
  Options O;
  EXPECT_EQ(O.Predictor, PredictorKind::Simulation);
  EXPECT_EQ(parse("-takt-predictor=combined", O), "");
  EXPECT_EQ(O.Predictor, PredictorKind::Combined);
  EXPECT_EQ(parse("-takt-predictor=simulation", O), "");
  EXPECT_EQ(O.Predictor, PredictorKind::Simulation);
  EXPECT_EQ(parse("-takt-predictor=both", O),
            "'both' is not a value of option '-takt-predictor': simulation or "
            "combined");
}

TEST(Options, Guide) {
  Options O;
  EXPECT_FALSE(O.guides());
  EXPECT_EQ(O.GuideBudget, 20u);
  EXPECT_EQ(parse("-takt-guide=unroll,interleave -takt-guide-budget=50 "
                  "-takt-guide-trips=1000 -takt-dump-guide=g",
                  O),
            "");
  EXPECT_TRUE(O.guides());
  EXPECT_TRUE(O.GuideUnroll);
  EXPECT_TRUE(O.GuideInterleave);
  EXPECT_EQ(O.GuideBudget, 50u);
  EXPECT_EQ(O.GuideTrips, 1000u);
  EXPECT_EQ(O.DumpGuide, "g");
  EXPECT_EQ(parse("-takt-guide-shape=8,4,1", O), "");
  EXPECT_EQ(O.GuideShape, (LoopShape{8, 4, 1}));
}

static std::string wrong(llvm::StringRef Option, llvm::StringRef Value,
                         llvm::StringRef Reason) {
  return ("'" + Value + "' is not a value of option '-" + Option +
          "': " + Reason)
      .str();
}

TEST(Options, ShapesThatLLVMHas) {
  Options O;
  const auto Shape = [&](const std::string &Value) {
    return parse("-takt-guide-shape=" + Value, O);
  };
  EXPECT_EQ(Shape("64,16,64"), "");
  EXPECT_EQ(Shape("0,0,0"), "");
  EXPECT_EQ(Shape("1,1,3"), "");
  for (const char *Value : {"3,1,1", "128,1,1", "4294967295,0,0"})
    EXPECT_EQ(Shape(Value), wrong("takt-guide-shape", Value,
                                  "the width is 0 or a power of two up to 64"));
  for (const char *Value : {"0,3,1", "4,32,1"})
    EXPECT_EQ(Shape(Value),
              wrong("takt-guide-shape", Value,
                    "the interleave count is 0 or a power of two up to 16"));
  for (const char *Value : {"0,1,65", "0,0,4000000000"})
    EXPECT_EQ(Shape(Value), wrong("takt-guide-shape", Value,
                                  "at most 64 iterations at a time"));
}

TEST(Options, BitsOfVectors) {
  Options O;
  EXPECT_EQ(parse("-takt-guide-function=0,0,0,64", O), "");
  EXPECT_EQ(parse("-takt-guide-function=0,0,0,512", O), "");
  for (const char *Value : {"0,0,0,1", "0,0,0,32", "0,0,0,96", "0,0,0,1024"})
    EXPECT_EQ(parse("-takt-guide-function=" + std::string(Value), O),
              wrong("takt-guide-function", Value,
                    "bits of a vector are 0 or a power of two from 64 to 512"));
}

TEST(Options, GuideFunction) {
  Options O;
  EXPECT_EQ(parse("-takt-guide-function=1,4,0,256", O), "");
  EXPECT_TRUE(O.guides());
  EXPECT_TRUE(O.GuideFunction == (FunctionShape{4, 0, 256, true}));
  for (const char *Value : {"1,4,0", "2,4,0,0", "1,4,0,0,0", "0,-1,0,0"})
    EXPECT_EQ(parse("-takt-guide-function=" + std::string(Value), O),
              "'" + std::string(Value) +
                  "' is not a value of option '-takt-guide-function': 0 or 1 "
                  "and three numbers with commas");
  EXPECT_EQ(parse("-takt-guide-function=0,64,64,0", O), "");
  for (const char *Value : {"0,65,0,0", "0,0,4000000000,0"})
    EXPECT_EQ(parse("-takt-guide-function=" + std::string(Value), O),
              "'" + std::string(Value) +
                  "' is not a value of option '-takt-guide-function': at most "
                  "64 iterations at a time");
}

TEST(Options, AdviceThreshold) {
  Options O;
  EXPECT_EQ(O.AdviceThreshold, 10u);
  EXPECT_EQ(parse("-takt-advice-threshold=25", O), "");
  EXPECT_EQ(O.AdviceThreshold, 25u);
}

TEST(Options, Copies) {
  Options O;
  EXPECT_EQ(O.Copies, 3u);
  EXPECT_EQ(parse("-takt-copies=1", O), "");
  EXPECT_EQ(O.Copies, 1u);
  EXPECT_NE(parse("-takt-copies=0", O), "");
  EXPECT_NE(parse("-takt-copies=all", O), "");
}

TEST(Options, OrderAloneShapesNothing) {
  Options O;
  EXPECT_FALSE(O.GuideOrder);
  EXPECT_EQ(parse("-takt-guide=order", O), "");
  EXPECT_TRUE(O.GuideOrder);
  EXPECT_FALSE(O.guides());
}

TEST(Options, AlignAloneShapesNothing) {
  Options O;
  EXPECT_FALSE(O.GuideAlign);
  EXPECT_EQ(parse("-takt-guide=align", O), "");
  EXPECT_TRUE(O.GuideAlign);
  EXPECT_FALSE(O.guides());
}

TEST(Options, Errors) {
  Options O;
  EXPECT_EQ(parse("-takt-guide=unroll,size", O),
            "'size' is not a value of option '-takt-guide': unroll, "
            "interleave, wide, align, order, or several with commas");
  EXPECT_EQ(parse("-takt-guide-budget=0", O),
            "'0' is not a value of option '-takt-guide-budget': a number from "
            "1 to 4294967295");
  for (const char *Value : {"8,4", "8,4,1,1", "8,4,-1", "8,four,1"})
    EXPECT_EQ(parse("-takt-guide-shape=" + std::string(Value), O),
              "'" + std::string(Value) +
                  "' is not a value of option '-takt-guide-shape': three "
                  "numbers with commas");
  EXPECT_EQ(parse("-takt-guide-trips=many", O),
            "'many' is not a value of option '-takt-guide-trips': a number "
            "from 1 to 4294967295");
  EXPECT_EQ(parse("-takt-remainder", O), "unknown option '-takt-remainder'");
  EXPECT_EQ(parse("-takt-time takt-time", O), "'takt-time' is not an option");
  EXPECT_EQ(parse("-takt-cpu", O), "option '-takt-cpu' needs a value");
  EXPECT_EQ(parse("-takt-cpu=", O), "option '-takt-cpu' needs a value");
  EXPECT_EQ(parse("-takt-alias=none", O),
            "'none' is not a value of option '-takt-alias': assume-none, "
            "compiler or assume-all");
  EXPECT_EQ(parse("-takt-alias", O),
            "'' is not a value of option '-takt-alias': assume-none, compiler "
            "or assume-all");
  EXPECT_EQ(parse("-takt-time=yes", O),
            "'yes' is not a value of option '-takt-time': true or false");
}
