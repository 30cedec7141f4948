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

/// A cell of a csv file, in quotes.
static void writeQuoted(raw_ostream &OS, StringRef Text) {
  OS << '"';
  for (const char C : Text)
    OS << (C == '"' ? "\"\"" : StringRef(&C, 1));
  OS << '"';
}

MeasureReport::MeasureReport(raw_ostream &OS, bool AsJson) : OS(OS) {
  if (!AsJson) {
    OS << "hex,notion,cycles,spread,minimum,samples,status,typical,copies,"
          "repetitions,flags,clock,place,detail\n";
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

void MeasureReport::writeRow(const MeasuredRegion &B) {
  const Round &R = B.Result.Cycles;
  if (B.Result.What == Status::Malformed)
    writeQuoted(OS, B.Hex);
  else
    OS << B.Hex;
  OS << ',' << formName(B.Repeated) << ',';
  if (R.Kept)
    OS << format("%.4f,%.4f,%.4f,%u", R.Median, R.Spread, R.Minimum, R.Kept);
  else
    OS << ",,,0";
  OS << ',' << statusName(B.Result.What) << ',';
  if (R.Kept)
    OS << format("%.4f", B.Result.Typical);
  OS << ',' << B.Copies << ',';
  if (R.Kept)
    OS << B.Result.Repetitions;
  OS << ',' << flagNames(B.Result.Flags) << ','
     << (R.Kept ? clockName(B.Result.With) : "") << ',';
  if (!B.Place.empty())
    writeQuoted(OS, B.Place);
  OS << ',';
  if (!B.Why.empty())
    writeQuoted(OS, B.Why);
  OS << '\n';
}

void MeasureReport::writeObject(const MeasuredRegion &B) {
  const Round &R = B.Result.Cycles;
  Json->object([&] {
    Json->attribute("hex", json::fixUTF8(B.Hex));
    Json->attribute("notion", formName(B.Repeated));
    if (R.Kept) {
      Json->attribute("cycles", R.Median);
      Json->attribute("spread", R.Spread);
      Json->attribute("minimum", R.Minimum);
      Json->attribute("typical", B.Result.Typical);
      Json->attribute("repetitions",
                      static_cast<int64_t>(B.Result.Repetitions));
      Json->attribute("clock", clockName(B.Result.With));
    }
    Json->attribute("copies", B.Copies);
    Json->attributeArray("flags", [&] {
      const std::string Names = flagNames(B.Result.Flags);
      for (StringRef Left = Names; !Left.empty();) {
        const auto [Name, Rest] = Left.split('|');
        Json->value(Name);
        Left = Rest;
      }
    });
    Json->attribute("samples", R.Kept);
    Json->attribute("status", statusName(B.Result.What));
    if (!B.Place.empty())
      Json->attribute("place", json::fixUTF8(B.Place));
    if (!B.Why.empty())
      Json->attribute("detail", json::fixUTF8(B.Why));
  });
}

void MeasureReport::write(const MeasuredRegion &B) {
  Json ? writeObject(B) : writeRow(B);
  OS.flush();
}
