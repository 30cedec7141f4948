//===- Report.cpp - Measurements as rows or JSON --------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace takt;

static StringRef notionName(Notion N) {
  return N == Notion::Loop ? "loop" : "unrolled";
}

/// A cell of a csv file, in quotes.
static void writeQuoted(raw_ostream &OS, StringRef Text) {
  OS << '"';
  for (const char C : Text)
    OS << (C == '"' ? "\"\"" : StringRef(&C, 1));
  OS << '"';
}

MeasureReport::MeasureReport(raw_ostream &OS, bool AsJson) : OS(OS) {
  if (!AsJson) {
    OS << "hex,notion,cycles,spread,minimum,samples,status,detail\n";
    return;
  }
  Json = std::make_unique<json::OStream>(OS, /*IndentSize=*/2);
  Json->arrayBegin();
}

MeasureReport::~MeasureReport() {
  if (!Json)
    return;
  Json->arrayEnd();
  Json->flush();
  OS << '\n';
}

void MeasureReport::writeRow(const MeasuredBlock &B) {
  const Round &R = B.Result.Cycles;
  if (B.Result.What == Status::Malformed)
    writeQuoted(OS, B.Hex);
  else
    OS << B.Hex;
  OS << ',' << notionName(B.Repeats) << ',';
  if (R.Kept)
    OS << format("%.4f,%.4f,%.4f,%u", R.Median, R.Spread, R.Minimum, R.Kept);
  else
    OS << ",,,0";
  OS << ',' << statusName(B.Result.What) << ',';
  if (!B.Why.empty())
    writeQuoted(OS, B.Why);
  OS << '\n';
}

void MeasureReport::writeObject(const MeasuredBlock &B) {
  const Round &R = B.Result.Cycles;
  Json->object([&] {
    Json->attribute("hex", json::fixUTF8(B.Hex));
    Json->attribute("notion", notionName(B.Repeats));
    if (R.Kept) {
      Json->attribute("cycles", R.Median);
      Json->attribute("spread", R.Spread);
      Json->attribute("minimum", R.Minimum);
    }
    Json->attribute("samples", R.Kept);
    Json->attribute("status", statusName(B.Result.What));
    if (!B.Why.empty())
      Json->attribute("detail", json::fixUTF8(B.Why));
  });
}

void MeasureReport::write(const MeasuredBlock &B) {
  Json ? writeObject(B) : writeRow(B);
  OS.flush();
}
