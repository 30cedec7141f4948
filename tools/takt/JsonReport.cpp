//===- JsonReport.cpp - A report for programs -----------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonReport.h"
#include "FrontEndParts.h"
#include "InstrFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace llvm;
using namespace takt;

/// Names in object files are bytes; JSON is UTF-8.
static json::Value text(StringRef S) { return json::fixUTF8(S); }

/// What is not known is null rather than an empty text.
static json::Value textOrNull(StringRef S) {
  return S.empty() ? json::Value(nullptr) : text(S);
}

/// A name as JSON keys are spelt: "front end" is frontEnd.
static std::string key(StringRef Name) {
  std::string Snake = Name.str();
  std::replace(Snake.begin(), Snake.end(), ' ', '_');
  return convertToCamelFromSnakeCase(Snake);
}

static std::string binderKey(Binder B) {
  return B == Binder::Several ? "several" : key(binderName(B));
}

static std::string limitKey(Limit L) { return key(limitName(L)); }

JsonReport::JsonReport(raw_ostream &OS) : J(OS, 2) {
  J.objectBegin();
  J.attribute("schemaVersion", JsonSchemaVersion);
  J.attribute("generator", "takt " TAKT_VERSION);
  J.attributeBegin("kernels");
  J.arrayBegin();
}

JsonReport::~JsonReport() {
  J.arrayEnd();
  J.attributeEnd();
  J.attributeArray("errors", [&] {
    for (const Failure &F : Errors)
      J.object([&] {
        J.attribute("input", text(F.Input));
        J.attribute("message", text(F.Message));
        if (F.HasPlace)
          place(F.Place);
      });
  });
  J.objectEnd();
  J.flush();
}

void JsonReport::addError(StringRef Input, StringRef Message,
                          const CodeRegion *R) {
  Failure F;
  F.Input = Input.str();
  F.Message = Message.str();
  if (R) {
    F.HasPlace = true;
    F.Place = *R;
    F.Place.Instrs.clear();
  }
  Errors.push_back(std::move(F));
}

void JsonReport::place(const CodeRegion &R) {
  J.attribute("kind", regionKindName(R.Kind));
  J.attribute("name", textOrNull(R.Name));
  J.attribute("function", textOrNull(R.Function));
  J.attribute("demangled", textOrNull(R.Demangled));
  J.attribute("member", textOrNull(R.Member));
  J.attribute("section", textOrNull(R.Section));
  J.attribute("start", R.Range.Start);
  J.attribute("end", R.Range.End);
  J.attribute("file", textOrNull(R.File));
  J.attribute("line", R.Line ? json::Value(R.Line) : json::Value(nullptr));
  J.attribute("depth", R.Depth);
  J.attribute("blocks", R.Blocks);
  J.attributeArray("path", [&] {
    for (const AddressRange &Block : R.Path)
      J.object([&] {
        J.attribute("start", Block.Start);
        J.attribute("end", Block.End);
      });
  });
  J.attribute("assumption", textOrNull(R.Assumption));
  J.attribute("closed", R.Closed);
}

void JsonReport::bounds(const Prediction &P) {
  const std::pair<StringRef, Rational> Bounds[] = {
      {"frontEnd", P.FrontEnd.Cycles},
      {"ports", P.Ports.Cycles},
      {"dependences", P.Dependences.Cycles}};
  J.attributeObject("bounds", [&] {
    for (const auto &[Name, Cycles] : Bounds)
      J.attribute(Name, Cycles.toDouble());
  });
  J.attributeObject("boundsExact", [&] {
    for (const auto &[Name, Cycles] : Bounds)
      J.attribute(Name, Cycles.exactStr());
  });
  J.attributeObject("combined", [&] {
    J.attribute("cycles", combinedCycles(P).toDouble());
    J.attribute("criticalPath", P.Path.Cycles.toDouble());
    J.attribute("copies", P.Path.Copies);
  });
}

void JsonReport::sensitivity(const Analysed &A) {
  J.attributeArray("sensitivity", [&] {
    for (const LimitCost &L : A.P.Costs)
      J.object([&] {
        J.attribute("limit", limitKey(L.What));
        J.attributeArray("resources", [&] {
          for (ResourceMask M = L.Resources; M; M &= M - 1)
            J.value(A.C.Resources[llvm::countr_zero(M)].Name);
        });
        J.attribute("without", L.Without.toDouble());
        J.attribute("gain", L.Gain.toDouble());
      });
  });
}

void JsonReport::placement(const Prediction &P) {
  if (!P.Places)
    return J.attribute("placement", nullptr);
  J.attributeObject("placement", [&] {
    J.attribute("least", P.Places->Least.toDouble());
    J.attribute("most", P.Places->Most.toDouble());
    J.attribute("places", P.Places->Places);
  });
}

