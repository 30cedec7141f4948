//===- TimelineTest.cpp - What µops do in each cycle, as text -------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timeline.h"
#include "../Models/TestCpu.h"
#include "Events.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Unicode.h"

using namespace llvm;
using namespace takt;
using namespace takt::test;

namespace {

/// A loop of a read-modify-write and a macro-fused pair, which starts every
/// three cycles.
struct Loop {
  Loop() : C(makeCpu(4)) {
    C.Schedule.IssueToDispatch = 2;
    K = parseBody("add fused 2 text \"add $1, (%rdi)\"\n"
                  "  : load p0 ; reads p ; writes $t latency 4\n"
                  "  | p1 ; reads $t ; writes $u\n"
                  "  | store-address p2 ; reads p\n"
                  "  | store-data p3 ; reads $u\n"
                  "dec text \"dec %rcx\" : branch p1\n"
                  "jne macro-fused taken text \"jne 0x0\"\n",
                  C);
    S.Ways = {{0, 0, 0, 0, 0, 0, 3, 4, 6, 6, 10, 13},
              {0, 0, 0, 1, 1, -1, -1, 4, 10, 10, 12, 13},
              {0, 1, 1, 2, 2, -1, 3, 4, 6, 7, 12, 14},
              {0, 1, 1, 3, 3, -1, -1, 4, 11, 11, 12, 14},
              {1, 0, 0, 0, 1, 1, 4, 5, 7, 9, 10, 15},
              {2, 0, 0, 0, -1, 1}};
    S.Ways[4].From = UopSource::Decoders;
    S.Cycles = 3;
    S.Result.Exact = true;
    S.Result.Cycles = 3;
    S.Result.Period = 1;
    S.Result.FirstIteration = 5;
    S.Result.FirstCycle = 15;
  }

  std::string text(TimelineStyle Style, TraceWindow W = {}) {
    const Prediction P = predict(K, C);
    std::string Text;
    raw_string_ostream OS(Text);
    OS.enable_colors(Style.Colours);
    printTimeline(OS, {"x.o", R, K, P, C}, traceRun(K, C, W, std::ref(S)),
                  Style);
    return Text;
  }

