//===- TracePageTest.cpp - What happens in each cycle, for the browser ----===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TracePage.h"
#include "../Models/TestCpu.h"
#include "Events.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace takt;
using namespace takt::test;

namespace {

TEST(TracePage, EscapesHtml) {
  EXPECT_EQ(escapeHtml("a<b>&\"c'"), "a&lt;b&gt;&amp;&quot;c&#39;");
  EXPECT_EQ(escapeHtml("µ ❤"), "µ ❤");
  // Control characters and broken UTF-8 have no place in a page.
  EXPECT_EQ(escapeHtml(StringRef("\0\n\x1b\x7f", 4)), "����");
  EXPECT_EQ(escapeHtml("\xff<"), "�&lt;");
}

TEST(TracePage, TemplateHasItsMarks) {
  for (const StringRef Mark :
       {"<!--POLICY-->", "<!--STYLE-->", "<!--LOOPS-->", "<!--SCRIPT-->"})
    EXPECT_EQ(traceTemplate().count(Mark), 1u) << Mark.str();
  EXPECT_FALSE(traceScript().contains("</script"));
  EXPECT_FALSE(traceStyle().contains("</style"));
  // Names reach the page as text only.
  EXPECT_FALSE(traceScript().contains("innerHTML"));
}

/// A loop of a load and a chain, of two cycles.
struct Loop {
  Loop() : C(makeCpu(3)) {
    K = parseBody("ld text \"</script>\\09%a\" : load p0 ; reads p ; writes x "
                  "latency 4\n"
                  "add : p12 ; reads x acc ; writes acc latency 2\n"
                  "jne macro-fused taken\n",
                  C);
    S.Ways = {{0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 7, 10},
              {1, 0, 0, 0, 1, 0, 1, 2, 7, 8, 10, 11}};
    S.Cycles = 2;
    S.Result.Exact = true;
    S.Result.Cycles = 2;
    S.Result.Period = 1;
    S.Result.FirstIteration = 4;
    S.Result.FirstCycle = 8;
    R.Function = "f<int>";
    P = predict(K, C, Detail::Costs);
    P.Cycles = 2;
  }
  TracedRun run(TraceWindow W) { return traceRun(K, C, W, std::ref(S)); }

