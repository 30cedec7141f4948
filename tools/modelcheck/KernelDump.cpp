//===- KernelDump.cpp - Kernels and bounds of code on stdin ---------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A development tool: reads blocks of code, one per line, and prints what the
/// models make of them as one JSON object per line, for modelcheck.py to
/// compare with tables and measurements:
///
///     $ echo 4801d8 | takt-kernel-dump --triple=x86_64 --cpu=skylake --uops
///     {"bound_by":..., "cycles":1, "instrs":[{"opcode":"ADD64rr", ...}], ...}
///
/// Lines are hexadecimal machine code, or with --asm assembly text whose
/// instructions are separated by semicolons.
///
//===----------------------------------------------------------------------===//

#include "takt/models/KernelBuilder.h"
#include "takt/models/KernelText.h"
#include "takt/models/Prediction.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/WithColor.h"
#include <iostream>
#include <map>

using namespace llvm;
using namespace takt;

static cl::opt<std::string> TripleName("triple", cl::init("x86_64-linux-gnu"));
static cl::opt<std::string> CpuName("cpu", cl::Required,
                                    cl::desc("LLVM CPU name"));
static cl::opt<std::string> Features("mattr", cl::init(""));
static cl::opt<std::string> ModelFile("model",
                                      cl::desc("description to use instead"));
static cl::opt<bool> AsmInput("asm", cl::desc("lines are assembly"));
static cl::opt<bool> Unrolled("unrolled",
                              cl::desc("the block is no loop body"));
static cl::opt<bool> ShowUops("uops", cl::desc("print every instruction"));
static cl::opt<bool>
    AsKernel("kernel", cl::desc("print what takt-kernels reads instead"));
static cl::opt<bool> DecodeOnly("decode",
                                cl::desc("print instructions, not models"));

namespace {

/// LLVM's MC objects of one target.
struct Machine {
  std::unique_ptr<MCRegisterInfo> MRI;
  std::unique_ptr<MCAsmInfo> MAI;
  std::unique_ptr<MCInstrInfo> MII;
  std::unique_ptr<MCSubtargetInfo> STI;
  std::unique_ptr<MCInstrAnalysis> MIA;
  std::unique_ptr<MCInstPrinter> Printer;
  std::unique_ptr<MCContext> Ctx;
  std::unique_ptr<MCObjectFileInfo> MOFI;
  std::unique_ptr<MCDisassembler> Disassembler;
  const Target *T = nullptr;
  MCTargetOptions Options;
  SourceMgr Sources;

  Expected<std::vector<CodeInstr>> decode(StringRef Hex);
  Expected<std::vector<CodeInstr>> assemble(StringRef Text);
};

/// Keeps the instructions that a parser emits.
class Collector : public MCStreamer {
public:
  Collector(MCContext &C, std::vector<CodeInstr> &Code)
      : MCStreamer(C), Code(Code) {}
  void emitInstruction(const MCInst &I, const MCSubtargetInfo &) override {
    CodeInstr C;
    C.Inst = I;
    C.Size = 4;
    C.Offset = Code.empty() ? 0 : Code.back().Offset + Code.back().Size;
    Code.push_back(C);
  }
  bool emitSymbolAttribute(MCSymbol *, MCSymbolAttr) override { return true; }
  void emitCommonSymbol(MCSymbol *, uint64_t, Align) override {}
  void emitZerofill(MCSection *, MCSymbol *, uint64_t, Align, SMLoc) override {}

private:
  std::vector<CodeInstr> &Code;
};

} // namespace

static Error failure(const Twine &Why) {
  return createStringError(inconvertibleErrorCode(), Why);
}

