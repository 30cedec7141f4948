//===- CodeTarget.cpp - The target that code is read for --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeTarget.h"
#include "takt/models/Cpu.h"
#include "takt/models/Features.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

using namespace llvm;
using namespace takt;

void takt::initializeTargets() {
  static const bool Done = [] {
    InitializeAllTargetInfos();
    InitializeAllTargetMCs();
    InitializeAllAsmParsers();
    InitializeAllDisassemblers();
    return true;
  }();
  (void)Done;
}

struct CodeTarget::Impl {
  Triple TT;
  const Target *T = nullptr;
  std::string Cpu;
  std::shared_ptr<const takt::Cpu> Description;
  bool IntelSyntax = false;
  MCTargetOptions MCOptions;
  std::unique_ptr<MCRegisterInfo> MRI;
  std::unique_ptr<MCAsmInfo> MAI;
  std::unique_ptr<MCInstrInfo> MII;
  std::unique_ptr<MCSubtargetInfo> STI;
  std::unique_ptr<MCContext> Context;
  std::unique_ptr<MCDisassembler> Disassembler;
  std::unique_ptr<MCInstPrinter> Printer;
  std::unique_ptr<MCInstrAnalysis> MIA;
  // The same architecture with every extension, made when it is first needed:
  // tells an instruction that the CPU lacks from data.
  std::unique_ptr<MCSubtargetInfo> WideSTI;
  std::unique_ptr<MCContext> WideContext;
  std::unique_ptr<MCDisassembler> WideDisassembler;

  MCDisassembler *wide();
};

//===----------------------------------------------------------------------===//
// Names of CPUs
//===----------------------------------------------------------------------===//

namespace {

/// The triples that CPUs mean by themselves, one for each architecture whose
/// CPUs can be named without.
constexpr StringRef OwnTriples[] = {"x86_64-unknown-linux-gnu",
                                    "aarch64-unknown-linux-gnu"};

/// What --cpu stands for.
struct CpuName {
  std::string LLVMName;
  std::string Triple;
  std::shared_ptr<const Cpu> Description; ///< may be null
};

} // namespace

static std::unique_ptr<MCSubtargetInfo> subtarget(StringRef TT, StringRef Cpu,
                                                  StringRef Features) {
  std::string Ignored;
  const Target *T = TargetRegistry::lookupTarget(TT.str(), Ignored);
  if (!T)
    return nullptr;
  return std::unique_ptr<MCSubtargetInfo>(
      T->createMCSubtargetInfo(TT, Cpu, Features));
}

static bool isCpuOf(StringRef TT, StringRef Cpu) {
  const std::unique_ptr<MCSubtargetInfo> STI = subtarget(TT, "", "");
  return STI && STI->isCPUStringValid(Cpu);
}

static std::string knownCpuList() {
  return join(knownCpus(), ", ") +
         ", native; other CPUs of LLVM are taken with a generic front end";
}

static Error noCpu() {
  return createStringError("no CPU given: give --cpu=<name>; known: " +
                           knownCpuList());
}

/// The names nearest to \p Name among \p Triples' CPUs and the descriptions.
static std::string nearestCpus(StringRef Name, ArrayRef<std::string> Triples) {
  std::vector<std::pair<unsigned, std::string>> Ranked;
  auto Add = [&](StringRef Candidate) {
    const unsigned Distance = Name.edit_distance_insensitive(Candidate);
    if (Distance <= std::max<size_t>(1, Name.size() / 3))
      Ranked.emplace_back(Distance, Candidate.str());
  };
  for (StringRef Known : knownCpus())
    Add(Known);
  for (const std::string &TT : Triples)
    if (const auto STI = subtarget(TT, "", ""))
      for (const SubtargetSubTypeKV &Cpu : STI->getAllProcessorDescriptions())
        Add(Cpu.Key);
  llvm::sort(Ranked);
  Ranked.erase(llvm::unique(Ranked), Ranked.end());
  if (Ranked.size() > 3)
    Ranked.resize(3);
  return join(map_range(Ranked, [](const auto &R) { return R.second; }), ", ");
}