void JsonReport::frontEndParts(const FrontEndLimits &L) {
  J.attributeObject("frontEndParts", [&] {
    for (const FrontEndPart &Part : takt::frontEndParts(L))
      if (Part.Cycles)
        J.attribute(Part.Key, Part.Cycles->toDouble());
  });
}

void JsonReport::ports(const Cpu &C, ArrayRef<Rational> Load) {
  J.attributeObject("ports", [&] {
    for (const auto &[R, L] : enumerate(Load))
      if (L != Rational(0))
        J.attribute(C.Resources[R].Name, L.toDouble());
  });
}

void JsonReport::recurrence(const Analysed &A) {
  J.attributeArray("recurrence", [&] {
    for (const ChainStep &S : chainSteps(A.K, A.P))
      J.object([&] {
        J.attribute("from", S.From);
        J.attribute("to", S.To);
        J.attribute("through", text(S.Through));
        if (!S.Address.empty())
          J.attribute("address", text(S.Address));
        J.attribute("latency", S.Latency);
        J.attribute("distance", S.Distance);
      });
  });
}

void JsonReport::memoryDependences(StringRef Name,
                                   ArrayRef<MemoryDependence> List) {
  J.attributeArray(Name, [&] {
    for (const MemoryDependence &D : List)
      J.object([&] {
        J.attribute("store", D.Store);
        J.attribute("load", D.Load);
        J.attribute("distance", D.Distance);
        J.attribute("latency", D.Latency);
        J.attribute("renamed", D.Renamed);
        J.attribute("partial", D.Partial);
      });
  });
}

void JsonReport::memoryOrders(const Kernel &K) {
  J.attributeArray("memoryOrders", [&] {
    for (const MemoryOrder &O : K.MemoryOrders)
      J.object([&] {
        J.attribute("kind", O.Kind == MemoryOrder::WriteAfterWrite
                                ? "writeAfterWrite"
                                : "writeAfterRead");
        J.attribute("first", O.First);
        J.attribute("second", O.Second);
        J.attribute("distance", O.Distance);
      });
  });
}

void JsonReport::instructions(const Analysed &A) {
  const std::vector<InstrFacts> Facts = instrFacts(A.K, A.P);
  J.attributeArray("instructions", [&] {
    for (const auto &[N, I] : enumerate(A.K.Instrs))
      J.object([&, N = N, &I = I, &F = Facts[N]] {
        J.attribute("address", I.Offset);
        J.attribute("size", I.Size);
        const auto &Positions = A.Region.Positions;
        const unsigned Line = N < Positions.size() ? Positions[N].Line : 0;
        J.attribute("line", Line ? json::Value(Line) : json::Value(nullptr));
        J.attribute("mnemonic", text(I.Mnemonic));
        J.attribute("text", text(instrText(I)));
        J.attribute("uops", I.Uops.size());
        J.attribute("fusedUops", I.FusedUops);
        J.attribute("macroFused", I.MacroFused);
        J.attribute("taken", I.Taken);
        ports(A.C, F.Load);
        J.attribute("latency",
                    F.Latency ? json::Value(*F.Latency) : json::Value(nullptr));
        if (!F.WaitsFor)
          return J.attribute("waitsFor", nullptr);
        J.attributeObject("waitsFor", [&] {
          J.attribute("instruction", F.WaitsFor->Instr);
          J.attribute("distance", F.WaitsFor->Distance);
          J.attribute("through", text(F.WaitsFor->Through));
        });
      });
  });
}

void JsonReport::add(const Analysed &A) {
  J.object([&] {
    J.attribute("input", text(A.Input));
    place(A.Region);
    J.attribute("cpu", text(A.C.Name));
    J.attribute("generic", A.C.Generic);
    J.attributeArray("lacks", [&] {
      for (const StringRef Feature : A.Lacks)
        J.value(Feature);
    });
    J.attribute("notion", A.K.Repeats == Notion::Loop ? "loop" : "unrolled");
    J.attribute("predictor",
                A.P.By == PredictorKind::Combined ? "combined" : "simulation");
    J.attribute("cycles", A.P.Cycles.toDouble());
    J.attribute("cyclesExact", A.P.Cycles.exactStr());
    J.attribute("exact", A.P.Simulated.Exact);
    J.attribute("period", A.P.Simulated.Period);
    placement(A.P);
    bounds(A.P);
    frontEndParts(A.P.Parts);
    J.attribute("boundBy", binderKey(A.P.BoundBy));
    J.attribute("explanation", text(describeBinder(A.P, A.K, A.C)));
    sensitivity(A);
    J.attribute("uops", A.K.unfusedUops());
    J.attribute("fusedUops", A.K.fusedUops());
    ports(A.C, A.P.Ports.Load);
    recurrence(A);
    memoryDependences("memoryDependences", A.K.MemoryDependences);
    memoryDependences("possibleDependences", A.K.PossibleDependences);
    memoryOrders(A.K);
    instructions(A);
  });
}