Expected<std::vector<CodeInstr>> Machine::decode(StringRef Hex) {
  std::string Bytes;
  if (!tryGetFromHex(Hex, Bytes))
    return failure("not hexadecimal");
  ArrayRef<uint8_t> Data = arrayRefFromStringRef(Bytes);
  std::vector<CodeInstr> Code;
  for (uint64_t Offset = 0; Offset < Data.size();) {
    CodeInstr C;
    uint64_t Size = 0;
    if (Disassembler->getInstruction(C.Inst, Size, Data.slice(Offset), Offset,
                                     nulls()) != MCDisassembler::Success)
      return failure("does not decode at offset " + Twine(Offset));
    C.Offset = Offset;
    C.Size = Size;
    C.Bytes.assign(Data.begin() + Offset, Data.begin() + Offset + Size);
    Offset += Size;
    Code.push_back(C);
  }
  return Code;
}

Expected<std::vector<CodeInstr>> Machine::assemble(StringRef Text) {
  std::vector<CodeInstr> Code;
  std::string Lines = Text.str();
  std::replace(Lines.begin(), Lines.end(), ';', '\n');
  Lines += '\n';
  SourceMgr SM;
  SM.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(Lines), SMLoc());
  MCContext C(Triple(TripleName), MAI.get(), MRI.get(), STI.get(), &SM);
  std::unique_ptr<MCObjectFileInfo> Info(
      T->createMCObjectFileInfo(C, /*PIC=*/false));
  C.setObjectFileInfo(Info.get());
  Collector Out(C, Code);
  std::unique_ptr<MCAsmParser> Parser(createMCAsmParser(SM, C, Out, *MAI));
  std::unique_ptr<MCTargetAsmParser> Target(
      T->createMCAsmParser(*STI, *Parser, *MII, Options));
  Parser->setTargetParser(*Target);
  if (Parser->Run(/*NoInitialTextSection=*/false))
    return failure("does not assemble");
  return Code;
}

static Expected<std::unique_ptr<Machine>> openTarget() {
  std::string Why;
  auto M = std::make_unique<Machine>();
  Triple TT(Triple::normalize(TripleName));
  M->T = TargetRegistry::lookupTarget(TT.str(), Why);
  if (!M->T)
    return failure(Why);
  M->MRI.reset(M->T->createMCRegInfo(TT.str()));
  M->MAI.reset(M->T->createMCAsmInfo(*M->MRI, TT.str(), M->Options));
  M->MII.reset(M->T->createMCInstrInfo());
  M->STI.reset(M->T->createMCSubtargetInfo(TT.str(), CpuName, Features));
  M->MIA.reset(M->T->createMCInstrAnalysis(M->MII.get()));
  M->Printer.reset(M->T->createMCInstPrinter(TT, TT.isX86() ? 1 : 0, *M->MAI,
                                             *M->MII, *M->MRI));
  M->Ctx =
      std::make_unique<MCContext>(TT, M->MAI.get(), M->MRI.get(), M->STI.get());
  M->Disassembler.reset(M->T->createMCDisassembler(*M->STI, *M->Ctx));
  return std::move(M);
}

static const char *kindName(UopKind K) {
  switch (K) {
  case UopKind::Compute:
    return "";
  case UopKind::Load:
    return "load ";
  case UopKind::StoreAddress:
    return "sta ";
  case UopKind::StoreData:
    return "std ";
  case UopKind::Branch:
    return "branch ";
  }
  llvm_unreachable("unknown kind of µop");
}

/// "load p23", "p0+3*div".
static std::string describe(const Uop &U, const Cpu &C) {
  std::string Text = kindName(U.Kind);
  ListSeparator Plus("+");
  for (const ResourceUse &Use : U.Uses) {
    Text += StringRef(Plus);
    if (Use.Cycles != 1)
      Text += utostr(Use.Cycles) + "*";
    ListSeparator Bar("|");
    for (unsigned I = 0; I < C.Resources.size(); ++I)
      if (Use.Resources >> I & 1)
        Text += std::string(StringRef(Bar)) + C.Resources[I].Name;
  }
  return Text;
}

/// Stand for the value that a load brings and for a store's data.
static constexpr LocationId LoadedValue = ~0u, StoredValue = ~0u - 1;