  Cpu C;
  Kernel K;
  FakeSimulation S;
  CodeRegion R;
  Prediction P;
};

TEST(TracePage, CountsWholePeriods) {
  Loop L;
  const Analysed A{"x.o", L.R, L.K, L.P, L.C};
  const TracedRun Run = L.run({4, 2});
  const TraceLoop T(A, Run, 0);
  EXPECT_EQ(T.Columns.size(), 14u); // cycles 8 to 21
  EXPECT_EQ(T.PeriodBegin, 0u);
  EXPECT_EQ(T.PeriodEnd, 14u);
  EXPECT_EQ(T.PeriodIterations, Rational(7));
  EXPECT_EQ(T.column(8), 0u);
  EXPECT_EQ(T.column(21), 13u);
  EXPECT_EQ(T.column(22), 14u);
  // What is before the steady state does not count.
  const TracedRun Early = L.run({1, 2});
  const TraceLoop Before(A, Early, 0);
  EXPECT_EQ(Early.Trace.firstCycle(), 2u);
  EXPECT_EQ(Before.PeriodBegin, 6u);
  EXPECT_EQ(Before.PeriodIterations, Rational(4));
  // Nor do parts of a period.
  L.S.Result.Period = 3;
  const TracedRun Long = L.run({4, 2});
  const TraceLoop Three(A, Long, 0);
  EXPECT_EQ(Three.PeriodBegin, 2u);
  EXPECT_EQ(Three.PeriodIterations, Rational(6));
  // Without a period everything counts.
  L.S.Result.Exact = false;
  const TracedRun None = L.run({4, 2});
  EXPECT_EQ(TraceLoop(A, None, 0).PeriodIterations, Rational(7));
}

TEST(TracePage, DataIsJson) {
  Loop L;
  const Analysed A{"x.o", L.R, L.K, L.P, L.C};
  const TracedRun Run = L.run({4, 2});
  std::string Text;
  raw_string_ostream OS(Text);
  writeTraceData(OS, TraceLoop(A, Run, 0));
  EXPECT_EQ(Text.find('<'), std::string::npos);
  Expected<json::Value> Parsed = json::parse(Text);
  ASSERT_TRUE(!!Parsed) << toString(Parsed.takeError());
  const json::Object &Data = *Parsed->getAsObject();
  EXPECT_EQ(Data.getArray("columns")->size(), 14u);
  EXPECT_EQ(Data.getArray("machine")->size(), 14u);
  EXPECT_EQ(Data.getArray("rows")->size(), 6u);
  const json::Array &Row = *(*Data.getArray("rows"))[1].getAsArray();
  EXPECT_EQ(Row, (json::Array{4, 1, 0, "operation", 1, 3, false, 0,
                              json::Array{8, 9, 10, 15, 16, 18, 19}}));
  const json::Object &Add = *(*Data.getArray("instrs"))[1].getAsObject();
  EXPECT_EQ(*Add.getArray("operands"),
            (json::Array{json::Array{0, 0, 0, 0, 4, "x"},
                         json::Array{0, 1, 0, 1, 2, "acc"}}));
  EXPECT_EQ((*Data.getArray("instrs"))[0].getAsObject()->getString("text"),
            "</script> %a");
  // Nothing seen of the fused branch but that it is there.
  EXPECT_EQ(*(*Data.getArray("rows"))[2].getAsArray(),
            (json::Array{4, 2, nullptr, nullptr, -1, 0, false, 0,
                         json::Array{nullptr, nullptr, nullptr, nullptr,
                                     nullptr, nullptr, nullptr}}));
}

TEST(TracePage, Page) {
  Loop L;
  const Analysed A{"<x>.o", L.R, L.K, L.P, L.C};
  std::string Text;
  {
    raw_string_ostream OS(Text);
    TracePage Page(OS);
    Page.add(A, L.run({4, 2}), 0);
    Page.add(A, L.run({4, 1}), 3);
    EXPECT_EQ(Page.size(), 2u);
  }
  const StringRef T(Text);
  EXPECT_TRUE(T.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(T.trim().ends_with("</html>"));
  EXPECT_EQ(T.count("<script"), 3u);
  EXPECT_EQ(T.count("</script>"), 3u);
  EXPECT_FALSE(T.contains("<x>"));
  EXPECT_FALSE(T.contains("f<int>"));
  EXPECT_TRUE(T.contains("&lt;x&gt;.o: f&lt;int&gt;, block at 0x0-0x0"));
  EXPECT_EQ(T.count("data-cycles=\"2.00\" data-name=\"f&lt;int&gt;, block at "
                    "0x0\""),
            2u);
  EXPECT_TRUE(T.contains("--cols:3"));
  // A row in pixels and in words.
  EXPECT_TRUE(T.contains(
      "aria-label=\"add, operation, p1, iteration 4: predecoded in cycle 8, "
      "delivered by the µop cache in cycle 9, issued in cycle 10, dispatched "
      "in cycle 16, executed in cycle 18, retired in cycle 19\""));
  EXPECT_TRUE(T.contains("<i class=\"s6\" style=\"--a:3;--n:4\"></i><i "
                         "class=\"s7\" style=\"--a:7\"></i><i class=\"s8\" "
                         "style=\"--a:8\">1</i><i class=\"s9\" "
                         "style=\"--a:9\"></i><i class=\"s10\" "
                         "style=\"--a:10\">E</i><i class=\"s12\" "
                         "style=\"--a:11\">R</i>"));
  // Ports: one µop per iteration, 50 % of the cycles.
  EXPECT_TRUE(T.contains("1.00 · 50 %"));
  // All comes from the µop cache.
  EXPECT_TRUE(T.contains("2.00 · 100 %"));
}

TEST(TracePage, NothingHappens) {
  Loop L;
  L.S.Ways.clear();
  const Analysed A{"x.o", L.R, L.K, L.P, L.C};
  std::string Text;
  {
    raw_string_ostream OS(Text);
    TracePage Page(OS);
    Page.add(A, L.run({4, 2}), 0);
  }
  EXPECT_TRUE(StringRef(Text).contains(
      "They had not ended when the simulation ended."));
  EXPECT_TRUE(StringRef(Text).contains(
      "Nothing was delivered in the recorded cycles."));
}

} // namespace
