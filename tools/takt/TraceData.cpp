//===- TraceData.cpp - The facts of a trace as JSON -----------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the page's script knows. Rows are arrays rather than objects, because
/// there are many.
///
//===----------------------------------------------------------------------===//

#include "InstrFacts.h"
#include "TracePage.h"
#include "takt/models/DependenceGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace takt;

static json::Value text(StringRef S) { return json::fixUTF8(S); }

/// A cycle; what did not happen is null.
static json::Value cycle(uint64_t C) {
  return C == NeverCycle ? json::Value(nullptr) : json::Value(C);
}

/// What each µop reads: [µop, instruction, its µop, iterations, latency, name].
static void writeOperands(json::OStream &J, const Analysed &A, uint32_t Instr,
                          const DependenceGraph &G,
                          ArrayRef<const DependenceEdge *> Edges) {
  J.attributeArray("operands", [&] {
    for (const DependenceEdge *E : Edges) {
      const DependenceNode &From = G.nodes()[E->Source];
      J.array([&] {
        J.value(G.nodes()[E->Target].Uop);
        J.value(From.Instr);
        J.value(From.Uop);
        J.value(E->Distance);
        J.value(E->Latency);
        J.value(text(E->Memory ? "memory" : A.K.Locations[E->Loc].Name));
      });
    }
  });
}

static void writeInstrs(json::OStream &J, const Analysed &A) {
  const DependenceGraph G(A.K);
  std::vector<SmallVector<const DependenceEdge *, 4>> Into(A.K.Instrs.size());
  for (const DependenceEdge &E : G.edges())
    Into[G.nodes()[E.Target].Instr].push_back(&E);
  J.attributeArray("instrs", [&] {
    for (const auto &[N, I] : enumerate(A.K.Instrs))
      J.object([&, N = N, &I = I] {
        J.attribute("text", text(instrText(I)));
        J.attribute("address", text("0x" + Twine::utohexstr(I.Offset).str()));
        J.attribute("bytes", I.Size);
        if (N < A.Region.Positions.size() && A.Region.Positions[N].Line)
          J.attribute("line", A.Region.Positions[N].Line);
        J.attribute("fused", I.MacroFused);
        writeOperands(J, A, N, G, Into[N]);
      });
  });
}

/// [iteration, instruction, µop, role, port, source, eliminated, fused-domain
/// µop, [cycles of the stages]].
static void writeRow(json::OStream &J, const TraceLoop &L, const TraceRow &R) {
  const KernelInstr &I = L.A.K.Instrs[R.Instr];
  const UopTrace None;
  const UopTrace &U = R.Uop ? *R.Uop : None;
  const bool Known = R.Uop && kernelUop(I, U);
  J.array([&] {
    J.value(R.Iteration);
    J.value(R.Instr);
    J.value(Known ? json::Value(U.Uop) : json::Value(nullptr));
    J.value(R.Uop ? text(uopRole(I, U)) : json::Value(nullptr));
    J.value(U.Port);
    J.value(unsigned(U.From));
    J.value(U.Eliminated);
    J.value(U.Fused);
    J.array([&] {
      for (const auto &[S, C] : enumerate(U.Cycles))
        J.value(S == size_t(Stage::Predecoded)
                    ? cycle(L.Run.Trace
                                .instrs()[(R.Iteration -
                                           L.Run.Trace.firstIteration()) *
                                              L.A.K.Instrs.size() +
                                          R.Instr]
                                .Predecoded)
                    : cycle(C));
    });
  });
}

/// [queued by source, issued, retired, [[port, instruction, iteration]...]].
static void writeCycle(json::OStream &J, const CycleTrace &C) {
  J.array([&] {
    J.array([&] {
      for (const uint16_t N : C.Queued)
        J.value(N);
    });
    J.value(C.Issued);
    J.value(C.Retired);
    J.array([&] {
      for (const CycleTrace::Dispatch &D : C.Dispatches)
        J.array([&] {
          J.value(D.Port);
          J.value(D.Instr);
          J.value(D.Iteration);
        });
    });
  });
}

static void writeAll(json::OStream &J, const TraceLoop &L) {
  const PipelineTrace &T = L.Run.Trace;
  J.object([&] {
    J.attributeArray("columns", [&] {
      for (const TraceColumn &C : L.Columns)
        J.value(C.Begin);
    });
    J.attributeArray("ports", [&] {
      for (const Resource &R : L.A.C.Resources)
        J.value(text(R.Name));
    });
    J.attributeArray("sources", [&] {
      for (unsigned S = 0; S <= unsigned(UopSource::LoopStream); ++S)
        J.value(text(sourceName(UopSource(S))));
    });
    J.attributeArray("states", [&] {
      for (unsigned S = 0; S <= unsigned(UopState::Retired); ++S)
        J.value(text(S == unsigned(UopState::Delivered)
                         ? "delivered"
                         : stateName(UopState(S), UopSource::None)));
    });
    J.attribute("endCycle",
                L.Columns.empty() ? T.endCycle() : L.Columns.back().End);
    writeInstrs(J, L.A);
    J.attributeArray("rows", [&] {
      for (const TraceRow &R : L.Rows)
        writeRow(J, L, R);
    });
    J.attributeArray("machine", [&] {
      for (const TraceColumn &C : L.Columns)
        if (C.Gap || C.Begin < T.firstCycle() || C.Begin >= T.endCycle())
          J.value(nullptr);
        else
          writeCycle(J, T.cycles()[C.Begin - T.firstCycle()]);
    });
  });
}

void takt::writeTraceData(raw_ostream &OS, const TraceLoop &L) {
  std::string Text;
  raw_string_ostream Stream(Text);
  {
    json::OStream J(Stream);
    writeAll(J, L);
    J.flush();
  }
  // "</script" would end the element wherever it stood; in JSON "<" is found in
  // texts only.
  for (const char C : Text)
    if (C == '<')
      OS << "\\u003c";
    else
      OS << C;
}