static std::string nameOf(LocationId Loc, const Kernel &K) {
  return Loc == LoadedValue   ? "load"
         : Loc == StoredValue ? "store"
                              : K.Locations[Loc].Name;
}

/// Cycles by which the read may come later, whatever produced it.
static int advanceOf(const UopRead &R) {
  for (const Bypass &B : R.Bypasses)
    if (B.Producer == 0)
      return B.Cycles;
  return 0;
}

/// The longest path through the instruction's µops from each location that it
/// reads to each one that it writes: "rbx>rax" → 1. "load" is the value that
/// comes from memory, "store" the moment when data goes there.
static json::Object latencies(llvm::ArrayRef<Uop> Uops, const Kernel &K) {
  using Arrivals = std::map<LocationId, int>; // from source
  std::map<std::pair<LocationId, LocationId>, int> Longest;
  std::map<LocationId, Arrivals> Reach; // internal values
  auto Raise = [](Arrivals &A, LocationId Source, int Cycles) {
    auto [At, New] = A.insert({Source, Cycles});
    At->second = std::max(At->second, Cycles);
  };
  auto Finish = [&](LocationId Source, LocationId To, int Cycles) {
    auto [At, New] = Longest.insert({{Source, To}, Cycles});
    At->second = std::max(At->second, Cycles);
  };
  for (const Uop &U : Uops) {
    Arrivals Sources;
    for (const UopRead &R : U.Reads) {
      if (!K.Locations[R.Loc].Internal)
        Raise(Sources, R.Loc, -advanceOf(R));
      else
        for (auto &[Source, Cycles] : Reach[R.Loc])
          Raise(Sources, Source, Cycles - advanceOf(R));
    }
    if (U.Kind == UopKind::StoreData)
      for (auto &[Source, Cycles] : Sources)
        Finish(Source, StoredValue, Cycles);
    for (const UopWrite &W : U.Writes) {
      bool Internal = K.Locations[W.Loc].Internal;
      if (U.Kind == UopKind::Load && Internal)
        Raise(Reach[W.Loc], LoadedValue, 0);
      for (auto &[Source, Cycles] : Sources)
        if (Internal)
          Raise(Reach[W.Loc], Source, Cycles + W.Latency);
        else
          Finish(Source, W.Loc, Cycles + W.Latency);
    }
  }
  json::Object Result;
  for (auto &[Pair, Cycles] : Longest)
    Result[nameOf(Pair.first, K) + ">" + nameOf(Pair.second, K)] = Cycles;
  return Result;
}

static json::Array describe(llvm::ArrayRef<Uop> Uops, const Cpu &C) {
  json::Array Result;
  for (const Uop &U : Uops)
    Result.push_back(describe(U, C));
  return Result;
}

/// What the code alone says.
static json::Object describe(const CodeInstr &Code, StringRef Hex,
                             StringRef Text, const Machine &M) {
  return json::Object{{"opcode", M.MII->getName(Code.Inst.getOpcode())},
                      {"asm", Text.trim().str()},
                      {"hex", Hex.substr(Code.Offset * 2, Code.Size * 2)}};
}

static json::Object describe(const KernelInstr &I, const Kernel &K,
                             json::Object Result, const Cpu &C) {
  json::Array Writes;
  for (const Uop &U : I.Uops)
    for (const UopWrite &W : U.Writes)
      if (!K.Locations[W.Loc].Internal)
        Writes.push_back(K.Locations[W.Loc].Name);
  Result["fused"] = I.FusedUops;
  Result["macro_fused"] = I.MacroFused;
  Result["queued"] = I.Decode.QueuedUops;
  Result["microcode"] = I.Decode.MicrocodeUops;
  Result["complex"] = I.Decode.Complex;
  Result["simple_decoders"] = I.Decode.SimpleDecoders;
  Result["fusible"] = I.Decode.MacroFusible;
  Result["repeat"] = I.RepeatCycles;
  Result["uops"] = describe(I.Uops, C);
  Result["writes"] = std::move(Writes);
  Result["latencies"] = latencies(I.Uops, K);
  if (I.Move != MoveKind::None) {
    Result["executed"] = describe(I.Executed, C);
    Result["executed_latencies"] = latencies(I.Executed, K);
  }
  return Result;
}