static Error unknownCpu(StringRef Name, ArrayRef<std::string> Triples) {
  const std::string Near = nearestCpus(Name, Triples);
  return createStringError(
      "unknown CPU '" + Name + "'" +
      (Near.empty() ? "" : "; did you mean " + Near + "?") +
      "; known: " + knownCpuList());
}

/// No architecture that \p C, read from a file, may be for has the CPU \p Name
/// that it names.
static Error unknownInFile(const Cpu &C, StringRef Name,
                           ArrayRef<std::string> Triples) {
  const std::string Near = Triples.empty() ? "" : nearestCpus(Name, Triples);
  return errorAt(C.LLVMCpuWhere,
                 "LLVM knows no CPU '" + Name + "'" +
                     (C.Architecture.empty() ? "" : " for " + C.Architecture) +
                     (Near.empty() ? "" : "; did you mean " + Near + "?"));
}

/// LLVM's name for the CPU that \p C describes and the user calls \p Name.
static std::string llvmName(const Cpu &C, StringRef Name) {
  if (C.LLVMCpus.empty())
    return C.BaseModel.empty() ? Name.str() : C.BaseModel;
  return is_contained(C.LLVMCpus, Name) ? Name.str() : C.LLVMCpus.front();
}

/// Whether nothing in \p C, which may be null, speaks against code for \p TT.
/// LLVM has some CPUs under several architectures (cortex-a72 under Arm, too).
static bool mayRun(const Cpu *C, StringRef TT) {
  return !C || C->Architecture.empty() ||
         C->Architecture == architectureOf(Triple(TT));
}

/// Resolves the CPU, with \p TT the triple if one is known already.
static Expected<CpuName> resolveCpu(const TargetChoice &Options, StringRef TT) {
  StringRef Name = Options.Cpu;
  CpuName Found{Name.str(), TT.str(), Options.Description};
  if (Name.empty() && Found.Description)
    Name = Found.Description->Name;
  if (Name.empty())
    return noCpu();
  if (Name == "native") {
    Name = sys::getHostCPUName();
    if (Name.empty() || Name == "generic")
      return createStringError("--cpu=native: LLVM does not know this "
                               "machine's CPU; give its name");
  }
  if (!Found.Description)
    Found.Description = findCpu(Name);
  Found.LLVMName =
      Found.Description ? llvmName(*Found.Description, Name) : Name.str();
  std::vector<std::string> Candidates;
  for (StringRef Own : OwnTriples)
    if (mayRun(Found.Description.get(), Own))
      Candidates.push_back(Own.str());

  if (!TT.empty() && isCpuOf(TT, Found.LLVMName) &&
      mayRun(Found.Description.get(), TT))
    return Found;
  for (const std::string &Candidate : Candidates) {
    if (!isCpuOf(Candidate, Found.LLVMName))
      continue;
    if (!TT.empty())
      return createStringError(
          "CPU '" + Name + "' belongs to " + Triple(Candidate).getArchName() +
          ", but the code is for " + Triple(TT).getArchName());
    Found.Triple = Candidate;
    return Found;
  }
  if (!TT.empty())
    Candidates.push_back(TT.str());
  if (Options.Description && Options.Description->LLVMCpuWhere.Line)
    return unknownInFile(*Options.Description, Found.LLVMName, Candidates);
  return unknownCpu(Name, Candidates);
}

//===----------------------------------------------------------------------===//
// Making the target
//===----------------------------------------------------------------------===//

static Error checkFeatures(const MCSubtargetInfo &STI, StringRef Attributes) {
  if (const std::optional<std::string> Name = unknownFeature(STI, Attributes))
    return createStringError("unknown feature '" + *Name +
                             "' in --attr=" + Attributes + " for " +
                             STI.getTargetTriple().getArchName());
  return Error::success();
}

