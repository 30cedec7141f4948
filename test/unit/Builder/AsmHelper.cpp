//===- AsmHelper.cpp - Assembly text to MCInsts for tests -----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmHelper.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace takt;
using namespace takt::test;

namespace {

/// Keeps every instruction.
class Collector : public llvm::MCStreamer {
public:
  Collector(llvm::MCContext &Ctx, const llvm::MCCodeEmitter &Emitter,
            std::vector<CodeInstr> &To)
      : MCStreamer(Ctx), Emitter(Emitter), To(To) {}

  void emitInstruction(const llvm::MCInst &I,
                       const llvm::MCSubtargetInfo &STI) override {
    llvm::SmallVector<char, 16> Bytes;
    llvm::SmallVector<llvm::MCFixup, 2> Fixups;
    Emitter.encodeInstruction(I, Bytes, Fixups, STI);
    CodeInstr C;
    C.Inst = I;
    C.Offset = Offset;
    C.Size = static_cast<uint16_t>(Bytes.size());
    C.Bytes.assign(Bytes.begin(), Bytes.end());
    Offset += C.Size;
    To.push_back(C);
  }
  bool hasRawTextSupport() const override { return true; }
  bool emitSymbolAttribute(llvm::MCSymbol *, llvm::MCSymbolAttr) override {
    return true;
  }
  void emitCommonSymbol(llvm::MCSymbol *, uint64_t, llvm::Align) override {}
  void emitZerofill(llvm::MCSection *, llvm::MCSymbol *, uint64_t, llvm::Align,
                    llvm::SMLoc) override {}

private:
  const llvm::MCCodeEmitter &Emitter;
  std::vector<CodeInstr> &To;
  uint64_t Offset = 0;
};

} // namespace

static void initializeTargets() {
  static bool Done = [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmParsers();
    return true;
  }();
  (void)Done;
}

Assembler::Assembler(llvm::StringRef Arch, llvm::StringRef LLVMCpu)
    : Triple((Arch + "-unknown-linux-gnu").str()), Dialect(Arch == "x86_64") {
  initializeTargets();
  std::string Error;
  TheTarget = llvm::TargetRegistry::lookupTarget(Triple, Error);
  EXPECT_TRUE(TheTarget) << Error;
  MRI.reset(TheTarget->createMCRegInfo(Triple));
  MAI.reset(TheTarget->createMCAsmInfo(*MRI, Triple, llvm::MCTargetOptions()));
  MII.reset(TheTarget->createMCInstrInfo());
  STI.reset(TheTarget->createMCSubtargetInfo(Triple, LLVMCpu, ""));
  MIA.reset(TheTarget->createMCInstrAnalysis(MII.get()));
  Printer.reset(TheTarget->createMCInstPrinter(llvm::Triple(Triple), Dialect,
                                               *MAI, *MII, *MRI));
}

Assembler::~Assembler() = default;

TargetRef Assembler::target() const {
  return {*STI, *MII, *MRI, MIA.get(), Printer.get()};
}

struct Assembler::Context {
  Context(const Assembler &A, llvm::StringRef Text)
      : Ctx(llvm::Triple(A.Triple), A.MAI.get(), A.MRI.get(), A.STI.get(),
            &Sources, &Options) {
    Sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(Text),
                               llvm::SMLoc());
    Info.reset(A.TheTarget->createMCObjectFileInfo(Ctx, /*PIC=*/false));
    Ctx.setObjectFileInfo(Info.get());
  }

  llvm::SourceMgr Sources;
  llvm::MCTargetOptions Options;
  llvm::MCContext Ctx;
  std::unique_ptr<llvm::MCObjectFileInfo> Info;
};

std::vector<CodeInstr> Assembler::assemble(llvm::StringRef Text) {
  std::vector<CodeInstr> Code;
  Contexts.push_back(std::make_unique<Context>(*this, Text));
  auto &[Sources, Options, Ctx, Info] = *Contexts.back();
  std::unique_ptr<llvm::MCCodeEmitter> Emitter(
      TheTarget->createMCCodeEmitter(*MII, Ctx));
  Collector Streamer(Ctx, *Emitter, Code);
  std::unique_ptr<llvm::MCAsmParser> Parser(
      llvm::createMCAsmParser(Sources, Ctx, Streamer, *MAI));
  std::unique_ptr<llvm::MCTargetAsmParser> TargetParser(
      TheTarget->createMCAsmParser(*STI, *Parser, *MII, Options));
  Parser->setTargetParser(*TargetParser);
  Parser->setAssemblerDialect(Dialect);
  EXPECT_FALSE(Parser->Run(/*NoInitialTextSection=*/false)) << Text.str();
  return Code;
}

std::unique_ptr<llvm::MCCodeEmitter> Assembler::emitter() const {
  return std::unique_ptr<llvm::MCCodeEmitter>(
      TheTarget->createMCCodeEmitter(*MII, Contexts.back()->Ctx));
}

static char kindLetter(UopKind Kind) {
  switch (Kind) {
  case UopKind::Compute:
    return 'C';
  case UopKind::Load:
    return 'L';
  case UopKind::StoreAddress:
    return 'A';
  case UopKind::StoreData:
    return 'D';
  case UopKind::Branch:
    return 'B';
  }
  llvm_unreachable("all kinds are handled");
}

std::string takt::test::dump(const Kernel &K, const Cpu &C) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (const KernelInstr &I : K.Instrs) {
    OS << I.Mnemonic << " " << I.FusedUops << (I.MacroFused ? " fused" : "");
    for (const Uop &U : I.Uops) {
      OS << " ; " << kindLetter(U.Kind);
      for (const ResourceUse &Use : U.Uses) {
        OS << " ";
        for (auto [Index, R] : llvm::enumerate(C.Resources))
          if (Use.Resources >> Index & 1)
            OS << R.Name;
        if (Use.Cycles != 1)
          OS << "x" << Use.Cycles;
        if (Use.After)
          OS << "@" << Use.After << (Use.OfFlags ? "flags" : "");
      }
      OS << " :";
      for (const UopRead &R : U.Reads) {
        OS << " " << K.Locations[R.Loc].Name << (R.Shared ? "!" : "");
        for (const Bypass &B : R.Bypasses)
          OS << "-" << B.Cycles << (B.Producer ? "*" : "")
             << (B.Together ? "t" : "");
      }
      OS << " ->";
      for (const UopWrite &W : U.Writes)
        OS << " " << K.Locations[W.Loc].Name << "/" << W.Latency
           << (W.WriteClass ? "*" : "");
    }
    OS << "\n";
  }
  return Text;
}