/// The instructions of a line, without a model of them.
static Expected<json::Object> decodeOnly(StringRef Line, Machine &M) {
  Expected<std::vector<CodeInstr>> Code = M.decode(Line);
  if (!Code)
    return Code.takeError();
  json::Array Instrs;
  for (const CodeInstr &I : *Code) {
    std::string Text;
    raw_string_ostream OS(Text);
    M.Printer->printInst(&I.Inst, /*Address=*/0, /*Annot=*/"", *M.STI, OS);
    std::replace(Text.begin(), Text.end(), '\t', ' ');
    Instrs.push_back(describe(I, Line, Text, M));
  }
  return json::Object{{"instrs", std::move(Instrs)}};
}

static Expected<json::Object> evaluate(StringRef Line, Machine &M,
                                       KernelBuilder &B) {
  Expected<std::vector<CodeInstr>> Code =
      AsmInput ? M.assemble(Line) : M.decode(Line);
  if (!Code)
    return Code.takeError();
  if (!Unrolled && !Code->empty() &&
      M.MII->get(Code->back().Inst.getOpcode()).isBranch())
    Code->back().Taken = true;
  Expected<Kernel> K =
      B.build(*Code, Unrolled ? Notion::Unrolled : Notion::Loop,
              ShowUops ? InstrText::Whole : InstrText::Mnemonics);
  if (!K)
    return K.takeError();
  const Cpu &C = B.cpu();
  if (AsKernel) {
    printKernel(outs(), Line, *K, C);
    return json::Object();
  }
  Prediction P = predict(*K, C);
  json::Object Result{{"cycles", P.Cycles.toDouble()},
                      {"bound_by", describeBinder(P, *K, C)},
                      {"front_end", P.FrontEnd.Cycles.toDouble()},
                      {"ports", P.Ports.Cycles.toDouble()},
                      {"dependences", P.Dependences.Cycles.toDouble()}};
  if (ShowUops) {
    json::Array Instrs;
    for (size_t I = 0; I < Code->size(); ++I)
      Instrs.push_back(
          describe(K->Instrs[I], *K,
                   describe((*Code)[I], Line, K->Instrs[I].Text, M), C));
    Result["instrs"] = std::move(Instrs);
  }
  return std::move(Result);
}

static Expected<std::shared_ptr<const Cpu>> openCpu(const Machine &M) {
  if (ModelFile.empty())
    return cpuFor(*M.STI);
  auto Buffer = MemoryBuffer::getFile(ModelFile);
  if (!Buffer)
    return failure("cannot read '" + ModelFile +
                   "': " + Buffer.getError().message());
  return parseCpu(**Buffer);
}

int main(int Argc, char **Argv) {
  InitializeAllTargetInfos();
  InitializeAllTargetMCs();
  InitializeAllAsmParsers();
  InitializeAllDisassemblers();
  cl::ParseCommandLineOptions(Argc, Argv,
                              "prints the kernels of code on stdin\n");
  ExitOnError Exit("takt-kernel-dump: ");
  std::unique_ptr<Machine> M = Exit(openTarget());
  std::shared_ptr<const Cpu> C = Exit(openCpu(*M));
  TargetRef T{*M->STI, *M->MII, *M->MRI, M->MIA.get(), M->Printer.get()};
  std::unique_ptr<KernelBuilder> B = Exit(KernelBuilder::create(T, C));
  for (std::string Line; std::getline(std::cin, Line);) {
    Expected<json::Object> Result =
        DecodeOnly ? decodeOnly(Line, *M) : evaluate(Line, *M, *B);
    if (Result && AsKernel)
      continue;
    if (Result)
      outs() << json::Value(std::move(*Result)) << '\n';
    else
      outs() << json::Value(
                    json::Object{{"error", toString(Result.takeError())}})
             << '\n';
  }
  return 0;
}
