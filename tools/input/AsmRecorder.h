//===- AsmRecorder.h - An ELF streamer that remembers the text --*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's ELF streamer, with a temporary label before every instruction, so
/// that after the layout is known each one's place in the text and in its
/// section are found together.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_ASMRECORDER_H
#define TAKT_TOOLS_INPUT_ASMRECORDER_H

#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCELFStreamer.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/Support/FormattedStream.h"
#include "llvm/Support/SMLoc.h"
#include <vector>

namespace takt {

class AsmRecorder : public llvm::MCELFStreamer {
public:
  /// Something emitted into a code section.
  struct Event {
    llvm::MCSymbol *Label = nullptr; ///< its place
    llvm::SMLoc Loc;                 ///< of an instruction
    bool IsInstr = false;            ///< else the start of data
  };

  /// With \p RecordData data directives in code sections are recorded too.
  AsmRecorder(llvm::MCContext &Context,
              std::unique_ptr<llvm::MCAsmBackend> Backend,
              std::unique_ptr<llvm::MCObjectWriter> Writer,
              std::unique_ptr<llvm::MCCodeEmitter> Emitter, bool RecordData);

  void emitInstruction(const llvm::MCInst &Inst,
                       const llvm::MCSubtargetInfo &STI) override;
  void emitBytes(llvm::StringRef Data) override;
  void emitValueImpl(const llvm::MCExpr *Value, unsigned Size,
                     llvm::SMLoc Loc) override;
  void emitFill(const llvm::MCExpr &NumBytes, uint64_t FillValue,
                llvm::SMLoc Loc) override;
  void emitFill(const llvm::MCExpr &NumValues, int64_t Size, int64_t Expr,
                llvm::SMLoc Loc) override;

  void emitELFSize(llvm::MCSymbol *Symbol, const llvm::MCExpr *Value) override;

  /// To be called when all text is read and before finish(): hands on the
  /// `.size` directives, or reports them to the context.
  void settleSizes();

  /// The stream for a target streamer that prints: the directives of a target
  /// that are instructions (AArch64's `.inst`) come back from there.
  llvm::formatted_raw_ostream &directives() { return Directives; }

  /// In the order of the text.
  llvm::ArrayRef<Event> events() const { return Events; }

private:
  class DirectiveSink : public llvm::raw_ostream {
  public:
    explicit DirectiveSink(AsmRecorder &Owner)
        : raw_ostream(/*unbuffered=*/true), Owner(Owner) {}

  private:
    void write_impl(const char *Data, size_t Size) override;
    uint64_t current_pos() const override { return 0; }
    AsmRecorder &Owner;
    std::string Line;
  };

  /// A `.size` directive. Judged at the end, when all labels are known: LLVM's
  /// writer ends the process on a size that is no number.
  struct SymbolSize {
    llvm::MCSymbol *Symbol = nullptr;
    const llvm::MCExpr *Value = nullptr;
    llvm::SMLoc Loc;
  };

  void record(bool IsInstr, llvm::SMLoc Loc);
  bool isSane(const llvm::MCExpr &Count, int64_t Size, llvm::SMLoc Loc);
  void emitRaw(llvm::StringRef Directive);

  bool RecordData;
  std::vector<Event> Events;
  std::vector<SymbolSize> Sizes;
  DirectiveSink Sink;
  llvm::formatted_raw_ostream Directives;
};

} // namespace takt

#endif // TAKT_TOOLS_INPUT_ASMRECORDER_H