/// The triple that the user and the object agree on; empty if neither says.
static Expected<std::string> chooseTriple(StringRef Given,
                                          const Triple *ObjectTriple) {
  if (Given.empty())
    return ObjectTriple ? ObjectTriple->str() : std::string();
  const std::string Normal = Triple::normalize(Given);
  std::string Reason;
  if (!TargetRegistry::lookupTarget(Normal, Reason))
    return createStringError("unknown triple '" + Given + "' (" +
                             StringRef(Reason).trim() + ")");
  if (ObjectTriple && Triple(Normal).getArch() != ObjectTriple->getArch())
    return createStringError("--triple=" + Given +
                             " contradicts the object, which is for " +
                             ObjectTriple->getArchName());
  return Normal;
}

CodeTarget::CodeTarget(std::unique_ptr<Impl> I) : I(std::move(I)) {}
CodeTarget::~CodeTarget() = default;

Expected<std::unique_ptr<CodeTarget>>
CodeTarget::create(const TargetChoice &Options, const Triple *ObjectTriple) {
  initializeTargets();
  Expected<std::string> TT = chooseTriple(Options.Triple, ObjectTriple);
  if (!TT)
    return TT.takeError();
  Expected<CpuName> Cpu = resolveCpu(Options, *TT);
  if (!Cpu)
    return Cpu.takeError();

  auto I = std::make_unique<Impl>();
  I->TT = Triple(Cpu->Triple);
  I->Cpu = Cpu->LLVMName;
  I->Description = Cpu->Description;
  const std::string &Name = Cpu->Triple;
  std::string Reason;
  I->T = TargetRegistry::lookupTarget(Name, Reason);
  if (!I->T)
    return createStringError("unknown triple '" + Name + "'");
  I->MRI.reset(I->T->createMCRegInfo(Name));
  I->MII.reset(I->T->createMCInstrInfo());
  if (I->MRI)
    I->MAI.reset(I->T->createMCAsmInfo(*I->MRI, Name, I->MCOptions));
  I->STI = subtarget(Name, I->Cpu, "");
  if (!I->MRI || !I->MAI || !I->MII || !I->STI)
    return createStringError("LLVM has no machine-code layer for '" + Name +
                             "'");
  if (Error E = checkFeatures(*I->STI, Options.Attributes))
    return std::move(E);
  if (!Options.Attributes.empty())
    I->STI = subtarget(Name, I->Cpu, Options.Attributes);
  I->Context = std::make_unique<MCContext>(I->TT, I->MAI.get(), I->MRI.get(),
                                           I->STI.get());
  I->Disassembler.reset(I->T->createMCDisassembler(*I->STI, *I->Context));
  if (!I->Disassembler)
    return createStringError("LLVM has no disassembler for '" + Name + "'");
  I->IntelSyntax = Options.IntelSyntax && I->TT.isX86();
  const unsigned Syntax = I->IntelSyntax ? 1 : I->MAI->getAssemblerDialect();
  I->Printer.reset(
      I->T->createMCInstPrinter(I->TT, Syntax, *I->MAI, *I->MII, *I->MRI));
  I->MIA.reset(I->T->createMCInstrAnalysis(I->MII.get()));
  if (!I->Printer || !I->MIA)
    return createStringError("LLVM cannot print or follow code for '" + Name +
                             "'");
  return std::unique_ptr<CodeTarget>(new CodeTarget(std::move(I)));
}

//===----------------------------------------------------------------------===//
// Using it
//===----------------------------------------------------------------------===//

TargetRef CodeTarget::ref() const {
  return TargetRef{*I->STI, *I->MII, *I->MRI, I->MIA.get(), I->Printer.get()};
}

const Triple &CodeTarget::triple() const { return I->TT; }
const Target &CodeTarget::target() const { return *I->T; }
unsigned CodeTarget::minInstrSize() const {
  constexpr uint8_t Zeros[4] = {};
  return static_cast<unsigned>(
      std::max<uint64_t>(1, I->Disassembler->suggestBytesToSkip(Zeros, 0)));
}
bool CodeTarget::intelSyntax() const { return I->IntelSyntax; }
std::shared_ptr<const Cpu> CodeTarget::description() const {
  return I->Description;
}
StringRef CodeTarget::llvmCpu() const { return I->Cpu; }

