//===- TextReportTest.cpp - The report for people -------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextReport.h"
#include "../Models/TestCpu.h"
#include "JsonReport.h"

using namespace llvm;
using namespace takt;
using namespace takt::test;

namespace {

const char *const Dot =
    "vmovsd : load p23 ; reads rdi ; writes xmm1 latency 5\n"
    "vfmadd231sd : p01 ; reads xmm1 xmm0 ; writes xmm0 latency 4\n"
    "add : p01 ; reads rdi ; writes rdi\n"
    "jne : branch p0 ; reads rdi\n";

/// A kernel of \p Body in a region like those of an object file.
struct Report {
  explicit Report(StringRef Body) : C(makeCpu(4)), K(parseBody(Body, C)) {
    for (auto &I : K.Instrs) {
      I.Offset = 0x10 + 4 * (&I - K.Instrs.data());
      I.Size = 4;
      I.Text = "\t" + I.Mnemonic + "\t%a, %b";
    }
    R.Kind = RegionKind::Loop;
    R.Repeats = Notion::Loop;
    R.Range = {0x10, 0x10 + 4 * K.Instrs.size()};
    R.Function = "_Z3dotv";
    R.Demangled = "dot()";
    R.File = "dot.c";
    R.Line = 12;
    R.Depth = 1;
  }

  std::string text(TextStyle S = {}) const {
    std::string Text;
    raw_string_ostream OS(Text);
    OS.enable_colors(S.Colours);
    const Prediction P = predict(K, C);
    printText(OS, {"dot.o", R, K, P, C}, S);
    return Text;
  }

  Cpu C;
  Kernel K;
  CodeRegion R;
};

TEST(TextReport, Dot) {
  EXPECT_EQ(Report(Dot).text(),
            R"(dot.o: dot.c:12: dot(), loop at 0x10-0x20
  4.00 cycles per iteration on test (loop), bound by the dependency chain through xmm0 (vfmadd231sd, 4.00); ports alone 1.50, front end 1.00
  bounds: front end 1.00, ports 1.50, dependences 4.00
  recurrence: #1 vfmadd231sd ─xmm0, 4→ #1: 4 cycles every iteration

   #  address  slots  µops    p0    p1   p2   p3  latency  waits for             code
   0     0x10      1     1              .50  .50        5                        vmovsd %a, %b
   1     0x14      1     1   .25   .75                  4  #1 xmm0, previous  ↻  vfmadd231sd %a, %b
   2     0x18      1     1   .25   .75                  1                        add %a, %b
   3     0x1c      1     1  1.00                           #2 rdi                jne %a, %b
          sum      4     4  1.50  1.50  .50  .50

)");
}

TEST(TextReport, SummaryInAscii) {
  TextStyle S;
  S.Table = false;
  EXPECT_EQ(Report("a : p01*3\n").text(S),
            "dot.o: dot.c:12: dot(), loop at 0x10-0x14\n"
            "  1.50 (3/2) cycles per iteration on test (loop), bound by ports "
            "p0 and p1 (1.50 each); front end alone 0.25\n");
}

TEST(TextReport, WhatItRestsOn) {
  Report Rep("a : p0\n");
  Rep.C.Generic = true;
  Rep.R.Closed = true;
  Rep.R.Assumption = "inner branches are not taken";
  Rep.R.Blocks = 3;
  Rep.R.Path.resize(2);
  Rep.R.Kind = RegionKind::Path;
  Rep.R.Member = "a.o";
  Rep.R.File.clear();
  Rep.R.Name = "mine";
  TextStyle S;
  S.Table = false;
  const std::string Text = Rep.text(S);
  EXPECT_NE(Text.find("dot.o(a.o): dot(), path 'mine' at 0x10-0x14\n"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find(" on test (loop, closed by a counter and a branch, "
                      "generic: no description of this CPU, only LLVM's)"),
            std::string::npos)
      << Text;
  EXPECT_NE(
      Text.find("  path of 2 of 3 blocks: inner branches are not taken\n"),
      std::string::npos)
      << Text;
}

TEST(TextReport, LinesOfAssembly) {
  Report Rep("a : p0\nb : p1\n");
  Rep.R.Positions = {{7, 3}, {0, 0}};
  const std::string Text = Rep.text();
  EXPECT_NE(Text.find("#  address  line  slots"), std::string::npos) << Text;
  EXPECT_NE(Text.find("0     0x10     7      1"), std::string::npos) << Text;
  EXPECT_NE(Text.find("1     0x14            1"), std::string::npos) << Text;
}

TEST(TextReport, Colours) {
  TextStyle S;
  S.Colours = true;
  EXPECT_NE(Report(Dot).text(S).find("\033["), std::string::npos);
  EXPECT_EQ(Report(Dot).text().find("\033["), std::string::npos);
}

TEST(TextReport, Ascii) {
  TextStyle S;
  S.Unicode = false;
  const std::string Text =
      Report("a : p0 ; reads x ; writes y\nb : p1 ; reads y ; writes x\n")
          .text(S);
  EXPECT_NE(Text.find("recurrence: #0 a -y, 1-> #1 b -x, 1-> #0: 2 cycles"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find("++>  a %a, %b"), std::string::npos) << Text;
  EXPECT_EQ(Text.find("╭"), std::string::npos);
}

TEST(JsonReport, ValuesAndErrors) {
  Report Rep(Dot);
  Rep.R.Function = "\xff";
  std::string Text;
  {
    raw_string_ostream OS(Text);
    JsonReport J(OS);
    const Prediction P = predict(Rep.K, Rep.C);
    J.add({"dot.o", Rep.R, Rep.K, P, Rep.C});
    J.addError("dot.o", "call", &Rep.R);
    J.addError("bad.o", "no object", nullptr);
  }
  Expected<json::Value> V = json::parse(Text);
  ASSERT_TRUE(static_cast<bool>(V)) << toString(V.takeError());
  const json::Object &O = *V->getAsObject();
  EXPECT_EQ(O.getInteger("schemaVersion"), 1);
  const json::Object &K = *(*O.getArray("kernels"))[0].getAsObject();
  EXPECT_EQ(K.getNumber("cycles"), 4.0);
  EXPECT_EQ(K.getString("cyclesExact"), "4");
  EXPECT_EQ(K.getInteger("end"), 0x20);
  EXPECT_EQ(K.getString("boundBy"), "dependences");
  EXPECT_EQ(K.getObject("boundsExact")->getString("ports"), "3/2");
  EXPECT_EQ(K.getObject("ports")->getNumber("p0"), 1.5);
  EXPECT_EQ(K.getString("function"), "\xef\xbf\xbd");
  const json::Object &I = *(*K.getArray("instructions"))[1].getAsObject();
  EXPECT_EQ(I.getString("text"), "vfmadd231sd %a, %b");
  EXPECT_EQ(I.getObject("waitsFor")->getInteger("distance"), 1);
  const json::Object &Step = *(*K.getArray("recurrence"))[0].getAsObject();
  EXPECT_EQ(Step.getString("through"), "xmm0");
  EXPECT_EQ(Step.getInteger("latency"), 4);
  const json::Array &Errors = *O.getArray("errors");
  ASSERT_EQ(Errors.size(), 2u);
  EXPECT_EQ(Errors[0].getAsObject()->getInteger("start"), 0x10);
  EXPECT_EQ(Errors[1].getAsObject()->getString("message"), "no object");
}

} // namespace