  Cpu C;
  Kernel K;
  FakeSimulation S;
  CodeRegion R;
};

TEST(Timeline, AllInOneBlock) {
  EXPECT_EQ(
      Loop().text({}),
      R"(  timeline: iterations 5-6, cycles 15-33; what happens repeats after 1 iteration and 3 cycles

                               15   20        30
  it #  port   instruction     5678901234567890123
   5 0  p0     add $1, (%rdi)  P..CI:DeeeE--R
        p1       operation        CI:====DeER
        p2       store address    CI:~DeeeeE-R
        p3       store data       CI:=====DE-R
     1  p1     dec %rcx         P..MI:~~DE----R
     2  fused  jne 0x0          P
   6 0  p0     add $1, (%rdi)     P..CI:DeeeE--R
        p1       operation           CI:====DeER
        p2       store address       CI:~DeeeeE-R
        p3       store data          CI:=====DE-R
     1  p1     dec %rcx            P..MI:~~DE----R
     2  fused  jne 0x0             P

               delivered       21 21 21 21 21 21 2
               issued           21 21 21 21 21 21
               p0              0  0  0  0  0  0  0
               p1              10 10 10 10 10 10 1
               p2               0  0  0  0  0  0
               p3                0  0  0  0  0  0
               retired         1111111111111111111

  P predecoded, . in a queue, M delivered by the decoders,
  C delivered by the µop cache, I issued, : on the way to the scheduler,
  = waits for an operand, ~ ready, waits for its port, D dispatched,
  e executes, E executed, - waits for its retirement, R retired,
  ports: number of the instruction

)");
}

TEST(Timeline, WideOnesGoOnBelow) {
  Loop L;
  for (Way &W : L.S.Ways)
    if (W.Retired != -1)
      W.Retired += 17;
  // Lines are not longer than they may be, and each block has only rows in
  // which something happens.
  EXPECT_EQ(
      L.text({false, false, 44, 0}, {5, 1}),
      R"(  timeline: iteration 5, cycles 15-47; what happens repeats after 1 iteration and 3 cycles

                           15   20        30
  it #  port   instruction 5678901234567890|
   5 0  p0     add $1, (.. P..CI:DeeeE-----|
        p1       operation    CI:====DeE---|
        p2       store a..    CI:~DeeeeE---|
        p3       store d..    CI:=====DE---|
     1  p1     dec %rcx     P..MI:~~DE-----|
     2  fused  jne 0x0      P

               delivered   21 21 21 21 21 2
               issued       21 21 21 21 21
               p0          0  0  0  0  0  0
               p1          10 10 10 10 10 1
               p2           0  0  0  0  0
               p3            0  0  0  0  0
               retired                    1

                           43
  it #  port   instruction 34567
   5 0  p0     add $1, (.. --R
        p1       operation --R
        p2       store a.. ---R
        p3       store d.. ---R
     1  p1     dec %rcx    ----R

               delivered   1 21
               issued      21 21
               p0            0
               p1          0 10
               p2          0  0
               p3           0  0
               retired     11111

  P predecoded, . in a queue,
  M delivered by the decoders,
  C delivered by the uop cache, I issued,
  : on the way to the scheduler,
  = waits for an operand,
  ~ ready, waits for its port,
  D dispatched, e executes, E executed,
  - waits for its retirement, R retired,
  | cycles left out,
  ports: number of the instruction

)");
}

TEST(Timeline, OnlySomeCycles) {
  const std::string Text = Loop().text({false, true, 80, 6}, {5, 2});
  EXPECT_NE(Text.find("iterations 5-6, cycles 15-20;"), std::string::npos);
  EXPECT_NE(Text.find("   5 0  p0     add $1, (%rdi)  P..CI:\n"),
            std::string::npos)
      << Text;
  // Nothing of it happens in these cycles.
  EXPECT_EQ(Text.find("R retired"), std::string::npos);
}

TEST(Timeline, Colours) {
  const std::string Text = Loop().text({true, true, 80, 0}, {5, 1});
  EXPECT_NE(Text.find("\x1b[0;33m====\x1b[0m"), std::string::npos) << Text;
  EXPECT_NE(Text.find("\x1b[0;31m~\x1b[0m"), std::string::npos) << Text;
}

TEST(Timeline, NoPeriod) {
  Loop L;
  L.S.Result.Exact = false;
  L.S.Result.Period = 0;
  L.S.Result.Simulated = 20000;
  EXPECT_NE(L.text({}, {3, 1})
                .find("  timeline: iteration 3, cycles 9-24; no "
                      "period found in 20000 cycles\n"),
            std::string::npos);
}

TEST(Timeline, CutShort) {
  Loop L;
  L.S.Most = 6;
  EXPECT_NE(L.text({}, {5, 1})
                .find("  The iterations had not ended when the "
                      "simulation ended.\n"),
            std::string::npos);
}

TEST(Timeline, Nothing) {
  Loop L;
  L.S.Ways.clear();
  EXPECT_EQ(L.text({}, {5, 1}),
            "  timeline: iteration 5; what happens repeats after 1 iteration "
            "and 3 cycles\n\n");
}

TEST(Timeline, LongCodeIsCut) {
  Loop L;
  L.K.Instrs[1].Text = "an instruction with a text of quite some length µµµµ";
  for (const bool Unicode : {true, false}) {
    SmallVector<StringRef> Lines;
    const std::string Text = L.text({false, Unicode, 80, 0}, {5, 1});
    StringRef(Text).split(Lines, '\n');
    for (const StringRef Line : drop_begin(Lines))
      EXPECT_LE(sys::unicode::columnWidthUTF8(Line), 80) << Text;
    EXPECT_EQ(Text.find("quite some length"), std::string::npos);
    EXPECT_NE(Text.find(Unicode ? "…  P" : "..  P"), std::string::npos);
  }
}

} // namespace