/// Only some disassemblers look at features; "+all" is the switch by which they
/// can be told not to.
MCDisassembler *CodeTarget::Impl::wide() {
  if (!WideSTI) {
    WideSTI = subtarget(TT.str(), Cpu, "");
    if (any_of(WideSTI->getAllProcessorFeatures(),
               [](const SubtargetFeatureKV &KV) {
                 return StringRef(KV.Key) == "all";
               }))
      WideSTI = subtarget(TT.str(), Cpu, "+all");
    WideContext =
        std::make_unique<MCContext>(TT, MAI.get(), MRI.get(), WideSTI.get());
    WideDisassembler.reset(T->createMCDisassembler(*WideSTI, *WideContext));
  }
  return WideDisassembler.get();
}

/// Flag of an MCInst with a lock prefix: IP_HAS_LOCK in LLVM 19,
/// lib/Target/X86/MCTargetDesc/X86BaseInfo.h.
static constexpr unsigned LockFlag = 16;

/// LLVM's disassembler takes a lock prefix for an instruction of its own. Joins
/// it with what it belongs to, as assemblers see it.
static void joinLock(MCDisassembler &D, const MCInstrInfo &MII,
                     ArrayRef<uint8_t> Bytes, uint64_t Address, MCInst &Inst,
                     uint64_t &Size) {
  if (MII.getName(Inst.getOpcode()) != "LOCK_PREFIX")
    return;
  MCInst Locked;
  uint64_t Rest = 0;
  Bytes = Bytes.drop_front(Size);
  if (D.getInstruction(Locked, Rest, Bytes, Address + Size, nulls()) ==
          MCDisassembler::Fail ||
      Rest == 0 || Rest > Bytes.size() ||
      !MII.get(Locked.getOpcode()).mayStore())
    return;
  Locked.setFlags(Locked.getFlags() | LockFlag);
  Inst = Locked;
  Size += Rest;
}

CodeTarget::Decode CodeTarget::decode(ArrayRef<uint8_t> Bytes, uint64_t Address,
                                      MCInst &Inst, uint64_t &Size) {
  auto Try = [&](MCDisassembler &D) {
    Inst.clear();
    Inst.setFlags(0);
    Size = 0;
    if (D.getInstruction(Inst, Size, Bytes, Address, nulls()) ==
            MCDisassembler::Fail ||
        Size == 0 || Size > Bytes.size())
      return false;
    joinLock(D, *I->MII, Bytes, Address, Inst, Size);
    return true;
  };
  if (Try(*I->Disassembler))
    return Decode::Ok;
  if (Try(*I->wide()))
    return Decode::NotOfCpu;
  Inst.clear();
  Size = std::min<uint64_t>(
      std::max<uint64_t>(1,
                         I->Disassembler->suggestBytesToSkip(Bytes, Address)),
      Bytes.size());
  return Decode::Bad;
}

std::string CodeTarget::print(const CodeInstr &Instr) {
  std::string Text;
  raw_string_ostream OS(Text);
  // x86's printer counts from the end of the instruction.
  const uint64_t Base = Instr.Offset + (I->TT.isX86() ? Instr.Size : 0);
  I->Printer->setPrintBranchImmAsAddress(true);
  I->Printer->printInst(&Instr.Inst, Base, "", *I->STI, OS);
  I->Printer->setPrintBranchImmAsAddress(false);
  // A prefix ends in a tab, and the mnemonic starts with one.
  std::replace(Text.begin(), Text.end(), '\t', ' ');
  Text.erase(std::unique(Text.begin(), Text.end(),
                         [](char A, char B) { return A == ' ' && B == ' '; }),
             Text.end());
  return StringRef(Text).trim().str();
}
