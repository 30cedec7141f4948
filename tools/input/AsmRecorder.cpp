//===- AsmRecorder.cpp - An ELF streamer that remembers the text -*- C++ -*-==//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmRecorder.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCSection.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace takt;

/// More padding than any program has; the assembler would write all of it.
static constexpr int64_t MaxFill = int64_t(1) << 26;

AsmRecorder::AsmRecorder(MCContext &Context,
                         std::unique_ptr<MCAsmBackend> Backend,
                         std::unique_ptr<MCObjectWriter> Writer,
                         std::unique_ptr<MCCodeEmitter> Emitter,
                         bool RecordData)
    : MCELFStreamer(Context, std::move(Backend), std::move(Writer),
                    std::move(Emitter)),
      RecordData(RecordData), Sink(*this), Directives(Sink) {
  Directives.SetUnbuffered();
}

void AsmRecorder::record(bool IsInstr, SMLoc Loc) {
  const MCSection *Section = getCurrentSectionOnly();
  if (!Section || !Section->isText())
    return;
  if (!IsInstr &&
      (!RecordData || (!Events.empty() && !Events.back().IsInstr &&
                       &Events.back().Label->getSection() == Section)))
    return;
  MCSymbol *Label = getContext().createTempSymbol();
  emitLabel(Label);
  // A label that clashes is reported by the streamer and has no place.
  if (Label->isInSection())
    Events.push_back({Label, Loc, IsInstr});
}

void AsmRecorder::emitInstruction(const MCInst &Inst,
                                  const MCSubtargetInfo &STI) {
  record(/*IsInstr=*/true, Inst.getLoc());
  MCELFStreamer::emitInstruction(Inst, STI);
}

void AsmRecorder::emitBytes(StringRef Data) {
  record(/*IsInstr=*/false, SMLoc());
  MCELFStreamer::emitBytes(Data);
}

void AsmRecorder::emitValueImpl(const MCExpr *Value, unsigned Size, SMLoc Loc) {
  record(/*IsInstr=*/false, Loc);
  MCELFStreamer::emitValueImpl(Value, Size, Loc);
}

bool AsmRecorder::isSane(const MCExpr &Count, int64_t Size, SMLoc Loc) {
  int64_t N = 0;
  if (!Count.evaluateAsAbsolute(N, getAssemblerPtr()) || N <= MaxFill / Size)
    return true;
  getContext().reportError(Loc, "more than 64 MiB of padding");
  return false;
}

void AsmRecorder::emitELFSize(MCSymbol *Symbol, const MCExpr *Value) {
  Sizes.push_back({Symbol, Value, getStartTokLoc()});
}

/// The section of the label that \p E is; null if it is none.
static const MCSection *sectionOfLabel(const MCExpr *E) {
  const auto *Ref = dyn_cast<MCSymbolRefExpr>(E);
  if (!Ref || Ref->getSymbol().isVariable() || !Ref->getSymbol().isInSection())
    return nullptr;
  return &Ref->getSymbol().getSection();
}

/// True if \p E is certainly a number once the code is laid out.
static bool becomesNumber(const MCExpr *E) {
  if (isa<MCConstantExpr>(E))
    return true;
  const auto *Difference = dyn_cast<MCBinaryExpr>(E);
  if (!Difference)
    return false;
  const MCExpr *L = Difference->getLHS(), *R = Difference->getRHS();
  if (becomesNumber(L) && becomesNumber(R))
    return true;
  const MCSection *Section = sectionOfLabel(L);
  return Difference->getOpcode() == MCBinaryExpr::Sub && Section &&
         Section == sectionOfLabel(R);
}

void AsmRecorder::settleSizes() {
  for (const SymbolSize &S : Sizes)
    if (becomesNumber(S.Value))
      MCELFStreamer::emitELFSize(S.Symbol, S.Value);
    else
      getContext().reportError(S.Loc, "the size of '" + S.Symbol->getName() +
                                          "' is not the distance of two labels "
                                          "of one section, nor a number");
}

void AsmRecorder::emitFill(const MCExpr &NumBytes, uint64_t FillValue,
                           SMLoc Loc) {
  if (!isSane(NumBytes, 1, Loc))
    return;
  record(/*IsInstr=*/false, Loc);
  MCELFStreamer::emitFill(NumBytes, FillValue, Loc);
}

void AsmRecorder::emitFill(const MCExpr &NumValues, int64_t Size, int64_t Expr,
                           SMLoc Loc) {
  if (!isSane(NumValues, std::max<int64_t>(Size, 1), Loc))
    return;
  record(/*IsInstr=*/false, Loc);
  MCELFStreamer::emitFill(NumValues, Size, Expr, Loc);
}

void AsmRecorder::DirectiveSink::write_impl(const char *Data, size_t Size) {
  for (const char C : StringRef(Data, Size)) {
    if (C != '\n') {
      Line += C;
      continue;
    }
    const std::string Whole = std::exchange(Line, "");
    Owner.emitRaw(Whole);
  }
}

void AsmRecorder::emitRaw(StringRef Directive) {
  uint32_t Word = 0;
  Directive = Directive.trim();
  if (!Directive.consume_front(".inst") ||
      Directive.trim().getAsInteger(0, Word))
    return;
  record(/*IsInstr=*/true, getStartTokLoc());
  char Bytes[4];
  support::endian::write32le(Bytes, Word);
  MCELFStreamer::emitBytes(StringRef(Bytes, sizeof(Bytes)));
}
